"""What a phone could not deliver while its page was open: nothing is lost on the way, and the person is told what waits."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.factories import CASHIER, DIRECTOR, SCORER, play
from tournament.models import PhoneReport, PhoneTally, Side, Tap, Tournament
from tournament.services import card_moves, people, phone_reports, taps, tournaments
from tournament.services.people import PersonData

from .test_phone import TWICE, address, entries, key, needs, phones, tap, tournament  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
TWO_TO_NOTHING = ("L3", "L3", "L1", "L3", "L3", "L1")
WAITING = """Object.keys(localStorage).filter(name => name.includes(" match ")).map(name => JSON.parse(localStorage[name]))
  .filter(kept => kept.queue.length || kept.report).length"""
NEWS = "Von einer anderen Begegnung ist noch nicht alles angekommen."


def confirm(page) -> None:
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Stimmt, Ergebnis melden").tap()
    page.wait_for_timeout(300)


def until_waiting(page, matches: int) -> None:
    """Until so many matches wait in the phone's memory; no `wait_for_function`, which the page's policy forbids."""
    for _look in range(100):
        if page.evaluate(WAITING) == matches:
            return
        page.wait_for_timeout(100)
    raise AssertionError(page.evaluate(WAITING))


def left_behind(page):
    """A match tapped to its end and confirmed without a network; its tab is closed."""
    page.context.set_offline(True)
    tap(page, *TWO_TO_NOTHING)
    confirm(page)
    page.close()
    page.context.set_offline(False)
    return page.context.new_page()


@pytest.mark.parametrize("where", ["other match", "match that is over"])
def test_taps_and_the_result_of_another_match_are_delivered_in_order(phones, tournament, live_server, where) -> None:  # noqa: F811
    if where == "match that is over":
        play(tournament, 2)
    page = left_behind(phones())
    page.goto(address(live_server, tournament, number=2))
    until_waiting(page, 0)
    row = tournament.matches.get(serial=1)
    assert (row.outcome, row.score_left, row.score_right, row.bummerl) == ("played", 2, 0, ["A3 A3 A1"] * 2)
    if where == "other match":
        expect(page.locator("#saved")).to_have_text("✓ gespeichert")


def test_what_waits_for_another_match_is_said_and_tried_again(phones, tournament, live_server) -> None:  # noqa: F811
    page = left_behind(phones())
    page.route("**/begegnung/1/**", lambda route: route.abort())
    page.goto(address(live_server, tournament, number=2))
    expect(page.locator("#saved")).to_have_text(NEWS)
    tap(page, "R1")
    expect(page.locator("#saved")).to_have_text(NEWS)
    page.unroute("**/begegnung/1/**")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert", timeout=15_000)
    assert tournament.matches.get(serial=1).outcome == "played"
    assert PhoneTally.objects.get(match__serial=2).entries == ["R1"]


def test_what_cannot_be_delivered_to_one_match_does_not_hold_up_the_others(phones, tournament, live_server) -> None:  # noqa: F811
    page = left_behind(phones())
    dead = address(live_server, tournament, number=3).partition("inn.test")[2].partition("/")[2][:-1] + "X"
    told = '{"queue":[[1,"L3"]],"report":{"winner":"left","score":[2,0]},"players":"7-8"}'
    for first in ("a", "z"):  # before and after it in the phone's memory, in whatever order it keeps them
        name = f"preisschnapsen match /{dead}{first}"
        page.add_init_script(f"localStorage['{name}'] || (localStorage['{name}'] = '{told}')")
    page.goto(address(live_server, tournament, number=2))
    until_waiting(page, 2)
    assert tournament.matches.get(serial=1).outcome == "played"
    expect(page.locator("#saved")).to_have_text(NEWS)


def test_a_result_of_another_match_that_is_not_taken_is_explained_on_its_own_page(
    phones,  # noqa: F811
    tournament,  # noqa: F811
    live_server,
) -> None:
    page = left_behind(phones())
    taps.take_over(tournament=tournament, match=1, device="b2" * 16)
    page.goto(address(live_server, tournament, number=2))
    expect(page.locator("#saved")).to_have_text(NEWS)
    page.wait_for_timeout(1500)
    page.goto(address(live_server, tournament))
    expect(page.locator("#sheet")).to_contain_text("6 Striche dieses Handys kamen zu spät")
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Verstanden").tap()
    expect(page.locator("#sheet")).to_contain_text("Ein anderes Handy schreibt bei dieser Begegnung mit.")
    assert tournament.matches.get(serial=1).outcome == "open"


def test_a_report_whose_answer_was_lost_does_not_come_back_after_the_desk_rejected_it(phones, tournament) -> None:  # noqa: F811
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"phone_results_count_at_once": False})
    page = phones()
    tap(page, *TWO_TO_NOTHING)
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")

    def lose(route) -> None:
        route.fetch(url=route.request.url.replace("inn.test", "127.0.0.1"))
        phone_reports.reject(tournament=tournament, actor=SCORER, match=1)
        route.abort()

    page.route("**/ergebnis", lose, times=1)
    confirm(page)
    expect(page.get_by_role("button", name="Stimmt, Ergebnis melden")).to_be_visible(timeout=12_000)
    assert list(PhoneReport.objects.values_list("state", flat=True)) == ["rejected"]
    confirm(page)  # somebody does report it once more
    expect(page.locator("#sheet")).to_contain_text("Die Turnierleitung bestätigt es noch.")
    page.said.clear()  # the aborted request


def test_a_link_that_leads_nowhere_any_more_is_said_and_what_was_counted_is_kept(phones, tournament) -> None:  # noqa: F811
    page = phones()
    tap(page, "L3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    page.context.set_offline(True)
    tap(page, "R2")
    signed_with = tournament.psd1_id
    Tournament.objects.filter(pk=tournament.pk).update(psd1_id="another")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(False)
    expect(page.locator("#sheet")).to_contain_text("Bitte zur Turnierleitung gehen", timeout=12_000)
    expect(page.locator("#saved")).to_have_text("Dieser Code führt nirgends mehr hin.")
    expect(key(page, "left", 1)).to_be_disabled()
    asked.clear()
    page.wait_for_timeout(6000)
    assert asked == []
    Tournament.objects.filter(pk=tournament.pk).update(psd1_id=signed_with)
    page.reload()
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    assert entries() == ["L3", "R2"]
    page.said[:] = [text for text in page.said if "404" not in text]


def test_a_result_is_confirmed_with_the_present_names_after_a_card_was_given_away(phones, tournament) -> None:  # noqa: F811
    page = phones()
    tap(page, *TWO_TO_NOTHING)
    expect(page.locator("#sheet")).to_contain_text("Öllinger gewinnt 2:0 gegen Kővári.")
    page.context.set_offline(True)
    confirm(page)
    new = people.add(tournament=tournament, actor=CASHIER, data=PersonData("Richtiger Spieler")).start_number
    card = tournament.matches.select_related("left_card").get(serial=1).left_card.number
    card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(card, new)], reason="vertauscht")
    page.context.set_offline(False)
    expect(page.locator("#sheet")).to_contain_text("Richtiger Spieler gewinnt 2:0 gegen Kővári.", timeout=12_000)
    assert tournament.matches.get(serial=1).outcome == "open"
    confirm(page)
    expect(page.locator("#sheet")).to_contain_text("Ergebnis eingetragen")


def test_a_score_against_the_taps_is_explained_and_nothing_tapped_is_lost(phones, tournament) -> None:  # noqa: F811
    page = phones()
    tap(page, "L3", "L3", "L1")
    page.locator("#only-score").tap()
    page.wait_for_timeout(TWICE)
    page.locator("#sheet").get_by_role("button", name="2 : 0 Kővári").tap()
    confirm(page)
    expect(page.locator("#sheet")).to_contain_text("Nach den Strichen steht es schon 1:0.")
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Verstanden").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    assert entries() == ["L3", "L3", "L1"]
    assert tournament.matches.get(serial=1).outcome == "open"
    page.said[:] = [text for text in page.said if "422" not in text]


def test_taps_that_came_too_late_are_mentioned_on_the_page_of_the_match_that_is_over(phones, tournament) -> None:  # noqa: F811
    page = phones()
    url = page.url
    page.context.set_offline(True)
    tap(page, "L3", "R2")
    page.close()
    page.context.set_offline(False)
    play(tournament, 1, Side.RIGHT)
    page = page.context.new_page()
    for _again in range(2):
        page.goto(url)
        expect(page.locator("#lost")).to_contain_text("2 Striche dieses Handys kamen zu spät und zählen nicht.")
    page.get_by_role("button", name="Verstanden").tap()
    expect(page.locator("#lost")).to_be_hidden()
    page.goto(url)
    expect(page.locator("h1")).to_have_text("Begegnung 1")
    page.wait_for_timeout(500)
    expect(page.locator("#lost")).to_be_hidden()
    assert not Tap.objects.exists()
