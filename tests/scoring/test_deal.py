"""What a single deal of a tally can be: named after the sentences about what is possible."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.deal import TalliedDeal, check_deal, possible_points, reason_exists, table_points, totals_possible
from scoring.findings import Code, Severity
from scoring.options import (
    ClosedCount,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    Permission,
    Reason,
    Unclaimed,
)
from scoring.rules import PRESETS

WEICH, SCHARF = PRESETS["schnapsen-weich"], PRESETS["schnapsen-scharf"]
TURNIER = PRESETS["turnier-scharf"]
SIXTY_SIX = PRESETS["66-a"]
GAMES = [rules for rules in PRESETS.values() if not rules.only_games]
EVERY_PRESET = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.preset)


def codes(rules, *deal, carried=0):
    return [found.code.value for found in check_deal(rules, TalliedDeal(*deal), "bummerl 1, deal 1", carried)]


# game points without a reason: only ranges


@EVERY_PRESET
@pytest.mark.parametrize("points", [1, 2, 3])
def test_a_deal_is_worth_one_to_three(rules, points):
    assert codes(rules, 0, points) == []
    assert codes(rules, 1, points) == []


@EVERY_PRESET
@pytest.mark.parametrize("points", [-1, 0, 4, 7, 10**30])
def test_no_deal_is_worth_anything_else(rules, points):
    assert codes(rules, 1, points) == ["points_impossible"]


def test_a_finding_names_the_place_and_the_points():
    (found,) = check_deal(TURNIER, TalliedDeal(0, 4), "bummerl 2, deal 3")
    assert (found.code, found.severity, found.where) == (Code.POINTS_IMPOSSIBLE, Severity.ERROR, "bummerl 2, deal 3")
    assert found.params == {"points": 4}


def test_nobody_wins_nothing():
    assert codes(TURNIER, None, 0) == []
    assert codes(TURNIER, None, 1) == ["points_impossible"]


def test_ties_carry_one_each_into_the_next_scored_deal():
    rules = replace(PRESETS["66-c"], revoke_points=3)
    assert codes(rules, 0, 4, carried=1) == []
    assert codes(rules, 0, 1, carried=1) == ["points_impossible"]
    assert codes(rules, 0, 5, carried=2) == []
    assert codes(rules, 0, 4, Reason.REVOKE, carried=1) == []
    assert codes(rules, 0, 3, Reason.REVOKE, carried=1) == ["points_impossible_for_reason"]
    assert codes(rules, None, 0, Reason.TIE, carried=1) == []


def test_where_only_games_are_counted_each_entry_is_one_won_game():
    none = PRESETS["none"]
    assert codes(none, 0, 1) == []
    assert codes(none, 0, 1, Reason.REVOKE, (1, 1)) == []
    assert codes(none, 0, 2) == ["points_impossible"]
    assert codes(none, None, 0) == ["points_impossible"]


# game points by reason


@EVERY_PRESET
def test_a_failed_close_is_worth_two_or_three(rules):
    assert possible_points(rules, Reason.CLOSE_FAILED) == {2, 3}
    assert codes(rules, 0, 1, Reason.CLOSE_FAILED) == ["points_impossible_for_reason"]


def test_a_failed_close_against_somebody_who_ends_with_nothing_is_worth_three():
    assert possible_points(WEICH, Reason.CLOSE_FAILED, (0, 50)) == {3}
    assert possible_points(SIXTY_SIX, Reason.CLOSE_FAILED, (0, 50)) == {2, 3}  # perhaps a trick of two nines


def test_a_revoke_is_worth_three():
    assert possible_points(WEICH, Reason.REVOKE) == {3}
    assert codes(WEICH, 0, 2, Reason.REVOKE) == ["points_impossible_for_reason"]


def test_an_unregulated_revoke_may_be_worth_anything_that_was_recorded():
    rules = PRESETS["66-b"]
    assert all(codes(rules, 0, points, Reason.REVOKE) == [] for points in (1, 2, 3))
    assert codes(rules, None, 0, Reason.REVOKE) == []


@pytest.mark.parametrize(
    ("field", "points"),
    [(FalseClaim.AS_CLAIMED, {1, 2, 3}), (FalseClaim.TWO, {2}), (FalseClaim.TWO_OR_THREE, {2, 3})],
)
def test_a_false_claim_is_worth_what_its_field_says(field, points):
    assert possible_points(replace(WEICH, false_claim=field), Reason.FALSE_CLAIM) == points


def test_a_false_claim_worth_two_or_three_is_worth_three_against_somebody_without_a_trick():
    rules = replace(WEICH, false_claim=FalseClaim.TWO_OR_THREE)
    assert possible_points(rules, Reason.FALSE_CLAIM, (0, 60)) == {3}
    assert possible_points(rules, Reason.FALSE_CLAIM, (4, 60)) == {2}
    assert possible_points(replace(rules, deck=24), Reason.FALSE_CLAIM, (0, 60)) == {2, 3}


def test_a_false_claim_as_claimed_goes_by_the_others_card_points_or_by_the_failed_close():
    never = replace(WEICH, close=Permission.NEVER)
    assert [possible_points(never, Reason.FALSE_CLAIM, (other, 50)) for other in (0, 32, 33)] == [{3}, {2}, {1}]
    assert possible_points(never, Reason.FALSE_CLAIM) == {1, 2, 3}
    assert possible_points(WEICH, Reason.FALSE_CLAIM, (33, 50)) == {1, 2, 3}
    claim_two = replace(WEICH, failed_close=FailedClose.CLAIM_TWO)
    assert possible_points(claim_two, Reason.FALSE_CLAIM, (33, 50)) == {1, 2}


@pytest.mark.parametrize(("loser", "points"), [(0, {3}), (4, {2}), (32, {2}), (33, {1}), (65, {1})])
def test_a_claim_is_worth_what_the_table_says(loser, points):
    assert possible_points(WEICH, Reason.CLAIM, (70, loser)) == points
    for worth in (1, 2, 3):
        expected = [] if worth in points else ["points_impossible_for_reason"]
        assert codes(WEICH, 0, worth, Reason.CLAIM, (70, loser)) == expected
        assert codes(WEICH, 1, worth, Reason.CLAIM, (loser, 70)) == expected


def test_with_nines_somebody_with_nothing_may_have_a_trick():
    assert table_points(24, 0) == {2, 3}
    assert codes(SIXTY_SIX, 0, 2, Reason.CLAIM, (70, 0)) == []
    assert codes(WEICH, 0, 2, Reason.CLAIM, (70, 0)) == ["points_impossible_for_reason"]


def test_a_close_counted_at_the_end_goes_by_the_table():
    rules = replace(WEICH, closed_count=ClosedCount.FINAL)
    assert [possible_points(rules, Reason.CLOSE, (70, loser)) for loser in (0, 32, 33)] == [{3}, {2}, {1}]


def test_a_close_counted_when_it_was_closed_may_be_worth_more_than_the_final_totals_say():
    assert [possible_points(WEICH, Reason.CLOSE, (70, loser)) for loser in (0, 32, 33)] == [{3}, {2, 3}, {1, 2, 3}]
    assert codes(WEICH, 0, 1, Reason.CLOSE, (70, 20)) == ["points_impossible_for_reason"]
    assert possible_points(SIXTY_SIX, Reason.CLOSE, (70, 0)) == {2, 3}


def test_where_nobody_may_close_no_deal_ends_by_a_close():
    rules = replace(WEICH, close=Permission.NEVER)
    for reason in (Reason.CLOSE, Reason.CLOSE_FAILED):
        assert not reason_exists(rules, reason)
        assert codes(rules, 0, 3, reason) == ["points_impossible_for_reason"]


def test_the_last_trick_is_worth_one_or_by_the_table():
    assert possible_points(WEICH, Reason.LAST_TRICK) == {1}
    by_table = replace(WEICH, last_trick_points=LastTrickPoints.BY_TABLE)
    assert possible_points(by_table, Reason.LAST_TRICK) == {1, 2, 3}
    assert possible_points(by_table, Reason.LAST_TRICK, (100, 20)) == {2}


def test_with_the_ten_for_the_last_trick_it_does_not_win():
    assert codes(SIXTY_SIX, 0, 1, Reason.LAST_TRICK) == ["points_impossible_for_reason"]
    assert codes(SIXTY_SIX, 0, 1, Reason.COUNTED) == []
    assert codes(SIXTY_SIX, None, 0, Reason.TIE) == []


def test_where_the_last_trick_wins_nothing_is_counted_and_nothing_tied():
    assert codes(WEICH, 0, 1, Reason.COUNTED) == ["points_impossible_for_reason"]
    assert codes(WEICH, None, 0, Reason.TIE) == ["points_impossible_for_reason"]


def test_where_unclaimed_deals_are_drawn_no_higher_total_wins():
    assert codes(replace(SIXTY_SIX, unclaimed=Unclaimed.DRAW), 0, 1, Reason.COUNTED) == ["points_impossible_for_reason"]


def test_a_winner_and_a_tie_exclude_each_other():
    assert codes(SIXTY_SIX, 0, 1, Reason.TIE) == ["points_impossible_for_reason"]
    assert codes(SIXTY_SIX, None, 0, Reason.CLAIM) == ["points_impossible_for_reason"]


# card points


@pytest.mark.parametrize("total", [1, 2, 3])
def test_with_20_cards_nobody_has_one_to_three(total):
    assert codes(WEICH, 0, 2, Reason.CLAIM, (70, total)) == ["card_points_impossible"]
    assert codes(WEICH, 0, 3, None, (70, total)) == ["card_points_impossible"]


def test_with_24_cards_nobody_has_one():
    assert codes(SIXTY_SIX, 0, 2, Reason.CLAIM, (70, 1)) == ["card_points_impossible"]
    assert codes(SIXTY_SIX, 0, 2, Reason.CLAIM, (70, 2)) == []


def test_the_highest_total_is_220_or_with_the_ten_230():
    assert totals_possible(WEICH, Reason.REVOKE, 220, 0)
    assert not totals_possible(WEICH, Reason.REVOKE, 221, 0)
    assert totals_possible(SIXTY_SIX, Reason.REVOKE, 230, 0)
    assert not totals_possible(SIXTY_SIX, Reason.REVOKE, 231, 0)
    assert not totals_possible(replace(SIXTY_SIX, last_trick=LastTrick.WINS_DEAL), Reason.REVOKE, 230, 0)


@pytest.mark.parametrize("total", [-1, -(10**40), 10**40])
def test_totals_out_of_all_reason_are_only_impossible(total):
    assert codes(WEICH, 0, 3, Reason.REVOKE, (total, 0)) == ["card_points_impossible"]
    assert codes(WEICH, 0, 3, Reason.REVOKE, (0, total)) == ["card_points_impossible"]


@pytest.mark.parametrize("reason", [Reason.CLAIM, Reason.CLOSE])
def test_whoever_claims_rightly_has_66(reason):
    assert codes(TURNIER, 0, 2, reason, (66, 20)) == []
    assert codes(TURNIER, 0, 2, reason, (65, 20)) == ["card_points_impossible"]


def test_the_card_points_stand_in_the_order_of_the_players():
    assert codes(TURNIER, 1, 2, Reason.CLAIM, (20, 70)) == []
    (found,) = check_deal(TURNIER, TalliedDeal(1, 2, Reason.CLAIM, (70, 20)))
    assert (found.code, found.params) == (Code.CARD_POINTS_IMPOSSIBLE, {"points": "70:20"})


def test_a_false_claimant_has_65_or_less():
    assert codes(WEICH, 0, 1, Reason.FALSE_CLAIM, (40, 65)) == []
    assert codes(WEICH, 0, 1, Reason.FALSE_CLAIM, (40, 66)) == ["card_points_impossible"]


@pytest.mark.parametrize("reason", [Reason.FALSE_CLAIM, Reason.CLOSE_FAILED, Reason.REVOKE])
@pytest.mark.parametrize("winner", [0, 4, 66, 110])
def test_the_winner_of_a_false_claim_a_failed_close_or_a_revoke_may_have_any_total(reason, winner):
    assert codes(WEICH, 0, 3, reason, (winner, 60)) == []


def test_the_last_trick_unclaimed_leaves_totals_that_add_up_to_120():
    possible = {
        (winner, loser)
        for winner in range(66)
        for loser in range(66)
        if totals_possible(WEICH, Reason.LAST_TRICK, winner, loser)
    }
    assert possible == {(winner, 120 - winner) for winner in range(55, 66)}


def test_played_out_with_announcements_the_totals_add_up_to_more():
    assert totals_possible(WEICH, Reason.LAST_TRICK, 80, 60)
    assert not totals_possible(WEICH, Reason.LAST_TRICK, 80, 61)
    assert totals_possible(SIXTY_SIX, Reason.COUNTED, 80, 50)
    assert not totals_possible(SIXTY_SIX, Reason.COUNTED, 70, 50)


def test_the_higher_total_wins_and_equal_totals_tie():
    assert not totals_possible(SIXTY_SIX, Reason.COUNTED, 50, 80)
    assert totals_possible(SIXTY_SIX, Reason.TIE, 65, 65)
    assert not totals_possible(SIXTY_SIX, Reason.TIE, 80, 50)
    assert totals_possible(PRESETS["66-c"], Reason.TIE, 80, 50)


def test_both_together_have_no_more_than_all_cards_and_four_announcements():
    assert totals_possible(WEICH, Reason.CLAIM, 150, 70)
    assert not totals_possible(WEICH, Reason.CLAIM, 150, 71)
    assert totals_possible(SIXTY_SIX, Reason.CLAIM, 150, 80)
    assert not totals_possible(SIXTY_SIX, Reason.CLAIM, 150, 81)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_no_cards_count_one_to_three_in_the_talon_either(left):
    assert totals_possible(WEICH, Reason.CLAIM, 216, 0)
    assert not totals_possible(WEICH, Reason.CLAIM, 220 - left, 0)
    assert totals_possible(SIXTY_SIX, Reason.CLOSE, 220 - left, 0) == (left != 1)


def test_closed_cards_stay_in_the_talon():
    assert totals_possible(WEICH, Reason.CLAIM, 220, 0)
    assert not totals_possible(WEICH, Reason.CLOSE, 220, 0)  # all 120 were won: nothing was closed
    assert totals_possible(SIXTY_SIX, Reason.CLOSE, 220, 0)  # two nines may have been left


def test_the_ten_of_the_last_trick_belongs_to_whoever_claims_after_it():
    assert totals_possible(SIXTY_SIX, Reason.CLAIM, 230, 0)
    assert totals_possible(SIXTY_SIX, Reason.FALSE_CLAIM, 220, 10)
    assert not totals_possible(SIXTY_SIX, Reason.FALSE_CLAIM, 230, 0)
    assert not totals_possible(SIXTY_SIX, Reason.CLOSE, 230, 0)


def test_without_a_reason_some_end_must_explain_points_and_card_points():
    assert codes(TURNIER, 0, 2, None, (40, 50)) == []  # a failed close
    assert codes(replace(TURNIER, close=Permission.NEVER), 0, 2, None, (40, 50)) == ["card_points_impossible"]
    assert codes(TURNIER, 0, 1, None, (62, 58)) == []
    assert codes(TURNIER, 0, 7, None, (62, 58)) == ["points_impossible"]
    assert codes(TURNIER, None, 0, None, (10, 20)) == []  # abandoned
    assert codes(TURNIER, None, 0, None, (10, 3)) == ["card_points_impossible"]


def test_everything_wrong_with_a_deal_is_named():
    assert codes(TURNIER, 0, 4, Reason.CLAIM, (60, 3)) == ["points_impossible", "card_points_impossible"]
    assert codes(TURNIER, 0, 2, Reason.REVOKE, (60, 3)) == ["points_impossible_for_reason", "card_points_impossible"]


# claimed late


@pytest.mark.parametrize(
    ("winner", "loser", "late"), [(105, 0, False), (106, 0, True), (70, 65, False), (70, 66, True), (87, 20, False)]
)
def test_above_105_or_a_loser_above_65_somebody_claimed_late(winner, loser, late):
    points = 3 if not loser else 2 if loser <= 32 else 1
    found = check_deal(WEICH, TalliedDeal(0, points, Reason.CLAIM, (winner, loser)))
    assert [one.code.value for one in found] == (["late_claim"] if late else [])
    assert all(one.severity is Severity.WARNING for one in found)


def test_a_tie_of_high_totals_was_claimed_late_too():
    assert codes(PRESETS["66-c"], None, 0, Reason.TIE, (65, 65)) == []
    assert codes(PRESETS["66-c"], None, 0, Reason.TIE, (75, 75)) == ["late_claim"]
    assert codes(PRESETS["66-c"], None, 0, Reason.TIE, (20, 110)) == ["late_claim"]


def test_without_a_reason_nobody_is_called_late_where_something_else_explains_the_totals():
    assert codes(WEICH, 0, 2, None, (110, 20)) == []  # a failed close
    assert codes(WEICH, 0, 1, None, (70, 70)) == ["late_claim"]


# always


@settings(max_examples=400)
@given(
    rules=st.sampled_from(GAMES),
    reason=st.sampled_from([None, *Reason]),
    winner=st.integers(-3, 235),
    loser=st.integers(-3, 235),
    points=st.integers(-1, 5),
)
def test_the_order_of_the_players_does_not_matter(rules, reason, winner, loser, points):
    first = check_deal(rules, TalliedDeal(0, points, reason, (winner, loser)))
    second = check_deal(rules, TalliedDeal(1, points, reason, (loser, winner)))
    assert [one.code for one in first] == [one.code for one in second]


@EVERY_PRESET
def test_every_reason_that_exists_has_points_and_totals(rules):
    for reason in Reason:
        totals = [
            (winner, loser)
            for winner in range(0, 231, 5)
            for loser in range(0, 231, 5)
            if totals_possible(rules, reason, winner, loser) and possible_points(rules, reason, (winner, loser))
        ]
        assert bool(totals) == bool(possible_points(rules, reason)) == reason_exists(rules, reason)
