"""`serve`: starts on an empty folder, says where it is, and refuses in one line what cannot work."""

from __future__ import annotations

import queue
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.factories import make_tournament
from tournament import links
from tournament.management import serving as serving_module

from .running import ROOT, environment, manage, one_line

PATIENCE = 60


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """The program as a process, its address and what it said; it is ended by its own id."""
    command = [sys.executable, str(ROOT / "manage.py"), *(arguments or ("serve",)), "--port", "0"]
    process = subprocess.Popen(
        command, env=environment(data), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )
    try:
        said = said_until(process, "Strg+C")
        address = re.search(r"http://localhost:\d+/", said)
        assert address, said
        yield process, address.group(), said
    finally:
        process.kill()
        process.wait(PATIENCE)


def said_until(process: subprocess.Popen[str], last: str) -> str:
    """Everything up to the line with these words."""
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    threading.Thread(
        target=lambda: [lines.put(line) for line in process.stdout or ()] + [lines.put("")], daemon=True
    ).start()
    said = ""
    while last not in said:
        line = lines.get(timeout=PATIENCE)
        assert line, said
        said += line
    return said


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - the program's own address
        return answer.status, answer.read().decode()


def test_it_answers_and_ends_when_asked(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address, said):
        status, page = get(address)
        assert status == 200
        assert "Preisschnapsen" in page
        assert re.search(r"Code eingeben: [2-9A-Z]{4}-[2-9A-Z]{4}", said)
        second = manage(tmp_path, "serve", "--port", 0)
        assert (second.returncode, second.stdout) == (2, "")
        assert "läuft schon" in second.stderr
        assert one_line(second.stderr)
        assert manage(tmp_path, "backup").returncode == 0
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


@pytest.mark.django_db
def test_codes_lead_to_the_port_it_really_serves_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody set an address: the codes printed by this process must not name the usual port when it has another."""
    tournament = make_tournament()
    monkeypatch.setattr(links._Served, "port", links.PORT)
    led = []

    class Listening:
        effective_port = 9123

        def run(self) -> None:
            led.append(links.link(tournament, links.Opens.PLAYER, 1))
            led.append(links.guess())

    monkeypatch.setattr(serving_module, "create_server", lambda *_given, **_options: Listening())
    monkeypatch.setattr(signal, "signal", lambda *_given: None)
    monkeypatch.setattr(serving_module.connections, "close_all", lambda: None)
    serving_module.serve(lambda _text: None, "0.0.0.0", 0)  # noqa: S104 - as serve does
    assert len(led) == 2
    assert all(":9123" in address and ":8000" not in address for address in led), led


def test_after_a_crash_it_starts_again(tmp_path: Path) -> None:
    for _time in range(2):
        with serving(tmp_path) as (process, address, _said):
            assert get(address)[0] == 200
            process.kill()


def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))  # noqa: S104 - as serve does
        taken.listen()
        port = taken.getsockname()[1]
        done = manage(tmp_path, "serve", "--port", port)
    assert done.returncode == 2
    assert f"Port {port} ist schon belegt" in done.stderr
    assert "Traceback" not in done.stderr
    assert one_line(done.stderr)


@pytest.mark.parametrize("arguments", [("--port", "viele"), ("--port", "70000"), ("--host", "gibt.es.nicht.invalid")])
def test_an_address_that_is_none_is_one_line(tmp_path: Path, arguments: tuple[str, str]) -> None:
    done = manage(tmp_path, "serve", *arguments)
    assert done.returncode == 2
    assert one_line(done.stderr), done.stderr


def test_a_damaged_database_is_named_and_left_alone(tmp_path: Path) -> None:
    database = tmp_path / "preisschnapsen.sqlite3"
    database.write_bytes(b"kein SQLite, sondern " * 200)
    done = manage(tmp_path, "serve", "--port", 0)
    assert (done.returncode, done.stdout) == (2, "")
    assert "beschädigt" in done.stderr
    assert one_line(done.stderr)
    assert database.read_bytes() == b"kein SQLite, sondern " * 200


def test_before_the_tables_change_there_is_a_backup(installation: Path) -> None:
    forget_a_migration(installation)
    with serving(installation) as (_process, _address, said):
        assert "Gesichert vor dem Erneuern" in said
    [made] = (installation / "backups").glob("preisschnapsen-*.sqlite3")
    with closing(sqlite3.connect(made)) as copy:
        assert copy.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (2,)


def forget_a_migration(data: Path) -> None:
    """As if the program were newer than the database: it has no table for sessions yet."""
    with closing(sqlite3.connect(data / "preisschnapsen.sqlite3")) as database:
        database.execute("DROP TABLE django_session")
        database.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        database.commit()


def test_a_database_of_a_newer_version_is_left_alone(installation: Path) -> None:
    with closing(sqlite3.connect(installation / "preisschnapsen.sqlite3")) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0999_morgen', '2027-01-01')"
        )
        database.commit()
    done = manage(installation, "serve", "--port", 0)
    assert done.returncode == 2
    assert "neueren Version" in done.stderr


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "datei").write_text("")
    done = manage(tmp_path / "datei" / "data", "serve", "--port", 0)
    assert done.returncode == 2
    assert "Datenordner" in done.stderr
    assert one_line(done.stderr)
