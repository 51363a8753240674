"""Places: groups by round, placement blocks, shared places, departures, settlements, and how fast it is."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.evening import BLOCKS, HOLDINGS, Evening, dealt, play, quarter_final, semi_final
from tournament.domain.placements import PlaceRow, Settlement, TieGroup, rank, tie_groups, without_place
from tournament.domain.records import Blocks, Match
from tournament.domain.terms import CardState, Outcome, SettledBy, Stage

NONE = Blocks(False, False, False)


def spans(evening: Evening) -> dict[int, tuple[int, int | None]]:
    return {row.card: (row.place, row.shared_until) for row in evening.rank()}


class TestPlacesOfAWholeEvening:
    def test_eight_places_by_final_and_placement_matches(self) -> None:
        evening = semi_final()
        evening.draw([(8, 2), (6, 4)])
        evening.win(1, 5)
        evening.win(8, 4)
        evening.make()
        evening.win(5, 7, 4, 6)
        assert evening.due().over
        assert evening.places() == {5: 1, 1: 2, 7: 3, 3: 4, 4: 5, 8: 6, 6: 7, 2: 8}
        assert {row.settled_by for row in evening.rank()} == {SettledBy.MATCH}

    def test_places_from_nine_are_shared_by_round_of_elimination(self) -> None:
        evening = Evening(dealt([1] * 16), blocks=NONE)
        evening.draw([(card, card + 8) for card in range(1, 9)])
        evening.win(*range(1, 9))
        assert tie_groups(evening.rank()) == (TieGroup(9, 16, tuple(range(9, 17))),)
        assert all(row.settled_by is None for row in evening.rank())

    def test_rows_are_sorted_by_place_then_card_number(self) -> None:
        evening = Evening(dealt([1] * 12))
        play(evening, Random(7))  # noqa: S311
        rows = evening.rank()
        assert list(rows) == sorted(rows, key=lambda row: (row.place, row.card))

    def test_one_person_holding_all_that_are_left_holds_all_the_places_by_card_number(self) -> None:
        evening = Evening(dealt([5]))
        assert [(row.place, row.card, row.settled_by) for row in evening.rank()] == [
            (place, place, None) for place in range(1, 6)
        ]

    def test_the_only_card_wins_without_having_played(self) -> None:
        assert Evening(dealt([1])).rank() == (PlaceRow(1, None, 1, 1, None),)

    def test_refunded_cards_have_no_place(self) -> None:
        evening = Evening(dealt([1, 1, 1]))
        evening.cards[2] = evening.cards[2].__class__(2, 2, CardState.REFUNDED)
        evening.make()
        evening.win(3)
        assert evening.places() == {3: 1, 1: 2}


class TestBlocksSwitchedOff:
    def test_without_p3_places_3_and_4_are_shared(self) -> None:
        evening = semi_final(blocks=NONE)
        evening.win(1, 5)
        assert spans(evening)[3] == spans(evening)[7] == (3, 4)

    def test_without_5_to_8_these_places_are_shared(self) -> None:
        evening = semi_final(blocks=NONE)
        assert {spans(evening)[card] for card in (2, 4, 6, 8)} == {(5, 8)}

    def test_without_p5_the_losers_of_p1_and_p2_share_7_and_8(self) -> None:
        evening = semi_final(blocks=Blocks(place7=False))
        evening.draw([(2, 4), (6, 8)])
        evening.win(2, 6)
        evening.make()
        evening.win(6)
        assert {card: span for card, span in spans(evening).items() if card % 2 == 0} == {
            6: (5, None),
            2: (6, None),
            4: (7, 8),
            8: (7, 8),
        }


class TestDoubleWalkover:
    def test_both_rank_last_of_the_round_and_a_block_starts_behind_the_cards_that_got_further(self) -> None:
        evening = quarter_final()
        evening.nobody_came(1)
        evening.win(3, 5, 7)
        evening.draw([(3, 5), (7, None)])
        evening.draw([(4, 6), (8, None)])
        evening.win(4)
        evening.make()
        evening.win(8)
        assert spans(evening) == {8: (4, None), 4: (5, None), 6: (6, None), 1: (7, 8), 2: (7, 8)}

    def test_in_the_final_places_1_and_2_are_shared_even_if_others_left_before(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.win(1, 3, 5, 7)
        evening.leave([5, 7])
        evening.make()
        evening.nobody_came(1)
        assert {card: span for card, span in spans(evening).items() if card % 2} == {
            1: (1, 2),
            3: (1, 2),
            5: (3, 4),
            7: (3, 4),
        }

    def test_in_p1_both_rank_last_of_the_block(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.nobody_came(2)
        evening.win(6)
        assert spans(evening) == {6: (5, None), 8: (6, None), 2: (7, 8), 4: (7, 8)}

    @pytest.mark.parametrize(("match", "places"), [(3, (3, 4)), (4, (5, 6)), (5, (7, 8))])
    def test_in_p3_p4_p5_both_share_the_places_of_the_match(self, match: int, places: tuple[int, int]) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.win(1, 5, 2, 6)
        evening.make()
        played = evening.p(match)
        assert played.left is not None
        evening.nobody_came(played.left)
        assert spans(evening)[played.left] == spans(evening)[played.right or 0] == places


class TestDepartures:
    def test_a_card_withdrawn_in_its_match_ranks_last_of_its_round(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.leave([4])
        evening.win(1, 5, 7)
        assert spans(evening) == {2: (5, 7), 6: (5, 7), 8: (5, 7), 4: (8, None)}
        assert next(row for row in evening.rank() if row.card == 4).settled_by is None

    def test_plain_absence_counts_as_beaten(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.decide(evening.matches[0], Outcome.WALKOVER, 1)
        evening.decide(evening.matches[1], Outcome.RETIRED, 3)
        evening.win(5, 7)
        assert set(spans(evening).values()) == {(5, 8)}

    def test_withdrawn_between_rounds_counts_as_eliminated_in_the_round_it_would_have_been_drawn_for(self) -> None:
        evening = quarter_final()
        evening.win(1, 3, 5, 7)
        evening.leave([1])
        evening.draw([(3, 5), (7, None)])
        evening.win(5)
        assert spans(evening)[3] == (3, None)
        assert spans(evening)[1] == (4, None)

    def test_of_two_left_one_withdraws_and_is_second(self) -> None:
        evening = Evening(dealt([1] * 4))
        evening.draw([(1, 2), (3, 4)])
        evening.win(1)
        evening.leave([1])
        evening.win(3)
        evening.make()
        assert spans(evening)[3] == (1, None)
        assert spans(evening)[1] == (2, None)

    def test_withdrawn_before_the_first_draw_ranks_last(self) -> None:
        evening = Evening(dealt([1] * 3))
        evening.leave([2])
        evening.make()
        evening.win(1)
        assert evening.places() == {1: 1, 3: 2, 2: 3}

    def test_the_finalist_who_withdraws_is_second(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.win(1, 3, 5, 7)
        evening.leave([5, 7])
        evening.make()
        evening.leave([1])
        assert spans(evening)[1] == (2, None)
        assert spans(evening)[5] == (3, 4)

    def test_an_excluded_card_ranks_nowhere_and_its_place_stays_empty(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.leave([4], CardState.EXCLUDED)
        evening.win(1, 5, 7)
        assert spans(evening) == {2: (5, 7), 6: (5, 7), 8: (5, 7)}

    def test_a_beaten_card_excluded_from_p3_leaves_place_4_empty(self) -> None:
        evening = semi_final(blocks=Blocks(place5=False))
        evening.win(1, 5)
        evening.make()
        evening.leave([3], CardState.EXCLUDED)
        assert spans(evening)[7] == (3, None)
        assert 3 not in spans(evening)

    def test_a_withdrawn_loser_ranks_behind_those_who_play_for_5_to_8(self) -> None:
        evening = quarter_final()
        evening.leave([2])
        evening.win(3, 5, 7)
        evening.leave([4])
        evening.draw([(1, 3), (5, 7)])
        evening.make()
        evening.win(8)
        assert spans(evening) == {8: (5, None), 6: (6, None), 4: (7, None), 2: (8, None)}

    def test_a_withdrawn_loser_gives_a_walkover_and_ranks_by_it(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.leave([4])
        evening.win(6)
        evening.make()
        evening.win(6)
        assert spans(evening) == {6: (5, None), 2: (6, None), 8: (7, None), 4: (8, None)}


class TestWhileItRuns:
    def test_nobody_of_an_open_round_is_ranked(self) -> None:
        evening = quarter_final(blocks=NONE)
        evening.win(1, 3, 5)
        assert not evening.rank()

    def test_places_that_are_still_played_for_are_left_out(self) -> None:
        evening = semi_final()
        evening.draw([(2, 4), (6, 8)])
        evening.win(2, 6)
        assert not evening.rank()
        evening.make()
        evening.win(8)
        assert evening.places() == {8: 7, 4: 8}


class TestSettlements:
    def evening(self) -> Evening:
        evening = semi_final(blocks=NONE)
        evening.win(1, 5)
        return evening

    @pytest.mark.parametrize("by", [SettledBy.LOT, SettledBy.PLAY_OFF])
    def test_a_settled_group_shares_no_more(self, by: SettledBy) -> None:
        rows = self.evening().rank({5: Settlement((6, 2, 8, 4), by)})
        assert [(row.place, row.shared_until, row.card, row.settled_by) for row in rows if row.place >= 5] == [
            (5, None, 6, by),
            (6, None, 2, by),
            (7, None, 8, by),
            (8, None, 4, by),
        ]

    def test_a_settlement_of_other_cards_does_not_count(self) -> None:
        rows = self.evening().rank({5: Settlement((6, 2, 8), SettledBy.LOT)})
        assert TieGroup(5, 8, (2, 4, 6, 8)) in tie_groups(rows)


def check_tiling(evening: Evening) -> None:
    """Every card that can have a place has one; places and shared groups do not overlap; only excluded leave gaps."""
    rows = evening.rank()
    placeless = without_place(evening.cards, evening.departures)
    assert sorted(row.card for row in rows) == sorted(evening.cards.keys() - placeless)
    taken: list[int] = []
    for group in {(row.place, row.shared_until) for row in rows}:
        first, last = group[0], group[1] or group[0]
        assert sum(row.place == first for row in rows) == last - first + 1
        taken += range(first, last + 1)
    assert len(taken) == len(set(taken)) == len(rows)
    assert set(taken) <= set(range(1, len(evening.cards) + 1))


@settings(max_examples=200, deadline=None)
@given(HOLDINGS, BLOCKS, st.booleans(), st.sampled_from([0, 10, 30]), st.randoms(use_true_random=False))
def test_every_card_is_ranked_exactly_once_and_only_excluded_ones_leave_gaps(
    holdings: list[int], blocks: Blocks, fixed: bool, trouble: int, random: Random
) -> None:
    evening = Evening(dealt(holdings), blocks=blocks, fixed_bracket=fixed)
    play(evening, random, trouble=trouble)
    check_tiling(evening)


@settings(max_examples=80, deadline=None)
@given(HOLDINGS, BLOCKS, st.booleans(), st.sampled_from([0, 20]), st.randoms(use_true_random=False))
def test_who_gets_further_ranks_better(
    holdings: list[int], blocks: Blocks, fixed: bool, trouble: int, random: Random
) -> None:
    evening = Evening(dealt(holdings), blocks=blocks, fixed_bracket=fixed)
    play(evening, random, trouble=trouble)
    out: dict[int, int] = {}
    for match in evening.matches:
        if match.stage is Stage.MAIN:
            out.update({card: match.round for card in (match.left, match.right) if card and card != match.winner})
    for departure in evening.departures:
        if departure.before_round is not None:
            out.update(dict.fromkeys(departure.cards, departure.before_round))
    for row in evening.rank():
        further = sum(out.get(card, 99) > out.get(row.card, 99) for card in evening.cards)
        not_further = sum(out.get(card, 99) < out.get(row.card, 99) for card in evening.cards)
        assert further < row.place <= len(evening.cards) - not_further


@settings(max_examples=60, deadline=None)
@given(HOLDINGS, BLOCKS, st.booleans(), st.randoms(use_true_random=False))
def test_a_place_once_known_never_changes_by_play(
    holdings: list[int], blocks: Blocks, fixed: bool, random: Random
) -> None:
    evening = Evening(dealt(holdings), blocks=blocks, fixed_bracket=fixed)
    seen: set[PlaceRow] = set()
    play(evening, random, watch=lambda: seen.update(evening.rank()))
    assert seen <= set(evening.rank())


def test_4096_cards_are_ranked_in_a_moment() -> None:
    cards = dealt([4] * 1024)
    matches: list[Match] = []
    field = list(cards)
    for round_number in range(1, 13):
        half = len(field) // 2
        for number, (left, right) in enumerate(zip(field[:half], field[half:], strict=True), start=1):
            matches.append(
                Match(len(matches) + 1, Stage.MAIN, round_number, 2 * half, number, left, right, Outcome.PLAYED, left)
            )
            cards[right] = cards[right].__class__(right, cards[right].owner, CardState.OUT)
        field = field[:half]
    best = 9.0
    for _ in range(3):
        started = time.perf_counter()
        rows = rank(cards, matches, blocks=NONE)
        best = min(best, time.perf_counter() - started)
    assert len(rows) == 4096
    assert best < 0.25, f"{best:.3f} s"  # about 0.02 s alone; a busy machine is granted more
    print(f"rank of 4,096 cards: {best * 1000:.1f} ms")  # noqa: T201
