"""PSD1: the deterministic draw that every guest can recompute with SHA-256 alone.

A secret, sealed by a hash chain before the evening, and the numbers named in the room give the
key; the key gives the words; the words give the draw.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from . import fair, lives, lots, pots
from .drawing import Bye, Card, Draw, Pairing, Step, StepKind, archive_steps
from .messages import Message, gettext_noop
from .psd1_field import LAST_ROUND, DrawError, Field, FieldError, Mode

__all__ = [
    "CHAIN_LENGTH", "MOST_PUBLIC_NUMBERS", "WORD_LIMIT",
    "Bye", "Card", "DrawError", "Drawn", "Field", "FieldError", "Mode", "Pairing", "Step",
    "StepKind", "Stream",
    "carry_out", "draw", "hex_of", "key", "leads_to", "make_chain_element", "map_steps",
    "parse_public", "public_text", "replay", "require_hex", "result_text", "seal_of", "secret_for",
]  # fmt: skip

CHAIN_LENGTH = LAST_ROUND
WORD_LIMIT = 10_000_000
MOST_PUBLIC_NUMBERS = 9

_HEX = re.compile(r"[0-9a-f]{64}")
_PUBLIC_NUMBER = re.compile(r"[0-9]{1,80}")
_WORDS = 2**32

# What can happen at the desk, and so must be translatable; the args[0] of such a DrawError is a Message.
_BEFORE_CHAIN = gettext_noop("Auslosung %(draw)s liegt vor der ersten dieser Kette (%(first)s)")
_CHAIN_USED_UP = gettext_noop("mehr als %(most)s Auslosungen sind nicht möglich")
_TOO_MANY_PUBLIC = gettext_noop("öffentliche Zahlen: höchstens %(most)s")
_NO_PUBLIC_NUMBER = gettext_noop("öffentliche Zahl %(position)s: 1 bis 80 Ziffern erwartet")
_WORDS_USED_UP = gettext_noop("nach %(limit)s Zahlen noch kein Ergebnis: Auslosung abgebrochen")


def hex_of(text: str) -> str:
    """The 64 lower-case hex digits of SHA-256 over an ASCII text.

    >>> hex_of("abc")[:16]
    'ba7816bf8f01cfea'
    """
    return sha256(text.encode("ascii")).hexdigest()


def require_hex(text: str, what: str) -> str:
    """Return the text if it is 64 lower-case hex digits; else DrawError that names `what`."""
    if not _HEX.fullmatch(text):
        raise DrawError(Message(gettext_noop("%(what)s: 64 Hexadezimalziffern in Kleinschreibung erwartet"), what=what))
    return text


# --- the chain of secrets -------------------------------------------------------------------


def make_chain_element(s0: str, index: int) -> str:
    """The element s_index of the chain that begins with s0; index 0 ... 256."""
    if not 0 <= index <= CHAIN_LENGTH:
        raise DrawError(
            Message(gettext_noop("die Kette hat die Glieder 0 bis %(chain_length)s"), chain_length=CHAIN_LENGTH)
        )
    element = require_hex(s0, Message(gettext_noop("Anfang der Kette")))
    for _ in range(index):
        element = hex_of(f"PSD1 chain\n{element}\n")
    return element


def seal_of(s0: str) -> str:
    """The last element: what is published before anything else."""
    return make_chain_element(s0, CHAIN_LENGTH)


def secret_for(s0: str, draw: int, first_draw: int = 1) -> str:
    """What draw number `draw` reveals of a chain whose first draw was `first_draw`.

    DrawError for a draw before the chain and for a 257th one.
    """
    steps = draw - first_draw + 1
    if steps < 1:
        raise DrawError(Message(_BEFORE_CHAIN, draw=draw, first=first_draw))
    if steps > CHAIN_LENGTH or draw > LAST_ROUND:
        raise DrawError(Message(_CHAIN_USED_UP, most=CHAIN_LENGTH))
    return make_chain_element(s0, CHAIN_LENGTH - steps)


def leads_to(secret: str, seal: str, steps: int) -> bool:
    """Whether the secret, hashed forward `steps` times (1 ... 256), gives the seal."""
    require_hex(seal, Message(gettext_noop("Siegel")))
    require_hex(secret, Message(gettext_noop("Geheimnis")))
    return 1 <= steps <= CHAIN_LENGTH and make_chain_element(secret, steps) == seal


# --- the public numbers ---------------------------------------------------------------------


def public_text(numbers: Iterable[str | int]) -> str:
    """PUBLIC: the numbers in the order named, joined by dots; '0' if there is none.

    >>> public_text(["0033", 12]), public_text([])
    ('33.12', '0')
    """
    named = [str(number) for number in numbers]
    if len(named) > MOST_PUBLIC_NUMBERS:
        raise DrawError(Message(_TOO_MANY_PUBLIC, most=MOST_PUBLIC_NUMBERS))
    for position, number in enumerate(named, start=1):
        if not _PUBLIC_NUMBER.fullmatch(number):
            raise DrawError(Message(_NO_PUBLIC_NUMBER, position=position))
    return ".".join(number.lstrip("0") or "0" for number in named) or "0"


def parse_public(text: str) -> str:
    """Read 1 to 9 numbers joined by dots; return PUBLIC, without leading zeros.

    >>> parse_public("0033.12")
    '33.12'
    """
    return public_text(text.split("."))


# --- key and words --------------------------------------------------------------------------


def key(secret: str, public: str, field: Field) -> str:
    """The key of a draw, from the secret revealed, the public numbers and the FIELD."""
    require_hex(secret, Message(gettext_noop("Geheimnis")))
    lines = ("PSD1 key", f"secret={secret}", f"public={parse_public(public)}")
    return hex_of("".join(f"{line}\n" for line in (*lines, f"field={hex_of(field.text())}")))


class Stream:
    """The words of a key, and uniform numbers made of them; the counter never goes back."""

    __slots__ = ("_limit", "_prefix", "used")

    def __init__(self, key: str, *, limit: int = WORD_LIMIT) -> None:
        self._prefix = f"{key},".encode("ascii")
        self._limit = limit
        self.used = 0
        """Words used so far."""

    def word(self) -> int:
        """The next unsigned 32-bit word; DrawError when the limit is used up."""
        if self.used >= self._limit:
            raise DrawError(Message(_WORDS_USED_UP, limit=self._limit))
        self.used += 1
        return int.from_bytes(sha256(b"%b%d" % (self._prefix, self.used)).digest()[:4], "big")

    def uint(self, n: int) -> int:
        """A number 0 ... n - 1, each equally likely, for n up to 2^31; n = 1 uses no word."""
        if n == 1:
            return 0
        if not 1 <= n <= 2**31:
            raise ValueError(n)
        bound = _WORDS - _WORDS % n
        while (word := self.word()) >= bound:
            pass
        return word % n


# --- the draw -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw that was carried out.

    `matches` and `byes` carry the match number (two-pot: the pot number; else the line in
    RESULT). `order`: two-pot: the persons as they drew; lot: the result; else empty.
    People drawn as such (mode lives) are tokens with k = 0. `check` is HEX(RESULT).
    """

    matches: tuple[Pairing[Card], ...]
    byes: tuple[Bye[Card], ...]
    order: tuple[int, ...]
    steps: tuple[Step, ...]
    result: str
    check: str


