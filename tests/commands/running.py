"""Running the program's commands as a user does: in a process and a data folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def environment(data: Path, **extra: str) -> dict[str, str]:
    """This process's environment, with another data folder; the database is SQLite in it unless `extra` says otherwise."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}}
    return kept | {"PREISSCHNAPSEN_DATA": str(data), "PYTHONIOENCODING": "utf-8"} | extra


def manage(data: Path, *arguments: object, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    command = [sys.executable, str(ROOT / "manage.py"), *map(str, arguments)]
    return subprocess.run(
        command,
        env=environment(data, **extra),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def one_line(text: str) -> bool:
    """Whether a command said exactly one line."""
    return len(text.strip().splitlines()) == 1
