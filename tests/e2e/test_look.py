"""The sample pages in a real browser: nothing overflows, everything can be pressed, nothing is refused by the policy."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page

from tournament.models import Tournament, User

NOW = datetime(2025, 11, 29, 18, tzinfo=UTC)
SIZES = [(390, 844), (1366, 768), (1920, 1080)]
PAGES = ["kassa", "runde", "bausteine"]
#: What can be pressed and is lower than 44 px; boxes to tick are pressed by their label.
LOW = """
[...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary, [role=option]")]
  .filter(e => e.offsetParent && !e.matches(".skip, [type=checkbox], [type=radio]"))
  .map(e => [e.textContent.trim().slice(0, 20), Math.round(e.getBoundingClientRect().height * 10) / 10])
  .filter(([, height]) => height < 44)
"""
#: Text whose colour stands out less than 4.5:1 (3:1 from 24 px, or 18.7 px bold) from the first opaque ground behind it.
PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")


@pytest.fixture
def open_page(chromium: Browser, live_server, db, settings) -> Iterator[object]:
    settings.ROOT_URLCONF = "tests.e2e.sample_pages"
    settings.TEMPLATES = [
        settings.TEMPLATES[0] | {"DIRS": [*settings.TEMPLATES[0]["DIRS"], Path(__file__).parent / "templates"]}
    ]
    Tournament.objects.create(
        slug="ff",
        name="Preisschnapsen der FF Großsölk",
        psd1_id="ff",
        prize_policy="several",
        starts_at=NOW,
        venue="Gasthof Post",
        created_at=NOW,
    )
    user = User.objects.create_superuser(username="alois", password="karten-sind-rund")
    client = Client()
    client.force_login(user)
    cookie = {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "url": live_server.url,
    }
    contexts = []

    def make(name: str, size: tuple[int, int], scheme: str = "light") -> tuple[Page, list[str]]:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="de-AT", reduced_motion="reduce"
        )
        contexts.append(context)
        context.add_cookies([cookie])
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{live_server.url}/t/ff/{name}/")
        page.wait_for_function("document.fonts.status === 'loaded'")
        return page, said

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_can_be_pressed_and_is_silent(open_page, name, size) -> None:
    page, said = open_page(name, size)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(LOW) == []
    assert said == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_every_text_on_the_page_can_be_read(open_page, name, scheme) -> None:
    page, _said = open_page(name, (1366, 768), scheme)
    assert page.evaluate(PALE) == []


def test_the_reading_check_finds_pale_text(open_page) -> None:
    page, _said = open_page("kassa", (1366, 768))
    page.evaluate("document.querySelector('h1').style.color = '#bbbbbb'")
    assert [text for text, _ratio in page.evaluate(PALE)] == ["Karten verkaufen"]


def test_house_type_and_size(open_page) -> None:
    page, _said = open_page("kassa", (1366, 768))
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "17px"
    assert page.evaluate("document.fonts.check('17px \"Source Sans 3\"')")
    assert page.evaluate("getComputedStyle(document.querySelector('.stat .number')).fontSize") == "45.9px"


def test_the_cursor_stands_where_the_work_begins(open_page) -> None:
    page, _said = open_page("kassa", (1366, 768))
    assert page.evaluate("document.activeElement.id") == "who"


def test_the_chosen_theme_is_kept(open_page) -> None:
    page, said = open_page("kassa", (1366, 768))
    page.get_by_role("button", name="Dunkel").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 36, 30)"
    assert page.get_by_role("button", name="Dunkel").get_attribute("aria-pressed") == "true"
    assert said == []


def test_the_skip_link_is_first_and_leads_to_the_work(open_page) -> None:
    page, _said = open_page("bausteine", (1366, 768))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_paper_shows_no_navigation(open_page) -> None:
    page, _said = open_page("runde", (800, 1100))
    page.emulate_media(media="print")
    shown = {
        name: page.locator(name).first.is_visible()
        for name in (".head-nav", ".way", ".foot", ".side", "table", ".head-name")
    }
    assert shown == {
        ".head-nav": False,
        ".way": False,
        ".foot": False,
        ".side": False,
        "table": True,
        ".head-name": True,
    }
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
