"""One class for each row of the table of house rules: what both values mean, in every preset.

Each test takes a preset, sets the field to one value and then the other, and, where two fields meet, holds the second one still.
"""

from typing import Any

import pytest

from scoring.options import (
    CloseBy,
    ClosedCount,
    CloseTiming,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    LookBack,
    MarriageLead,
    NextDealer,
    Permission,
    Tie,
    Unclaimed,
)
from scoring.rules import PRESETS, RulesError, from_record
from tests.scoring.dealt import (
    LONG,
    LONG_TO_END,
    LONG_TO_END_AT_12,
    LONG_TO_TWO,
    PAIRS,
    STRONG,
    STRONG_AFTER_CLOSE,
    WEAK,
    WEAK_AFTER_CLOSE,
    deal_of,
    ending,
    errors,
    faults,
    play,
    rules_of,
    warnings,
)

# what a test about closing needs, whatever the preset says
CLOSING: dict[str, Any] = {"close_by": CloseBy.LEADER, "marriage_after_talon": True}
# exchanging before the first lead is the shortest way to exchange
EARLY: dict[str, Any] = {"exchange_needs_trick": False, "exchange_before_first_lead": True}
FINAL: dict[str, Any] = {"closed_count": ClosedCount.FINAL, "failed_close": FailedClose.TWO_OR_THREE}


@pytest.fixture(params=sorted(PRESETS))
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class TestDeck:
    NINES = {
        "A": "CK CQ H9 SA DA C9",
        "B": "SK SQ SJ DJ DT S9",
        "talon": "CA HT CT ST CJ HQ DK HK DQ HJ D9 HA",
    }

    def test_20_cards(self, preset: str) -> None:
        assert faults(rules_of(preset, deck=20), PAIRS, "A SA, B SJ") == []
        assert errors(play(rules_of(preset, deck=20), PAIRS, "A SA, B SJ")) == []

    def test_24_cards_with_the_nines(self, preset: str) -> None:
        assert faults(rules_of(preset, deck=24), self.NINES, "A SA, B S9, A DA, B DJ") == []

    def test_the_lowest_trump_is_the_jack_or_the_nine(self, preset: str) -> None:
        for size, cards, lowest in ((20, PAIRS, "HJ"), (24, self.NINES, "H9")):
            rules = rules_of(preset, deck=size, **EARLY)
            assert faults(rules, cards, "A exchange, A HA") == []
            assert "not_in_hand" in errors(play(rules, cards, f"A exchange, A {lowest}"))

    def test_a_trick_of_two_nines_is_a_trick(self, preset: str) -> None:
        rules = rules_of(preset, deck=24, marriage_before_first_trick=False)
        assert faults(rules, self.NINES, "A C9, B S9, A marriage C") == []
        assert faults(rules, self.NINES, "A marriage C") == ["marriage_not_allowed"]


class TestExchange:
    def test_allowed(self, preset: str) -> None:
        assert faults(rules_of(preset, **EARLY), PAIRS, "A exchange, A HA") == []

    def test_never(self, preset: str) -> None:
        rules = rules_of(preset, **EARLY, exchange=Permission.NEVER)
        assert faults(rules, PAIRS, "A exchange, A HA") == ["exchange_not_allowed"]

    def test_never_not_even_at_the_opponents_close(self, preset: str) -> None:
        rules = rules_of(preset, exchange=Permission.NEVER, exchange_at_opponents_close=True)
        assert faults(rules, {**PAIRS, "A": PAIRS["B"], "B": PAIRS["A"]}, "A close, B exchange") == [
            "exchange_not_allowed"
        ]


class TestExchangeNeedsTrick:
    def test_no(self, preset: str) -> None:
        assert faults(rules_of(preset, **EARLY), PAIRS, "A exchange") == []

    def test_yes(self, preset: str) -> None:
        rules = rules_of(preset, exchange_before_first_lead=True, exchange_needs_trick=True)
        assert faults(rules, PAIRS, "A exchange") == ["exchange_not_allowed"]

    def test_yes_after_an_own_trick(self, preset: str) -> None:
        assert faults(rules_of(preset, exchange_needs_trick=True), PAIRS, "A SA, B SJ, A exchange") == []


class TestExchangeBeforeFirstLead:
    def test_yes(self, preset: str) -> None:
        assert faults(rules_of(preset, **EARLY), PAIRS, "A exchange") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=False, exchange_before_first_lead=False)
        assert faults(rules, PAIRS, "A exchange") == ["exchange_not_allowed"]

    def test_no_concerns_only_the_first_card_of_the_deal(self, preset: str) -> None:
        rules = rules_of(preset, exchange_before_first_lead=False)
        assert faults(rules, PAIRS, "A SA, B SJ, A exchange") == []


