"""The page for guests: what the organiser published, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.factories import (
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    sell,
)
from tournament import clock
from tournament.models import Role, Tournament
from tournament.services import boards

pytestmark = pytest.mark.django_db
NAMES = (
    "Huber Johann",
    "Moar Sepp",
    "Öllinger Ägidius",
    "Kővári Ödön",
    "Resch Maria",
    "Nguyễn Thị Ánh",
    "Zwettler Karl",
    "Bauer Anna",
)
PAGES = ["/t/feuerwehr/gast/", "/t/feuerwehr/gast/nr/1/", "/t/feuerwehr/gast/auslosung/1/"]


def earlier() -> datetime:
    return datetime.now(UTC) - timedelta(minutes=30)


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(
        published=True,
        venue="Gasthof Post",
        organiser="FF Großsölk",
        notes="Beginn pünktlich",
        sponsors_text="Weingut Jöbstl",
    )
    sell(tournament, *[1] * 8, names=NAMES)
    close(tournament)
    with clock.use(earlier):
        draw(tournament)
    return fresh(tournament)


def html(address: str = PAGES[0], client: Client | None = None) -> str:
    return (client or Client()).get(address).content.decode()


class TestPublished:
    def test_announcement_rules_state_draws_and_seal(self, evening) -> None:
        evening.prizes.filter(place=1).update(description="Halbe Sau", sponsor="Fleischerei Moar")
        shown = html()
        for text in (
            "Gasthof Post",
            "FF Großsölk",
            "Beginn pünktlich",
            "Weingut Jöbstl",
            "Halbe Sau",
            "0 von 4 entschieden",
            evening.chains.get().seal,
        ):
            assert text in shown
        for address in ("/regeln/", "/baum/", "/gast/auslosung/1/"):
            assert f'href="/t/feuerwehr{address}"' in shown

    @pytest.mark.parametrize("address", PAGES)
    def test_nothing_before_the_organiser_says_so(self, evening, address) -> None:
        Tournament.objects.update(published=False)
        assert Client().get(address).status_code == 404

    def test_whoever_works_here_sees_it_before(self, client_as, evening) -> None:
        Tournament.objects.update(published=False)
        assert "Noch nicht veröffentlicht" in html(client=client_as(evening, Role.SCORER))

    def test_the_address_of_the_announcement_leads_here(self, client_as, evening) -> None:
        assert Client().get("/t/feuerwehr")["Location"] == "/t/feuerwehr/gast/"
        assert client_as(evening, Role.SCORER).get("/t/feuerwehr")["Location"] == "/t/feuerwehr/"

    def test_taken_back_it_is_gone_also_for_who_knows_the_page(self, evening) -> None:
        from tournament.services import tournaments

        client = Client()
        etag = client.get(PAGES[0])["ETag"]
        tournaments.change_settings(tournament=evening, actor=DIRECTOR, settings={"published": False})
        assert client.get(PAGES[0], headers={"If-None-Match": etag}).status_code == 404

    def test_the_winners_of_prizes_once_they_are_certain(self, evening) -> None:
        evening.prizes.filter(place=1).update(description="Halbe Sau")
        play_on(evening)
        winner = evening.matches.filter(stage="main").order_by("-round").first().left_card.owner
        assert winner.name in html()


class TestStartNumber:
    def test_a_typed_number_leads_to_the_player(self, evening) -> None:
        assert Client().get(PAGES[0], {"nr": "3"})["Location"] == "/t/feuerwehr/gast/nr/3/"
        assert "Öllinger Ägidius" in html("/t/feuerwehr/gast/nr/3/")

    @pytest.mark.parametrize("typed", ["99", "abc", "-1", "9" * 30])
    def test_one_there_is_not_gets_a_word(self, evening, typed) -> None:
        answer = Client().get(PAGES[0], {"nr": typed})
        assert answer.status_code == 200
        assert "Diese Startnummer gibt es nicht" in answer.content.decode()

    def test_by_address_it_is_404(self, evening) -> None:
        assert Client().get("/t/feuerwehr/gast/nr/99/").status_code == 404


class TestDraw:
    def test_who_meets_whom_and_the_way_to_recompute_it(self, evening) -> None:
        shown = html(PAGES[2])
        row = evening.draws.get()
        assert row.check_sum[:8] in shown
        assert "/pruefen/#field=" in shown
        assert all(name in shown for name in NAMES)

    def test_not_while_the_hall_is_being_shown_it(self) -> None:
        tournament = make_tournament(published=True)
        sell(tournament, *[1] * 8, names=NAMES)
        close(tournament)
        draw(tournament)
        assert Client().get(PAGES[2]).status_code == 404
        assert "Im Saal wird gerade gelost" in html()
        assert "von 4 entschieden" not in html()
        boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=999)
        assert Client().get(PAGES[2]).status_code == 200

    def test_many_matches_turn_over(self) -> None:
        with clock.use(earlier):
            drawn_tournament(*[2] * 256, published=True)
        assert "Seite 1 von 2" in html(PAGES[2])
        assert "Seite 2 von 2" in html(f"{PAGES[2]}?seite=2")


class TestPrivacy:
    @pytest.mark.parametrize("address", PAGES)
    def test_not_public_is_a_number_and_phones_are_nowhere(self, evening, address) -> None:
        evening.people.update(public=False, phone="0664 1234567", note="zahlt später")
        evening.prizes.update(description="Speck")
        play_on(evening)
        shown = html(address)
        assert not any(name in shown for name in NAMES)
        assert "0664" not in shown
        assert "zahlt" not in shown

    def test_a_name_that_looks_like_html_stays_text(self, evening) -> None:
        evening.people.filter(start_number=1).update(name="<script>alert(1)</script>")
        assert "<script>alert" not in html(PAGES[1]) + html(PAGES[2])


@pytest.mark.parametrize("address", PAGES)
def test_unchanged_is_one_query_and_304(evening, address, django_assert_num_queries) -> None:
    client = Client()
    etag = client.get(address)["ETag"]
    with django_assert_num_queries(1):
        assert client.get(address, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("size", [16, 256])
def test_it_costs_the_same_at_every_size(size, django_assert_num_queries) -> None:
    with clock.use(earlier):
        evening = drawn_tournament(*[2] * (size // 2), published=True)
    play(evening, open_matches(evening)[0])
    with django_assert_num_queries(13):
        Client().get(PAGES[0])
