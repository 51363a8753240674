"""Results: recorded once, verified, journalled; corrected by the director while nothing drawn depends on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import knockout
from tournament.domain.archive import time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    LIVE,
    CardState,
    DrawStage,
    EntryCard,
    Match,
    Outcome,
    PrizePolicy,
    Role,
    Scope,
    Side,
    State,
    Tournament,
)
from tournament.translated import recorded_by

from .advance import advance
from .base import Actor, require_role, touch, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log
from .other_players import begin_anew
from .pending import require_nothing_pending
from .reports import REPORTED, WITH_SCORE, Report, checked

SCOPES = (Scope.ROUND, Scope.BOARD, Scope.DRAW, Scope.PRIZES)
DECIDED_BY_PEOPLE = (*REPORTED, Outcome.EXCLUDED)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The match as it stands now: serial, version, and whether its round is decided with it."""

    serial: int
    version: int
    round_decided: bool


@use_case
def record(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    report: Report,
    version: int | None = None,
    request_key: str | None = None,
) -> Recorded:
    """Record the result of an open match (`match` is its serial).

    Conflict if it is decided already: whoever was second sees what the first one entered. Refused with every problem
    of the report.
    """
    require_role(actor, Role.SCORER)
    row = find(tournament, match)
    if row.annulled_with_id is not None:
        raise refuse("annulled", _("Die Auslosung dieser Begegnung ist aufgehoben."))
    if row.outcome != Outcome.OPEN:
        raise Conflict(
            Problem(
                "decided",
                _("Begegnung %(number)s ist schon entschieden: %(what)s.")
                % {"number": row.number, "what": in_words(row)},
            )
        )
    if version is not None and version != row.version:
        raise Conflict(
            Problem("stale", _("Diese Begegnung hat sich inzwischen geändert. Bitte den neuen Stand ansehen."))
        )
    if row.right_card_id is None and row.right_person_id is None:
        raise refuse("waiting", _("Dieses Freilos ist noch für einen Nachkauf offen."))
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Ergebnisse werden nur eingetragen, während das Turnier läuft."))
    report, findings = checked(tournament, row, report)
    apply_report(row, actor, report, findings)
    _update_cards(row, _gone(row, report))
    log(
        tournament, actor,
        Note(JournalKind.RESULT, f"match {row.serial}", after=as_json(row), reason=report.override_reason.strip() or None),
    )  # fmt: skip
    decided = not tournament.matches.filter(LIVE, round=row.round, stage=row.stage, outcome=Outcome.OPEN).exists()
    if decided:
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return Recorded(row.serial, row.version, decided)


@use_case
def correct(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    report: Report,
    reason: str,
    version: int | None = None,
    request_key: str | None = None,
) -> Recorded:
    """Replace a result before the next draw; the old one is kept. Matches that followed without a draw follow the correction.

    Refused where a draw, or a result of a match that followed, depends on it. Nothing depends on how often the winner
    won: with the same winner it can always be corrected.
    """
    require_role(actor)
    row = find(tournament, match)
    if version is not None and version != row.version:
        raise Conflict(
            Problem("stale", _("Diese Begegnung hat sich inzwischen geändert. Bitte den neuen Stand ansehen."))
        )
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund der Korrektur eingeben."))
    if row.outcome not in REPORTED or row.annulled_with_id is not None:
        raise refuse(
            "not_a_result", _("Hier gibt es kein Ergebnis zu korrigieren: %(what)s.") % {"what": in_words(row)}
        )
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Ergebnisse werden nur korrigiert, während das Turnier läuft."))
    report, findings = checked(tournament, row, report)
    same_winner = report.winner is not None and report.winner == row.winner_side
    cards = {card.pk: card for card in (row.left_card, row.right_card) if card is not None}
    listed = {number for numbers in tournament.withdrawals.values_list("card_numbers", flat=True) for number in numbers}
    gone = any(card.number in listed for card in cards.values())
    if gone and not (same_winner and row.outcome in WITH_SCORE and report.outcome in WITH_SCORE):
        raise refuse("left", _("Eine der beiden Karten ist zurückgezogen oder ausgeschlossen; dieses Ergebnis bleibt."))
    if not same_winner:
        require_nothing_pending(tournament)
    followers = [] if same_winner else followers_of(tournament, row)
    before = as_json(row)
    keep_old(row)
    apply_report(row, actor, report, findings)
    if row.stage == "main" and not same_winner:
        # Back to where both were before the match, and before what followed from it by itself.
        returned = [row.left_card_id, row.right_card_id] + [
            m.right_card_id for m in followers if m.outcome == Outcome.SELF and m.stage == "main"
        ]
        tournament.cards.filter(pk__in=[pk for pk in returned if pk is not None], state=CardState.OUT).update(
            state=CardState.IN
        )
        _update_cards(row, _gone(row, report))
    log(
        tournament, actor,
        Note(JournalKind.CORRECTION, f"match {row.serial}", before=before, after=as_json(row), reason=reason.strip()),
    )  # fmt: skip
    if followers:
        _renew(tournament, actor, followers)
    if (
        not same_winner
        and not tournament.matches.filter(LIVE, round=row.round, stage=row.stage, outcome=Outcome.OPEN).exists()
    ):
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return Recorded(row.serial, row.version, True)


