"""Bummerl: adding up deals, countdowns, compact text, ties that carry, Schneider."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.bummerl import Outcome, fold_countdown, fold_deals, points_range
from scoring.deal import TalliedDeal
from scoring.findings import RecordError
from scoring.options import Reason
from scoring.rules import PRESETS
from scoring.tally import (
    TIE,
    Countdown,
    countdown_deals,
    read_bummerl,
    read_compact,
    read_countdown,
    read_deals,
    write_compact,
    write_countdown,
)

TURNIER = PRESETS["turnier-scharf"]
CARRY = PRESETS["66-c"]
GAMES = PRESETS["none"]


def fold(text, rules=TURNIER):
    found = []
    outcome = fold_deals(rules, read_compact(text)[0], "bummerl 1", found)
    return outcome, [(one.code.value, one.where.removeprefix("bummerl 1")) for one in found]


def follow(first, second, rules=TURNIER):
    found = []
    outcome = fold_countdown(rules, read_countdown([first, second]), "bummerl 1", found)
    return outcome, [(one.code.value, one.where.removeprefix("bummerl 1")) for one in found]


# deals


def test_whoever_first_has_seven_wins():
    assert fold("A3 B3 A2 B3 A1 B1") == (Outcome(1, 6, False), [])
    assert fold("A3 B3 A2 B3 A2") == (Outcome(0, 5, False), [])


def test_the_last_deal_may_be_worth_more_than_was_needed():
    assert fold("A3 A3 A3") == (Outcome(0, 3, True), [])


def test_seven_nil_is_a_schneider():
    assert fold("B3 B3 B1")[0].schneider
    assert not fold("B3 A1 B3 B1")[0].schneider


def test_another_number_of_points_may_win_a_bummerl():
    eleven = replace(TURNIER, bummerl_points=11)
    assert fold("A3 A3 A3", eleven) == (Outcome(None, 3, False), [("bummerl_unfinished", "")])
    assert fold("A3 A3 A3 A2", eleven) == (Outcome(0, 4, True), [])


def test_a_bummerl_without_a_winner_is_unfinished():
    assert fold("A3 B3 A3") == (Outcome(None, 3, False), [("bummerl_unfinished", "")])
    assert fold("") == (Outcome(None, 0, False), [("bummerl_unfinished", "")])


def test_surplus_deals_are_checked_but_do_not_count():
    outcome, found = fold("A3 A3 A1 B4 -")
    assert outcome == Outcome(0, 3, True)
    assert found == [
        ("points_impossible", ", deal 4"),
        ("deal_after_bummerl_end", ", deal 4"),
        ("deal_after_bummerl_end", ", deal 5"),
    ]


def test_impossible_points_are_named_and_counted_as_written():
    assert fold("A4 A3") == (Outcome(0, 2, True), [("points_impossible", ", deal 1")])


def test_a_tie_is_dealt_again_and_counts_nothing():
    assert fold("A3 - A3 - A1", PRESETS["66-a"]) == (Outcome(0, 5, True), [])


def test_ties_carry_one_into_the_next_scored_deal_and_add_up():
    assert fold("A3 - A4", CARRY) == (Outcome(0, 3, True), [])
    assert fold("- - B5 - B2", CARRY) == (Outcome(1, 5, True), [])
    assert fold("- A4 A4", CARRY)[1] == [("points_impossible", ", deal 3")]
    assert fold("- - A2 A3 A3", CARRY)[1] == [("points_impossible", ", deal 3")]


def test_reason_and_card_points_of_a_deal_are_checked_where_it_stands():
    found = []
    deals = read_deals([["A", 3], ["A", 2, "revoke", [70, 3]], ["A", 2]])
    fold_deals(TURNIER, deals, "bummerl 2", found)
    assert [(one.code.value, one.where) for one in found] == [
        ("points_impossible_for_reason", "bummerl 2, deal 2"),
        ("card_points_impossible", "bummerl 2, deal 2"),
    ]


def test_where_only_games_are_counted_every_entry_is_one():
    assert points_range(GAMES) == (1, 1)
    assert fold("A1 A1 B1 A1 A1 A1 A1 A1", GAMES) == (Outcome(0, 8, False), [])
    assert fold("A1 A2 B1 A1 A1 A1 A1", GAMES)[1] == [("points_impossible", ", deal 2")]
    assert fold("A1 - A1 A1 A1 A1 A1 A1", GAMES)[1] == [("points_impossible", ", deal 2")]


# countdowns


def test_a_countdown_runs_from_seven_to_nought():
    assert follow("7 6 6 4 1 0", "7 7 4 4 4 4") == (Outcome(0, 5, False), [])
    assert follow("7 7 7 7", "7 4 1 0") == (Outcome(1, 3, True), [])


def test_the_last_step_is_cut_at_nought():
    assert follow("7 4 2 0", "7 7 7 7") == (Outcome(0, 3, True), [])
    assert follow("7 4 2 -1", "7 7 7 7") == (Outcome(0, 3, True), [("countdown_step", ", deal 3")])


def test_no_deal_takes_more_than_three():
    assert follow("7 3 1 0", "7 7 7 7") == (Outcome(0, 3, True), [("countdown_step", ", deal 1")])
    assert follow("7 7 7", "7 4 0") == (Outcome(1, 2, True), [("countdown_step", ", deal 2")])


def test_a_countdown_does_not_rise():
    outcome, found = follow("7 4 5 2 0", "7 7 7 7 7")
    assert (outcome, found) == (Outcome(0, 4, True), [("countdown_rises", ", deal 2")])
    assert follow("7 4 5 2 0", "7 7 8 8 8")[1] == [("countdown_rises", ", deal 2")] * 2
    assert follow("7 4 5 2 0", "7 7 2 2 2")[1] == [("countdown_rises", ", deal 2"), ("countdown_step", ", deal 2")]


def test_only_one_player_wins_a_deal():
    assert follow("7 6 4 1 0", "7 7 4 4 4") == (Outcome(0, 4, False), [("countdown_both_fall", ", deal 2")])


def test_if_both_reach_nought_at_once_nobody_has_won():
    outcome, found = follow("7 4 2 0", "7 7 1 0")
    assert outcome == Outcome(None, 3, False)
    assert found == [
        ("countdown_both_fall", ", deal 2"),
        ("countdown_both_fall", ", deal 3"),
        ("bummerl_unfinished", ""),
    ]


def test_a_countdown_starts_at_the_points_of_a_bummerl():
    outcome, found = follow("6 3 0", "6 6 6")
    assert (outcome, found) == (Outcome(0, 2, True), [("countdown_start", "")])
    assert follow("7 4 1 0", "6 6 6 6")[1] == [("countdown_start", "")]
    assert follow("11 8 5 2 0", "11 11 11 11 11", replace(TURNIER, bummerl_points=11)) == (Outcome(0, 4, True), [])


def test_the_start_that_was_written_is_named():
    found = []
    fold_countdown(TURNIER, read_countdown(["6 3 0", "6 6 6"]), "bummerl 1", found)
    fold_countdown(TURNIER, read_countdown(["7 4 1 0", "6 6 6 6"]), "bummerl 2", found)
    assert [one.params for one in found] == [{"start": "6", "expected": 7}, {"start": "7:6", "expected": 7}]


def test_both_lines_have_one_value_a_deal():
    assert follow("7 4 1 0", "7 7 7") == (Outcome(0, 3, True), [("countdown_lengths", "")])
    assert follow("7 7 7 7", "7 4 1 0 0 0") == (Outcome(1, 3, True), [("countdown_lengths", "")])
    assert follow("7 4 1", "7 7 7 7")[1] == [("countdown_lengths", ""), ("bummerl_unfinished", "")]
    assert follow("7", "7 4 1 0") == (Outcome(1, 3, True), [("countdown_lengths", "")])


def test_a_line_that_is_too_short_goes_on_with_its_last_value():
    outcome, found = follow("7 4 1 0", "7 7 7 7 7 5")
    assert outcome == Outcome(0, 3, True)
    assert found == [
        ("countdown_lengths", ""),
        ("deal_after_bummerl_end", ", deal 4"),
        ("deal_after_bummerl_end", ", deal 5"),
    ]


def test_columns_after_the_end_are_surplus():
    outcome, found = follow("7 4 1 0 0", "7 7 7 7 2")
    assert outcome == Outcome(0, 3, True)
    assert found == [("countdown_step", ", deal 4"), ("deal_after_bummerl_end", ", deal 4")]


def test_a_countdown_that_stops_early_is_unfinished():
    assert follow("7 4", "7 7") == (Outcome(None, 1, False), [("bummerl_unfinished", "")])
    assert follow("7", "7") == (Outcome(None, 0, False), [("bummerl_unfinished", "")])


def test_in_a_countdown_a_tie_changes_nothing_and_carries_where_the_rules_say_so():
    assert follow("7 4 4 0", "7 7 7 7", CARRY) == (Outcome(0, 3, True), [])
    assert follow("7 4 4 4 3", "7 7 7 7 7", CARRY)[1] == [("countdown_step", ", deal 4"), ("bummerl_unfinished", "")]
    assert follow("7 4 4 4 1 1 0", "7 7 7 7 7 7 7", CARRY)[1] == []  # the last one was cut
    assert follow("7 4 4 0", "7 7 7 7")[1] == [("countdown_step", ", deal 3")]


def test_in_a_countdown_of_games_every_column_is_one_won_game():
    five = replace(GAMES, bummerl_points=5)
    assert follow("5 4 3 2 1 0", "5 5 5 5 5 5", five) == (Outcome(0, 5, True), [])
    assert follow("5 3 3 2 1 0", "5 5 5 5 5 5", five)[1] == [
        ("countdown_step", ", deal 1"),
        ("countdown_step", ", deal 2"),
    ]


# reading


def test_a_deal_is_read_in_every_form():
    assert read_deals([["A", 2], ("B", 3, "claim"), ["A", 2, "close", [70, 20]], ["B", 1, [20, 70]]]) == (
        TalliedDeal(0, 2),
        TalliedDeal(1, 3, Reason.CLAIM),
        TalliedDeal(0, 2, Reason.CLOSE, (70, 20)),
        TalliedDeal(1, 1, None, (20, 70)),
    )
    assert read_deals([[None, 0, "tie"], ["A", 12, None, None], TalliedDeal(1, 1)]) == (
        TalliedDeal(None, 0, Reason.TIE),
        TalliedDeal(0, 12),
        TalliedDeal(1, 1),
    )


@pytest.mark.parametrize(
    "entry",
    [
        7,
        "A3",
        [],
        ["A"],
        ["A", 1, None, None, None],
        ["C", 1],
        [["A"], 1],
        [3, 1],
        ["A", "1"],
        ["A", True],
        ["A", 1.0],
        ["A", None],
        ["A", 1, "luck"],
        ["A", 1, 5],
        ["A", 1, ["claim"], [70, 20]],
        ["A", 1, "claim", [70]],
        ["A", 1, "claim", [70, "20"]],
        ["A", 1, "claim", [70, False]],
        ["A", 1, "claim", 70],
    ],
)
def test_what_is_no_deal_cannot_be_read(entry):
    with pytest.raises(RecordError) as error:
        read_deals([["A", 1], entry], where="bummerl 1")
    assert error.value.finding.where == "bummerl 1, deal 2"
    with pytest.raises(RecordError, match=r"^deal 1: "):
        read_deals([entry])


@pytest.mark.parametrize(
    "lines", [None, "7 7", ["7"], ["7", 7], ["7 x", "7 7"], ["7", " "], ["7 ٣", "7 7"], ["7 " + "9" * 5000, "7 7"]]
)
def test_what_is_no_countdown_cannot_be_read(lines):
    with pytest.raises(RecordError):
        read_countdown(lines, "bummerl 3")


def test_a_countdown_may_hold_any_whole_numbers():
    assert read_countdown(["12 -3", "07 1"]) == Countdown((12, -3), (7, 1))


@pytest.mark.parametrize("word", ["C3", "A", "3", "A-1", "AA", "--", "A٣", "A1B2", "A" + "9" * 5000])
def test_what_is_no_deal_in_compact_text_cannot_be_read(word):
    with pytest.raises(RecordError) as error:
        read_compact(f"A3 | B1 {word}")
    assert error.value.finding.where == "bummerl 2, deal 2"


def test_compact_text_is_read_in_small_letters_and_with_more_points():
    assert read_compact("a3 B12 -") == ((TalliedDeal(0, 3), TalliedDeal(1, 12), TIE),)


def test_a_bummerl_is_read_in_any_of_its_forms():
    deals = (TalliedDeal(0, 3), TalliedDeal(0, 3), TalliedDeal(0, 1))
    assert read_bummerl("A3 A3 A1") == deals
    assert read_bummerl([["Moar", 3], ["Moar", 3], ["Moar", 1]], ("Moar", "Huber")) == deals
    assert read_bummerl({"countdown": ["7 4", "7 7"]}) == read_bummerl(Countdown((7, 4), (7, 7)))


@pytest.mark.parametrize("value", [None, 3, {}, {"count": []}, "A3 | A3"])
def test_what_is_no_bummerl_cannot_be_read(value):
    with pytest.raises(RecordError):
        read_bummerl(value, where="bummerl 1")


# round trips

PLAIN = st.one_of(st.just(TIE), st.builds(TalliedDeal, st.sampled_from([0, 1]), st.integers(1, 3)))


@given(
    st.lists(
        st.lists(st.builds(TalliedDeal, st.sampled_from([0, 1]), st.integers(0, 10**6)) | st.just(TIE)), min_size=1
    )
)
def test_compact_text_round_trips(bummerl):
    text = write_compact(bummerl)
    assert read_compact(text) == tuple(tuple(deals) for deals in bummerl)
    assert write_compact(read_compact(text)) == text


@given(st.lists(PLAIN), st.integers(5, 11))
def test_countdowns_round_trip(deals, points):
    lines = write_countdown(deals, points)
    read = countdown_deals(read_countdown(lines))
    assert write_countdown(read, points) == lines


@given(st.lists(PLAIN))
def test_deals_and_their_countdown_are_the_same_bummerl(deals):
    rules = PRESETS["66-a"]
    before_last = fold_deals(rules, deals[:-1], "bummerl 1", [])
    assume(before_last.winner is None)  # what comes after the end, a countdown at 0 does not show
    by_deals, by_columns = [], []
    outcome = fold_deals(rules, deals, "bummerl 1", by_deals)
    lines = write_countdown(deals)
    assert fold_countdown(rules, read_countdown(lines), "bummerl 1", by_columns) == outcome
    assert by_columns == by_deals


@pytest.mark.parametrize("lines", [["7 4", "7"], ["7 8", "7 7"], ["7 4", "7 4"]])
def test_a_faulty_countdown_stands_for_no_deals(lines):
    with pytest.raises(RecordError):
        countdown_deals(read_countdown(lines))
