"""Plain records of cards, matches and departures: what the rules look at, wherever it is stored."""

from dataclasses import dataclass

from .terms import CardState, Outcome, Stage


@dataclass(frozen=True, slots=True)
class Card:
    """An entry card: its number, its owner's start number, and where it is."""

    number: int
    owner: int
    state: CardState


@dataclass(frozen=True, slots=True)
class Match:
    """A match; `left`, `right` and `winner` are card numbers, `numbers` the size of the (main) round it belongs to."""

    id: int
    stage: Stage
    round: int
    numbers: int
    number: int
    left: int | None
    right: int | None
    outcome: Outcome
    winner: int | None


@dataclass(frozen=True, slots=True)
class Departure:
    """Cards that left together; `before_round` None: out of a match, or beaten before."""

    kind: CardState
    cards: tuple[int, ...]
    before_round: int | None


@dataclass(frozen=True, slots=True)
class Blocks:
    """Which placement blocks are played: 3/4, 5-8 with 5/6, and 7/8."""

    place3: bool = True
    place5: bool = True
    place7: bool = True
