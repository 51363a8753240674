"""How long a text and how large an amount may be so that an installation can store it: what `import` takes, `verify` passes.

The columns of the database have the same limits; a test holds the two against each other.
"""

from __future__ import annotations

import re
from typing import Final

from tournament.domain.messages import Message, gettext_noop

from .shape import Leaf, money, text

#: The part of an address; no separator of folders, no blank.
IDENTIFIER: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
#: In an address these mean the folder itself and the one above it.
NO_PART_OF_AN_ADDRESS: Final = (".", "..")

SLUG_LENGTH: Final = 64
NAME: Final = 120
PLACE: Final = 80
NOTE: Final = 200
PHONE: Final = 40
REASON: Final = 200
WHO: Final = 60
DESK: Final = 40
SUBJECT: Final = 60
RANKING: Final = 60
DEVICE: Final = 32
WORD: Final = 30
PRESET: Final = 30
ADDRESS: Final = 200
LANGUAGE: Final = 5
#: Digits before the decimal point: of a card's price, a prize's value, an entry of the cash book.
PRICE_DIGITS: Final = 6
VALUE_DIGITS: Final = 7
CASH_DIGITS: Final = 8
SMALL: Final = 32767
"""The largest number of a small column."""


def short(limit: int) -> Leaf:
    """A text of at most so many characters, maybe empty."""

    def leaf(value: object) -> str | None:
        too_long = Message(gettext_noop("länger als %(limit)s Zeichen"), limit=limit)
        return text(value) or (too_long if len(str(value)) > limit else None)

    return leaf


def named(limit: int) -> Leaf:
    """A text with something in it, of at most so many characters."""
    fits = short(limit)

    def leaf(value: object) -> str | None:
        return fits(value) or (None if str(value).strip() else Message(gettext_noop("ein Name erwartet")))

    return leaf


def identifier(value: object) -> str | None:
    """What a draw calls its tournament."""
    if isinstance(value, str) and IDENTIFIER.fullmatch(value):
        return None
    return Message(gettext_noop("1 bis 64 Buchstaben ohne Umlaut, Ziffern, Punkt, Strich und Unterstrich erwartet"))


def slug(value: object) -> str | None:
    """The same as a part of an address."""
    if value in NO_PART_OF_AN_ADDRESS:
        return Message(gettext_noop("ein Kürzel erwartet, das Teil einer Adresse sein kann"))
    return identifier(value)


def amount(digits: int, *, negative: bool = True) -> Leaf:
    """An amount with at most so many digits before the decimal point."""

    def leaf(value: object) -> str | None:
        if fault := money(value):
            return fault
        if not negative and str(value).startswith("-"):
            return Message(gettext_noop("ein Preis ist nicht negativ"))
        too_large = Message(gettext_noop("ein Betrag unter %(most)s erwartet"), most=10**digits)
        return too_large if len(str(value).lstrip("-").partition(".")[0]) > digits else None

    return leaf
