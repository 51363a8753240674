"""The knock-out of cards: field size, main line, and the fixed bracket."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.evening import BLOCKS, HOLDINGS, ONE_EACH, Evening, dealt, play, quarter_final, shuffled_pairs
from tournament.domain.knockout import FieldSize, MainOver, field_sizes, next_main, numbers_for
from tournament.domain.records import Blocks
from tournament.domain.steps import DrawPlaces, DrawRound, MakeMatches
from tournament.domain.terms import Outcome, Stage


class TestFieldSize:
    @pytest.mark.parametrize("power", range(13))
    def test_numbers_is_the_smallest_power_of_two_not_below_the_cards(self, power: int) -> None:
        size = 2**power
        assert numbers_for(size) == size
        assert numbers_for(size // 2 + 1) == size

    def test_thirty_of_sixty_four_are_proposed_on_32_numbers_with_2_byes(self) -> None:
        proposal = field_sizes(30, 64)
        assert (proposal.size, proposal.byes, proposal.shrinks, proposal.grows) == (32, 2, True, False)
        assert proposal.larger == FieldSize(64, 31, to_sell=3)
        assert proposal.smaller == FieldSize(16, 0, to_refund=14)

    def test_thirty_three_of_sixty_four_keep_the_field_with_31_byes(self) -> None:
        proposal = field_sizes(33, 64)
        assert (proposal.size, proposal.byes, proposal.shrinks, proposal.grows) == (64, 31, False, False)

    def test_if_more_people_come_the_next_larger_power_is_proposed(self) -> None:
        proposal = field_sizes(65, 64)
        assert (proposal.size, proposal.byes, proposal.grows) == (128, 63, True)

    @given(st.integers(1, 4096), st.sampled_from([2**power for power in range(3, 13)]))
    def test_byes_exist_only_if_more_than_half_of_the_numbers_are_sold(self, sold: int, offered: int) -> None:
        proposal = field_sizes(sold, offered)
        assert proposal.size / 2 < sold <= proposal.size
        assert proposal.byes == proposal.size - sold

    @pytest.mark.parametrize(("sold", "size"), [(0, 0), (1, 1), (2, 2)])
    def test_none_one_or_two_sold_leave_no_bye(self, sold: int, size: int) -> None:
        proposal = field_sizes(sold, 8)
        assert (proposal.size, proposal.byes) == (size, 0)

    def test_4096_is_the_largest_field(self) -> None:
        assert field_sizes(4096, 4096).larger is None
        with pytest.raises(ValueError, match="4096"):
            field_sizes(4097, 4096)
        with pytest.raises(ValueError, match="4096"):
            field_sizes(-1, 8)


class TestMainLine:
    def test_nothing_sold_is_nothing_to_draw(self) -> None:
        assert next_main({}, last_round=0) == MainOver(())
        assert Evening({}).due().over

    def test_the_only_card_wins(self) -> None:
        evening = Evening(dealt([1]))
        assert evening.due().over
        assert evening.places() == {1: 1}

    def test_two_cards_need_no_draw_and_the_lower_number_is_left(self) -> None:
        evening = Evening(dealt([1, 1]))
        (step,) = evening.due().steps
        assert isinstance(step, MakeMatches)
        (final,) = step.matches
        assert (final.stage, final.round, final.numbers, final.number) == (Stage.MAIN, 1, 2, 1)
        assert (final.left, final.right, final.outcome, final.from_bracket) == (1, 2, Outcome.OPEN, False)

    def test_two_cards_of_one_person_meet_in_a_self_meeting(self) -> None:
        evening = Evening(dealt([2]))
        evening.make()
        assert evening.matches[0].outcome is Outcome.SELF
        assert evening.due().over
        assert evening.places() == {1: 1, 2: 2}

    def test_three_cards_of_one_person_are_not_drawn(self) -> None:
        assert Evening(dealt([3])).due().over
        assert Evening(dealt([3]), fixed_bracket=True).due().over

    def test_the_next_round_is_due_when_every_match_is_decided_and_not_before(self) -> None:
        evening = quarter_final()
        evening.win(1, 3, 5)
        assert not evening.due().steps
        evening.win(7)
        assert evening.due().steps == (DrawRound(2, 4),)

    def test_missing_cards_are_byes_of_the_next_draw(self) -> None:
        evening = quarter_final()
        evening.win(1, 3, 5, 7)
        evening.leave([3])
        assert evening.due().steps == (DrawRound(2, 4),)
        assert evening.departures[0].before_round == 2

    def test_withdrawals_can_jump_over_the_semi_final(self) -> None:
        evening = quarter_final(blocks=Blocks(place5=False))
        evening.win(1, 3, 5, 7)
        evening.leave([3, 5])
        (step,) = evening.due().steps
        assert isinstance(step, MakeMatches)
        assert (step.matches[0].round, step.matches[0].left, step.matches[0].right) == (2, 1, 7)

    def test_withdrawals_before_the_first_draw_make_the_field_smaller(self) -> None:
        evening = Evening(dealt([1] * 33))
        evening.leave([33])
        assert evening.due().steps == (DrawRound(1, 32),)

    def test_three_or_more_left_all_of_one_person_are_not_drawn(self) -> None:
        evening = Evening(dealt([4, 1, 1, 1, 1]))
        evening.draw([(1, 5), (2, 6), (3, 7), (4, 8)])
        evening.win(1, 2, 3, 4)
        assert evening.due().steps == (DrawPlaces(1, (5, 6, 7, 8)),), "only placement is still to play"
        assert evening.places() == {1: 1, 2: 2, 3: 3, 4: 4}

    def test_a_double_walkover_in_the_final_leaves_no_winner_and_ends_it(self) -> None:
        evening = Evening(dealt([1, 1]))
        evening.make()
        evening.nobody_came(1)
        assert evening.due().over
        assert [(row.place, row.shared_until, row.settled_by) for row in evening.rank()] == [(1, 2, None)] * 2


class TestFixedBracket:
    def bracket(self) -> Evening:
        return quarter_final(fixed_bracket=True, blocks=Blocks(False, False, False))

    def test_winners_of_numbers_2i_minus_1_and_2i_meet_without_a_draw(self) -> None:
        evening = self.bracket()
        evening.win(2, 3, 6, 7)
        (step,) = evening.due().steps
        assert isinstance(step, MakeMatches)
        assert [(new.round, new.numbers, new.number, new.left, new.right) for new in step.matches] == [
            (2, 4, 1, 2, 3),
            (2, 4, 2, 6, 7),
        ]
        assert all(new.from_bracket for new in step.matches)

    def test_its_final_has_no_draw_and_the_lower_number_left(self) -> None:
        evening = Evening(dealt(ONE_EACH), fixed_bracket=True, blocks=Blocks(False, False, False))
        evening.draw([(7, 8), (5, 6), (1, 2), (3, 4)])
        evening.win(7, 5, 1, 3)
        evening.make()
        evening.win(7, 1)
        (step,) = evening.due().steps
        assert isinstance(step, MakeMatches)
        assert [(new.left, new.right, new.numbers, new.from_bracket) for new in step.matches] == [(1, 7, 2, False)]

    def test_an_empty_place_is_a_bye_even_on_the_left(self) -> None:
        evening = self.bracket()
        evening.nobody_came(1)
        evening.win(3, 5, 7)
        evening.make()
        first = evening.round_matches(2)[0]
        assert (first.left, first.right, first.outcome, first.winner) == (None, 3, Outcome.BYE, 3)

    def test_two_empty_places_make_an_empty_one(self) -> None:
        evening = self.bracket()
        evening.nobody_came(1)
        evening.nobody_came(3)
        evening.win(5, 7)
        evening.make()
        assert [match.number for match in evening.round_matches(2)] == [2]
        evening.win(5)
        evening.make()
        (final,) = evening.round_matches(3)
        assert (final.numbers, final.outcome, final.winner) == (2, Outcome.BYE, 5)
        assert evening.due().over

    def test_a_winner_withdrawn_between_rounds_leaves_an_empty_place(self) -> None:
        evening = self.bracket()
        evening.win(1, 3, 5, 7)
        evening.leave([1])
        evening.make()
        assert [(match.left, match.right) for match in evening.round_matches(2)] == [(None, 3), (5, 7)]

    def test_one_person_holding_all_that_are_left_plays_on_by_self_meetings(self) -> None:
        evening = Evening(dealt([4, 1, 1, 1, 1]), fixed_bracket=True, blocks=Blocks(False, False, False))
        evening.draw([(1, 5), (2, 6), (3, 7), (4, 8)])
        evening.win(1, 2, 3, 4)
        evening.make()
        assert [match.outcome for match in evening.matches[4:]] == [Outcome.SELF] * 3
        assert evening.due().over
        assert evening.places()[1] == 1

    def test_two_left_in_different_halves_wait_for_the_final_of_the_bracket(self) -> None:
        evening = self.bracket()
        evening.win(1, 3, 5, 7)
        evening.leave([1, 5])
        evening.make()
        assert [match.outcome for match in evening.round_matches(2)] == [Outcome.BYE, Outcome.BYE]
        assert [(match.left, match.right) for match in evening.round_matches(3)] == [(3, 7)]


@settings(max_examples=150, deadline=None)
@given(HOLDINGS, BLOCKS, st.booleans(), st.sampled_from([0, 10, 30]), st.randoms(use_true_random=False))
def test_every_tournament_ends_and_nothing_is_due_twice(
    holdings: list[int], blocks: Blocks, fixed: bool, trouble: int, random: Random
) -> None:
    evening = Evening(dealt(holdings), blocks=blocks, fixed_bracket=fixed)
    play(evening, random, trouble=trouble)
    assert len(evening.still_in()) <= 1 or len({evening.cards[card].owner for card in evening.still_in()}) == 1


@settings(max_examples=60, deadline=None)
@given(HOLDINGS, st.sampled_from([0, 20]), st.randoms(use_true_random=False))
def test_every_main_draw_holds_exactly_the_cards_still_in(holdings: list[int], trouble: int, random: Random) -> None:
    evening = Evening(dealt(holdings))

    def watch() -> None:
        for step in evening.due().steps:
            if isinstance(step, DrawRound):
                assert step.numbers / 2 < len(evening.still_in()) <= step.numbers
                assert len(shuffled_pairs(evening.still_in(), step.numbers, Random(0))) == step.numbers / 2  # noqa: S311

    play(evening, random, trouble=trouble, watch=watch)
    met = [
        (match.round, card)
        for match in evening.matches
        if match.stage is Stage.MAIN
        for card in (match.left, match.right)
    ]
    cards = [each for each in met if each[1] is not None]
    assert len(cards) == len(set(cards)), "a card stands once in a round"
