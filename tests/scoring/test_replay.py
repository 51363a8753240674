"""What the rules do not vary, the codes of a replay, and how it goes on after each of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.cards import NAMES, deck
from scoring.findings import Code, Severity
from scoring.options import CloseBy, CloseTiming, FailedClose, LastTrick
from scoring.replay import replay
from scoring.rules import RuleSet
from tests.scoring.dealt import (
    LONG,
    LONG_TO_END,
    LONG_TO_END_AT_12,
    LONG_TO_TWO,
    PAIRS,
    STRONG,
    STRONG_AFTER_CLOSE,
    WEAK,
    ending,
    errors,
    faults,
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


@pytest.fixture
def free() -> RuleSet:
    """Everything about closing is allowed."""
    return rules_of("schnapsen-weich", close_timing=CloseTiming.BEFORE_OR_AFTER, close_by=CloseBy.EITHER)


def places(verdict: Any) -> list[tuple[str, str]]:
    return [(found.code.value, found.where) for found in verdict.findings]


class TestDrawing:
    def test_the_tricks_winner_draws_first(self, weich: RuleSet) -> None:
        assert errors(play(weich, PAIRS, "A SA, B SJ, A CA, B HT")) == []
        assert errors(play(weich, PAIRS, "A CK, B HT")) == ["not_in_hand"]

    def test_the_last_to_draw_gets_the_trump_card(self, weich: RuleSet) -> None:
        assert errors(play(weich, LONG, LONG_TO_TWO + ", A DT, B DK, A HT, B HA")) == []

    def test_what_lies_between_a_trick_and_close_undrawn_happens_before_drawing(self, free: RuleSet) -> None:
        cards = {**PAIRS, "A": "CK HQ HJ SA DA", "talon": "CQ HT CT ST CJ CA DK HK DQ HA"}
        assert errors(play(free, cards, "A SA, B SJ, A marriage C")) == []
        verdict = play(free, cards, "A SA, B SJ, A marriage C, A close undrawn")
        assert places(verdict)[0] == ("marriage_not_allowed", "move 3")

    def test_an_exchange_before_close_undrawn_sees_the_talon_undrawn(self, free: RuleSet) -> None:
        rules = rules_of(
            "66-a", exchange_with_one_face_down=False, close_with_one_face_down=True, marriage_after_talon=True
        )
        assert faults(rules, LONG, LONG_TO_TWO + ", A exchange, A close, A HA") == ["exchange_not_allowed"]
        assert faults(rules, LONG, LONG_TO_TWO + ", A exchange, A close undrawn, A HA") == []
        last = LONG_TO_TWO + ", A CA, B SJ"
        assert faults(rules_of("66-a"), LONG, last + ", A exchange, A HT") == ["exchange_not_allowed"]
        assert faults(rules_of("66-a"), LONG, last + ", A exchange, A close undrawn, A HA") == []

    def test_no_move_but_the_close_may_follow_what_was_possible_only_undrawn(self) -> None:
        last = LONG_TO_TWO + ", A CA, B SJ, A exchange"
        assert faults(rules_of("66-a"), LONG, last + ", A claim") == ["exchange_not_allowed"]
        assert "exchange_not_allowed" in faults(rules_of("66-a"), LONG, last + ", A close")

    def test_an_exchange_only_possible_undrawn_needs_a_close_that_is_allowed(self) -> None:
        last = LONG_TO_TWO + ", A CA, B SJ, A exchange, A close undrawn"
        assert faults(rules_of("schnapsen-weich"), LONG, last) == ["close_not_allowed"]
        never_one = rules_of("66-a", close_with_one_face_down=False)
        assert faults(never_one, LONG, last) == ["close_not_allowed"]

    def test_a_faulty_close_undrawn_is_still_undrawn(self, weich: RuleSet) -> None:
        assert errors(play(weich, PAIRS, "A SA, B SJ, A close undrawn, A CA")) == ["close_not_allowed", "not_in_hand"]

    def test_a_close_before_close_undrawn_leaves_nothing_to_close(self, free: RuleSet) -> None:
        verdict = play(free, PAIRS, "A SA, B SJ, A close, A close undrawn, A CA")
        assert errors(verdict) == ["close_not_allowed", "not_in_hand"]

    def test_close_undrawn_after_the_last_draw(self, free: RuleSet) -> None:
        moves = LONG_TO_TWO + ", A DT, B DK, A DA, B HQ, B close undrawn, B SJ, A HJ"
        assert faults(free, LONG, moves) == ["close_not_allowed"]


class TestMarriages:
    def test_20_and_40(self, weich: RuleSet) -> None:
        assert play(weich, PAIRS, "A SA, B SJ, A marriage C").card_points == (33, 0)
        assert play(weich, STRONG, "A HA, B DJ, A marriage H").card_points == (53, 0)

    def test_in_any_order_with_exchange_and_close(self, weich: RuleSet) -> None:
        for order in (
            "A exchange, A marriage C, A close",
            "A marriage C, A close",
            "A marriage C, A exchange, A close",
        ):
            assert faults(weich, PAIRS, f"{order}, A CK") == []

    def test_one_a_lead(self, weich: RuleSet) -> None:
        cards = {**PAIRS, "A": "CK CQ SK SQ HJ", "B": "SA SJ DA DJ DT"}
        assert faults(weich, cards, "A marriage C, A marriage S") == ["marriage_not_allowed"]
        assert faults(weich, cards, "A marriage C, A CK, B DJ, A marriage S, A SK") == []

    def test_each_suit_once(self, weich: RuleSet) -> None:
        verdict = play(weich, PAIRS, "A SA, B SJ, A marriage C, A DA, B DJ, A marriage C")
        assert errors(verdict) == ["must_lead_marriage_card", "marriage_not_allowed"]

    def test_only_the_leader_before_his_lead(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "B marriage S") == ["marriage_not_allowed"]
        assert faults(weich, PAIRS, "A SA, B marriage S") == ["marriage_not_allowed"]
        assert faults(weich, PAIRS, "A SA, A marriage C") == ["marriage_not_allowed"]

    @pytest.mark.parametrize("suit", ["H", "D", "X", "Herz", ""])
    def test_not_without_the_pair(self, weich: RuleSet, suit: str) -> None:
        record = {"forehand": "A", "hands": {"A": PAIRS["A"].split(), "B": PAIRS["B"].split()},
                  "talon": PAIRS["talon"].split(), "moves": [["A", "marriage", suit]]}  # fmt: skip
        assert errors(replay(record, weich)) == ["marriage_not_allowed"]

    def test_one_not_allowed_leaves_the_lead_free(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "A marriage H, A SA") == ["marriage_not_allowed"]


class TestClaims:
    def test_by_who_has_just_won_a_trick(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "A SA, B SJ, A claim") == []

    def test_by_who_has_just_announced(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "A marriage C, A claim") == []

    def test_also_after_an_exchange_or_a_close(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "A SA, B SJ, A exchange, A close, A claim") == []

    @pytest.mark.parametrize(
        "moves",
        [
            "A claim",  # nothing won, nothing announced
            "B claim",
            "A SA, A claim",  # his card is on the table
            "A SA, B claim",
            "A SA, B SJ, B claim",
            "A marriage C, A CK, A claim",
            "A marriage H, A claim",  # that was none
        ],
    )
    def test_at_no_other_time_and_then_it_is_ignored(self, weich: RuleSet, moves: str) -> None:
        verdict = play(weich, PAIRS, moves)
        assert errors(verdict)[-1] == "claim_not_allowed"
        assert verdict.reason is None
        assert verdict.findings[-1].code is Code.UNFINISHED

    def test_an_announcement_without_a_trick_is_not_enough(self) -> None:
        rules = rules_of("schnapsen-weich")
        verdict = play(rules, STRONG, "A marriage H, A claim")
        assert ending(verdict) == ("B", 3, "false_claim")
        assert verdict.card_points == (0, 0)

    def test_66_is_enough_and_65_is_not(self, weich: RuleSet) -> None:
        cards = {"A": "HK HQ SA CA SJ", "B": "SK CJ DJ DQ CQ", "talon": "ST DT CT CK SQ DA DK HT HJ HA"}
        assert play(weich, cards, "A SA, B CJ, A CA, B DJ, A marriage H").card_points == (66, 0)
        assert ending(play(weich, cards, "A SA, B CJ, A CA, B DJ, A marriage H, A claim")) == ("A", 3, "claim")
        cards = {"A": "HK HQ ST CA SJ", "B": "SK CJ DJ DQ CQ", "talon": "SA DT CT CK SQ DA DK HT HJ HA"}
        verdict = play(weich, cards, "A ST, B CJ, A CA, B DJ, A marriage H, A claim")
        assert (verdict.card_points, ending(verdict)) == ((65, 0), ("B", 3, "false_claim"))

    @pytest.mark.parametrize("last_trick", LastTrick)
    def test_after_the_last_trick_with_its_ten(self, last_trick: LastTrick) -> None:
        rules = rules_of("schnapsen-weich", last_trick=last_trick)
        assert ending(play(rules, LONG, LONG_TO_END + ", A claim")) == ("A", 1, "claim")

    def test_after_the_last_trick_by_nobody_but_its_winner(self, weich: RuleSet) -> None:
        verdict = play(weich, LONG, LONG_TO_END + ", B claim, A claim")
        assert errors(verdict) == ["claim_not_allowed"]
        assert ending(verdict) == ("A", 1, "claim")

    def test_a_false_claim_after_the_last_trick_loses_even_where_that_trick_would_have_won(
        self, weich: RuleSet
    ) -> None:
        # A has 58 and the last trick, B 62
        moves = LONG_TO_TWO + ", A HJ, B DK, A HT, B HA, B HK, A DA, B HQ, A DT, B SJ, A CA, B CK, A CT"
        assert ending(play(weich, LONG, moves)) == ("A", 1, "last_trick")
        verdict = play(weich, LONG, moves + ", A claim")
        assert ending(verdict) == ("B", 1, "false_claim")
        assert errors(verdict) == []

    def test_whoever_has_66_and_does_not_claim_can_still_lose(self, weich: RuleSet) -> None:
        # A has 80 and lets B win the last trick
        moves = LONG_TO_TWO + ", A CA, B DK, A CT, B CK, A HJ, B HK, B HQ, A HT, A DA, B HA, B SJ, A DT"
        verdict = play(weich, LONG, moves)
        assert (ending(verdict), verdict.card_points) == (("B", 1, "last_trick"), (80, 40))
        assert warnings(verdict) == ["late_claim"]


class TestClosers:
    def test_one_who_has_not_claimed_when_the_cards_are_out_fails_whatever_he_has(self, weich: RuleSet) -> None:
        verdict = play(weich, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A HQ, B SK")
        assert (ending(verdict), verdict.card_points) == (("B", 3, "close_failed"), (81, 13))

    def test_one_who_claims_after_the_last_trick_wins(self, weich: RuleSet) -> None:
        assert ending(play(weich, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A HQ, B SK, A claim")) == ("A", 3, "close")

    def test_the_other_wins_even_by_claiming_late(self) -> None:
        rules = rules_of("schnapsen-weich", failed_close=FailedClose.CLAIM_TWO)
        moves = "A close, A DJ, B DA, B marriage H, B HK, A SJ, B HA, A SQ, B HT, A CJ, B HQ, A DQ"
        assert ending(play(rules, WEAK, moves)) == ("B", 3, "close_failed")
        assert ending(play(rules, WEAK, moves + ", B claim")) == ("B", 2, "close_failed")

    def test_with_either_the_leader_is_a_closers_opponent(self, free: RuleSet) -> None:
        verdict = play(free, STRONG, "B close, A HA, B DJ, A marriage H, A HK, B DQ, A claim")
        assert (ending(verdict), verdict.card_points) == (("B", 3, "false_claim"), (60, 0))
        moves = "B close, A HA, B DJ, A marriage H, A HK, B DQ, A HT, B DK, A claim"
        assert ending(play(free, STRONG, moves)) == ("A", 3, "close_failed")

    def test_nobody_closes_twice(self, free: RuleSet) -> None:
        assert faults(free, PAIRS, "A close, A close") == ["close_not_allowed"]
        assert faults(free, PAIRS, "A close, B close") == ["close_not_allowed"]

    def test_no_exchange_with_a_closed_or_empty_talon(self, free: RuleSet) -> None:
        assert faults(free, PAIRS, "A close, A exchange") == ["exchange_not_allowed"]
        verdict = play(free, LONG, LONG_TO_TWO + ", A DT, B DK, A exchange, A HJ")
        assert errors(verdict) == ["exchange_not_allowed"]


class TestDuty:
    def test_anything_while_the_talon_is_open(self, weich: RuleSet) -> None:
        assert faults(weich, PAIRS, "A SA, B DJ") == []

    @pytest.mark.parametrize(
        ("lead", "follow", "right"),
        [("A SA", "B SJ", True), ("A SA", "B DJ", False), ("A DA", "B DT", True), ("A CK", "B DJ", True)],
    )
    def test_suit_when_it_is_closed(self, weich: RuleSet, lead: str, follow: str, right: bool) -> None:
        assert faults(weich, PAIRS, f"A close, {lead}, {follow}") == ([] if right else ["revoke"])

    def test_head_in_suit(self, weich: RuleSet) -> None:
        assert faults(weich, STRONG, "A close, A SJ, B SA") == []
        headed = {**STRONG, "A": "HA HT HK HQ SQ", "B": "DK DQ DJ SJ SK", "talon": "CJ CQ CK CT CA ST SA DT DA HJ"}
        assert faults(weich, headed, "A close, A SQ, B SJ") == ["revoke"]

    def test_trump_when_out_of_the_suit(self, weich: RuleSet) -> None:
        assert faults(weich, WEAK, "A close, A SJ, B DA") == ["revoke"]
        assert faults(weich, WEAK, "A close, A SJ, B HQ") == []

    def test_when_it_is_empty(self, weich: RuleSet) -> None:
        assert faults(weich, LONG, LONG_TO_TWO + ", A DT, B DK, A DA, B SJ") == ["revoke"]

    def test_a_revoke_is_played_and_the_replay_goes_on(self, weich: RuleSet) -> None:
        moves = f"A close, {STRONG_AFTER_CLOSE}, A claim".replace("A HT, B DJ", "A HT, B SK")
        assert ending(play(weich, STRONG, moves)) == ("A", 3, "close")
        verdict = play(weich, PAIRS, "A close, A SA, B DJ, A DA, B SJ")
        assert places(verdict) == [("revoke", "move 3"), ("revoke", "move 5"), ("unfinished", "move 5")]
        assert verdict.tricks == (2, 0)
        params = verdict.findings[0].params
        assert (params["card"], params["led"], params["allowed"]) == ("DJ", "SA", "SJ, SQ, SK")


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
