"""When the machine fails: damaged file, full disk, read-only folder, two programs, an old folder. Clear words, nothing half done."""

from __future__ import annotations

import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, OperationalError, connection
from django.test import Client

from tests import factories
from tournament.domain.verification import verify
from tournament.models import Role
from tournament.services import backups, installation
from tournament.services.backup_contents import contents

from .over_http import Server, Visitor
from .running import manage, one_line

DATABASE = "preisschnapsen.sqlite3"
#: What a file may hold in the test of the full disk: the index of the journal file fits, the pages of a sale do not.
FULL_AT = 40_000
SALE = {"who": "Moar Sepp", "cards": "1", "sell": "1"}


def damage(path: Path) -> None:
    """Bytes in the middle that SQLite never wrote; the first pages stay as they are."""
    with path.open("r+b") as file:
        for at in range(8192, path.stat().st_size, 4096):
            file.seek(at)
            file.write(b"\xa5" * 512)


def journal_entries(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT count(*) FROM tournament_journalentry").fetchone()[0])


# --- a damaged file ----------------------------------------------------------------------------------------------


def test_damaged_in_the_middle_the_start_names_the_backup_and_restore_brings_it_back(installation: Path) -> None:
    database = installation / DATABASE
    entries = journal_entries(database)
    assert manage(installation, "backup").returncode == 0
    [good] = (installation / "backups").glob("preisschnapsen-*")
    worse = good.with_name("preisschnapsen-20990101-000000-ffff.sqlite3")
    worse.write_bytes(good.read_bytes())
    damage(worse)
    damage(database)
    damaged = database.read_bytes()

    refused = manage(installation, "serve", "--port", 0)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert one_line(refused.stderr)
    assert "beschädigt" in refused.stderr
    assert f"manage.py restore {good.name}" in refused.stderr
    assert database.read_bytes() == damaged

    done = manage(installation, "restore", good.name)
    assert done.returncode == 0, done.stderr
    assert journal_entries(database) == entries
    [kept] = installation.glob(f"{DATABASE}.beschaedigt-*[0-9]")
    assert kept.read_bytes() == damaged
    assert kept.name in done.stdout


def test_without_a_sound_backup_the_start_says_that_too(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"kein SQLite, sondern " * 400)
    refused = manage(tmp_path, "serve", "--port", 0)
    assert refused.returncode == 2
    assert "keine brauchbare Sicherung" in refused.stderr
    assert one_line(refused.stderr)


def test_restore_into_a_folder_that_works_keeps_its_state(installation: Path, tmp_path: Path) -> None:
    assert manage(installation, "backup", tmp_path / "stick").returncode == 0
    [chosen] = (tmp_path / "stick").iterdir()
    done = manage(installation, "restore", chosen)
    assert done.returncode == 0, done.stderr
    [before] = (installation / "backups").glob("*vor-zurueckspielen*")
    assert contents(before).fault == ""
    for wrong in ("gibtsnicht.sqlite3", installation / "key"):
        refused = manage(installation, "restore", wrong)
        assert refused.returncode == 2
        assert one_line(refused.stderr)


# --- two programs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["serve", "demo"])
def test_no_second_program_on_the_same_folder(installation: Path, first: str) -> None:
    running = Server(installation, first, *(["--people", "4", "--cards", "8"] if first == "demo" else []))
    (installation / "backups").mkdir()
    (installation / "backups" / "eine.sqlite3").write_bytes((installation / DATABASE).read_bytes())
    try:
        running.start()
        for second in (("serve", "--port", 0), ("demo", "--no-serve"), ("restore", "eine.sqlite3")):
            refused = manage(installation, *second)
            assert refused.returncode == 2, second
            assert one_line(refused.stderr)
            assert "läuft schon ein Programm" in refused.stderr
    finally:
        running.buried()


# --- nothing can be written --------------------------------------------------------------------------------------


def test_on_a_full_disk_entries_are_refused_pages_go_on_and_nothing_is_half_done(tmp_path: Path) -> None:
    """A real limit on what the process may write into one file, set while it runs."""
    server = Server(tmp_path)
    visitor = Visitor(server)
    try:
        server.start()
        visitor.first_login()
        made = visitor.post("/neu/", _settings() | {"request_key": "0" * 32})
        assert made[0] == 302, made[2].decode()
        assert visitor.post("/t/voll/kassa/", SALE | {"request_key": "1" * 32})[0] == 302
        assert server.process is not None
        _soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (FULL_AT, resource.RLIM_INFINITY))
        second = SALE | {"who": "Huber Resi", "request_key": "2" * 32}
        status, headers, page = visitor.post("/t/voll/kassa/", second)
        assert (status, headers["Retry-After"]) == (503, "60")
        assert "Es kann nichts gespeichert werden" in page.decode()
        assert visitor.get("/t/voll/kassa/")[0] == 200
        now = visitor.archive("voll")
        assert now is not None
        assert verify(now) == ()
        assert [person["name"] for person in now["people"]] == ["Moar Sepp"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))
        for _twice in range(2):
            assert visitor.post("/t/voll/kassa/", second)[0] == 302
        now = visitor.archive("voll")
        assert now is not None
        assert verify(now) == ()
        assert [person["name"] for person in now["people"]] == ["Moar Sepp", "Huber Resi"]
    finally:
        server.buried()


