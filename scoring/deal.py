"""A deal as a tally notes it: winner, game points, perhaps the reason and the card points, and whether that can be.

Nothing is replayed here. Whatever could have happened at the table is accepted; only what cannot is an error.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.findings import Code, Finding, finding
from scoring.options import (
    ClosedCount,
    FailedClose,
    FalseClaim,
    LastTrick,
    LastTrickPoints,
    Permission,
    Reason,
    Unclaimed,
)
from scoring.rules import RuleSet

ALL_CARD_POINTS: Final = 120
"""Card points of all cards, in either deck: the nines count nothing."""
ENOUGH: Final = 66
"""Card points that must be claimed."""
TABLE_LIMIT: Final = 32
"""Up to so many card points of the loser a deal is worth two."""
MOST_ANNOUNCED: Final = 100
"""Four announcements, one of them a 40."""
LAST_TRICK_TEN: Final = 10
MOST_TOTAL: Final = ALL_CARD_POINTS + MOST_ANNOUNCED + LAST_TRICK_TEN
MOST_PROMPT_WINNER: Final = 105
"""65 before, and then an announced 40: nobody who claims at once has more."""
MOST_PROMPT_LOSER: Final = 65

_ANY: Final = frozenset({1, 2, 3})
_NONE: Final[frozenset[int]] = frozenset()
_UNTIL_66: Final[frozenset[Reason | None]] = frozenset(
    {Reason.CLAIM, Reason.CLOSE, Reason.LAST_TRICK, Reason.COUNTED, Reason.TIE}
)
"""Reasons that leave no high totals where everybody claims at once; after a false claim, a failed close, a revoke they may
be any."""
_CLOSED: Final = frozenset({Reason.CLOSE, Reason.CLOSE_FAILED})
_PLAYED_OUT: Final = frozenset({Reason.LAST_TRICK, Reason.COUNTED, Reason.TIE})


@dataclass(frozen=True, slots=True)
class TalliedDeal:
    """One deal of a tally.

    ``winner`` is 0 or 1, the first or second player, or None for a tie. ``points`` are game points as noted, with what
    earlier ties have carried over. ``card_points`` are those of both players, in the players' order.
    """

    winner: int | None
    points: int
    reason: Reason | None = None
    card_points: tuple[int, int] | None = None


def table_points(deck: int, loser: int) -> frozenset[int]:
    """Return what a deal can be worth by "the table" when the loser has so many card points.

    Three against a player without a trick, two up to 32 card points, else one.

    >>> sorted(table_points(20, 0)), sorted(table_points(20, 32)), sorted(table_points(24, 33))
    ([3], [2], [1])

    With 24 cards no card points may also mean a trick of two nines:

    >>> sorted(table_points(24, 0))
    [2, 3]
    """
    if loser > TABLE_LIMIT:
        return frozenset({1})
    if loser > 0:
        return frozenset({2})
    return frozenset({3}) if deck == 20 else frozenset({2, 3})


def possible_points(rules: RuleSet, reason: Reason, totals: tuple[int, int] | None = None) -> frozenset[int]:
    """Return the game points a deal that ended for this reason can be worth; empty where the rules know no such end.

    ``totals`` are the card points of winner and loser, if known. What ties have carried over is not included.

    >>> from scoring.rules import PRESETS
    >>> sorted(possible_points(PRESETS["turnier-scharf"], Reason.CLOSE, (70, 20)))
    [2]
    >>> sorted(possible_points(PRESETS["schnapsen-scharf"], Reason.CLOSE, (70, 20)))
    [2, 3]
    >>> possible_points(PRESETS["turnier-scharf"], Reason.COUNTED)
    frozenset()
    """
    if not reason_exists(rules, reason):
        return _NONE
    special = _SPECIAL.get(reason)
    return special(rules, totals) if special else _by_table(rules, reason, totals)


def reason_exists(rules: RuleSet, reason: Reason) -> bool:
    """Whether a deal can end for this reason at all under these rules.

    >>> from scoring.rules import PRESETS
    >>> [reason.value for reason in Reason if not reason_exists(PRESETS["turnier-scharf"], reason)]
    ['counted', 'tie']
    """
    if reason in _CLOSED:
        return rules.close is Permission.ALLOWED
    if reason is Reason.LAST_TRICK:
        return rules.last_trick is LastTrick.WINS_DEAL
    if reason is Reason.COUNTED:
        return rules.last_trick is LastTrick.PLUS_TEN and rules.unclaimed is Unclaimed.HIGHER_TOTAL
    return reason is not Reason.TIE or rules.last_trick is LastTrick.PLUS_TEN


def _by_table(rules: RuleSet, reason: Reason, totals: tuple[int, int] | None) -> frozenset[int]:
    if reason is Reason.LAST_TRICK and rules.last_trick_points is LastTrickPoints.ONE:
        return frozenset({1})
    if totals is None:
        return _ANY
    by_table = table_points(rules.deck, totals[1])
    if reason is Reason.CLOSE and rules.closed_count is ClosedCount.AT_CLOSE and totals[1]:
        # he had no more when it was closed than he has now, perhaps not even a trick
        return frozenset(range(min(by_table), 4))
    return by_table


def _failed_close(rules: RuleSet, totals: tuple[int, int] | None) -> frozenset[int]:
    """Three if the winner had no trick when it was closed; with 20 cards he has none if he ends with nothing."""
    if totals is not None and totals[0] == 0 and rules.deck == 20:
        return frozenset({3})
    return frozenset({2, 3})


def _false_claim(rules: RuleSet, totals: tuple[int, int] | None) -> frozenset[int]:
    if rules.false_claim is FalseClaim.TWO:
        return frozenset({2})
    if rules.false_claim is FalseClaim.TWO_OR_THREE:
        if totals is None:
            return frozenset({2, 3})
        return table_points(rules.deck, min(totals[0], 1))  # three or two, never one
    by_table = _ANY if totals is None else table_points(rules.deck, totals[0])
    if rules.close is Permission.NEVER:
        return by_table
    # against a closer a right claim would have won the failed close
    return by_table | ({2} if rules.failed_close is FailedClose.CLAIM_TWO else {2, 3})


_SPECIAL: Final[Mapping[Reason, Callable[[RuleSet, tuple[int, int] | None], frozenset[int]]]] = {
    Reason.CLOSE_FAILED: _failed_close,
    Reason.FALSE_CLAIM: _false_claim,
    Reason.REVOKE: lambda rules, _totals: (
        _ANY | {0} if rules.revoke_points is None else frozenset({rules.revoke_points})
    ),
    Reason.TIE: lambda _rules, _totals: frozenset({0}),
}


@lru_cache(maxsize=8192)
def _announced_splits(deck: int, winner: int, loser: int, tens: tuple[int, int]) -> frozenset[int]:
    """Return the card points that can lie outside all tricks when both end with these totals.

    Of each total a multiple of 20 may be announced (100 between both) and ten may be the last trick's. What is left
    was won in tricks, and what neither won lies in hands and talon; all three come from even numbers of cards.
    """
    never = (1, 2, 3) if deck == 20 else (1,)
    outside = set()
    for announced in range(0, MOST_ANNOUNCED + 1, 20):
        first = winner - announced - tens[0]
        for other in range(0, MOST_ANNOUNCED + 1 - announced, 20):
            second = loser - other - tens[1]
            rest = ALL_CARD_POINTS - first - second
            if min(first, second, rest) < 0 or first in never or second in never or rest in never:
                continue
            outside.add(rest)
    return frozenset(outside)


def totals_possible(rules: RuleSet, reason: Reason | None, winner: int, loser: int) -> bool:
    """Whether winner and loser can end a deal with these card points (of a tie in either order).

    >>> from scoring.rules import PRESETS
    >>> scharf = PRESETS["turnier-scharf"]
    >>> totals_possible(scharf, Reason.LAST_TRICK, 62, 58), totals_possible(scharf, Reason.LAST_TRICK, 62, 57)
    (True, False)
    >>> totals_possible(scharf, Reason.CLAIM, 66, 3)
    False

    Without a reason only what holds for every deal is asked.
    """
    if not (0 <= winner <= MOST_TOTAL and 0 <= loser <= MOST_TOTAL):
        return False
    if not _fits_reason(rules, reason, winner, loser):
        return False
    if reason not in _PLAYED_OUT:
        unplayed = _announced_splits(rules.deck, winner, loser, (0, 0))
        if unplayed - {0} or (unplayed and rules.deck == 24):  # with 24 cards two nines may be all that is left
            return True
    if reason in _CLOSED:
        return False
    return any(0 in _announced_splits(rules.deck, winner, loser, tens) for tens in _last_tens(rules, reason))


def _fits_reason(rules: RuleSet, reason: Reason | None, winner: int, loser: int) -> bool:
    if reason in (Reason.CLAIM, Reason.CLOSE):
        return winner >= ENOUGH
    if reason is Reason.FALSE_CLAIM:
        return loser < ENOUGH
    if reason is Reason.COUNTED:
        return winner > loser
    return reason is not Reason.TIE or rules.unclaimed is Unclaimed.DRAW or winner == loser


def _last_tens(rules: RuleSet, reason: Reason | None) -> tuple[tuple[int, int], ...]:
    """Return who may have the last trick's ten when all cards were played: a claimant has just won that trick."""
    if not rules.has_ten_for_last_trick:
        return ((0, 0),)
    by_winner, by_loser = (LAST_TRICK_TEN, 0), (0, LAST_TRICK_TEN)
    if reason is Reason.CLAIM:
        return (by_winner,)
    if reason is Reason.FALSE_CLAIM:
        return (by_loser,)
    return (by_winner, by_loser)


