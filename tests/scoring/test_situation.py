"""The referee's help: what a disputed deal is worth, and the rule that says so."""

from dataclasses import replace

import pytest

from scoring.finding_texts import TEXTS
from scoring.findings import text
from scoring.options import ClosedCount, FailedClose, FalseClaim, LastTrick, LastTrickPoints, Permission, Reason
from scoring.rules import PRESETS
from scoring.sentences import sentence
from scoring.situation import Ending, Situation, judge, trick_points_possible

WEICH = PRESETS["schnapsen-weich"]
TURNIER = PRESETS["turnier-scharf"]
SIXTY_SIX = PRESETS["66-a"]


def claim(points, tricks=(4, 4), player=0, **more):
    return Situation(Ending.CLAIM, player, points, tricks, **more)


def closed(closer, points, tricks, *, at_close, tricks_at_close, ending=Ending.CLAIM, player=0):
    return Situation(
        ending, player, points, tricks, closer=closer, card_points_at_close=at_close, tricks_at_close=tricks_at_close
    )


def verdict(rules, situation):
    judged = judge(rules, situation)
    return judged.winner, judged.points, judged.reason


def decided_by(rules, situation, *names):
    for language in ("de", "en"):
        expected = " ".join(sentence(rules, name, language) for name in names)
        assert judge(rules, situation, language).sentence == expected


# nobody has closed


@pytest.mark.parametrize(("other", "tricks", "points"), [(0, 0, 3), (32, 2, 2), (33, 2, 1)])
def test_a_right_claim_is_worth_what_the_table_says(other, tricks, points):
    situation = claim((70, other), (5, tricks))
    assert verdict(TURNIER, situation) == (0, points, Reason.CLAIM)
    assert judge(TURNIER, situation).findings == ()
    decided_by(TURNIER, situation, "table")


@pytest.mark.parametrize(
    ("rule", "other", "tricks", "points"),
    [
        (FalseClaim.TWO, 40, 4, 2),
        (FalseClaim.TWO, 0, 0, 2),
        (FalseClaim.TWO_OR_THREE, 40, 4, 2),
        (FalseClaim.TWO_OR_THREE, 0, 0, 3),
        (FalseClaim.AS_CLAIMED, 40, 4, 1),
        (FalseClaim.AS_CLAIMED, 20, 2, 2),
        (FalseClaim.AS_CLAIMED, 0, 0, 3),
    ],
)
def test_a_false_claim_costs_what_its_rule_says(rule, other, tricks, points):
    rules = replace(WEICH, false_claim=rule)
    situation = claim((other, 60), (tricks, 4), player=1)
    assert verdict(rules, situation) == (0, points, Reason.FALSE_CLAIM)
    decided_by(rules, situation, "false_claim", *(["table"] if rule is FalseClaim.AS_CLAIMED else []))


def test_a_called_revoke_costs_three_or_is_for_the_director():
    situation = Situation(Ending.REVOKE, 1, (20, 30), (2, 2))
    assert verdict(WEICH, situation) == (0, 3, Reason.REVOKE)
    decided_by(WEICH, situation, "revoke_points")
    free = replace(WEICH, revoke_points=None)
    assert verdict(free, situation) == (None, None, Reason.REVOKE)
    assert judge(free, situation).findings == ()
    decided_by(free, situation, "revoke_points")


def test_the_last_trick_wins_one_or_by_the_table():
    situation = Situation(Ending.PLAYED_OUT, 1, (58, 62), (5, 5))
    assert verdict(WEICH, situation) == (1, 1, Reason.LAST_TRICK)
    decided_by(WEICH, situation, "last_trick", "last_trick_points")
    by_table = replace(WEICH, last_trick_points=LastTrickPoints.BY_TABLE)
    low = Situation(Ending.PLAYED_OUT, 1, (30, 90), (3, 7))
    assert verdict(by_table, low) == (1, 2, Reason.LAST_TRICK)
    decided_by(by_table, low, "last_trick", "last_trick_points")


def test_unclaimed_the_higher_total_wins_or_nobody():
    situation = Situation(Ending.PLAYED_OUT, 0, (98, 32), (8, 4))
    assert verdict(SIXTY_SIX, situation) == (0, 2, Reason.COUNTED)
    decided_by(SIXTY_SIX, situation, "unclaimed", "table")
    tie = Situation(Ending.PLAYED_OUT, 0, (65, 65), (6, 6))
    assert verdict(SIXTY_SIX, tie) == (None, 0, Reason.TIE)
    decided_by(SIXTY_SIX, tie, "unclaimed", "tie")
    assert verdict(PRESETS["66-c"], situation) == (None, 0, Reason.TIE)


# somebody has closed


def test_a_close_that_succeeds_counts_the_opponent_at_the_close_or_at_the_end():
    situation = closed(0, (70, 20), (5, 1), at_close=(30, 0), tricks_at_close=(2, 0))
    assert verdict(WEICH, situation) == (0, 3, Reason.CLOSE)
    assert judge(WEICH, situation).findings == ()
    decided_by(WEICH, situation, "closed_count", "table")
    final = replace(WEICH, closed_count=ClosedCount.FINAL)
    assert verdict(final, situation) == (0, 2, Reason.CLOSE)
    decided_by(final, situation, "closed_count", "table")


