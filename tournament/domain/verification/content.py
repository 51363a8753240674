"""The archive as typed records, and what several checks ask of it; made only of a file whose shape is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.domain.records import Card, Departure, Match
from tournament.domain.terms import Stage

from .schema import DrawStage
from .stored import (
    CashLine,
    Json,
    Leaving,
    Move,
    Rebuy,
    Settings,
    StoredCard,
    StoredDraw,
    StoredMatch,
    StoredPlace,
    StoredPrize,
    Swap,
)


@dataclass(frozen=True)
class Content:
    """Everything the checks look at."""

    settings: Settings
    people: Mapping[int, Json]
    cards: Mapping[int, StoredCard]
    draws: tuple[StoredDraw, ...]
    matches: tuple[StoredMatch, ...]
    places: tuple[StoredPlace, ...]
    prizes: tuple[StoredPrize, ...]
    cash: tuple[CashLine, ...]
    leavings: tuple[Leaving, ...]
    moves: tuple[Move, ...]
    swaps: tuple[Swap, ...]
    rebuys: tuple[Rebuy, ...]
    play_offs: Mapping[int, tuple[int, ...]]

    @cached_property
    def valid_draws(self) -> tuple[StoredDraw, ...]:
        """The draws that were not annulled."""
        return tuple(draw for draw in self.draws if draw.annulled is None)

    @cached_property
    def main_draws(self) -> Mapping[int, StoredDraw]:
        """The valid draw of every round of the main line."""
        return {draw.round: draw for draw in self.valid_draws if draw.stage is DrawStage.MAIN}

    @cached_property
    def place_draws(self) -> Mapping[int, StoredDraw]:
        """The valid draw of the places 5 to 8, by the round whose losers meet."""
        return {draw.round: draw for draw in self.valid_draws if draw.stage is DrawStage.PLACES}

    @cached_property
    def main_rounds(self) -> Mapping[int, tuple[StoredMatch, ...]]:
        """The matches of the main line by round, each ascending by number."""
        rounds: dict[int, list[StoredMatch]] = {}
        for match in self.matches:
            if match.stage is Stage.MAIN:
                rounds.setdefault(match.round, []).append(match)
        return {number: tuple(sorted(rounds[number], key=lambda match: match.number)) for number in sorted(rounds)}

    @cached_property
    def placement(self) -> tuple[StoredMatch, ...]:
        """The matches P1 to P5."""
        return tuple(match for match in self.matches if match.stage is not Stage.MAIN)

    @cached_property
    def every_match(self) -> tuple[StoredMatch, ...]:
        """All matches, those of annulled draws included."""
        return (*self.matches, *(match for draw in self.draws for match in draw.annulled or ()))

    def cards_in(self, match_id: int) -> frozenset[int]:
        """The cards of a match, annulled or not; nothing if there is no such match."""
        return self._cards_by_match.get(match_id, frozenset())

    @cached_property
    def _cards_by_match(self) -> Mapping[int, frozenset[int]]:
        return {match.id: frozenset(card for card in match.sides if card is not None) for match in self.every_match}

    def main_matches_of(self, card: int) -> tuple[StoredMatch, ...]:
        """The matches of the main line a card is in."""
        return tuple(self._main_matches_of.get(card, ()))

    @cached_property
    def _main_matches_of(self) -> Mapping[int, list[StoredMatch]]:
        found: dict[int, list[StoredMatch]] = {}
        for matches in self.main_rounds.values():
            for match in matches:
                for card in match.sides:
                    if card is not None:
                        found.setdefault(card, []).append(match)
        return found

    @cached_property
    def rebought(self) -> frozenset[int]:
        """The cards bought into byes."""
        return frozenset(rebuy.card for rebuy in self.rebuys)

    @cached_property
    def gone(self) -> Mapping[int, Leaving]:
        """Every card that left, with how it first did."""
        return {card: leaving for leaving in reversed(self.leavings) for card in leaving.cards}

    def owner_after(self, card: int, draws: int) -> int:
        """Whose card it was when so many draws had been made, moves made since then included."""
        history = self._moves_of.get(card, ())
        later = next((move for move in history if move.after_draw > draws), None)
        return self.cards[card].owner if later is None else later.old

    def owners_from(self, card: int, draws: int) -> tuple[int, ...]:
        """Everybody who has held the card since so many draws were made, in order."""
        later = [move.new for move in self._moves_of.get(card, ()) if move.after_draw >= draws]
        return (self.owner_after(card, draws - 1), *later)

    def moves_of(self, *cards: int) -> tuple[Move, ...]:
        """The moves of these cards in order."""
        if not any(card in self._moves_of for card in cards):
            return ()
        return tuple(move for move in self.moves if move.card in cards)

    def by_owner(self, cards: Iterable[int], draws: int) -> dict[int, list[int]]:
        """The cards of every person, ascending, as they were owned after so many draws."""
        holdings: dict[int, list[int]] = {}
        for card in sorted(cards):
            holdings.setdefault(self.owner_after(card, draws), []).append(card)
        return holdings

    @cached_property
    def _moves_of(self) -> Mapping[int, list[Move]]:
        moves: dict[int, list[Move]] = {}
        for move in self.moves:
            moves.setdefault(move.card, []).append(move)
        return moves

    def swaps_of_round(self, round_number: int, stage: Stage = Stage.MAIN) -> tuple[Swap, ...]:
        """The exchanges after corrections of that round, in order."""
        return tuple(swap for swap, where in self._swap_rounds if where == (stage, round_number))

    def standing_swaps(self, round_number: int) -> tuple[Swap, ...]:
        """The exchanges after corrections of a main round, less those whose next round was rolled back since."""
        following = [draw for draw in self.draws if draw.stage is DrawStage.MAIN and draw.round == round_number + 1]

        def stands(swap: Swap) -> bool:
            before = [draw for draw in following if draw.number <= swap.after_draw]
            return not before or max(before, key=lambda draw: draw.number).annulled is None

        return tuple(swap for swap in self.swaps_of_round(round_number) if stands(swap))

    @cached_property
    def _swap_rounds(self) -> tuple[tuple[Swap, tuple[Stage, int] | None], ...]:
        met: dict[frozenset[int | None], tuple[Stage, int]] = {}
        for match in self.every_match:
            met.setdefault(frozenset(match.sides), (match.stage, match.round))
        return tuple((swap, met.get(frozenset((swap.old, swap.new)))) for swap in self.swaps)

    def rolled_back_since(self, leaving: Leaving) -> bool:
        """Whether a draw that stood when these cards left was annulled since: the round they left may be gone."""
        mains = [draw for draw in self.draws if draw.stage is DrawStage.MAIN and draw.number <= leaving.after_draw]
        return any(
            draw.annulled is not None
            and not any(each.number > draw.number and each.round <= draw.round for each in mains)
            for draw in mains
        )

    def redrawn_as(self, draw: StoredDraw) -> int:
        """The number of the next draw of the same round; one beyond all draws if there is none."""
        again = (each.number for each in self.draws if (each.stage, each.round) == (draw.stage, draw.round))
        return min((number for number in again if number > draw.number), default=len(self.draws) + 1)

    def numbers_of(self, match: StoredMatch) -> int:
        """Size of the pot of the round a match belongs to; for an annulled one as far as it tells itself."""
        if match.id in self._annulled and match.numbers is not None:
            return match.numbers
        return self._numbers.get(match.round) or self.numbers_of_round(match.round)

    @cached_property
    def _annulled(self) -> frozenset[int]:
        return frozenset(match.id for draw in self.draws for match in draw.annulled or ())

    def numbers_of_round(self, round_number: int) -> int:
        """Size of the pot of a main round: what was drawn; in the fixed bracket it halves; a final has 2."""
        if self.settings.fixed_bracket:
            return max(2, self._cards_in_round(1) >> (round_number - 1))
        return self._cards_in_round(round_number) if round_number in self.main_draws else 2

    def _cards_in_round(self, round_number: int) -> int:
        matches = self.main_rounds.get(round_number, ())
        # Cards bought into byes make no difference: byes are fewer than matches and byes together.
        return power_of_two(sum(card is not None for match in matches for card in match.sides))

    @cached_property
    def records(self) -> tuple[Match, ...]:
        """The matches as the rules know them."""
        return tuple(
            Match(
                id=match.id,
                stage=match.stage,
                round=match.round,
                numbers=self.numbers_of(match),
                number=match.number,
                left=match.left,
                right=match.right,
                outcome=match.outcome,
                winner=match.winner,
            )
            for match in self.matches
        )

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        return {number: self.numbers_of_round(number) for number in self.main_rounds}

    @cached_property
    def card_records(self) -> tuple[Card, ...]:
        """The cards as the rules know them, with their latest owners."""
        return tuple(Card(card.number, card.owner, card.state) for card in self.cards.values())

    @cached_property
    def departures(self) -> tuple[Departure, ...]:
        """The leavings as the rules know them."""
        return tuple(Departure(each.kind, each.cards, each.before_round) for each in self.leavings)


def power_of_two(cards: int) -> int:
    """The smallest power of two not below the number of cards.

    >>> power_of_two(0), power_of_two(1), power_of_two(33)
    (1, 1, 64)
    """
    return 1 << max(0, cards - 1).bit_length()
