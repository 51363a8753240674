"""A full hall on one waitress process with SQLite, and on two gunicorn workers with PostgreSQL: 200 phones, 10 boards, 3 desks.

Figures, no limits by the clock; but no error, and no tap lost or doubled, counted from the journal. Run with
`pytest tests/benchmarks/test_hall.py -s`; the second one where DATABASE_URL names a PostgreSQL server.
PREISSCHNAPSEN_SECONDS says how long (120), PREISSCHNAPSEN_PHONES how many (200).
"""

from __future__ import annotations

import json
import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.commands.databases import own_database
from tests.commands.running import manage
from tests.hall.people import Board, Desk, Measured, Phone, fill, lost_or_doubled
from tests.hall.servers import Gunicorn, Waitress, make_evening, resident

SECONDS = float(os.environ.get("PREISSCHNAPSEN_SECONDS", "120"))
PHONES = int(os.environ.get("PREISSCHNAPSEN_PHONES", "200"))
BOARDS, DESK_MATCHES = 10, 56
EVERY = 10.0  # seconds between two looks at the memory


def figure(what: str, value: str) -> None:
    print(f"{what:<44} {value}")  # noqa: T201


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] * 1000


@dataclass
class Memory:
    """Resident memory of the server in MB, again and again."""

    pids: Callable[[], list[int]]
    seen: list[float]

    def watch(self, until: threading.Event) -> None:
        while not until.wait(EVERY):
            self.seen.append(sum(map(resident, self.pids())))


def crowd(server: Waitress | Gunicorn, evening: dict[str, Any], measured: Measured) -> tuple[list[Phone], list[Any]]:
    """Phones at the first matches, the desks share the rest."""
    serials = sorted(map(int, evening["matches"]))
    port = lambda: server.port  # noqa: E731
    phones = [
        Phone(port, measured, address=evening["matches"][str(serial)], serial=serial, tap_every=5.0, poll_every=3.0)
        for serial in serials[:PHONES]
    ]
    boards = [Board(port, measured, address=evening["board"], number=number) for number in range(BOARDS)]
    rest = serials[PHONES:]
    desks = [
        Desk(port, measured, slug=evening["slug"], login=tuple(login), numbers=rest[index::3])
        for index, login in enumerate(evening["logins"])
    ]
    for desk in desks:
        desk.log_in()
    return phones, [*boards, *desks]


def hall(server: Waitress | Gunicorn, environment: dict[str, str], data: Path) -> None:
    evening = make_evening(server.environment, 2 * (PHONES + DESK_MATCHES))
    server.start()
    measured = Measured()
    try:
        phones, others = crowd(server, evening, measured)
        memory, over = Memory(server.pids, [sum(map(resident, server.pids()))]), threading.Event()
        watcher = threading.Thread(target=memory.watch, args=(over,), daemon=True)
        watcher.start()
        began, busy = time.monotonic(), server.processor_seconds()
        fill([*phones, *others], SECONDS)
        seconds, busy = time.monotonic() - began, server.processor_seconds() - busy
        over.set()
    finally:
        server.end()
    manage(data, "export", evening["slug"], data / "evening.json", **environment)
    journal = json.loads((data / "evening.json").read_text(encoding="utf-8"))["journal"]
    faults = lost_or_doubled(phones, journal)
    report(server, measured, memory, phones, seconds, busy, faults)
    assert measured.faults == []
    assert measured.unanswered == 0
    assert faults == []
    assert manage(data, "verify", data / "evening.json").returncode == 0


def report(
    server: Waitress | Gunicorn, measured: Measured, memory: Memory, phones: list[Phone], seconds: float, busy: float,
    faults: list[str],
) -> None:  # fmt: skip
    count = sum(map(len, measured.times.values()))
    print()  # noqa: T201
    figure("server", server.name)
    figure("answers", f"{count} in {seconds:.0f} s, {count / seconds:.0f} a second, {measured.unchanged} of them 304")
    for what, times in sorted(measured.times.items()):
        figure(
            f"  {what} ({len(times)})",
            f"p50 {percentile(times, 0.5):.0f} ms, p95 {percentile(times, 0.95):.0f} ms, p99 {percentile(times, 0.99):.0f} ms, "
            f"longest {max(times) * 1000:.0f} ms, mean {statistics.fmean(times) * 1000:.1f} ms",
        )
    acknowledged = sum(len(phone.acknowledged) for phone in phones)
    figure("taps acknowledged, lost or doubled", f"{acknowledged}, {len(faults)}")
    figure("results reported by phones", str(sum(phone.reported for phone in phones)))
    figure("errors, requests without an answer", f"{len(measured.faults)}, {measured.unanswered}")
    figure("memory of the server", ", ".join(f"{megabytes:.0f}" for megabytes in memory.seen) + " MB")
    figure("processor of the server", f"{busy:.1f} s of {seconds:.0f} s")


def test_a_full_hall_on_one_waitress_process_with_sqlite(tmp_path: Path) -> None:
    hall(Waitress(tmp_path), {}, tmp_path)


@pytest.fixture
def postgres(django_db_blocker: Any) -> Iterator[dict[str, str]]:
    with own_database(django_db_blocker, "hall") as environment:
        yield environment


def test_a_full_hall_on_two_gunicorn_workers_with_postgresql(tmp_path: Path, postgres: dict[str, str]) -> None:
    if not postgres:
        pytest.skip("DATABASE_URL names no PostgreSQL server")
    hall(Gunicorn(tmp_path, **postgres), postgres, tmp_path)
