"""Whether the values of a file have the types the format asks for, so that nothing after it can stumble.

A schema is made of leaves (functions that name the fault of a value), records and listings. Keys beyond those named
are allowed everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TypeAlias

from tournament.domain.messages import Message, gettext_noop

from .deviation import Code, Deviation

MOST_DEPTH = 40
"""Far beyond what an archive needs, far below what makes Python stumble."""
LARGEST = 10**9

_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
"""What no database and no file takes as text."""
_MONEY = re.compile(r"-?(0|[1-9][0-9]{0,8})\.[0-9]{2}")
_HEX = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?\+00:00")

Leaf: TypeAlias = Callable[[object], "str | None"]
"""Names the fault of a value ("eine ganze Zahl erwartet"), or None."""


@dataclass(frozen=True, slots=True)
class Record:
    """An object with the keys it must have, and those it may have."""

    keys: Mapping[str, Node]
    optional: Mapping[str, Node] = field(default_factory=dict)
    nullable: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of equal things."""

    item: Node
    nullable: bool = False


Node: TypeAlias = "Leaf | Record | Listing"


def check(node: Node, value: object, where: str = "") -> list[Deviation]:
    """All places where a value does not follow the schema."""
    found: list[Deviation] = []
    _check(node, value, where, found)
    return found


def depth_and_numbers(value: object) -> list[Deviation]:
    """What would make hashing impossible: nested too deep, or numbers that are not whole. At most one of each."""
    found: dict[Code, Deviation] = {}
    pending: list[tuple[object, int]] = [(value, 0)]
    while pending:
        item, depth = pending.pop()
        if isinstance(item, dict | list):
            if depth > MOST_DEPTH:
                text = Message(
                    gettext_noop("Tiefer als %(most_depth)s Ebenen verschachtelt: das ist kein Archiv."),
                    most_depth=MOST_DEPTH,
                )
                found.setdefault(
                    Code.NESTED_TOO_DEEP, Deviation(Code.NESTED_TOO_DEEP, Message(gettext_noop("Datei")), text)
                )
                continue
            inner = item.values() if isinstance(item, dict) else item
            pending.extend((each, depth + 1) for each in inner if not isinstance(each, str | int | None))
        elif item is not None and not isinstance(item, str | int):
            text = Message(gettext_noop("%(item)s: nur ganze Zahlen sind erlaubt."), item=repr(item))
            found.setdefault(
                Code.NOT_WHOLE_NUMBER, Deviation(Code.NOT_WHOLE_NUMBER, Message(gettext_noop("Datei")), text)
            )
    return list(found.values())


def _check(node: Node, value: object, where: str, found: list[Deviation]) -> None:
    if isinstance(node, Record):
        _check_record(node, value, where, found)
    elif isinstance(node, Listing):
        if value is None and node.nullable:
            return
        if not isinstance(value, list):
            found.append(Deviation(Code.WRONG_VALUE, where, Message(gettext_noop("Eine Liste erwartet."))))
            return
        for position, item in enumerate(value):
            _check(node.item, item, f"{where}[{position}]", found)
    elif fault := node(value):
        found.append(
            Deviation(Code.WRONG_VALUE, where, Message("%(value)s: %(fault)s.", value=_shown(value), fault=fault))
        )


def _check_record(node: Record, value: object, where: str, found: list[Deviation]) -> None:
    if value is None and node.nullable:
        return
    if not isinstance(value, dict):
        found.append(
            Deviation(
                Code.WRONG_VALUE, where or Message(gettext_noop("Datei")), Message(gettext_noop("Ein Objekt erwartet."))
            )
        )
        return
    prefix = f"{where}." if where else ""
    for key, inner in node.keys.items():
        if key in value:
            _check_key(inner, value[key], prefix, key, found)
        else:
            found.append(
                Deviation(
                    Code.MISSING_KEY,
                    where or Message(gettext_noop("Datei")),
                    Message(gettext_noop("„%(key)s“ fehlt."), key=key),
                )
            )
    for key, inner in node.optional.items():
        if key in value:
            _check_key(inner, value[key], prefix, key, found)