def find(tournament: Tournament, serial: int) -> Match:
    """The match with its cards and their owners: one query; raises NotFound for another tournament's."""
    row = (
        tournament.matches.select_related("left_card__owner", "right_card__owner", "left_person", "right_person")
        .filter(serial=serial)
        .first()
    )
    if row is None:
        raise NotFound(Problem("match", _("Diese Begegnung gibt es in diesem Turnier nicht.")))
    return row


def keep_old(row: Match) -> None:
    """Put the present result among the replaced ones; not saved."""
    at = time_text(row.decided_at or clock.now())
    row.earlier = [*row.earlier, {**as_json(row), "bummerl": row.bummerl, "reported_by": row.reported_by, "at": at}]


def open_again(row: Match) -> None:
    """Make a match open again, its present result forgotten (keep it first)."""
    row.outcome, row.winner_side, row.score_left, row.score_right = Outcome.OPEN, None, None, None
    row.bummerl, row.findings, row.override_reason = None, [], ""
    row.reported_by, row.decided_at = "", None
    row.table, row.called_at, row.started_at = None, None, None
    row.version += 1
    row.save()


def apply_report(row: Match, actor: Actor, report: Report, findings: Sequence[dict[str, Any]]) -> None:
    """Write the report into the row, one UPDATE; nothing else follows from it here."""
    row.outcome = report.outcome
    row.winner_side = report.winner
    row.score_left, row.score_right = report.score or (None, None)
    row.bummerl = list(report.bummerl) if report.bummerl else None
    row.findings, row.override_reason = list(findings), report.override_reason.strip()
    row.reported_by, row.decided_at = actor.name, clock.now()
    row.version += 1
    row.save(
        update_fields=[
            "outcome", "winner_side", "score_left", "score_right", "bummerl", "findings", "override_reason", "earlier",
            "reported_by", "decided_at", "version",
        ]
    )  # fmt: skip


def _gone(row: Match, report: Report) -> list[int]:
    """The cards that this result hands in; beaten cards of placement matches are handed in already."""
    if row.stage != "main":
        return []
    losers = {
        Side.LEFT: [row.right_card_id],
        Side.RIGHT: [row.left_card_id],
        None: [row.left_card_id, row.right_card_id],
    }[report.winner]
    return [card for card in losers if card is not None]


def _update_cards(row: Match, gone: Sequence[int]) -> None:
    if gone:
        EntryCard.objects.filter(pk__in=gone, state=CardState.IN).update(state=CardState.OUT)


def as_json(row: Match) -> dict[str, Any]:
    """What the journal keeps of a result: outcome, winner's card number, score."""
    card = row.left_card if row.winner_side == "left" else row.right_card if row.winner_side == "right" else None
    return {"outcome": str(row.outcome), "winner": card.number if card else None, "score": score_of(row)}


def score_of(row: Match) -> list[int] | None:
    """[left, right] won Bummerl, or None."""
    return None if row.score_left is None or row.score_right is None else [row.score_left, row.score_right]


def in_words(row: Match) -> str:
    """The result in a few words, the winner's Bummerl first: "2:1 für Huber Johann, eingetragen von Anna um 19:42"; a bye, a meeting with oneself."""
    score = score_of(row)
    if score and row.winner_side == Side.RIGHT:
        score = score[::-1]
    what = f"{score[0]}:{score[1]}" if score else str(Outcome(row.outcome).label)
    card, person = (row.left_card, row.left_person) if row.winner_side == "left" else (row.right_card, row.right_person)
    winner = card.owner if card is not None else person
    if row.outcome == Outcome.OPEN and row.right_card is None and row.right_person is None:
        what = _("ein Freilos, das im Nachkauf noch zu haben ist")
    elif row.outcome == Outcome.SELF and winner is not None:
        what = _("%(name)s gegen sich selbst") % {"name": winner.name}
    elif row.winner_side and winner is not None:
        what = _("%(what)s für %(name)s") % {"what": what, "name": winner.name}
    if row.reported_by and row.decided_at and row.outcome not in (Outcome.BYE, Outcome.SELF):
        from django.utils.timezone import localtime  # noqa: PLC0415

        at = localtime(row.decided_at).strftime("%H:%M")
        what = _("%(what)s, eingetragen von %(by)s um %(at)s") % {
            "what": what,
            "by": recorded_by(row.reported_by),
            "at": at,
        }
    return what


