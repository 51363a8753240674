"""Guests' pages on a phone with poor reception: how much they load, what they say while nothing comes through, and that they heal."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import expect

from tests.e2e.test_board import earlier, open_page  # noqa: F401  (a fixture)
from tests.factories import SCORER, drawn_tournament, fresh, member, open_matches
from tournament import links
from tournament.models import Role, Tournament
from tournament.services import calling

pytestmark = pytest.mark.django_db(transaction=True)
#: Kilobytes of a first visit as they are sent; and how many requests.
MOST_KILOBYTES, MOST_REQUESTS = 40, 6
LOOK_NOW = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def evening() -> Tournament:
    with earlier():
        return fresh(drawn_tournament(*[2] * 64, published=True))


def pages(tournament: Tournament) -> dict[str, str]:
    return {
        "player": links.path(tournament, links.Opens.PLAYER, 1),
        "public": f"/t/{tournament.slug}/gast/",
        "draw": f"/t/{tournament.slug}/gast/auslosung/1/",
    }


@pytest.mark.parametrize("which", ["player", "public", "draw"])
def test_a_first_visit_is_light(open_page, evening, which) -> None:  # noqa: F811
    page = open_page("/pruefen/", (390, 844))
    loaded: list[tuple[str, int, int]] = []
    page.on(
        "response", lambda answer: loaded.append((answer.url, len(answer.body()), len(gzip.compress(answer.body()))))
    )
    page.goto(page.url.replace("/pruefen/", pages(evening)[which]))
    page.wait_for_load_state("networkidle")
    plain, packed = (sum(each[column] for each in loaded) / 1024 for column in (1, 2))
    print(f"\n{which}: {len(loaded)} requests, {plain:.1f} KB, gzip would make it {packed:.1f} KB")  # noqa: T201
    assert len(loaded) <= MOST_REQUESTS, loaded
    assert plain <= MOST_KILOBYTES, loaded


@pytest.mark.parametrize("which", ["player", "public"])
def test_without_reception_it_says_how_old_it_is_and_comes_back_by_itself(open_page, evening, which) -> None:  # noqa: F811
    page = open_page(pages(evening)[which], (390, 844))
    before = page.locator("#main").inner_text()
    page.context.set_offline(True)
    for _look in range(2):
        page.evaluate(LOOK_NOW)
        page.wait_for_timeout(300)
    expect(page.locator("#lost")).to_contain_text("Stand von")
    assert page.locator("#main").inner_text() == before
    serial = open_matches(evening)[0]
    mine = evening.matches.get(serial=serial).left_card.owner.start_number
    calling.call(tournament=evening, actor=SCORER, match=serial, table=3)
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#lost")).to_be_hidden(timeout=8000)
    if which == "player" and mine == 1:
        expect(page.locator("#main")).to_contain_text("Tisch 3")


def test_an_answer_that_never_comes_is_no_reception_either(open_page, evening) -> None:  # noqa: F811
    page = open_page(pages(evening)["player"], (390, 844))
    page.evaluate("document.getElementById('main').dataset.patience = '300'")
    page.route("**/spieler/**", lambda route: None)  # nothing ever answers
    for _look in range(2):
        page.evaluate(LOOK_NOW)
        page.wait_for_timeout(700)
    expect(page.locator("#lost")).to_contain_text("Stand von")
    page.unroute("**/spieler/**")
    page.evaluate(LOOK_NOW)
    expect(page.locator("#lost")).to_be_hidden(timeout=8000)


def test_however_often_the_phone_is_woken_up_it_asks_no_more_than_before(open_page, evening) -> None:  # noqa: F811
    page = open_page(pages(evening)["player"], (390, 844))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _time in range(20):
        page.evaluate(LOOK_NOW)
        page.wait_for_timeout(50)
    page.wait_for_timeout(1000)
    asked.clear()
    page.wait_for_timeout(11_000)
    assert len(asked) <= 2


def test_a_desk_that_only_looks_says_that_it_waits_and_one_that_enters_that_it_is_not_saved(open_page, evening) -> None:  # noqa: F811
    page = open_page(f"/t/{evening.slug}/runde/", (1366, 768), account=member(evening, Role.SCORER, "susi"))
    expect(page.locator("#problems")).to_be_empty()
    page.context.set_offline(True)
    page.evaluate("document.body.dispatchEvent(new Event('result-recorded'))")
    expect(page.locator("#problems")).to_contain_text("versucht es weiter", timeout=12_000)
    page.context.set_offline(False)
    expect(page.locator("#problems")).to_be_empty(timeout=12_000)
    page.context.set_offline(True)
    page.locator("#id_number").fill("1")
    page.locator("#id_winner").fill("l")
    page.locator("#id_score").fill("2:0")
    page.locator("#id_score").press("Enter")
    expect(page.locator("#problems")).to_contain_text("noch nicht gespeichert")
    page.context.set_offline(False)
    page.wait_for_timeout(4000)
    expect(page.locator("#problems")).to_contain_text("noch nicht gespeichert")
