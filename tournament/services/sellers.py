"""Advance sale: who sells cards beforehand, how many he was given, and the settlement of the money.

What a seller has sold is entered at a desk of his own (`Vorverkauf 2`): that is the money he owes. The settlement moves
it to the desk where he brings it, by two entries of the kind `advance` that add up to nothing.
"""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Max, Sum
from django.utils.translation import gettext as _

from tournament.domain import names
from tournament.domain.archive import money_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import CashKind, Role, Scope, Seller, State, Tournament
from tournament.translated import translated

from . import cash
from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem, Refused, refuse
from .journal import Note, log

MOST_CARDS = 4096


@dataclass(frozen=True, slots=True)
class Listed:
    """The seller's number and desk."""

    number: int
    desk: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What was settled now, and what the seller still owes (texts with two decimals)."""

    number: int
    amount: str
    owes: str


def desk_of(number: int) -> str:
    """The desk at which a seller's sales are entered."""
    return f"Vorverkauf {number}"


@use_case
def add(*, tournament: Tournament, actor: Actor, name: str, cards: int, request_key: str | None = None) -> Listed:
    """Note a seller and how many cards he takes along. The name stays out of journal and cash book."""
    require_role(actor, Role.CASHIER)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    clean = _checked(name, cards)
    number = (tournament.sellers.aggregate(last=Max("number"))["last"] or 0) + 1
    Seller.objects.create(tournament=tournament, number=number, name=clean, cards=cards)
    log(tournament, actor, Note(JournalKind.SELLER, f"seller {number}", after={"cards": cards}))
    touch(tournament, [Scope.CASH])
    return Listed(number, desk_of(number))


@use_case
def change(
    *, tournament: Tournament, actor: Actor, number: int, name: str, cards: int, request_key: str | None = None
) -> Listed:
    """Another name, or more or fewer cards taken along (unsold ones brought back)."""
    require_role(actor, Role.CASHIER)
    seller = find(tournament, number)
    clean = _checked(name, cards)
    if (seller.name, seller.cards) != (clean, cards):
        before = {"cards": seller.cards}
        seller.name, seller.cards = clean, cards
        seller.save(update_fields=["name", "cards"])
        log(tournament, actor, Note(JournalKind.SELLER, f"seller {number}", before=before, after={"cards": cards}))
        touch(tournament, [Scope.CASH])
    return Listed(number, desk_of(number))


def _checked(name: str, cards: int) -> str:
    problems = []
    clean = ""
    try:
        clean = names.clean_name(name)
    except names.InvalidText as error:
        problems.append(Problem("name", translated(error.message)))
    if not 0 <= cards <= MOST_CARDS:
        problems.append(Problem("cards", _("0 bis %(most)s Karten.") % {"most": MOST_CARDS}))
    if problems:
        raise Refused(*problems)
    return clean


@use_case
def settle(
    *, tournament: Tournament, actor: Actor, number: int, amount: Decimal, request_key: str | None = None
) -> Settled:
    """The seller brings money: at most what he owes; it is in this desk's drawer from now on."""
    require_role(actor, Role.CASHIER)
    find(tournament, number)
    desk, due = desk_of(number), owes(tournament, number)
    if actor.desk == desk:
        raise refuse(
            "desk",
            _("Dieses Gerät ist gerade %(desk)s. Bitte zuerst die Kassa wählen, die das Geld bekommt.")
            % {"desk": desk},
        )
    if not Decimal(0) < amount <= due:
        raise refuse("amount", _("Abzurechnen sind höchstens € %(due)s.") % {"due": money_text(due)})
    text = _("Abrechnung %(desk)s") % {"desk": desk}
    for sign, where in ((-1, desk), (1, actor.desk)):
        entry = cash.append(tournament, actor, kind=CashKind.ADVANCE, amount=sign * amount, text=text, desk=where)
        after = {"kind": entry.kind, "amount": money_text(entry.amount), "desk": where}
        log(tournament, actor, Note(JournalKind.CASH, f"cash {entry.number}", after=after))
    touch(tournament, [Scope.CASH, Scope.SALE])
    return Settled(number, money_text(amount), money_text(due - amount))


def owes(tournament: Tournament, number: int) -> Decimal:
    """What the seller has taken in and not brought yet. One query."""
    return tournament.cash.filter(desk=desk_of(number)).aggregate(total=Sum("amount"))["total"] or Decimal(0)


def find(tournament: Tournament, number: int) -> Seller:
    """The seller with this number; raises NotFound."""
    seller = tournament.sellers.filter(number=number).first()
    if seller is None:
        raise NotFound(Problem("seller", _("Diesen Verkäufer gibt es nicht.")))
    return seller
