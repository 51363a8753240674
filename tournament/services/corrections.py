"""Correcting a result while nothing drawn depends on it: the old one is kept, what followed by itself follows anew."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import knockout
from tournament.domain.journal_kinds import JournalKind
from tournament.models import LIVE, CardState, DrawStage, Match, Outcome, PrizePolicy, Side, State, Tournament

from . import results
from .advance import advance
from .base import Actor, require_role, require_version, touch, use_case
from .errors import refuse
from .journal import Note, log
from .other_players import begin_anew
from .pending import require_nothing_pending
from .reports import REPORTED, WITH_SCORE, Report, checked
from .results import DECIDED_BY_PEOPLE, SCOPES, Recorded


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
    row = results.find(tournament, match)
    require_correctable(tournament, row, reason, version)
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
    before = results.as_json(row)
    results.keep_old(row)
    results.apply_report(row, actor, report, findings)
    if row.stage == "main" and not same_winner:
        # Back to where both were before the match, and before what followed from it by itself.
        returned = [row.left_card_id, row.right_card_id] + [
            m.right_card_id for m in followers if m.outcome == Outcome.SELF and m.stage == "main"
        ]
        tournament.cards.filter(pk__in=[pk for pk in returned if pk is not None], state=CardState.OUT).update(
            state=CardState.IN
        )
        results.hand_in(row, results.beaten_by(row, report))
    log(
        tournament, actor,
        Note(JournalKind.CORRECTION, f"match {row.serial}", before=before, after=results.as_json(row), reason=reason.strip()),
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


def require_correctable(tournament: Tournament, row: Match, reason: str, version: int | None) -> None:
    """What every kind of correction asks for: the present version, a reason, a result, an evening that runs."""
    require_version(version, row.version)
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund der Korrektur eingeben."))
    if row.outcome not in REPORTED or row.annulled_with_id is not None:
        raise refuse(
            "not_a_result", _("Hier gibt es kein Ergebnis zu korrigieren: %(what)s.") % {"what": results.in_words(row)}
        )
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Das Turnier ist beendet. Bitte zuerst das Ende zurücknehmen."))


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
        results.hand_in(row, [cards[new.right].pk] if new.right else [])
    after = {**results.as_json(row), "left": new.left, "right": new.right}
    log(tournament, actor, Note(JournalKind.MATCH_CHANGED, f"match {row.serial}", before=before, after=after))
