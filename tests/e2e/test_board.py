"""The big screen and the guests' pages in a real browser: every scene fits, nothing is said on the console, the desk steers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.factories import (
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    member,
    open_matches,
    play,
    play_on,
    sell,
)
from tournament import clock, links
from tournament.domain import tap_fold
from tournament.models import Role, Side, Tournament
from tournament.queries.calling import hall_of
from tournament.services import boards, calling, taps

from .pictures import picture_here

pytestmark = pytest.mark.django_db(transaction=True)
PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")
#: Pages of a scene whose contents do not fit, or have letters smaller than can be read at ten metres (28 px at 1080).
FAULTS = """
() => {
  const scene = document.querySelector(".scene.now");
  const body = scene.querySelector(".body");
  const found = [];
  if (body.scrollHeight > body.clientHeight + 1 || body.scrollWidth > body.clientWidth + 1) {
    found.push("does not fit: " + body.scrollHeight + " in " + body.clientHeight);
  }
  for (const element of scene.querySelectorAll("p, li, strong, span, bdi, h1, h2")) {
    const size = parseFloat(getComputedStyle(element).fontSize);
    const own = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
    if (element.offsetParent && own && size < innerHeight / 38.5) {
      found.push(element.textContent.trim().slice(0, 20) + ": " + size + " px");
    }
  }
  for (const both of scene.querySelectorAll(".both")) {
    const [one, other] = Array.from(both.querySelectorAll("bdi"), (name) => name.getBoundingClientRect());
    if (other && both.offsetParent && other.left - one.right > innerWidth / 12) {
      found.push("two names far from each other: " + both.textContent.trim().slice(0, 30));
    }
  }
  for (const name of scene.querySelectorAll(".row-names bdi, .pair bdi, .call-name bdi")) {
    const whole = name.scrollWidth <= name.clientWidth + 1;
    if (name.offsetParent && !whole && name.clientWidth < innerWidth / 12) {
      found.push("too little is left of a name: " + name.textContent.trim().slice(0, 30));
    }
  }
  return found;
}
"""


def earlier(minutes: int = 30):
    return clock.use(lambda: datetime.now(UTC) - timedelta(minutes=minutes))


@pytest.fixture
def open_page(chromium: Browser, live_server, settings) -> Iterator[Callable[..., Page]]:
    contexts = []

    def make(path: str, size=(1920, 1080), *, account=None, **more) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, locale="de-AT", reduced_motion="reduce", **more
        )
        contexts.append(context)
        if account is not None:
            client = Client()
            client.force_login(account)
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])
        page = context.new_page()
        page.said = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.said.append(str(error)))  # type: ignore[attr-defined]
        page.on("console", lambda line: page.said.append(line.text) if line.type in {"error", "warning"} else None)  # type: ignore[attr-defined]
        page.goto(f"{live_server.url}{path}")
        return page

    yield make
    for context in contexts:
        context.close()


def board(tournament: Tournament) -> str:
    return links.path(tournament, links.Opens.BOARD, 1)


def hall_at_work(tournament: Tournament) -> None:
    """Half the round decided, three matches running on phones, three called, one of them with somebody missing."""
    for serial in open_matches(tournament)[: tournament.numbers // 4]:
        play(tournament, serial)
    with earlier(15):
        for proposal in [each for each in hall_of(tournament, staff=True).proposals if each.table][:3]:
            serial = proposal.match.serial
            calling.call(tournament=tournament, actor=SCORER, match=serial, table=proposal.table)
            given = [taps.GivenTap(n, tap_fold.read("L3")) for n in (1, 2, 3)]
            taps.deliver(tournament=tournament, match=serial, device="a" * 16, term=0, taps=given)
    called = [each for each in hall_of(tournament, staff=True).proposals if each.table][:3]
    for proposal in called:
        calling.call(tournament=tournament, actor=SCORER, match=proposal.match.serial, table=proposal.table)
    assert called, "nobody is left to be called"
    calling.set_missing(tournament=tournament, actor=SCORER, match=called[0].match.serial, side=Side.LEFT)


def turn_through(page: Page) -> dict[str, list[str]]:
    """Every page of every scene once: its faults."""
    faults = {}
    for _turn in range(page.locator(".scene").count()):
        key = page.locator(".scene.now").get_attribute("data-key")
        if found := [*page.evaluate(FAULTS), *page.evaluate(PALE)]:
            faults[key] = found
        picture_here(page, key)
        page.keyboard.press("ArrowRight")
    return faults


class TestScenes:
    def test_before_the_draw(self, open_page) -> None:
        tournament = make_tournament(
            cards_offered=128, max_cards_per_person=2, published=True, sponsors_text="Fleischerei Moar\n" * 8
        )
        sell(tournament, *[2] * 50, names=tuple(f"Mitterlehner-Hochreiter Maximilian {n}" for n in range(50)))
        page = open_page(board(tournament))
        assert turn_through(page) == {}
        assert page.said == []

    def test_in_the_middle_of_a_round_of_32_matches(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 64, sponsors_text="Weingut Jöbstl", table_count=12, published=True)
        tournament.people.filter(start_number=2).update(name="Spieler" + "Ü" * 113)
        tournament.people.filter(start_number=3).update(name="مريم الخطيب <script>alert(1)</script>")
        hall_at_work(tournament)
        page = open_page(board(tournament))
        keys = {scene.get_attribute("data-scene") for scene in page.locator(".scene").all()}
        assert keys == {"calls", "scores", "round", "bracket", "draw", "sponsors"}
        assert page.locator('[data-key="round-1"]').first.locator("li").count() == 32
        assert turn_through(page) == {}
        assert page.said == []

    @pytest.mark.parametrize("until", [16, 8, 2, 0], ids=lambda numbers: f"of {numbers}")
    def test_the_late_rounds_and_the_prizes(self, open_page, until) -> None:
        tournament = make_tournament(cards_offered=32, published=True)
        tournament.prizes.update(description="Eine halbe Sau vom Bauern Moar, zerlegt und verpackt")
        sell(tournament, *[1] * 32)
        close(tournament)
        with earlier():
            draw(tournament)
            play_on(tournament, until)
        page = open_page(board(fresh(tournament)))
        assert turn_through(page) == {}
        assert page.said == []

    @pytest.mark.parametrize("position", [0, 1, 5, 40, 97])
    def test_the_draw_step_by_step(self, open_page, position) -> None:
        tournament = make_tournament(cards_offered=64)
        sell(tournament, *[4] * 15, 2)
        close(tournament)
        draw(tournament)
        boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=position)
        page = open_page(board(tournament))
        assert turn_through(page) == {}

    def test_on_a_smaller_screen_it_is_the_same_picture(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 64)
        page = open_page(board(tournament), (1280, 720))
        assert turn_through(page) == {}


class TestLife:
    def test_keys_black_still_and_back(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(board(tournament))
        page.keyboard.press("b")
        expect(page.locator("#black")).to_be_visible()
        page.keyboard.press("b")
        expect(page.locator("#black")).to_be_hidden()
        page.keyboard.press("f")
        expect(page.locator(".scene.now .still")).to_be_visible()
        page.keyboard.press("a")
        expect(page.locator(".scene.now .still")).to_be_hidden()

    def test_it_turns_by_itself(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(board(tournament))
        first = page.locator(".scene.now").get_attribute("data-key")
        page.evaluate("document.querySelectorAll('.scene').forEach(s => (s.dataset.seconds = '1'))")
        expect(page.locator(f'.scene.now:not([data-key="{first}"])')).to_be_attached(timeout=4000)

    def test_calls_scores_and_the_desk_reach_it_without_a_hand(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(board(tournament))
        calling.call(tournament=tournament, actor=SCORER, match=1, table=3)
        expect(page.locator(".scene.now .call-table").first).to_have_text("3", timeout=8000)
        given = [taps.GivenTap(n, tap_fold.read("L3")) for n in (1, 2, 3)]
        taps.deliver(tournament=tournament, match=1, device="a" * 16, term=0, taps=given)
        expect(page.locator(".scene.now .score").first).to_have_text("1 : 0", timeout=8000)
        boards.control(tournament=tournament, actor=SCORER, blackout=True)
        expect(page.locator("#black")).to_be_visible(timeout=6000)

    def test_a_still_picture_stays_as_it_is(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(board(tournament))
        boards.control(tournament=tournament, actor=SCORER, frozen=True)
        expect(page.locator(".scene.now .still")).to_be_visible(timeout=6000)
        calling.call(tournament=tournament, actor=SCORER, match=1, table=3)
        page.wait_for_timeout(4500)
        assert "gerufen" not in page.locator("#stage").inner_text()
        assert page.locator(".call:not(.free)").count() == 0
        boards.control(tournament=tournament, actor=SCORER, frozen=False)
        expect(page.locator(".call:not(.free)").first).to_be_attached(timeout=8000)

    @pytest.mark.parametrize("who", ["its own key", "the desk"])
    def test_a_picture_that_moves_again_shows_the_scores_of_the_moment(self, open_page, who) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
            calling.call(tournament=tournament, actor=SCORER, match=1, table=3)

        def count(*sequence: int, term: int = 1) -> None:
            given = [taps.GivenTap(n, tap_fold.read("L3")) for n in sequence]
            taps.deliver(tournament=tournament, match=1, device="a" * 16, term=term, taps=given)

        def stand_still(frozen: bool) -> None:
            if who == "the desk":
                boards.control(tournament=tournament, actor=SCORER, frozen=frozen)
            else:
                page.keyboard.press("f")
            expect(page.locator(".scene.now .still")).to_be_visible(visible=frozen, timeout=6000)

        count(1, 2, term=0)
        page = open_page(board(tournament))
        score = page.locator('.score[data-serial="1"]').first
        expect(score).to_have_text("0 : 0", timeout=8000)
        page.wait_for_timeout(1500)  # it has looked for the scores once
        stand_still(True)
        count(3)
        page.wait_for_timeout(4500)
        assert score.text_content() == "0 : 0"
        stand_still(False)
        page.wait_for_timeout(4500)
        assert score.text_content() == "1 : 0"
        assert page.said == []

    def test_the_desk_shows_a_draw_and_the_hall_follows(self, open_page) -> None:
        tournament = make_tournament(cards_offered=16)
        sell(tournament, *[2] * 8)
        close(tournament)
        draw(tournament)
        hall = open_page(board(tournament))
        expect(hall.locator(".scene.now")).to_contain_text("Gleich wird gelost")
        desk = open_page(
            f"/t/{tournament.slug}/auslosung/1/", (1366, 768), account=member(tournament, Role.DIRECTOR, "anna")
        )
        for _step in range(3):
            desk.keyboard.press("Space")
        expect(hall.locator(".scene.now .sub")).to_contain_text("Schritt 3 von", timeout=8000)
        assert hall.locator(".board-slips .now").count() == 1
        desk.locator("#reveal-all").click()
        expect(hall.locator('[data-scene="round"]').first).to_be_attached(timeout=8000)
        # What was drawn last has its whole time, though a scene of one page had long been standing there.
        hall.wait_for_timeout(3000)
        assert hall.locator(".scene.now").get_attribute("data-key") == "draw-1"
        expect(hall.locator(".scene.now .now-number")).to_be_visible()
        assert desk.said == []
        assert hall.said == []

    def test_who_is_called_does_not_wait_for_all_other_pages(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16, sponsors_text="Fleischerei Moar")
            play(tournament, open_matches(tournament)[0])
        hall = open_page(board(tournament))
        hall.keyboard.press("ArrowRight")
        expect(hall.locator(".scene.now")).not_to_have_attribute("data-scene", "calls")
        serial = open_matches(tournament)[0]
        calling.call(tournament=tournament, actor=SCORER, match=serial, table=1)
        expect(hall.locator(".scene.now")).to_have_attribute("data-scene", "calls", timeout=5000)
        expect(hall.locator(".scene.now .call")).to_have_count(1)
        assert hall.said == []

    def test_a_dead_network_is_said_and_heals(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(board(tournament))
        page.context.set_offline(True)
        expect(page.locator("#lost")).to_be_visible(timeout=15000)
        page.context.set_offline(False)
        expect(page.locator("#lost")).to_be_hidden(timeout=8000)


class TestGuests:
    @pytest.fixture
    def evening(self) -> Tournament:
        with earlier():
            tournament = drawn_tournament(3, *[1] * 29, table_count=12, published=True, notes="Beginn pünktlich")
        tournament.people.filter(start_number=2).update(name="Spieler" + "Ü" * 113)
        hall_at_work(tournament)
        return fresh(tournament)

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("size", [(320, 640), (390, 844), (1366, 768)], ids=lambda size: f"{size[0]}px")
    def test_every_page_fits_and_can_be_read(self, open_page, live_server, evening, size, scheme) -> None:
        paths = [
            links.path(evening, links.Opens.PLAYER, 1),
            *(f"/t/{evening.slug}/gast/{end}" for end in ("", "nr/1/", "nr/2/", "auslosung/1/")),
        ]
        page = open_page(paths[0], size, color_scheme=scheme)
        faults = {}
        for path in paths:
            page.goto(f"{live_server.url}{path}")
            wide = max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            if found := [*([f"{wide} px too wide"] if wide else []), *page.evaluate(PALE), *page.said]:
                faults[path] = found
        assert faults == {}

    def test_a_call_reaches_the_player_by_itself(self, open_page, evening) -> None:
        person = hall_of(evening, staff=True).proposals
        waiting = person[0].match if person else next(iter(hall_of(evening, staff=True).matches.values()))
        number = waiting.left.start_number
        page = open_page(links.path(evening, links.Opens.PLAYER, number), (390, 844))
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        calling.set_table_state(tournament=evening, actor=SCORER, number=4, out_of_order=False)
        calling.call(tournament=evening, actor=SCORER, match=waiting.serial, table=None)
        page.wait_for_timeout(500)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("#main")).to_contain_text("gerufen", timeout=8000)

    def test_without_a_script_everything_is_there(self, open_page, evening) -> None:
        page = open_page(links.path(evening, links.Opens.PLAYER, 1), (390, 844), java_script_enabled=False)
        expect(page.locator("h1")).to_have_text("Spieler 1")
        expect(page.locator("main")).to_contain_text("Karten")

    def test_a_typed_start_number_is_not_wiped_away_by_the_next_look(self, open_page, evening) -> None:
        page = open_page(f"/t/{evening.slug}/gast/", (390, 844))
        page.locator("#nr").fill("3")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(800)
        expect(page.locator("#nr")).to_have_value("3")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Spieler 3")


class TestDesk:
    def test_from_the_round_a_match_is_called_with_one_click(self, open_page) -> None:
        with earlier():
            tournament = drawn_tournament(*[1] * 16)
        page = open_page(f"/t/{tournament.slug}/runde/", (1366, 768), account=member(tournament, Role.SCORER, "susi"))
        page.locator('#to-call button[value="call"]').first.click()
        expect(page.locator("#called li")).to_have_count(1)
        expect(page.locator("#matches")).to_contain_text("gerufen")
        page.locator('#called button[value="start"]').click()
        expect(page.locator("#matches")).to_contain_text("spielt")
        assert page.said == []

    @pytest.mark.parametrize("size", [(390, 844), (1366, 768)], ids=lambda size: f"{size[0]}px")
    def test_the_pages_fit(self, open_page, live_server, size) -> None:
        with earlier():
            tournament = drawn_tournament(3, *[1] * 29, table_count=12)
        tournament.people.filter(start_number=2).update(name="Spieler" + "Ü" * 113)
        hall_at_work(tournament)
        page = open_page(f"/t/{tournament.slug}/runde/", size, account=member(tournament, Role.DIRECTOR, "anna"))
        faults = {}
        for path in ("runde/", "tische/", "tafel/"):
            page.goto(f"{live_server.url}/t/{tournament.slug}/{path}")
            wide = max(0, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
            if found := [*([f"{wide} px too wide"] if wide else []), *page.evaluate(PALE), *page.said]:
                faults[path] = found
        assert faults == {}
