"""P1 ... P5: who meets whom and when, each block switched off, departures, and self-meetings at every stage."""

from __future__ import annotations

from random import Random

import pytest

from tests.domain.evening import ONE_EACH, Evening, dealt, play, quarter_final, semi_final
from tournament.domain.records import Blocks, Card, Departure
from tournament.domain.steps import DrawPlaces, DrawRound, MakeMatches, leavers
from tournament.domain.terms import CardState, Outcome, Stage


class TestPlacementMatches:
    def test_the_quarter_final_losers_are_drawn_only_after_the_next_main_draw(self) -> None:
        evening = quarter_final()
        evening.win(1, 3, 5, 7)
        assert evening.due().steps == (DrawRound(2, 4),)
        evening.draw([(1, 3), (5, 7)])
        assert evening.due().steps == (DrawPlaces(1, (2, 4, 6, 8)),)

    def test_the_quarter_final_losers_are_drawn_at_once_where_the_final_needs_no_draw(self) -> None:
        evening = quarter_final()
        evening.win(1, 3, 5, 7)
        evening.leave([1, 3])
        final, places = evening.due().steps
        assert isinstance(final, MakeMatches)
        assert final.matches[0].numbers == 2
        assert places == DrawPlaces(1, (2, 4, 6, 8))

    def test_p4_and_p5_follow_when_p1_and_p2_are_decided(self) -> None:
        evening = semi_final()
        evening.draw([(8, 2), (6, 4)])
        evening.win(8)
        assert not evening.due().steps
        evening.win(4)
        evening.make()
        p4, p5 = evening.p(4), evening.p(5)
        assert (p4.stage, p4.round, p4.numbers, p4.left, p4.right) == (Stage.PLACE5, 1, 8, 8, 4)
        assert (p5.stage, p5.round, p5.numbers, p5.left, p5.right) == (Stage.PLACE7, 1, 8, 2, 6)

    def test_p3_follows_as_soon_as_the_semi_final_is_decided_with_the_lower_number_left(self) -> None:
        evening = semi_final()
        evening.win(1)
        assert 3 not in evening.made()
        evening.win(5)
        evening.make()
        p3 = evening.p(3)
        assert (p3.stage, p3.round, p3.numbers, p3.left, p3.right) == (Stage.PLACE3, 2, 4, 3, 7)
        assert evening.matches[-2].numbers == 2, "the final comes first"

    def test_three_losers_get_one_bye_and_no_p5(self) -> None:
        evening = Evening(dealt([1] * 7))
        evening.draw([(1, 2), (3, 4), (5, 6), (7, None)])
        evening.win(1, 3, 5)
        evening.draw([(1, 3), (5, 7)])
        evening.draw([(4, 6), (2, None)])
        assert evening.p(2).outcome is Outcome.BYE
        evening.win(6)
        evening.make()
        assert (evening.p(4).left, evening.p(4).right) == (6, 2)
        assert 5 not in evening.made()
        assert evening.places()[4] == 7

    def test_two_losers_play_p4_only_without_a_draw(self) -> None:
        evening = Evening(dealt([1] * 6))
        evening.draw([(6, 2), (5, 4), (3, None), (1, None)])
        evening.win(2, 4)
        assert evening.due().steps == (DrawRound(2, 4),)
        evening.draw([(1, 2), (3, 4)])
        evening.make()
        assert evening.made() == {4}
        assert (evening.p(4).left, evening.p(4).right) == (5, 6)

    def test_one_loser_is_fifth_without_a_match(self) -> None:
        evening = Evening(dealt([1] * 5))
        evening.draw([(1, 5), (2, None), (3, None), (4, None)])
        evening.win(1)
        evening.draw([(1, 2), (3, 4)])
        assert not evening.due().steps
        assert evening.places() == {5: 5}

    def test_one_semi_final_loser_is_third_without_a_match(self) -> None:
        evening = Evening(dealt([1] * 3))
        evening.draw([(1, 2), (3, None)])
        evening.win(1)
        evening.make()
        assert not evening.made()
        assert evening.places() == {2: 3}

    def test_a_double_walkover_sends_nobody_to_p4_and_p5(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.nobody_came(2)
        evening.win(6)
        assert not [step for step in evening.due().steps if isinstance(step, MakeMatches)]

    def test_both_of_a_double_walkover_in_the_quarter_final_play_no_placement(self) -> None:
        evening = quarter_final()
        evening.nobody_came(1)
        evening.win(3, 5, 7)
        evening.draw([(3, 5), (7, None)])
        assert evening.due().steps == (DrawPlaces(1, (4, 6, 8)),)

    def test_withdrawn_and_excluded_losers_play_no_placement(self) -> None:
        evening = quarter_final()
        evening.leave([2])
        evening.leave([4], CardState.EXCLUDED)
        evening.win(5, 7)
        evening.draw([(1, 3), (5, 7)])
        evening.make()
        assert (evening.p(4).left, evening.p(4).right) == (6, 8)

    def test_a_loser_withdrawn_before_the_draw_of_p1_is_not_drawn(self) -> None:
        evening = semi_final()
        evening.leave([4])
        assert evening.due().steps == (DrawPlaces(1, (2, 6, 8)),)

    def test_a_loser_withdrawn_after_the_draw_gives_walkovers(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.leave([4])
        assert (evening.p(1).outcome, evening.p(1).winner) == (Outcome.WALKOVER, 2)
        evening.win(6)
        evening.make()
        assert (evening.p(5).outcome, evening.p(5).winner) == (Outcome.WALKOVER, 8)
        assert evening.p(4).outcome is Outcome.OPEN

    def test_a_semi_final_loser_excluded_before_p3_loses_it_by_exclusion(self) -> None:
        evening = semi_final()
        evening.win(1)
        evening.leave([3], CardState.EXCLUDED)
        evening.win(5)
        evening.make()
        assert (evening.p(3).outcome, evening.p(3).winner) == (Outcome.EXCLUDED, 7)

    @pytest.mark.parametrize(
        "kinds", [(CardState.EXCLUDED, CardState.WITHDRAWN), (CardState.WITHDRAWN, CardState.EXCLUDED)]
    )
    def test_exclusion_outweighs_withdrawal_whichever_came_first(self, kinds: tuple[CardState, CardState]) -> None:
        assert leavers([Departure(kind, (3,), None) for kind in kinds]) == {3: CardState.EXCLUDED}

    @pytest.mark.parametrize(
        ("blocks", "made"),
        [
            (Blocks(), {1, 2, 3, 4, 5}),
            (Blocks(place3=False), {1, 2, 4, 5}),
            (Blocks(place7=False), {1, 2, 3, 4}),
            (Blocks(place5=False, place7=False), {3}),
            (Blocks(place5=False), {3}),
            (Blocks(False, False, False), set()),
        ],
    )
    def test_each_block_can_be_switched_off(self, blocks: Blocks, made: set[int]) -> None:
        evening = Evening(dealt(ONE_EACH), blocks=blocks)
        play(evening, Random(1))  # noqa: S311
        assert evening.made() == made

    def test_it_is_over_only_when_the_last_placement_match_is_decided(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.win(1, 5, 2, 6)
        evening.make()
        evening.win(1, 3, 2)
        assert not evening.due().over
        evening.win(4)
        assert evening.due().over


class TestSelfMeetings:
    def test_in_a_drawn_round_the_right_card_is_handed_in(self) -> None:
        evening = quarter_final([2, *[1] * 6])
        assert (evening.matches[0].outcome, evening.matches[0].winner) == (Outcome.SELF, 1)
        assert evening.cards[2].state is CardState.OUT

    def test_in_the_semi_final_and_then_in_p3(self) -> None:
        evening = Evening(dealt([3, 1]))
        evening.draw([(1, 2), (3, 4)])
        evening.win(4)
        evening.make()
        assert evening.matches[0].outcome is Outcome.SELF
        assert (evening.p(3).outcome, evening.p(3).winner) == (Outcome.SELF, 2)
        assert evening.places() == {2: 3, 3: 4}

    def test_at_every_placement_match_the_person_takes_both_places(self) -> None:
        evening = Evening(dealt([1, 4, 1, 1, 1]))
        evening.draw([(1, 2), (6, 3), (7, 4), (8, 5)])
        evening.win(1, 6, 7, 8)
        evening.draw([(1, 6), (7, 8)])
        evening.draw([(5, 2), (3, 4)])
        evening.make()
        assert [evening.p(number).outcome for number in (1, 2, 4, 5)] == [Outcome.SELF] * 4
        assert evening.places() == {5: 5, 3: 6, 2: 7, 4: 8}

    def test_in_the_final(self) -> None:
        evening = semi_final()
        evening.win(1)
        evening.cards[5] = Card(5, 1, CardState.IN)  # the card has changed hands
        evening.win(5)
        evening.make()
        (final,) = evening.round_matches(3)
        assert (final.outcome, final.left, final.winner) == (Outcome.SELF, 1, 1)
