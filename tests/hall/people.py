"""Who is in the hall: phones that tap and deliver as phone.js does, boards and desks that look again as their scripts do.

Each is a thread with a connection of its own. What they sent, what was acknowledged and how long every answer took is kept.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

PATIENCE = 20
#: What a whole point of a deal is worth most often; small ones make a match last as long as the run.
POINTS = (1, 1, 1, 2)
RETRY = 1.0
Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Measured:
    """Seconds of every answer by what was asked, and what went wrong."""

    times: dict[str, list[float]] = field(default_factory=dict)
    unchanged: int = 0
    faults: list[str] = field(default_factory=list)
    unanswered: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, what: str, seconds: float) -> None:
        with self.lock:
            self.times.setdefault(what, []).append(seconds)

    def fault(self, text: str) -> None:
        with self.lock:
            self.faults.append(text)


class Connection:
    """One keep-alive connection with cookies and known ETags; an answer that does not come is None."""

    def __init__(self, port: Callable[[], int], measured: Measured) -> None:
        self._port, self._measured = port, measured
        self._line: http.client.HTTPConnection | None = None
        self._known: dict[str, str] = {}
        self.cookies: dict[str, str] = {}

    def ask(
        self, what: str, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> Answer | None:
        """Ask once; `what` is the name under which the time is kept."""
        sent = dict(headers or {})
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        began = time.perf_counter()
        try:
            if self._line is None or self._line.port != self._port():
                self._line = http.client.HTTPConnection("127.0.0.1", self._port(), timeout=PATIENCE)
            self._line.request(method, path, body=body, headers=sent)
            answer = self._line.getresponse()
            content = answer.read()
        except (http.client.HTTPException, OSError):
            self._line = None
            with self._measured.lock:
                self._measured.unanswered += 1
            return None
        self._measured.note(what, time.perf_counter() - began)
        for given in answer.headers.get_all("Set-Cookie") or ():
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(given).items()}
        return answer.status, {name.lower(): value for name, value in answer.headers.items()}, content

    def knows(self, path: str, etag: str) -> None:
        """This state of that page is known from elsewhere."""
        self._known[path] = etag

    def look(self, what: str, path: str, **headers: str) -> Answer | None:
        """Ask for something that has perhaps not changed since this connection saw it."""
        if known := self._known.get(path):
            headers["If-None-Match"] = known
        answer = self.ask(what, "GET", path, headers=headers)
        if answer is None:
            return None
        status, given, _content = answer
        if status == 304:
            with self._measured.lock:
                self._measured.unchanged += 1
        elif status == 200 and "etag" in given:
            self._known[path] = given["etag"]
        return answer


class Somebody:
    """Acts again and again until the hall closes."""

    def __init__(self, port: Callable[[], int], measured: Measured, seed: str) -> None:
        self.measured, self.dice = measured, random.Random(seed)  # noqa: S311 - repeatable, not secret
        self.line = Connection(port, measured)

    def run(self, closes: float) -> None:
        """Every habit at its own pace, begun at a random moment of it."""
        habits = self.habits()
        due = [time.monotonic() + self.dice.uniform(0, pace) for pace, _act in habits]
        while (soonest := min(due)) < closes:
            time.sleep(max(0.0, soonest - time.monotonic()))
            which = due.index(soonest)
            pace, act = habits[which]
            try:
                act()
            except Exception as error:
                self.measured.fault(f"{type(self).__name__}: {error!r}")
                return
            due[which] = max(soonest + pace, time.monotonic())

    def habits(self) -> list[tuple[float, Callable[[], None]]]:
        """(seconds, what is done so often)."""
        raise NotImplementedError

    def expect(self, answer: Answer | None, *statuses: int) -> bool:
        """Whether an answer came; one with another status is a fault."""
        if answer is None:
            return False
        if answer[0] not in statuses:
            self.measured.fault(f"{type(self).__name__}: {answer[0]} {answer[2][:200]!r}")
            return False
        return True


class Phone(Somebody):
    """A phone that counts one match: keeps its taps until the server has them, reports the result at the end."""

    def __init__(
        self,
        port: Callable[[], int],
        measured: Measured,
        *,
        address: str,
        serial: int,
        tap_every: float,
        poll_every: float,
    ) -> None:
        super().__init__(port, measured, f"phone {serial}")
        self.address, self.serial = address, serial
        self.name = f"{self.dice.getrandbits(128):032x}"
        self.tap_every, self.poll_every = tap_every, poll_every
        self.standing = f"{address}/stand?handy={self.name}"
        self.tapped = 0  # sequence of the last tap of the finger
        self.queue: list[tuple[int, str]] = []
        self.acknowledged: list[tuple[int, str]] = []
        self.term = 0
        self.needs, self.won = [7, 7], [0, 0]
        self.reported = self.over = False

    def habits(self) -> list[tuple[float, Callable[[], None]]]:
        return [(self.tap_every, self.tap), (self.poll_every, self.poll)]

    def tap(self) -> None:
        """The finger taps whether there is a connection or not; at the end of the match it confirms the result."""
        if self.reported:
            return
        if self.over:
            if not self.queue:
                self.report()
            return
        self.tapped += 1
        side, points = self.dice.choice((0, 1)), self.dice.choice(POINTS)
        self._count(side, points)
        self.queue.append((self.tapped, f"{'LR'[side]}{points}"))
        self.deliver()

    def deliver(self) -> bool:
        """Send all that waits; True if an answer came."""
        body = json.dumps({"phone": self.name, "term": self.term, "taps": self.queue})
        sent = list(self.queue)
        answer = self.line.ask("tap", "POST", f"{self.address}/striche", body, {"Content-Type": "application/json"})
        if not self.expect(answer, 200):
            return answer is not None
        state = json.loads(answer[2])  # type: ignore[index]
        self.term = state["term"]
        self.line.knows(self.standing, state["etag"])
        self.acknowledged += [each for each in sent if each[0] <= state["last"]]
        self.queue = [each for each in self.queue if each[0] > state["last"]]
        if state["problems"]:
            self.measured.fault(f"match {self.serial}: {state['problems']}")
        return True

    def poll(self) -> None:
        """Look where the match stands; what waits is sent first, as the page does it."""
        if self.queue and not self.deliver():
            return
        answer = self.line.look("poll", self.standing)
        self.expect(answer, 200, 304)

    def report(self) -> None:
        """The result, confirmed with both names."""
        winner = "left" if self.won[0] > self.won[1] else "right"
        body = json.dumps({"phone": self.name, "winner": winner, "score": self.won})
        answer = self.line.ask("report", "POST", f"{self.address}/ergebnis", body, {"Content-Type": "application/json"})
        self.reported = self.expect(answer, 200)

    def _count(self, side: int, points: int) -> None:
        self.needs[side] -= points
        if self.needs[side] <= 0:
            self.won[side] += 1
            self.needs = [7, 7]
            self.over = self.won[side] == 3


class Board(Somebody):
    """A big screen: the small state every two seconds, the scenes every three."""

    def __init__(self, port: Callable[[], int], measured: Measured, *, address: str, number: int) -> None:
        super().__init__(port, measured, f"board {number}")
        self.address = address

    def habits(self) -> list[tuple[float, Callable[[], None]]]:
        return [(2.0, self.state), (3.0, self.scenes)]

    def state(self) -> None:
        self.expect(self.line.look("board state", f"{self.address}/stand"), 200, 304)

    def scenes(self) -> None:
        self.expect(self.line.look("board scenes", f"{self.address}/inhalt"), 200, 304)


class Desk(Somebody):
    """A scorer: the round's page looks again every three seconds, and now and then a result is typed."""

    def __init__(
        self, port: Callable[[], int], measured: Measured, *, slug: str, login: tuple[str, str], numbers: list[int]
    ) -> None:
        super().__init__(port, measured, login[0])
        self.slug, self.login, self.numbers = slug, login, numbers
        self.recorded: list[int] = []

    def log_in(self) -> None:
        """Before the hall opens."""
        self.line.ask("page", "GET", "/anmelden/")
        answer = self.post("login", "/anmelden/", {"username": self.login[0], "password": self.login[1]})
        assert (answer or [0])[0] == 302, answer
        page = self.line.ask("round page", "GET", f"/t/{self.slug}/runde/")
        assert (page or [0])[0] == 200, page

    def post(self, what: str, path: str, form: dict[str, Any]) -> Answer | None:
        body = urlencode(form | {"csrfmiddlewaretoken": self.line.cookies["csrftoken"]})
        return self.line.ask(what, "POST", path, body, {"Content-Type": "application/x-www-form-urlencoded"})

    def habits(self) -> list[tuple[float, Callable[[], None]]]:
        return [(3.0, self.look), (20.0, self.enter)]  # 200 tables end a match every seven seconds

    def look(self) -> None:
        """What the page's scripts ask for."""
        self.expect(self.line.look("desk scores", f"/t/{self.slug}/runde/staende/"), 200, 304)
        answer = self.line.look("desk", f"/t/{self.slug}/runde/1/stand/", **{"HX-Request": "true"})
        self.expect(answer, 200, 304)

    def enter(self) -> None:
        """The next result that was called to this desk."""
        if not self.numbers:
            return
        number = self.numbers[0]
        form = {"number": number, "winner": "l", "score": "31", "request_key": f"{self.dice.getrandbits(128):032x}"}
        if self.expect(self.post("result", f"/t/{self.slug}/runde/1/eintragen/", form), 302):
            self.recorded.append(self.numbers.pop(0))


