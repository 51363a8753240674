"""Correcting a result when the next draw exists already by exchanging two cards; and what depends on a result."""

from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    LIVE,
    CardState,
    Draw,
    DrawStage,
    EntryCard,
    Exchange,
    Match,
    Outcome,
    Tournament,
)

from . import results
from .base import Actor, require_role, touch, use_case
from .corrections import require_correctable
from .draws import SCOPES
from .errors import Problem, refuse, refuse_all
from .journal import Note, log
from .other_players import begin_anew
from .pending import require_nothing_pending
from .results import DECIDED_BY_PEOPLE, Recorded, Report


@dataclass(frozen=True, slots=True)
class Dependents:
    """Everything that depends on a result: what a roll back annuls, and why an exchange is impossible (empty: it is)."""

    draws: tuple[Draw, ...]
    matches: tuple[Match, ...]
    against_exchange: tuple[Problem, ...]

    @property
    def decided(self) -> tuple[Match, ...]:
        """The dependent matches that have a result: it would be lost to a roll back."""
        return tuple(match for match in self.matches if match.outcome in DECIDED_BY_PEOPLE)


def dependents(tournament: Tournament, row: Match) -> Dependents:
    """What depends on this result, in order; the number of queries is fixed."""
    draws = tournament.draws.filter(annulled_at=None)
    live = tournament.matches.filter(LIVE).select_related("draw", "left_card__owner", "right_card__owner")
    if row.stage == "main":
        later_draws = draws.filter(
            Q(stage=DrawStage.MAIN, round__gt=row.round)
            | Q(stage=DrawStage.PLACES, round__gte=row.round)
            | Q(stage=DrawStage.LOT)
        )
        later = live.filter(Q(stage="main", round__gt=row.round) | (~Q(stage="main") & Q(round__gte=row.round)))
    elif row.stage == "place5-8":
        later_draws = draws.filter(stage=DrawStage.LOT)
        later = live.filter(stage__in=["place5", "place7"])
    else:
        later_draws, later = draws.filter(stage=DrawStage.LOT), live.none()
    return Dependents(
        tuple(later_draws.order_by("number")),
        tuple(later.order_by("serial")),
        tuple(_against_exchange(tournament, row)),
    )


def _against_exchange(tournament: Tournament, row: Match) -> list[Problem]:
    winner, loser = _winner_and_loser(row)
    if row.stage != "main" or winner is None or loser is None:
        return [Problem("stage", _("Hier ist keine Karte zu tauschen."))]
    problems = []
    if loser.state != CardState.OUT:
        problems.append(Problem("left", _("Die Karte, die weiterkommen soll, ist zurückgezogen oder ausgeschlossen.")))
    after = _next_match(tournament, row, winner.pk)
    if after is None and tournament.fixed_bracket:
        text = _(
            "Im festen Turnierbaum wird nicht getauscht: das Ergebnis ersetzen oder, wenn schon weitergespielt ist, zurückrollen."
        )
        return [*problems, Problem("no_next", text)]
    if after is None:
        return [
            *problems,
            Problem("no_next", _("Die nächste Runde ist noch nicht gelost: das Ergebnis kann einfach ersetzt werden.")),
        ]
    if after.outcome in DECIDED_BY_PEOPLE or after.outcome == Outcome.SELF:
        problems.append(
            Problem(
                "next_decided",
                _("Die nächste Begegnung dieser Karte (Nummer %(number)s) ist schon entschieden.")
                % {"number": after.number},
            )
        )
    elif tournament.matches.filter(LIVE, stage="main", round__gt=after.round).exists():
        problems.append(Problem("next_round", _("Die übernächste Runde ist schon gelost.")))
    opponent = after.right_card if after.left_card_id == winner.pk else after.left_card
    if (
        opponent is not None
        and opponent.owner_id == loser.owner_id
        and _avoidable(tournament, after, loser.owner_id, loser.owner_id == winner.owner_id)
    ):
        problems.append(
            Problem(
                "self_meeting",
                _("Durch den Tausch träfe die Person auf sich selbst; ein Zurückrollen kann das vermeiden."),
            )
        )
    placed = _placement_match(tournament, row, loser.pk)
    if placed is not None and placed.outcome in DECIDED_BY_PEOPLE:
        problems.append(
            Problem(
                "placement_decided", _("Die Begegnung um die Plätze 5 bis 8 der anderen Karte ist schon entschieden.")
            )
        )
    return problems


