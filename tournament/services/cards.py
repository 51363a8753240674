"""Entry cards: sold at the desk, reserved, paid, taken back before the draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import clock
from tournament.domain.archive import money_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import CardState, CashKind, EntryCard, Person, Reservation, Role, Scope, State, Tournament
from tournament.queries.sale import may_refund

from . import cash, people
from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem, refuse, refuse_all
from .journal import Note, log
from .people import PersonData


@dataclass(frozen=True, slots=True)
class Sale:
    """What was sold: to whom, which cards, for how much (text with two decimals), and how many are sold now."""

    start_number: int
    cards: tuple[int, ...]
    amount: str
    sold: int
    offered: int


@dataclass(frozen=True, slots=True)
class Reserved:
    """The number of the reservation and the start number it is for."""

    number: int
    start_number: int


def sold_count(tournament: Tournament) -> int:
    """Cards sold and not refunded: one COUNT."""
    return tournament.cards.exclude(state=CardState.REFUNDED).count()


def sale_problems(tournament: Tournament, *, cards: int, held: int, sold: int) -> list[Problem]:
    """Every reason why `cards` more cards cannot be sold to somebody who holds `held` of the `sold` ones."""
    if tournament.state != State.SALE:
        return [
            Problem(
                "state", _("Der Verkauf ist geschlossen. Die Turnierleitung kann ihn vor der Auslosung wieder öffnen.")
            )
        ]
    problems = []
    if cards < 1:
        problems.append(Problem("count", _("Mindestens eine Karte.")))
    left = tournament.cards_offered - sold
    if cards > left:
        text = (
            ngettext("Es ist nur noch %(left)s Karte da.", "Es sind nur noch %(left)s Karten da.", left)
            if left
            else _("Alle %(offered)s Karten sind verkauft.")
        )
        more = (
            _("Kommen mehr Leute: in der Ausschreibung auf %(larger)s Karten erhöhen.")
            if tournament.cards_offered < 4096
            else ""
        )
        values = {"left": left, "offered": tournament.cards_offered, "larger": tournament.cards_offered * 2}
        problems.append(Problem("sold_out", f"{text} {more}".strip() % values))
    free = tournament.max_cards_per_person - held
    if cards > free:
        problems.append(
            Problem(
                "limit",
                _("Höchstens %(limit)s Karten je Person: hat %(held)s, noch %(free)s möglich.")
                % {"limit": tournament.max_cards_per_person, "held": held, "free": max(free, 0)},
            )
        )
    return problems


def require_sale(tournament: Tournament, person: Person | None, cards: int) -> int:
    """Refuse what cannot be sold to this person (None: a new one) with all reasons; how many are sold now. One query."""
    counts = tournament.cards.exclude(state=CardState.REFUNDED).aggregate(
        sold=Count("id"), held=Count("id", filter=Q(owner=person))
    )
    sold: int = counts["sold"]
    refuse_all(sale_problems(tournament, cards=cards, held=counts["held"] if person else 0, sold=sold))
    return sold


def hand_over(
    tournament: Tournament, actor: Actor, person: Person, count: int, *, kind: CashKind = CashKind.SALE
) -> tuple[list[EntryCard], Decimal]:
    """Make `count` cards and their cash entry, inside a use case; everything must have been checked."""
    last = tournament.cards.aggregate(last=Max("number"))["last"] or 0
    at = clock.now()
    made = [
        EntryCard(tournament=tournament, number=last + i, owner=person, sold_at=at, price=tournament.card_price)
        for i in range(1, count + 1)
    ]
    EntryCard.objects.bulk_create(made, batch_size=500)
    amount = tournament.card_price * count
    if amount:
        cash.append(
            tournament, actor, kind=kind, amount=amount, text=card_text(person.start_number, [c.number for c in made])
        )
    return made, amount


def card_text(start_number: int, numbers: Sequence[int]) -> str:
    """What the cash book says about cards: the start number and the card numbers, never a name."""
    listed = ", ".join(map(str, numbers)) if len(numbers) <= 12 else f"{numbers[0]}-{numbers[-1]}"
    return f"Startnummer {start_number}: {listed}"


@use_case
def sell(
    *,
    tournament: Tournament,
    actor: Actor,
    cards: int,
    start_number: int | None = None,
    new_person: PersonData | None = None,
    another_with_this_name: bool = False,
    meant_as_new: bool = False,
    request_key: str | None = None,
) -> Sale:
    """Sell cards to a person of the list or to a new one, money in hand.

    Refused, all reasons at once: sale closed, more than are left, more than the limit per person, a name that is here
    already and not confirmed as somebody else (code `namesake`): by `another_with_this_name`, or chosen as a new
    person (`meant_as_new`) with another place or club.
    """
    require_role(actor, Role.CASHIER)
    person = people.find(tournament, start_number) if start_number is not None else None
    sold = require_sale(tournament, person, cards)
    if person is None:
        if new_person is None:
            raise refuse("person", _("Bitte einen Namen eingeben."))
        data = people.cleaned(new_person)
        people.ask_about_namesakes(tournament, data, confirmed=another_with_this_name, meant_as_new=meant_as_new)
        person = people.create(tournament, data)
    made, amount = hand_over(tournament, actor, person, cards)
    numbers = [card.number for card in made]
    log(
        tournament, actor,
        Note(JournalKind.CARDS_SOLD, f"person {person.start_number}", after={"cards": numbers, "amount": money_text(amount)}),
    )  # fmt: skip
    touch(tournament, [Scope.SALE, Scope.CASH, Scope.BOARD])
    return Sale(person.start_number, tuple(numbers), money_text(amount), sold + cards, tournament.cards_offered)


def refundable(tournament: Tournament, cards: Sequence[int]) -> list[EntryCard]:
    """These cards, by number, where they can be taken back now; raises Refused. At most two queries."""
    if tournament.state != State.SALE:
        raise refuse(
            "state",
            _(
                "Karten werden nur während des Verkaufs zurückgenommen. Danach: Karte zurückziehen, oder den Verkauf wieder öffnen."
            ),
        )
    if not may_refund(tournament):
        raise refuse(
            "hand_draw",
            _("Es wird schon mit der Hand gelost. Zuerst die Handauslosung verwerfen, dann die Karte zurücknehmen."),
        )
    wanted = set(cards)
    found = list(
        tournament.cards.select_related("owner").filter(number__in=wanted, state=CardState.IN).order_by("number")
    )
    if not found or len(found) != len(wanted):
        missing = ", ".join(str(n) for n in sorted(wanted - {c.number for c in found}))
        raise refuse(
            "card", _("Diese Karten sind nicht verkauft oder schon zurückgenommen: %(cards)s") % {"cards": missing}
        )
    if len({card.owner_id for card in found}) > 1:
        raise refuse("card", _("Bitte nur Karten einer Person auf einmal zurücknehmen."))
    return found


@use_case
def refund(
    *, tournament: Tournament, actor: Actor, cards: Sequence[int], reason: str = "", request_key: str | None = None
) -> Sale:
    """Take cards of one person back before the draw and pay out what was paid; their numbers are not used again."""
    require_role(actor, Role.CASHIER)
    found = refundable(tournament, cards)
    wanted, owner = [card.number for card in found], found[0].owner
    amount = sum((card.price for card in found), Decimal(0))
    tournament.cards.filter(pk__in=[card.pk for card in found]).update(state=CardState.REFUNDED)
    if amount:
        cash.append(tournament, actor, kind=CashKind.REFUND, amount=-amount, text=card_text(owner.start_number, wanted))
    log(
        tournament, actor,
        Note(
            JournalKind.CARDS_REFUNDED, f"person {owner.start_number}",
            before={"cards": wanted}, after={"amount": money_text(-amount)}, reason=reason.strip() or None,
        ),
    )  # fmt: skip
    touch(tournament, [Scope.SALE, Scope.CASH, Scope.BOARD])
    return Sale(
        owner.start_number, tuple(wanted), money_text(-amount), sold_count(tournament), tournament.cards_offered
    )


@use_case
def reserve(
    *,
    tournament: Tournament,
    actor: Actor,
    cards: int,
    until: datetime | None = None,
    start_number: int | None = None,
    new_person: PersonData | None = None,
    another_with_this_name: bool = False,
    meant_as_new: bool = False,
    request_key: str | None = None,
) -> Reserved:
    """Note that somebody wants cards; they count only when paid, and no card is kept back for them."""
    require_role(actor, Role.CASHIER)
    if tournament.state != State.SALE:
        raise refuse("state", _("Der Verkauf ist geschlossen."))
    if not 1 <= cards <= tournament.max_cards_per_person:
        raise refuse("limit", _("1 bis %(limit)s Karten je Person.") % {"limit": tournament.max_cards_per_person})
    if start_number is not None:
        person = people.find(tournament, start_number)
    elif new_person is not None:
        data = people.cleaned(new_person)
        people.ask_about_namesakes(tournament, data, confirmed=another_with_this_name, meant_as_new=meant_as_new)
        person = people.create(tournament, data)
    else:
        raise refuse("person", _("Bitte einen Namen eingeben."))
    made = make_reservation(tournament, person, cards, until)
    log(
        tournament,
        actor,
        Note(JournalKind.RESERVED, f"person {person.start_number}", after={"reservation": made.number, "cards": cards}),
    )
    touch(tournament, [Scope.SALE])
    return Reserved(made.number, person.start_number)


def make_reservation(tournament: Tournament, person: Person, cards: int, until: datetime | None) -> Reservation:
    """Store a reservation, inside a use case."""
    last = tournament.reservations.aggregate(last=Max("number"))["last"] or 0
    return Reservation.objects.create(
        tournament=tournament, number=last + 1, person=person, cards=cards, until=until, made_at=clock.now()
    )


@use_case
def pay_reservation(
    *, tournament: Tournament, actor: Actor, number: int, cards: int | None = None, request_key: str | None = None
) -> Sale:
    """Turn a reservation into cards, money in hand; `cards` when he takes fewer or more than reserved."""
    require_role(actor, Role.CASHIER)
    reservation = _open_reservation(tournament, number)
    wanted = reservation.cards if cards is None else cards
    sold = require_sale(tournament, reservation.person, wanted)
    made, amount = hand_over(tournament, actor, reservation.person, wanted)
    Reservation.objects.filter(pk=reservation.pk).update(state=Reservation.State.PAID, ended_at=clock.now())
    numbers = [card.number for card in made]
    after = {"reservation": number, "cards": numbers, "amount": money_text(amount)}
    log(tournament, actor, Note(JournalKind.RESERVATION_PAID, f"person {reservation.person.start_number}", after=after))
    touch(tournament, [Scope.SALE, Scope.CASH, Scope.BOARD])
    return Sale(
        reservation.person.start_number,
        tuple(numbers),
        money_text(amount),
        sold + wanted,
        tournament.cards_offered,
    )


@use_case
def release_reservation(
    *, tournament: Tournament, actor: Actor, number: int, request_key: str | None = None
) -> Reserved:
    """Let a reservation go: he does not come."""
    require_role(actor, Role.CASHIER)
    reservation = releasable(tournament, number)
    Reservation.objects.filter(pk=reservation.pk).update(state=Reservation.State.RELEASED, ended_at=clock.now())
    log(
        tournament,
        actor,
        Note(
            JournalKind.RESERVATION_RELEASED,
            f"person {reservation.person.start_number}",
            before={"reservation": number},
        ),
    )
    touch(tournament, [Scope.SALE])
    return Reserved(number, reservation.person.start_number)


def releasable(tournament: Tournament, number: int) -> Reservation:
    """This reservation where it can be let go now; raises Refused, NotFound. One query."""
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    return _open_reservation(tournament, number)


def _open_reservation(tournament: Tournament, number: int) -> Reservation:
    reservation = tournament.reservations.select_related("person").filter(number=number).first()
    if reservation is None:
        raise NotFound(Problem("reservation", _("Diese Reservierung gibt es nicht.")))
    if reservation.state != Reservation.State.OPEN:
        raise refuse("reservation", _("Diese Reservierung ist schon erledigt."))
    return reservation
