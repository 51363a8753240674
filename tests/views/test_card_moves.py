"""Cards given to whom they belong: to another person, to a new one, two namesakes exchanged; and who may do it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import drawn_tournament, make_tournament, sell
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"


def address(start: int) -> str:
    return f"/t/feuerwehr/teilnehmer/{start}/umschreiben/"


def send(client: Client, start: int = 1, **given: object):
    return client.post(address(start), {"request_key": KEY, "reason": "falscher Huber", "to": "2"} | given)


def owners(tournament: Tournament) -> dict[int, int]:
    return dict(tournament.cards.values_list("number", "owner__start_number"))


@pytest.fixture
def drawn() -> Tournament:
    return drawn_tournament(2, 2, 1, 1, 1, 1)


@pytest.fixture
def director(client_as, drawn) -> Client:
    return client_as(drawn, Role.DIRECTOR)


def test_ticked_cards_go_to_the_other_one(director, drawn) -> None:
    assert send(director, cards=["1"]).status_code == 302
    assert owners(drawn)[1] == 2
    assert owners(drawn)[2] == 1


def test_all_cards_of_two_people_are_exchanged(director, drawn) -> None:
    assert send(director, swap="1", cards=["1", "2"]).status_code == 302
    assert [owners(drawn)[card] for card in (1, 2, 3, 4)] == [2, 2, 1, 1]


def test_somebody_who_is_not_on_the_list_yet(director, drawn) -> None:
    assert send(director, cards=["2"], to="new", name="Moar Sepp", place="Rassach").status_code == 302
    added = drawn.people.get(name="Moar Sepp")
    assert owners(drawn)[2] == added.start_number


def test_refused_nothing_is_left_behind_of_a_new_person(director, drawn) -> None:
    assert send(director, cards=["1"], to="new", name="Moar Sepp", reason="").status_code == 422
    assert send(director, cards=[], to="new", name="Moar Sepp").status_code == 422
    assert not drawn.people.filter(name="Moar Sepp").exists()


def test_what_was_typed_stays(director) -> None:
    html = send(director, cards=["2"], to="new", name="Moar Sepp", reason="").content.decode()
    assert 'value="Moar Sepp"' in html
    assert "Bitte den Grund eingeben" in html
    assert '<input type="checkbox" name="cards" value="1">' in html


def test_twice_is_once(director, drawn) -> None:
    for _time in range(2):
        assert send(director, cards=["1"], to="new", name="Moar Sepp").status_code == 302
    assert drawn.card_moves.count() == 1
    assert drawn.people.filter(name="Moar Sepp").count() == 1


def test_namesakes_are_offered_first_with_their_place(client_as) -> None:
    tournament = make_tournament()
    sell(tournament, 1, names=("Huber Johann",))
    from tests.factories import CASHIER
    from tournament.services import cards
    from tournament.services.people import PersonData

    cards.sell(
        tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData("Huber Johann", "Stainz"),
        another_with_this_name=True,
    )  # fmt: skip
    html = client_as(tournament, Role.CASHIER).get(address(1)).content.decode()
    assert "Stainz" in html
    assert 'name="to" value="2" checked' in html


def test_after_the_sale_only_the_director(client_as, drawn) -> None:
    cashier = client_as(drawn, Role.CASHIER, name="karl")
    assert "nur die Turnierleitung" in cashier.get(address(1)).content.decode()
    assert send(cashier, cards=["1"]).status_code == 403
    assert owners(drawn)[1] == 1
    assert client_as(drawn, Role.SCORER, name="susi").get(address(1)).status_code == 403


def test_during_the_sale_the_cashier_too(client_as) -> None:
    tournament = make_tournament()
    sell(tournament, 2, 1)
    cashier = client_as(tournament, Role.CASHIER, name="karl")
    assert send(cashier, cards=["2"]).status_code == 302
    assert owners(tournament)[2] == 2


def test_the_person_page_leads_here(director) -> None:
    assert f'href="{address(1)}"' in director.get("/t/feuerwehr/teilnehmer/1/").content.decode()
