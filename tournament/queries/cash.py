"""The cash book: its entries, totals by kind and desk, counts of the drawers."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Exists, OuterRef, QuerySet, Sum

from tournament.models import CashCount, CashEntry, CashKind, Tournament


@dataclass(frozen=True, slots=True)
class KindLine:
    """What one kind of entry adds up to, at every desk and altogether."""

    kind: CashKind
    by_desk: tuple[Decimal | None, ...]
    total: Decimal


@dataclass(frozen=True, slots=True)
class CountLine:
    """A count of a drawer against the book."""

    count: CashCount

    @property
    def difference(self) -> Decimal:
        """Counted less expected."""
        return self.count.counted - self.count.expected


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals by kind (rows) and desk (columns)."""

    desks: tuple[str, ...]
    kinds: tuple[KindLine, ...]
    by_desk: tuple[Decimal, ...]
    total: Decimal
    expected_here: Decimal


def entries(tournament: Tournament) -> QuerySet[CashEntry]:
    """The book with `voided`: whether a later entry cancels this one. One query."""
    voiding = CashEntry.objects.filter(tournament=tournament, voids=OuterRef("number"))
    return tournament.cash.annotate(voided=Exists(voiding))


def totals(tournament: Tournament, desk: str) -> Totals:
    """One query, whatever the size."""
    sums = {
        (kind, where): amount
        for kind, where, amount in tournament.cash.order_by().values_list("kind", "desk").annotate(total=Sum("amount"))
    }
    desks = tuple(sorted({where for _kind, where in sums}))
    kinds = [kind for kind in CashKind if any(key[0] == kind for key in sums)]
    zero = Decimal(0)
    by_desk = tuple(sum((amount for (_k, where), amount in sums.items() if where == d), zero) for d in desks)
    return Totals(
        desks=desks,
        kinds=tuple(
            KindLine(
                kind, tuple(sums.get((kind, where)) for where in desks),
                sum((sums.get((kind, where), zero) for where in desks), zero),
            )
            for kind in kinds
        ),
        by_desk=by_desk, total=sum(by_desk, zero), expected_here=dict(zip(desks, by_desk, strict=True)).get(desk, zero),
    )  # fmt: skip


def counts(tournament: Tournament) -> tuple[CountLine, ...]:
    """The last twelve counts, newest first. One query."""
    return tuple(CountLine(count) for count in tournament.cash_counts.order_by("-number")[:12])