def _check_key(node: Node, value: object, prefix: str, key: str, found: list[Deviation]) -> None:
    # Leaves are by far the most: no path is built for those that are right.
    if isinstance(node, Record | Listing):
        _check(node, value, prefix + key, found)
    elif fault := node(value):
        found.append(
            Deviation(
                Code.WRONG_VALUE, prefix + key, Message("%(value)s: %(fault)s.", value=_shown(value), fault=fault)
            )
        )


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


# --- leaves -----------------------------------------------------------------------------------


def anything(value: object) -> str | None:
    """Every JSON value."""
    return None


def text(value: object) -> str | None:
    """A text, maybe empty."""
    if not isinstance(value, str):
        return Message(gettext_noop("ein Text erwartet"))
    return Message(gettext_noop("kein schreibbarer Text")) if _UNWRITABLE.search(value) else None


def truth(value: object) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else Message(gettext_noop("true oder false erwartet"))


def whole(least: int = 0, most: int = LARGEST) -> Leaf:
    """A whole number in a range, both ends included."""

    def leaf(value: object) -> str | None:
        if type(value) is int and least <= value <= most:
            return None
        return Message(gettext_noop("eine ganze Zahl von %(least)s bis %(most)s erwartet"), least=least, most=most)

    return leaf


def one_of(words: type[StrEnum]) -> Leaf:
    """A word of an enumeration."""
    known = frozenset(word.value for word in words)

    def leaf(value: object) -> str | None:
        return (
            None
            if isinstance(value, str) and value in known
            else Message(gettext_noop("eines von %(known)s erwartet"), known=", ".join(sorted(known)))
        )

    return leaf


def exactly(wanted: str | int) -> Leaf:
    """One value only."""

    def leaf(value: object) -> str | None:
        return (
            None
            if type(value) is type(wanted) and value == wanted
            else Message(gettext_noop("%(wanted)s erwartet"), wanted=repr(wanted))
        )

    return leaf


def or_null(inner: Leaf) -> Leaf:
    """The same, or null."""

    def leaf(value: object) -> str | None:
        return None if value is None else inner(value)

    return leaf


def money(value: object) -> str | None:
    """An amount: text with two decimals."""
    good = isinstance(value, str) and _MONEY.fullmatch(value) and value != "-0.00"
    return None if good else Message(gettext_noop("ein Betrag mit zwei Nachkommastellen erwartet"))


def hexadecimal(value: object) -> str | None:
    """64 lower-case hex digits."""
    good = isinstance(value, str) and _HEX.fullmatch(value)
    return None if good else Message(gettext_noop("64 Hexadezimalziffern in Kleinschreibung erwartet"))


def moment(value: object) -> str | None:
    """A time in UTC, microseconds only if not zero."""
    if isinstance(value, str) and (found := _TIME.fullmatch(value)) and found[1] != ".000000":
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return Message(gettext_noop("diese Zeit gibt es nicht"))
        return None
    return Message(gettext_noop("eine Zeit wie 2026-01-10T18:38:40+00:00 erwartet"))


def pair_of_whole(value: object) -> str | None:
    """A score: two whole numbers of 0 ... 99."""
    fits = isinstance(value, list) and len(value) == 2 and all(type(each) is int and 0 <= each < 100 for each in value)
    return None if fits else Message(gettext_noop("zwei ganze Zahlen erwartet"))


def draw_step(value: object) -> str | None:
    """A step of a draw: a word, then whole numbers."""
    if not (isinstance(value, list) and value and isinstance(value[0], str)):
        return Message(gettext_noop("ein Schritt einer Auslosung erwartet"))
    good = all(type(each) is int and 0 < each <= LARGEST for each in value[1:])
    return None if good else Message(gettext_noop("nach dem Wort nur Nummern erwartet"))
