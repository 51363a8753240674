"""Backups: consistent while others write, before every draw, after ten minutes of activity, the last twenty kept."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests import factories
from tournament import clock
from tournament.domain.verification import verify
from tournament.models import PreparedDraw
from tournament.process_lock import AlreadyLocked, ProcessLock
from tournament.services import backups, draws, hand_draws

from .running import manage, one_line

pytestmark = pytest.mark.django_db(transaction=True)
EIGHT = datetime(2026, 1, 10, 19, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    settings.AUTOMATIC_BACKUPS = True
    return tmp_path


@pytest.fixture
def moment() -> Iterator[list[datetime]]:
    """A clock the test sets."""
    now = [EIGHT]
    with clock.use(lambda: now[0]):
        yield now


def sold_and_journalled(made: backups.Backup) -> tuple[int, int]:
    """Cards, and journal entries of sales, in a backup: in a consistent one of sales of one card each they agree."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(made.path)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            cards = copy.execute("SELECT count(*) FROM tournament_entrycard").fetchone()[0]
            return cards, copy.execute(
                "SELECT count(*) FROM tournament_journalentry WHERE kind = 'cards_sold'"
            ).fetchone()[0]
    with zipfile.ZipFile(made.path) as archives:
        archive = json.loads(archives.read("feuerwehr.json"))
    assert verify(archive) == ()
    return len(archive["cards"]), sum(entry["kind"] == "cards_sold" for entry in archive["journal"])


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("preisschnapsen-*"))


def test_a_backup_while_somebody_sells_is_consistent() -> None:
    tournament = factories.make_tournament(cards_offered=64)

    def sell() -> None:
        factories.sell(tournament, *[1] * 25)
        connection.close()

    desk = threading.Thread(target=sell)
    desk.start()
    made = [backups.backup() for _each in range(4)]
    desk.join()
    made.append(backups.backup())
    counts = [sold_and_journalled(each) for each in made]
    assert all(cards == entries for cards, entries in counts)
    assert counts[-1] == (25, 25)


def test_it_holds_the_secrets_and_is_for_the_owner_only(tmp_path: Path) -> None:
    factories.make_tournament()
    made = backups.backup()
    packed = made.path.read_bytes()
    if made.path.suffix == ".zip":
        with zipfile.ZipFile(made.path) as archives:
            packed = archives.read("feuerwehr.json")
    assert factories.S0.encode() in packed
    assert made.path.stat().st_mode & 0o077 == 0
    assert files(tmp_path / "backups") == [made.path.name]


def test_the_last_twenty_are_kept(tmp_path: Path, moment: list[datetime]) -> None:
    (tmp_path / "backups").mkdir()
    foreign = tmp_path / "backups" / "preisschnapsen-urlaub.sqlite3"
    foreign.write_text("nicht unseres")
    names = []
    for _each in range(23):
        moment[0] += timedelta(minutes=1)
        names.append(backups.backup().path.name)
    assert [each.path.name for each in backups.status().backups] == names[:2:-1]
    assert foreign.exists()


def test_before_every_draw(tmp_path: Path) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 2, 1)
    tournament = factories.close(tournament)
    assert files(tmp_path / "backups") == []
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    [only] = backups.status().backups
    assert sold_and_journalled(only) == (3, 2)


def test_before_a_draw_by_hand_counts(tmp_path: Path) -> None:
    tournament = factories.close(_sold_to_two())
    hand_draws.start(tournament=tournament, actor=factories.DIRECTOR)
    slips = [("left", 1, 1), ("left", 2, 2), ("right", 1, 3)]
    for pot, number, card in slips:
        hand_draws.add_slip(
            tournament=factories.fresh(tournament), actor=factories.DIRECTOR, pot=pot, number=number, card=card
        )
    assert files(tmp_path / "backups") == []
    hand_draws.complete(tournament=factories.fresh(tournament), actor=factories.DIRECTOR)
    assert len(files(tmp_path / "backups")) == 1