class TestExchangeWithOneFaceDown:
    def test_yes(self, preset: str) -> None:
        rules = rules_of(preset, exchange_with_one_face_down=True)
        assert faults(rules, LONG, LONG_TO_TWO + ", A exchange, A HA") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, exchange_with_one_face_down=False)
        assert faults(rules, LONG, LONG_TO_TWO + ", A exchange, A HA") == ["exchange_not_allowed"]

    def test_no_allows_it_with_three_face_down(self, preset: str) -> None:
        rules = rules_of(preset, exchange_with_one_face_down=False)
        assert faults(rules, LONG, "A SA, B CJ, A ST, B CQ, A SK, B DJ, A exchange") == []


class TestExchangeWhenFollowing:
    FOLLOWER_HOLDS_IT = {**PAIRS, "A": PAIRS["B"], "B": PAIRS["A"]}

    def test_yes(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=False, exchange_when_following=True)
        assert faults(rules, self.FOLLOWER_HOLDS_IT, "A SJ, B exchange, B HA") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=False, exchange_when_following=False)
        assert faults(rules, self.FOLLOWER_HOLDS_IT, "A SJ, B exchange") == ["exchange_not_allowed"]

    def test_yes_still_needs_the_trick_where_one_is_needed(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=True, exchange_when_following=True)
        assert faults(rules, self.FOLLOWER_HOLDS_IT, "A SJ, B exchange") == ["exchange_not_allowed"]
        after_a_trick = "A SJ, B SA, B CQ, A HT, A SQ, B exchange"
        assert faults(rules, self.FOLLOWER_HOLDS_IT, after_a_trick) == []

    def test_not_the_leader_after_his_lead(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=False, exchange_when_following=True)
        assert faults(rules, PAIRS, "A SA, A exchange") == ["exchange_not_allowed"]

    def test_not_between_tricks(self, preset: str) -> None:
        rules = rules_of(preset, exchange_needs_trick=False, exchange_when_following=True)
        assert faults(rules, self.FOLLOWER_HOLDS_IT, "B exchange") == ["exchange_not_allowed"]


class TestExchangeAtOpponentsClose:
    OTHER_HOLDS_IT = {**PAIRS, "A": PAIRS["B"], "B": PAIRS["A"]}

    @pytest.fixture
    def yes(self, preset: str) -> Any:
        return rules_of(preset, **CLOSING, exchange_at_opponents_close=True, exchange_needs_trick=True)

    def test_yes_even_without_a_trick(self, yes: Any) -> None:
        assert faults(yes, self.OTHER_HOLDS_IT, "A close, B exchange, A SJ, B SA") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, exchange_at_opponents_close=False, exchange_needs_trick=False)
        assert faults(rules, self.OTHER_HOLDS_IT, "A close, B exchange") == ["exchange_not_allowed"]

    def test_yes_only_as_the_very_next_move(self, yes: Any) -> None:
        assert faults(yes, self.OTHER_HOLDS_IT, "A close, A SJ, B exchange") == ["exchange_not_allowed"]
        assert "exchange_not_allowed" in faults(yes, self.OTHER_HOLDS_IT, "A close, A marriage S, B exchange")

    def test_yes_even_with_one_face_down(self, preset: str) -> None:
        cards = {**LONG, "B": "CJ CQ DJ DQ HJ", "A": "SA ST SK SQ DK"}
        for with_one in (True, False):
            rules = rules_of(
                preset,
                **CLOSING,
                exchange_at_opponents_close=True,
                exchange_with_one_face_down=with_one,
                close_with_one_face_down=True,
            )
            assert faults(rules, cards, LONG_TO_TWO + ", A close, B exchange") == []

    def test_not_the_closer_himself(self, preset: str) -> None:
        rules = rules_of(preset, **EARLY, exchange_at_opponents_close=True)
        assert faults(rules, PAIRS, "A close, A exchange") == ["exchange_not_allowed"]