def check_deal(rules: RuleSet, deal: TalliedDeal, where: str = "", carried: int = 0) -> tuple[Finding, ...]:
    """Return everything that is wrong with a deal as noted; ``carried`` points came over from ties before it.

    Codes: points_impossible, points_impossible_for_reason, card_points_impossible; late_claim as a warning.

    >>> from scoring.rules import PRESETS
    >>> [found.code.value for found in check_deal(PRESETS["turnier-scharf"], TalliedDeal(0, 2, Reason.REVOKE, (30, 3)))]
    ['points_impossible_for_reason', 'card_points_impossible']

    Where only won games are counted each entry is one won game, and nothing else is asked.
    """
    if rules.only_games:
        right = deal.winner is not None and deal.points == 1
        return () if right else (finding(Code.POINTS_IMPOSSIBLE, where, points=deal.points),)
    points = deal.points if deal.winner is None else deal.points - carried
    in_range = points == 0 if deal.winner is None else points in _ANY
    totals = deal.card_points
    if totals is not None and deal.winner == 1:
        totals = totals[::-1]
    found = []
    reasons = _reasons(rules, deal, totals, points if in_range else None)
    totals_right = totals is None or bool(reasons)
    if not in_range:
        found.append(finding(Code.POINTS_IMPOSSIBLE, where, points=deal.points))
    elif deal.reason is not None and points not in possible_points(
        rules, deal.reason, totals if totals_right else None
    ):
        found.append(finding(Code.POINTS_IMPOSSIBLE_FOR_REASON, where, points=deal.points, reason=deal.reason.value))
    if deal.card_points is not None and totals is not None:
        written = f"{deal.card_points[0]}:{deal.card_points[1]}"
        if not totals_right:
            found.append(finding(Code.CARD_POINTS_IMPOSSIBLE, where, points=written))
        elif reasons <= _UNTIL_66 and _late(totals, tie=deal.winner is None):
            found.append(finding(Code.LATE_CLAIM, where, problem="tally", points=written))
    return tuple(found)


def _reasons(
    rules: RuleSet, deal: TalliedDeal, totals: tuple[int, int] | None, points: int | None
) -> frozenset[Reason | None]:
    """Return the reasons for which the deal can have ended with these totals: the noted one, or all that allow its points.

    A deal without winner and reason may have been abandoned: that is {None}.
    """
    if totals is None:
        return frozenset()
    if deal.reason is not None or deal.winner is None:
        return frozenset({deal.reason} if totals_possible(rules, deal.reason, *totals) else ())
    return frozenset(
        reason
        for reason in Reason
        if totals_possible(rules, reason, *totals)
        and (points is None or points in possible_points(rules, reason, totals))
    )


def _late(totals: tuple[int, int], *, tie: bool) -> bool:
    """Whether somebody must have had 66 before the end: nobody who claims at once leaves such totals."""
    winner, loser = (max(totals), min(totals)) if tie else totals
    return winner > MOST_PROMPT_WINNER or loser > MOST_PROMPT_LOSER
