"""Whether everything the file names is in it, once, and in order; and whether the events count draws that were made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import CardState

from .deviation import Code, Deviation
from .stored import Json

_ANNULLED = "annulled"
_EVENTS = ("rebuys", "exchanges", "withdrawals", "card_moves")


def check(archive: Json) -> list[Deviation]:
    """All things that are there twice, lists out of order, draws that were never made; the shape is right."""
    return [
        *_order(archive), *_people_twice(archive), *_cards_twice(archive), *_draws(archive), *_tables(archive),
        *_numbers_twice(archive),
    ]  # fmt: skip


def unknown(archive: Json) -> list[Deviation]:
    """All start numbers and cards that are named but not there."""
    return [*_people(archive), *_cards(archive)]


def _order(archive: Json) -> Iterator[Deviation]:
    keys: dict[str, Callable[[Json], Any]] = {
        "people": lambda each: each["start_number"],
        "cards": lambda each: each["number"],
        "draws": lambda each: each["number"],
        "matches": lambda each: each["id"],
        "places": lambda each: (each["place"], each["card"] or 0),
        "cash": lambda each: each["number"],
        "journal": lambda each: each["number"],
        # Withdrawals are in the order written: a roll back splits some, which then stand behind later ones.
        **{name: (lambda each: each["after_draw"]) for name in _EVENTS if name != "withdrawals"},
    }
    for name, key in keys.items():
        values = [key(each) for each in archive[name]]
        if values != sorted(values):
            yield Deviation(
                Code.WRONG_ORDER, name, Message(gettext_noop("Die Liste steht nicht in der vereinbarten Reihenfolge."))
            )
    for name in _EVENTS:
        numbers = [each["number"] for each in archive[name] if "number" in each]
        if numbers and numbers != list(range(1, len(archive[name]) + 1)):
            yield Deviation(
                Code.WRONG_ORDER, name, Message(gettext_noop("Die Einträge sind nicht lückenlos von 1 an gezählt."))
            )


def _twice(values: Iterable[int]) -> list[int]:
    seen: set[int] = set()
    return sorted({value for value in values if value in seen or seen.add(value)})  # type: ignore[func-returns-value]


def _numbers_twice(archive: Json) -> Iterator[Deviation]:
    """Whatever is counted has each number once; what comes without a number is counted by its position."""
    for name in ("reservations", "cash_counts", "sellers"):
        entries = archive.get(name, ())
        numbers = [each.get("number", position) for position, each in enumerate(entries, start=1)]
        for number in _twice(numbers):
            text = Message(gettext_noop("Nummer %(number)s steht zweimal da."), number=number)
            yield Deviation(Code.NUMBER_TWICE, name, text)


def _people_twice(archive: Json) -> Iterator[Deviation]:
    for number in _twice(each["start_number"] for each in archive["people"]):
        yield Deviation(
            Code.PERSON_TWICE,
            f"person {number}",
            Message(gettext_noop("Startnummer %(number)s ist zweimal vergeben."), number=number),
        )


def _people(archive: Json) -> Iterator[Deviation]:
    known = {each["start_number"] for each in archive["people"]}
    for where, named in _named_people(archive):
        if named is not None and named not in known:
            yield Deviation(
                Code.UNKNOWN_PERSON, where, Message(gettext_noop("Startnummer %(named)s gibt es nicht."), named=named)
            )


def _named_people(archive: Json) -> Iterator[tuple[str, int | None]]:
    for card in archive["cards"]:
        yield f"card {card['number']}", card["start_number"]
    for position, move in enumerate(archive["card_moves"], start=1):
        yield f"card_moves {position}", move["from"]
        yield f"card_moves {position}", move["to"]
    for position, leaving in enumerate(archive["withdrawals"], start=1):
        yield f"withdrawals {position}", leaving.get("start_number")
    for position, rebuy in enumerate(archive["rebuys"], start=1):
        yield f"rebuys {position}", rebuy.get("to")
    for position, reservation in enumerate(archive.get("reservations", ()), start=1):
        yield f"reservations {position}", reservation["start_number"]
    for place in archive["places"]:
        yield f"place {place['place']}", place["start_number"]
    for prize in archive["prizes"]:
        yield _prize(prize), prize["winner"]
        for person in prize.get("shared_with") or ():
            yield _prize(prize), person


def _prize(prize: Json) -> str:
    return f"prize {prize['place']}" if prize["ranking"] is None else f"prize {prize['ranking']} {prize['place']}"


def _cards(archive: Json) -> Iterator[Deviation]:
    known = {each["number"] for each in archive["cards"]}
    refunded = {each["number"] for each in archive["cards"] if each["state"] == CardState.REFUNDED}
    for where, named in _named_cards(archive):
        if named is None:
            continue
        if named not in known:
            yield Deviation(
                Code.UNKNOWN_CARD, where, Message(gettext_noop("Karte %(named)s gibt es nicht."), named=named)
            )
        elif named in refunded and not where.startswith(("card_moves", _ANNULLED)):
            yield Deviation(
                Code.UNKNOWN_CARD,
                where,
                Message(gettext_noop("Karte %(named)s wurde zurückgenommen und spielt nicht mit."), named=named),
            )


def _cards_twice(archive: Json) -> Iterator[Deviation]:
    for number in _twice(each["number"] for each in archive["cards"]):
        yield Deviation(
            Code.CARD_TWICE,
            f"card {number}",
            Message(gettext_noop("Karte %(number)s ist zweimal verkauft."), number=number),
        )
    for name in ("rebuys", "places"):
        for number in _twice(each["card"] for each in archive[name] if each["card"] is not None):
            yield Deviation(
                Code.CARD_TWICE, name, Message(gettext_noop("Karte %(number)s steht zweimal da."), number=number)
            )
    for position, leaving in enumerate(archive["withdrawals"], start=1):
        for number in _twice(leaving["cards"]):
            yield Deviation(
                Code.CARD_TWICE,
                f"withdrawals {position}",
                Message(gettext_noop("Karte %(number)s steht zweimal da."), number=number),
            )
        if not leaving["cards"]:
            yield Deviation(
                Code.WITHDRAWAL, f"withdrawals {position}", Message(gettext_noop("Ein Rückzug ohne Karte."))
            )


def _named_cards(archive: Json) -> Iterator[tuple[str, int | None]]:
    for match in archive["matches"]:
        for key in ("left", "right", "winner"):
            yield f"match {match['id']}", match[key]
    for draw in archive["draws"]:
        for match in draw["annulled"]["matches"] if draw["annulled"] else ():
            yield from ((f"{_ANNULLED}, match {match['id']}", match[key]) for key in ("left", "right", "winner"))
    for place in archive["places"]:
        yield f"place {place['place']}", place["card"]
    for prize in archive["prizes"]:
        yield _prize(prize), prize["reason"]["card"] if prize["reason"] else None
    for name, keys in (("rebuys", ("card",)), ("exchanges", ("from", "to")), ("card_moves", ("card",))):
        for position, event in enumerate(archive[name], start=1):
            yield from ((f"{name} {position}", event[key]) for key in keys)
    for position, leaving in enumerate(archive["withdrawals"], start=1):
        yield from ((f"withdrawals {position}", card) for card in leaving["cards"])
    for group in archive.get("play_offs", ()):
        yield from ((f"play_offs {group['place']}", card) for card in cards_of(group))


def cards_of(play_off: Json) -> list[int]:
    """The cards of a play-off in the order they finished."""
    cards: list[int] = play_off.get("cards", play_off.get("card_numbers", []))
    return cards


def _draws(archive: Json) -> Iterator[Deviation]:
    numbers = [each["number"] for each in archive["draws"]]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        yield Deviation(
            Code.DRAW_NUMBER, "draws", Message(gettext_noop("Die Auslosungen sind nicht lückenlos von 1 an gezählt."))
        )
    for match in archive["matches"]:
        if match["draw"] is not None and match["draw"] not in numbers:
            text = Message(gettext_noop("Auslosung %(match)s gibt es nicht."), match=match["draw"])
            yield Deviation(Code.UNKNOWN_DRAW, f"match {match['id']}", text)
    for name in _EVENTS:
        for position, event in enumerate(archive[name], start=1):
            if event["after_draw"] > len(numbers):
                text = Message(
                    gettext_noop("Nach Auslosung %(event)s: so viele gab es nicht."), event=event["after_draw"]
                )
                yield Deviation(Code.UNKNOWN_DRAW, f"{name} {position}", text)


def _tables(archive: Json) -> Iterator[Deviation]:
    """Tables are there once, and matches were called to those that are there."""
    numbers = [each["number"] for each in archive.get("tables", ())]
    for number in _twice(numbers):
        text = Message(gettext_noop("Tisch %(number)s gibt es zweimal."), number=number)
        yield Deviation(Code.TABLE, "tables", text)
    annulled = (match for draw in archive["draws"] if draw["annulled"] for match in draw["annulled"]["matches"])
    for match in (*archive["matches"], *annulled):
        if match.get("table") is not None and match["table"] not in numbers:
            text = Message(gettext_noop("Tisch %(number)s gibt es nicht."), number=match["table"])
            yield Deviation(Code.TABLE, f"match {match['id']}", text)
