"""The Bummerlzähler in a real browser on a small phone, under a plain http name as in an inn: no secure context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.factories import DIRECTOR, drawn_tournament, fresh, member, play
from tournament import links
from tournament.models import PhoneTally, Role, Side, Tap, Tournament
from tournament.services import phone_reports, tournaments

from .pictures import at_the_inn
from .pictures import picture as keep

pytestmark = pytest.mark.django_db(transaction=True)
PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")
KEYS = "[data-tap], [data-undo], [data-dealer]"
#: Where everything stands that is pressed; a second tap must find it there.
PLACES = f"""[...document.querySelectorAll("{KEYS}")].map(e => {{
  const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round) }})"""
LOW = """[...document.querySelectorAll("button, a")].filter(e => e.offsetParent && !e.matches(".skip"))
  .map(e => [e.textContent.trim(), e.getBoundingClientRect().height]).filter(([, height]) => height < 44)"""
TWICE = 750  # milliseconds: sooner, a second tap is a nervous finger


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen cards; the first match is between two people whose names are in the picture."""
    tournament = drawn_tournament(*[1] * 16)
    row = tournament.matches.select_related("left_card__owner", "right_card__owner").get(serial=1)
    for card, name, place in ((row.left_card, "Öllinger", "Großsölk"), (row.right_card, "Kővári", "Neusiedl")):
        card.owner.name, card.owner.place = name, place
        card.owner.save()
    row.table = tournament.tables.get(number=2)
    row.save()
    return tournament


@pytest.fixture
def phones(hall: Browser, live_server, tournament) -> Iterator[Callable[..., Page]]:
    contexts, pages = [], []

    def open_phone(size=(390, 844), locale="de-AT", memory="", **more) -> Page:
        context = hall.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=locale,
            has_touch=True,
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        if memory:
            context.add_init_script(memory)
        page = context.new_page()
        page.said = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.said.append(str(error)))  # type: ignore[attr-defined]
        page.on("console", lambda line: page.said.append(line.text) if line.type == "error" else None)  # type: ignore[attr-defined]
        page.goto(address(live_server, tournament))
        expect(page.locator("#saved")).to_contain_text(re.compile("gespeichert|saved|Ansicht|view|nichts"))
        pages.append(page)
        return page

    yield open_phone
    for page in pages:
        # A network that was cut, and an answer that says no, are news for the console, not faults of the page.
        assert [text for text in page.said if "ERR_INTERNET_DISCONNECTED" not in text and "409" not in text] == []
    for context in contexts:
        context.close()


def address(live_server, tournament: Tournament, opens=links.Opens.MATCH, number=1) -> str:
    return at_the_inn(live_server.url) + links.path(tournament, opens, number)


def key(page: Page, side: str, points: int):
    return page.locator(f'.phone-side[data-side="{side}"] [data-tap="{points}"]')


def tap(page: Page, *taps: str) -> None:
    """L3: the upper player wins three; each as a finger does it, with the time between two deals."""
    for text in taps:
        page.wait_for_timeout(TWICE)
        key(page, "left" if text[0] == "L" else "right", int(text[1])).tap()


def needs(page: Page) -> list[str]:
    return page.locator(".phone-number").all_inner_texts()


def picture(page: Page, name: str) -> None:
    keep(page, f"phone/{name}")


def entries() -> list[str]:
    return PhoneTally.objects.get(match__serial=1).entries


def test_a_match_to_two_one_with_the_network_cut_in_the_middle(phones, tournament, live_server) -> None:
    page = phones()
    assert page.evaluate("window.isSecureContext") is False
    places = page.evaluate(PLACES)
    page.locator("[data-dealer]").tap()
    expect(page.locator("[data-dealer]")).to_have_text("Es gibt: Öllinger")
    tap(page, "L3", "R2")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    expect(page.locator("[data-dealer]")).to_have_text("Es gibt: Öllinger")
    picture(page, "counting")

    page.context.set_offline(True)
    tap(page, "L3", "L1", "R3")
    assert needs(page) == ["7", "4"]
    expect(page.locator("#saved")).to_have_text("4 Striche warten auf Verbindung".replace("4", "3"))
    picture(page, "offline")
    assert entries() == ["dL", "L3", "R2"]
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    assert entries() == ["dL", "L3", "R2", "L3", "L1", "R3"]

    tap(page, "R3", "R2", "L3")
    expect(page.locator(".phone-side").first.locator("[data-dots] .full")).to_have_count(1)
    expect(page.locator(".phone-log")).to_contain_text("2. Bummerl verloren: Öllinger (7:0)")
    picture(page, "third")
    tap(page, "L3", "L3")
    expect(page.locator("#sheet")).to_contain_text("Öllinger gewinnt 2:1 gegen Kővári.")
    assert page.evaluate(PLACES) == places, "what is pressed has not moved"
    picture(page, "over")
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Stimmt, Ergebnis melden").dblclick()
    expect(page.locator("#sheet")).to_contain_text("Ergebnis eingetragen")
    picture(page, "reported")
    row = tournament.matches.get(serial=1)
    assert (row.outcome, row.winner_side, row.score_left, row.score_right) == ("played", "left", 2, 1)
    assert row.bummerl == ["A3 B2 A3 A1", "B3 B3 B2", "A3 A3 A3"]
    assert Tap.objects.count() == tournament.journal.filter(kind="tap").count() == 11
    assert tournament.journal.filter(kind="result", subject="match 1").count() == 1
    assert page.evaluate(PLACES) == places

    page.goto(address(live_server, tournament))
    expect(page.locator("h1")).to_have_text("Begegnung 1")
    expect(page.locator("main")).to_contain_text("schon entschieden")
    picture(page, "ended")
    page.go_back()
    page.wait_for_timeout(500)
    assert Tap.objects.count() == 11


