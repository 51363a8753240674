"""The header with a long name: one line beside the areas, dots where it ends, nothing pushed out of its place."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page

from tests.e2e.test_round import browser_of  # noqa: F401 - a fixture
from tests.factories import drawn_tournament, fresh, play_on
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
LONG = "Großes Preisschnapsen der Freiwilligen Feuerwehr Großsölk-Kleinsölk und des Musikvereins Edelweiß am Gröbming"
SHORT = "Preisschnapsen"
#: Left, top, right and bottom of what stands in the header, and how much of the name there is room for.
BOXES = """
() => Object.fromEntries([".head", ".head-name", ".head-sub", ".head-nav", ".head-nav a:last-child"].map(name => {
  const element = document.querySelector(name), box = element.getBoundingClientRect();
  return [name, {left: box.left, top: box.top, right: box.right, bottom: box.bottom, height: box.height,
    cut: element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
    dots: getComputedStyle(element).textOverflow === "ellipsis" || getComputedStyle(element).webkitLineClamp !== "none"}];
}))
"""


@pytest.fixture
def evening() -> Tournament:
    tournament = drawn_tournament(*[1] * 16, name=LONG, venue="Gasthof zur Post, Großsölk")
    play_on(tournament, 8)
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=datetime(2026, 11, 28, 17, tzinfo=UTC))
    return fresh(tournament)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("width", [1024, 1366, 1920])
def test_a_long_name_leaves_the_header_one_line(browser_of, evening, width: int, language: str) -> None:  # noqa: F811
    page: Page = browser_of(evening, Role.DIRECTOR, "anna", (width, 768))
    if language == "en":
        page.locator("button[name=language][value=en]").click()
        page.locator("html[lang=en]").wait_for()
        page.wait_for_load_state()
    found = page.evaluate(BOXES)
    assert found[".head"]["height"] < 70
    assert found[".head-name"]["right"] <= found[".head-nav"]["left"]
    assert found[".head-sub"]["right"] <= found[".head-nav"]["left"]
    assert found[".head-nav a:last-child"]["right"] <= width
    assert found[".head-name"]["dots"]
    assert page.locator(".head-name").get_attribute("title") == LONG
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_short_name_is_shown_whole_with_day_and_place(browser_of, evening) -> None:  # noqa: F811
    Tournament.objects.filter(pk=evening.pk).update(name=SHORT)
    found = browser_of(fresh(evening), Role.DIRECTOR, "anna", (1366, 768)).evaluate(BOXES)
    assert not found[".head-name"]["cut"]
    assert not found[".head-sub"]["cut"]


@pytest.mark.parametrize("name", [SHORT, LONG, "Ü" * 110])
def test_on_a_phone_the_name_has_two_lines_and_the_day_one(browser_of, evening, name: str) -> None:  # noqa: F811
    Tournament.objects.filter(pk=evening.pk).update(name=name)
    page = browser_of(fresh(evening), Role.DIRECTOR, "anna", (390, 844))
    found = page.evaluate(BOXES)
    assert found[".head-name"]["height"] < 70
    assert found[".head-sub"]["height"] < 30
    assert found[".head"]["height"] < 175
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert found[".head-name"]["height"] >= 43.9  # a fingertip
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.head-name')).paddingBottom") == "0px"
    )  # no third line peeps out
