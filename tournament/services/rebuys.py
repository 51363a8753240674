"""Rebuy (Nachkauf): an unsold card is still sold after the draw, into an open bye of round 1."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Max
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import money_text
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.steps import NewMatch
from tournament.domain.terms import Outcome as Open
from tournament.models import LIVE, CashKind, Match, Outcome, Person, Rebuy, Role, Scope, Side, State, Tournament

from . import cards, people
from .advance import advance
from .base import Actor, require_role, touch, use_case
from .errors import refuse
from .journal import Note, log
from .people import PersonData
from .results import as_json

SCOPES = (Scope.SALE, Scope.CASH, Scope.ROUND, Scope.BOARD, Scope.DRAW)


@dataclass(frozen=True, slots=True)
class Rebought:
    """The new card, and the match (serial and number) it plays in."""

    card: int
    match: int
    match_number: int
    amount: str


@dataclass(frozen=True, slots=True)
class RebuyClosed:
    """How many byes are byes for good now."""

    byes: int


def open_byes(tournament: Tournament) -> list[Match]:
    """Byes of round 1 that a card may still be bought into, lowest number first: one query."""
    rows = tournament.matches.filter(LIVE, stage="main", round=1, outcome=Outcome.OPEN, right_card=None)
    return list(rows.select_related("left_card__owner").order_by("number"))


def with_open_byes(tournament: Tournament, made: Sequence[NewMatch]) -> list[NewMatch]:
    """The drawn matches of round 1, with its byes left open where the tournament has a rebuy; inside a use case."""
    made = list(made)
    if not tournament.rebuy or any(new.stage.value != "main" or new.round != 1 for new in made):
        return made
    opened = [replace(new, outcome=Open.OPEN, winner=None) if new.right is None else new for new in made]
    if opened != made:
        tournament.rebuy_open = True
        tournament.save(update_fields=["rebuy_open"])
    return opened


def _require_open(tournament: Tournament) -> None:
    if not tournament.rebuy:
        raise refuse("rebuy", _("In diesem Turnier gibt es keinen Nachkauf."))
    if tournament.state != State.RUNNING or not tournament.rebuy_open:
        raise refuse("rebuy_closed", _("Der Nachkauf ist geschlossen."))


@use_case
def rebuy(
    *,
    tournament: Tournament,
    actor: Actor,
    start_number: int | None = None,
    new_person: PersonData | None = None,
    another_with_this_name: bool = False,
    request_key: str | None = None,
) -> Rebought:
    """Sell one card into the lowest-numbered open bye that is not the buyer's own; the bye becomes a match.

    Somebody who comes only now is added to the list.

    Refused where no such bye is left, and beyond the limit of rebuys per person.
    """
    require_role(actor, Role.CASHIER)
    _require_open(tournament)
    person = _buyer(tournament, start_number, new_person, another_with_this_name)
    if tournament.rebuys.filter(person=person).count() >= tournament.rebuy_limit:
        raise refuse("limit", _("Höchstens %(limit)s Nachkäufe je Person.") % {"limit": tournament.rebuy_limit})
    row = next(
        (bye for bye in open_byes(tournament) if bye.left_card is not None and bye.left_card.owner_id != person.pk),
        None,
    )
    if row is None:
        raise refuse("no_bye", _("Es ist kein Freilos mehr da, das nicht der Person selbst gehört."))
    (card,), amount = cards.hand_over(tournament, actor, person, 1, kind=CashKind.REBUY)
    row.right_card = card
    row.version += 1
    row.save(update_fields=["right_card", "version"])
    last = tournament.rebuys.aggregate(last=Max("number"))["last"] or 0
    Rebuy.objects.create(
        tournament=tournament, number=last + 1, card=card, person=person, match=row, before_round=1,
        after_draw=tournament.draws.aggregate(last=Max("number"))["last"] or 0, by=actor.name, at=clock.now(),
    )  # fmt: skip
    after = {"card": card.number, "match": row.serial, "amount": money_text(amount)}
    log(
        tournament, actor,
        Note(JournalKind.REBUY, f"person {person.start_number}", after=after),
        Note(
            JournalKind.MATCH_CHANGED, f"match {row.serial}",
            after={**as_json(row), "left": row.left_card.number if row.left_card else None, "right": card.number},
        ),
    )  # fmt: skip
    touch(tournament, SCOPES)
    return Rebought(card.number, row.serial, row.number, money_text(amount))


def _buyer(tournament: Tournament, start_number: int | None, new: PersonData | None, another: bool) -> Person:
    if start_number is not None:
        return people.find(tournament, start_number)
    if new is None:
        raise refuse("person", _("Bitte wählen, wer nachkauft, oder einen neuen Namen eingeben."))
    data = people.cleaned(new)
    people.ask_about_namesakes(tournament, data, confirmed=another, meant_as_new=True)
    return people.create(tournament, data)


@use_case
def close(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> RebuyClosed:
    """Close the rebuy: byes that nobody bought into are byes now."""
    require_role(actor)
    _require_open(tournament)
    rows = open_byes(tournament)
    at = clock.now()
    tournament.matches.filter(pk__in=[row.pk for row in rows]).update(
        outcome=Outcome.BYE, winner_side=Side.LEFT, decided_at=at, reported_by=actor.name
    )
    tournament.rebuy_open = False
    tournament.save(update_fields=["rebuy_open"])
    notes = [Note(JournalKind.REBUY_CLOSED, "tournament", after={"byes": len(rows)})]
    for row in rows:
        row.outcome, row.winner_side = Outcome.BYE, Side.LEFT
        notes.append(Note(JournalKind.BYE, f"match {row.serial}", after=as_json(row)))
    log(tournament, actor, *notes)
    if not tournament.matches.filter(LIVE, stage="main", round=1, outcome=Outcome.OPEN).exists():
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return RebuyClosed(len(rows))
