"""Advance sale: what every seller took along, sold, owes and has brought."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Q, Sum

from tournament.models import CashKind, Tournament

SOLD = (CashKind.SALE, CashKind.REFUND)


@dataclass(frozen=True, slots=True)
class SellerLine:
    """A seller. `sold`: what was entered at his desk in euro; `cards_sold`: worked out from it, None where the price is 0."""

    number: int
    name: str
    desk: str
    cards: int
    sold: Decimal
    settled: Decimal
    owes: Decimal
    price: Decimal

    @property
    def cards_sold(self) -> int | None:
        """So many cards at today's price."""
        return int(self.sold / self.price) if self.price else None

    @property
    def cards_left(self) -> int | None:
        """Cards he should still have in hand."""
        return None if self.cards_sold is None else self.cards - self.cards_sold


def sellers(tournament: Tournament, desk_of: dict[int, str]) -> tuple[SellerLine, ...]:
    """All sellers by number; `desk_of`: the desk of each. One query for the sums."""
    rows = (
        tournament.cash.filter(desk__in=list(desk_of.values())).order_by().values_list("desk")
        .annotate(
            sold=Sum("amount", filter=Q(kind__in=SOLD)), owes=Sum("amount"),
        )
    )  # fmt: skip
    sums = {desk: (sold or Decimal(0), owes or Decimal(0)) for desk, sold, owes in rows}
    lines = []
    for seller in tournament.sellers.order_by("number"):
        sold, owes = sums.get(desk_of[seller.number], (Decimal(0), Decimal(0)))
        lines.append(
            SellerLine(
                seller.number, seller.name, desk_of[seller.number], seller.cards, sold, sold - owes, owes, tournament.card_price,
            )
        )  # fmt: skip
    return tuple(lines)
