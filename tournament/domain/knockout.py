"""The knock-out of cards: field size, the next step of the main line, the fixed bracket, and all that is due."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .placement_matches import placement_steps
from .records import Blocks, Card, Departure, Match
from .steps import DrawPlaces, DrawRound, MakeMatches, NewMatch, Step, leavers, meeting
from .terms import CardState, Outcome, Stage

__all__ = [
    "MOST_CARDS",
    "DrawPlaces",
    "DrawRound",
    "Due",
    "FieldProposal",
    "FieldSize",
    "MainOver",
    "MakeMatches",
    "NewMatch",
    "Situation",
    "Step",
    "bracket_round",
    "due",
    "field_sizes",
    "next_main",
    "numbers_for",
]

#: The largest field the program guarantees.
MOST_CARDS = 4096


def numbers_for(cards: int) -> int:
    """The size of a round: the smallest power of two not below the cards (0 for none); ValueError if negative.

    >>> [numbers_for(cards) for cards in (0, 1, 2, 3, 33, 64)]
    [0, 1, 2, 4, 64, 64]
    """
    if cards < 0:
        raise ValueError("a number of cards is not negative")
    return 1 << (cards - 1).bit_length() if cards else 0


@dataclass(frozen=True, slots=True)
class FieldSize:
    """A power of two, and what it takes to play it: byes then, cards still to be sold, or to be given back."""

    numbers: int
    byes: int
    to_sell: int = 0
    to_refund: int = 0


@dataclass(frozen=True, slots=True)
class FieldProposal:
    """What closing the sale means: the only size the cards sold allow, and its neighbours.

    `size` 0 with nothing sold, 1 if the only card wins, 2 if the final is all. `smaller` and `larger` say how many
    cards would have to be given back or sold for the next size down or up; None where there is none.
    """

    sold: int
    offered: int
    size: int
    byes: int
    smaller: FieldSize | None
    larger: FieldSize | None

    @property
    def shrinks(self) -> bool:
        """Fewer were sold than the field offered needs: the next smaller power of two is proposed."""
        return self.size < self.offered

    @property
    def grows(self) -> bool:
        """More were sold than offered: the next larger power of two is proposed."""
        return self.size > self.offered


def field_sizes(sold: int, offered: int) -> FieldProposal:
    """The field for the cards sold, of those offered; byes exist only if numbers/2 < sold <= numbers.

    ValueError beyond 4,096 cards or below none.

    >>> proposal = field_sizes(30, 64)
    >>> proposal.size, proposal.byes, proposal.shrinks, proposal.larger
    (32, 2, True, FieldSize(numbers=64, byes=31, to_sell=3, to_refund=0))
    """
    if not 0 <= sold <= MOST_CARDS:
        raise ValueError(f"0 to {MOST_CARDS} cards can be sold")
    size = numbers_for(sold)
    below, above = size // 2, size * 2 or 1
    smaller = FieldSize(below, 0, to_refund=sold - below) if below else None
    needed = above // 2 + 1
    larger = FieldSize(above, above - needed, to_sell=needed - sold) if above <= MOST_CARDS else None
    return FieldProposal(sold, offered, size, size - sold, smaller, larger)


@dataclass(frozen=True, slots=True)
class MainOver:
    """The main line is decided; `cards` (ascending) are left: none, the winner, or all of one person."""

    cards: tuple[int, ...]


def next_main(
    cards: Mapping[int, Card],
    *,
    last_round: int,
    last_numbers: int = 0,
    previous: Sequence[Match] = (),
    fixed_bracket: bool = False,
) -> DrawRound | MakeMatches | MainOver:
    """The next step of the main line, once every match of its last round is decided.

    `cards`: at least all that are still in. `last_round` 0: nothing drawn yet. `previous`: the matches of the last
    round; only the fixed bracket needs them and `last_numbers`.
    """
    still_in = sorted(card.number for card in cards.values() if card.state is CardState.IN)
    if fixed_bracket and last_round:
        if not still_in or last_numbers <= 2:
            return MainOver(tuple(still_in))
        following = bracket_round(previous, last_round + 1, last_numbers // 2, cards)
        return MakeMatches(following) if following else MainOver(tuple(still_in))
    if len(still_in) == 2:
        return MakeMatches((_final(last_round + 1, still_in[0], still_in[1], cards),))
    if len({cards[number].owner for number in still_in}) <= 1:
        return MainOver(tuple(still_in))  # nobody, the winner, or one person who holds all that are left
    return DrawRound(last_round + 1, numbers_for(len(still_in)))


def _final(round_number: int, left: int | None, right: int | None, cards: Mapping[int, Card]) -> NewMatch:
    return meeting(
        stage=Stage.MAIN, round_number=round_number, numbers=2, number=1, left=left, right=right, cards=cards
    )


def bracket_round(
    previous: Iterable[Match], round_number: int, numbers: int, cards: Mapping[int, Card]
) -> tuple[NewMatch, ...]:
    """The next round of the fixed bracket: the winners of numbers 2i-1 (left) and 2i (right) meet in match i.

    `numbers`: the size of the new round. A place is empty if nobody won there or the winner is no longer in: against
    it a bye; two empty places make no match. In the final the lower card number is left.
    """
    winners = {
        match.number: match.winner
        for match in previous
        if match.winner is not None and cards[match.winner].state is CardState.IN
    }
    if numbers == 2:
        left, right = winners.get(1), winners.get(2)
        if left is None and right is None:
            return ()
        if left is not None and right is not None:
            left, right = sorted((left, right))
        return (_final(round_number, left, right, cards),)
    pairs = ((number, winners.get(2 * number - 1), winners.get(2 * number)) for number in range(1, numbers // 2 + 1))
    return tuple(
        meeting(
            stage=Stage.MAIN,
            round_number=round_number,
            numbers=numbers,
            number=number,
            left=left,
            right=right,
            cards=cards,
            from_bracket=True,
        )
        for number, left, right in pairs
        if left is not None or right is not None
    )


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a tournament stands, as far as the next steps depend on it.

    `cards`: at least all still in and all in `matches`. `matches`: the live matches of the last main round, and of
    all rounds with 8 numbers or fewer, placement matches included. `last_round`, `last_numbers`: the last main round
    that was made (0, 0 before the first).
    """

    cards: Mapping[int, Card]
    matches: tuple[Match, ...] = ()
    departures: tuple[Departure, ...] = ()
    blocks: Blocks = field(default_factory=Blocks)
    fixed_bracket: bool = False
    last_round: int = 0
    last_numbers: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """What has to be done next, in this order; `over`: nothing is, and nothing will be."""

    steps: tuple[Step, ...]
    over: bool