def followers_of(tournament: Tournament, row: Match) -> list[Match]:
    """Live matches that follow from this one without a draw; raises Refused if a draw or a result depends on it."""
    if row.stage == "main":
        later = Q(stage="main", round__gt=row.round) | (~Q(stage="main") & Q(round__gte=row.round))
    elif row.stage == "place5-8":
        later = Q(stage__in=["place5", "place7"])
    else:
        later = Q(pk=None)
    found = list(
        tournament.matches.filter(LIVE, later).select_related("left_card", "right_card", "draw").order_by("serial")
    )
    if any(match.draw is not None and match.draw.number > _draw_number(row) for match in found):
        raise refuse(
            "drawn",
            _(
                "Danach ist schon gelost worden: das Ergebnis kann nicht mehr einfach ersetzt werden. Die Turnierleitung kann tauschen oder zurückrollen."
            ),
        )
    if _settled_with(tournament, row):
        raise refuse(
            "settled", _("Danach ist schon ein Gleichstand entschieden worden, der mit diesem Ergebnis zusammenhängt.")
        )
    if any(match.outcome in DECIDED_BY_PEOPLE for match in found):
        raise refuse(
            "follower_decided",
            _("Eine Begegnung, die daraus folgt, ist schon entschieden. Bitte zuerst deren Ergebnis klären."),
        )
    return found


def _settled_with(tournament: Tournament, row: Match) -> bool:
    """Whether a tie was settled by lot or play-off that hangs on this result: one of its cards was in it, or, with one
    prize per person, any prize may go another way."""
    lots = list(tournament.draws.filter(stage=DrawStage.LOT, annulled_at=None).values_list("steps", flat=True))
    play_offs = list(tournament.play_offs.values_list("card_numbers", flat=True))
    if tournament.prize_policy == PrizePolicy.ONE:
        return bool(lots or play_offs)
    sides = [card for card in (row.left_card, row.right_card) if card is not None]
    drawn = {start for steps in lots for step in steps if step[0] == "order" for start in step[1:]}
    played = {number for numbers in play_offs for number in numbers}
    return any(card.owner.start_number in drawn or card.number in played for card in sides)


def _draw_number(row: Match) -> int:
    return row.draw.number if row.draw is not None else 0


def _renew(tournament: Tournament, actor: Actor, followers: Sequence[Match]) -> None:
    """Let matches that followed by themselves follow again from the corrected result; their serials stay."""
    old = {(match.stage, match.round, match.number): match for match in followers}
    tournament.matches.filter(pk__in=[match.pk for match in followers]).update(annulled_with=_any_draw(tournament))
    waiting = dict(old)
    while waiting:
        due = knockout.due(convert.situation(tournament))
        made = [new for step in due.steps if isinstance(step, knockout.MakeMatches) for new in step.matches]
        if not made or any((new.stage.value, new.round, new.number) not in waiting for new in made):
            raise refuse(
                "followers",
                _(
                    "Diese Korrektur ändert, welche Begegnungen es gibt. Bitte die Auslosung der nächsten Runde aufheben und neu losen."
                ),
            )
        for new in made:
            _renew_one(tournament, actor, waiting.pop((new.stage.value, new.round, new.number)), new)


def _any_draw(tournament: Tournament) -> int | None:
    """A stand-in while followers are worked out anew, inside the transaction: they must not count as live."""
    return tournament.draws.values_list("pk", flat=True).first()


def _renew_one(tournament: Tournament, actor: Actor, row: Match, new: knockout.NewMatch) -> None:
    cards = {
        card.number: card
        for card in tournament.cards.filter(number__in=[n for n in (new.left, new.right) if n is not None])
    }
    before = {
        "left": row.left_card.number if row.left_card else None,
        "right": row.right_card.number if row.right_card else None,
    }
    if before != {"left": new.left, "right": new.right}:
        begin_anew(tournament, actor, row)
    row.left_card, row.right_card = cards.get(new.left or 0), cards.get(new.right or 0)
    row.outcome, row.annulled_with = new.outcome.value, None
    row.winner_side = None if new.winner is None else Side.LEFT if new.winner == new.left else Side.RIGHT
    resolved = new.outcome != "open"
    row.decided_at, row.reported_by = (clock.now(), actor.name) if resolved else (None, "")
    row.version += 1
    row.save()
    if new.outcome == "self" and new.stage.value == "main":
        _update_cards(row, [cards[new.right].pk] if new.right else [])
    after = {**as_json(row), "left": new.left, "right": new.right}
    log(tournament, actor, Note(JournalKind.MATCH_CHANGED, f"match {row.serial}", before=before, after=after))


__all__ = [
    "DECIDED_BY_PEOPLE", "REPORTED", "SCOPES", "Recorded", "Report", "as_json", "checked", "correct", "find", "in_words", "record",
    "score_of",
]  # fmt: skip
