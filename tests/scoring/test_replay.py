"""Recorded deals, the codes of a replay, and how it goes on after each of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import NAMES, deck
from scoring.findings import Severity
from scoring.replay import replay
from scoring.rules import RuleSet
from tests.scoring.dealt import (
    LONG,
    LONG_TO_END,
    LONG_TO_END_AT_12,
    PAIRS,
    STRONG,
    STRONG_AFTER_CLOSE,
    ending,
    errors,
    play,
    rules_of,
    warnings,
)

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "deals.jsonl").read_text("utf-8").splitlines()]
REASONS = {"66": {"claim", "close_failed"}, "claim": {"claim"}, "closer_won": {"close"}, "draw": {"tie"},
           "claim_vs_closer": {"close_failed"}}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']} {case['note']}")
def test_recorded_deals_give_the_recorded_result(case: dict[str, Any]) -> None:
    verdict = replay(case)
    assert {"winner": verdict.winner, "points": verdict.points} == case["result"]
    assert verdict.reason in REASONS.get(case["note"], {case["note"]})
    assert verdict.ok


def test_the_published_answer() -> None:
    case = next(case for case in CASES if case["hands"]["A"] == ["CK", "CJ", "SQ", "HA", "CQ"])
    assert replay(case).as_json() == {
        "ok": True,
        "winner": "A",
        "points": 2,
        "card_points": {"A": 58, "B": 55},
        "tricks": {"A": 4, "B": 4},
        "findings": [],
    }


@pytest.fixture
def weich() -> RuleSet:
    return rules_of("schnapsen-weich")


def places(verdict: Any) -> list[tuple[str, str]]:
    return [(found.code.value, found.where) for found in verdict.findings]


class TestCalledRevoke:
    def test_the_illegal_card_is_then_only_a_warning(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A close, A SA, B DJ, B revoke", result={"winner": "A", "points": 3})
        assert ending(verdict) == ("A", 3, "revoke")
        assert [(one.code.value, one.severity, one.where) for one in verdict.findings] == [
            ("revoke", Severity.WARNING, "move 3")
        ]

    def test_the_other_players_stays_an_error(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A close, A SA, B DJ, A revoke")
        assert ending(verdict) == ("B", 3, "revoke")
        assert [(one.severity, one.where) for one in verdict.findings] == [
            (Severity.ERROR, "move 3"),
            (Severity.WARNING, "move 4"),
        ]

    def test_it_can_be_called_after_the_last_trick(self, weich: RuleSet) -> None:
        assert ending(play(weich, LONG, LONG_TO_END + ", A revoke")) == ("B", 3, "revoke")


class TestFaultyMovesAreCarriedOutWherePossible:
    def test_an_exchange(self) -> None:
        rules = rules_of("schnapsen-scharf")
        assert errors(play(rules, PAIRS, "A exchange, A HA")) == ["exchange_not_allowed"]

    def test_an_exchange_without_the_card(self, weich: RuleSet) -> None:
        assert errors(play(weich, PAIRS, "A SA, B SJ, B exchange, A DA, B HA")) == [
            "exchange_not_allowed",
            "not_in_hand",
        ]

    def test_a_close(self) -> None:
        rules = rules_of("schnapsen-scharf")
        verdict = play(rules, PAIRS, "A SA, B close, B DJ")
        assert errors(verdict) == ["close_not_allowed", "revoke"]

    def test_the_next_move_after_an_impossible_close_is_no_exchange_at_the_opponents_close(self) -> None:
        rules = rules_of("66-b")
        cards = {**PAIRS, "A": PAIRS["B"], "B": PAIRS["A"]}
        assert errors(play(rules, cards, "A close, A close, B exchange")) == [
            "close_not_allowed",
            "exchange_not_allowed",
        ]


class TestCardsThatStopTheReplay:
    def test_not_in_hand(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A SA, B CA, A DA")
        assert places(verdict) == [("not_in_hand", "move 2")]
        assert (verdict.winner, verdict.points, verdict.reason, verdict.next_dealer) == (None, None, None, None)

    def test_wrong_turn(self, weich: RuleSet) -> None:
        assert places(play(weich, PAIRS, "B SJ")) == [("wrong_turn", "move 1")]
        assert places(play(weich, PAIRS, "A SA, A DA")) == [("wrong_turn", "move 2")]

    def test_both(self, weich: RuleSet) -> None:
        assert places(play(weich, PAIRS, "A SA, A SA")) == [("wrong_turn", "move 2"), ("not_in_hand", "move 2")]

    @pytest.mark.parametrize("card", ["C9", "XX", "D11", "ca", ""])
    def test_a_card_that_does_not_exist(self, weich: RuleSet, card: str) -> None:
        record = {"forehand": "A", "hands": {"A": PAIRS["A"].split(), "B": PAIRS["B"].split()},
                  "talon": PAIRS["talon"].split(), "moves": [["A", card]], "result": {"winner": "A", "points": 1}}  # fmt: skip
        verdict = replay(record, weich)
        assert places(verdict) == [("not_in_hand", "move 1")]
        assert verdict.findings[0].params["card"] == card

    def test_a_card_that_does_not_exist_out_of_turn(self, weich: RuleSet) -> None:
        assert errors(play(weich, PAIRS, "B XX")) == ["wrong_turn", "not_in_hand"]


class TestTheEnd:
    def test_unfinished_has_no_verdict_but_totals(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A SA, B SJ", result={"winner": "A", "points": 1})
        assert places(verdict) == [("unfinished", "move 2")]
        assert (verdict.card_points, verdict.tricks) == ((13, 0), (1, 0))

    def test_no_move_at_all(self, weich: RuleSet) -> None:
        assert places(play(weich, PAIRS, "")) == [("unfinished", "")]

    def test_moves_after_a_claim_once_at_the_first(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A SA, B SJ, A claim, A DA, B DJ")
        assert errors(verdict) == ["moves_after_end"]
        assert places(verdict)[-1] == ("moves_after_end", "move 4")
        assert ending(verdict) == ("B", 3, "false_claim")

    @pytest.mark.parametrize("move", ["A SA", "B C9", "A exchange", "A close", "A marriage C"])
    def test_moves_after_the_last_trick(self, weich: RuleSet, move: str) -> None:
        verdict = play(weich, LONG, f"{LONG_TO_END}, {move}, {move}")
        assert errors(verdict) == ["moves_after_end"]
        assert ending(verdict) == ("A", 1, "last_trick")

    @pytest.mark.parametrize(
        "result",
        [
            {"winner": "B", "points": 3},
            {"winner": "A", "points": 2},
            {"winner": None, "points": 0},
            {"winner": "A", "points": 3.0},
            {"winner": "A", "points": "3"},
            {"winner": ["A"], "points": 10**5000},
            {"winner": "A"},
            {},
        ],
    )
    def test_result_differs(self, weich: RuleSet, result: dict[str, Any]) -> None:
        verdict = play(weich, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A claim", result=result)
        assert places(verdict) == [("result_differs", "result")]
        assert verdict.findings[0].params["right"] == "A 3"
        assert ending(verdict) == ("A", 3, "close")

    def test_the_right_result_and_none_are_fine(self, weich: RuleSet) -> None:
        moves = f"A close, {STRONG_AFTER_CLOSE}, A claim"
        assert play(weich, STRONG, moves, result={"winner": "A", "points": 3}).findings == ()
        assert play(weich, STRONG, moves, result=None).findings == ()

    def test_true_is_no_point(self, weich: RuleSet) -> None:
        verdict = play(weich, LONG, LONG_TO_END, result={"winner": "A", "points": True})
        assert errors(verdict) == ["result_differs"]


class TestLateClaim:
    def test_at_the_first_card_led_with_66(self, weich: RuleSet) -> None:
        verdict = play(weich, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A HQ, B SK, A claim")
        assert places(verdict) == [("late_claim", "move 11")]
        assert verdict.findings[0].params == {"player": "A", "points": 74}

    def test_once_however_long_he_waits(self, weich: RuleSet) -> None:
        verdict = play(weich, LONG, LONG_TO_END_AT_12)
        assert warnings(verdict) == ["late_claim"]

    def test_at_an_announcement_with_66_already_there(self, weich: RuleSet) -> None:
        # 86 with the last trick shown: promptly claimed that is at most 105, so 106 with another pair is late
        record = {
            "rules": "schnapsen-weich", "forehand": "A",
            "hands": {"A": ["HT", "HK", "CQ", "CA", "CT"], "B": ["ST", "SQ", "DJ", "SJ", "SA"]},
            "talon": ["DQ", "SK", "HJ", "DT", "CK", "CJ", "HQ", "DA", "DK", "HA"],
            "moves": [
                ["A", "HT"], ["B", "DJ"], ["A", "CT"], ["B", "SQ"], ["A", "HK"], ["B", "DT"], ["A", "exchange"],
                ["A", "marriage", "C"], ["A", "CQ"], ["B", "SJ"], ["A", "CA"], ["B", "DA"], ["A", "claim"],
            ],
        }  # fmt: skip
        verdict = replay(record)
        assert (verdict.card_points, verdict.findings) == ((86, 0), ())
        record["moves"].insert(-1, ["A", "marriage", "D"])
        verdict = replay(record)
        assert (ending(verdict), verdict.card_points) == (("A", 3, "claim"), (106, 0))
        assert places(verdict) == [("late_claim", "move 13")]

    def test_not_for_66_reached_with_the_last_trick(self, weich: RuleSet) -> None:
        assert warnings(play(weich, LONG, LONG_TO_END)) == []


def test_equal_totals_are_a_tie() -> None:
    ties = [case for case in CASES if case["note"] == "draw"]
    assert ties
    for case in ties:
        verdict = replay(case)
        assert verdict.card_points == (65, 65)
        assert ending(verdict) == (None, 0, "tie")
        assert verdict.next_dealer == ("B" if case["forehand"] == "A" else "A")


def test_all_cards_of_the_cases_are_the_deck() -> None:
    for case in CASES:
        cards = {*case["hands"]["A"], *case["hands"]["B"], *case["talon"]}
        assert cards == {NAMES[card] for card in deck(20 if "schnapsen" in case["rules"] else 24)}
