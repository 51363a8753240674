"""Who can play now, whom to call next, which tables are free, who has not turned up.

Calling is an aid, not a duty: players may look for each other themselves, so everything here is worked out anew from
what is known at the moment, and nothing forbids a result that came about otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class Where(StrEnum):
    """How far an open match is."""

    PLAYING = "playing"
    CALLED = "called"
    READY = "ready"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Table:
    """A table in the hall."""

    number: int
    out_of_order: bool = False


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that is not decided yet. `left`, `right`: start numbers; `since`: when both were known."""

    id: int
    left: int
    right: int
    since: datetime
    bummerl_to_win: int = 2
    table: int | None = None
    called_at: datetime | None = None
    started_at: datetime | None = None

    @property
    def players(self) -> tuple[int, int]:
        """Both start numbers."""
        return self.left, self.right

    @property
    def is_under_way(self) -> bool:
        """It is being played, or its players are on the way to a table."""
        return self.started_at is not None or self.called_at is not None or self.table is not None


@dataclass(frozen=True, slots=True)
class NoShow:
    """A match was called and has not begun: how long the missing player still has; `due` when that is over."""

    left: timedelta
    due: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An open match as the desk sees it.

    `blocked_by`: whoever plays elsewhere now. `since`: since when it is played, called, or waiting. `most_open` and
    `fewer_open`: open matches of the busier player and of the other one, this match included.
    """

    match: OpenMatch
    where: Where
    blocked_by: tuple[int, ...]
    since: datetime
    for_so_long: timedelta
    no_show: NoShow | None
    most_open: int
    fewer_open: int


@dataclass(frozen=True, slots=True)
class Call:
    """A match that should be called to this table now."""

    match: int
    table: int


@dataclass(frozen=True, slots=True)
class Hall:
    """The whole picture. `lines` in the order given; `to_call`: ids of all that can be played now, the most urgent first;
    `calls`: the first of them on the free tables, nobody twice."""

    lines: tuple[Line, ...]
    to_call: tuple[int, ...]
    free_tables: tuple[int, ...]
    calls: tuple[Call, ...]

    def of_person(self, start_number: int) -> tuple[Line, ...]:
        """What this person still has to play, the nearest first: playing, called, ready, blocked."""
        nearness = {where: place for place, where in enumerate(Where)}
        own = (line for line in self.lines if start_number in line.match.players)
        return tuple(sorted(own, key=lambda line: (nearness[line.where], line.since, line.match.id)))


def look(
    matches: Iterable[OpenMatch], tables: Iterable[Table], *, now: datetime, no_show_minutes: int | None = None
) -> Hall:
    """The hall at this moment, in O(n log n). `no_show_minutes`: how long somebody called may let others wait; None: no timer."""
    opened = tuple(matches)
    counts = open_counts(opened)
    under_way = [match for match in opened if match.is_under_way]
    busy = {player for match in under_way for player in match.players}
    lines = tuple(_line(match, counts, busy, now, no_show_minutes) for match in opened)
    order = call_order((line.match for line in lines if line.where is Where.READY), counts)
    free = free_tables(tables, under_way)
    return Hall(lines, tuple(match.id for match in order), free, _calls(order, free))


def open_counts(matches: Iterable[OpenMatch]) -> Counter[int]:
    """Start number -> open matches, those under way included; a self-meeting is none."""
    return Counter(player for match in matches for player in match.players)


def call_order(ready: Iterable[OpenMatch], counts: Counter[int]) -> tuple[OpenMatch, ...]:
    """The most urgent first: the busier player's open matches, then the other's, then who waits longest.

    Whoever holds many cards is the bottleneck of a round; "one-card people first" costs up to three hours an evening.
    """

    def urgency(match: OpenMatch) -> tuple[int, int, datetime, int]:
        most, fewer = _open_of(match, counts)
        return -most, -fewer, match.since, match.id

    return tuple(sorted(ready, key=urgency))


def free_tables(tables: Iterable[Table], under_way: Iterable[OpenMatch]) -> tuple[int, ...]:
    """Numbers of the tables nobody sits or is called to and that are not out of order, ascending."""
    taken = {match.table for match in under_way}
    return tuple(sorted(table.number for table in tables if not table.out_of_order and table.number not in taken))


def _open_of(match: OpenMatch, counts: Counter[int]) -> tuple[int, int]:
    one, other = counts[match.left], counts[match.right]
    return max(one, other), min(one, other)


def _line(match: OpenMatch, counts: Counter[int], busy: set[int], now: datetime, no_show_minutes: int | None) -> Line:
    most, fewer = _open_of(match, counts)
    blocked: tuple[int, ...] = ()
    if match.started_at is not None:
        where, since = Where.PLAYING, match.started_at
    elif match.is_under_way:
        where, since = Where.CALLED, match.called_at or match.since
    else:
        blocked = tuple(player for player in match.players if player in busy)
        where, since = Where.BLOCKED if blocked else Where.READY, match.since
    no_show = _no_show(match, now, no_show_minutes) if where is Where.CALLED else None
    # A clock that was set back must not show a match running for less than no time.
    return Line(match, where, blocked, since, max(now - since, timedelta()), no_show, most, fewer)


def _no_show(match: OpenMatch, now: datetime, minutes: int | None) -> NoShow | None:
    if minutes is None or match.called_at is None:
        return None
    left = match.called_at + timedelta(minutes=minutes) - now
    # Nor somebody who has longer to come than there is, after the clock was set back.
    return NoShow(min(max(left, timedelta()), timedelta(minutes=minutes)), due=left <= timedelta())


def _calls(order: Iterable[OpenMatch], free: tuple[int, ...]) -> tuple[Call, ...]:
    calls: list[Call] = []
    sitting: set[int] = set()
    for match in order:
        if len(calls) == len(free):
            break
        if sitting.isdisjoint(match.players):
            calls.append(Call(match.id, free[len(calls)]))
            sitting.update(match.players)
    return tuple(calls)
