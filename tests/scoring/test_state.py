"""The immutable state: verify, can and do of every operation, legal moves, positions."""

import pytest

from scoring.cards import NAMES, deck
from scoring.findings import RecordError
from scoring.options import CloseTiming
from scoring.outcome import Outcome
from scoring.rules import RuleSet
from scoring.state import DealState, IllegalMove, legal_moves, position_after
from tests.scoring.dealt import LONG, LONG_TO_END, LONG_TO_TWO, PAIRS, STRONG, deal_of, moves_of, rules_of


def state_of(rules: RuleSet, cards: dict[str, str], moves: str = "") -> DealState:
    state = DealState.start(deal_of(rules, cards, ""))
    for move in moves_of(moves):
        state = state.do_move(tuple(move))
    return state


@pytest.fixture
def state() -> DealState:
    return state_of(rules_of("schnapsen-weich"), PAIRS)


class TestVerifyCanDo:
    def test_card(self, state: DealState) -> None:
        assert state.verify_card("A", "SA") == ()
        assert state.can_card("A", "SA")
        assert state.do_card("A", "SA").position.led == "SA"
        assert [found.code.value for found in state.verify_card("B", "SA")] == ["wrong_turn", "not_in_hand"]
        assert not state.can_card("A", "SJ")

    def test_marriage(self, state: DealState) -> None:
        assert state.verify_marriage("A", "C") == ()
        assert state.can_marriage("A", "C")
        assert not state.can_marriage("A", "H")
        assert state.do_marriage("A", "C").can_card("A", "CK")
        assert not state.do_marriage("A", "C").can_card("A", "SA")

    def test_exchange(self, state: DealState) -> None:
        assert state.verify_exchange("A") == ()
        assert state.can_exchange("A")
        assert not state.can_exchange("B")
        assert "HA" in state.do_exchange("A").position.hands[0]

    def test_close(self, state: DealState) -> None:
        assert state.verify_close("A") == ()
        assert state.can_close("A")
        assert state.can_close("A", undrawn=True)
        assert not state.can_close("B")
        assert state.do_close("A").position.closed_by == "A"
        assert state.do_close("A", undrawn=True).position == state.do_close("A").position

    def test_claim(self, state: DealState) -> None:
        assert not state.can_claim("A")
        after = state.do_card("A", "SA").do_card("B", "SJ")
        assert after.can_claim("A")
        assert [found.code.value for found in after.verify_claim("A")] == ["false_claim"]  # legal, but it loses
        assert after.do_claim("A").outcome == Outcome(1, 3, "false_claim")

    def test_an_illegal_move_is_refused_with_its_findings(self, state: DealState) -> None:
        with pytest.raises(IllegalMove, match="not_in_hand") as refused:
            state.do_card("A", "SJ")
        assert refused.value.findings == state.verify_card("A", "SJ")

    def test_what_is_no_move_is_an_error(self, state: DealState) -> None:
        with pytest.raises(RecordError):
            state.verify_move(("A", "shuffle"))

    def test_a_state_never_changes(self, state: DealState) -> None:
        before = state.position, legal_moves(state)
        state.do_exchange("A").do_marriage("A", "C").do_close("A").do_card("A", "CK").do_card("B", "SJ")
        assert (state.position, legal_moves(state)) == before


class TestLegalMoves:
    def test_before_the_first_lead(self, state: DealState) -> None:
        assert set(legal_moves(state)) == {
            *(("A", card) for card in PAIRS["A"].split()),
            ("A", "marriage", "C"),
            ("A", "exchange"),
            ("A", "close"),
            ("A", "close", "undrawn"),
        }

    def test_when_following_a_closed_talon(self, state: DealState) -> None:
        assert set(legal_moves(state.do_close("A").do_card("A", "SA"))) == {("B", "SJ"), ("B", "SQ"), ("B", "SK")}

    def test_after_a_trick_before_drawing_is_decided(self) -> None:
        rules = rules_of("66-a")
        after = state_of(rules, LONG, LONG_TO_TWO + ", A CA, B SJ")
        moves = set(legal_moves(after))
        # one face-down card is left if nobody has drawn: exchange and close undrawn; drawn, the talon is empty
        assert {("A", "exchange"), ("A", "close", "undrawn"), ("A", "HT"), ("A", "claim")} <= moves
        assert ("A", "close") not in moves
        assert set(legal_moves(after.do_exchange("A"))) == {("A", "close", "undrawn")}
        assert after.do_exchange("A").outcome is None

    def test_no_exchange_that_no_close_could_follow(self) -> None:
        rules = rules_of("66-a", close_with_one_face_down=False)
        assert ("A", "exchange") not in legal_moves(state_of(rules, LONG, LONG_TO_TWO + ", A CA, B SJ"))

    def test_after_the_last_trick_only_its_winner_may_claim(self) -> None:
        end = state_of(rules_of(), LONG, LONG_TO_END)
        assert legal_moves(end) == (("A", "claim"),)
        assert end.outcome == Outcome(0, 1, "last_trick")
        assert legal_moves(end.do_claim("A")) == ()
        assert end.do_claim("A").outcome == Outcome(0, 1, "claim")


class TestPosition:
    def test_every_card_is_somewhere(self) -> None:
        position = state_of(rules_of(), STRONG, "A HA").position
        cards = {*position.hands[0], *position.hands[1], *position.talon, position.led}
        assert cards == {NAMES[card] for card in deck(20)}
        assert (position.on_turn, position.talon[-1], position.closed_by) == ("B", "HJ", None)

    def test_of_a_recorded_deal_after_some_moves(self) -> None:
        deal = deal_of(rules_of(), LONG, LONG_TO_END)
        assert position_after(deal, 0).talon == tuple(LONG["talon"].split())
        assert position_after(deal, 2).tricks == (1, 0)
        assert position_after(deal, 99).card_points == (71, 49)

    def test_undrawn(self) -> None:
        rules = rules_of(close_timing=CloseTiming.BEFORE_OR_AFTER)
        drawn = position_after(deal_of(rules, PAIRS, "A SA, B SJ, A close"), 2)
        undrawn = position_after(deal_of(rules, PAIRS, "A SA, B SJ, A close undrawn"), 2)
        assert [len(position.hands[0]) for position in (drawn, undrawn)] == [5, 4]

    def test_it_stops_where_the_replay_stops(self) -> None:
        deal = deal_of(rules_of(), PAIRS, "A SA, A SA, B SJ")
        assert position_after(deal, 3) == position_after(deal, 1)

    def test_rules_of_a_state(self, state: DealState) -> None:
        assert state.rules == rules_of("schnapsen-weich")
        assert state.card_points == (0, 0)