class TestMarriageBeforeFirstTrick:
    def test_yes(self, preset: str) -> None:
        assert faults(rules_of(preset, marriage_before_first_trick=True), PAIRS, "A marriage C, A CK") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, marriage_before_first_trick=False)
        assert faults(rules, PAIRS, "A marriage C") == ["marriage_not_allowed"]
        assert faults(rules, PAIRS, "A SA, B SJ, A marriage C") == []

    def test_it_counts_when_a_trick_follows(self, preset: str) -> None:
        rules = rules_of(preset, marriage_before_first_trick=True)
        assert play(rules, PAIRS, "A marriage C, A CK").card_points == (0, 0)
        assert play(rules, PAIRS, "A marriage C, A CK, B SJ").card_points == (26, 0)

    def test_it_is_void_when_none_follows(self, preset: str) -> None:
        rules = rules_of(preset, marriage_before_first_trick=True)
        cards = {**PAIRS, "B": "CA SQ SJ DJ DT", "talon": "SK HT CT ST CJ HQ DK HK DQ HA"}
        assert play(rules, cards, "A marriage C, A CK, B CA").card_points == (0, 15)

    def test_one_that_is_not_allowed_does_not_count(self, preset: str) -> None:
        rules = rules_of(preset, marriage_before_first_trick=False)
        assert play(rules, PAIRS, "A marriage C, A CK, B SJ").card_points == (6, 0)


class TestMarriageLead:
    def test_either(self, preset: str) -> None:
        rules = rules_of(preset, marriage_lead=MarriageLead.EITHER, marriage_before_first_trick=True)
        assert faults(rules, PAIRS, "A marriage C, A CQ") == []
        assert faults(rules, PAIRS, "A marriage C, A CK") == []
        assert faults(rules, PAIRS, "A marriage C, A SA") == ["must_lead_marriage_card"]

    def test_king(self, preset: str) -> None:
        rules = rules_of(preset, marriage_lead=MarriageLead.KING, marriage_before_first_trick=True)
        assert faults(rules, PAIRS, "A marriage C, A CQ") == ["must_lead_marriage_card"]
        assert faults(rules, PAIRS, "A marriage C, A CK") == []

    def test_the_wrong_lead_is_played_and_the_marriage_counts(self, preset: str) -> None:
        rules = rules_of(preset, marriage_before_first_trick=True)
        assert play(rules, PAIRS, "A marriage C, A SA, B SJ").card_points == (33, 0)


class TestMarriageAfterTalon:
    CLOSED = "A SA, B SJ, A close, A marriage C"

    def test_yes(self, preset: str) -> None:
        assert faults(rules_of(preset, marriage_after_talon=True), PAIRS, self.CLOSED) == []

    def test_no_with_a_closed_talon(self, preset: str) -> None:
        assert faults(rules_of(preset, marriage_after_talon=False), PAIRS, self.CLOSED) == ["marriage_not_allowed"]

    def test_no_with_an_empty_talon(self, preset: str) -> None:
        # B keeps the trump marriage until the talon is gone
        held = {**LONG, "B": "CJ CQ DJ DQ CK", "talon": "CA SJ CT DK DA HQ DT HK HT HA"}
        until_empty = LONG_TO_TWO + ", A HJ, B CK, A HT, B HA, B marriage H"
        assert faults(rules_of(preset, marriage_after_talon=True), held, until_empty) == []
        assert faults(rules_of(preset, marriage_after_talon=False), held, until_empty) == ["marriage_not_allowed"]

    def test_no_allows_it_while_the_talon_is_open(self, preset: str) -> None:
        assert faults(rules_of(preset, marriage_after_talon=False), PAIRS, "A SA, B SJ, A marriage C") == []


class TestClose:
    def test_allowed(self, preset: str) -> None:
        assert faults(rules_of(preset), PAIRS, "A close") == []

    def test_never(self, preset: str) -> None:
        assert faults(rules_of(preset, close=Permission.NEVER), PAIRS, "A close") == ["close_not_allowed"]


class TestCloseWithOneFaceDown:
    def test_yes(self, preset: str) -> None:
        assert faults(rules_of(preset, close_with_one_face_down=True), LONG, LONG_TO_TWO + ", A close") == []

    def test_no(self, preset: str) -> None:
        rules = rules_of(preset, close_with_one_face_down=False)
        assert faults(rules, LONG, LONG_TO_TWO + ", A close") == ["close_not_allowed"]
        assert faults(rules, LONG, "A SA, B CJ, A ST, B CQ, A SK, B DJ, A close") == []