def due(situation: Situation) -> Due:
    """All steps that are due: first of the main line, then the draw of P1 and P2, then P3, P4, P5.

    What exists already is not due again. A step may follow from one before it in the list having been carried out.
    """
    main = _main_step(situation)
    steps: list[Step] = [main] if isinstance(main, DrawRound | MakeMatches) else []
    # The draw of P1 and P2 waits for the next main draw; a step without a draw counts as done.
    waiting_round = situation.last_round if main is None or isinstance(main, DrawRound) else None
    steps += placement_steps(
        situation.cards,
        situation.matches,
        left_hall=leavers(situation.departures),
        blocks=situation.blocks,
        waiting_round=waiting_round,
    )
    still_open = any(match.outcome is Outcome.OPEN for match in situation.matches)
    return Due(tuple(steps), isinstance(main, MainOver) and not steps and not still_open)


def _main_step(situation: Situation) -> DrawRound | MakeMatches | MainOver | None:
    """None while a match of the last main round is open."""
    last = [match for match in situation.matches if match.stage is Stage.MAIN and match.round == situation.last_round]
    if any(match.outcome is Outcome.OPEN for match in last):
        return None
    return next_main(
        situation.cards,
        last_round=situation.last_round,
        last_numbers=situation.last_numbers,
        previous=last,
        fixed_bracket=situation.fixed_bracket,
    )
