"""A deal that was really played is never called impossible, neither as a tally nor at the referee's table."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from scoring.cards import cards_in, deck
from scoring.deal import TalliedDeal, check_deal
from scoring.findings import Code
from scoring.moves import CLAIM, CLOSE, CLOSE_UNDRAWN, EXCHANGE, MARRIAGE, REVOKE
from scoring.options import (
    ClosedCount,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    Reason,
    Unclaimed,
)
from scoring.play import Play
from scoring.replay import replay
from scoring.rules import PRESETS
from scoring.situation import Ending, Situation, judge
from scoring.table import Table

CASES = Path(__file__).parent / "cases" / "deals.jsonl"
RULES = st.builds(
    replace,
    st.sampled_from([rules for rules in PRESETS.values() if not rules.only_games]),
    deck=st.sampled_from([20, 24]),
    closed_count=st.sampled_from(ClosedCount),
    failed_close=st.sampled_from(FailedClose),
    false_claim=st.sampled_from(FalseClaim),
    last_trick=st.sampled_from(LastTrick),
    last_trick_points=st.sampled_from(LastTrickPoints),
    unclaimed=st.sampled_from(Unclaimed),
    revoke_points=st.sampled_from([3, None]),
)


def play_out(rules, random):
    """Play a deal of legal moves at random; return the play, what ended it, and who did that."""
    cards = list(deck(rules.deck))
    random.shuffle(cards)
    size = rules.deck // 4
    hands = [sum(1 << card for card in part) for part in (cards[:size], cards[size : 2 * size])]
    table = Table(rules, forehand=random.randrange(2), hands=hands, talon=cards[2 * size :])
    play = Play(table)
    closes, lies, claims = random.choice([0, 0.1]), random.choice([0, 0, 0.02]), random.choice([0, 0.5, 1])
    while True:
        if table.led < 0:
            leader = table.leader
            if table.draw_due:
                if random.random() < closes and table.may_close(leader, undrawn=True):
                    play.take(leader, CLOSE_UNDRAWN, 0)
                else:
                    table.draw()
            for suit in range(4):
                if table.may_announce(leader, suit):
                    play.take(leader, MARRIAGE + suit, 0)
            if table.may_exchange(leader) and random.random() < 0.5:
                play.take(leader, EXCHANGE, 0)
            if random.random() < closes and table.may_close(leader, undrawn=False):
                play.take(leader, CLOSE, 0)
            eager = claims if table.points[leader] >= 66 else lies
            if table.may_claim(leader) and random.random() < eager:
                play.take(leader, CLAIM, 0)
                return play, Ending.CLAIM, leader
            if table.played_out:
                return play, Ending.PLAYED_OUT, leader
            if random.random() < lies / 4:
                play.take(1 - leader, REVOKE, 0)
                return play, Ending.REVOKE, 1 - leader
        play.take(table.on_turn, random.choice(cards_in(table.playable(table.on_turn))), 0)


@settings(max_examples=300, deadline=None)
@given(rules=RULES, random=st.randoms(use_true_random=True))
def test_random_deals(rules, random):
    play, ending, player = play_out(rules, random)
    outcome, table = play.final_outcome(), play.table
    card_points, tricks = tuple(table.points), tuple(table.tricks)
    if outcome.points is not None:
        for deal in (
            TalliedDeal(outcome.winner, outcome.points, outcome.reason, card_points),
            TalliedDeal(outcome.winner, outcome.points, None, card_points),
            TalliedDeal(outcome.winner, outcome.points, outcome.reason),
        ):
            assert {found.code for found in check_deal(rules, deal)} <= {Code.LATE_CLAIM}
    at_close = (tuple(table.points_at_close), tuple(table.tricks_at_close))
    closed = (table.closer, *at_close) if table.closed else ()
    judged = judge(rules, Situation(ending, player, card_points, tricks, *closed))
    assert (judged.winner, judged.points, judged.reason) == tuple(outcome)
    assert {found.code for found in judged.findings} <= {Code.LATE_CLAIM}


@pytest.mark.parametrize("line", CASES.read_text("utf-8").splitlines())
def test_recorded_deals(line):
    record = json.loads(line)
    verdict = replay(record)
    winner = None if verdict.winner is None else "AB".index(verdict.winner)
    deal = TalliedDeal(winner, verdict.points, verdict.reason, verdict.card_points)
    assert {found.code for found in check_deal(PRESETS[record["rules"]], deal)} <= {Code.LATE_CLAIM}


@pytest.mark.parametrize("reason", Reason)
def test_random_play_reaches_every_end(reason):
    def ends_so(rules, random):
        return play_out(rules, random)[0].final_outcome().reason is reason

    find(
        st.tuples(st.sampled_from([PRESETS["schnapsen-weich"], PRESETS["66-a"]]), st.randoms(use_true_random=True)),
        lambda drawn: ends_so(*drawn),
        settings=settings(max_examples=5000, deadline=None, phases=[Phase.generate], database=None),
    )
