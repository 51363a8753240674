"""The journal against cards, reservations and the field: who was sold what, what was taken back, what was reserved.

Files of other programs may tell less: only entries that carry details are held against the rest, and a list is taken for
whole only where every entry of its kind carries them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import CardState

from .deviation import Code, Deviation
from .stored import Json

_SALES = frozenset({JournalKind.CARDS_SOLD, JournalKind.RESERVATION_PAID, JournalKind.REBUY})
_RESERVATIONS = frozenset(
    {JournalKind.RESERVED, JournalKind.RESERVATION_PAID, JournalKind.RESERVATION_RELEASED}
)  # fmt: skip
_OPEN, _PAID, _RELEASED = "open", "paid", "released"


def check(archive: Json) -> list[Deviation]:
    """All entries about the sale that tell something else than the rest of the file."""
    return [*_sold(archive), *_refunds(archive), *_reservations(archive), *_counts(archive)]


def details(entry: Json, key: str) -> Mapping[str, object]:
    """What the entry says of before or after; nothing where it says nothing readable."""
    value = entry[key]
    return value if isinstance(value, dict) else {}


def _cards(said: Mapping[str, object]) -> list[int] | None:
    """The cards an entry names, None where it names none."""
    cards = said.get("cards", [said["card"]] if "card" in said else None)
    if not isinstance(cards, list) or not all(type(card) is int for card in cards):
        return None
    return cards


def _tells_every_sale(archive: Json) -> bool:
    """Whether the journal is one that names the cards of every sale."""
    told = [_cards(details(entry, "after")) for entry in archive["journal"] if entry["kind"] in _SALES]
    return bool(told) and None not in told


def _deviation(code: Code, entry: Json, text: str) -> Deviation:
    return Deviation(code, f"journal {entry['number']}", Message(text))


def _sold(archive: Json) -> Iterator[Deviation]:
    """Every card was sold to whom it belonged before it was moved; none is there that nobody sold."""
    first = {card["number"]: card["start_number"] for card in archive["cards"]}
    for move in reversed(archive["card_moves"]):
        first[move["card"]] = move["from"]
    sales = [entry for entry in archive["journal"] if entry["kind"] in _SALES]
    told = [_cards(details(entry, "after")) for entry in sales]
    for entry, cards in zip(sales, told, strict=True):
        buyers = {f"person {first[card]}" for card in cards or () if card in first}
        if buyers - {entry["subject"]}:
            text = gettext_noop("Der Eintrag nennt jemand anderen, als die Karten gehörten.")
            yield _deviation(Code.JOURNAL_SALE, entry, text)
    if _tells_every_sale(archive):
        for card in sorted(first.keys() - {card for cards in told for card in cards or ()}):
            text = gettext_noop("Von ihrem Verkauf weiß das Protokoll nichts.")
            yield Deviation(Code.JOURNAL_SALE, f"card {card}", Message(text))


def _refunds(archive: Json) -> Iterator[Deviation]:
    """What was taken back is refunded, once, for what it cost, and its holder is named."""
    cards = {card["number"]: card for card in archive["cards"]}
    refunded = {number for number, card in cards.items() if card["state"] == CardState.REFUNDED}
    entries = [entry for entry in archive["journal"] if entry["kind"] == JournalKind.CARDS_REFUNDED]
    told = [_cards(details(entry, "before")) for entry in entries]
    seen: set[int] = set()
    for entry, named in zip(entries, told, strict=True):
        if named is None:
            continue
        if not set(named) <= refunded - seen or len(set(named)) < len(named):
            text = gettext_noop("Der Eintrag nennt eine Karte, die nicht oder schon vorher zurückgenommen war.")
            yield _deviation(Code.JOURNAL_SALE, entry, text)
            continue
        seen.update(named)
        paid = details(entry, "after").get("amount")
        due = -sum((Decimal(cards[card]["price"]) for card in named), Decimal(0))
        if paid is not None and paid not in (f"{due:.2f}", "0.00" if not due else None):
            text = gettext_noop("Der Eintrag nennt einen anderen Betrag, als die Karten gekostet haben.")
            yield _deviation(Code.JOURNAL_SALE, entry, text)
        if {f"person {cards[card]['start_number']}" for card in named} != {entry["subject"]}:
            text = gettext_noop("Der Eintrag nennt jemand anderen, als die Karten gehörten.")
            yield _deviation(Code.JOURNAL_SALE, entry, text)
    if None not in told and _tells_every_sale(archive):
        for card in sorted(refunded - seen):
            text = gettext_noop("Von ihrer Rücknahme weiß das Protokoll nichts.")
            yield Deviation(Code.JOURNAL_SALE, f"card {card}", Message(text))


def _reservations(archive: Json) -> Iterator[Deviation]:
    """Every reservation is as it was last told: for whom, how many cards, open, paid or released."""
    told: dict[object, list[tuple[object, str]]] = {}
    counts: dict[object, object] = {}
    entries = [entry for entry in archive["journal"] if entry["kind"] in _RESERVATIONS]
    for entry in entries:
        released = entry["kind"] == JournalKind.RESERVATION_RELEASED
        of_it = details(entry, "before" if released else "after")
        if type(of_it.get("reservation")) is not int:
            return
        state = _RELEASED if released else _PAID if entry["kind"] == JournalKind.RESERVATION_PAID else _OPEN
        told.setdefault(of_it["reservation"], []).append((entry["subject"], state))
        if state == _OPEN:
            counts[of_it["reservation"]] = of_it.get("cards")
    if not entries or "reservations" not in archive:
        return
    stored = {}
    for position, each in enumerate(archive["reservations"], start=1):
        number = each.get("number", position)
        stored[number] = f"person {each['start_number']}", each["state"]
        if counts.get(number, each["cards"]) != each["cards"]:
            text = gettext_noop("Das Protokoll nennt eine andere Zahl von Karten.")
            yield Deviation(Code.JOURNAL_SALE, f"reservations {number}", Message(text))
    for number in sorted(stored.keys() | told.keys(), key=str):
        said = told.get(number, [])
        if not said or stored.get(number) != said[-1] or len({who for who, _state in said}) > 1:
            text = gettext_noop("Das Protokoll sagt anderes darüber, für wen sie war und was daraus geworden ist.")
            yield Deviation(Code.JOURNAL_SALE, f"reservations {number}", Message(text))


def _counts(archive: Json) -> Iterator[Deviation]:
    """When the sale was closed so many were sold, and the field got the size it has; so many have a place at the end."""
    sold = 0
    closed: Json | None = None
    ranked: Json | None = None
    for entry in archive["journal"]:
        if entry["kind"] in _SALES:
            named = _cards(details(entry, "after"))
            sold = sold + len(named) if named is not None and sold >= 0 else -1
        elif entry["kind"] == JournalKind.CARDS_REFUNDED:
            named = _cards(details(entry, "before"))
            sold = sold - len(named) if named is not None and sold >= 0 else -1
        elif entry["kind"] == JournalKind.SALE_CLOSED:
            closed = entry
            told = details(entry, "after").get("sold", sold)
            if sold > 0 and told != sold:
                text = gettext_noop(
                    "Der Eintrag nennt eine andere Zahl verkaufter Karten, als bis dahin verkauft waren."
                )
                yield _deviation(Code.JOURNAL_SALE, entry, text)
        elif entry["kind"] == JournalKind.FINISH:
            ranked = entry
    numbers = archive["tournament"]["numbers"]
    if closed is not None and numbers is not None and details(closed, "after").get("numbers", numbers) != numbers:
        yield _deviation(Code.NUMBERS, closed, gettext_noop("Der Eintrag nennt eine andere Größe des Feldes."))
    places = len(archive["places"])
    if ranked is not None and archive["places"] and details(ranked, "after").get("ranked", places) != places:
        text = gettext_noop("Der Eintrag nennt eine andere Zahl von Plätzen.")
        yield _deviation(Code.JOURNAL_FINISH, ranked, text)
