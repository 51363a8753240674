"""`manage.py replay_draw`: what a guest types, what he sees, and how it refuses."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.domain.psd1_cases import EXAMPLES, VEC_A, VEC_A_SEAL, VEC_C, Example
from tournament.domain import psd1

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def field_file(tmp_path: Path) -> Path:
    path = tmp_path / "vec-a.field"
    path.write_bytes(VEC_A.field.encode())
    return path


def replay(*args: str) -> str:
    out = io.StringIO()
    call_command("replay_draw", *args, stdout=out)
    return out.getvalue()


def refusal(*args: str) -> str:
    with pytest.raises(CommandError) as error:
        replay(*args)
    assert error.value.returncode == 2
    assert len(str(error.value).splitlines()) == 1
    return str(error.value)


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_prints_result_then_check(example: Example, tmp_path: Path) -> None:
    path = tmp_path / "field"
    path.write_bytes(example.field.encode())
    printed = replay(str(path), "--secret", example.secret, "--public", example.public)
    assert printed == f"{example.result}check {example.check}\n"


def test_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(VEC_A.field.encode())))
    assert VEC_A.check in replay("-", "--secret", VEC_A.secret, "--public", VEC_A.public)


def test_seal_is_checked_if_given(field_file: Path) -> None:
    arguments = (str(field_file), "--secret", VEC_A.secret, "--public", "4711", "--seal")
    assert VEC_A.check in replay(*arguments, VEC_A_SEAL)
    assert "Siegel" in refusal(*arguments, VEC_C.secret)
    assert "Siegel" in refusal(*arguments, VEC_A_SEAL.upper())


def test_secret_of_another_draw_does_not_lead_to_the_seal(tmp_path: Path) -> None:
    path = tmp_path / "field"
    path.write_bytes(VEC_A.field.replace("round=1", "round=2").encode())
    arguments = (str(path), "--secret", VEC_A.secret, "--public", "1", "--seal", VEC_A_SEAL)
    assert "Auslosung 2" in refusal(*arguments)
    # A chain that was begun anew with draw 2 has this secret for it.
    assert replay(*arguments, "--first-draw", "2").startswith("PSD1 result\n")


def test_line_ends_are_not_translated(tmp_path: Path) -> None:
    path = tmp_path / "field"
    path.write_bytes(VEC_A.field.replace("\n", "\r\n").encode())
    assert "CR" in refusal(str(path), "--secret", VEC_A.secret, "--public", "1")
    path.write_bytes(b"\xef\xbb\xbf" + VEC_A.field.encode())
    assert "BOM" in refusal(str(path), "--secret", VEC_A.secret, "--public", "1")
    path.write_bytes(VEC_A.field.encode()[:-1])
    assert "Ende" in refusal(str(path), "--secret", VEC_A.secret, "--public", "1")


@pytest.mark.parametrize(
    ("secret", "public", "named"),
    [
        ("0" * 63, "1", "Geheimnis"),
        ("A" * 64, "1", "Geheimnis"),
        (VEC_A.secret, "", "öffentliche"),
        (VEC_A.secret, "1.2.3.4.5.6.7.8.9.0", "öffentliche"),
        (VEC_A.secret, "vier", "öffentliche"),
        (VEC_A.secret, "1 2", "öffentliche"),
    ],
)
def test_secret_and_public_numbers_are_checked(field_file: Path, secret: str, public: str, named: str) -> None:
    assert named in refusal(str(field_file), "--secret", secret, "--public", public)


def test_draw_that_runs_out_of_words_is_an_error_without_result(
    field_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(psd1.Stream, "word", psd1.Stream("0" * 64, limit=0).word)
    assert "abgebrochen" in refusal(str(field_file), "--secret", VEC_A.secret, "--public", "1")


def test_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nirgends" in refusal(str(tmp_path / "nirgends"), "--secret", VEC_A.secret, "--public", "1")
    assert str(tmp_path) in refusal(str(tmp_path), "--secret", VEC_A.secret, "--public", "1")


def manage(*args: str, data: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PREISSCHNAPSEN_DATA": str(data), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, "manage.py", "replay_draw", *args]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_needs_neither_database_nor_data_folder(field_file: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    run = manage(str(field_file), "--secret", VEC_A.secret, "--public", "4711", data=data)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"{VEC_A.result}check {VEC_A.check}\n"
    assert not data.exists()


@pytest.mark.parametrize("args", [[], ["-"], ["x", "--secret", "y", "--public", "z"], ["--nonsense"]])
def test_unusable_command_line_is_one_line_and_exit_2(args: list[str], tmp_path: Path) -> None:
    run = manage(*args, data=tmp_path / "data")
    assert run.returncode == 2
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1