@pytest.mark.parametrize(("tricks_at_close", "points"), [((2, 0), 3), ((2, 1), 2)])
@pytest.mark.parametrize("ending", [Ending.CLAIM, Ending.PLAYED_OUT])
def test_a_close_that_fails_is_worth_three_against_somebody_without_a_trick(ending, tricks_at_close, points):
    at_close = (30, 13 * tricks_at_close[1])
    situation = closed(0, (50, 40), (4, 3), at_close=at_close, tricks_at_close=tricks_at_close, ending=ending)
    assert verdict(WEICH, situation) == (1, points, Reason.CLOSE_FAILED)
    assert judge(WEICH, situation).findings == ()
    decided_by(WEICH, situation, "failed_close")


def test_whoever_claims_against_a_closer_wins_the_failed_close_or_two():
    situation = closed(0, (30, 70), (2, 4), at_close=(30, 0), tricks_at_close=(2, 0), player=1)
    assert verdict(WEICH, situation) == (1, 3, Reason.CLOSE_FAILED)
    claim_two = replace(WEICH, failed_close=FailedClose.CLAIM_TWO)
    assert verdict(claim_two, situation) == (1, 2, Reason.CLOSE_FAILED)
    decided_by(claim_two, situation, "failed_close")


def test_a_false_claim_against_a_closer_costs_the_failed_close_as_claimed():
    situation = closed(0, (30, 60), (2, 4), at_close=(30, 0), tricks_at_close=(2, 0), player=1)
    assert verdict(WEICH, situation) == (0, 3, Reason.FALSE_CLAIM)
    decided_by(WEICH, situation, "false_claim", "failed_close")
    two = replace(WEICH, false_claim=FalseClaim.TWO)
    assert verdict(two, situation) == (0, 2, Reason.FALSE_CLAIM)
    decided_by(two, situation, "false_claim")


# what cannot be right


def problems(rules, situation):
    found = judge(rules, situation).findings
    assert all(text(one, language) for one in found for language in ("de", "en"))
    return [one.params.get("problem", one.code.value) for one in found]


def test_every_problem_has_its_own_sentence():
    assert {
        "card_points_impossible:tricks",
        "card_points_impossible:for_tricks",
        "card_points_impossible:at_close",
    } <= set(TEXTS)


def test_all_tricks_are_played_on_an_open_talon():
    assert problems(WEICH, Situation(Ending.PLAYED_OUT, 0, (58, 62), (5, 4))) == ["tricks"]
    assert problems(WEICH, Situation(Ending.PLAYED_OUT, 0, (0, 120), (0, 10))) == [
        "tricks"
    ]  # the last trick is not his
    assert problems(WEICH, claim((70, 40), (6, 5))) == ["tricks"]
    assert problems(WEICH, claim((70, 40), (11, -1))) == ["for_tricks", "for_tricks"]


def test_what_was_closed_is_never_played():
    situation = closed(0, (70, 40), (6, 4), at_close=(30, 30), tricks_at_close=(2, 2))
    assert problems(WEICH, situation) == ["tricks"]


def test_card_points_fit_the_tricks():
    assert problems(WEICH, claim((70, 10), (4, 0))) == ["for_tricks"]
    assert problems(WEICH, claim((70, 0), (4, 3))) == ["for_tricks"]
    assert problems(WEICH, claim((66, 30), (1, 2))) == []
    assert problems(TURNIER, claim((66, 30), (1, 2))) == ["for_tricks"]


def test_nobody_had_more_at_the_close_than_at_the_end():
    for at_close, tricks in [((71, 0), (2, 0)), ((30, 0), (6, 0))]:
        situation = closed(0, (70, 20), (5, 1), at_close=at_close, tricks_at_close=tricks)
        assert problems(WEICH, situation) == ["at_close"]
    situation = closed(0, (70, 20), (5, 1), at_close=(61, 0), tricks_at_close=(0, 0))
    assert problems(WEICH, situation) == ["for_tricks"]


def test_impossible_totals_and_reasons_are_named():
    assert problems(WEICH, Situation(Ending.PLAYED_OUT, 0, (58, 61), (5, 5))) == ["card_points_impossible"]
    never = replace(WEICH, close=Permission.NEVER)
    situation = closed(0, (70, 20), (5, 1), at_close=(30, 0), tricks_at_close=(2, 0))
    assert problems(never, situation) == ["points_impossible_for_reason"]
    assert problems(WEICH, claim((70, 70), (4, 5))) == ["tally"]  # somebody claimed late


# "A claim needs at least 4 tricks without an announcement, 3 with 20, 2 with 40, 1 with 60 or more"


@pytest.mark.parametrize(("points", "least"), [(66, 1), (66 + 20, 2)])
def test_tricks_that_a_total_needs_with_announcements(points, least):
    possible = [tricks for tricks in range(11) if trick_points_possible(WEICH, points, tricks, with_ten=False)]
    assert possible[0] == least


def test_in_scharf_no_claim_with_a_single_trick():
    possible = [tricks for tricks in range(11) if trick_points_possible(TURNIER, 66, tricks, with_ten=False)]
    assert possible[0] == 2


def test_the_last_tricks_ten_counts_only_where_there_is_one():
    assert trick_points_possible(SIXTY_SIX, 130 + 100, 12, with_ten=True)
    assert not trick_points_possible(SIXTY_SIX, 130 + 100, 12, with_ten=False)
    without = replace(SIXTY_SIX, last_trick=LastTrick.WINS_DEAL)
    assert not trick_points_possible(without, 130 + 100, 12, with_ten=True)
