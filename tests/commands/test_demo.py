"""`demo`: an evening in the middle of round 2 that shows what the program can do; started again it goes on."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tournament.domain.verification import verify
from tournament.models import Outcome, State, Tournament, User
from tournament.services import accounts, demo
from tournament.services.archives import export_archive
from tournament.services.simulation import Options

from .running import manage, one_line

EVENING = Options(seed=1, people=17, cards=64, sold=63)


@pytest.fixture
def tonight(db: None) -> Tournament:
    assert demo.seed_evenings(EVENING)
    return Tournament.objects.get(slug=demo.SLUG)


def test_round_2_is_half_played(tonight: Tournament) -> None:
    second = tonight.matches.filter(round=2, stage="main")
    assert tonight.state == State.RUNNING
    still_open, decided = (second.filter(outcome=outcome).count() for outcome in (Outcome.OPEN, Outcome.PLAYED))
    assert still_open > 0
    assert 0 <= decided - still_open <= 1
    assert (tonight.people.count(), tonight.cards.exclude(state="refunded").count()) == (17, 63)


def test_it_shows_what_an_evening_brings(tonight: Tournament) -> None:
    archive = json.loads(export_archive(demo.SLUG))
    assert verify(archive) == ()
    first = {match["outcome"] for match in archive["matches"] if match["round"] == 1}
    assert first >= {"played", "bye", "walkover", "retired"}
    assert sum(draw["annulled"] is not None for draw in archive["draws"]) == 1
    assert archive["withdrawals"]
    assert {each["state"] for each in archive["reservations"]} == {"paid", "released"}
    kinds = {entry["kind"] for entry in archive["journal"]}
    assert kinds >= {"correction", "cards_refunded", "cash_void", "draw_annulled"}
    assert any(match["earlier"] for match in archive["matches"])
    assert all(prize["description"] for prize in archive["prizes"])
    assert any(prize["sponsor"] for prize in archive["prizes"])


def test_people_of_last_year_are_known(tonight: Tournament) -> None:
    last_year = Tournament.objects.get(slug=demo.LAST_YEAR)
    assert last_year.state == State.FINISHED
    assert last_year.starts_at < tonight.starts_at
    assert verify(json.loads(export_archive(demo.LAST_YEAR))) == ()
    names = [set(each.people.values_list("name", flat=True)) for each in (tonight, last_year)]
    assert names[0] & names[1]


def test_what_happened_lies_before_now(tonight: Tournament) -> None:
    from tournament import clock

    assert tonight.journal.order_by("-number")[0].at <= clock.now()


def test_a_second_time_nothing_is_made(tonight: Tournament) -> None:
    before = tonight.journal.count()
    assert not demo.seed_evenings(EVENING)
    assert (tonight.journal.count(), Tournament.objects.count()) == (before, 2)


@pytest.mark.django_db
def test_the_login_is_told_again_as_long_as_it_is_good(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    first = demo.director()
    assert first.password is not None
    assert demo.director() == first
    user = User.objects.get(username=first.username)
    user.set_password("etwas Eigenes")
    user.save()
    assert demo.director() == demo.Login(first.username, None)


@pytest.mark.django_db
def test_the_director_of_this_installation_stays(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    accounts.create_director("anna", "Zehn-Bummerl-hintereinander")
    assert demo.director() == demo.Login("anna", None)
    assert list(User.objects.values_list("username", flat=True)) == ["anna"]


@pytest.mark.django_db
@pytest.mark.parametrize(("people", "cards"), [(4, 8), (7, 8), (5, 16), (60, 128)])
def test_smaller_and_larger_evenings(people: int, cards: int) -> None:
    demo.seed_evenings(Options(seed=2, people=people, cards=cards, sold=cards - 1))
    assert verify(json.loads(export_archive(demo.SLUG))) == ()


def test_the_command_started_twice(tmp_path: Path) -> None:
    first = manage(tmp_path, "demo", "--no-serve")
    assert first.returncode == 0, first.stderr
    before = entries(tmp_path)
    again = manage(tmp_path, "demo", "--no-serve")
    assert again.returncode == 0, again.stderr
    assert entries(tmp_path) == before
    login = r"Name turnierleitung, Passwort ([2-9A-Z]{4}-){2}[2-9A-Z]{4}"
    logins = [re.search(login, done.stdout) for done in (first, again)]
    assert logins[0] and logins[1] and logins[0].group() == logins[1].group()  # noqa: PT018
    assert not (tmp_path / "backups").exists()


def entries(data: Path) -> int:
    with closing(sqlite3.connect(data / "preisschnapsen.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM tournament_journalentry").fetchone()[0])


@pytest.mark.parametrize("arguments", [("--people", "3"), ("--cards", "63"), ("--people", "64"), ("--seed", "x")])
def test_unusable_options_are_one_line(tmp_path: Path, arguments: tuple[str, str]) -> None:
    done = manage(tmp_path, "demo", "--no-serve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr)