def _sold_to_two() -> Any:
    tournament = factories.make_tournament()
    factories.sell(tournament, 2, 1)
    return tournament


def test_a_backup_that_fails_never_holds_a_draw_up_and_is_shown(tmp_path: Path) -> None:
    tournament = factories.close(_sold_to_two())
    (tmp_path / "backups").write_text("eine Datei, wo der Ordner sein sollte")
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR)
    assert PreparedDraw.objects.filter(tournament=tournament).exists()
    assert "backups" in (backups.status().failure or "")
    (tmp_path / "backups").unlink()
    backups.backup()
    assert backups.status().failure is None


def test_nothing_is_copied_where_no_data_is_kept(settings: Any, tmp_path: Path) -> None:
    settings.AUTOMATIC_BACKUPS = False
    draws.prepare(tournament=factories.close(_sold_to_two()), actor=factories.DIRECTOR)
    assert backups.backup_if_due() is None
    assert files(tmp_path / "backups") == []


def test_after_ten_minutes_of_activity(moment: list[datetime], tmp_path: Path) -> None:
    backups.backup()
    moment[0] += timedelta(minutes=9, seconds=59)
    assert backups.backup_if_due() is None
    moment[0] += timedelta(seconds=1)
    thread = backups.backup_if_due()
    assert thread is not None
    thread.join()
    assert len(files(tmp_path / "backups")) == 2


def test_only_what_somebody_sends_is_activity(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("tournament.views.backups.backup_if_due", lambda: asked.append("due?"))
    client = Client()
    client.get("/anmelden/")
    client.post("/gibt-es-nicht/")
    assert asked == []
    client.post("/sprache/", {"language": "de"})
    assert asked == ["due?"]


def test_forty_taps_a_second_do_not_list_the_folder_forty_times(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, now = [], [100.0]
    monkeypatch.setattr("tournament.views.backups.backup_if_due", lambda: asked.append(now[0]))
    monkeypatch.setattr("tournament.views.backups.time.monotonic", lambda: now[0])
    client = Client()
    for moment in (100.0, 100.5, 104.9, 105.1, 105.2, 111.0):
        now[0] = moment
        client.post("/sprache/", {"language": "de"})
    assert asked == [100.0, 105.1, 111.0]


def test_whoever_comes_second_makes_none_of_his_own(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    with ProcessLock(tmp_path / "backups" / "lock"):
        backups.before_draw()
    assert files(tmp_path / "backups") == []
    backups.before_draw()
    assert len(files(tmp_path / "backups")) == 1


def test_a_lock_is_free_again_after_its_holder(tmp_path: Path) -> None:
    with ProcessLock(tmp_path / "lock"), pytest.raises(AlreadyLocked):
        ProcessLock(tmp_path / "lock").take()
    with ProcessLock(tmp_path / "lock"):
        pass


def test_the_command(installation: Path, tmp_path: Path) -> None:
    for arguments, folder in (((), installation / "backups"), ((tmp_path / "anderswo",), tmp_path / "anderswo")):
        done = manage(installation, "backup", *arguments)
        assert done.returncode == 0, done.stderr
        [name] = files(folder)
        assert name in done.stdout
        assert one_line(done.stdout)
        with closing(sqlite3.connect(folder / name)) as copy:
            assert copy.execute("SELECT count(*) FROM tournament_tournament").fetchone() == (2,)


def test_the_command_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "preisschnapsen.sqlite3").write_bytes(b"kein SQLite, sondern " * 200)
    damaged = manage(tmp_path, "backup")
    assert (damaged.returncode, damaged.stdout) == (2, "")
    assert "beschädigt" in damaged.stderr
    assert one_line(damaged.stderr)
    (tmp_path / "datei").write_text("")
    done = manage(tmp_path / "leer", "backup", tmp_path / "datei")
    assert done.returncode == 2
    assert one_line(done.stderr)
