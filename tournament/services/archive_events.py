"""From the archive to rows, second part: all that happened around people, cards, draws and matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from django.db.models import Model

from tournament.models import (
    CardMove,
    CashCount,
    CashEntry,
    Exchange,
    HandDraw,
    JournalEntry,
    Place,
    PlayOff,
    PreparedDraw,
    Prize,
    Rebuy,
    Reservation,
    Seller,
    Withdrawal,
)

from .archive_keys import Keys, moment, moment_or_now, money

Entry = Mapping[str, Any]


def _place(keys: Keys, e: Entry, _position: int) -> Place:
    return Place(
        tournament=keys.tournament, place=e["place"], shared_until=e["shared_until"], card=keys.card(e["card"]),
        person=keys.people[e["start_number"]], settled_by=e["settled_by"],
    )  # fmt: skip


def _prize(keys: Keys, e: Entry, _position: int) -> Prize:
    reason = e["reason"] or {"place": None, "card": None}
    return Prize(
        tournament=keys.tournament, ranking=e["ranking"], place=e["place"], description=e["description"] or "",
        value=money(e["value"]), sponsor=e["sponsor"] or "", winner=keys.person(e["winner"]), reason_place=reason["place"],
        reason_card=keys.card(reason["card"]), handed_out_at=moment(e["handed_out_at"]),
        handed_out_by=e.get("handed_out_by") or "", shared_with=e.get("shared_with") or [],
    )  # fmt: skip


def _cash(keys: Keys, e: Entry, _position: int) -> CashEntry:
    return CashEntry(
        tournament=keys.tournament, number=e["number"], at=moment_or_now(e["at"]), kind=e["kind"], amount=Decimal(e["amount"]),
        desk=e["desk"] or "", text=e["text"] or "", by=e["by"], voids=e["voids"], prev=e["prev"], hash=e["hash"],
    )  # fmt: skip


def _journal(keys: Keys, e: Entry, _position: int) -> JournalEntry:
    return JournalEntry(
        tournament=keys.tournament, number=e["number"], at=moment_or_now(e["at"]), by=e["by"], kind=e["kind"],
        subject=e["subject"] or "", before=e["before"], after=e["after"], reason=e["reason"], prev=e["prev"], hash=e["hash"],
    )  # fmt: skip


def _rebuy(keys: Keys, e: Entry, position: int) -> Rebuy:
    card = keys.card(e["card"])
    serial = e.get("match")
    return Rebuy(
        tournament=keys.tournament, number=e.get("number", position), card=card,
        person=keys.people[e["to"]] if "to" in e or card is None else card.owner,
        match=None if serial is None else keys.matches[serial], before_round=e.get("before_round"),
        after_draw=e["after_draw"], by=e.get("by") or "", at=moment_or_now(e["at"]),
    )  # fmt: skip


def _exchange(keys: Keys, e: Entry, position: int) -> Exchange:
    return Exchange(
        tournament=keys.tournament, number=e.get("number", position), match=keys.matches[e["match"]],
        from_card=keys.cards[e["from"]], to_card=keys.cards[e["to"]], before_round=e.get("before_round"),
        after_draw=e["after_draw"], reason=e.get("reason") or "", by=e.get("by") or "", at=moment_or_now(e["at"]),
    )  # fmt: skip


def _withdrawal(keys: Keys, e: Entry, position: int) -> Withdrawal:
    return Withdrawal(
        tournament=keys.tournament, number=e.get("number", position), kind=e.get("kind", "withdrawn"), card_numbers=e["cards"],
        person=keys.person(e.get("start_number")), before_round=e.get("before_round"), after_draw=e["after_draw"],
        reason=e.get("reason") or "", by=e.get("by") or "", at=moment_or_now(e["at"]),
    )  # fmt: skip


def _card_move(keys: Keys, e: Entry, position: int) -> CardMove:
    return CardMove(
        tournament=keys.tournament, number=e.get("number", position), card=keys.cards[e["card"]],
        from_person=keys.people[e["from"]], to_person=keys.people[e["to"]], after_draw=e["after_draw"],
        reason=e.get("reason") or "", by=e.get("by") or "", at=moment_or_now(e["at"]),
    )  # fmt: skip


def _reservation(keys: Keys, e: Entry, position: int) -> Reservation:
    return Reservation(
        tournament=keys.tournament, number=e.get("number", position), person=keys.people[e["start_number"]], cards=e["cards"],
        until=moment(e["until"]), state=Reservation.State(e["state"]), made_at=moment_or_now(e["made_at"]),
        ended_at=moment(e["ended_at"]),
    )  # fmt: skip


def _play_off(keys: Keys, e: Entry, _position: int) -> PlayOff:
    return PlayOff(
        tournament=keys.tournament, place=e["place"], card_numbers=e.get("cards", e.get("card_numbers")),
        note=e.get("note") or "", by=e.get("by") or "", at=moment_or_now(e.get("at")),
    )  # fmt: skip


def _cash_count(keys: Keys, e: Entry, position: int) -> CashCount:
    return CashCount(
        tournament=keys.tournament, number=e.get("number", position), desk=e["desk"], coins=e["coins"],
        counted=Decimal(e["counted"]), expected=Decimal(e["expected"]), by=e["by"], at=moment_or_now(e["at"]),
    )  # fmt: skip


def _seller(keys: Keys, e: Entry, position: int) -> Seller:
    return Seller(
        tournament=keys.tournament, number=e.get("number", position), name=e["name"], cards=e.get("cards") or 0
    )  # fmt: skip


#: The list of the archive -> the row of an entry; `position` counts for files whose entries have no number.
EVENTS: Mapping[str, Callable[[Keys, Entry, int], Model]] = {
    "places": _place,
    "prizes": _prize,
    "cash": _cash,
    "rebuys": _rebuy,
    "exchanges": _exchange,
    "withdrawals": _withdrawal,
    "card_moves": _card_move,
    "reservations": _reservation,
    "play_offs": _play_off,
    "cash_counts": _cash_count,
    "sellers": _seller,
    "journal": _journal,
}


def prepared_draw(keys: Keys, e: Entry) -> PreparedDraw:
    """The FIELD that was being shown to the hall."""
    return PreparedDraw(
        tournament=keys.tournament, number=e["number"], round=e["round"], numbers=e["numbers"], stage=e["stage"],
        method=e["method"], place=e["place"], field=e["field"], by=e["by"], at=moment_or_now(e["at"]),
    )  # fmt: skip


def hand_draw(keys: Keys, e: Entry) -> HandDraw:
    """The draw by hand that was being typed in."""
    return HandDraw(
        tournament=keys.tournament, round=e["round"], numbers=e["numbers"], slips=e["slips"], version=e["version"],
        by=e["by"], at=moment_or_now(e["at"]),
    )  # fmt: skip