def test_a_tab_that_was_closed_without_a_network_delivers_when_it_is_opened_again(
    phones, tournament, live_server
) -> None:
    page = phones()
    page.context.set_offline(True)
    tap(page, "L3", "R1")
    page.close()
    page.context.set_offline(False)
    again = page.context.new_page()
    again.goto(address(live_server, tournament, number=2))  # the next match: what is left of the first is delivered too
    again.wait_for_timeout(800)
    assert entries() == ["L3", "R1"]
    again.goto(address(live_server, tournament))
    expect(again.locator(".phone-number").first).to_have_text("4")
    tap(again, "L1")
    expect(again.locator("#saved")).to_have_text("✓ gespeichert")
    assert entries() == ["L3", "R1", "L1"]


def test_an_answer_that_is_lost_counts_nothing_twice(phones, tournament) -> None:
    page = phones()
    page.route(
        "**/striche",
        lambda route: (route.fetch(url=route.request.url.replace("inn.test", "127.0.0.1")), route.abort()),
        times=1,
    )
    tap(page, "L3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert", timeout=10_000)
    assert entries() == ["L3"]
    page.said.clear()  # the aborted request


def test_two_phones_the_second_is_told_sees_it_live_and_takes_over(phones, tournament) -> None:
    first, second = phones(), phones()
    tap(first, "L3")
    expect(second.locator("#sheet")).to_contain_text("Ein anderes Handy schreibt mit", timeout=6000)
    expect(second.locator(".phone-number").first).to_have_text("4")
    expect(key(second, "left", 1)).to_be_disabled()
    picture(second, "second")
    tap(first, "R2")
    expect(second.locator(".phone-number").last).to_have_text("5", timeout=6000)
    first.context.set_offline(True)
    tap(first, "L1")
    second.get_by_role("button", name="Hier weiterzählen").tap()
    expect(second.locator("#sheet")).to_be_hidden()
    tap(second, "R1")
    expect(second.locator("#saved")).to_have_text("✓ gespeichert")
    first.context.set_offline(False)
    expect(first.locator("#sheet")).to_contain_text("kam zu spät und zählt nicht", timeout=12_000)
    picture(first, "late")
    first.wait_for_timeout(TWICE)
    first.get_by_role("button", name="Verstanden").tap()
    expect(first.locator("#sheet")).to_contain_text("Ein anderes Handy schreibt mit")
    assert needs(first) == ["4", "4"]
    assert entries() == ["L3", "R2", "R1"]


def test_a_nervous_finger_counts_once_and_the_last_tap_can_be_taken_back(phones, tournament) -> None:
    page = phones()
    key(page, "left", 3).dblclick()
    page.wait_for_timeout(TWICE)
    assert needs(page) == ["4", "7"]
    page.locator("[data-undo]").tap()
    assert needs(page) == ["7", "7"]
    expect(page.locator("[data-undo]")).to_be_disabled()
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    assert list(Tap.objects.values_list("kind", flat=True)) == ["deal", "undo"]


def test_only_the_score_and_the_desk_confirms_it(phones, tournament, live_server, settings) -> None:
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"phone_results_count_at_once": False})
    page = phones()
    page.locator("#only-score").tap()
    picture(page, "scores")
    page.wait_for_timeout(TWICE)
    page.locator("#sheet").get_by_role("button", name="2 : 1 Kővári").tap()
    expect(page.locator("#sheet")).to_contain_text("Kővári gewinnt 2:1 gegen Öllinger.")
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Stimmt, Ergebnis melden").tap()
    expect(page.locator("#sheet")).to_contain_text("Die Turnierleitung bestätigt es noch.")
    assert tournament.matches.get(serial=1).outcome == "open"

    client = Client()
    client.force_login(member(fresh(tournament), Role.SCORER, "susi"))
    desk = page.context.browser.new_context(viewport={"width": 1366, "height": 768}, locale="de-AT")
    base = address(live_server, tournament).partition("/t/")[0]
    name = settings.SESSION_COOKIE_NAME
    desk.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base}])
    listed = desk.new_page()
    listed.goto(f"{base}/t/{tournament.slug}/meldungen/")
    expect(listed.locator("#phone-reports")).to_contain_text("Kővári")
    picture(listed, "desk")
    listed.keyboard.press("b")
    expect(listed.locator("#phone-reports")).to_contain_text("Keine Meldung wartet")
    assert tournament.matches.get(serial=1).winner_side == "right"
    expect(page.locator("#sheet")).to_contain_text("schon entschieden", timeout=6000)
    desk.close()


