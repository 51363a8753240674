"""`manage.py verify`: exit status, what a person reads, what a program reads, and unusable input."""

from __future__ import annotations

import copy
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.domain.archive_builder import Builder
from tests.domain.tampering import forged
from tournament.domain.archive import dump
from tournament.management.commands import verify

ROOT = Path(__file__).resolve().parents[2]
WHOLE = Builder([2, 1, 2, 1]).close().play_out().settle().finish().archive()


def forged_winner() -> dict:
    changed = copy.deepcopy(WHOLE)
    match = next(each for each in changed["matches"] if each["outcome"] == "played")
    match["winner"] = match["right"] if match["winner"] == match["left"] else match["left"]
    return forged(changed)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "abend.json"


def run(*args: object) -> tuple[int, str]:
    """Exit status and standard output."""
    out = io.StringIO()
    try:
        call_command("verify", *map(str, args), stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


def test_a_whole_file_ends_with_0_and_one_line(file):
    file.write_text(dump(WHOLE), encoding="utf-8")
    status, said = run(file)
    assert (status, len(said.splitlines())) == (0, 1)
    assert "Alles stimmt" in said
    assert "6 Karten" in said
    assert not re.search(r"\b1 (Personen|Karten|Auslosungen|Begegnungen|Einträge)", said)


def test_one_of_each_is_said_in_the_singular():
    archive = {name: [None] for name in ("people", "cards", "draws", "matches", "journal")}
    assert verify._as_lines(archive, ()) == (
        "Alles stimmt: 1 Person, 1 Karte, 1 Auslosung, 1 Begegnung, 1 Eintrag im Protokoll."
    )


def test_deviations_end_with_1_one_line_each_and_a_summary(file):
    file.write_text(dump(forged_winner()), encoding="utf-8")
    status, said = run(file)
    *lines, summary = said.splitlines()
    assert status == 1
    assert any(line.startswith("match ") and "[score]" in line for line in lines)
    assert summary.startswith(f"{len(lines)} Abweichung")


def test_json_is_one_object(file):
    file.write_text(dump(WHOLE), encoding="utf-8")
    assert run(file, "--json") == (0, '{\n  "ok": true,\n  "deviations": []\n}\n')
    file.write_text(dump(forged_winner()), encoding="utf-8")
    status, said = run(file, "--json")
    answer = json.loads(said)
    assert (status, answer["ok"]) == (1, False)
    assert {frozenset(each) for each in answer["deviations"]} == {frozenset({"code", "where", "text"})}
    assert "score" in {each["code"] for each in answer["deviations"]}


UNUSABLE = {
    "nothing": b"",
    "cut in half": dump(WHOLE).encode()[: len(dump(WHOLE)) // 2],
    "a PDF": b"%PDF-1.7\n\xe2\xe3\xcf\xd3",
    "another object": b"{}",
    "a list": b"[1, 2]",
    "version 99": dump(WHOLE | {"version": 99}).encode(),
    "nested without end": b'{"format":' * 100_000,
    "a broken number": dump(WHOLE).replace('"version": 1,', '"version": 1.0,').encode(),
    "a number of a million digits": b'{"format": ' + b"9" * 1_000_000 + b"}",
}


@pytest.mark.parametrize("data", UNUSABLE.values(), ids=UNUSABLE.keys())
def test_what_is_no_archive_ends_with_2_and_one_line(file, capsys, data):
    file.write_bytes(data)
    assert run(file) == (2, "")
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert str(file) in said


def test_a_file_that_is_not_there_and_one_that_is_a_folder(tmp_path, capsys):
    assert run(tmp_path / "nirgends.json") == (2, "")
    assert run(tmp_path) == (2, "")
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_text_that_a_terminal_cannot_show_is_no_reason_to_stumble(file):
    changed = copy.deepcopy(WHOLE)
    changed["cash_totals"]["by_desk"]["\ud800\n"] = "1.00"
    file.write_text(json.dumps(changed), encoding="ascii")
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", str(file)], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"\\ud800" in done.stdout


@pytest.mark.parametrize("arguments", [[], ["a.json", "--was"], ["a.json", "b.json"]])
def test_wrong_arguments_end_with_2_and_one_line(arguments):
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def test_neither_database_nor_data_folder_is_needed(file, tmp_path):
    file.write_text(dump(WHOLE), encoding="utf-8")
    folder = tmp_path / "data"
    environment = os.environ | {"PREISSCHNAPSEN_DATA": str(folder), "DATABASE_URL": "sqlite:////nirgends/db"}
    with file.open("rb") as content:
        done = subprocess.run(
            [sys.executable, "manage.py", "verify", "-"], cwd=ROOT, env=environment, stdin=content,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr, folder.exists()) == (0, "", False)
