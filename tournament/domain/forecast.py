"""When the round will be over, from how long matches have taken this evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from statistics import median

from .calling import OpenMatch, Table

#: Before anything is known: a match of two won Bummerl.
PRIOR = timedelta(minutes=25)
#: The prior counts as much as so many matches: one odd match at the beginning moves little, a dozen decide.
PRIOR_WEIGHT = 6
#: Shorter was entered in a bunch, longer had a supper in between: neither says how long a match takes.
SHORTEST, LONGEST = timedelta(minutes=3), timedelta(minutes=150)
#: Bummerl a match takes on average between equals, by how many must be won: 1, 2 (2 or 3), 3 (3, 4 or 5).
EXPECTED_BUMMERL = {1: 1.0, 2: 2.5, 3: 4.125}
#: Of a match that runs longer than usual, so much of a usual one is still to come.
AT_LEAST_LEFT = 0.25


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played to its end; times as far as somebody recorded them."""

    left: int
    right: int
    since: datetime
    decided_at: datetime
    bummerl_to_win: int = 2
    called_at: datetime | None = None
    started_at: datetime | None = None


class Bound(StrEnum):
    """What keeps a round from being over sooner."""

    TABLES = "tables"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a match to two won Bummerl takes this evening, and how many matches say so."""

    per_match: timedelta
    measured: int

    def of(self, bummerl_to_win: int) -> timedelta:
        """How long a match to so many won Bummerl takes."""
        return self.per_match * (EXPECTED_BUMMERL[bummerl_to_win] / EXPECTED_BUMMERL[2])


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the last open match will be over. `person`: the one who has most still to play; `bound`: what it depends on."""

    end: datetime
    pace: Pace
    open: int
    bound: Bound
    person: int


def pace_of(played: Iterable[PlayedMatch]) -> Pace:
    """The median of this evening's durations, drawn towards the prior while there are few of them; O(n log n)."""
    usual = EXPECTED_BUMMERL[2]
    minutes = [
        taken / timedelta(minutes=1) * usual / EXPECTED_BUMMERL[bummerl]
        for taken, bummerl in _durations(played)
        if SHORTEST <= taken <= LONGEST
    ]
    prior = PRIOR / timedelta(minutes=1)
    found = median(minutes) if minutes else prior
    shrunk = (PRIOR_WEIGHT * prior + len(minutes) * found) / (PRIOR_WEIGHT + len(minutes))
    return Pace(timedelta(minutes=shrunk), len(minutes))


def _durations(played: Iterable[PlayedMatch]) -> Iterable[tuple[timedelta, int]]:
    """How long each took. Where nobody called: from the moment both players were through with what they played before."""
    last: dict[int, datetime] = {}
    for match in sorted(played, key=lambda match: match.decided_at):
        before = [last[player] for player in (match.left, match.right) if player in last]
        began = match.started_at or match.called_at or max([match.since, *before])
        yield match.decided_at - began, match.bummerl_to_win
        last[match.left] = last[match.right] = match.decided_at


def forecast(matches: Iterable[OpenMatch], tables: Iterable[Table], pace: Pace, *, now: datetime) -> Forecast | None:
    """When all these matches will be over; None if none is open. O(n).

    Two things hold a round up: the tables (all that is left, spread over as many as can be used at the same time), and
    whoever has most still to play, one match after the other. Neither goes without a gap: opponents still sit
    elsewhere, and the last match to begin runs on while others are over. In simulated evenings that is half a match
    (tests/benchmarks/test_calling.py); where everybody who still plays has one match only, there is no such gap.
    """
    opened = tuple(matches)
    if not opened:
        return None
    left = {match.id: _left(match, pace, now) for match in opened}
    each: Counter[int] = Counter()
    for match in opened:
        for player in {match.left, match.right}:
            each[player] += int(left[match.id].total_seconds())
    person, longest = min(each.items(), key=lambda item: (-item[1], item[0]))
    usable = sum(not table.out_of_order for table in tables) or len(each)
    at_once = max(1, min(usable, len(each) // 2, len(opened)))
    gap = pace.per_match / 2
    work = sum(left.values(), timedelta()) / at_once + (gap if at_once < len(opened) else timedelta())
    path = timedelta(seconds=longest) + (gap if _has_several(person, opened) else timedelta())
    bound = Bound.PERSON if path >= work else Bound.TABLES
    return Forecast(now + max(path, work), pace, len(opened), bound, person)


def _has_several(person: int, opened: Iterable[OpenMatch]) -> bool:
    return sum(person in match.players for match in opened) > 1


def _left(match: OpenMatch, pace: Pace, now: datetime) -> timedelta:
    """What is still to come of a match; one that runs is nearer to its end, but never over before somebody says so."""
    usual = pace.of(match.bummerl_to_win)
    if match.started_at is None:
        return usual
    return max(usual - max(now - match.started_at, timedelta()), usual * AT_LEAST_LEFT)
