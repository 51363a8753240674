"""The key of an installation: one for all its processes, whole, and kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.commands.running import ROOT, environment

SHOW_KEY = "from tournament import settings; print(settings.SECRET_KEY)"


def processes_at_once(data: Path, count: int) -> list[str]:
    """The key that each of so many servers works with, all started together."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", SHOW_KEY], cwd=ROOT, env=environment(data), stdout=subprocess.PIPE, text=True
        )
        for _ in range(count)
    ]
    return [(process.communicate(timeout=60)[0]).strip() for process in running]


def test_workers_that_start_together_in_an_empty_folder_sign_with_one_key(tmp_path: Path) -> None:
    data = tmp_path / "data"
    keys = processes_at_once(data, 4)
    assert len(set(keys)) == 1
    assert len(keys[0]) >= 50
    assert (data / "key").read_text(encoding="ascii") == keys[0]
    assert [each.name for each in data.iterdir()] == ["key"]
    assert (data / "key").stat().st_mode & 0o077 == 0


def test_a_server_that_is_started_in_an_unknown_way_keeps_the_key(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("the-key-of-last-year", encoding="ascii")
    assert processes_at_once(tmp_path, 1) == ["the-key-of-last-year"]


def test_a_key_that_a_power_cut_left_empty_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "key").touch()
    (first,) = processes_at_once(tmp_path, 1)
    assert len(first) >= 50
    assert processes_at_once(tmp_path, 1) == [first]
