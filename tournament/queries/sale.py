"""What the desk sees: the counter, the cash of this desk, the last sales, who is reserved."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import groupby

from django.db.models import Count, QuerySet, Sum

from tournament.domain.knockout import MOST_CARDS, field_sizes
from tournament.models import CardState, EntryCard, Person, Reservation, State, Tournament

SHOWN_SALES = 8
SHOWN_RESERVATIONS = 12
_READ_CARDS = 60
NOTES = (5, 10, 20, 50, 100, 200)


@dataclass(frozen=True, slots=True)
class Counter:
    """Sold of offered; what round 1 would be if the sale were closed now; the money."""

    sold: int
    offered: int
    size: int
    byes: int
    matches: int
    in_desk: Decimal
    reserved_cards: int
    reserved_amount: Decimal

    @property
    def left(self) -> int:
        """Cards still to be had."""
        return self.offered - self.sold

    @property
    def larger(self) -> int:
        """The next larger field, 0 where there is none."""
        return self.offered * 2 if self.offered < MOST_CARDS else 0


@dataclass(frozen=True, slots=True)
class SoldLine:
    """A sale as it stands now: `numbers` of the cards still held, `refunded` of those taken back."""

    person: Person
    at: datetime
    numbers: tuple[int, ...]
    refunded: tuple[int, ...]
    amount: Decimal


@dataclass(frozen=True, slots=True)
class ReservedLine:
    """An open reservation, what it will cost, and whether its time is over."""

    number: int
    person: Person
    cards: int
    until: datetime | None
    amount: Decimal
    overdue: bool


@dataclass(frozen=True, slots=True)
class ReservedList:
    """The open reservations, those due first at the top; `more` are not shown."""

    lines: tuple[ReservedLine, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Done:
    """What happened last at this desk: amount (negative: to pay out), given and change where somebody typed it."""

    kind: str
    person: Person
    numbers: tuple[int, ...]
    cards: int
    amount: Decimal
    given: Decimal | None = None
    until: datetime | None = None

    @property
    def change(self) -> Decimal | None:
        """What goes back; None where nothing was typed."""
        return None if self.given is None else self.given - self.amount

    @property
    def changes(self) -> tuple[tuple[int, Decimal], ...]:
        """What goes back on the usual notes, where nobody typed what was given."""
        if self.kind != "sold" or self.given is not None or not self.amount:
            return ()
        return tuple((note, note - self.amount) for note in NOTES if note > self.amount)[:3]


def may_refund(tournament: Tournament) -> bool:
    """Whether cards are taken back now at all: while they are sold, and nobody draws slips for them. At most one query."""
    return tournament.state == State.SALE and not hasattr(tournament, "hand_draw")


def counter(tournament: Tournament, desk: str) -> Counter:
    """Three queries, whatever the size."""
    sold = tournament.cards.exclude(state=CardState.REFUNDED).count()
    in_desk = tournament.cash.filter(desk=desk).aggregate(total=Sum("amount"))["total"] or Decimal(0)
    reserved = _open(tournament).aggregate(total=Sum("cards"))["total"] or 0
    field = field_sizes(sold, tournament.cards_offered)
    return Counter(
        sold=sold, offered=tournament.cards_offered, size=field.size, byes=field.byes,
        matches=max(sold - field.size // 2, 0) if field.size > 1 else 0, in_desk=in_desk,
        reserved_cards=reserved, reserved_amount=reserved * tournament.card_price,
    )  # fmt: skip


def last_sales(tournament: Tournament) -> tuple[SoldLine, ...]:
    """The last sales, newest first: cards one person got at one moment. One query."""
    cards = list(tournament.cards.select_related("owner").order_by("-number")[:_READ_CARDS])
    groups = [list(group) for _key, group in groupby(cards, key=lambda card: (card.owner_id, card.sold_at))]
    if len(cards) == _READ_CARDS and len(groups) > 1:
        groups.pop()  # it may have been cut in two
    return tuple(_line(group[::-1]) for group in groups[:SHOWN_SALES])


def _line(cards: list[EntryCard]) -> SoldLine:
    held = [card for card in cards if card.state != CardState.REFUNDED]
    return SoldLine(
        person=cards[0].owner, at=cards[0].sold_at, numbers=tuple(card.number for card in held),
        refunded=tuple(card.number for card in cards if card.state == CardState.REFUNDED),
        amount=sum((card.price for card in held), Decimal(0)),
    )  # fmt: skip


def reserved(tournament: Tournament, now: datetime) -> ReservedList:
    """Open reservations, the one due first on top. Two queries."""
    rows = _open(tournament).select_related("person").order_by("until", "number")
    shown = [
        ReservedLine(
            row.number, row.person, row.cards, row.until, row.cards * tournament.card_price,
            overdue=row.until is not None and row.until < now,
        )
        for row in rows[:SHOWN_RESERVATIONS]
    ]  # fmt: skip
    return ReservedList(tuple(shown), _open(tournament).count() - len(shown))


def _open(tournament: Tournament) -> QuerySet[Reservation]:
    return Reservation.objects.filter(tournament=tournament, state=Reservation.State.OPEN)


def done_sale(tournament: Tournament, numbers: tuple[int, ...], given: Decimal | None) -> Done | None:
    """The sale of these cards, as the page shows it after it was made; None if they are not one person's. One query."""
    return _done("sold", tournament, numbers, given)


def done_refund(tournament: Tournament, numbers: tuple[int, ...]) -> Done | None:
    """The refund of these cards: the amount is what is paid out. One query."""
    return _done("refunded", tournament, numbers, None)


def _done(kind: str, tournament: Tournament, numbers: tuple[int, ...], given: Decimal | None) -> Done | None:
    cards = list(tournament.cards.filter(number__in=numbers).select_related("owner").order_by("number"))
    wanted = [card for card in cards if (card.state == CardState.REFUNDED) == (kind == "refunded")]
    if not wanted or len({card.owner_id for card in wanted}) > 1:
        return None
    amount = sum((card.price for card in wanted), Decimal(0))
    shown = tuple(card.number for card in wanted)
    return Done(kind, wanted[0].owner, shown, len(wanted), amount, given)


def done_reservation(tournament: Tournament, number: int) -> Done | None:
    """The reservation that was just made. One query."""
    row = _open(tournament).select_related("person").filter(number=number).first()
    if row is None:
        return None
    return Done("reserved", row.person, (), row.cards, row.cards * tournament.card_price, until=row.until)


@dataclass(frozen=True, slots=True)
class Words:
    """Places and clubs already typed, offered for the next person."""

    places: tuple[str, ...]
    clubs: tuple[str, ...]


def words(tournament: Tournament) -> Words:
    """The usual places and clubs of this tournament, the most frequent first. Two queries."""
    return Words(_usual(tournament, "place"), _usual(tournament, "club"))


def _usual(tournament: Tournament, field: str) -> tuple[str, ...]:
    found = tournament.people.exclude(**{field: ""}).values_list(field).annotate(times=Count("pk"))
    return tuple(text for text, _times in found.order_by("-times", field)[:100])


def desks(tournament: Tournament) -> tuple[str, ...]:
    """The desks of this tournament so far, and the usual names. One query."""
    used = tournament.cash.order_by("desk").values_list("desk", flat=True).distinct()
    return tuple(sorted({*used, "Kassa 1", "Kassa 2", "Kassa 3"}))
