"""What must hold for every deal under every rule set."""

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import NAMES, deck
from scoring.deal_record import Deal, read_deal, write_deal
from scoring.findings import RecordError, Severity
from scoring.moves import PLAYERS, read_moves
from scoring.options import ClosedCount, FailedClose, FalseClaim, Reason
from scoring.replay import DealVerdict, replay, replay_deal
from scoring.rules import CHOICES, PRESETS, RuleSet, from_record
from scoring.state import DealState, legal_moves

RULES = st.builds(
    lambda preset, changed: from_record({"preset": preset, "changed": changed}),
    st.sampled_from(sorted(PRESETS)),
    st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()}),
)
CHOICE = st.integers(0, 10_000)


@st.composite
def played(draw: st.DrawFn) -> Deal:
    """A random legal deal under random rules, with its right result recorded."""
    rules: RuleSet = draw(RULES)
    cards = tuple(draw(st.permutations(deck(rules.deck))))
    size = rules.deck // 4
    deal = Deal(rules, draw(st.integers(0, 1)), (cards[:size], cards[size : 2 * size]), cards[2 * size :], (), {}, None)
    state, moves = DealState.start(deal), []
    while possible := legal_moves(state):
        move = chosen(possible, state, draw(CHOICE))
        if move is None:
            break
        moves.append(move)
        state = state.do_move(move)
    outcome = state.outcome
    assert outcome is not None, "a legal deal ends"
    winner = None if outcome.winner is None else PLAYERS[outcome.winner]
    return Deal(rules, deal.forehand, deal.hands, deal.talon, read_moves(moves), {}, (winner, outcome.points))


def chosen(possible: tuple[tuple[str, ...], ...], state: DealState, number: int) -> tuple[str, ...] | None:
    """One of the moves; claims seldom unless there is enough, and after the last trick sometimes nothing (None)."""
    claims = [move for move in possible if move[1] == "claim"]
    others = [move for move in possible if move[1] != "claim"]
    if claims:
        enough = state.card_points[PLAYERS.index(claims[0][0])] >= 66
        if number % (2 if enough else 40) == 1:
            return claims[0]
    return others[number % len(others)] if others else None


@given(played())
def test_a_legal_deal_has_a_possible_verdict(deal: Deal) -> None:
    verdict = replay_deal(deal)
    assert verdict.ok, verdict.findings
    assert (verdict.winner, verdict.points) == deal.recorded
    check_points(deal.rules, verdict)
    check_card_points(deal, verdict)


def check_points(rules: RuleSet, verdict: DealVerdict) -> None:
    """The points are possible for the reason."""
    reason, points = verdict.reason, verdict.points
    assert (verdict.winner is None) == (reason is Reason.TIE) == (points == 0)
    dealt_by = verdict.next_dealer
    assert dealt_by in ("A", "B")
    if reason is Reason.TIE:
        return
    assert points in (1, 2, 3)
    loser = 1 - PLAYERS.index(str(verdict.winner))
    by_table = 3 if not verdict.tricks[loser] else 2 if verdict.card_points[loser] <= 32 else 1
    if reason is Reason.CLOSE_FAILED:
        assert points in (2, 3)
    if reason in (Reason.CLAIM, Reason.COUNTED):
        assert points == by_table
    if reason is Reason.CLOSE:
        assert points == by_table or (rules.closed_count is ClosedCount.AT_CLOSE and points > by_table)
    if reason in (Reason.CLAIM, Reason.CLOSE):
        assert verdict.card_points[1 - loser] >= 66
    if reason is Reason.FALSE_CLAIM:
        assert verdict.card_points[loser] <= 65
        assert points == 2 or rules.false_claim is not FalseClaim.TWO
        assert points != 1 or rules.false_claim is FalseClaim.AS_CLAIMED
    if rules.failed_close is FailedClose.TWO_OR_THREE and reason is Reason.LAST_TRICK:
        assert not rules.has_ten_for_last_trick


def check_card_points(deal: Deal, verdict: DealVerdict) -> None:
    """Totals as proved by enumeration."""
    announced = sum(40 if action - 32 == deal.talon[-1] >> 3 else 20 for _, action in deal.moves if 32 <= action < 36)
    ten = 10 if deal.rules.has_ten_for_last_trick else 0
    assert sum(verdict.card_points) <= 120 + announced + ten
    impossible = {1, 2, 3} if deal.rules.deck == 20 else {1}
    for total, tricks in zip(verdict.card_points, verdict.tricks, strict=True):
        assert total not in impossible
        assert total <= 220 + ten
        if deal.rules.deck == 20:
            assert (total == 0) == (tricks == 0)
    if verdict.reason is Reason.LAST_TRICK and not announced:
        assert sum(verdict.card_points) == 120


@given(played())
def test_writing_and_reading_changes_nothing(deal: Deal) -> None:
    record = write_deal(deal)
    assert read_deal(record) == deal
    assert write_deal(read_deal(record)) == record
    assert replay(record) == replay_deal(deal)


def corrupted(record: dict[str, Any], kind: str, at: int, to: int) -> dict[str, Any]:
    """The record with one corruption."""
    record = copy.deepcopy(record)
    moves, result = record["moves"], record["result"]
    if kind == "winner":
        result["winner"] = [winner for winner in ("A", "B", None) if winner != result["winner"]][at % 2]
    elif kind == "points":
        result["points"] += 1 + at % 3
    elif kind == "dropped":
        del moves[at % len(moves)]
    elif kind == "doubled":
        moves.insert(at % len(moves), moves[at % len(moves)])
    elif kind == "moves swapped":
        one, other = at % len(moves), to % len(moves)
        moves[one], moves[other] = moves[other], moves[one]
    else:
        places = [
            (place, index) for place in (*record["hands"].values(), record["talon"]) for index in range(len(place))
        ]
        (place, index), (other_place, other_index) = places[at % len(places)], places[to % len(places)]
        if kind == "foreign":
            place[index] = "X1"
        else:
            place[index], other_place[other_index] = other_place[other_index], place[index]
    return record


@given(
    deal=played(),
    kind=st.sampled_from(["winner", "points", "dropped", "doubled", "moves swapped", "cards swapped", "foreign"]),
    at=CHOICE,
    to=CHOICE,
)
@settings(max_examples=200)
def test_a_corruption_is_found_or_is_a_legal_deal_with_the_same_verdict(
    deal: Deal, kind: str, at: int, to: int
) -> None:
    verdict = replay(corrupted(write_deal(deal), kind, at, to))
    found = [one for one in verdict.findings if one.severity is Severity.ERROR]
    if kind in ("winner", "points", "foreign"):
        assert found
    assert found or (verdict.winner, verdict.points) == deal.recorded


WORDS = st.sampled_from([*(name for name in NAMES if name), "exchange", "close", "claim", "revoke", "close undrawn",
                         "marriage C", "marriage S", "marriage H", "marriage D", "XX"])  # fmt: skip


@given(
    deal=played(),
    at=CHOICE,
    inserted=st.lists(st.tuples(st.sampled_from("AB"), WORDS), max_size=6),
)
def test_any_moves_at_all_are_judged(deal: Deal, at: int, inserted: list[tuple[str, str]]) -> None:
    record = write_deal(deal)
    moves: Any = record["moves"]
    place = at % (len(moves) + 1)
    moves[place:place] = [[player, *word.split()] for player, word in inserted]
    try:
        verdict = replay(record)
    except RecordError as error:  # pragma: no cover - every drawn move is one
        raise AssertionError from error
    assert sum(verdict.tricks) <= deal.rules.deck // 2
    assert replay(write_deal(read_deal(record))) == verdict
