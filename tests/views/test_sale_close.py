"""The end of the sale: the size that fits, its neighbours, closed once, opened again."""

import pytest

from tests import factories
from tournament.models import JournalEntry, Role, State, Tournament

CLOSE = "/t/feuerwehr/kassa/schliessen/"
OPEN = "/t/feuerwehr/kassa/oeffnen/"


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament(cards_offered=64, max_cards_per_person=64)


@pytest.fixture
def director(client_as, tournament):
    return client_as(tournament, Role.DIRECTOR)


def test_thirty_of_sixty_four_are_proposed_as_a_field_of_thirty_two(director, tournament) -> None:
    factories.sell(tournament, 30)
    page = director.get(CLOSE)
    text = page.content.decode()
    proposal = page.context["proposal"]
    assert (proposal.size, proposal.byes) == (32, 2)
    assert "das Feld wird auf 32 verkleinert" in text
    assert "noch 3 Karten verkaufen" in text
    assert "14 Karten zurücknehmen" in text
    director.post(CLOSE, {"numbers": "32", "request_key": "a" * 32})
    tournament.refresh_from_db()
    assert (tournament.state, tournament.numbers) == (State.CLOSED, 32)


def test_closing_twice_closes_once(director, tournament) -> None:
    factories.sell(tournament, 30)
    for _again in range(2):
        assert director.post(CLOSE, {"numbers": "32", "request_key": "a" * 32}).status_code == 302
    assert JournalEntry.objects.filter(kind="sale_closed").count() == 1


def test_a_size_from_before_the_last_sale_is_refused_and_the_new_one_shown(director, tournament) -> None:
    factories.sell(tournament, 32)
    director.get(CLOSE)
    factories.sell(tournament, 1)
    answer = director.post(CLOSE, {"numbers": "32", "request_key": "a" * 32})
    assert answer.status_code == 422
    assert answer.context["proposal"].size == 64
    tournament.refresh_from_db()
    assert tournament.state == State.SALE


@pytest.mark.parametrize("numbers", ["", "zwei", "-1", "64"])
def test_only_the_size_that_fits_closes(director, tournament, numbers: str) -> None:
    factories.sell(tournament, 30)
    assert director.post(CLOSE, {"numbers": numbers}).status_code == 422


def test_nothing_sold_is_nothing_to_draw(director) -> None:
    assert "es gibt nichts zu losen" in director.get(CLOSE).content.decode()
    assert director.post(CLOSE, {"numbers": "0"}).status_code == 422


@pytest.mark.parametrize(("sold", "word"), [(1, "ohne zu spielen"), (2, "gleich das Finale")])
def test_one_and_two_cards_are_told_as_what_they_are(director, tournament, sold: int, word: str) -> None:
    factories.sell(tournament, sold)
    assert word in director.get(CLOSE).content.decode()


def test_the_director_opens_the_sale_again_and_the_cashier_does_not(client_as, director, tournament) -> None:
    factories.sell(tournament, 5)
    factories.close(tournament)
    assert client_as(tournament, Role.CASHIER, name="karl").post(OPEN, {}).status_code == 403
    assert director.post(OPEN, {"request_key": "b" * 32}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.state == State.SALE


def test_when_it_is_closed_the_director_is_led_to_the_draw_and_nobody_else(client_as, director, tournament) -> None:
    factories.sell(tournament, 5)
    way = f'href="/t/{tournament.slug}/auslosung/"'

    def sheet(client) -> str:
        return client.get("/t/feuerwehr/kassa/").content.decode().split("<main")[1]

    assert way not in sheet(director)
    factories.close(tournament)
    assert way in sheet(director)
    assert way not in sheet(client_as(tournament, Role.CASHIER, name="karl"))


def test_after_the_draw_the_sale_stays_closed(client_as, db) -> None:
    tournament = factories.drawn_tournament(3, 2)
    answer = client_as(tournament, Role.DIRECTOR).post(OPEN, {"request_key": "b" * 32})
    assert answer.status_code == 422
    assert "zwischen Schließen und Auslosung" in answer.content.decode()


@pytest.mark.parametrize("sold", [3, 33])
def test_queries_of_the_page_do_not_grow(director, tournament, django_assert_num_queries, sold: int) -> None:
    factories.sell(tournament, *[1] * sold)
    with django_assert_num_queries(7):
        director.get(CLOSE)
