"""Hashes and sums: journal and cash book link by link, the digest of the file, totals, money against cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal

from tournament.domain.archive import digest_of, hash_of, money_text
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import CardState

from .content import Content
from .deviation import Code, Deviation
from .schema import CashKind
from .stored import CashLine, Json

_INCOMING = frozenset({CashKind.FLOAT_IN, CashKind.SALE, CashKind.REBUY, CashKind.INCOME})
_OUTGOING = frozenset({CashKind.REFUND, CashKind.PRIZE, CashKind.EXPENSE})


def check(archive: Json, content: Content) -> list[Deviation]:
    """All broken links, sums that do not add up, entries against the rules of the cash book."""
    return [
        *_digest(archive),
        *_chain(archive["journal"], "journal", Code.JOURNAL_NUMBER, Code.JOURNAL_CHAIN),
        *_chain(archive["cash"], "cash", Code.CASH_NUMBER, Code.CASH_CHAIN),
        *_signs(content.cash),
        *_voids(content.cash),
        *_totals(archive["cash_totals"], content.cash),
        *_cards_paid(content),
    ]


def _digest(archive: Json) -> Iterator[Deviation]:
    if digest_of(archive) != archive["digest"]:
        text = Message(gettext_noop("Die Prüfsumme der Datei stimmt nicht: nach dem Speichern wurde etwas geändert."))
        yield Deviation(Code.DIGEST, "digest", text)


def _chain(entries: Sequence[Json], name: str, number_code: Code, chain_code: Code) -> Iterator[Deviation]:
    before: str | None = None
    for position, entry in enumerate(entries, start=1):
        where = f"{name} {entry['number']}"
        if entry["number"] != position:
            yield Deviation(
                number_code,
                where,
                Message(gettext_noop("An dieser Stelle wird Eintrag %(position)s erwartet."), position=position),
            )
        if entry["prev"] != before:
            yield Deviation(
                chain_code,
                where,
                Message(gettext_noop("Der Eintrag hängt nicht am vorigen: die Kette ist unterbrochen.")),
            )
        if hash_of(entry) != entry["hash"]:
            yield Deviation(
                chain_code, where, Message(gettext_noop("Der Hash passt nicht zum Eintrag: er wurde geändert."))
            )
        before = entry["hash"]


def _signs(cash: Sequence[CashLine]) -> Iterator[Deviation]:
    for line in cash:
        if (line.kind in _INCOMING and line.amount < 0) or (line.kind in _OUTGOING and line.amount > 0):
            text = Message(
                gettext_noop("%(amount)s: bei „%(kind)s“ hat der Betrag das falsche Vorzeichen."),
                amount=money_text(line.amount),
                kind=line.kind,
            )
            yield Deviation(Code.CASH_SIGN, f"cash {line.number}", text)


def _voids(cash: Sequence[CashLine]) -> Iterator[Deviation]:
    earlier: dict[int, CashLine] = {}
    voided: set[int] = set()
    for line in cash:
        fault = _fault_of_void(line, earlier, voided)
        if fault:
            yield Deviation(Code.CASH_VOID, f"cash {line.number}", fault)
        earlier[line.number] = line
        if line.voids is not None:
            voided.add(line.voids)


def _fault_of_void(line: CashLine, earlier: dict[int, CashLine], voided: set[int]) -> str | None:
    target = earlier.get(line.voids) if line.voids is not None else None
    faults = (
        (line.kind is not CashKind.VOID, Message(gettext_noop("Nur ein Storno hebt einen anderen Eintrag auf."))),
        (
            target is None,
            Message(gettext_noop("Das Storno nennt Eintrag %(voids)s, den es davor nicht gibt."), voids=line.voids),
        ),
        (
            target is not None and target.kind is CashKind.VOID,
            Message(gettext_noop("Eintrag %(voids)s ist selbst ein Storno."), voids=line.voids),
        ),
        (line.voids in voided, Message(gettext_noop("Eintrag %(voids)s ist schon storniert."), voids=line.voids)),
        (
            target is not None and line.amount != -target.amount,
            Message(gettext_noop("Eintrag %(voids)s lautete auf einen anderen Betrag."), voids=line.voids),
        ),
    )
    if line.kind is not CashKind.VOID and line.voids is None:
        return None
    return next((text for wrong, text in faults if wrong), None)


def _totals(totals: Json, cash: Sequence[CashLine]) -> Iterator[Deviation]:
    by_kind: Counter[str] = Counter()
    by_desk: Counter[str] = Counter()
    for line in cash:
        by_kind[line.kind] += line.amount  # type: ignore[assignment]
        by_desk[line.desk] += line.amount  # type: ignore[assignment]
    for name, sums in (("by_kind", by_kind), ("by_desk", by_desk)):
        for key in sorted(sums.keys() | totals[name].keys()):
            stored, true = Decimal(totals[name].get(key, 0)), Decimal(sums[key])
            if stored != true:
                text = Message(
                    gettext_noop("„%(key)s“: %(stored)s steht da, die Einträge ergeben %(true)s."),
                    key=key,
                    stored=money_text(stored),
                    true=money_text(true),
                )
                yield Deviation(Code.CASH_TOTAL, f"cash_totals.{name}", text)
            elif key not in sums:
                yield Deviation(
                    Code.CASH_TOTAL,
                    f"cash_totals.{name}",
                    Message(gettext_noop("„%(key)s“ kommt in der Kassa nicht vor."), key=key),
                )


def _cards_paid(content: Content) -> Iterator[Deviation]:
    """Sales less refunds are the prices of the cards; an advance sale may be entered only when it is settled."""
    voided = {line.voids for line in content.cash}
    sums: Counter[CashKind] = Counter()
    for line in content.cash:
        if line.number not in voided:
            sums[line.kind] += line.amount  # type: ignore[assignment]
    paid = Decimal(sums[CashKind.SALE] + sums[CashKind.REBUY] + sums[CashKind.REFUND])
    due = sum((card.price for card in content.cards.values() if card.state is not CardState.REFUNDED), Decimal(0))
    if due not in (paid, paid + sums[CashKind.ADVANCE]):
        text = Message(
            gettext_noop("Die Karten kosteten zusammen %(due)s, eingenommen wurden dafür %(paid)s."),
            due=money_text(due),
            paid=money_text(paid),
        )
        yield Deviation(Code.CARD_MONEY, "cash", text)
