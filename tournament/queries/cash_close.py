"""The close of the evening: what the book says, what was counted last, what is not settled, the hash to sign."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from tournament.models import CashCount, Tournament

from .cash import Totals, totals


@dataclass(frozen=True, slots=True)
class DeskClose:
    """A desk: what should be in it, the last count, and how many entries came after that count."""

    desk: str
    expected: Decimal
    count: CashCount | None
    later: int

    @property
    def difference(self) -> Decimal | None:
        """Counted less expected now; None where nothing was counted."""
        return None if self.count is None else self.count.counted - self.expected

    @property
    def is_done(self) -> bool:
        """Counted after the last entry."""
        return self.count is not None and not self.later


@dataclass(frozen=True, slots=True)
class CashClose:
    """Everything the cash close shows. `last_hash`: of the last entry, which makes the whole book tamper-evident."""

    totals: Totals
    desks: tuple[DeskClose, ...]
    entries: int
    last_hash: str
    first_at: datetime | None
    last_at: datetime | None


def cash_close(tournament: Tournament, *, without: frozenset[str] = frozenset()) -> CashClose:
    """`without`: desks that are no drawers (sellers in advance). Three queries, whatever the size."""
    book = list(tournament.cash.order_by("number").values_list("desk", "at", "hash"))
    counted = {count.desk: count for count in tournament.cash_counts.order_by("number")}
    found = totals(tournament, "")
    desks = []
    for desk, expected in zip(found.desks, found.by_desk, strict=True):
        if desk not in without:
            count = counted.get(desk)
            later = sum(where == desk and (count is None or at > count.at) for where, at, _hash in book)
            desks.append(DeskClose(desk, expected, count, later))
    return CashClose(
        totals=found, desks=tuple(desks), entries=len(book), last_hash=book[-1][2] if book else "",
        first_at=book[0][1] if book else None, last_at=book[-1][1] if book else None,
    )  # fmt: skip
