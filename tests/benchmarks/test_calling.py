"""How many minutes of an evening the order of calling saves, and how good the forecast is. Figures, no limits.

Run with `pytest tests/benchmarks -s`. Matches last 15 to 45 minutes, mostly around 25; who wins is tossed.
"""

from __future__ import annotations

import heapq
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tournament.domain.calling import OpenMatch, Table, call_order, open_counts
from tournament.domain.forecast import PlayedMatch, forecast, pace_of

START = datetime(2026, 1, 10, 18, tzinfo=UTC)
Order = Callable[[Sequence[OpenMatch], Sequence[OpenMatch], Random], Sequence[OpenMatch]]


def busiest_first(ready: Sequence[OpenMatch], opened: Sequence[OpenMatch], _random: Random) -> Sequence[OpenMatch]:
    return call_order(ready, open_counts(opened))


def by_list(ready: Sequence[OpenMatch], _opened: Sequence[OpenMatch], _random: Random) -> Sequence[OpenMatch]:
    return ready


def at_random(ready: Sequence[OpenMatch], _opened: Sequence[OpenMatch], random: Random) -> Sequence[OpenMatch]:
    return random.sample(ready, len(ready))


def one_card_people_first(
    ready: Sequence[OpenMatch], opened: Sequence[OpenMatch], _random: Random
) -> Sequence[OpenMatch]:
    return call_order(ready, open_counts(opened))[::-1]


ORDERS: dict[str, Order] = {
    "busiest first": busiest_first,
    "as listed": by_list,
    "at random": at_random,
    "one-card people first": one_card_people_first,
}


@dataclass
class Guess:
    """What was forecast when a quarter of a round's matches was over, and when it really was."""

    forecast: datetime
    really: datetime | None = None


@dataclass
class Evening:
    """A hall with so many tables; one round after the other."""

    tables: int
    order: Order
    random: Random
    now: datetime = START
    played: list[PlayedMatch] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)

    def play_round(self, pairs: Sequence[tuple[int, int]], minutes: Sequence[float]) -> None:
        waiting = {i: OpenMatch(i, left, right, self.now) for i, (left, right) in enumerate(pairs)}
        running: list[tuple[datetime, int]] = []
        sitting: dict[int, OpenMatch] = {}
        busy: set[int] = set()
        while waiting or sitting:
            opened = [*waiting.values(), *sitting.values()]
            ready = [match for match in waiting.values() if busy.isdisjoint(match.players)]
            for match in self.order(ready, opened, self.random):
                if len(sitting) == self.tables:
                    break
                if busy.isdisjoint(match.players):
                    busy.update(match.players)
                    sitting[match.id] = replace(waiting.pop(match.id), started_at=self.now)
                    heapq.heappush(running, (self.now + timedelta(minutes=minutes[match.id]), match.id))
            if len(waiting) + len(sitting) == len(pairs) - len(pairs) // 4 and len(pairs) >= 8:
                self.guess([*waiting.values(), *sitting.values()])
            self.now, done = heapq.heappop(running)
            match = sitting.pop(done)
            busy.difference_update(match.players)
            self.played.append(PlayedMatch(match.left, match.right, match.since, self.now, started_at=match.started_at))
        for guess in self.guesses:
            guess.really = guess.really or self.now

    def guess(self, opened: Sequence[OpenMatch]) -> None:
        found = forecast(opened, [Table(i) for i in range(self.tables)], pace_of(self.played), now=self.now)
        assert found is not None
        self.guesses.append(Guess(found.end))


def rounds(cards: int, people: int, random: Random) -> list[tuple[list[tuple[int, int]], list[float]]]:
    """All rounds of an evening, with results and durations settled: every order of calling plays the same evening."""
    owners = [*range(people), *random.choices(range(people), k=cards - people)]
    found = []
    while len(owners) > 1:
        random.shuffle(owners)
        pairs = list(zip(owners[::2], owners[1::2], strict=True))
        owners = [random.choice(pair) for pair in pairs]
        found.append(([pair for pair in pairs if pair[0] != pair[1]], [random.triangular(15, 45, 22) for _ in pairs]))
    return found


def say(text: str) -> None:
    print(text)  # noqa: T201


@pytest.mark.parametrize(
    ("cards", "people", "tables", "evenings"),
    [(64, 17, 8, 60), (64, 17, 5, 60), (128, 34, 12, 40), (512, 120, 25, 8), (512, 120, 60, 8)],
)
def test_minutes_saved_by_the_order_of_calling(cards: int, people: int, tables: int, evenings: int) -> None:
    lasted: dict[str, list[float]] = {name: [] for name in ORDERS}
    misses: list[float] = []
    for seed in range(evenings):
        evening_rounds = rounds(cards, people, Random(seed))  # noqa: S311
        for name, order in ORDERS.items():
            evening = Evening(tables, order, Random(seed))  # noqa: S311
            for pairs, minutes in evening_rounds:
                evening.play_round(pairs, minutes)
            lasted[name].append((evening.now - START) / timedelta(minutes=1))
            if name == "busiest first":
                misses += [(guess.forecast - guess.really) / timedelta(minutes=1) for guess in evening.guesses]
    best = statistics.mean(lasted["busiest first"])
    say(f"\n{cards} cards, {people} people, {tables} tables: {best:.0f} min an evening, busiest first")
    for name in list(ORDERS)[1:]:
        say(f"  saved against {name:<24} {statistics.mean(lasted[name]) - best:>6.0f} min")
    say(
        f"  forecast after a quarter of a round: {statistics.mean(misses):+.0f} min on average, "
        f"off by {statistics.mean(map(abs, misses)):.0f} min, worst {max(misses, key=abs):+.0f} min"
    )
    assert len({len(times) for times in lasted.values()}) == 1
