"""The journal against what it tells of beside matches: cards sold and their price, fields, prizes handed out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from tournament.domain.archive import hex_of
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop

from .deviation import Code, Deviation
from .stored import Json

_SALES = frozenset({JournalKind.CARDS_SOLD, JournalKind.RESERVATION_PAID})


def check(archive: Json) -> list[Deviation]:
    """All entries that tell something else than the rest of the file; entries without such details tell nothing."""
    return [*_sales(archive), *_fields(archive), *_prizes(archive)]


def _details(entry: Json, key: str = "after") -> Mapping[str, object]:
    value = entry[key]
    return value if isinstance(value, dict) else {}


def _sales(archive: Json) -> Iterator[Deviation]:
    """Every card is sold once, for what it cost, as the entry says."""
    prices = {card["number"]: Decimal(card["price"]) for card in archive["cards"]}
    sold: set[int] = set()
    for entry in archive["journal"]:
        cards, amount = _details(entry).get("cards"), _details(entry).get("amount")
        if entry["kind"] not in _SALES or not isinstance(cards, list) or not isinstance(amount, str):
            continue
        known = [card for card in cards if type(card) is int and card in prices and card not in sold]
        if len(known) < len(cards) or len(set(known)) < len(known):
            text = Message(gettext_noop("Der Eintrag nennt eine Karte, die es nicht gibt oder die schon verkauft war."))
            yield Deviation(Code.JOURNAL_SALE, f"journal {entry['number']}", text)
        elif amount != f"{sum(prices[card] for card in known):.2f}":
            text = Message(gettext_noop("Der Eintrag nennt einen anderen Betrag, als die Karten gekostet haben."))
            yield Deviation(Code.JOURNAL_SALE, f"journal {entry['number']}", text)
        sold.update(known)


def _fields(archive: Json) -> Iterator[Deviation]:
    """What was shown before a draw is the field it was drawn from."""
    shown = {
        entry["subject"]: _details(entry)["field_hash"]
        for entry in archive["journal"]
        if entry["kind"] == JournalKind.DRAW_PREPARED and "field_hash" in _details(entry)
    }
    for draw in archive["draws"]:
        where = f"draw {draw['number']}"
        if draw["field"] is not None and where in shown and shown[where] != hex_of(draw["field"]):
            text = Message(gettext_noop("Laut Protokoll wurde vor der Auslosung ein anderes Feld gezeigt."))
            yield Deviation(Code.JOURNAL_DRAW, where, text)


def _prizes(archive: Json) -> Iterator[Deviation]:
    """A prize is out as the last entry about it says, with the person it names; without entries nothing is known."""
    told = _told_of_prizes(archive["journal"])
    for prize in archive["prizes"]:
        key = (prize["ranking"], prize["place"])
        if not told or (prize["handed_out_at"] is None and key not in told):
            continue
        out = told.get(key)
        kept = prize["handed_out_at"] is not None
        if kept != (out is not None) or (kept and out != prize["winner"]):
            where = f"prize {key[1]}" if key[0] is None else f"prize {key[0]} {key[1]}"
            text = Message(gettext_noop("Das Protokoll sagt anderes darüber, ob und an wen der Preis ausgegeben ist."))
            yield Deviation(Code.JOURNAL_PRIZE, where, text)


def _told_of_prizes(journal: Sequence[Json]) -> dict[tuple[object, int], object | None]:
    """Ranking and rank -> who has the prize, None when it was taken back."""
    told: dict[tuple[object, int], object | None] = {}
    for entry in journal:
        kind = entry["kind"]
        if kind not in (JournalKind.PRIZE_HANDED_OUT, JournalKind.PRIZE_TAKEN_BACK):
            continue
        given = kind == JournalKind.PRIZE_HANDED_OUT
        details = _details(entry, "after" if given else "before")
        _word, _space, rank = (entry["subject"] or "").partition(" ")
        if rank.isdecimal() and rank.isascii() and "start_number" in details:
            told[details.get("ranking"), int(rank)] = details["start_number"] if given else None
    return told
