"""Bummerl scores: what a match can end with, and every reason why it cannot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain.scores import ScoreCode, possible_scores, score_problems
from tournament.domain.terms import Side


def codes(score: tuple[int, int], winner: Side, to_win: int = 2, **kind: bool) -> set[ScoreCode]:
    return {problem.code for problem in score_problems(score, winner, to_win, **kind)}


@pytest.mark.parametrize(
    ("to_win", "scores"),
    [(1, ((1, 0),)), (2, ((2, 0), (2, 1))), (3, ((3, 0), (3, 1), (3, 2)))],
)
def test_best_of_2n_minus_1_ends_with_n_to_at_most_n_minus_1(to_win: int, scores: tuple[tuple[int, int], ...]) -> None:
    assert possible_scores(to_win) == scores


def test_a_doubled_schneider_can_carry_the_winner_one_too_far() -> None:
    assert possible_scores(2, schneider_double=True) == ((3, 0), (3, 1), (2, 0), (2, 1))
    assert codes((3, 1), Side.LEFT) == {ScoreCode.TOO_MANY}
    assert not codes((3, 1), Side.LEFT, schneider_double=True)
    assert codes((4, 1), Side.LEFT, schneider_double=True) == {ScoreCode.TOO_MANY}


@given(st.integers(1, 3), st.booleans(), st.integers(-1, 6), st.integers(-1, 6), st.sampled_from(Side))
def test_a_played_score_is_accepted_exactly_if_it_is_possible(
    to_win: int, double: bool, left: int, right: int, winner: Side
) -> None:
    won, lost = (left, right) if winner is Side.LEFT else (right, left)
    possible = (won, lost) in possible_scores(to_win, schneider_double=double)
    assert possible is not bool(score_problems((left, right), winner, to_win, schneider_double=double))


def test_three_to_two_in_a_match_to_two_is_refused_with_both_reasons() -> None:
    assert codes((3, 2), Side.LEFT) == {ScoreCode.TOO_MANY, ScoreCode.LOSER_TOO_MANY}


def test_the_winner_of_a_played_match_has_the_higher_score() -> None:
    assert codes((0, 2), Side.LEFT) == {ScoreCode.WINNER_NOT_AHEAD, ScoreCode.NOT_REACHED, ScoreCode.LOSER_TOO_MANY}
    assert codes((1, 1), Side.RIGHT) == {ScoreCode.WINNER_NOT_AHEAD, ScoreCode.NOT_REACHED}


def test_negative_bummerl_are_refused() -> None:
    assert ScoreCode.NEGATIVE in codes((2, -1), Side.LEFT)
    assert codes((0, -1), Side.LEFT, retired=True) == {ScoreCode.NEGATIVE}


@pytest.mark.parametrize("score", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_whoever_wins_by_retirement_may_even_be_behind(score: tuple[int, int]) -> None:
    assert not codes(score, Side.LEFT, retired=True)


@pytest.mark.parametrize("score", [(2, 0), (1, 2)])
def test_nobody_retires_from_a_match_that_is_won(score: tuple[int, int]) -> None:
    assert codes(score, Side.LEFT, retired=True) == {ScoreCode.ALREADY_WON}


def test_a_problem_is_a_german_sentence_with_the_score() -> None:
    (problem,) = score_problems((1, 0), Side.LEFT, 2)
    assert problem.text == "1:0: zum Sieg braucht es 2 Bummerl, der Sieger hat erst 1."


def test_a_match_to_nothing_does_not_exist() -> None:
    with pytest.raises(ValueError, match="at least one"):
        possible_scores(0)
