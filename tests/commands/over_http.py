"""A program as a process, and somebody who works with it over HTTP as a browser does, for tests in which it dies."""

from __future__ import annotations

import http.client
import json
import queue
import re
import subprocess
import sys
import threading
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from .running import ROOT, environment

PATIENCE = 60
NAME, PASSWORD = "chefin", "Zehn-Bummerl-hintereinander"


class Died(Exception):
    """No answer: the request was carried out or not, nobody knows."""


class Server:
    """`serve` (or another command that serves) on a free port or that one; started again on the same folder after each death."""

    def __init__(self, data: Path, *command: str, port: int = 0, **extra: str) -> None:
        self._command = [
            sys.executable,
            str(ROOT / "manage.py"),
            *(command or ("serve",)),
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ]
        self._environment = environment(data, **extra)
        self.process: subprocess.Popen[str] | None = None
        self.port = 0
        self.said = ""

    def start(self) -> None:
        """Until it says that it is ready."""
        self.process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_pass_on, args=(self.process, lines), daemon=True).start()
        self.said = ""
        while "Strg+C" not in self.said:
            line = lines.get(timeout=PATIENCE)
            assert line, f"the program ended: {self.said}"
            self.said += line
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)
        assert found, self.said
        self.port = int(found[1])

    def kill(self) -> None:
        """SIGKILL: no time for anything."""
        if self.process is not None:
            self.process.kill()

    def buried(self) -> None:
        """Until it is really gone, and its locks with it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(PATIENCE)


def _pass_on(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    for line in process.stdout or ():
        lines.put(line)
    lines.put("")


class Visitor:
    """Cookies and forms; an answer that does not come is Died."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._cookies: dict[str, str] = {}
        self._line: tuple[int, http.client.HTTPConnection] | None = None

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        return self._ask("GET", path, None)

    def post(self, path: str, form: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
        body = urlencode(form | {"csrfmiddlewaretoken": self._cookies["csrftoken"]}, doseq=True)
        return self._ask("POST", path, body)

    def first_login(self) -> None:
        """Become director with the code from the terminal."""
        code = re.search(r"Code eingeben: (\S+)", self._server.said)
        assert code, self._server.said
        self.get("/erster-start/")
        status, _headers, page = self.post(
            "/erster-start/", {"code": code[1], "username": NAME, "password": PASSWORD, "again": PASSWORD}
        )
        assert status == 302, page.decode()

    def log_in(self) -> None:
        self.get("/anmelden/")
        status, _headers, page = self.post("/anmelden/", {"username": NAME, "password": PASSWORD})
        assert status == 302, page.decode()

    def archive(self, slug: str) -> dict[str, Any] | None:
        """The file of a tournament with its secrets, None if there is none of this name."""
        status, _headers, body = self.post(f"/t/{slug}/archiv/", {"secret": "on"})
        assert status in {200, 404}, body.decode()
        return dict(json.loads(body)) if status == 200 else None

    def _ask(self, method: str, path: str, body: str | None) -> tuple[int, dict[str, str], bytes]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line = self._connected()
            line.request(method, urlsplit(path).geturl(), body=body, headers=headers)
            answer = line.getresponse()
            content = answer.read()
        except (http.client.HTTPException, OSError) as error:
            self._line = None
            raise Died from error
        for given in answer.headers.get_all("Set-Cookie") or ():
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(given).items()}
        return answer.status, dict(answer.headers), content

    def _connected(self) -> http.client.HTTPConnection:
        if self._line is None or self._line[0] != self._server.port:
            self._line = (
                self._server.port,
                http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=PATIENCE),
            )
        return self._line[1]
