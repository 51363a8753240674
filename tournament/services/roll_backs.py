"""Rolling back to a result: every later draw is annulled with its results, then it is corrected. Nothing is ever deleted."""

from collections.abc import Sequence

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import LIVE, CardState, Draw, DrawStage, Match, Outcome, Tournament, Withdrawal

from . import corrections, results
from .base import Actor, require_role, touch, use_case
from .corrections import require_correctable
from .draws import SCOPES
from .errors import refuse
from .journal import Note, log
from .late_corrections import Dependents, dependents
from .pending import require_nothing_pending
from .results import DECIDED_BY_PEOPLE, Recorded, Report


def round_name(row: Match) -> str:
    """What the organiser types to roll back to this result: the name of its round."""
    if row.stage == "main":
        return _("Runde %(number)s") % {"number": row.round}
    return f"P{row.number}"


@use_case
def roll_back(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    report: Report,
    typed: str,
    reason: str,
    version: int | None = None,
    request_key: str | None = None,
) -> Recorded:
    """Annul every later draw with its results, then correct. `typed` must be `round_name` of the corrected match.

    Matches that followed without a draw and still follow are opened again with their old result kept.
    """
    require_role(actor)
    row = results.find(tournament, match)
    require_correctable(tournament, row, reason, version)
    require_nothing_pending(tournament)
    if typed.strip().casefold() != round_name(row).casefold():
        raise refuse("typed", _("Zum Zurückrollen bitte „%(name)s“ eintippen.") % {"name": round_name(row)})
    if report.winner == row.winner_side:
        raise refuse("same_winner", _("Der Sieger ist derselbe: zum Ändern des Standes bitte einfach korrigieren."))
    found = dependents(tournament, row)
    log(
        tournament, actor,
        Note(
            JournalKind.ROLL_BACK, f"match {row.serial}",
            before={"draws": [draw.number for draw in found.draws], "matches": [each.serial for each in found.matches]}, reason=reason.strip(),
        ),
    )  # fmt: skip
    _annul_later(tournament, actor, found, reason.strip())
    _clear_what_waits(tournament, row)
    tournament.play_offs.all().delete()  # the journal keeps them; the groups they settled may be others now
    _recompute_states(tournament)
    _departures_after(tournament, row)
    corrections.correct(tournament=tournament, actor=actor, match=match, report=report, reason=reason)
    touch(tournament, SCOPES)
    return Recorded(row.serial, row.version + 1, True)


def _annul_later(tournament: Tournament, actor: Actor, found: Dependents, reason: str) -> None:
    """Annul the draws; matches made without a draw go with the last annulled round before them, or are opened again."""
    by_round = {draw.round: draw for draw in found.draws if draw.stage == DrawStage.MAIN}
    places = next((draw for draw in found.draws if draw.stage == DrawStage.PLACES), None)
    annulled = {draw.pk for draw in found.draws}
    notes = []
    for each in found.matches:
        with_draw = _goes_with(each, annulled, by_round, places)
        if with_draw is not None:
            each.annulled_with = with_draw
            each.save(update_fields=["annulled_with"])
        elif each.outcome != Outcome.OPEN:
            before = results.as_json(each)
            if each.outcome in DECIDED_BY_PEOPLE:
                results.keep_old(each)
            results.open_again(each)
            notes.append(
                Note(
                    JournalKind.MATCH_CHANGED,
                    f"match {each.serial}",
                    before=before,
                    after=results.as_json(each),
                    reason=reason,
                )
            )
    for draw in found.draws:
        draw.annulled_reason, draw.annulled_by, draw.annulled_at = reason, actor.name, clock.now()
        draw.save(update_fields=["annulled_reason", "annulled_by", "annulled_at"])
        notes.append(Note(JournalKind.DRAW_ANNULLED, f"draw {draw.number}", reason=reason))
    if notes:
        log(tournament, actor, *notes)


