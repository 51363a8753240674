"""Commands that write look first whether they can: nothing is played, exported or printed in vain, and one line says why not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.factories import drawn_tournament
from tournament import files
from tournament.management.base import UNUSABLE
from tournament.management.commands import export, simulate
from tournament.models import JournalEntry

from .running import manage, one_line


def a_folder(tmp: Path) -> Path:
    made = tmp / "ordner"
    made.mkdir()
    return made


def in_no_folder(tmp: Path) -> Path:
    return tmp / "gibt" / "es" / "nicht.json"


def under_a_file(tmp: Path) -> Path:
    (tmp / "datei").write_text("x")
    return tmp / "datei" / "turnier.json"


def a_name_too_long(tmp: Path) -> Path:
    return tmp / f"{'x' * 300}.json"


PLACES = [a_folder, in_no_folder, under_a_file, a_name_too_long]
Place = Callable[[Path], Path]


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_played_for_a_file_that_cannot_be_written(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate, "simulate", lambda *_given: pytest.fail("it played before it looked"))
    with pytest.raises(CommandError) as refused:
        call_command("simulate", "--cards", "8", "--seed", "1", "--out", str(place(tmp_path)))
    assert refused.value.returncode == UNUSABLE
    assert one_line(str(refused.value))


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_exported_to_a_file_that_cannot_be_written(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "export_archive", lambda *_given, **_more: pytest.fail("it exported before it looked"))
    with pytest.raises(CommandError) as refused:
        call_command("export", "feuerwehr", str(place(tmp_path)))
    assert refused.value.returncode == UNUSABLE
    assert one_line(str(refused.value))


@pytest.mark.django_db
@pytest.mark.parametrize("blocked", [lambda folder: (folder / "trouble.pdf").mkdir(), lambda folder: None])
def test_nothing_is_printed_that_cannot_be_written(
    blocked: Callable[[Path], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A printout is in the journal: one that nobody ever saw must not be."""
    drawn_tournament(4, 4)
    before = JournalEntry.objects.count()
    blocked(tmp_path)
    if not list(tmp_path.iterdir()):
        monkeypatch.setattr(files.tempfile, "mkstemp", _no_right)
    with pytest.raises(CommandError) as refused:
        call_command("print", "feuerwehr", "--what", "rules,trouble", "--out", str(tmp_path))
    assert refused.value.returncode == UNUSABLE
    assert one_line(str(refused.value))
    assert JournalEntry.objects.count() == before


def _no_right(*_given: Any, **_more: Any) -> Any:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize("command", ["simulate", "export"])
def test_a_folder_without_the_right_to_write_is_named(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files.tempfile, "mkstemp", _no_right)
    target = str(tmp_path / "x.json")
    arguments = ["--cards", "8", "--seed", "1", "--out", target] if command == "simulate" else ["feuerwehr", target]
    with pytest.raises(CommandError, match="Permission denied"):
        call_command(command, *arguments)


def test_looking_leaves_nothing_behind_and_keeps_what_is_there(tmp_path: Path) -> None:
    old = tmp_path / "alt.json"
    old.write_text("alt")
    files.try_to_write(old)
    files.try_to_write(tmp_path / "neu.json")
    assert [path.name for path in tmp_path.iterdir()] == ["alt.json"]
    assert old.read_text() == "alt"
    files.try_to_write(Path(os.devnull))


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "--cards", "8", "--seed", "1", "--out", "FOLDER"),
        ("simulate", "--cards", "8", "--seed", "1", "--json", "--out", "FOLDER"),
        ("simulate", "--cards", "8", "--seed", "1", "--out", "MISSING"),
        ("simulate", "--cards", "8", "--seed", "1", "--out", ""),
        ("export", "demo", "FOLDER"),
        ("export", "demo", "MISSING"),
        ("import", "FOLDER"),
        ("import", "MISSING"),
        ("verify", "FOLDER"),
        ("verify", "MISSING"),
        ("backup", "FILE"),
        ("backup", "UNDER"),
        ("restore", "FOLDER"),
        ("restore", "MISSING"),
        ("print", "demo", "--out", "FILE"),
        *((command, "LONG") for command in ("import", "verify", "restore", "backup")),
        ("simulate", "--cards", "8", "--seed", "1", "--out", "LONG"),
        ("print", "demo", "--out", "LONG"),
        ("replay_draw", "FOLDER", "--secret", "a", "--public", "1"),
    ],
    ids=" ".join,
)
def test_a_place_that_cannot_be_used_is_one_line_and_exit_code_2(
    installation: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    (tmp_path / "ordner").mkdir()
    (tmp_path / "datei").write_text("x")
    places = {
        "FOLDER": "ordner",
        "MISSING": "gibt/es/nicht",
        "FILE": "datei",
        "UNDER": "datei/darunter",
        "LONG": "x" * 300,
    }
    done = manage(installation, *(str(tmp_path / places[each]) if each in places else each for each in arguments))
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr), done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["datei", "installation", "ordner"]
