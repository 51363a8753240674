"""The tournament tree: what hangs on what, and where it is drawn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.evening import HOLDINGS, Evening, dealt, play, quarter_final, semi_final
from tournament.domain.records import Match
from tournament.domain.terms import CardState, Outcome, Side, Stage
from tournament.domain.tree import Forest, Slot, Standing, Tree, grow, lay_out


def forest_of(evening: Evening) -> Forest:
    return grow(evening.matches, fixed_bracket=evening.fixed_bracket)


def picture(evening: Evening, first_round: int = 1) -> Tree:
    forest = forest_of(evening)
    return lay_out(forest, forest.roots_from(first_round), first_round=first_round)


def column(tree: Tree, number: int) -> list[tuple[float, int]]:
    """(row, card) of a column from top to bottom."""
    return sorted((slot.row, slot.card) for slot in tree.slots if slot.column == number)


def finished() -> Evening:
    """Eight cards; 1 beats 3 in the final after 1-3 ... were drawn 7-1, 3-5 in the semi-final."""
    evening = quarter_final()
    evening.win(1, 3, 5, 7)
    evening.draw([(7, 1), (3, 5)])
    evening.win(1, 3)
    evening.make()
    evening.win(1)
    return evening


def test_matches_lead_from_the_final_back_to_round_1_as_they_were_drawn() -> None:
    tree = picture(finished())
    assert [card for _row, card in column(tree, 0)] == [7, 8, 1, 2, 3, 4, 5, 6]
    assert [card for _row, card in column(tree, 1)] == [7, 1, 3, 5]
    assert [card for _row, card in column(tree, 2)] == [1, 3]
    assert column(tree, 3) == [(3.5, 1)]
    assert tree.rounds == ((1, 8), (2, 4), (3, 2))
    assert tree.rows == 8


def test_a_match_goes_on_in_the_middle_between_its_two_lines() -> None:
    tree = picture(finished())
    assert [(joint.top, joint.bottom, joint.out) for joint in tree.joints if joint.column == 1] == [
        (0.5, 2.5, 1.5),
        (4.5, 6.5, 5.5),
    ]


def test_each_line_tells_how_it_ended() -> None:
    tree = picture(finished())
    told = {(slot.column, slot.card): slot.standing for slot in tree.slots}
    assert told[0, 8] is Standing.LOST
    assert told[1, 7] is Standing.LOST
    assert told[2, 1] is Standing.WON
    assert told[3, 1] is Standing.STANDS


def test_in_progress_there_is_a_tree_for_every_match_of_the_last_round() -> None:
    evening = quarter_final()
    evening.win(1, 3)
    tree = picture(evening)
    assert [card for _row, card in column(tree, 0)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert column(tree, 1) == [(0.5, 1), (3.0, 3)]
    assert {slot.standing for slot in tree.slots if slot.card in (5, 6, 7, 8)} == {Standing.OPEN}


def test_a_bye_is_one_line_that_goes_straight_on() -> None:
    evening = Evening(dealt([1] * 6))
    evening.draw([(1, 2), (3, 4), (5, None), (6, None)])
    evening.win(1, 3)
    evening.draw([(5, 1), (6, 3)])
    tree = picture(evening)
    assert [card for _row, card in column(tree, 0)] == [5, 1, 2, 6, 3, 4]
    (straight,) = [joint for joint in tree.joints if (joint.column, joint.top) == (0, 0)]
    assert straight.top == straight.bottom == straight.out


def test_a_self_meeting_has_two_lines_of_one_person_and_goes_on_with_the_left_card() -> None:
    evening = Evening(dealt([5, 1, 1, 1]))
    evening.draw([(1, 2), (3, 6), (4, 7), (5, 8)])
    (match,) = [match for match in evening.matches if match.outcome is Outcome.SELF]
    tree = picture(evening)
    assert {(slot.card, slot.standing) for slot in tree.slots if slot.match == match.id} == {
        (1, Standing.WON),
        (2, Standing.LOST),
    }
    assert (0.5, 1) in column(tree, 1)


def test_a_walkover_goes_on_with_who_was_there() -> None:
    evening = quarter_final()
    evening.leave([1])
    tree = picture(evening)
    assert {(slot.card, slot.standing) for slot in tree.slots if slot.row < 2} == {
        (1, Standing.LOST),
        (2, Standing.WON),
        (2, Standing.STANDS),
    }


def test_after_a_double_walkover_nothing_goes_on() -> None:
    evening = quarter_final()
    evening.nobody_came(1)
    assert column(picture(evening), 1) == []


def test_a_card_that_left_between_rounds_ends_its_tree_and_the_tree_stays_to_be_seen() -> None:
    evening = quarter_final()
    evening.win(1, 3, 5, 7)
    evening.leave([7])
    evening.draw([(1, 3), (5, None)])
    tree = picture(evening)
    assert {card for _row, card in column(tree, 0)} == set(range(1, 9))
    (last,) = [slot for slot in tree.slots if slot.card == 7 and slot.standing is Standing.STANDS]
    assert (last.column, last.match) == (1, None)
    assert last.row > max(slot.row for slot in tree.slots if slot.card in (1, 2, 3, 4, 5, 6))


def test_in_a_fixed_bracket_the_lines_stay_in_the_order_of_the_numbers() -> None:
    evening = quarter_final(fixed_bracket=True)
    first = [card for _row, card in column(picture(evening), 0)]
    evening.win(2, 4, 6, 8)
    evening.make()
    evening.win(2, 6)
    evening.make()
    assert [card for _row, card in column(picture(evening), 0)] == first == [1, 2, 3, 4, 5, 6, 7, 8]


def test_in_a_fixed_bracket_an_empty_place_keeps_its_neighbours_together() -> None:
    evening = quarter_final(fixed_bracket=True)
    evening.nobody_came(3)
    evening.win(1, 5, 7)
    evening.make()
    tree = picture(evening)
    assert [card for _row, card in column(tree, 0)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [card for _row, card in column(tree, 1)] == [1, 5, 7]
    # The walkover has no winner, and the bye beside it goes on in the middle of both.
    (bye,) = [joint for joint in tree.joints if evening.matches[joint.match - 1].outcome is Outcome.BYE]
    assert (bye.top, bye.bottom) == (0.5, 2.5)


def test_in_a_fixed_bracket_who_left_between_rounds_stands_where_he_would_have_played() -> None:
    evening = quarter_final(fixed_bracket=True)
    evening.win(1, 3, 5)
    evening.leave([3])
    evening.win(7)
    evening.make()
    tree = picture(evening)
    assert [card for _row, card in column(tree, 1)] == [1, 3, 5, 7]
    (left,) = [slot for slot in tree.slots if slot.column == 1 and slot.card == 3]
    assert (left.standing, left.match) == (Standing.STANDS, None)


def test_placement_matches_are_no_part_of_the_tree() -> None:
    evening = semi_final()
    evening.win(1, 5)
    evening.make()
    assert {match.stage for match in evening.matches} > {Stage.MAIN}
    assert {match.stage for match in forest_of(evening).matches.values()} == {Stage.MAIN}


def test_three_cards_of_one_person_stand_at_the_end_each_in_a_tree_of_its_own() -> None:
    evening = Evening(dealt([3, 1, 1, 1]))
    evening.draw([(1, 4), (2, 5), (3, 6)])
    evening.win(1, 2, 3)
    assert [card for _row, card in column(picture(evening), 1)] == [1, 2, 3]


def test_no_match_no_tree() -> None:
    tree = picture(Evening(dealt([1])))
    assert (tree.slots, tree.joints, tree.rows) == ((), (), 0)


# --- large trees ----------------------------------------------------------------------------------


def played_out(cards: int, rounds: int = 99) -> Evening:
    """So many cards of as many people; the lower number always wins; so many rounds are drawn."""
    evening = Evening(dealt([1] * cards))
    left = list(range(1, cards + 1))
    while len(left) > 1 and evening.last_round < rounds:
        for number, (one, other) in enumerate(zip(left[::2], left[1::2], strict=True), start=1):
            winner = min(one, other)
            evening.matches.append(
                Match(
                    len(evening.matches) + 1,
                    Stage.MAIN,
                    evening.last_round + (number == 1),
                    len(left),
                    number,
                    one,
                    other,
                    Outcome.PLAYED,
                    winner,
                )
            )
        left = left[::2]
    return evening


def test_from_a_chosen_round_on_earlier_matches_are_left_out_and_marked() -> None:
    tree = picture(finished(), first_round=2)
    assert column(tree, 0) == [(0, 7), (1, 1), (2, 3), (3, 5)]
    assert all(slot.hidden for slot in tree.slots if slot.column == 0)
    assert tree.rounds == ((2, 4), (3, 2))


def test_the_part_before_a_line_is_a_tree_of_its_own() -> None:
    forest = forest_of(finished())
    (slot,) = [slot for slot in picture(finished(), first_round=2).slots if slot.column == 0 and slot.card == 5]
    tree = lay_out(forest, [slot.origin])
    assert [(slot.column, slot.card) for slot in tree.slots] == [(0, 5), (0, 6), (1, 5)]


def test_a_tree_that_is_too_high_begins_later() -> None:
    forest = forest_of(played_out(1024))
    assert forest.first_round_for(most_rows=128) == 4
    assert [sum(forest.rows(root, 4) for root in page) for page in forest.pages(4, 128)] == [128]
    assert forest_of(played_out(64)).first_round_for(most_rows=128) == 1


def test_many_trees_are_spread_over_pages() -> None:
    forest = forest_of(played_out(1024, rounds=1))
    assert forest.first_round_for(most_rows=128) == 1
    pages = forest.pages(1, 128)
    assert [len(page) for page in pages] == [64] * 8
    assert [root for page in pages for root in page] == list(forest.roots)


# --- what always holds ----------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(HOLDINGS, st.booleans(), st.integers(0, 30), st.randoms(use_true_random=False))
def test_every_card_of_round_1_has_one_line_and_no_two_lines_meet(holdings, fixed, trouble, random: Random) -> None:
    evening = Evening(dealt(holdings), fixed_bracket=fixed)
    pictures: list[tuple[list[Match], Tree]] = []
    play(evening, random, trouble=trouble, watch=lambda: pictures.append((list(evening.matches), picture(evening))))
    for matches, tree in [*pictures[:: max(1, len(pictures) // 5)], pictures[-1]]:
        main = [match for match in matches if match.stage is Stage.MAIN]
        drawn = Counter(card for match in main if match.round == 1 for card in (match.left, match.right) if card)
        assert Counter(slot.card for slot in tree.slots if slot.column == 0) == drawn
        assert len({(slot.column, slot.row) for slot in tree.slots}) == len(tree.slots)
        assert {joint.match for joint in tree.joints} == {match.id for match in main}
        assert all(0 <= slot.row < tree.rows for slot in tree.slots)
        _lines_join(tree, {match.id: match for match in main})


def _lines_join(tree: Tree, matches: dict[int, Match]) -> None:
    """Where a match goes on, its winner has a line; and every card that plays has one at its end of the match."""
    at = {(slot.column, slot.row): slot for slot in tree.slots}
    for joint in tree.joints:
        match = matches[joint.match]
        if match.winner is not None:
            assert at[joint.column + 1, joint.out].card == match.winner
        for card, row in ((match.left, joint.top), (match.right, joint.bottom)):
            if card is not None:
                # Beside an empty place the line of a bye may be at either end.
                found: list[Slot] = [
                    at[joint.column, end] for end in (joint.top, joint.bottom) if (joint.column, end) in at
                ]
                assert card in [slot.card for slot in found if slot.match == match.id], (match, row)


@pytest.mark.parametrize("side", Side)
def test_sides_are_told(side: Side) -> None:
    slots = [slot for slot in picture(finished()).slots if slot.match is not None and slot.side is side]
    matches = forest_of(finished()).matches
    assert all(slot.card == getattr(matches[slot.match], side.value) for slot in slots)
    assert len(slots) == 7


def test_states_of_cards_do_not_change_the_tree() -> None:
    evening = finished()
    before = picture(evening)
    evening.leave([3], CardState.EXCLUDED)
    assert picture(evening) == before
