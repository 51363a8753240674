"""The placement matches P1 ... P5: who meets for the places 3 to 8, and when.

P1 and P2 are drawn among the losers of the quarter-final, P3 is for 3/4, P4 for 5/6, P5 for 7/8. Quarter-final is the
main round with 8 numbers, semi-final the one with 4; a round that withdrawals jump over has no block.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .records import Blocks, Card, Match
from .steps import DrawPlaces, MakeMatches, NewMatch, meeting
from .terms import CardState, Outcome, Stage

QUARTER_FINAL, SEMI_FINAL = 8, 4
_STAGES = {3: Stage.PLACE3, 4: Stage.PLACE5, 5: Stage.PLACE7}


def beaten_in(matches: Iterable[Match], cards: Mapping[int, Card]) -> list[int]:
    """The cards that lost these decided matches and were not withdrawn or excluded in them, ascending.

    Only they play for places; both of a double walkover rank last instead.
    """
    losers = (
        card
        for match in matches
        if match.winner is not None
        for card in (match.left, match.right)
        if card is not None and card != match.winner
    )
    return sorted(card for card in losers if cards[card].state is CardState.OUT)


@dataclass(frozen=True, slots=True)
class LateRounds:
    """The matches that placement depends on, sorted out."""

    quarter: tuple[Match, ...]
    semi: tuple[Match, ...]
    placement: Mapping[int, Match]

    @classmethod
    def of(cls, matches: Iterable[Match]) -> "LateRounds":
        """Sort out all live matches of the tournament, or at least those with 8 numbers or fewer."""
        main: dict[int, list[Match]] = {QUARTER_FINAL: [], SEMI_FINAL: []}
        placement: dict[int, Match] = {}
        for match in matches:
            if match.stage is Stage.MAIN:
                if match.numbers in main:
                    main[match.numbers].append(match)
            elif match.stage is not Stage.THREE:
                placement[match.number] = match
        return cls(tuple(main[QUARTER_FINAL]), tuple(main[SEMI_FINAL]), placement)


def decided(matches: Sequence[Match]) -> bool:
    """There are matches, and none of them is open."""
    return bool(matches) and all(match.outcome is not Outcome.OPEN for match in matches)


def loser_of(match: Match) -> int | None:
    """The card a decided match beat; None for byes and double walkovers."""
    if match.winner is None or match.left is None or match.right is None:
        return None
    return match.right if match.winner == match.left else match.left


def placement_steps(
    cards: Mapping[int, Card],
    matches: Iterable[Match],
    *,
    left_hall: Mapping[int, CardState],
    blocks: Blocks,
    waiting_round: int | None,
) -> list[DrawPlaces | MakeMatches]:
    """What is due of P1 ... P5: the draw first, then matches; nothing that exists already.

    `left_hall`: cards that left, and how. `waiting_round`: the main round whose successor has still to be drawn, or
    None; the block of that round does not start before.
    """
    late = LateRounds.of(matches)
    steps: list[DrawPlaces | MakeMatches] = []
    new = _third_place(cards, late, left_hall) if blocks.place3 else []
    if blocks.place5 and decided(late.quarter):
        if late.placement.keys() & {1, 2, 4}:
            new += _after_the_draw(cards, late, left_hall, blocks)
        elif late.quarter[0].round != waiting_round:
            players = [card for card in beaten_in(late.quarter, cards) if card not in left_hall]
            if len(players) >= 3:
                steps.append(DrawPlaces(late.quarter[0].round, tuple(players)))
            elif len(players) == 2:
                new.append(_match(4, late.quarter[0], (players[0], players[1]), cards, left_hall))
    return [*steps, MakeMatches(tuple(new))] if new else steps


def _third_place(cards: Mapping[int, Card], late: LateRounds, left_hall: Mapping[int, CardState]) -> list[NewMatch]:
    """P3 as soon as the semi-final is decided; one who has left since gives a walkover."""
    if 3 in late.placement or not decided(late.semi):
        return []
    players = beaten_in(late.semi, cards)
    if len(players) != 2:
        return []
    return [_match(3, late.semi[0], (players[0], players[1]), cards, left_hall)]


def _after_the_draw(
    cards: Mapping[int, Card], late: LateRounds, left_hall: Mapping[int, CardState], blocks: Blocks
) -> list[NewMatch]:
    """P4 of the winners and P5 of the losers as soon as P1 and P2 are decided; none for a card alone."""
    first, second = late.placement.get(1), late.placement.get(2)
    if first is None or second is None or not decided((first, second)):
        return []
    new: list[NewMatch] = []
    pairs = [(4, first.winner, second.winner)]
    if blocks.place7:
        pairs.append((5, loser_of(first), loser_of(second)))
    for number, left, right in pairs:
        if number not in late.placement and left is not None and right is not None:
            new.append(_match(number, late.quarter[0], (left, right), cards, left_hall))
    return new


def _match(
    number: int,
    of_round: Match,
    pair: tuple[int, int],
    cards: Mapping[int, Card],
    left_hall: Mapping[int, CardState],
) -> NewMatch:
    return meeting(
        stage=_STAGES[number],
        round_number=of_round.round,
        numbers=of_round.numbers,
        number=number,
        left=pair[0],
        right=pair[1],
        cards=cards,
        left_hall=left_hall,
    )
