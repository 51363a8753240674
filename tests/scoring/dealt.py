"""Deals the tests play: dealt by hand, so that a test can say in one line what happens.

Moves are written "A SA, B CJ, A marriage C, B close undrawn".
"""

from dataclasses import replace
from typing import Any

from scoring.deal_record import Deal, read_deal
from scoring.findings import Severity
from scoring.replay import DealVerdict, replay_deal
from scoring.rules import PRESETS, RuleSet
from scoring.state import DealState

# A wins every trick while the talon lasts; after LONG_TO_TWO one face-down card (HT) and the trump card (HA) are left
LONG = {"A": "SA ST SK SQ HJ", "B": "CJ CQ DJ DQ DK", "talon": "CA SJ CT CK DA HQ DT HK HT HA"}
LONG_TO_TWO = "A SA, B CJ, A ST, B CQ, A SK, B DJ, A SQ, B DQ"
# ... played out: A 71, B 49, A wins the last trick, nobody had 66 before it
LONG_TO_END = LONG_TO_TWO + ", A DT, B DK, A DA, B HQ, B SJ, A HJ, A HT, B HA, B HK, A CT, B CK, A CA"
# the same with the exchange: A 108, B 12, A wins the last trick and could have claimed long before
LONG_TO_END_AT_12 = LONG_TO_TWO + ", A exchange, A CA, B CK, A HA, B HQ, A HT, B HK, A CT, B HJ, B DK, A DA, A DT, B SJ"

# A has four trumps, B none; A wins with 74 against 13
STRONG = {"A": "HA HT HK HQ SJ", "B": "DK DQ DJ SA SK", "talon": "CJ CQ CK CT CA ST SQ DT DA HJ"}
STRONG_AFTER_CLOSE = "A SJ, B SA, B DK, A HA, A marriage H, A HK, B DQ, A HT, B DJ"

# the same the other way round: A leads, B wins with 73 against 0
WEAK = {"A": "SJ SQ DJ DQ CJ", "B": "HA HT HK HQ DA", "talon": "CQ CK CT CA SK ST SA DK DT HJ"}
WEAK_AFTER_CLOSE = "A DJ, B DA, B marriage H, B HK, A SJ, B HA, A SQ"

# both hold a marriage, A also the lowest trump; trump is hearts
PAIRS = {"A": "CK CQ HJ SA DA", "B": "SK SQ SJ DJ DT", "talon": "CA HT CT ST CJ HQ DK HK DQ HA"}


def rules_of(preset: str = "schnapsen-weich", **changed: Any) -> RuleSet:
    """The rules of a preset with 20 cards, unless ``deck`` says otherwise, and the changed fields."""
    return replace(PRESETS[preset], **{"deck": 20, **changed})


def moves_of(text: str) -> list[list[str]]:
    return [move.split() for move in text.split(", ") if move]


def record_of(cards: dict[str, str], moves: str, **more: object) -> dict[str, Any]:
    return {
        "forehand": "A",
        "hands": {"A": cards["A"].split(), "B": cards["B"].split()},
        "talon": cards["talon"].split(),
        "moves": moves_of(moves),
        **more,
    }


def deal_of(rules: RuleSet, cards: dict[str, str], moves: str, **more: object) -> Deal:
    return read_deal(record_of(cards, moves, **more), rules)


def play(rules: RuleSet, cards: dict[str, str], moves: str, **more: object) -> DealVerdict:
    return replay_deal(deal_of(rules, cards, moves, **more))


def errors(verdict: DealVerdict) -> list[str]:
    """The codes of the errors, without the one that the test stopped in the middle."""
    return [
        found.code.value
        for found in verdict.findings
        if found.severity is Severity.ERROR and found.code.value != "unfinished"
    ]


def warnings(verdict: DealVerdict) -> list[str]:
    return [found.code.value for found in verdict.findings if found.severity is Severity.WARNING]


def faults(rules: RuleSet, cards: dict[str, str], moves: str) -> list[str]:
    """The errors of a deal; the replay and the immutable state must agree that there are some, or none."""
    found = errors(play(rules, cards, moves))
    state = DealState.start(deal_of(rules, cards, ""))
    legal = True
    for move in moves_of(moves):
        legal = legal and state.can_move(tuple(move))
        if legal:
            state = state.do_move(tuple(move))
    assert legal == (not found), (legal, found)
    return found


def ending(verdict: DealVerdict) -> tuple[str | None, int | None, str | None]:
    return verdict.winner, verdict.points, verdict.reason
