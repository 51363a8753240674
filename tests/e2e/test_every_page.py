"""Every page of the product in a real browser, in every state of an evening: phone and large screen, German and English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.views.every_page import addresses, ask
from tournament.models import User
from tournament.views.permission_matrix import every_pattern

from .evenings import EVENINGS, Evening, main_account, playing
from .looking import LOW, TOO_WIDE, WATCH_SHIFTS, accessibility, german_left, moved
from .pictures import at_the_inn, picture
from .visits import GUEST, NO_PAGE, VISITS, Visit, path_of

PHONE, SCREEN = (390, 844), (1920, 1080)
#: Pages made for the hall's screen, or for paper.
NOT_FOR_FINGERS = {"board"}


@dataclass(frozen=True)
class Way:
    """How a page is looked at."""

    size: tuple[int, int]
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]}-{self.language}"


WAYS = (Way(PHONE, "de"), Way(SCREEN, "de"), Way(PHONE, "en"), Way(SCREEN, "en"))


class Visitor:
    """Opens pages under the name of the inn, in one window a way, as one account after the other; hears all that is said."""

    def __init__(self, browser: Browser, server: str, cookie_name: str) -> None:
        self._browser, self._server, self._cookie_name = browser, at_the_inn(server), cookie_name
        self._pages: dict[Way, Page] = {}
        self._cookies: dict[str, str] = {}
        self.said: list[str] = []

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
        page.evaluate(
            "document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"
        )
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
        page = context.new_page()
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


@pytest.fixture
def visitor(hall: Browser, live_server, settings, tmp_path) -> Iterator[Visitor]:
    settings.DATA_DIR = tmp_path  # backups
    cache.clear()
    visitor = Visitor(hall, live_server.url, settings.SESSION_COOKIE_NAME)
    yield visitor
    visitor.close()


def findings(visitor: Visitor, evening: Evening, visit: Visit, way: Way, name: str) -> list[str]:
    """All that is wrong with a page, looked at in one way."""
    page = visitor.open(way, path_of(visit, evening), visit.who, visit.status)
    found = [*moved(page), *page.evaluate(TOO_WIDE)]
    if (language := page.evaluate("document.documentElement.lang")) != way.language:
        found.append(f"lang={language}")
    if way.language == "en":
        found += german_left(page)
    else:
        picture(page, f"pages/{way.size[0]}/{name}-{visit.title}", whole=visit.name != "board")
        if way.size == PHONE and visit.name not in NOT_FOR_FINGERS:
            found += page.evaluate(LOW)
        found += accessibility(page)
        if way.size == PHONE:
            page.emulate_media(color_scheme="dark")
            found += [f"dark {each}" for each in accessibility(page, "color-contrast")]
    expected = "error: Failed to load resource: the server responded with a status of 40"
    found += [text for text in visitor.said if visit.status == 200 or not text.startswith(expected)]
    return found


@pytest.mark.parametrize("name", VISITS)
def test_every_page_of_an_evening_is_fit_to_be_used(visitor: Visitor, name: str) -> None:
    evening = EVENINGS[name]()
    faults = {}
    for way in WAYS:
        for visit in VISITS[name]:
            if found := findings(visitor, evening, visit, way, name):
                faults[f"{visit.title} {way}"] = found
    told = [f"{where}: {what}" for where, found in faults.items() for what in found]
    assert faults == {}, "\n".join(["", *told])


def test_every_address_is_looked_at_or_shows_no_page() -> None:
    names = {pattern.name for _path, pattern in every_pattern()}
    looked_at = {visit.name for visits in VISITS.values() for visit in visits}
    assert names - looked_at - set(NO_PAGE) == set()
    assert looked_at & set(NO_PAGE) == set()
    assert (looked_at | set(NO_PAGE)) - names == set()


def test_every_visit_has_its_own_picture() -> None:
    assert list(VISITS) == list(EVENINGS)
    for visits in VISITS.values():
        titles = [visit.title for visit in visits]
        assert sorted(set(titles)) == sorted(titles)


@pytest.mark.django_db
def test_what_is_said_to_be_no_page_answers_with_none() -> None:
    evening = playing()
    assert evening.tournament is not None
    client = Client()
    client.force_login(main_account())
    cookie = client.cookies["sessionid"].value
    pages = []
    for address in addresses(evening.tournament):
        answer = ask(cookie, "get", address.path)
        html = answer.get("Content-Type", "").startswith("text/html") and not answer.get("Content-Disposition")
        if address.name in NO_PAGE and answer.status_code == 200 and html and b"<html" in answer.content[:500]:
            pages.append(address.name)
    assert pages == []