def _settings() -> dict[str, Any]:
    from .killed_evening import SETTINGS

    return SETTINGS | {"name": "Voll", "slug": "voll"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("says", "title"),
    [
        (OperationalError("attempt to write a readonly database"), "Es kann nichts gespeichert werden"),
        (OperationalError("unable to open database file"), "Es kann nichts gespeichert werden"),
        (OSError(30, "Read-only file system"), "Es kann nichts gespeichert werden"),
        (DatabaseError("database disk image is malformed"), "Die Datenbank ist beschädigt"),
    ],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_what_fails_while_serving_is_said_in_words(
    monkeypatch: pytest.MonkeyPatch, says: Exception, title: str, htmx: bool
) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(factories.member(factories.make_tournament(), Role.CASHIER))

    def fail(*_args: object, **_given: object) -> None:
        raise says

    monkeypatch.setattr("tournament.services.cards.sell", fail)
    answer = client.post("/t/feuerwehr/kassa/", SALE, headers={"HX-Request": "true"} if htmx else {})
    assert answer.status_code == 503
    assert title in answer.content.decode()
    assert answer.get("HX-Retarget") == ("#problems" if htmx else None)


@pytest.mark.django_db
def test_a_session_that_cannot_be_saved_is_no_riddle(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(factories.member(factories.make_tournament(), Role.CASHIER))

    def fail(*_args: object, **_given: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", fail)
    answer = client.post("/t/feuerwehr/kassa/wahl/", {"desk": "Kassa 2"})
    assert answer.status_code == 503
    assert "Es kann nichts gespeichert werden" in answer.content.decode()


@pytest.mark.django_db
def test_a_file_that_may_not_be_written_is_said_before_anybody_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.execute("CREATE TABLE x (y)")
    monkeypatch.setattr(installation, "connection", _sqlite_at(tmp_path / DATABASE))

    def refused(path: Path, *_args: object, **_given: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(installation.InstallationError, match="Bitte Schreibrechte geben"):
        installation.check_database()


def _sqlite_at(path: Path) -> Any:
    class Connection:
        vendor = "sqlite"
        settings_dict = {"NAME": str(path)}

    return Connection()


@pytest.mark.django_db
def test_a_backup_that_finds_no_room_leaves_no_half_file(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path

    def full(path: Path) -> None:
        path.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_copy_sqlite" if connection.vendor == "sqlite" else "_zip_archives", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup")
    assert list((tmp_path / "backups").iterdir()) == []


# --- an older folder ---------------------------------------------------------------------------------------------


def test_a_folder_of_the_first_version_is_renewed_after_a_backup_with_everything_in_it(installation: Path) -> None:
    assert manage(installation, "migrate", "tournament", "0001").returncode == 0
    entries = journal_entries(installation / DATABASE)
    running = Server(installation)
    try:
        running.start()
        assert "Gesichert vor dem Erneuern" in running.said
    finally:
        running.buried()
    [kept] = (installation / "backups").glob("*vor-erneuerung*")
    assert journal_entries(kept) == journal_entries(installation / DATABASE) == entries
    assert "[ ]" not in manage(installation, "showmigrations").stdout
    exported = installation / "demo.json"
    assert manage(installation, "export", "demo", exported).returncode == 0
    checked = manage(installation, "verify", exported)
    assert checked.returncode == 0, checked.stdout
