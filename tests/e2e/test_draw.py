"""The draw in a real browser: shown number by number, gone on with after a reload, skipped; slips typed by keyboard; two tabs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.test_look import LOW, PALE
from tests.factories import DIRECTOR, close, draw, drawn_tournament, make_tournament, member, sell
from tournament.models import BoardState, Draw, DrawMethod, HandDraw, Tournament
from tournament.services import boards, hand_draws

from .pictures import picture_here
from .visitor import SETTLED

Opened = Callable[..., tuple[Page, list[str]]]


@pytest.fixture
def director(chromium: Browser, live_server, transactional_db, settings) -> Iterator[Opened]:
    """Opens a page as the director; answers with it and what its console said."""
    contexts: list[BrowserContext] = []

    def make(
        tournament: Tournament, path: str, size: tuple[int, int] = (1366, 768), scheme: str = "light", **given: object
    ):
        client = Client()
        client.force_login(member(tournament))
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            locale="de-AT",
            reduced_motion="reduce",
            **given,
        )
        contexts.append(context)
        name = settings.SESSION_COOKIE_NAME
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": live_server.url}])
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
        if given.get("java_script_enabled", True):
            page.evaluate(SETTLED)  # a browser gives the focus, and hears keys, with its first picture
        return page, said

    yield make
    for context in contexts:
        context.close()


def gone(page: Page, pot: str) -> int:
    return page.locator(f"#pot-{pot} > .gone").count()


def press(page: Page, times: int) -> None:
    for _ in range(times):
        page.keyboard.press(" ")


def test_numbers_leave_the_left_pot_then_the_right_one(director: Opened) -> None:
    tournament = drawn_tournament(2, 2, 2, 1)
    page, said = director(tournament, "auslosung/1/")
    expect(page.locator("#result")).to_be_hidden()
    assert gone(page, "left") == 0
    press(page, 1)
    expect(page.locator("#now")).to_contain_text("Reihenfolge ausgelost")
    press(page, 4)
    assert (gone(page, "left"), gone(page, "right")) == (4, 0)
    expect(page.locator("#left-state")).to_have_text("leer – alle 4 gezogen")
    assert page.locator("#pot-left > .now").count() == 1
    picture_here(page, "left-empty")
    press(page, 20)
    assert gone(page, "right") == 3
    expect(page.locator("#right-state")).to_have_text("1 noch drin")
    expect(page.locator("#result")).to_be_visible()
    picture_here(page, "result", whole=True)
    expect(page.locator(".check-large")).to_have_text(Draw.objects.get().check_sum[:8])
    assert said == []


def test_reload_in_the_middle_goes_on_where_it_was_and_draws_nothing(director: Opened) -> None:
    tournament = drawn_tournament(2, 2, 2, 1)
    before = Draw.objects.values().get()
    page, _said = director(tournament, "auslosung/1/")
    press(page, 4)
    text = page.locator("#now").inner_text()
    page.reload()
    expect(page.locator("#pot-left > .gone")).to_have_count(3)
    assert page.locator("#now").inner_text() == text
    expect(page.locator("#result")).to_be_hidden()
    press(page, 1)
    assert gone(page, "left") == 4
    assert Draw.objects.values().get() == before


def screen_goes_to(position: int) -> None:
    """The big screen gets there, and stays."""
    deadline = time.monotonic() + 8
    while not BoardState.objects.filter(position=position).exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.6)
    assert BoardState.objects.get().position == position


def test_looking_a_draw_up_does_not_steer_the_screen(director: Opened) -> None:
    tournament = drawn_tournament(2, 2, 2, 1)
    boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=3)
    page, said = director(tournament, "auslosung/1/?alles")
    expect(page.locator("#result")).to_be_visible()
    screen_goes_to(3)
    # The hall is in the middle of it: from here too it can only be gone on with where it is.
    page.locator("#reveal-again").click()
    expect(page.locator("#reveal-place")).to_contain_text("Schritt 3 von")
    screen_goes_to(3)
    press(page, 1)
    screen_goes_to(4)
    page.get_by_role("button", name="Alles zeigen").click()
    screen_goes_to(len(Draw.objects.get().steps))
    page.goto(page.url)
    page.get_by_role("button", name="Noch einmal von vorne").click()
    press(page, 1)
    screen_goes_to(len(Draw.objects.get().steps))
    assert said == []


def test_opening_a_draw_moves_nothing_and_begins_where_the_screen_is(director: Opened) -> None:
    tournament = drawn_tournament(2, 2, 2, 1)
    page, _said = director(tournament, "auslosung/1/")
    time.sleep(0.6)
    assert not BoardState.objects.exists()
    press(page, 3)
    screen_goes_to(3)
    second, said = director(tournament, "auslosung/1/")
    expect(second.locator("#reveal-place")).to_contain_text("Schritt 3 von")
    screen_goes_to(3)
    page.get_by_role("button", name="Alles zeigen").click()
    screen_goes_to(len(Draw.objects.get().steps))
    press(second, 1)  # it knows nothing of that yet
    expect(second.locator("#result")).to_be_visible()
    screen_goes_to(len(Draw.objects.get().steps))
    second.get_by_role("button", name="Noch einmal von vorne").click()
    screen_goes_to(0)
    assert said == []


def test_two_desks_do_not_pull_each_other_back(director: Opened) -> None:
    tournament = drawn_tournament(2, 2, 2, 1)
    page, _said = director(tournament, "auslosung/1/")
    press(page, 1)
    screen_goes_to(1)
    second, _said = director(tournament, "auslosung/1/")
    press(page, 3)
    screen_goes_to(4)
    press(second, 1)
    expect(second.locator("#reveal-place")).to_contain_text("Schritt 4 von")
    expect(second.locator("#pot-left > .gone")).to_have_count(3)
    screen_goes_to(4)
    press(second, 1)
    screen_goes_to(5)
    page.reload()
    expect(page.locator("#reveal-place")).to_contain_text("Schritt 5 von")
    screen_goes_to(5)


def test_a_redraw_is_seen(director: Opened) -> None:
    tournament = drawn_tournament(3, 2, 1)
    Draw.objects.update(
        steps=[
            ["order", 1, 2, 3],
            *(["left", n, n] for n in (1, 2, 3, 4)),
            ["redraw", 4, 5],
            ["right", 1, 5],
            ["right", 4, 6],
        ]
    )
    page, _said = director(tournament, "auslosung/1/")
    press(page, 6)
    expect(page.locator("#now .problem")).to_have_text("4 hat er schon links: zurückgelegt, neu gezogen")
    assert gone(page, "right") == 0
    assert page.locator("#pot-right > .back").inner_text() == "4"
    picture_here(page, "redraw")
    press(page, 1)
    expect(page.locator("#now .problem")).to_be_hidden()
    expect(page.locator("#reveal-log li").nth(1)).to_contain_text("eigene Nummer")


def test_all_at_once_by_itself_and_again_from_the_start(director: Opened) -> None:
    page, said = director(drawn_tournament(2, 2, 2, 1), "auslosung/1/")
    page.get_by_role("button", name="Alles zeigen").click()
    expect(page.locator("#result")).to_be_visible()
    expect(page.get_by_role("button", name="Weiter")).to_be_hidden()
    page.get_by_role("button", name="Noch einmal von vorne").click()
    expect(page.locator("#result")).to_be_hidden()
    page.locator("#reveal-speed").select_option("60")
    page.get_by_role("button", name="Automatisch").click()
    expect(page.locator("#result")).to_be_visible()
    assert said == []


def test_fair_shows_byes_then_pairs_and_attempts_that_were_void(director: Opened) -> None:
    tournament = drawn_tournament(3, 2, 1)
    Draw.objects.update(
        method=DrawMethod.FAIR,
        steps=[["bye", 6], ["bye", 1], ["match", 2, 3], ["void"], ["match", 2, 4], ["match", 3, 5]],
    )
    page, said = director(tournament, "auslosung/1/")
    press(page, 3)
    assert page.locator("#drawn-byes li").count() == 2
    assert page.locator("#drawn-matches li").count() == 1
    press(page, 1)
    expect(page.locator("#now .problem")).to_contain_text("Versuch verworfen")
    assert page.locator("#drawn-matches li").count() == 0
    assert page.locator("#pot-cards > .gone").count() == 2
    press(page, 2)
    expect(page.locator("#result")).to_be_visible()
    assert said == []


def test_without_script_everything_is_shown(director: Opened) -> None:
    page, _said = director(drawn_tournament(2, 2, 2, 1), "auslosung/1/", java_script_enabled=False)
    expect(page.locator("#result")).to_be_visible()
    assert gone(page, "left") == 4
    expect(page.locator(".reveal-controls")).to_be_hidden()
    expect(page.locator("#result")).to_contain_text(re.compile(r"links \d+ Spieler"))


def test_a_pot_of_2048_numbers_turns_its_pages_and_is_skipped_at_once(director: Opened) -> None:
    tournament = make_tournament(cards_offered=1024, max_cards_per_person=64)
    sell(tournament, *[64] * 16)
    draw(close(tournament))
    page, said = director(tournament, "auslosung/1/")
    for _ in range(3):
        press(page, 2)
        now = page.locator("#pot-left > .now")
        if now.count():
            expect(now).to_be_visible()
    assert page.locator("#pot-left > li:visible").count() == 128
    page.get_by_role("button", name="Alles zeigen").click()
    expect(page.locator("#result")).to_be_visible(timeout=2000)
    assert said == []


def test_from_the_field_to_the_numbers_of_the_hall_to_the_draw_by_keyboard(director: Opened) -> None:
    tournament = make_tournament()
    sell(tournament, 2, 2, 2, 1)
    close(tournament)
    page, said = director(tournament, "auslosung/")
    page.keyboard.press("Enter")
    expect(page.locator("h1", has_text="Zahlen aus dem Saal")).to_be_visible()
    page.keyboard.type("4711")
    page.keyboard.press("Tab")
    page.keyboard.type("33")
    page.keyboard.press("Enter")
    expect(page.locator(".spoken")).to_have_text(re.compile(r"4711\s*33"))
    assert not Draw.objects.exists()
    page.keyboard.press("Enter")
    page.wait_for_url("**/auslosung/1/")
    assert Draw.objects.get().public == "4711.33"
    assert said == []


def by_hand(*holdings: int, names: tuple[str, ...] = ("Alois", "Berta", "Cilli", "Dora")) -> Tournament:
    tournament = make_tournament()
    sell(tournament, *holdings, names=names)
    close(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    return tournament


def type_slip(page: Page, line: str, drawn: int) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")
    expect(page.locator("#hand")).to_contain_text(f"{drawn} von 8 Karten haben gezogen.")


def test_eight_cards_drawn_by_hand_with_the_keyboard_alone(director: Opened) -> None:
    tournament = by_hand(2, 2, 2, 2)
    page, said = director(tournament, "handauslosung/")
    lines = ("l1 1", "L 2", "l 3 be", "L 4", "r 1 cil", "R 3", "r 2 Dora", "R 4")
    for drawn, line in enumerate(lines, start=1):
        type_slip(page, line, drawn)
        expect(page.locator("#slip-line")).to_be_focused()
        expect(page.locator("#slip-line")).to_have_value("")
    page.get_by_role("button", name="Auslosung gilt").click()
    page.wait_for_url("**/auslosung/1/")
    assert Draw.objects.get().steps == [
        ["left", 1, 1], ["left", 2, 2], ["left", 3, 3], ["left", 4, 4], ["right", 1, 5], ["right", 3, 6], ["right", 2, 7],
        ["right", 4, 8],
    ]  # fmt: skip
    assert said == []


def test_a_wrong_line_stays_to_be_mended(director: Opened) -> None:
    page, _said = director(by_hand(2, 2, 2, 2), "handauslosung/")
    page.keyboard.type("R 1 1")
    page.keyboard.press("Enter")
    expect(page.locator("#hand .notice")).to_contain_text("Der linke Topf ist noch nicht leer")
    expect(page.locator("#slip-line")).to_be_focused()
    expect(page.locator("#slip-line")).to_have_value("R 1 1")
    type_slip(page, "L 1 1", 1)
    expect(page.locator("#hand .notice")).to_have_count(0)


def test_two_tabs_one_wins_the_other_sees_what_happened(director: Opened) -> None:
    tournament = by_hand(2, 2, 2, 2)
    first, _said = director(tournament, "handauslosung/")
    second, _said2 = director(tournament, "handauslosung/")
    type_slip(first, "L 1 1", 1)
    second.keyboard.type("L 1 3")
    second.keyboard.press("Enter")
    expect(second.locator("#hand .notice")).to_contain_text("Inzwischen")
    expect(second.locator("#hand")).to_contain_text("1 von 8 Karten haben gezogen.")
    assert HandDraw.objects.get().slips == [["left", 1, 1]]
    expect(second.locator("#slip-line")).to_have_value("L 1 3")
    picture_here(second, "second")
    second.locator("#slip-line").fill("L 2 3")
    second.keyboard.press("Enter")
    expect(second.locator("#hand")).to_contain_text("2 von 8 Karten haben gezogen.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1366, 768), (1920, 1080)])
def test_pages_fit_can_be_pressed_and_be_read(director: Opened, size: tuple[int, int], scheme: str) -> None:
    tournament = make_tournament()
    sell(tournament, 2, 2, 2, 1, names=("Öllinger Ägidius", "<script>alert(1)</script>", "W" * 120, "شريف أحمد"))
    draw(close(tournament))
    for path in (
        "auslosung/",
        "auslosung/1/?alles",
        "auslosung/1/blatt/",
        "auslosung/1/protokoll/",
        "auslosung/alle/",
        "protokoll/",
    ):
        page, said = director(tournament, path, size, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        assert page.evaluate(LOW) == [], path
        assert page.evaluate(PALE) == [], path
        assert said == [], path


def test_what_is_typed_while_the_last_slip_is_on_its_way_is_kept(director: Opened) -> None:
    page, said = director(by_hand(2, 2, 2, 2), "handauslosung/")
    page.route("**/zettel/", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.keyboard.type("L 1 1")
    page.keyboard.press("Enter")
    expect(page.locator("#slip-line")).to_have_value("")
    page.keyboard.type("L 2 2")
    expect(page.locator("#hand")).to_contain_text("1 von 8 Karten haben gezogen.")
    expect(page.locator("#slip-line")).to_have_value("L 2 2")
    page.keyboard.press("Enter")
    expect(page.locator("#hand")).to_contain_text("2 von 8 Karten haben gezogen.")
    assert said == []


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_methods_to_choose_from_are_round_buttons_at_every_width(director: Opened, size: tuple[int, int]) -> None:
    tournament = make_tournament()
    sell(tournament, 2, 2, 1)
    close(tournament)
    page, _ = director(tournament, "auslosung/", size)
    boxes = [button.bounding_box() for button in page.get_by_role("radio").all()]
    assert len(boxes) == 3
    assert all(box is not None and abs(box["width"] - box["height"]) < 0.5 for box in boxes)
