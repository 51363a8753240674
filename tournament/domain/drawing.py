"""What every way of drawing has in common: cards, pairings, byes, and the steps that were shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, Protocol, TypeVar

People = tuple[tuple[int, int], ...]
"""(start number, number of cards), ascending by start number."""


class Card(NamedTuple):
    """The k-th (from 1) of the cards a person still holds, by card number; k = 0: the person as such.

    It is a plain tuple to compare and to look up: ``Card(7, 1) == (7, 1)``.

    >>> str(Card(7, 1)), str(Card(7, 0))
    ('7.1', '7')
    """

    start_number: int
    k: int

    def __str__(self) -> str:
        return f"{self.start_number}.{self.k}" if self.k else str(self.start_number)


def person(start_number: int) -> Card:
    """The token of somebody who is drawn as a person, not as one of his cards."""
    return Card(start_number, 0)


C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Pairing(Generic[C]):
    """Two cards that meet in the match with this number."""

    number: int
    left: C
    right: C


@dataclass(frozen=True, slots=True)
class Bye(Generic[C]):
    """A card without an opponent, and the match number under which it is kept."""

    number: int
    card: C


class StepKind(StrEnum):
    """What can happen in a draw; the values are those of the archive."""

    ORDER = "order"
    LEFT = "left"
    RIGHT = "right"
    REDRAW = "redraw"
    BYE = "bye"
    VOID = "void"
    MATCH = "match"


Step = tuple[StepKind | int | Card, ...]
"""One of ``(ORDER, person, ...)``, ``(LEFT | RIGHT | REDRAW, number, card)``, ``(BYE, card)``,
``(VOID,)``, ``(MATCH, card, card)``."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The outcome of a draw: matches, byes, the order of persons where one was drawn, every step."""

    matches: tuple[Pairing[Card], ...]
    byes: tuple[Bye[Card], ...]
    order: tuple[int, ...]
    steps: tuple[Step, ...]


class Numbers(Protocol):
    """Where the random numbers come from."""

    def uint(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        ...


def base_list(people: Iterable[tuple[int, int]]) -> list[Card]:
    """All cards: persons by number of cards descending, then by start number; k ascending."""
    ranked = sorted(people, key=lambda holding: (-holding[1], holding[0]))
    return [Card(start, k) for start, cards in ranked for k in range(1, cards + 1)]


def archive_steps(steps: Iterable[Step], card_numbers: Mapping[tuple[int, int], int]) -> list[list[str | int]]:
    """The steps as the archive keeps them: lists, with card numbers instead of tokens.

    `card_numbers` maps (start number, k) to the number of the card. Persons (k = 0) become their
    start number and need no entry. Raises KeyError for a card that is not in the mapping.
    """
    return [[_plain(part, card_numbers) for part in step] for step in steps]


def _plain(part: StepKind | int | Card, card_numbers: Mapping[tuple[int, int], int]) -> str | int:
    if isinstance(part, Card):
        return card_numbers[part] if part.k else part.start_number
    return part.value if isinstance(part, StepKind) else part
