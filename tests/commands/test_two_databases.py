"""The same seed gives the same file: on the second run, on SQLite, and on the database these tests run on."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tournament.models import DrawMethod, PrizePolicy
from tournament.services.simulation import Options, play
from tournament.services.throwaway import throwaway_database

from .running import manage

EVENING = ("--cards", 64, "--people", 17, "--withdrawals", 6, "--policy", "one_prize_per_person", "--seed", 42)


def present_database() -> dict[str, str]:
    return {"DATABASE_URL": url} if (url := os.environ.get("DATABASE_URL")) else {}


def simulated(folder: Path, name: str, **extra: str) -> bytes:
    done = manage(folder, "simulate", *EVENING, "--out", folder / name, **extra)
    assert done.returncode == 0, done.stderr
    return (folder / name).read_bytes()


@pytest.mark.django_db
def test_the_file_is_the_same_on_both_databases_and_in_every_run(tmp_path: Path) -> None:
    on_sqlite = simulated(tmp_path, "a.json")
    assert simulated(tmp_path, "b.json", **present_database()) == on_sqlite
    here = play(Options(seed=42, people=17, withdrawals=6, policy=PrizePolicy.ONE))
    assert here.archive_text.encode("utf-8") == on_sqlite


@pytest.mark.django_db
@pytest.mark.parametrize("options", [{"bracket": True, "sold": 50}, {"method": DrawMethod.BY_HAND, "cards": 16}])
def test_another_seed_gives_another_file(options: dict[str, Any]) -> None:
    assert play(Options(seed=1, **options)).archive_text != play(Options(seed=2, **options)).archive_text


@pytest.mark.django_db(transaction=True)
def test_a_throwaway_database_is_gone_also_after_an_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before, name = databases(), connection.settings_dict["NAME"]

    def fail() -> None:
        with throwaway_database():
            assert connection.settings_dict["NAME"] != name
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        fail()
    assert connection.settings_dict["NAME"] == name
    assert databases() == before


def databases() -> set[str]:
    """What is on the server, or in the folder for temporary files."""
    if connection.vendor == "sqlite":
        return {path.name for path in Path(tempfile.gettempdir()).iterdir()}
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {row[0] for row in cursor.fetchall()}
