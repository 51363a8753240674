"""The rows of the table of house rules about the end of a deal and what it is worth, in every preset.

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
    NextDealer,
    Tie,
    Unclaimed,
)
from scoring.rules import PRESETS, RulesError, from_record
from tests.scoring.dealt import (
    LONG,
    LONG_TO_END,
    LONG_TO_END_AT_12,
    PAIRS,
    STRONG,
    STRONG_AFTER_CLOSE,
    WEAK,
    WEAK_AFTER_CLOSE,
    deal_of,
    ending,
    errors,
    play,
    rules_of,
    warnings,
)

# what a test about closing needs, whatever the preset says
CLOSING: dict[str, Any] = {"close_by": CloseBy.LEADER, "marriage_after_talon": True}
FINAL: dict[str, Any] = {"closed_count": ClosedCount.FINAL, "failed_close": FailedClose.TWO_OR_THREE}


@pytest.fixture(params=sorted(PRESETS))
def preset(request: pytest.FixtureRequest) -> str:
    return str(request.param)


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
