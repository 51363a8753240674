"""Prizes: both policies, ties and what settles them, shared prizes, and when something may be handed out."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.evening import BLOCKS, HOLDINGS, Evening, dealt, play, quarter_final, semi_final
from tournament.domain.awards import Award, Awards, Skipped, Tie, all_ranked, award, may_be_handed_out
from tournament.domain.placements import PlaceRow, Settlement, tie_groups
from tournament.domain.records import Blocks
from tournament.domain.terms import CardState, Policy, SettledBy, TiePolicy

NONE = Blocks(False, False, False)


def alone(*owners: int) -> list[PlaceRow]:
    """Places 1, 2, ... held alone by these owners; the card number is the place."""
    return [PlaceRow(place, None, place, owner, SettledBy.MATCH) for place, owner in enumerate(owners, start=1)]


def tied(first: int, *owners: int) -> list[PlaceRow]:
    """A group that shares the places from `first`; card numbers run on."""
    last = first + len(owners) - 1
    return [PlaceRow(first, last, first + behind, owner, None) for behind, owner in enumerate(owners)]


def winners(awards: Awards) -> list[tuple[int, int | None]]:
    return [(each.rank, each.owner) for each in awards.awarded]


class TestSeveral:
    def test_prize_k_goes_to_the_kth_card_whoever_holds_it(self) -> None:
        awards = award([1, 2, 3], alone(7, 8, 7, 9), Policy.SEVERAL, TiePolicy.LOT)
        assert winners(awards) == [(1, 7), (2, 8), (3, 7)]
        assert not awards.open_ties

    def test_an_empty_place_of_an_excluded_card_hands_its_prize_down(self) -> None:
        rows = [row for row in alone(7, 8, 9, 10) if row.place != 2]
        assert winners(award([1, 2, 3], rows, Policy.SEVERAL, TiePolicy.LOT)) == [(1, 7), (2, 9), (3, 10)]

    def test_more_prizes_than_takers_stay_open(self) -> None:
        assert winners(award(range(1, 9), alone(7, 8), Policy.SEVERAL, TiePolicy.LOT)) == [(1, 7), (2, 8)]

    def test_a_tie_stops_the_prizes_that_depend_on_it_and_all_behind(self) -> None:
        rows = [*alone(1, 2), *tied(3, 3, 4), *tied(5, 5, 6)]
        awards = award([1, 2, 3, 4, 5], rows, Policy.SEVERAL, TiePolicy.LOT)
        assert winners(awards) == [(1, 1), (2, 2)]
        assert awards.open_ties == (Tie(3, 4, (3, 4)),)

    def test_a_tie_behind_the_last_prize_does_not_matter(self) -> None:
        awards = award([1, 2], [*alone(1, 2), *tied(3, 3, 4)], Policy.SEVERAL, TiePolicy.PLAY_OFF)
        assert (winners(awards), awards.open_ties) == ([(1, 1), (2, 2)], ())

    def test_a_tie_of_one_persons_cards_needs_no_lot_and_counts_the_lowest_card_first(self) -> None:
        awards = award([1, 2], [*alone(1), *tied(2, 5, 5)], Policy.SEVERAL, TiePolicy.LOT)
        assert [(each.rank, each.card, each.place) for each in awards.awarded] == [(1, 1, 1), (2, 2, 2)]
        assert not awards.open_ties

    def test_a_prize_for_a_later_place_goes_to_that_place(self) -> None:
        awards = award([1, 4], alone(1, 2, 3, 4), Policy.SEVERAL, TiePolicy.LOT)
        assert winners(awards) == [(1, 1), (4, 4)]


class TestOnePrizePerPerson:
    def test_prizes_walk_down_the_places_and_say_whom_they_passed(self) -> None:
        awards = award([1, 2, 3], alone(7, 7, 8, 7, 9), Policy.ONE, TiePolicy.LOT)
        assert awards.awarded == (
            Award(1, 1, 7, 1),
            Award(2, 3, 8, 3, skipped=(Skipped(7, 2, 2),)),
            Award(3, 5, 9, 5, skipped=(Skipped(7, 4, 4),)),
        )

    def test_the_order_behind_the_eighth_place_may_be_needed(self) -> None:
        rows = [*alone(1, 1, 2, 2), *tied(5, 3, 4, 1, 2)]
        awards = award([1, 2, 3], rows, Policy.ONE, TiePolicy.LOT)
        assert winners(awards) == [(1, 1), (2, 2)]
        assert awards.open_ties == (Tie(5, 8, (5, 6, 7, 8)),), "the lot is drawn over the whole group"

    def test_if_only_one_owner_could_get_it_his_lowest_card_counts_and_no_lot_is_drawn(self) -> None:
        awards = award([1, 2], [*alone(1), *tied(2, 1, 3, 3)], Policy.ONE, TiePolicy.LOT)
        assert awards.awarded[1] == Award(2, 3, 3, 2, skipped=(Skipped(1, 2, 2),))
        assert not awards.open_ties

    def test_more_prizes_than_persons_stay_open(self) -> None:
        assert winners(award([1, 2, 3], alone(1, 1, 2, 1), Policy.ONE, TiePolicy.LOT)) == [(1, 1), (2, 2)]

    def test_which_prize_matters_even_if_there_is_one_for_everybody(self) -> None:
        awards = award([1, 2, 3], [*alone(1), *tied(2, 2, 3)], Policy.ONE, TiePolicy.LOT)
        assert awards.open_ties == (Tie(2, 3, (2, 3)),)


class TestSharedPrizes:
    def test_the_prizes_falling_on_a_group_are_shared_by_its_owners(self) -> None:
        awards = award([1, 2, 3, 4], [*alone(1), *tied(2, 3, 2), *tied(4, 4)], Policy.SEVERAL, TiePolicy.SHARED)
        assert awards.awarded[1:3] == (Award(2, None, None, 2, (2, 3)), Award(3, None, None, 2, (2, 3)))
        assert winners(awards)[3] == (4, 4)

    def test_one_prize_each_shares_only_among_those_without_one(self) -> None:
        rows = [*alone(1), *tied(2, 1, 2, 3, 3), PlaceRow(6, None, 6, 2, None), PlaceRow(7, None, 7, 4, None)]
        awards = award([1, 2, 3, 4], rows, Policy.ONE, TiePolicy.SHARED)
        assert [each.shared_with for each in awards.awarded] == [(), (2, 3), (2, 3), ()]
        assert awards.awarded[1].skipped == (Skipped(1, 2, 2),)
        assert winners(awards)[3] == (4, 4), "who shared a prize is passed later"

    def test_a_group_of_one_owner_shares_with_nobody(self) -> None:
        awards = award([1, 2], tied(1, 5, 5), Policy.SEVERAL, TiePolicy.SHARED)
        assert winners(awards) == [(1, 5), (2, 5)]


class TestWhileItRuns:
    def test_nothing_is_awarded_behind_a_place_still_played_for(self) -> None:
        rows = [row for row in alone(1, 2, 3, 4) if row.place != 3]
        assert winners(award([1, 2, 3], rows, Policy.SEVERAL, TiePolicy.LOT, complete=False)) == [(1, 1), (2, 2)]

    def test_nothing_is_handed_out_while_a_card_of_the_person_is_in_play(self) -> None:
        evening = quarter_final([2, *[1] * 6], blocks=NONE)  # card 1 beats card 2 of the same person
        evening.win(3, 5, 7)
        assert 2 in evening.places()
        assert not may_be_handed_out(1, evening.cards, evening.rank())
        assert may_be_handed_out(3, evening.cards, evening.rank()), "card 4 is out and has its place"

    def test_nor_while_he_still_has_a_placement_match_to_play(self) -> None:
        evening = semi_final(blocks=Blocks(place5=False))
        evening.win(1, 5)
        evening.make()
        evening.win(1)
        assert evening.cards[3].state is CardState.OUT
        assert not may_be_handed_out(3, evening.cards, evening.rank())
        assert may_be_handed_out(1, evening.cards, evening.rank()), "the winner keeps his card and plays no more"
        assert not all_ranked(evening.cards, evening.rank())
        evening.win(7)
        assert may_be_handed_out(3, evening.cards, evening.rank())
        assert all_ranked(evening.cards, evening.rank())

    def test_an_excluded_card_does_not_hold_up_anything(self) -> None:
        evening = semi_final(blocks=Blocks(place5=False))
        evening.win(1, 5)
        evening.make()
        evening.leave([3], CardState.EXCLUDED)
        evening.win(1)
        assert all_ranked(evening.cards, evening.rank(), evening.departures)
        assert may_be_handed_out(3, evening.cards, evening.rank(), evening.departures)


@settings(max_examples=120, deadline=None)
@given(HOLDINGS, BLOCKS, st.sampled_from([0, 20]), st.integers(1, 45), st.sampled_from(Policy), st.randoms())
def test_settling_one_tie_after_the_other_awards_every_prize_that_has_a_taker(
    holdings: list[int], blocks: Blocks, trouble: int, prizes: int, policy: Policy, random: Random
) -> None:
    evening = Evening(dealt(holdings), blocks=blocks)
    play(evening, random, trouble=trouble)
    settled: dict[int, Settlement] = {}
    before: tuple[Award, ...] = ()
    while (awards := award(range(1, prizes + 1), evening.rank(settled), policy, TiePolicy.LOT)).open_ties:
        assert awards.awarded[: len(before)] == before, "what was certain stays"
        before = awards.awarded
        (tie,) = awards.open_ties
        assert (tie.first, tie.last, tie.cards) in {
            (group.first, group.last, group.cards) for group in tie_groups(evening.rank(settled))
        }
        settled[tie.first] = Settlement(tuple(random.sample(tie.cards, len(tie.cards))), SettledBy.LOT)
    rows = evening.rank(settled)
    takers = len(rows) if policy is Policy.SEVERAL else len({row.owner for row in rows})
    assert [each.rank for each in awards.awarded] == list(range(1, min(prizes, takers) + 1))
    assert len({each.card for each in awards.awarded}) == len(awards.awarded)
    if policy is Policy.ONE:
        assert len({each.owner for each in awards.awarded}) == len(awards.awarded)


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("tie_policy", list(TiePolicy))
def test_no_prizes_is_no_tie(policy: Policy, tie_policy: TiePolicy) -> None:
    assert award([], tied(1, 1, 2), policy, tie_policy) == Awards((), ())
