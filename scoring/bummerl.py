"""A Bummerl: its deals added up until somebody has enough, from deals or from a countdown."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.deal import TalliedDeal, check_deal
from scoring.findings import Code, Finding, finding
from scoring.options import Tie
from scoring.rules import RuleSet
from scoring.tally import Countdown


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a Bummerl: the winner (0, 1 or None), how many deals counted, whether the loser had no point."""

    winner: int | None
    deals: int
    schneider: bool


outcome = lru_cache(maxsize=512)(Outcome)
"""Outcomes are few and always the same: made once each."""


def points_range(rules: RuleSet) -> tuple[int, int]:
    """Return the least and the most game points of a scored deal without what ties carry over.

    >>> from scoring.rules import PRESETS
    >>> points_range(PRESETS["66-c"]), points_range(PRESETS["none"])
    ((1, 3), (1, 1))
    """
    return (1, 1) if rules.only_games else (1, 3)


def fold_deals(rules: RuleSet, deals: Sequence[TalliedDeal], where: str, found: list[Finding]) -> Outcome:
    """Add up the deals of one Bummerl, append everything that is wrong to ``found``.

    ``where`` is the place of the Bummerl ("bummerl 2"). Deals after its end are checked but do not count.

    >>> from scoring.rules import PRESETS
    >>> from scoring.tally import read_compact
    >>> found = []
    >>> fold_deals(PRESETS["turnier-scharf"], read_compact("A3 A3 A2 B1")[0], "bummerl 1", found)
    Outcome(winner=0, deals=3, schneider=True)
    >>> [(one.code.value, one.where) for one in found]
    [('deal_after_bummerl_end', 'bummerl 1, deal 4')]
    """
    enough = rules.bummerl_points
    low, high = points_range(rules)
    per_tie = 1 if rules.tie is Tie.CARRY_ONE else 0
    first = second = carried = counted = 0
    winner: int | None = None
    for number, deal in enumerate(deals, 1):
        side, points = deal.winner, deal.points
        # the usual deal takes no call: it has a winner, points in range, and nothing else noted
        if side is None or not low <= points - carried <= high or deal.reason or deal.card_points:
            found += check_deal(rules, deal, f"{where}, deal {number}", carried)
        if winner is not None:
            found.append(finding(Code.DEAL_AFTER_BUMMERL_END, f"{where}, deal {number}"))
            continue
        counted = number
        if side is None:
            carried += per_tie
            continue
        carried = 0
        if side == 0:
            first += points
            if first >= enough:
                winner = 0
        else:
            second += points
            if second >= enough:
                winner = 1
    if winner is None:
        found.append(finding(Code.BUMMERL_UNFINISHED, where))
        return outcome(None, counted, False)
    return outcome(winner, counted, not (second if winner == 0 else first))


def fold_countdown(rules: RuleSet, countdown: Countdown, where: str, found: list[Finding]) -> Outcome:
    """Follow both countdowns of one Bummerl column by column, append everything that is wrong to ``found``.

    Whatever is wrong with a column, the next one is compared with the values as they are written. Where one line is
    shorter, its last value stands for the rest.
    """
    start = (countdown.first[0], countdown.second[0])
    if start != (rules.bummerl_points, rules.bummerl_points):
        written = str(start[0]) if start[0] == start[1] else f"{start[0]}:{start[1]}"
        found.append(finding(Code.COUNTDOWN_START, where, start=written, expected=rules.bummerl_points))
    if len(countdown.first) != len(countdown.second):
        found.append(finding(Code.COUNTDOWN_LENGTHS, where))
        countdown = _evened(countdown)
    low, high = points_range(rules)
    per_tie = 1 if rules.tie is Tie.CARRY_ONE else 0
    left, right = start
    carried = counted = 0
    winner: int | None = None
    for number, after in enumerate(zip(countdown.first[1:], countdown.second[1:], strict=True), 1):
        new_left, new_right = after
        by_left, by_right = left - new_left, right - new_right
        # the usual column takes no call: one value stays, the other falls by what a deal can be worth, not below 0
        if (by_left and by_right) or not low <= by_left + by_right - carried <= high or new_left < 0 or new_right < 0:
            found += _check_column(rules, (left, right), after, f"{where}, deal {number}", carried)
        left, right = after
        if winner is not None:
            found.append(finding(Code.DEAL_AFTER_BUMMERL_END, f"{where}, deal {number}"))
            continue
        counted = number
        carried = 0 if by_left or by_right else carried + per_tie
        if (left <= 0) != (right <= 0):
            winner = 0 if left <= 0 else 1
            schneider = after[1 - winner] >= start[1 - winner]
    if winner is None:
        found.append(finding(Code.BUMMERL_UNFINISHED, where))
        return outcome(None, counted, False)
    return outcome(winner, counted, schneider)


def _evened(countdown: Countdown) -> Countdown:
    """Return a countdown whose lines are equally long: the shorter goes on unchanged as long as the longer one changes."""
    short, long = sorted((countdown.first, countdown.second), key=len)
    length = len(long)
    while length > len(short) and long[length - 1] == long[length - 2]:
        length -= 1
    lines = [(line + (line[-1],) * length)[:length] for line in (countdown.first, countdown.second)]
    return Countdown(lines[0], lines[1])


def _check_column(
    rules: RuleSet, before: tuple[int, int], after: tuple[int, int], where: str, carried: int
) -> list[Finding]:
    """Return what is wrong with one column of a countdown: it stands for exactly one deal."""
    found = []
    falls = []
    for old, new in zip(before, after, strict=True):
        if new > old:
            found.append(finding(Code.COUNTDOWN_RISES, where, before=old, after=new))
        elif new < old:
            falls.append((old, new))
    if len(falls) == 2:
        return [finding(Code.COUNTDOWN_BOTH_FALL, where)]
    if not falls and not found and rules.only_games:
        falls.append(before)  # no tie where only won games are counted
    low, high = points_range(rules)
    for old, new in falls:
        least = 1 if new == 0 else low + carried  # cut at 0: the deal may have been worth more
        if new < 0 or not least <= old - new <= high + carried:
            found.append(finding(Code.COUNTDOWN_STEP, where, before=old, after=new))
    return found