def carry_out(field: Field, secret: str, public: str) -> Drawn:
    """Draw: the same FIELD, secret and public numbers always give the same.

    `public` as in PUBLIC ('0' for none). DrawError for unusable input or if the words run out.
    """
    outcome = draw(field, Stream(key(secret, public, field)))
    result = result_text(field.mode, outcome)
    return Drawn(
        matches=outcome.matches,
        byes=outcome.byes,
        order=outcome.order,
        steps=outcome.steps,
        result=result,
        check=hex_of(result),
    )


def replay(field: bytes, *, secret: str, public: str, seal: str | None = None, first_draw: int = 1) -> Drawn:
    """Recompute a draw from what hangs on the wall: FIELD byte by byte, secret, public numbers and perhaps the seal.

    With a seal the secret must lead to it in as many steps as the draw's number says; `first_draw` is the number of
    the first draw of that seal's chain. DrawError, one line that names the fault, for anything unusable.
    """
    parsed = Field.parse(field)
    require_hex(secret, Message(gettext_noop("Geheimnis")))
    parse_public(public)
    if seal is not None and not leads_to(secret, seal, parsed.round - first_draw + 1):
        raise DrawError(
            Message(
                gettext_noop("das Geheimnis führt für Auslosung %(round)s nicht zu diesem Siegel"), round=parsed.round
            )
        )
    return carry_out(parsed, secret, public)


def draw(field: Field, words: Stream) -> Draw:
    """Draw the FIELD by its mode from a given stream of words."""
    match field.mode:
        case Mode.UNIFORM:
            return fair.draw(field.people, numbers=field.numbers, words=words)
        case Mode.TWOPOT | Mode.TWOPOT_MULTIFIRST:
            multifirst = field.mode is Mode.TWOPOT_MULTIFIRST
            return pots.draw(field.people, numbers=field.numbers, words=words, multifirst=multifirst)
        case Mode.LIVES:
            return lives.draw(field.people, met=field.met, words=words)
        case Mode.LOT:
            return lots.draw(field.people, words=words)


def result_text(mode: Mode, outcome: Draw) -> str:
    """RESULT: matches, then byes (lot: the order), in lines numbered from 1."""
    if mode is Mode.LOT:
        lines = [str(start) for start in outcome.order]
    else:
        lines = [f"{pairing.left} v {pairing.right}" for pairing in outcome.matches]
        lines += [f"{bye.card} frei" for bye in outcome.byes]
    numbered = (f"{i}:{line}\n" for i, line in enumerate(lines, start=1))
    return "PSD1 result\n" + "".join(numbered)


def map_steps(drawn: Drawn, card_numbers: Mapping[tuple[int, int], int]) -> list[list[str | int]]:
    """The archive's `steps`: card numbers in place of tokens; KeyError for a missing card."""
    return archive_steps(drawn.steps, card_numbers)