def _avoidable(tournament: Tournament, after: Match, owner: int, same: bool) -> bool:
    """Whether a new draw of the round could do without this self-meeting: its owner would hold at most half of the numbers."""
    held = tournament.matches.filter(LIVE, stage="main", round=after.round, left_card__owner=owner).count()
    held += tournament.matches.filter(LIVE, stage="main", round=after.round, right_card__owner=owner).count()
    selves = tournament.matches.filter(
        LIVE, stage="main", round=after.round, outcome=Outcome.SELF, left_card__owner=owner
    ).count()
    return held + (0 if same else 1) - after.numbers // 2 <= selves


def _winner_and_loser(row: Match) -> tuple[EntryCard | None, EntryCard | None]:
    if row.winner_side is None:
        return None, None
    return (row.left_card, row.right_card) if row.winner_side == "left" else (row.right_card, row.left_card)


def _next_match(tournament: Tournament, row: Match, card: int) -> Match | None:
    """The card's next main match, if a draw made it."""
    found = (
        tournament.matches.select_related("left_card__owner", "right_card__owner", "draw")
        .filter(LIVE, Q(left_card=card) | Q(right_card=card), stage="main", round=row.round + 1)
        .first()
    )
    return found if found is not None and found.draw is not None and found.draw.round == found.round else None


def _placement_match(tournament: Tournament, row: Match, card: int) -> Match | None:
    return (
        tournament.matches.select_related("left_card", "right_card")
        .filter(LIVE, Q(left_card=card) | Q(right_card=card), stage__in=["place5-8", "place5"], round=row.round)
        .order_by("number")
        .first()
    )


@use_case
def exchange(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    report: Report,
    reason: str,
    version: int | None = None,
    request_key: str | None = None,
) -> Recorded:
    """Correct who won: the card that should have advanced takes the place of the one that did; the draw stays as it was.

    Refused, with every reason, where the next match is decided, or where it would make a self-meeting that a roll back
    can avoid.
    """
    require_role(actor)
    row = results.find(tournament, match)
    require_correctable(tournament, row, reason, version)
    require_nothing_pending(tournament)
    if report.winner is None or report.winner == row.winner_side:
        raise refuse("same_winner", _("Der Sieger ist derselbe: zum Ändern des Standes bitte einfach korrigieren."))
    refuse_all(_against_exchange(tournament, row))
    advanced, comes = _winner_and_loser(row)
    if advanced is None or comes is None:
        raise refuse("stage", _("Hier ist keine Karte zu tauschen."))
    after, placed = _next_match(tournament, row, advanced.pk), _placement_match(tournament, row, comes.pk)
    report, findings = results.checked(tournament, row, report)
    before = results.as_json(row)
    results.keep_old(row)
    results.apply_report(row, actor, report, findings)
    tournament.cards.filter(pk=advanced.pk).update(state=CardState.OUT)
    tournament.cards.filter(pk=comes.pk).update(state=CardState.IN)
    notes = [
        Note(
            JournalKind.CORRECTION,
            f"match {row.serial}",
            before=before,
            after=results.as_json(row),
            reason=reason.strip(),
        )
    ]
    if after is not None:
        begin_anew(tournament, actor, after)
        notes += _take_place(after, advanced, comes)
        last = tournament.exchanges.aggregate(last=Max("number"))["last"] or 0
        Exchange.objects.create(
            tournament=tournament, number=last + 1, match=after, from_card=advanced, to_card=comes, before_round=after.round,
            after_draw=tournament.draws.aggregate(last=Max("number"))["last"] or 0, reason=reason.strip(), by=actor.name, at=clock.now(),
        )  # fmt: skip
    if placed is not None:
        begin_anew(tournament, actor, placed)
        notes += _take_place(placed, comes, advanced)
    log(tournament, actor, *notes)
    touch(tournament, SCOPES)
    return Recorded(row.serial, row.version, True)


def _take_place(row: Match, old: EntryCard, new: EntryCard) -> list[Note]:
    """Put `new` where `old` stood; who meets himself now (unavoidably) resolves as everywhere, and so does a bye."""
    if row.left_card_id == old.pk:
        row.left_card = new
    else:
        row.right_card = new
    left, right = row.left_card, row.right_card
    if left is not None and right is not None:
        if left.owner_id == right.owner_id:
            row.outcome, row.winner_side, row.decided_at = Outcome.SELF, "left", clock.now()
            if row.stage == "main":
                right.state = CardState.OUT
                right.save(update_fields=["state"])
        elif row.outcome == Outcome.SELF:
            row.outcome, row.winner_side, row.decided_at, row.reported_by = Outcome.OPEN, None, None, ""
    row.version += 1
    row.save()
    after = {
        **results.as_json(row), "card": new.number, "left": left.number if left else None,
        "right": right.number if right else None,
    }  # fmt: skip
    return [Note(JournalKind.EXCHANGE, f"match {row.serial}", before={"card": old.number}, after=after)]