def _clear_what_waits(tournament: Tournament, row: Match) -> None:
    """With a fixed bracket no draw stands between: what followed from matches that are open again waits for them.

    It is made anew when they are decided. It goes with a draw for the places 5 to 8 that is annulled; where there is
    none, nothing was made after it, its number is free again, and what was played there stands in the journal.
    """
    waiting = tournament.matches.filter(
        LIVE, Q(stage="main", round__gt=row.round + 1) | Q(stage="place3", round__gt=row.round)
    )
    if row.stage != "main" or not waiting.exists():
        return
    places = tournament.draws.filter(stage=DrawStage.PLACES).exclude(annulled_at=None).order_by("-number").first()
    if places is not None:
        waiting.update(annulled_with=places)
    else:
        waiting.delete()


def _goes_with(row: Match, annulled: set[int], by_round: dict[int, Draw], places: Draw | None) -> Draw | None:
    if row.draw is not None and row.draw_id in annulled:
        return row.draw
    if row.stage in ("place5", "place7") and places is not None:
        return places
    rounds = [number for number in by_round if number <= row.round]
    return by_round[max(rounds)] if rounds else None


def _recompute_states(tournament: Tournament) -> None:
    """Every card that is neither withdrawn nor excluded: handed in if it lost a standing match of the main line, else in play."""
    lost: set[int] = set()
    rows = tournament.matches.filter(LIVE, stage="main").exclude(outcome=Outcome.OPEN)
    for left, right, side in rows.values_list("left_card", "right_card", "winner_side"):
        lost |= {card for card, where in ((left, "left"), (right, "right")) if card is not None and where != side}
    out, back = [], []
    for pk, state in tournament.cards.filter(state__in=[CardState.IN, CardState.OUT]).values_list("pk", "state"):
        if pk in lost and state == CardState.IN:
            out.append(pk)
        elif pk not in lost and state == CardState.OUT:
            back.append(pk)
    for pks, state in ((out, CardState.OUT), (back, CardState.IN)):
        for start in range(0, len(pks), 500):
            tournament.cards.filter(pk__in=pks[start : start + 500]).update(state=state)
    # Whoever left with a beaten card has left, also where the defeat is no more.
    for departure in tournament.withdrawals.all():
        tournament.cards.filter(number__in=departure.card_numbers, state=CardState.IN).update(state=departure.kind)


def _departures_after(tournament: Tournament, row: Match) -> None:
    """Cards that left later than the round rolled back to now count for the next round."""
    if row.stage != "main":
        return
    tournament.withdrawals.filter(before_round__gt=row.round + 1).update(before_round=row.round + 1)
    gone = dict(
        tournament.cards.filter(state__in=[CardState.WITHDRAWN, CardState.EXCLUDED]).values_list("number", "pk")
    )
    if not gone:
        return
    beaten = {
        card
        for left, right, side in tournament.matches.filter(LIVE, stage="main")
        .exclude(outcome=Outcome.OPEN)
        .values_list("left_card", "right_card", "winner_side")
        for card, where in ((left, "left"), (right, "right"))
        if where != side
    }
    for departure in list(tournament.withdrawals.filter(before_round=None)):
        moved = [number for number in departure.card_numbers if number in gone and gone[number] not in beaten]
        if moved:
            _split(tournament, departure, moved, row.round + 1)


def _split(tournament: Tournament, departure: Withdrawal, moved: Sequence[int], before_round: int) -> None:
    rest = [number for number in departure.card_numbers if number not in moved]
    if not rest:
        departure.before_round = before_round
        departure.save(update_fields=["before_round"])
        return
    departure.card_numbers = rest
    departure.save(update_fields=["card_numbers"])
    last = tournament.withdrawals.aggregate(last=Max("number"))["last"] or 0
    Withdrawal.objects.create(
        tournament=tournament, number=last + 1, kind=departure.kind, card_numbers=list(moved), person=departure.person,
        before_round=before_round, after_draw=departure.after_draw, reason=departure.reason, by=departure.by, at=departure.at,
    )  # fmt: skip
