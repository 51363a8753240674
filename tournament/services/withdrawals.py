"""Leaving: a card or a person withdraws or is excluded; open matches become walkovers, the next draw has byes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import knockout
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    LIVE,
    CardState,
    DrawStage,
    EntryCard,
    Match,
    Outcome,
    Person,
    Role,
    Scope,
    Side,
    State,
    Tournament,
    Withdrawal,
)

from . import people
from .advance import advance
from .base import Actor, require_role, touch, use_case
from .errors import refuse
from .journal import Note, log
from .pending import require_nothing_pending
from .results import as_json

SCOPES = (Scope.SALE, Scope.ROUND, Scope.DRAW, Scope.PRIZES, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class Left:
    """The cards that left, and the serials of matches that became walkovers."""

    cards: tuple[int, ...]
    matches: tuple[int, ...]


@use_case
def withdraw(
    *,
    tournament: Tournament,
    actor: Actor,
    reason: str,
    cards: Sequence[int] = (),
    start_number: int | None = None,
    excluded: bool = False,
    request_key: str | None = None,
) -> Left:
    """Let cards, or a person with all his cards, leave.

    An open match of such a card becomes a walkover (`excluded` when excluded); a card without one counts as eliminated
    in the round it would have been drawn for; a beaten card gives up its placement matches.
    """
    require_role(actor, *(() if excluded else (Role.SCORER, Role.CASHIER)))
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    if tournament.state == State.SALE:
        raise refuse("state", _("Vor dem Schließen des Verkaufs wird eine Karte einfach zurückgenommen."))
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben."))
    require_nothing_pending(tournament)
    person = people.find(tournament, start_number) if start_number is not None else None
    chosen = list(
        (tournament.cards.filter(owner=person) if person else tournament.cards.filter(number__in=list(cards))).order_by(
            "number"
        )
    )
    going = [card for card in chosen if card.state == CardState.IN]
    # An excluded person ranks nowhere, also with cards beaten long ago; others give up what they could still play for.
    nowhere = excluded and person is not None
    out = [card for card in chosen if card.state == CardState.OUT]
    beaten = out if nowhere else _may_still_play(tournament, out)
    if going and not excluded and _is_decided(tournament):
        going = []  # what has been won stays won; whoever goes home now gives up the matches he still had to play
        if not beaten:
            raise refuse(
                "decided", _("Um den Sieg ist alles entschieden: diese Karten können das Turnier nicht mehr verlassen.")
            )
    if not going and not beaten:
        raise refuse("card", _("Von diesen Karten ist keine mehr im Spiel."))
    kind = CardState.EXCLUDED if excluded else CardState.WITHDRAWN
    tournament.cards.filter(pk__in=[card.pk for card in going]).update(state=kind)
    if person:
        tournament.people.filter(pk=person.pk).update(withdrawn=True)
    journal_kind = JournalKind.EXCLUSION if excluded else JournalKind.WITHDRAWAL
    subject = f"person {person.start_number}" if person else f"card {chosen[0].number}"
    numbers = [card.number for card in (*going, *beaten)]
    log(tournament, actor, Note(journal_kind, subject, after={"cards": sorted(numbers)}, reason=reason.strip()))
    if nowhere and person is not None:
        _unsettle(tournament, actor, person, reason.strip())
    walked = _give_up_matches(tournament, actor, going + beaten, excluded=excluded)
    with_match = [
        card.number for card in going if card.pk in {pk for m in walked for pk in (m.left_card_id, m.right_card_id)}
    ]
    without = [card.number for card in going if card.number not in with_match]
    next_round = (tournament.matches.filter(LIVE, stage="main").aggregate(last=Max("round"))["last"] or 0) + 1
    for group, before_round in ((with_match + [card.number for card in beaten], None), (without, next_round)):
        if group:
            _store(
                tournament,
                actor,
                sorted(group),
                kind,
                reason.strip(),
                before_round,
                person_pk=person.pk if person else None,
            )
    if tournament.state == State.RUNNING:
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return Left(tuple(sorted(numbers)), tuple(match.serial for match in walked))


def _is_decided(tournament: Tournament) -> bool:
    """Whether nothing is left to play for the cards that are still in."""
    if (
        tournament.state != State.RUNNING
        or tournament.matches.filter(LIVE, stage="main", outcome=Outcome.OPEN).exists()
    ):
        return False
    due = knockout.due(convert.situation(tournament))
    return not any(isinstance(step, knockout.DrawRound | knockout.MakeMatches) and _is_main(step) for step in due.steps)


def _is_main(step: knockout.DrawRound | knockout.MakeMatches) -> bool:
    return isinstance(step, knockout.DrawRound) or any(new.stage.value == "main" for new in step.matches)


def _may_still_play(tournament: Tournament, out: Sequence[EntryCard]) -> list[EntryCard]:
    """The beaten cards with placement matches open or ahead: they lost in a quarter- or semi-final, and their place is
    not certain yet. Who has a place keeps it when he goes home."""
    late = [
        card
        for card in out
        if tournament.matches.filter(
            LIVE, Q(left_card=card) | Q(right_card=card), stage="main", numbers__in=[4, 8]
        ).exists()
    ]
    if not late:
        return []
    certain = {row.card for row in convert.ranking(tournament).rows}
    return [card for card in late if card.number not in certain]


def _unsettle(tournament: Tournament, actor: Actor, person: Person, reason: str) -> None:
    """An excluded person ranks nowhere: ties he was in, settled by lot or play-off, are others now."""
    notes = []
    for lot in tournament.draws.filter(stage=DrawStage.LOT, annulled_at=None):
        if any(step[0] == "order" and person.start_number in step[1:] for step in lot.steps):
            lot.annulled_reason, lot.annulled_by, lot.annulled_at = reason, actor.name, clock.now()
            lot.save(update_fields=["annulled_reason", "annulled_by", "annulled_at"])
            notes.append(Note(JournalKind.DRAW_ANNULLED, f"draw {lot.number}", reason=reason))
    own = set(tournament.cards.filter(owner=person).values_list("number", flat=True))
    for play_off in tournament.play_offs.all():
        if own & set(play_off.card_numbers):
            play_off.delete()  # the journal keeps it
    if notes:
        log(tournament, actor, *notes)


def _give_up_matches(
    tournament: Tournament, actor: Actor, cards: Sequence[EntryCard], *, excluded: bool
) -> list[Match]:
    gone = {card.pk for card in cards}
    rows = list(
        tournament.matches.filter(LIVE, Q(left_card__in=gone) | Q(right_card__in=gone), outcome=Outcome.OPEN)
        .select_related("left_card__owner", "right_card__owner")
        .order_by("serial")
    )
    waiting = [row for row in rows if row.right_card_id is None]
    for row in waiting:
        # A bye that was still open to a rebuy: nobody can be beaten by his absence.
        row.outcome, row.winner_side = Outcome.BYE, Side.LEFT
        row.decided_at, row.reported_by, row.version = clock.now(), actor.name, row.version + 1
        row.save(update_fields=["outcome", "winner_side", "decided_at", "reported_by", "version"])
        log(tournament, actor, Note(JournalKind.BYE, f"match {row.serial}", after=as_json(row)))
    rows = [row for row in rows if row.right_card_id is not None]
    for row in rows:
        left_gone, right_gone = row.left_card_id in gone, row.right_card_id in gone
        if left_gone and right_gone:
            row.outcome, row.winner_side = Outcome.DOUBLE_WALKOVER, None
        else:
            row.outcome = Outcome.EXCLUDED if excluded else Outcome.WALKOVER
            row.winner_side = Side.RIGHT if left_gone else Side.LEFT
        row.decided_at, row.reported_by, row.version = clock.now(), actor.name, row.version + 1
        row.save(update_fields=["outcome", "winner_side", "decided_at", "reported_by", "version"])
    if rows:
        log(tournament, actor, *(Note(JournalKind.RESULT, f"match {row.serial}", after=as_json(row)) for row in rows))
    return rows


def _store(
    tournament: Tournament,
    actor: Actor,
    cards: list[int],
    kind: CardState,
    reason: str,
    before_round: int | None,
    *,
    person_pk: int | None,
) -> None:
    number = (tournament.withdrawals.aggregate(last=Max("number"))["last"] or 0) + 1
    after_draw = tournament.draws.aggregate(last=Max("number"))["last"] or 0
    Withdrawal.objects.create(
        tournament=tournament, number=number, kind=kind, card_numbers=cards, person_id=person_pk, before_round=before_round,
        after_draw=after_draw, reason=reason, by=actor.name, at=clock.now(),
    )  # fmt: skip
