"""Several server processes behind one address, as a federation runs them: no state in any of them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.people import Board, Connection, Desk, Measured, Phone, fill, lost_or_doubled
from tests.hall.servers import Gunicorn, make_evening

from .databases import own_database
from .running import manage

PHONES, SECONDS = 16, 6.0

pytestmark = [
    pytest.mark.own_database,
    pytest.mark.skipif(os.name == "nt", reason="gunicorn does not run there; `serve` is one process"),
]


@pytest.fixture
def server(tmp_path: Path, django_db_blocker: Any) -> Iterator[Gunicorn]:
    with own_database(django_db_blocker, "several") as environment:
        server = Gunicorn(tmp_path, **environment)
        yield server
        server.end()


@pytest.fixture
def evening(server: Gunicorn) -> dict[str, Any]:
    made = make_evening(server.environment, 64)
    server.start()
    assert len(server.pids()) == 2
    return made


def test_what_one_process_says_is_known_is_known_to_the_other(server: Gunicorn, evening: dict[str, Any]) -> None:
    """A phone's, a board's and a guest's unchanged page is 304 whichever process answers."""
    measured = Measured()
    lines = [Connection(lambda: server.port, measured) for _ in range(8)]
    for path in (
        f"{next(iter(evening['matches'].values()))}/stand?handy={'ab' * 16}",
        f"{evening['board']}/inhalt",
        f"{evening['board']}/stand",
        f"/t/{evening['slug']}/gast/",
    ):
        first = lines[0].ask("first", "GET", path)
        assert first is not None, path
        assert first[0] == 200, path
        known = {"If-None-Match": first[1]["etag"]}
        statuses = {(line.ask("again", "GET", path, headers=known) or (0,))[0] for line in lines}
        assert statuses == {304}, path


def test_a_small_hall_on_two_processes_loses_and_doubles_nothing(
    server: Gunicorn, evening: dict[str, Any], tmp_path: Path
) -> None:
    measured = Measured()
    serials = sorted(map(int, evening["matches"]))
    phones = [
        Phone(
            lambda: server.port, measured, address=evening["matches"][str(serial)], serial=serial, tap_every=0.5, poll_every=0.4
        )
        for serial in serials[:PHONES]
    ]  # fmt: skip
    boards = [Board(lambda: server.port, measured, address=evening["board"], number=number) for number in range(2)]
    desk = Desk(
        lambda: server.port, measured, slug=evening["slug"], login=tuple(evening["logins"][0]), numbers=serials[PHONES:]
    )
    desk.log_in()
    fill([*phones, *boards, desk], SECONDS)
    environment = {name: server.environment[name] for name in ("DATABASE_URL",) if name in server.environment}
    manage(tmp_path, "export", evening["slug"], tmp_path / "evening.json", **environment)
    journal = json.loads((tmp_path / "evening.json").read_text(encoding="utf-8"))["journal"]
    assert measured.faults == []
    assert measured.unanswered == 0
    assert sum(len(phone.acknowledged) for phone in phones) >= PHONES
    assert lost_or_doubled(phones, journal) == []
    assert manage(tmp_path, "verify", tmp_path / "evening.json").returncode == 0