class TestCloseTiming:
    def test_after_draw(self, preset: str) -> None:
        rules = rules_of(preset, close_timing=CloseTiming.AFTER_DRAW)
        assert faults(rules, PAIRS, "A SA, B SJ, A close") == []
        assert faults(rules, PAIRS, "A SA, B SJ, A close undrawn") == ["close_not_allowed"]

    def test_before_or_after(self, preset: str) -> None:
        rules = rules_of(preset, close_timing=CloseTiming.BEFORE_OR_AFTER)
        assert faults(rules, PAIRS, "A SA, B SJ, A close") == []
        assert faults(rules, PAIRS, "A SA, B SJ, A close undrawn") == []

    @pytest.mark.parametrize("timing", CloseTiming)
    def test_before_the_first_lead_undrawn_means_nothing(self, preset: str, timing: CloseTiming) -> None:
        rules = rules_of(preset, close_timing=timing)
        assert faults(rules, PAIRS, "A close undrawn, A SA, B SJ, A DA, B DJ") == []

    def test_undrawn_means_that_nobody_draws(self, preset: str) -> None:
        rules = rules_of(preset, close_timing=CloseTiming.BEFORE_OR_AFTER)
        assert errors(play(rules, PAIRS, "A SA, B SJ, A close undrawn, A CA")) == ["not_in_hand"]
        assert errors(play(rules, PAIRS, "A SA, B SJ, A close, A CA")) == []


class TestCloseBy:
    def test_leader(self, preset: str) -> None:
        rules = rules_of(preset, close_by=CloseBy.LEADER)
        assert faults(rules, PAIRS, "A SA, B SJ, A close") == []
        assert faults(rules, PAIRS, "A SA, B SJ, B close") == ["close_not_allowed"]

    def test_either(self, preset: str) -> None:
        rules = rules_of(preset, close_by=CloseBy.EITHER)
        assert faults(rules, PAIRS, "A SA, B SJ, B close") == []
        assert faults(rules, PAIRS, "B close") == []

    @pytest.mark.parametrize("by", CloseBy)
    def test_nobody_in_the_middle_of_a_trick(self, preset: str, by: CloseBy) -> None:
        rules = rules_of(preset, close_by=by)
        assert faults(rules, PAIRS, "A SA, B close") == ["close_not_allowed"]
        assert faults(rules, PAIRS, "A SA, A close") == ["close_not_allowed"]


class TestClosedCount:
    MOVES = f"A close, {STRONG_AFTER_CLOSE}, A claim"

    def test_at_close(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, closed_count=ClosedCount.AT_CLOSE)
        assert ending(play(rules, STRONG, self.MOVES)) == ("A", 3, "close")

    def test_final(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, closed_count=ClosedCount.FINAL)
        assert ending(play(rules, STRONG, self.MOVES)) == ("A", 2, "close")

    def test_at_close_counts_the_trick_before_an_undrawn_close(self, preset: str) -> None:
        for count in ClosedCount:
            rules = rules_of(
                preset,
                close_by=CloseBy.EITHER,
                marriage_after_talon=True,
                closed_count=count,
                close_timing=CloseTiming.BEFORE_OR_AFTER,
            )
            moves = "A SJ, B SA, A close undrawn, B DK, A HA, A marriage H, A HK, B DQ, A HT, B DJ, A claim"
            assert ending(play(rules, STRONG, moves)) == ("A", 2, "close")


class TestFailedClose:
    def test_two_or_three_without_a_trick_at_the_close(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, failed_close=FailedClose.TWO_OR_THREE)
        moves = f"A close, {WEAK_AFTER_CLOSE}"
        assert ending(play(rules, WEAK, f"{moves}, B claim")) == ("B", 3, "close_failed")
        assert ending(play(rules, WEAK, f"{moves}, B HT, A CJ, B HQ, A DQ")) == ("B", 3, "close_failed")

    def test_claim_two(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, failed_close=FailedClose.CLAIM_TWO)
        moves = f"A close, {WEAK_AFTER_CLOSE}"
        assert ending(play(rules, WEAK, f"{moves}, B claim")) == ("B", 2, "close_failed")
        assert ending(play(rules, WEAK, f"{moves}, B HT, A CJ, B HQ, A DQ")) == ("B", 3, "close_failed")
        assert ending(play(rules, STRONG, "A close, A HA, B DQ, A claim")) == ("B", 3, "close_failed")

    @pytest.mark.parametrize("failed", FailedClose)
    def test_two_with_a_trick_at_the_close(self, preset: str, failed: FailedClose) -> None:
        rules = rules_of(preset, close_by=CloseBy.EITHER, marriage_after_talon=True, failed_close=failed)
        moves = "A DJ, B DA, A close, B marriage H, B HK, A SJ, B HA, A SQ"
        assert ending(play(rules, WEAK, f"{moves}, B claim")) == ("B", 2, "close_failed")


