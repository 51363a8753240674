"""One class for each row of the table of house rules about moves: what both values mean, in every preset.

Each test takes a preset, sets the field to one value and then the other, and, where two fields meet, holds the second one still.
"""

from typing import Any

import pytest

from scoring.options import (
    CloseBy,
    CloseTiming,
    MarriageLead,
    Permission,
)
from scoring.rules import PRESETS
from tests.scoring.dealt import (
    LONG,
    LONG_TO_TWO,
    PAIRS,
    errors,
    faults,
    play,
    rules_of,
)

# what a test about closing needs, whatever the preset says
CLOSING: dict[str, Any] = {"close_by": CloseBy.LEADER, "marriage_after_talon": True}
# exchanging before the first lead is the shortest way to exchange
EARLY: dict[str, Any] = {"exchange_needs_trick": False, "exchange_before_first_lead": True}


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
