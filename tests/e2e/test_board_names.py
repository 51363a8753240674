"""The big screen with the names of real villages, in every size of tournament; and the desk that leads on after a draw."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.evenings import PEOPLE, PRIZES
from tests.e2e.test_board import board, earlier, hall_at_work, open_page, turn_through  # noqa: F401  (a fixture)
from tests.factories import CASHIER, DIRECTOR, close, draw, drawn_tournament, fresh, make_tournament, member, play_on
from tournament.models import DrawStage, Role, Tournament
from tournament.services import boards, cards, draws, hand_draws, prizes
from tournament.services.people import PersonData
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db(transaction=True)
LONG = (
    "Wolfeschlegelsteinhausenbergerdorff{} Hubert",
    "Kreuzwirt-Unterwurzacher{} Maria",
    "Oberhuber-Niedermayr{} Johann",
)


def sold(*holdings: int) -> Tournament:
    """So many cards for one person after the other, the first ones with the names of `evenings`, the others with long ones."""
    tournament = make_tournament(
        cards_offered=1 << (sum(holdings) - 1).bit_length(), max_cards_per_person=max(holdings), published=True,
        name="Preisschnapsen der Freiwilligen Feuerwehr Großsölk-Unterhinterberg", table_count=25,
        sponsors_text="Fleischerei Moar, Hinterhör\nWeingut Jöbstl-Wolfeschlegelsteinhausen GmbH & Co KG",
    )  # fmt: skip
    described = [PrizeData(n, what, Decimal(value), sponsor) for n, (what, value, sponsor) in enumerate(PRIZES, 1)]
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=described)
    for index, count in enumerate(holdings):
        name, place = PEOPLE[index] if index < len(PEOPLE) else (LONG[index % 3].format(index), "Frauental")
        cards.sell(
            tournament=tournament, actor=CASHIER, cards=count, new_person=PersonData(name, place), another_with_this_name=True
        )  # fmt: skip
    return fresh(tournament)


def seventeen() -> Tournament:
    """17 people, 64 cards: a club."""
    return sold(*[4] * 15, 2, 2)


def on_sale() -> Tournament:
    return seventeen()


def field_shown() -> Tournament:
    tournament = close(seventeen())
    draws.prepare(tournament=tournament, actor=DIRECTOR)
    return fresh(tournament)


def being_drawn() -> Tournament:
    tournament = field_shown()
    draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["4711"])
    boards.show_draw(tournament=fresh(tournament), actor=DIRECTOR, draw=1, position=48)
    return fresh(tournament)


def drawn_by_hand() -> Tournament:
    tournament = close(seventeen())
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    for card in range(1, 36):
        pot, number = ("left", card) if card <= 32 else ("right", card - 30)
        hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot=pot, number=number, card=card)
    return fresh(tournament)


def playing(tournament: Tournament) -> Tournament:
    with earlier(60):
        draw(close(tournament))
    hall_at_work(fresh(tournament))
    return fresh(tournament)


def late(until: int) -> Tournament:
    tournament = close(seventeen())
    with earlier(60):
        draw(tournament)
        play_on(fresh(tournament), until)
    return fresh(tournament)


MOMENTS: dict[str, Callable[[], Tournament]] = {
    "on sale": on_sale, "field shown": field_shown, "being drawn": being_drawn, "drawn by hand": drawn_by_hand,
    "32 matches": lambda: playing(seventeen()), "64 matches": lambda: playing(sold(*[2] * 64)),
    "512 matches": lambda: playing(sold(*[4] * 256)), "quarter-finals": lambda: late(8), "final": lambda: late(2), "over": lambda: late(0),
}  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_page_fits_is_large_enough_and_leaves_something_of_every_name(open_page, moment) -> None:  # noqa: F811
    page = open_page(board(MOMENTS[moment]()))
    assert turn_through(page) == {}
    assert page.said == []


#: Texts of the page in view that are cut.
CUT = """
selector => [...document.querySelectorAll(".scene.now " + selector)]
  .filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.textContent.trim())
"""


def test_nothing_is_cut_where_there_is_room(open_page) -> None:  # noqa: F811
    """A prize nobody has won yet has the whole width; two namesakes with their places take two lines."""
    tournament = playing(sold(*[1] * 32))
    tournament.prizes.filter(ranking=None, place=1).update(sponsor="Weingut Jöbstl-Wolfeschlegel")
    for number, person in enumerate(tournament.people.all()):
        person.name, person.place = (
            "Wöhrer Hans",
            ("Großsölk ", "Kötschach ")[number % 2] + str(number),
        )
        person.name_keys = "|hans wohrer|"
        person.save()
    page = open_page(board(fresh(tournament)))
    seen = set()
    for _turn in range(page.locator(".scene").count()):
        scene = page.locator(".scene.now").get_attribute("data-scene")
        seen.add(scene)
        if scene in {"calls", "prizes"}:
            assert page.evaluate(CUT, ".prize-text p, .rows.roomy bdi") == []
        page.keyboard.press("ArrowRight")
    assert {"calls", "prizes"} <= seen


class TestLeadsOn:
    """After the last step of the reveal Enter leads to what comes next."""

    def shown_to_the_end(self, open_page, tournament: Tournament, number: int) -> Page:  # noqa: F811
        page = open_page(
            f"/t/feuerwehr/auslosung/{number}/", (1366, 768), account=member(tournament, Role.DIRECTOR, "anna")
        )
        expect(page.locator("#reveal-on")).to_be_hidden()
        for _step in range(len(tournament.draws.get(number=number).steps)):
            page.keyboard.press("Space")
        expect(page.locator("#reveal-on")).to_be_focused()
        page.keyboard.press("Space")  # one too many does nothing
        page.keyboard.press("Enter")
        return page

    def test_to_the_round(self, open_page) -> None:  # noqa: F811
        page = self.shown_to_the_end(open_page, drawn_tournament(2, 2, 2, 2), 1)
        page.wait_for_url("**/runde/1/")
        assert page.said == []

    def test_to_the_placement_matches(self, open_page) -> None:  # noqa: F811
        tournament = drawn_tournament(*[1] * 8)
        play_on(tournament, 4)
        made = draw(fresh(tournament), DrawStage.PLACES)
        self.shown_to_the_end(open_page, fresh(tournament), made.number).wait_for_url("**/platzierung/")
