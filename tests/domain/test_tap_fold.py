"""Taps fold into where a match stands; scoring, which counts on its own, always agrees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.match import verify_match
from scoring.rules import PRESETS
from tournament.domain.tap_fold import (
    MOST_TAPS,
    Tap,
    TapCode,
    TapKind,
    effective,
    fold,
    problem,
    read,
    write,
)
from tournament.domain.terms import Side

SCHARF, CARRY, DOUBLED, GAMES = PRESETS["turnier-scharf"], PRESETS["66-c"], PRESETS["schnapsen-scharf"], PRESETS["none"]


def taps(text: str) -> list[Tap]:
    return [read(word) for word in text.split()]


any_tap = st.one_of(
    st.builds(Tap, st.just(TapKind.DEAL), st.sampled_from(Side), st.integers(1, 3)),
    st.builds(Tap, st.just(TapKind.DEALER), st.sampled_from(Side)),
    st.just(Tap(TapKind.TIE)),
    st.just(Tap(TapKind.UNDO)),
)
rule_sets = st.sampled_from([*PRESETS.values()])


def possible(rules, to_win: int, wished: list[Tap]) -> list[Tap]:
    """Those of the wished taps that a phone could deliver one after the other."""
    kept: list[Tap] = []
    for tap in wished:
        if problem(rules, to_win, kept, tap) is None:
            kept.append(tap)
    return kept


@given(rule_sets, st.integers(1, 3), st.lists(any_tap, max_size=80))
def test_scoring_counts_the_same(rules, to_win: int, wished: list[Tap]) -> None:
    standing = fold(rules, to_win, possible(rules, to_win, wished))
    verdict = verify_match(rules, to_win, list(standing.texts))
    assert verdict.score == standing.score
    assert verdict.winner == {None: None, Side.LEFT: "A", Side.RIGHT: "B"}[standing.winner]
    under_way = {"match_unfinished", "bummerl_unfinished"}
    assert {found.code.value for found in verdict.findings} <= (under_way if standing.winner is None else set())


@given(rule_sets, st.integers(1, 3), st.lists(any_tap, max_size=60), any_tap)
def test_an_undo_brings_back_what_was_before(rules, to_win: int, wished: list[Tap], last: Tap) -> None:
    before = possible(rules, to_win, wished)
    if last.kind is TapKind.UNDO or problem(rules, to_win, before, last) is not None:
        return
    assert fold(rules, to_win, [*before, last, Tap(TapKind.UNDO)]) == fold(rules, to_win, before)


@given(rule_sets, st.lists(any_tap, max_size=60), st.integers(0, 60))
def test_folding_what_counts_is_folding_everything(rules, given_taps: list[Tap], cut: int) -> None:
    head = given_taps[:cut]
    assert fold(rules, 2, given_taps) == fold(rules, 2, [*effective(given_taps)])
    assert effective([*effective(head), *given_taps[cut:]]) == effective(given_taps)


@given(rule_sets, st.integers(1, 3), st.lists(any_tap, max_size=80))
def test_nobody_needs_less_than_nothing_or_more_than_a_bummerl(rules, to_win: int, wished: list[Tap]) -> None:
    standing = fold(rules, to_win, wished)
    assert all(0 <= needs <= rules.bummerl_points for needs in standing.remaining)
    assert (0 in standing.remaining) == (standing.winner is not None)


@given(any_tap)
def test_writing_and_reading_a_tap_round_trips(tap: Tap) -> None:
    assert read(write(tap)) == tap


@pytest.mark.parametrize("text", ["", "L", "L0", "L10", "X3", "dX", "u", "--", "3L", "L٣"])
def test_anything_else_is_no_tap(text: str) -> None:
    with pytest.raises(ValueError, match="no tap"):
        read(text)


def test_a_bummerl_is_counted_down_from_seven_and_hung_on_the_loser() -> None:
    under_way = fold(SCHARF, 2, taps("L3 R2 L1"))
    assert (under_way.remaining, under_way.score) == ((3, 5), (0, 0))
    over = fold(SCHARF, 2, taps("L3 R2 L1 L3"))
    assert (over.score, over.remaining) == ((1, 0), (7, 7))
    assert over.bummerl[0].remaining == (0, 5)


def test_a_match_ends_with_the_bummerl_that_decides_it_and_takes_only_an_undo_then() -> None:
    whole = taps("L3 L3 L1 R3 R3 R1 L2 L2 L3")
    assert fold(SCHARF, 2, whole).winner is Side.LEFT
    assert fold(SCHARF, 2, whole).score == (2, 1)
    for more in taps("L1 R3 - dL"):
        assert problem(SCHARF, 2, whole, more).code is TapCode.OVER
    assert problem(SCHARF, 2, whole, Tap(TapKind.UNDO)) is None


def test_seven_to_nothing_counts_two_only_where_the_house_says_so() -> None:
    assert fold(DOUBLED, 2, taps("L3 L3 L1")).score == (2, 0)
    assert fold(DOUBLED, 2, taps("L3 R1 L3 L1")).score == (1, 0)
    assert fold(SCHARF, 2, taps("L3 L3 L1")).score == (1, 0)


def test_the_deal_passes_to_the_other_or_to_the_winner_and_stays_after_a_tie() -> None:
    assert fold(SCHARF, 2, taps("dL L1")).dealer is Side.RIGHT
    assert fold(SCHARF, 2, taps("dL L1 R1")).dealer is Side.LEFT
    assert fold(SCHARF, 2, taps("L1")).dealer is None
    assert fold(PRESETS["66-b"], 2, taps("dL L1")).dealer is Side.LEFT
    assert fold(PRESETS["66-b"], 2, taps("dL R1")).dealer is Side.RIGHT
    assert fold(CARRY, 2, taps("dL -")).dealer is Side.LEFT


def test_ties_are_carried_to_the_next_deal_where_they_are() -> None:
    assert fold(CARRY, 2, taps("- -")).carried == 2
    after = fold(CARRY, 2, taps("- - L3"))
    assert (after.remaining, after.carried, after.texts) == ((2, 7), 0, ("- - A5",))
    assert fold(SCHARF, 2, taps("- L3")).remaining == (4, 7)


@pytest.mark.parametrize("points", [4, 7, 9])
def test_a_deal_is_worth_three_at_most(points: int) -> None:
    assert problem(SCHARF, 2, [], Tap(TapKind.DEAL, Side.LEFT, points)).code is TapCode.IMPOSSIBLE


def test_where_only_games_are_counted_each_is_worth_one_and_none_is_a_tie() -> None:
    assert problem(GAMES, 2, [], Tap(TapKind.DEAL, Side.LEFT, 1)) is None
    for tap in (Tap(TapKind.DEAL, Side.LEFT, 2), Tap(TapKind.TIE)):
        assert problem(GAMES, 2, [], tap).code is TapCode.IMPOSSIBLE


def test_without_a_side_nobody_can_have_won_or_deal() -> None:
    for tap in (Tap(TapKind.DEAL, None, 2), Tap(TapKind.DEALER), Tap(TapKind.TIE, Side.LEFT)):
        assert problem(SCHARF, 2, [], tap).code is TapCode.IMPOSSIBLE


def test_nothing_can_be_undone_at_the_start() -> None:
    assert problem(SCHARF, 2, [], Tap(TapKind.UNDO)).code is TapCode.NOTHING_TO_UNDO
    assert problem(SCHARF, 2, taps("L1 U"), Tap(TapKind.UNDO)).code is TapCode.NOTHING_TO_UNDO


def test_a_phone_in_a_pocket_does_not_fill_the_disk() -> None:
    many = taps("dL dR") * (MOST_TAPS // 2)
    assert problem(SCHARF, 2, many, Tap(TapKind.UNDO)).code is TapCode.TOO_MANY
