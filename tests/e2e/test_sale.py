"""The desk with a keyboard in a real browser: five people, a namesake among them; twice pressed sells once."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests import factories
from tests.e2e.test_look import LOW, SIZES
from tournament.models import EntryCard, Person, Reservation, Tournament, User
from tournament.services import cards
from tournament.services.people import PersonData

from .pictures import picture_here
from .visitor import SETTLED

PAGES = [
    "kassa/",
    "kassa/schliessen/",
    "ausschreibung/",
    "teilnehmer/",
    "teilnehmer/1/",
    "teilnehmer/1/zurueck/",
    "liste/",
    "kassabuch/",
]


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return factories.make_tournament(
        slug="ff", cards_offered=64, max_cards_per_person=4, starts_at=datetime(2026, 11, 28, 18, tzinfo=UTC)
    )  # fmt: skip


@pytest.fixture
def open_page(chromium: Browser, live_server, tournament, settings) -> Iterator[object]:
    user = User.objects.create_superuser(username="karl", password="karten-sind-rund")
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    cookie = {"name": name, "value": client.cookies[name].value, "url": live_server.url}
    contexts = []

    def make(path: str = "kassa/", size: tuple[int, int] = (1366, 768), *, script: bool = True) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="de-AT", reduced_motion="reduce", java_script_enabled=script
        )  # fmt: skip
        contexts.append(context)
        context.add_cookies([cookie])
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(f"{live_server.url}/t/ff/{path}")
        if script:
            page.evaluate(SETTLED)  # a browser gives the focus, and hears keys, with its first picture
        return page

    yield make
    for context in contexts:
        context.close()


def focused(page: Page, field: str) -> None:
    expect(page.locator(field)).to_be_focused()


def new_person(page: Page, name: str, place: str, count: str) -> None:
    """Name, Enter (or F2), place, Enter, number, Enter: no mouse."""
    focused(page, "#id_who")
    page.keyboard.type(name)
    page.locator("#offer-new").wait_for()
    page.keyboard.press("F2")
    focused(page, "#id_place")
    page.keyboard.type(place)
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    page.keyboard.type(count)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_five_people_are_served_with_the_keyboard_alone(open_page, tournament) -> None:
    page = open_page()
    new_person(page, "Huber Johann", "St. Stefan", "2")
    expect(page.locator("[data-done]")).to_contain_text("Huber Johann")
    new_person(page, "Šnjarić Đurđa", "Völkermarkt", "4")
    new_person(page, "Moar vulgo Stöckl Sepp", "Hinterhör", "1")

    # Somebody who is here already: two letters, Enter, Enter.
    focused(page, "#id_who")
    page.keyboard.type("sn")
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    expect(page.locator("[data-chosen]")).to_contain_text("mehr geht nicht")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")

    # A namesake: asked about, told apart by the place.
    new_person(page, "Johann Huber", "", "3")
    expect(page.locator("#who-is-it")).to_contain_text("St. Stefan")
    picture_here(page, "namesake")
    focused(page, "#id_place")  # the other one cannot take three more
    page.keyboard.type("Rassach")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    new_person(page, "Öllinger Ägidius", "Großsölk", "3")
    focused(page, "#id_who")
    sold = {(p.name, p.place): p.cards.count() for p in Person.objects.all()}
    assert sold == {
        ("Huber Johann", "St. Stefan"): 2, ("Šnjarić Đurđa", "Völkermarkt"): 4, ("Moar vulgo Stöckl Sepp", "Hinterhör"): 1,
        ("Johann Huber", "Rassach"): 3, ("Öllinger Ägidius", "Großsölk"): 3,
    }  # fmt: skip


def test_f2_with_another_place_sells_without_a_question(open_page, tournament) -> None:
    page = open_page()
    new_person(page, "Huber Johann", "St. Stefan", "4")
    new_person(page, "Huber Johann", "Rassach", "2")
    expect(page.locator("[data-done]")).to_contain_text("Rassach")
    # Nothing of it is left for the next one: the same place is asked about, and who is full is not waited at.
    new_person(page, "Johann Huber", "Rassach", "1")
    expect(page.locator("#who-is-it button:focus")).to_contain_text("Rassach")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    sold = {(p.name, p.place): p.cards.count() for p in Person.objects.all()}
    assert sold == {("Huber Johann", "St. Stefan"): 4, ("Huber Johann", "Rassach"): 3}


def test_tab_leads_from_a_new_persons_place_and_club_to_the_number_of_cards(open_page, tournament) -> None:
    page = open_page()
    focused(page, "#id_who")
    page.keyboard.type("Neumann Eva")
    page.locator("#offer-new").wait_for()
    page.keyboard.press("F2")
    focused(page, "#id_place")
    page.keyboard.press("Tab")
    focused(page, "#id_club")
    page.keyboard.press("Tab")
    focused(page, "#id_cards")
    for _key in range(4):  # once there, Tab goes on as everywhere: nobody is kept in a circle
        page.keyboard.press("Tab")
    focused(page, "#id_club")
    page.keyboard.press("Tab")
    expect(page.locator("#id_cards")).not_to_be_focused()


def test_whoever_turns_away_from_a_new_person_is_asked_about_again(open_page, tournament) -> None:
    factories.sell(tournament, 1, names=("Huber Johann",))
    page = open_page()
    page.keyboard.type("Huber Johann")
    page.locator("#offer-new").wait_for()
    page.keyboard.press("F2")
    focused(page, "#id_place")
    assert page.input_value("[name=meant_as_new]") == "1"
    page.fill("#id_who", "Huber Joh")
    assert page.input_value("[name=meant_as_new]") == ""


def test_one_press_at_several_cards_pays_out_nothing(open_page, tournament) -> None:
    factories.sell(tournament, 3, names=("Moar Sepp",))
    page = open_page()
    page.locator("#recent .text-link").first.click()
    expect(page.locator("[name=cards]").first).to_be_focused()
    page.locator("button.danger").click()
    expect(page.locator("main")).to_contain_text("mindestens eine Karte")
    assert EntryCard.objects.filter(state="in").count() == 3


def test_change_is_shown_while_it_is_typed_and_stays_after_the_sale(open_page, tournament) -> None:
    factories.sell(tournament, 1, names=("Moar Sepp",))
    page = open_page()
    page.keyboard.type("moa")
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    page.keyboard.type("2")
    expect(page.locator("[data-notes-list]")).to_contain_text("40,00")
    page.keyboard.press("Tab")
    page.keyboard.type("20")
    expect(page.locator("[data-change]")).to_have_text("€\xa010,00")
    picture_here(page, "change")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator("[data-change]")).to_have_text("€\xa010,00")
    page.keyboard.type("n")
    expect(page.locator("[data-change]")).to_have_text("€\xa010,00")


def test_enter_twice_sells_once(open_page, tournament) -> None:
    factories.sell(tournament, 1, names=("Moar Sepp",))
    page = open_page()
    page.keyboard.type("moa")
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("[data-done]")).to_contain_text("Moar Sepp")
    assert EntryCard.objects.count() == 2


def test_enter_faster_than_the_list_waits_for_it(open_page, tournament) -> None:
    factories.sell(tournament, 1, names=("Moar Sepp",))
    page = open_page()
    page.route("**/kassa/namen/**", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.keyboard.type("Moar Sepp")
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    assert page.input_value("[name=start_number]") == "1"


def test_the_back_button_shows_an_empty_entry_and_sells_nothing_again(open_page, tournament) -> None:
    page = open_page()
    new_person(page, "Moar Sepp", "Hinterhör", "2")
    page.go_back()
    expect(page.locator("#id_who")).to_have_value("")
    page.keyboard.press("Enter")
    new_person(page, "Kern Franz", "Weiz", "1")
    assert {p.name: p.cards.count() for p in Person.objects.all()} == {"Moar Sepp": 2, "Kern Franz": 1}


def test_a_half_typed_name_is_never_sold_to(open_page, tournament) -> None:
    page = open_page()
    page.keyboard.type("Mo")
    page.locator("#offer-new").wait_for()
    page.locator("#id_cards").click()
    page.keyboard.press("Enter")
    focused(page, "#id_who")
    assert not Person.objects.exists()


def test_a_reservation_is_paid_by_name_enter_enter(open_page, tournament) -> None:
    cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=3, new_person=PersonData("Zauner Eva", "Weiz"))
    page = open_page()
    page.keyboard.type("zau")
    page.keyboard.press("Enter")
    focused(page, "#id_cards")
    expect(page.locator("#id_cards")).to_have_value("3")
    expect(page.locator("[data-sell-text]")).to_have_text("Bezahlt")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert Reservation.objects.get().state == "paid"
    assert EntryCard.objects.count() == 3


def test_another_desks_sale_appears_by_itself(open_page, tournament) -> None:
    page = open_page()
    factories.sell(tournament, 4, names=("Moar Sepp",))
    expect(page.locator("#sold-box .number")).to_have_text("4", timeout=10_000)
    expect(page.locator("#recent")).to_contain_text("Moar Sepp")
    expect(page.locator("#desk-cash")).to_contain_text("20,00")


def test_the_desk_sells_without_a_script(open_page, tournament) -> None:
    page = open_page(script=False)
    page.fill("#id_who", "Moar Sepp")
    page.fill("#id_place", "Hinterhör")
    page.fill("#id_cards", "2")
    page.press("#id_cards", "Enter")
    expect(page.locator("[data-done]")).to_contain_text("Moar Sepp")
    assert EntryCard.objects.count() == 2


def test_rows_of_prizes_follow_their_number(open_page, tournament) -> None:
    page = open_page("ausschreibung/")
    page.fill("[name=prize-TOTAL_FORMS]", "10")
    expect(page.locator("[data-prize-rows] tr")).to_have_count(10)
    page.fill("[name=prize-9-description]", "Eine Salami")
    page.fill("[name=prize-TOTAL_FORMS]", "9")
    page.fill("[name=prize-TOTAL_FORMS]", "10")
    expect(page.locator("[name=prize-9-description]")).to_have_value("Eine Salami")
    with page.expect_navigation():
        page.locator("button[name=save]").last.click()
    assert tournament.prizes.get(place=10).description == "Eine Salami"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_can_be_pressed_and_is_silent(open_page, tournament, path: str, size: tuple[int, int]) -> None:
    factories.sell(tournament, 4, 1, 2, names=("Öllinger Ägidius", "x" * 120, "<script>alert(1)</script>"))
    cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=3, new_person=PersonData("مرحبا", "Weiz"))
    page = open_page("ausschreibung/", size)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(page.url.replace("ausschreibung/", path))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(LOW) == []
    assert said == []
