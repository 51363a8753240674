"""The cash book: entries are added, never changed; a void is an entry of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Sum
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import hash_of, money_text, time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import CashCount, CashEntry, CashKind, Role, Scope, Tournament

from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem, refuse
from .journal import Note, log

MOST = Decimal("99999.99")
#: What a cashier enters by hand; the sign each kind of entry has.
BY_HAND = {
    CashKind.FLOAT_IN: 1, CashKind.INCOME: 1, CashKind.EXPENSE: -1, CashKind.PRIZE: -1,
}  # fmt: skip
#: What can be cancelled: entries by hand, and settlements of advance sales.
CAN_BE_VOIDED = (*BY_HAND, CashKind.ADVANCE)
#: Euro notes and coins in cents.
DENOMINATIONS = (50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)


@dataclass(frozen=True, slots=True)
class Booked:
    """The number of the cash entry."""

    number: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A count of the drawer: amounts as text with two decimals."""

    number: int
    counted: str
    expected: str
    difference: str


def append(
    tournament: Tournament,
    actor: Actor,
    *,
    kind: CashKind,
    amount: Decimal,
    text: str = "",
    voids: int | None = None,
    desk: str | None = None,
) -> CashEntry:
    """Add an entry to the chain, inside a use case, at the actor's desk or another one. `text` holds start numbers, never names."""
    last = tournament.cash.order_by("-number").values_list("number", "hash").first()
    number, prev = last or (0, None)
    entry = CashEntry(
        tournament=tournament, number=number + 1, at=clock.now(), kind=kind.value, amount=amount.quantize(Decimal("0.01")),
        desk=desk or actor.desk, text=text, by=actor.name, voids=voids, prev=prev,
    )  # fmt: skip
    entry.hash = hash_of(record(entry))
    entry.save(force_insert=True)
    return entry


def record(entry: CashEntry) -> dict[str, object]:
    """The entry as the archive holds it, without its hash."""
    return {
        "number": entry.number, "at": time_text(entry.at), "kind": entry.kind, "amount": money_text(entry.amount),
        "desk": entry.desk, "text": entry.text, "by": entry.by, "voids": entry.voids, "prev": entry.prev,
    }  # fmt: skip


@use_case
def book(
    *, tournament: Tournament, actor: Actor, kind: CashKind, amount: Decimal, text: str, request_key: str | None = None
) -> Booked:
    """Enter float, other income or expense, or a prize purchase. `amount` is positive; the kind gives the sign."""
    require_role(actor, Role.CASHIER)
    if kind not in BY_HAND:
        raise refuse("kind", _("Diese Buchung entsteht beim Verkauf von selbst."))
    if not Decimal("0") < amount <= MOST:
        raise refuse("amount", _("Der Betrag muss größer als 0 und höchstens 99.999,99 Euro sein."))
    if kind is not CashKind.FLOAT_IN and not text.strip():
        raise refuse("text", _("Bitte dazuschreiben, wofür."))
    entry = append(tournament, actor, kind=kind, amount=amount * BY_HAND[kind], text=text.strip())
    log(
        tournament,
        actor,
        Note(JournalKind.CASH, f"cash {entry.number}", after={"kind": entry.kind, "amount": money_text(entry.amount)}),
    )
    touch(tournament, [Scope.CASH, Scope.SALE])
    return Booked(entry.number)


def voidable(tournament: Tournament, number: int) -> CashEntry:
    """This entry where it can be cancelled; raises Refused, NotFound. Two queries."""
    entry = tournament.cash.filter(number=number).first()
    if entry is None:
        raise NotFound(Problem("cash_entry", _("Die Buchung %(number)s gibt es nicht.") % {"number": number}))
    if entry.kind not in CAN_BE_VOIDED:
        raise refuse("kind", _("Ein Verkauf wird durch Rücknahme der Karte aufgehoben, nicht durch Storno."))
    if tournament.cash.filter(voids=number).exists():
        raise refuse("voided", _("Die Buchung %(number)s ist schon storniert.") % {"number": number})
    return entry


@use_case
def void(*, tournament: Tournament, actor: Actor, number: int, reason: str, request_key: str | None = None) -> Booked:
    """Cancel an entry that was made by hand, by an entry of the opposite amount at the same desk. Sales are undone by a refund.

    The settlement of an advance sale moves money from the seller to a desk: both its entries are cancelled.
    """
    require_role(actor, Role.CASHIER)
    entry = voidable(tournament, number)
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund dazuschreiben."))
    notes = []
    for each in (entry, *_other_half(tournament, entry)):
        made = append(
            tournament, actor, kind=CashKind.VOID, amount=-each.amount, text=reason.strip(), voids=each.number, desk=each.desk
        )  # fmt: skip
        notes.append(
            Note(JournalKind.CASH_VOID, f"cash {each.number}", after={"entry": made.number}, reason=reason.strip())
        )
    log(tournament, actor, *notes)
    touch(tournament, [Scope.CASH, Scope.SALE])
    return Booked(made.number)


def _other_half(tournament: Tournament, entry: CashEntry) -> list[CashEntry]:
    """The entry at the other desk that belongs to the settlement of an advance sale."""
    if entry.kind != CashKind.ADVANCE:
        return []
    return list(
        tournament.cash.filter(
            kind=CashKind.ADVANCE,
            text=entry.text,
            by=entry.by,
            amount=-entry.amount,
            number=entry.number + (1 if entry.amount < 0 else -1),
        )
    )


@use_case
def count(*, tournament: Tournament, actor: Actor, coins: Mapping[int, int], request_key: str | None = None) -> Counted:
    """Record a count of this desk's drawer (Kassasturz): denomination in cents -> pieces; compares with the book."""
    require_role(actor, Role.CASHIER)
    if any(cents not in DENOMINATIONS or not 0 <= pieces <= 100_000 for cents, pieces in coins.items()):
        raise refuse("coins", _("Bitte zu jedem Schein und jeder Münze die Stückzahl eingeben."))
    counted = Decimal(sum(cents * pieces for cents, pieces in coins.items())) / 100
    expected = tournament.cash.filter(desk=actor.desk).aggregate(total=Sum("amount"))["total"] or Decimal(0)
    last = tournament.cash_counts.order_by("-number").values_list("number", flat=True).first() or 0
    made = CashCount.objects.create(
        tournament=tournament, number=last + 1, desk=actor.desk, coins={str(c): n for c, n in coins.items() if n},
        counted=counted, expected=expected, by=actor.name, at=clock.now(),
    )  # fmt: skip
    after = {"counted": money_text(counted), "expected": money_text(expected)}
    log(tournament, actor, Note(JournalKind.CASH_COUNT, f"count {made.number}", after=after))
    touch(tournament, [Scope.CASH])
    return Counted(made.number, money_text(counted), money_text(expected), money_text(counted - expected))
