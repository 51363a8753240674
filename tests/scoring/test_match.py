"""Matches: Bummerl hung on the other, doubled or not, against the recorded result."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.findings import RecordError, Severity
from scoring.match import NOBODY, BummerlVerdict, possible_scores, verify_match, verify_score
from scoring.rules import PRESETS

TURNIER = PRESETS["turnier-scharf"]
DOUBLED = PRESETS["schnapsen-scharf"]
A, B = "A3 B1 A3 A1", "B3 A1 B3 B1"  # a Bummerl for each, with a point for the loser
A_NIL, B_NIL = "A3 A3 A1", "B3 B3 B1"


def verify(*bummerl, rules=TURNIER, to_win=2, **recorded):
    return verify_match(rules, to_win, list(bummerl), **recorded)


def codes(verdict):
    return [(found.code.value, found.where) for found in verdict.findings]


def test_whoever_first_hangs_two_on_the_other_wins_the_match():
    verdict = verify(A, B, A, winner="A", score=(2, 1))
    assert (verdict.winner, verdict.score, verdict.ok, verdict.findings) == ("A", (2, 1), True, ())
    assert verdict.bummerl == (BummerlVerdict("A", 4), BummerlVerdict("B", 4), BummerlVerdict("A", 4))


@pytest.mark.parametrize(("to_win", "bummerl"), [(1, [B]), (2, [B, B]), (3, [A, B, B, A, B])])
def test_a_match_is_best_of_two_n_minus_one(to_win, bummerl):
    verdict = verify(*bummerl, to_win=to_win)
    assert (verdict.winner, verdict.ok) == ("B", True)
    assert codes(verify(*bummerl[:-1], to_win=to_win)) == [("match_unfinished", "")]


def test_players_have_their_names():
    deals = [["Moar", 3], ["Huber", 1], ["Moar", 3], ["Moar", 1]]
    verdict = verify(deals, "B3 B3 B1", players=("Huber", "Moar"), winner="Moar", score=(0, 2))
    assert (verdict.winner, verdict.score, verdict.findings) == ("Moar", (0, 2), ())


def test_one_text_may_hold_all_bummerl_or_some():
    assert verify_match(TURNIER, 2, f"{A} | {B}|{A}").score == (2, 1)
    assert verify(f"{A}|{B}", {"countdown": ["7 4 1 0", "7 7 7 7"]}).score == (2, 1)
    assert codes(verify(f"{A}|{B}", "A4 A3")) == [("points_impossible", "bummerl 3, deal 1")]


def test_what_cannot_be_read_is_named_with_its_place():
    with pytest.raises(RecordError) as error:
        verify(f"{A}|{B}", "A3 X")
    assert error.value.finding.where == "bummerl 3, deal 2"


# the recorded result


def test_without_a_recorded_result_nothing_is_compared():
    assert verify(A, A).findings == ()


def test_another_score_was_recorded():
    verdict = verify(A, B, A, winner="A", score=(2, 0))
    assert codes(verdict) == [("score_differs", "result")]
    assert verdict.findings[0].params == {"recorded": "2:0", "right": "2:1"}
    assert verdict.findings[0].severity is Severity.ERROR
    assert not verdict.ok


def test_another_winner_was_recorded():
    verdict = verify(A, B, A, winner="B", score=(2, 1))
    assert codes(verdict) == [("winner_differs", "result")]
    assert verdict.findings[0].params == {"recorded": "B", "right": "A"}
    assert codes(verify(A, A, winner="B", score=(0, 2))) == [("score_differs", "result"), ("winner_differs", "result")]


def test_nobody_or_a_stranger_was_recorded():
    assert codes(verify(A, A, winner=NOBODY)) == [("winner_differs", "result")]
    assert codes(verify(A, A, winner="Xaver")) == [("winner_differs", "result")]
    assert codes(verify(A, winner=NOBODY, score=(1, 0))) == [("match_unfinished", "")]
    assert codes(verify(A, winner="A", score=(1, 0))) == [("match_unfinished", ""), ("winner_differs", "result")]


# too few, too many


def test_an_unfinished_bummerl_hangs_on_nobody():
    verdict = verify(A, "A3 A3", A)
    assert (verdict.winner, verdict.score) == ("A", (2, 0))
    assert codes(verdict) == [("bummerl_unfinished", "bummerl 2")]
    assert codes(verify(A, "A3 A3")) == [("bummerl_unfinished", "bummerl 2"), ("match_unfinished", "")]


def test_no_bummerl_at_all_is_an_unfinished_match():
    verdict = verify()
    assert (verdict.winner, verdict.score, verdict.bummerl) == (None, (0, 0), ())
    assert codes(verdict) == [("match_unfinished", "")]


def test_surplus_bummerl_are_checked_but_do_not_count():
    verdict = verify(A, A, "B4 B3")
    assert (verdict.winner, verdict.score) == ("A", (2, 0))
    assert verdict.bummerl[2] == BummerlVerdict("B", 2)
    assert codes(verdict) == [("points_impossible", "bummerl 3, deal 1"), ("bummerl_after_match_end", "bummerl 3")]


def test_more_than_two_n_minus_one_bummerl_are_too_many():
    verdict = verify(A, B, A, B, B)
    assert codes(verdict) == [
        ("bummerl_after_match_end", "bummerl 4"),
        ("bummerl_after_match_end", "bummerl 5"),
        ("too_many_bummerl", "bummerl 4"),
    ]
    assert verdict.findings[-1].params == {"most": 3}


def test_too_many_do_not_count_even_where_the_match_is_open():
    verdict = verify(A, B, "A3", A)
    assert (verdict.winner, verdict.score) == (None, (1, 1))
    assert codes(verdict) == [
        ("bummerl_unfinished", "bummerl 3"),
        ("too_many_bummerl", "bummerl 4"),
        ("match_unfinished", ""),
    ]


# Schneider


def test_a_doubled_schneider_counts_two_and_may_exceed():
    assert verify(A_NIL, rules=DOUBLED).score == (2, 0)
    verdict = verify(A, B, A_NIL, rules=DOUBLED, winner="A", score=(3, 1))
    assert (verdict.score, verdict.ok) == ((3, 1), True)


def test_a_schneider_counts_one_where_it_is_not_doubled():
    assert verify(A_NIL, B_NIL, A_NIL).score == (2, 1)


def test_a_score_that_doubling_explains():
    verdict = verify(A, B_NIL, B_NIL, winner="B", score=(1, 2))
    assert verdict.ok
    assert codes(verify(A, A_NIL, score=(3, 0))) == [("schneider_doubled", "result")]
    assert codes(verify(A_NIL, winner="A", score=(2, 0))) == [
        ("match_unfinished", ""),
        ("schneider_doubled", "result"),
        ("winner_differs", "result"),
    ]


def test_a_score_that_missing_doubling_explains():
    verdict = verify(A, A_NIL, rules=DOUBLED, winner="A", score=(2, 0))
    assert codes(verdict) == [("schneider_not_doubled", "result")]
    assert verdict.findings[0].params == {"recorded": "2:0", "right": "3:0"}


def test_a_score_that_neither_explains():
    assert codes(verify(A, A_NIL, rules=DOUBLED, score=(2, 1))) == [("score_differs", "result")]
    assert codes(verify(A, A, score=(3, 0))) == [("score_differs", "result")]


# scores without deals


def test_the_scores_a_match_can_have():
    assert possible_scores(1, TURNIER) == {(1, 0), (0, 1)}
    assert possible_scores(2, TURNIER) == {(2, 0), (2, 1), (0, 2), (1, 2)}
    assert possible_scores(1, DOUBLED) == {(1, 0), (2, 0), (0, 1), (0, 2)}
    assert possible_scores(2, DOUBLED) == {(2, 0), (3, 0), (2, 1), (3, 1), (0, 2), (0, 3), (1, 2), (1, 3)}
    assert len(possible_scores(3, TURNIER)) == 6


@given(
    st.lists(st.sampled_from([A, B, A_NIL, B_NIL]), min_size=1, max_size=5),
    st.integers(1, 3),
    st.sampled_from([TURNIER, DOUBLED]),
)
def test_every_match_that_ends_has_a_possible_score(bummerl, to_win, rules):
    verdict = verify(*bummerl, rules=rules, to_win=to_win)
    assert (verdict.winner is not None) == (verdict.score in possible_scores(to_win, rules))
    assert (verify_score(rules, to_win, verdict.score) == ()) == (verdict.winner is not None)


@pytest.mark.parametrize("to_win", [1, 2, 3])
@pytest.mark.parametrize("rules", [TURNIER, DOUBLED], ids=["single", "doubled"])
def test_every_possible_score_comes_from_a_match(rules, to_win):
    def play(left):
        if not left:
            return {()}
        return {(*before, one) for before in play(left - 1) for one in (A, B, A_NIL, B_NIL)}

    scores = set()
    for length in range(1, 2 * to_win):
        for bummerl in play(length):
            verdict = verify(*bummerl, rules=rules, to_win=to_win)
            if verdict.ok:
                scores.add(verdict.score)
    assert scores == possible_scores(to_win, rules)


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ((1, 1), "match_unfinished"),
        ((0, 0), "match_unfinished"),
        ((3, 0), "schneider_doubled"),
        ((3, 1), "schneider_doubled"),
        ((3, 2), "too_many_bummerl"),
        ((2, 2), "too_many_bummerl"),
        ((4, 0), "too_many_bummerl"),
        ((2, -1), "score_differs"),
    ],
)
def test_a_score_no_match_to_two_can_have(score, code):
    (found,) = verify_score(TURNIER, 2, score)
    assert (found.code.value, found.severity) == (code, Severity.ERROR)


def test_with_doubling_other_scores_are_impossible():
    assert verify_score(DOUBLED, 2, (3, 1)) == ()
    assert [verify_score(DOUBLED, 2, score)[0].code.value for score in ((4, 0), (2, 2), (3, 2), (1, 0))] == [
        "bummerl_after_match_end",
        "bummerl_after_match_end",
        "bummerl_after_match_end",
        "match_unfinished",
    ]


def test_a_match_to_three_that_went_on_too_long():
    assert verify_score(TURNIER, 3, (5, 0))[0].code.value == "bummerl_after_match_end"


def test_games_are_counted_like_bummerl():
    rules = replace(PRESETS["none"], bummerl_points=5)
    verdict = verify("A1 A1 A1 A1 A1", "B1 A1 A1 A1 A1 A1", rules=rules)
    assert (verdict.winner, verdict.score, verdict.findings) == ("A", (2, 0), ())
