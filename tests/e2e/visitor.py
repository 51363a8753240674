"""Somebody who opens pages under the name of the inn and hears all that they say."""

from __future__ import annotations

from dataclasses import dataclass

from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tournament.models import User

from .looking import WATCH_SHIFTS
from .pictures import at_the_inn
from .visits import GUEST

PHONE, SCREEN = (390, 844), (1920, 1080)
#: Letters are there, and what they changed is drawn.
SETTLED = """document.fonts.ready.then(
  () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"""


@dataclass(frozen=True)
class Way:
    """How a page is looked at."""

    size: tuple[int, int]
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]}-{self.language}"


class Visitor:
    """Opens pages under the name of the inn, in one window a way, as one account after the other; hears all that is said."""

    def __init__(self, browser: Browser, server: str, cookie_name: str) -> None:
        self._browser, self._server, self._cookie_name = browser, at_the_inn(server), cookie_name
        self._pages: dict[Way, Page] = {}
        self._cookies: dict[str, str] = {}
        self.said: list[str] = []

    def another(self, way: Way, path: str, who: str) -> Page:
        """A further window beside those that are open, with the same account as they: for pages that are watched at once."""
        beside = self._pages.get(way) or self._pages.setdefault(way, self._new_page(way))
        self._be(beside.context, who)
        page = self._listened_to(beside.context.new_page())
        page.goto(self._server + path)
        page.evaluate(SETTLED)
        return page

    def open(self, way: Way, path: str, who: str, status: int) -> Page:
        """The page, loaded with its letters."""
        page = self._pages.get(way) or self._pages.setdefault(way, self._new_page(way))
        self._be(page.context, who)
        self.said.clear()
        page.emulate_media(color_scheme="light")
        answer = page.goto(self._server + path)
        assert answer is not None
        if answer.status != status:
            self.said.append(f"status {answer.status}, not {status}")
        page.evaluate(SETTLED)
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()

    def _new_page(self, way: Way) -> Page:
        context = self._browser.new_context(
            viewport={"width": way.size[0], "height": way.size[1]},
            locale={"de": "de-AT", "en": "en-GB"}[way.language],
            has_touch=way.size == PHONE,
            reduced_motion="reduce",
        )
        context.add_init_script(WATCH_SHIFTS)
        return self._listened_to(context.new_page())

    def _listened_to(self, page: Page) -> Page:
        page.on(
            "console",
            lambda line: self.said.append(f"{line.type}: {line.text}") if line.type in {"error", "warning"} else None,
        )
        page.on("pageerror", lambda error: self.said.append(f"fault: {error}"))
        page.on("request", lambda asked: self._is_here(asked.url) or self.said.append(f"asked elsewhere: {asked.url}"))
        return page

    def _is_here(self, url: str) -> bool:
        return url.startswith((f"{self._server}/", "data:", "blob:"))

    def _be(self, context: BrowserContext, who: str) -> None:
        context.clear_cookies()
        if who != GUEST:
            if who not in self._cookies:
                client = Client()
                client.force_login(User.objects.get(username=who))
                self._cookies[who] = client.cookies[self._cookie_name].value
            context.add_cookies([{"name": self._cookie_name, "value": self._cookies[who], "url": self._server}])
