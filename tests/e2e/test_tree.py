"""The tournament tree in a real browser: nothing overlaps, everything can be read, 64 cards are one sheet A3."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from tests.factories import drawn_tournament, play_on
from tournament.models import Tournament

from .pictures import picture_here

SIZES = [(390, 844), (1366, 768), (1920, 1080)]
PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")
NAMES = {
    1: ("Huber Johann", "St. Stefan ob Leoben"),
    2: ("Huber Johann", "Rassach"),
    3: ("Đurđa-Magdalena Šnjarić-Müller-Lüdenscheid vulgo Stöckl", ""),
    4: ("שלמה כהן " * 10, ""),
    5: ("<script>alert(1)</script>", ""),
    6: ("W" * 120, ""),
    7: ("漢字" * 40, ""),
    8: ("🎉👨‍👩‍👧" * 10, ""),
}
#: Lines on which a name reaches into what stands at the end, or beyond the line.
OVERLAPS = """
[...document.querySelectorAll(".tree g[class^=p]")].map(group => {
  const name = group.querySelector(".name"), figure = group.querySelector(".figure"), line = group.querySelector(".line");
  const end = figure ? figure.getBBox().x : line.getBBox().x + line.getBBox().width;
  return [name.textContent, Math.round(name.getBBox().x + name.getBBox().width - end)];
}).filter(([, over]) => over > 0)
"""
#: What can be pressed outside the drawing and is lower than 44 px.
LOW = """
[...document.querySelectorAll("main a, main button, main input:not([type=checkbox]), main summary")]
  .filter(e => e.offsetParent && e.offsetHeight < 44).map(e => e.outerHTML)
"""
#: Text of the drawing on the ground it stands on.
PALE_TEXT = """
(() => {
  const light = text => {
    const [r, g, b] = text.match(/[0-9.]+/g).map(Number).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.querySelector(".tree-sheet")).backgroundColor);
  return [...document.querySelectorAll(".tree text")].map(text => {
    const [a, b] = [light(getComputedStyle(text).fill), ground].sort((x, y) => y - x);
    return [text.textContent, (a + 0.05) / (b + 0.05)];
  }).filter(([, ratio]) => ratio < 4.5);
})()
"""


@pytest.fixture
def evening(live_server, db) -> Tournament:
    """17 people with 64 cards, to the end, with names of every kind."""
    tournament = drawn_tournament(*[4] * 13, *[3] * 4, slug="baum")
    for number, (name, place) in NAMES.items():
        person = tournament.people.get(start_number=number)
        person.name, person.place = name[:120], place
        person.refresh_keys()
        person.save()
    play_on(tournament)
    Tournament.objects.update(published=True)
    return tournament


@pytest.fixture
def open_page(chromium: Browser, live_server, evening) -> Iterator[object]:
    contexts = []

    def make(size: tuple[int, int], scheme: str = "light", query: str = "") -> tuple[Page, list[str]]:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="de-AT"
        )
        contexts.append(context)
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{live_server.url}/t/baum/baum/{query}")
        page.wait_for_function("document.fonts.status === 'loaded'")
        return page, said

    yield make
    for context in contexts:
        context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
def test_the_page_fits_and_no_name_reaches_into_the_result(open_page, size) -> None:
    page, said = open_page(size)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture_here(page, "whole", whole=True)
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(LOW) == []
    assert said == []


def test_on_a_screen_of_1920_the_whole_tree_of_64_cards_is_wide_enough(open_page) -> None:
    page, _said = open_page((1920, 1080))
    box = page.locator(".tree-scroll")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_also_of_whoever_is_marked(open_page, scheme) -> None:
    page, _said = open_page((1366, 768), scheme, "?nr=1")
    assert page.evaluate(PALE) == []
    picture_here(page, "marked", whole=True)
    assert page.evaluate(PALE_TEXT) == []
    assert page.locator(".tree .own").count() >= 4


def test_the_box_to_tick_makes_it_fit(open_page) -> None:
    page, _said = open_page((1366, 768))
    box = page.locator(".tree-scroll")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") > 0
    page.check("#fit")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


def test_64_cards_are_one_sheet_a3_and_letters_have_seven_points(open_page) -> None:
    page, _said = open_page((1366, 768))
    (sheet,) = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True, print_background=True))).pages
    width, height = (round(float(side) / 72 * 25.4) for side in sheet.mediabox[2:])
    assert (width, height) == (420, 297)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": round(402 / 25.4 * 96), "height": round(279 / 25.4 * 96)})
    scale = page.evaluate("document.querySelector('.tree').getScreenCTM().a")
    assert 15 * scale * 72 / 96 >= 7


def test_marked_people_and_the_list_are_reached_by_keyboard(open_page) -> None:
    page, _said = open_page((1366, 768))
    page.fill("#nr", "2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?nr=2")
    assert page.locator(".tree-key a[aria-current]").count() == 1
    page.locator("#list summary").press("Enter")
    assert page.get_by_role("heading", name="Runde 1", exact=True).is_visible()