class TestFalseClaim:
    VALUES = (FalseClaim.AS_CLAIMED, FalseClaim.TWO, FalseClaim.TWO_OR_THREE)

    def won(self, preset: str, cards: dict[str, str], moves: str, **more: Any) -> list[int | None]:
        verdicts = [
            play(rules_of(preset, **{**FINAL, **more}, false_claim=value), cards, moves) for value in self.VALUES
        ]
        assert all(warnings(verdict) == ["false_claim"] for verdict in verdicts)
        assert {verdict.reason for verdict in verdicts} == {"false_claim"}
        return [verdict.points for verdict in verdicts]

    def test_the_other_has_no_trick(self, preset: str) -> None:
        assert self.won(preset, LONG, "A SA, B CJ, A claim") == [3, 2, 3]

    def test_the_other_has_32_or_fewer(self, preset: str) -> None:
        assert self.won(preset, STRONG, "A SJ, B SA, B DK, A HA, A claim") == [2, 2, 2]

    def test_the_other_has_more_than_32(self, preset: str) -> None:
        assert self.won(preset, WEAK, "A DQ, B DA, B HT, A DJ, B HA, A SJ, B SK, A ST, A claim") == [1, 2, 2]

    def test_against_a_closer(self, preset: str) -> None:
        assert self.won(preset, WEAK, "A close, A DJ, B DA, B claim") == [3, 2, 3]

    def test_against_a_closer_who_has_a_trick(self, preset: str) -> None:
        # A has won two tricks himself, B none before the close: a right claim would have won the failed close, three
        moves = "A SA, B SJ, A DA, B DJ, A close, A CA, B SQ, A CQ, B DT, A HJ, B HT, B claim"
        assert self.won(preset, PAIRS, moves) == [3, 2, 2]

    def test_against_a_closer_where_a_right_claim_would_win_two(self, preset: str) -> None:
        moves = "A close, A DJ, B DA, B claim"
        assert self.won(preset, WEAK, moves, failed_close=FailedClose.CLAIM_TWO) == [2, 2, 3]

    @pytest.mark.parametrize("value", FalseClaim)
    def test_a_closers_false_claim_is_a_failed_close_whatever_the_field_says(
        self, preset: str, value: FalseClaim
    ) -> None:
        rules = rules_of(preset, **CLOSING, false_claim=value)
        verdict = play(rules, STRONG, "A close, A HA, B DQ, A claim")
        assert ending(verdict) == ("B", 3, "close_failed")
        assert warnings(verdict) == ["false_claim"]


class TestRevokePoints:
    def test_3(self, preset: str) -> None:
        assert ending(play(rules_of(preset, revoke_points=3), LONG, "A SA, B revoke")) == ("A", 3, "revoke")

    def test_none(self, preset: str) -> None:
        verdict = play(
            rules_of(preset, revoke_points=None), LONG, "A SA, B revoke", result={"winner": "B", "points": 1}
        )
        assert ending(verdict) == (None, None, "revoke")
        assert (warnings(verdict), errors(verdict), verdict.next_dealer) == (["revoke"], [], None)


