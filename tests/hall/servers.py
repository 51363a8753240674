"""The program as an inn serves it (`serve`, one process of waitress), and as a federation does (gunicorn, two workers)."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.commands.over_http import Server
from tests.commands.running import ROOT, environment, manage

PATIENCE = 60
TICKS = os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Megabytes of memory a process holds; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


def processor(pid: int) -> float:
    """Seconds of the processor a process has used, in and for its own code."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def make_evening(environment: dict[str, str], cards: int) -> dict[str, Any]:
    """A drawn tournament of so many cards in that environment's database: its links and logins (see `evening.make`)."""
    made = subprocess.run(
        [sys.executable, "-m", "tests.hall.evening", str(cards)],
        cwd=ROOT, env=environment | {"DJANGO_SETTINGS_MODULE": "tournament.settings"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(made.stdout))


class Waitress(Server):
    """`manage.py serve` on a free port, after each death on the same one, as at an inn."""

    name = "waitress, one process"

    def __init__(self, data: Path, **extra: str) -> None:
        super().__init__(data, "serve", port=free_port(), **extra)
        self.environment = environment(data, **extra)
        assert manage(data, "migrate", **extra).returncode == 0

    def pids(self) -> list[int]:
        return [self.process.pid] if self.process else []

    def processor_seconds(self) -> float:
        return sum(map(processor, self.pids()))

    def end(self) -> None:
        """As Ctrl-C does."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)


class Gunicorn:
    """The line of the README for a federation, on a free port of this machine."""

    name = "gunicorn, two workers"

    def __init__(self, data: Path, **extra: str) -> None:
        self.environment = environment(data, **extra)
        self.process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        assert manage(data, "migrate", **extra).returncode == 0

    def start(self) -> None:
        """Until it answers."""
        command = [
            sys.executable, "-m", "gunicorn", "tournament.wsgi", "--workers", "2", "--bind", f"127.0.0.1:{self.port}",
            "--log-level", "warning",
        ]  # fmt: skip
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                line.request("GET", "/anmelden/")
                line.getresponse().read()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("gunicorn does not answer")

    def pids(self) -> list[int]:
        """The workers, which are what serves."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in children.split()]

    def processor_seconds(self) -> float:
        return sum(map(processor, self.pids()))

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(PATIENCE)
