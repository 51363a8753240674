"""A small demo folder, made once and copied for every test that needs an installation with something in it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .running import manage


@pytest.fixture(scope="session")
def _made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "data"
    done = manage(folder, "demo", "--no-serve", "--people", 4, "--cards", 8)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def installation(_made_once: Path, tmp_path: Path) -> Path:
    """A data folder with two tournaments, `demo` among them, and a director."""
    return Path(shutil.copytree(_made_once, tmp_path / "installation"))