class TestLastTrick:
    def test_wins_deal(self, preset: str) -> None:
        verdict = play(rules_of(preset, last_trick=LastTrick.WINS_DEAL), LONG, LONG_TO_END)
        assert ending(verdict) == ("A", 1, "last_trick")
        assert verdict.card_points == (71, 49)

    def test_plus_ten(self, preset: str) -> None:
        rules = rules_of(preset, last_trick=LastTrick.PLUS_TEN, unclaimed=Unclaimed.HIGHER_TOTAL)
        verdict = play(rules, LONG, LONG_TO_END)
        assert ending(verdict) == ("A", 1, "counted")
        assert verdict.card_points == (81, 49)

    @pytest.mark.parametrize("last_trick", LastTrick)
    def test_with_a_closed_talon_it_brings_nothing(self, preset: str, last_trick: LastTrick) -> None:
        rules = rules_of(preset, **CLOSING, last_trick=last_trick)
        verdict = play(rules, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A HQ, B SK")
        assert ending(verdict) == ("B", 3, "close_failed")
        assert verdict.card_points == (81, 13)


class TestLastTrickPoints:
    def test_one(self, preset: str) -> None:
        rules = rules_of(
            preset,
            last_trick=LastTrick.WINS_DEAL,
            exchange_with_one_face_down=True,
            last_trick_points=LastTrickPoints.ONE,
        )
        assert ending(play(rules, LONG, LONG_TO_END_AT_12)) == ("A", 1, "last_trick")

    def test_by_table(self, preset: str) -> None:
        rules = rules_of(
            preset,
            last_trick=LastTrick.WINS_DEAL,
            exchange_with_one_face_down=True,
            last_trick_points=LastTrickPoints.BY_TABLE,
        )
        verdict = play(rules, LONG, LONG_TO_END_AT_12)
        assert ending(verdict) == ("A", 2, "last_trick")
        assert verdict.card_points == (108, 12)
        assert errors(verdict) == []


class TestUnclaimed:
    def test_higher_total_by_the_table(self, preset: str) -> None:
        rules = rules_of(
            preset,
            last_trick=LastTrick.PLUS_TEN,
            exchange_with_one_face_down=True,
            unclaimed=Unclaimed.HIGHER_TOTAL,
        )
        assert ending(play(rules, LONG, LONG_TO_END_AT_12)) == ("A", 2, "counted")

    def test_draw(self, preset: str) -> None:
        rules = rules_of(preset, last_trick=LastTrick.PLUS_TEN, unclaimed=Unclaimed.DRAW)
        verdict = play(rules, LONG, LONG_TO_END, result={"winner": None, "points": 0})
        assert ending(verdict) == (None, 0, "tie")
        assert verdict.ok

    def test_a_claim_after_the_last_trick_is_no_draw(self, preset: str) -> None:
        rules = rules_of(preset, last_trick=LastTrick.PLUS_TEN, unclaimed=Unclaimed.DRAW)
        assert ending(play(rules, LONG, LONG_TO_END + ", A claim")) == ("A", 1, "claim")


class TestTie:
    @pytest.mark.parametrize("tie", Tie)
    def test_a_tie_brings_no_points_and_the_same_dealer(self, preset: str, tie: Tie) -> None:
        for next_dealer in NextDealer:
            rules = rules_of(
                preset, last_trick=LastTrick.PLUS_TEN, unclaimed=Unclaimed.DRAW, tie=tie, next_dealer=next_dealer
            )
            verdict = play(rules, LONG, LONG_TO_END)
            assert (verdict.points, verdict.next_dealer) == (0, "B")


class TestNextDealer:
    def test_alternate(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, next_dealer=NextDealer.ALTERNATE)
        assert play(rules, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A claim").next_dealer == "A"
        assert play(rules, WEAK, f"A close, {WEAK_AFTER_CLOSE}, B claim").next_dealer == "A"

    def test_winner(self, preset: str) -> None:
        rules = rules_of(preset, **CLOSING, next_dealer=NextDealer.WINNER)
        assert play(rules, STRONG, f"A close, {STRONG_AFTER_CLOSE}, A claim").next_dealer == "A"
        assert play(rules, WEAK, f"A close, {WEAK_AFTER_CLOSE}, B claim").next_dealer == "B"


class TestBummerlPoints:
    @pytest.mark.parametrize("points", range(5, 12))
    def test_5_to_11(self, preset: str, points: int) -> None:
        assert from_record({"preset": preset, "changed": {"bummerl_points": points}}).bummerl_points == points

    @pytest.mark.parametrize("points", [0, 4, 12])
    def test_nothing_else(self, preset: str, points: int) -> None:
        with pytest.raises(RulesError):
            from_record({"preset": preset, "changed": {"bummerl_points": points}})


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("schneider_double", (True, False)),
        ("bummerl_points", (5, 7, 11)),
        ("look_back", tuple(LookBack)),
        ("draw_after_trick_down", (True, False)),
        ("deck_conflict", ("", "Der Geber wählt.")),
        ("cutting", ("", "Jeder hebt ab.")),
        ("marker_20_40", ("", "Bleibt liegen.")),
    ],
)
class TestRowsThatDoNotConcernOneDeal:
    """Doubling and the length of a Bummerl belong to the tally; the others are only printed."""

    def test_every_value_is_kept_and_changes_no_verdict(self, preset: str, field: str, values: tuple[Any, ...]) -> None:
        verdicts = set()
        for value in values:
            rules = from_record({"preset": preset, "changed": {field: value}})
            assert getattr(rules, field) == value
            verdicts.add(ending(play(rules_of(preset, **{field: value}), LONG, LONG_TO_END)))
            assert deal_of(rules_of(preset, **{field: value}), LONG, "").rules.preset == preset
        assert len(verdicts) == 1
