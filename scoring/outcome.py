"""What the end of a deal is worth."""

from typing import NamedTuple

from scoring.options import (
    ClosedCount,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    NextDealer,
    Reason,
    Unclaimed,
)
from scoring.rules import RuleSet
from scoring.table import NOBODY, Table

ENOUGH = 66
SCHNEIDER = 32


class Outcome(NamedTuple):
    """How a deal ended: winner 0 (A), 1 (B) or None, game points, reason.

    A tie has no winner and 0 points; where a called revoke is unregulated, there are no points (None) either.
    """

    winner: int | None
    points: int | None
    reason: Reason


def by_table(tricks: int, card_points: int) -> int:
    """Return the game points won against an opponent with these tricks and card points.

    >>> by_table(0, 0), by_table(1, 32), by_table(4, 33)
    (3, 2, 1)
    """
    if not tricks:
        return 3
    return 2 if card_points <= SCHNEIDER else 1


def claim_outcome(table: Table, player: int) -> Outcome:
    """Return how a deal ends in which a player claims 66, rightly or not."""
    other = 1 - player
    right = table.points[player] >= ENOUGH
    if table.closer == player:
        return _closer_wins(table) if right else _closer_fails(table)
    if table.closer == other:
        claims_two = table.rules.failed_close is FailedClose.CLAIM_TWO
        worth, reason = 2 if claims_two else _failed_close(table), Reason.CLOSE_FAILED
    else:
        worth, reason = by_table(table.tricks[other], table.points[other]), Reason.CLAIM
    if right:
        return Outcome(player, worth, reason)
    if table.rules.false_claim is FalseClaim.TWO:
        worth = 2
    elif table.rules.false_claim is FalseClaim.TWO_OR_THREE:
        worth = 2 if table.tricks[other] else 3
    return Outcome(other, worth, Reason.FALSE_CLAIM)


def revoke_outcome(rules: RuleSet, player: int) -> Outcome:
    """Return how a deal ends in which a player's revoke was called."""
    if rules.revoke_points is None:
        return Outcome(None, None, Reason.REVOKE)
    return Outcome(1 - player, rules.revoke_points, Reason.REVOKE)


def played_out_outcome(table: Table) -> Outcome:
    """Return how a deal ends in which all cards were played and nobody claimed."""
    if table.closer != NOBODY:
        return _closer_fails(table)
    rules, points = table.rules, table.points
    if rules.last_trick is LastTrick.WINS_DEAL:
        winner, reason = table.leader, Reason.LAST_TRICK
        if rules.last_trick_points is LastTrickPoints.ONE:
            return Outcome(winner, 1, reason)
    elif rules.unclaimed is Unclaimed.DRAW or points[0] == points[1]:
        return Outcome(None, 0, Reason.TIE)
    else:
        winner, reason = int(points[1] > points[0]), Reason.COUNTED
    loser = 1 - winner
    return Outcome(winner, by_table(table.tricks[loser], points[loser]), reason)


def next_dealer(rules: RuleSet, *, forehand: int, outcome: Outcome) -> int | None:
    """Return who deals next: after a tie the same player again; None where the deal has no verdict."""
    if outcome.points is None:
        return None
    if outcome.winner is None:
        return 1 - forehand
    return outcome.winner if rules.next_dealer is NextDealer.WINNER else forehand


def _closer_wins(table: Table) -> Outcome:
    other = 1 - table.closer
    if table.rules.closed_count is ClosedCount.AT_CLOSE:
        worth = by_table(table.tricks_at_close[other], table.points_at_close[other])
    else:
        worth = by_table(table.tricks[other], table.points[other])
    return Outcome(table.closer, worth, Reason.CLOSE)


def _closer_fails(table: Table) -> Outcome:
    return Outcome(1 - table.closer, _failed_close(table), Reason.CLOSE_FAILED)


def _failed_close(table: Table) -> int:
    return 2 if table.tricks_at_close[1 - table.closer] else 3