@pytest.mark.parametrize("held", ["b", "Enter"])
def test_a_key_that_is_held_down_confirms_one_report(hall, tournament, live_server, settings, held) -> None:
    """Its repeats come to the next page, too, which nobody has looked at yet."""
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"phone_results_count_at_once": False})
    for serial in (1, 2, 3):
        phone_reports.report(tournament=tournament, match=serial, device="", winner=Side.LEFT, score=(2, 0))
    client = Client()
    client.force_login(member(fresh(tournament), Role.SCORER, "susi"))
    desk = hall.new_context()
    base = address(live_server, tournament).partition("/t/")[0]
    name = settings.SESSION_COOKIE_NAME
    desk.add_cookies([{"name": name, "value": client.cookies[name].value, "url": base}])
    listed = desk.new_page()
    listed.goto(f"{base}/t/{tournament.slug}/meldungen/")
    expect(listed.locator("#phone-reports li")).to_have_count(3)
    for _repeat in range(30):
        listed.keyboard.down(held)
        listed.wait_for_timeout(40)
    listed.keyboard.up(held)
    expect(listed.locator("#phone-reports li")).to_have_count(2)
    assert tournament.matches.filter(outcome="played").count() == 1
    listed.keyboard.press(held)
    expect(listed.locator("#phone-reports li")).to_have_count(1)
    desk.close()


def test_decided_at_the_desk_meanwhile_the_phone_is_told(phones, tournament) -> None:
    page = phones()
    tap(page, "L3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    play(tournament, 1)
    expect(page.locator("#sheet")).to_contain_text("schon entschieden", timeout=6000)
    expect(key(page, "left", 1)).to_be_disabled()


def test_the_card_on_the_table_leads_there(phones, tournament, live_server) -> None:
    page = phones()
    page.goto(address(live_server, tournament, links.Opens.TABLE, 2))
    expect(page.locator(".phone-side h2").first).to_have_text("Öllinger")
    page.goto(address(live_server, tournament, links.Opens.TABLE, 3))
    expect(page.locator("h1")).to_have_text("Tisch 3 ist frei")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("locale", ["de-AT", "en-GB"])
def test_everything_can_be_read_and_pressed(phones, tournament, theme, locale) -> None:
    page = phones(locale=locale, color_scheme=theme)
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    assert page.evaluate(LOW) == []
    assert page.evaluate(PALE) == []
    tap(page, "L3", "L3", "L1", "L3", "L3", "L1")
    expect(page.locator("#sheet")).to_be_visible()
    assert page.evaluate(PALE) == []
    picture(page, f"{theme}-{locale}")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390)])
def test_long_names_break_nothing(phones, tournament, size) -> None:
    row = tournament.matches.select_related("left_card__owner", "right_card__owner").get(serial=1)
    for person, name in (
        (row.left_card.owner, "Wolfeschlegelsteinhausen" * 5),
        (row.right_card.owner, "محمد <script> 😀 " * 7),
    ):
        person.name = name
        person.place = "Großpertholz bei Gmünd im hintersten Waldviertel, Niederösterreich"
        person.save()
    page = phones(size=size)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    places = page.evaluate(PLACES)
    tap(page, "L3", "R1")
    page.locator("[data-dealer]").tap()
    assert page.evaluate(PLACES) == places
    picture(page, f"long-{size[0]}")


@pytest.mark.parametrize("preset", ["none", "66-c"])
def test_other_rules_have_their_own_keys(phones, tournament, preset) -> None:
    Tournament.objects.update(rules_preset=preset)
    page = phones()
    places = page.evaluate(PLACES)
    if preset == "none":
        page.locator('.phone-side[data-side="left"] [data-tap]').tap()
        assert needs(page) == ["6", "7"]
        assert page.locator("[data-tap]").count() == 2
    else:
        page.locator("[data-tie]").tap()
        expect(page.locator(".phone-log")).to_contain_text("Das nächste Spiel zählt 1 mehr.")
        tap(page, "L3")
        assert needs(page) == ["3", "7"]
    assert page.evaluate(PLACES) == places
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    picture(page, f"rules-{preset}")
