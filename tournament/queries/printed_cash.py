"""The cash close on paper: what the book says, what was in the drawer, and every entry."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import CardState, CashCount, CashEntry, Tournament
from tournament.translated import recorded_cards

from .cash import entries, totals
from .draw_shown import LastHashes, last_hashes
from .printing import NothingToPrint
from .sellers import sellers


@dataclass(frozen=True, slots=True)
class KindTotal:
    """What one kind adds up to, desk by desk (None: it does not occur there)."""

    kind: str
    by_desk: tuple[Decimal | None, ...]
    total: Decimal


@dataclass(frozen=True, slots=True)
class Coins:
    """So many pieces of one denomination."""

    cents: int
    pieces: int

    @property
    def amount(self) -> Decimal:
        """What they are worth."""
        return Decimal(self.cents * self.pieces) / 100


@dataclass(frozen=True, slots=True)
class Drawer:
    """The last count of a desk's drawer. `expected`: by the book at that moment; `booked_since`: what was booked there afterwards."""

    number: int
    desk: str
    coins: tuple[Coins, ...]
    counted: Decimal
    expected: Decimal
    booked_since: Decimal
    by: str
    at: datetime

    @property
    def difference(self) -> Decimal:
        """Counted less expected: below zero, money is missing."""
        return self.counted - self.expected


@dataclass(frozen=True, slots=True)
class InAdvance:
    """Somebody who sold in advance: what was entered at his desk, what he has handed over, what he still owes."""

    name: str
    desk: str
    sold: Decimal
    settled: Decimal
    owes: Decimal


@dataclass(frozen=True, slots=True)
class BookLine:
    """An entry of the book. `voided`: a later one cancels it; `voids`: the one it cancels itself."""

    number: int
    at: datetime
    kind: str
    text: str
    desk: str
    by: str
    amount: Decimal
    voided: bool
    voids: int | None


@dataclass(frozen=True, slots=True)
class PrintedCash:
    """The cash close. `uncounted`: desks with entries whose drawer was never counted; `cards`: sold and not taken back."""

    desks: tuple[str, ...]
    kinds: tuple[KindTotal, ...]
    by_desk: tuple[Decimal, ...]
    total: Decimal
    drawers: tuple[Drawer, ...]
    uncounted: tuple[str, ...]
    sellers: tuple[InAdvance, ...]
    cards: int
    book: tuple[BookLine, ...]
    last: LastHashes = field(repr=False)


def printed_cash(tournament: Tournament, options: Options, *, desk_of: Callable[[int], str]) -> PrintedCash:
    """Nine queries at most, whatever the size. `desk_of`: the desk of the seller with this number; it has no drawer to count."""
    sums = totals(tournament, "")
    counts = list(tournament.cash_counts.order_by("number"))
    if not sums.kinds and not counts:
        raise NothingToPrint(_("Im Kassabuch steht noch nichts."))
    in_advance = sellers(
        tournament, {number: desk_of(number) for number in tournament.sellers.values_list("number", flat=True)}
    )
    without = {count.desk for count in counts} | {line.desk for line in in_advance}
    now = dict(zip(sums.desks, sums.by_desk, strict=True))
    return PrintedCash(
        desks=sums.desks,
        kinds=tuple(KindTotal(str(line.kind.label), line.by_desk, line.total) for line in sums.kinds),
        by_desk=sums.by_desk, total=sums.total,
        drawers=_drawers(counts, now),
        uncounted=tuple(desk for desk in sums.desks if desk not in without),
        sellers=tuple(InAdvance(line.name, line.desk, line.sold, line.settled, line.owes) for line in in_advance),
        cards=tournament.cards.exclude(state=CardState.REFUNDED).count(),
        book=tuple(_line(row) for row in entries(tournament).order_by("number")),
        last=last_hashes(tournament),
    )  # fmt: skip


def _drawers(counts: Iterable[CashCount], now: dict[str, Decimal]) -> tuple[Drawer, ...]:
    """The last count of each desk, desks by name."""
    last = {count.desk: count for count in counts}
    return tuple(_drawer(last[desk], now.get(desk, Decimal(0))) for desk in sorted(last))


def _drawer(count: CashCount, now: Decimal) -> Drawer:
    coins = sorted(((int(cents), int(pieces)) for cents, pieces in count.coins.items() if pieces), reverse=True)
    return Drawer(
        count.number,
        count.desk,
        tuple(Coins(*coin) for coin in coins),
        count.counted,
        count.expected,
        now - count.expected,
        count.by,
        count.at,
    )


def _line(row: CashEntry) -> BookLine:
    voided = bool(getattr(row, "voided", False))
    return BookLine(
        row.number,
        row.at,
        str(row.get_kind_display()),
        recorded_cards(row.text),
        row.desk,
        row.by,
        row.amount,
        voided,
        row.voids,
    )
