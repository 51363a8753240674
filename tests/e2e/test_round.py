"""The round in a real browser: a whole round by keyboard, two scorers at once, double Enter, the back button."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.factories import SCORER, drawn_tournament, fresh, member, play_on
from tournament.models import Role, Side, Tournament
from tournament.services import calling, phone_reports

from .pictures import picture_here
from .visitor import SETTLED

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [(390, 844), (1366, 768), (1920, 1080)]
PAGES = [
    "", "runde/", "runde/1/", "platzierung/", "begegnung/1/", "rueckzug/?person=2", "rueckzug/?q=sp", "preise/", "plaetze/",
    "preise/beenden/", "archiv/",
]  # fmt: skip
#: What can be pressed and is lower than 44 px; links inside a sentence are not meant (WCAG 2.2, 2.5.8).
LOW = """
[...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
  .filter(e => e.offsetParent && !e.matches(".skip, [type=checkbox], [type=radio]") && !e.closest("p, .recent"))
  .map(e => [e.textContent.trim().slice(0, 20), Math.round(e.getBoundingClientRect().height * 10) / 10])
  .filter(([, height]) => height < 44)
"""


PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")


@pytest.fixture
def evening() -> Tournament:
    """Sixteen cards: a first round of eight matches."""
    return drawn_tournament(*[1] * 16)


@pytest.fixture
def browser_of(chromium: Browser, live_server, settings) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(tournament: Tournament, role: Role = Role.SCORER, name: str = "susi", size=(1366, 768), **more) -> Page:
        client = Client()
        client.force_login(member(tournament, role, name))
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="de-AT", reduced_motion="reduce", **more
        )
        contexts.append(context)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        page = context.new_page()
        page.said = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.said.append(str(error)))  # type: ignore[attr-defined]
        page.goto(f"{live_server.url}/t/{tournament.slug}/runde/")
        if more.get("java_script_enabled", True):
            page.evaluate(SETTLED)  # a browser gives the focus, and hears keys, with its first picture
        return page

    yield make
    for context in contexts:
        context.close()


def type_line(page: Page, number: str, winner: str, score: str) -> None:
    """As a scorer does it: everything in a row, Enter between the fields."""
    page.keyboard.type(number)
    page.keyboard.press("Enter")
    page.keyboard.type(winner)
    page.keyboard.press("Enter")
    page.keyboard.type(score)
    page.keyboard.press("Enter")


def results(tournament: Tournament) -> dict[int, tuple[str, str | None, int | None, int | None]]:
    rows = tournament.matches.filter(annulled_with=None, stage="main", round=1)
    return {row.number: (row.outcome, row.winner_side, row.score_left, row.score_right) for row in rows}


def test_a_whole_round_is_entered_by_keyboard_alone(browser_of, evening) -> None:
    page = browser_of(evening)
    expect(page.locator("#id_number")).to_be_focused()
    said = [("l", "21"), ("r", "20"), ("1", "2:1"), ("2", "2 0"), ("l", "k"), ("r", "a 1:0"), ("l", "20"), ("r", "21")]
    for number, (winner, score) in enumerate(said, start=1):
        type_line(page, str(number), winner, score)
        expect(page.locator("#recent .match-code")).to_have_text(str(number))
        expect(page.locator("#id_number")).to_be_focused()
        expect(page.locator("#id_number")).to_have_value("")
    assert results(evening) == {
        1: ("played", "left", 2, 1), 2: ("played", "right", 0, 2), 3: ("played", "left", 2, 1), 4: ("played", "right", 0, 2),
        5: ("walkover", "left", None, None), 6: ("retired", "right", 0, 1), 7: ("played", "left", 2, 0),
        8: ("played", "right", 1, 2),
    }  # fmt: skip
    expect(page.locator("#round-aside")).to_contain_text("8 von 8 entschieden")
    expect(page.locator("#round-aside")).to_contain_text("Runde 2 auslosen")
    picture_here(page, "decided")
    assert page.said == []


def test_a_typist_who_is_ahead_of_the_answer_loses_no_key(browser_of, evening) -> None:
    page = browser_of(evening)
    page.route("**/eintragen/", lambda route: (page.wait_for_timeout(300), route.continue_()))
    type_line(page, "3", "l", "21")
    page.keyboard.type("4")  # while the first is on its way
    expect(page.locator("#recent .match-code")).to_have_text("3")
    expect(page.locator("#id_number")).to_have_value("4")
    expect(page.locator("#id_number")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("r")
    page.keyboard.press("Enter")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(page.locator("#recent .match-code")).to_have_text("4")
    assert results(evening)[4] == ("played", "right", 0, 2)


def test_the_names_appear_while_the_number_is_typed_and_two_letters_choose(browser_of, evening) -> None:
    page = browser_of(evening)
    row = evening.matches.select_related("left_card__owner", "right_card__owner").get(number=5, round=1)
    page.keyboard.type("5")
    expect(page.locator("#entry-match")).to_contain_text(row.left_card.owner.name)
    expect(page.locator("#entry-match")).to_contain_text(row.right_card.owner.name)
    assert page.locator(f"#match-{row.serial}.now").count() == 1
    page.keyboard.press("Tab")
    page.keyboard.type("r")
    expect(page.locator('[data-value="r"]')).to_have_attribute("aria-pressed", "true")


def test_it_goes_by_clicking_too(browser_of, evening) -> None:
    page = browser_of(evening)
    page.locator("#id_number").fill("6")
    page.locator('[data-value="r"]').click()
    page.locator('[data-value="2:1"]').click()
    page.keyboard.press("Enter")  # the button has the focus now
    expect(page.locator("#recent .match-code")).to_have_text("6")
    assert results(evening)[6] == ("played", "right", 1, 2)


def test_two_scorers_with_the_same_match_the_second_sees_the_first(browser_of, evening) -> None:
    one, other = browser_of(evening, name="susi"), browser_of(evening, name="resi")
    other.keyboard.type("3")
    expect(other.locator("#entry-match .choice-side").first).to_be_visible()
    type_line(one, "3", "l", "21")
    expect(one.locator("#recent .match-code")).to_have_text("3")
    other.keyboard.press("Enter")
    other.keyboard.type("r")
    other.keyboard.press("Enter")
    other.keyboard.type("20")
    other.keyboard.press("Enter")
    expect(other.locator("#entry .conflict")).to_contain_text("eingetragen von susi")
    expect(other.locator("#id_score")).to_have_value("20")
    assert results(evening)[3] == ("played", "left", 2, 1)


def test_what_one_scorer_enters_the_other_sees_without_doing_anything(browser_of, evening) -> None:
    one, other = browser_of(evening, name="susi"), browser_of(evening, name="resi")
    type_line(one, "3", "l", "21")
    expect(other.locator("#round-aside")).to_contain_text("1 von 8 entschieden", timeout=8000)
    expect(other.locator("#id_number")).to_be_focused()


def test_enter_twice_is_once(browser_of, evening) -> None:
    page = browser_of(evening)
    entries = evening.journal.count()
    type_line(page, "3", "l", "21")
    page.keyboard.press("Enter")
    expect(page.locator("#recent .match-code")).to_have_text("3")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert evening.journal.count() == entries + 1
    assert page.locator("#entry .notice").count() == 0


def test_a_wrong_score_keeps_the_line_and_the_cursor_where_it_is_wrong(browser_of, evening) -> None:
    page = browser_of(evening)
    type_line(page, "3", "l", "quatsch")
    expect(page.locator("#entry-problems")).to_contain_text("zum Beispiel 2:1")
    expect(page.locator("#id_score")).to_be_focused()
    page.keyboard.type("21")  # what was wrong is selected: typing replaces it
    page.keyboard.press("Enter")
    expect(page.locator("#recent .match-code")).to_have_text("3")


@pytest.mark.parametrize(("winner", "score"), [("l", "3:2"), ("r", "3:2"), ("r", "32"), ("l", "2:2"), ("r", "1:0")])
def test_a_score_the_match_cannot_end_with_is_named_as_typed_and_the_cursor_is_there(
    browser_of, evening, winner: str, score: str
) -> None:
    page = browser_of(evening)
    type_line(page, "3", winner, score)
    said = score if ":" in score else ":".join(score)
    expect(page.locator("#entry-problems")).to_contain_text(f"{said}: ")
    expect(page.locator("#id_score")).to_be_focused()
    expect(page.locator("#id_score")).to_have_value(score)
    expect(page.locator("#id_score")).to_have_attribute("aria-invalid", "true")
    page.keyboard.type("21")
    page.keyboard.press("Enter")
    expect(page.locator("#recent .match-code")).to_have_text("3")
    expect(page.locator("#recent")).to_contain_text("2 : 1")


def test_after_somebody_else_was_faster_nothing_decided_is_offered_any_more(browser_of, evening) -> None:
    one, other = browser_of(evening, name="susi"), browser_of(evening, name="resi")
    codes = other.locator("#to-call .match-code").all_text_contents()
    assert codes
    type_line(one, codes[0], "l", "21")
    expect(one.locator("#recent .match-code")).to_have_text(codes[0])
    type_line(other, codes[0], "r", "20")
    expect(other.locator("#entry .conflict")).to_contain_text("eingetragen von susi")
    expect(other.locator("#to-call .match-code").first).not_to_have_text(codes[0], timeout=2000)
    assert codes[0] not in other.locator("#to-call .match-code").all_text_contents()


def test_back_from_another_page_enters_nothing_again(browser_of, evening, live_server) -> None:
    page = browser_of(evening)
    type_line(page, "3", "l", "21")
    expect(page.locator("#recent .match-code")).to_have_text("3")
    entries = evening.journal.count()
    page.locator("#recent a").click()
    expect(page.locator("h1")).to_contain_text("Begegnung 3")
    page.go_back()
    expect(page.locator("#id_number")).to_be_visible()
    page.locator("#id_number").focus()
    page.locator("#id_number").fill("")
    type_line(page, "4", "r", "20")
    expect(page.locator("#recent .match-code")).to_have_text("4")
    assert evening.journal.count() == entries + 1
    assert results(evening)[3] == ("played", "left", 2, 1)


def test_slash_goes_to_the_search_and_two_letters_narrow_the_table(browser_of, evening) -> None:
    page = browser_of(evening)
    page.locator("h1").click()
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("spieler 12")
    expect(page.locator("#matches tbody tr")).to_have_count(1)
    page.locator("#search").fill("")
    page.locator("#stand").select_option("entschieden")
    expect(page.locator("#round-live")).to_contain_text("Nichts gefunden")


def test_after_a_call_the_line_has_the_focus_and_the_next_call_stays_in_its_place(browser_of, evening) -> None:
    page = browser_of(evening)
    button = page.locator('#to-call button[value="call"]').first
    button.scroll_into_view_if_needed()
    before = page.evaluate("[scrollY, document.querySelector('#to-call').getBoundingClientRect().top]")
    pressed = button.get_attribute("id")
    button.click()
    expect(page.locator("#called li")).to_have_count(1)
    expect(page.locator(f"#{pressed}")).to_have_count(0)
    expect(page.locator("#id_number")).to_be_focused()
    assert page.evaluate("[scrollY, document.querySelector('#to-call').getBoundingClientRect().top]") == before
    page.keyboard.type("2")
    expect(page.locator("#id_number")).to_have_value("2")
    # A look at what is new takes the focus from no button that is still there.
    other = page.locator('#to-call button[value="call"]').first
    other.focus()
    with page.expect_response("**/stand/**"):
        page.evaluate("htmx.trigger(document.body, 'result-recorded')")
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.value") == "call"
    assert page.said == []


def test_a_result_that_waits_is_seen_without_scrolling(browser_of, evening) -> None:
    evening.phone_results_count_at_once = False
    evening.save()
    for serial in (1, 2, 3):
        calling.call(tournament=evening, actor=SCORER, match=serial, table=serial)
    phone_reports.report(tournament=evening, match=1, device="", winner=Side.LEFT, score=(2, 1))
    page = browser_of(evening)
    expect(page.locator("#phones-wait")).to_be_in_viewport()
    expect(page.locator("#match-1")).to_contain_text("gemeldet")
    picture_here(page, "waits")


def test_without_javascript_the_line_works_all_the_same(browser_of, evening) -> None:
    page = browser_of(evening, java_script_enabled=False)
    page.locator("#id_number").fill("3")
    page.locator("#id_winner").fill("r")
    page.locator("#id_score").fill("21")
    page.locator("#entry form > button").click()
    expect(page.locator(".messages")).to_contain_text("Begegnung 3: 2:1 für")
    assert results(evening)[3] == ("played", "right", 1, 2)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
def test_every_page_fits_can_be_pressed_and_is_silent(browser_of, live_server, evening, size) -> None:
    evening.people.filter(start_number=2).update(name="Spieler" + "Ü" * 113)
    evening.people.filter(start_number=3).update(name="مريم الخطيب <script>alert(1)</script>")
    play_on(evening, 2)
    page = browser_of(fresh(evening), Role.DIRECTOR, "anna", size)
    faults = {}
    for path in PAGES:
        page.goto(f"{live_server.url}/t/{evening.slug}/{path}")
        wide = max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
        if found := [*([f"{wide} px too wide"] if wide else []), *page.evaluate(LOW), *page.said]:
            faults[path] = found
    assert faults == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(browser_of, live_server, evening, scheme) -> None:
    play_on(evening, 2)
    page = browser_of(fresh(evening), Role.DIRECTOR, "anna", color_scheme=scheme)
    faults = {}
    for path in PAGES:
        page.goto(f"{live_server.url}/t/{evening.slug}/{path}")
        if path == "runde/":
            page.keyboard.type("1")
            expect(page.locator("#entry-match")).not_to_be_empty()
        if found := page.evaluate(PALE):
            faults[path] = found
    assert faults == {}
