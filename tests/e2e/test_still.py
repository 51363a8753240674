"""Pages that look again by themselves: what is pressed stays under the finger, whether something has happened or not."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.factories import play
from tournament.domain import tap_fold
from tournament.services import taps

from .evenings import playing
from .looking import moved
from .visitor import PHONE, SCREEN, Visitor, Way
from .visits import GUEST, at, path_of

#: Each looks again within this many milliseconds, or when it comes to the front again.
TWO_LOOKS = 6500
LIVE = (
    at("round"), at("tables"), at("phone-reports"), at("public", who=GUEST), at("player", number="@player", who=GUEST),
    at("phone", number="@open", who=GUEST), at("phone", number="@counted", who=GUEST, called="phone-watching"),
)  # fmt: skip
#: Where everything stands that is pressed or typed into.
PLACES = """
selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility()).map(e => {
  const box = e.getBoundingClientRect();
  return [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
})
"""


@pytest.mark.parametrize("size", [PHONE, SCREEN], ids=lambda size: f"{size[0]}px")
def test_nothing_moves_while_nothing_happens(visitor: Visitor, size: tuple[int, int]) -> None:
    evening = playing()
    pages: dict[str, tuple[Page, list[str]]] = {}
    for visit in LIVE:
        page = visitor.another(Way(size, "de"), path_of(visit, evening), visit.who or "chef")
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        pages[visit.title] = (page, asked)
    next(iter(pages.values()))[0].wait_for_timeout(TWO_LOOKS)
    for page, _asked in pages.values():
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert [title for title, (_page, asked) in pages.items() if not asked] == [], "each has looked again"
    assert {title: found for title, (page, _asked) in pages.items() if (found := moved(page))} == {}
    assert visitor.said == []


def test_a_result_and_taps_from_elsewhere_move_nothing_that_is_pressed(visitor: Visitor) -> None:
    evening = playing()
    tournament = evening.tournament
    assert tournament is not None
    desk = visitor.another(Way(SCREEN, "de"), path_of(at("round"), evening), "chef")
    phone = visitor.another(Way(PHONE, "de"), path_of(LIVE[-1], evening), "chef")
    entry, keys = (
        "#entry :is(input, button, summary), #filter :is(input, select)",
        "[data-tap], [data-undo], [data-dealer]",
    )
    before = desk.evaluate(PLACES, entry), phone.evaluate(PLACES, keys)
    assert min(map(len, before)) > 4
    play(tournament, int(str(evening.found["open"])))
    taps.deliver(
        tournament=tournament, match=int(str(evening.found["counted"])), device="a" * 16, term=1,
        taps=[taps.GivenTap(7, tap_fold.read("L2"))],
    )  # fmt: skip
    expect(desk.locator("#round-aside")).to_contain_text("9 von 16", timeout=8000)
    expect(phone.locator(".phone-number").first).to_have_text("5", timeout=8000)
    assert (desk.evaluate(PLACES, entry), phone.evaluate(PLACES, keys)) == before
