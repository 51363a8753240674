"""FIELD, the text that fixes who takes part in a draw: written, read strictly, and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tournament.domain.messages import Message, gettext_noop

from .drawing import People

LAST_ROUND = 256
"""The chain of secrets has as many elements."""

MOST_NUMBERS = 65_536
"""Sixteen times what is guaranteed; larger fields would be no tournament but an attack."""

_HEADER = "PSD1 field"
_IDENTIFIER = re.compile(r"[A-Za-z0-9._-]{1,64}")
_INTEGER = re.compile(r"0|[1-9][0-9]{0,79}")
_HOLDING = re.compile(r"(0|[1-9][0-9]{0,79}):(0|[1-9][0-9]{0,79})")
_MEETING = re.compile(r"met ([1-9][0-9]{0,79})-([1-9][0-9]{0,79})")


class DrawError(ValueError):
    """Something makes the draw impossible; the text is one line, in German."""


class FieldError(DrawError):
    """A FIELD that is not exactly of the form agreed; the text names the fault."""


class Mode(StrEnum):
    """How a FIELD is drawn."""

    UNIFORM = "uniform"
    TWOPOT = "twopot"
    TWOPOT_MULTIFIRST = "twopot-multifirst"
    LIVES = "lives"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Field:
    """Who takes part in draw number `round` of tournament `id`, and how it is drawn.

    `people`, ascending by start number: (start number, cards); in mode lives (start number, byes
    so far). `met`, only in mode lives: pairs a < b of people alive who have met, sorted.
    A Field that breaks a rule cannot be made: FieldError.

    >>> Field("test", 1, 2, Mode.TWOPOT, ((1, 1), (2, 1))).text()
    'PSD1 field\\nid=test\\nround=1\\nnumbers=2\\nmode=twopot\\n1:1\\n2:1\\n'
    """

    id: str
    round: int
    numbers: int
    mode: Mode
    people: People
    met: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if not _IDENTIFIER.fullmatch(self.id):
            raise FieldError(Message(gettext_noop("id: 1 bis 64 Zeichen aus A-Z a-z 0-9 . _ - erwartet")))
        if not 1 <= self.round <= LAST_ROUND:
            raise FieldError(Message(gettext_noop("round: 1 bis %(last_round)s erwartet"), last_round=LAST_ROUND))
        if not 1 <= self.numbers <= MOST_NUMBERS:
            raise FieldError(
                Message(gettext_noop("numbers: 1 bis %(most_numbers)s erwartet"), most_numbers=MOST_NUMBERS)
            )
        self._check_people()
        self._check_meetings()
        self._check_total()

    @property
    def total(self) -> int:
        """The cards drawn; in mode lives the people."""
        if self.mode is Mode.LIVES:
            return len(self.people)
        return sum(cards for _, cards in self.people)

    def text(self) -> str:
        """FIELD as it is hashed: ASCII lines, each ended by a newline."""
        lines = [_HEADER, f"id={self.id}", f"round={self.round}"]
        lines += [f"numbers={self.numbers}", f"mode={self.mode.value}"]
        lines += [f"{start}:{count}" for start, count in self.people]
        lines += [f"met {a}-{b}" for a, b in self.met]
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def parse(cls, text: str | bytes) -> Field:
        """Read a FIELD; FieldError (one line, naming the fault) unless it is exactly one."""
        lines = _lines(text)
        if len(lines) < 5:
            raise FieldError(Message(gettext_noop("FIELD ist unvollständig: die fünf Zeilen am Anfang fehlen")))
        if lines[0] != _HEADER:
            raise FieldError(Message(gettext_noop("Zeile 1: '%(header)s' erwartet"), header=_HEADER))
        identifier, round_text, numbers_text, mode_text = (
            _value(number, line, name)
            for number, (line, name) in enumerate(
                zip(lines[1:5], ("id", "round", "numbers", "mode"), strict=True), start=2
            )
        )
        people, met = _body(lines[5:])
        return cls(
            id=identifier,
            round=_integer(round_text, Message(gettext_noop("Zeile 3"))),
            numbers=_integer(numbers_text, Message(gettext_noop("Zeile 4"))),
            mode=_mode(mode_text),
            people=people,
            met=met,
        )

    def _check_people(self) -> None:
        if not self.people:
            raise FieldError(Message(gettext_noop("FIELD nennt keine einzige Person")))
        fewest = 0 if self.mode is Mode.LIVES else 1
        for start, count in self.people:
            if start < 1:
                raise FieldError(Message(gettext_noop("Startnummer 0 gibt es nicht")))
            if count < fewest:
                raise FieldError(
                    Message(gettext_noop("Startnummer %(start)s: mindestens eine Karte erwartet"), start=start)
                )
        for (a, _), (b, _) in pairwise(self.people):
            if a == b:
                raise FieldError(Message(gettext_noop("Startnummer %(a)s steht zweimal da"), a=a))
            if a > b:
                raise FieldError(
                    Message(gettext_noop("Startnummer %(b)s steht nach %(a)s: aufsteigend erwartet"), b=b, a=a)
                )

    def _check_meetings(self) -> None:
        if self.met and self.mode is not Mode.LIVES:
            raise FieldError(Message(gettext_noop("met-Zeilen gibt es in mode=%(value)s nicht"), value=self.mode.value))
        alive = {start for start, _ in self.people}
        for a, b in self.met:
            if a >= b:
                raise FieldError(
                    Message(gettext_noop("met %(a)s-%(b)s: die kleinere Startnummer zuerst erwartet"), a=a, b=b)
                )
            if a not in alive or b not in alive:
                raise FieldError(
                    Message(gettext_noop("met %(a)s-%(b)s: nennt jemanden, der nicht dabei ist"), a=a, b=b)
                )
        for earlier, later in pairwise(self.met):
            if earlier == later:
                raise FieldError(
                    Message(
                        gettext_noop("met %(later)s-%(later_2)s steht zweimal da"), later=later[0], later_2=later[1]
                    )
                )
            if earlier > later:
                raise FieldError(
                    Message(
                        gettext_noop("met %(later)s-%(later_2)s steht nicht in der Reihenfolge"),
                        later=later[0],
                        later_2=later[1],
                    )
                )

    def _check_total(self) -> None:
        if self.mode in (Mode.LIVES, Mode.LOT):
            if self.total != self.numbers:
                raise FieldError(
                    Message(
                        gettext_noop("numbers=%(numbers)s, die Zeilen ergeben %(total)s"),
                        numbers=self.numbers,
                        total=self.total,
                    )
                )
            return
        if self.numbers < 2 or self.numbers & (self.numbers - 1):
            raise FieldError(
                Message(gettext_noop("numbers=%(numbers)s ist keine Zweierpotenz ab 2"), numbers=self.numbers)
            )
        if not self.numbers // 2 < self.total <= self.numbers:
            raise FieldError(
                Message(
                    gettext_noop(
                        "%(total)s Karten: bei numbers=%(numbers)s müssen es %(numbers_2)s bis %(numbers_3)s sein"
                    ),
                    total=self.total,
                    numbers=self.numbers,
                    numbers_2=self.numbers // 2 + 1,
                    numbers_3=self.numbers,
                )
            )


def _lines(text: str | bytes) -> list[str]:
    """The lines of a FIELD without their newlines; refuses every byte that may not be in it."""
    if isinstance(text, bytes):
        text = text.decode("latin-1")  # byte for byte; what is not ASCII is refused below
    if not text:
        raise FieldError(Message(gettext_noop("FIELD ist leer")))
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.isascii():
            raise FieldError(
                Message(gettext_noop("Zeile %(number)s: nur ASCII erlaubt (auch kein BOM)"), number=number)
            )
        if "\r" in line:
            raise FieldError(Message(gettext_noop("Zeile %(number)s: Wagenrücklauf (CR) nicht erlaubt"), number=number))
    if not text.endswith("\n"):
        raise FieldError(Message(gettext_noop("der Zeilenumbruch am Ende fehlt")))
    lines = text.split("\n")[:-1]
    if "" in lines:
        raise FieldError(Message(gettext_noop("Zeile %(value)s ist leer"), value=lines.index("") + 1))
    return lines


def _value(number: int, line: str, name: str) -> str:
    if not line.startswith(f"{name}="):
        raise FieldError(Message(gettext_noop("Zeile %(number)s: '%(name)s=' erwartet"), number=number, name=name))
    return line.removeprefix(f"{name}=")


def _integer(text: str, where: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise FieldError(Message(gettext_noop("%(where)s: ganze Zahl ohne führende Nullen erwartet"), where=where))
    return int(text)


def _mode(text: str) -> Mode:
    try:
        return Mode(text)
    except ValueError:
        names = ", ".join(mode.value for mode in Mode)
        raise FieldError(Message(gettext_noop("Zeile 5: mode muss eines von %(names)s sein"), names=names)) from None


def _body(lines: list[str]) -> tuple[People, tuple[tuple[int, int], ...]]:
    """The lines after the header: first all people, then all meetings."""
    people: list[tuple[int, int]] = []
    met: list[tuple[int, int]] = []
    for number, line in enumerate(lines, start=6):
        if holding := _HOLDING.fullmatch(line):
            if met:
                raise FieldError(
                    Message(gettext_noop("Zeile %(number)s: Personen müssen vor den met-Zeilen stehen"), number=number)
                )
            people.append((int(holding[1]), int(holding[2])))
        elif meeting := _MEETING.fullmatch(line):
            met.append((int(meeting[1]), int(meeting[2])))
        else:
            raise FieldError(
                Message(gettext_noop("Zeile %(number)s: '<Startnummer>:<Anzahl>' erwartet"), number=number)
            )
    return tuple(people), tuple(met)
