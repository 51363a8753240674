"""Drawing, marriages, claims, closers and the duty to follow: what the rules do not vary."""

from typing import Any

import pytest

from scoring.findings import Code
from scoring.options import CloseBy, CloseTiming, FailedClose, LastTrick
from scoring.replay import replay
from scoring.rules import RuleSet
from tests.scoring.dealt import (
    LONG,
    LONG_TO_END,
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
