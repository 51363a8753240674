"""The rebuy at the desk: open byes, a sale into one, somebody who comes only now, closing; open byes in the round."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import drawn_tournament, fresh
from tournament.models import Outcome, Role, Tournament

pytestmark = pytest.mark.django_db
ADDRESS = "/t/feuerwehr/nachkauf/"
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def evening() -> Tournament:
    return drawn_tournament(*[1] * 6, rebuy=True)


@pytest.fixture
def cashier(client_as, evening) -> Client:
    return client_as(evening, Role.CASHIER, name="karl")


def html(client: Client, path: str = ADDRESS) -> str:
    return client.get(path).content.decode()


def send(client: Client, *, key: str = KEY, **given: object):
    return client.post(ADDRESS, {"request_key": key, "to": "new"} | given)


def test_open_byes_and_the_price_are_shown(cashier, evening) -> None:
    text = html(cashier)
    assert "Offene Freilose" in text
    for bye in evening.matches.filter(right_card=None).select_related("left_card__owner"):
        assert bye.left_card.owner.name in text


def test_somebody_who_comes_only_now_buys_into_the_lowest_bye(cashier, evening) -> None:
    lowest = evening.matches.filter(right_card=None).order_by("number").first()
    answer = send(cashier, name="Moar Sepp", place="Rassach")
    assert answer.status_code == 302
    lowest.refresh_from_db()
    assert lowest.right_card.owner.name == "Moar Sepp"
    assert f"Begegnung {lowest.number} der Runde 1" in html(cashier)
    assert evening.cash.filter(kind="rebuy").count() == 1


def test_somebody_of_the_list_is_found_by_two_letters(cashier, evening) -> None:
    assert 'name="to" value="3"' in html(cashier, ADDRESS + "?q=3")
    assert send(cashier, to="3").status_code == 302
    assert evening.rebuys.get().person.start_number == 3


def test_the_limit_and_what_was_typed(cashier, evening) -> None:
    send(cashier, to="3")
    answer = send(cashier, to="3", key="f" * 32)
    assert answer.status_code == 422
    assert "Höchstens 1 Nachkäufe je Person" in answer.content.decode()
    answer = send(cashier, name="", place="Rassach", key="e" * 32)
    assert answer.status_code == 422
    assert 'value="Rassach"' in answer.content.decode()


def test_a_namesake_is_asked_about(cashier, evening) -> None:
    answer = send(cashier, name="Spieler 1")
    assert answer.status_code == 422
    assert 'name="another"' in answer.content.decode()
    assert send(cashier, name="Spieler 1", another="1").status_code == 302


def test_twice_is_once(cashier, evening) -> None:
    for _time in range(2):
        assert send(cashier, name="Moar Sepp").status_code == 302
    assert evening.rebuys.count() == 1


def test_only_the_director_closes_it(client_as, cashier, evening) -> None:
    assert "Nachkauf schließen" not in html(cashier)
    assert cashier.post(ADDRESS + "schliessen/", {"request_key": KEY}).status_code == 403
    director = client_as(evening, Role.DIRECTOR)
    assert director.post(ADDRESS + "schliessen/", {"request_key": KEY}).status_code == 302
    assert not evening.matches.filter(right_card=None, outcome=Outcome.OPEN).exists()
    assert not fresh(evening).rebuy_open
    assert "Der Nachkauf ist geschlossen" in html(director)


def test_without_a_rebuy_the_page_says_so(client_as) -> None:
    evening = drawn_tournament(*[1] * 6)
    assert "gibt es keinen Nachkauf" in html(client_as(evening, Role.CASHIER))


def test_the_round_shows_the_bye_as_open(client_as, evening) -> None:
    text = html(client_as(evening, Role.SCORER, name="susi"), "/t/feuerwehr/runde/1/")
    assert text.count("Freilos, Nachkauf offen") == 2


def test_the_next_steps_lead_to_it_as_long_as_it_is_open(client_as, evening) -> None:
    director = client_as(evening, Role.DIRECTOR)
    assert f'href="{ADDRESS}"' in html(director, "/t/feuerwehr/runde/1/")
    director.post(ADDRESS + "schliessen/", {"request_key": KEY})
    assert f'href="{ADDRESS}"' not in html(director, "/t/feuerwehr/runde/1/")


@pytest.mark.parametrize("size", [6, 40])
def test_queries_do_not_grow(client_as, django_assert_num_queries, size: int) -> None:
    evening = drawn_tournament(*[1] * size, rebuy=True)
    client = client_as(evening, Role.CASHIER)
    with django_assert_num_queries(8):
        client.get(ADDRESS)
