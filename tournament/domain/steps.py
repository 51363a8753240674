"""What the rules ask for next: matches to make, rounds to draw. Whoever stores them decides nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .records import Card, Departure
from .terms import CardState, Outcome, Stage


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be made. Byes, self-meetings and walkovers are resolved already: `outcome` and `winner` say how.

    `left`, `right`, `winner` are card numbers; an empty place is None. `numbers` is the size of its (main) round.
    `from_bracket`: it follows from the draw of round 1 (fixed bracket); otherwise no draw made it.
    """

    stage: Stage
    round: int
    numbers: int
    number: int
    left: int | None
    right: int | None
    outcome: Outcome
    winner: int | None
    from_bracket: bool = False

    @property
    def handed_in(self) -> tuple[int, ...]:
        """The cards that are beaten the moment the match is made (self-meeting, walkover)."""
        if self.outcome is Outcome.OPEN:
            return ()
        return tuple(card for card in (self.left, self.right) if card is not None and card != self.winner)


@dataclass(frozen=True, slots=True)
class DrawRound:
    """The next main round has to be drawn, from `numbers` numbers (byes: numbers less the cards still in)."""

    round: int
    numbers: int


@dataclass(frozen=True, slots=True)
class DrawPlaces:
    """P1 and P2 have to be drawn (fair): three or four losers of main round `round`, ascending card numbers."""

    round: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MakeMatches:
    """Matches that need no draw; to be made at once, in this order."""

    matches: tuple[NewMatch, ...]


Step = DrawRound | MakeMatches | DrawPlaces


def leavers(departures: Iterable[Departure]) -> dict[int, CardState]:
    """Every card that left, and how (card number -> withdrawn or excluded); exclusion outweighs withdrawal."""
    kinds: dict[int, CardState] = {}
    for departure in departures:
        for card in departure.cards:
            if kinds.get(card) is not CardState.EXCLUDED:
                kinds[card] = departure.kind
    return kinds


def meeting(
    *,
    stage: Stage,
    round_number: int,
    numbers: int,
    number: int,
    left: int | None,
    right: int | None,
    cards: Mapping[int, Card],
    left_hall: Mapping[int, CardState] | None = None,
    from_bracket: bool = False,
) -> NewMatch:
    """A match of two places, resolved as far as the rules decide it without play.

    An empty place makes a bye; of one person's two cards the left one advances; a card in `left_hall` (see `leavers`)
    gives a walkover, two of them a double one. At least one place must be taken: ValueError.
    """
    outcome, winner = _resolved(left, right, cards, left_hall or {})
    return NewMatch(stage, round_number, numbers, number, left, right, outcome, winner, from_bracket)


def _resolved(
    left: int | None, right: int | None, cards: Mapping[int, Card], left_hall: Mapping[int, CardState]
) -> tuple[Outcome, int | None]:
    if left is None or right is None:
        winner = right if left is None else left
        if winner is None:
            raise ValueError("two empty places make no match")
        return Outcome.BYE, winner
    gone = [card for card in (left, right) if card in left_hall]
    if len(gone) == 2:
        return Outcome.DOUBLE_WALKOVER, None
    if gone:
        excluded = left_hall[gone[0]] is CardState.EXCLUDED
        return Outcome.EXCLUDED if excluded else Outcome.WALKOVER, right if gone[0] == left else left
    if cards[left].owner == cards[right].owner:
        return Outcome.SELF, left
    return Outcome.OPEN, None