def fill(people: list[Somebody], seconds: float) -> None:
    """All of them at once, so many seconds long."""
    closes = time.monotonic() + seconds
    threads = [threading.Thread(target=each.run, args=(closes,), daemon=True) for each in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds + 2 * PATIENCE)
        assert not thread.is_alive(), "somebody never came home"


def lost_or_doubled(phones: list[Phone], journal: list[dict[str, Any]]) -> list[str]:
    """Taps that were acknowledged and are not in the journal exactly once, and such as nobody has sent."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for entry in journal:
        if entry["kind"] == "tap":
            after = entry["after"]
            letter = {"left": "L", "right": "R"}[after["side"]]
            key = (entry["subject"], after["phone"], after["sequence"])
            found.setdefault(key, []).append(f"{letter}{after['points']}")
    faults = []
    for phone in phones:
        for sequence, text in phone.acknowledged:
            there = found.pop((f"match {phone.serial}", phone.name[:8], sequence), [])
            if there != [text]:
                faults.append(f"match {phone.serial}, tap {sequence}: sent {text}, in the journal {there}")
        for sequence, _text in phone.queue:  # sent and never answered: there once or not at all
            there = found.pop((f"match {phone.serial}", phone.name[:8], sequence), [])
            if len(there) > 1:
                faults.append(f"match {phone.serial}, tap {sequence}: {there}")
    return faults + [f"{key}: in the journal {texts}, and nobody sent it" for key, texts in found.items()]


def port_in(said: str) -> int:
    """The port that a server's own words name."""
    match = re.search(r"http://127\.0\.0\.1:(\d+)", said)
    assert match, said
    return int(match[1])
