"""The print page: works, refuses with words, prints once for a double click, shows each role what is its own."""

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import drawn_tournament, make_tournament, open_matches
from tournament.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(db):
    return drawn_tournament(4, 4)


@pytest.fixture
def director(drawn, client_as) -> Client:
    return client_as(drawn, Role.DIRECTOR)


def post(client: Client, **data):
    return client.post("/t/feuerwehr/drucken/machen/", {"request_key": uuid.uuid4().hex} | data)


def test_a_post_makes_a_printout_and_shows_where_it_lies(director, drawn) -> None:
    answer = post(director, sheet="slips")
    assert answer.status_code == 302
    assert answer["Location"] == "/t/feuerwehr/drucken/?fertig=1"
    page = director.get(answer["Location"]).content.decode()
    assert "/t/feuerwehr/drucken/1.pdf" in page
    document = director.get("/t/feuerwehr/drucken/1.pdf")
    assert document["Content-Type"] == "application/pdf"
    assert document.content == bytes(drawn.printouts.get().pdf)
    assert 'filename="feuerwehr-slips-round-1.pdf"' in document["Content-Disposition"]


def test_a_get_prints_nothing(director, drawn) -> None:
    director.get("/t/feuerwehr/drucken/")
    assert director.get("/t/feuerwehr/drucken/machen/").status_code == 405
    assert not drawn.printouts.exists()


def test_a_double_click_prints_once(director, drawn) -> None:
    key = uuid.uuid4().hex
    first, second = (post(director, sheet="rules", request_key=key) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert drawn.printouts.count() == 1


def test_one_match_again_by_its_number(director, drawn) -> None:
    post(director, sheet="slips", code="2")
    row = drawn.printouts.get()
    assert set(row.parts) == {str(drawn.matches.get(number=2).serial)}
    assert row.options == {"match": drawn.matches.get(number=2).serial}
    post(director, sheet="slips", match=str(open_matches(drawn)[0]))
    assert drawn.printouts.count() == 2


@pytest.mark.parametrize(
    ("data", "status", "word"),
    [
        ({"sheet": "slips", "code": "99"}, 422, "99"),
        ({"sheet": "slips", "code": "x"}, 422, "Nummer"),
        ({"sheet": "slips", "round": "7"}, 409, "Zuerst auslosen"),
        ({"sheet": "nonsense"}, 422, "nonsense"),
        ({"sheet": "certificates"}, 409, "Preis"),
        ({"sheet": "cards", "person": "-3"}, 422, ""),
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(director, drawn, data, status: int, word: str) -> None:
    answer = post(director, **data)
    assert answer.status_code == status
    assert word in answer.content.decode()
    assert not drawn.printouts.exists()


def test_each_role_sees_and_prints_what_is_its_own(drawn, client_as) -> None:
    cashier, scorer = client_as(drawn, Role.CASHIER, name="karl"), client_as(drawn, Role.SCORER, name="susi")
    assert 'id="slips"' not in cashier.get("/t/feuerwehr/drucken/").content.decode()
    assert 'id="slips"' in scorer.get("/t/feuerwehr/drucken/").content.decode()
    assert post(cashier, sheet="slips").status_code == 403
    assert post(scorer, sheet="slips").status_code == 302
    number = drawn.printouts.get().number
    assert cashier.get(f"/t/feuerwehr/drucken/{number}.pdf").status_code == 404
    assert Client().get(f"/t/feuerwehr/drucken/{number}.pdf").status_code == 302


def test_the_page_says_what_is_no_longer_true(director, drawn) -> None:
    post(director, sheet="announcement")
    assert "seither geändert" not in director.get("/t/feuerwehr/drucken/").content.decode()
    drawn.name = "Preisschnapsen, verschoben"
    drawn.save()
    assert "seither geändert" in director.get("/t/feuerwehr/drucken/").content.decode()


def test_an_unknown_printout_is_not_found(director) -> None:
    assert director.get("/t/feuerwehr/drucken/99.pdf").status_code == 404


def test_whoever_waits_can_ask_how_far_it_is(director) -> None:
    key = uuid.uuid4().hex
    post(director, sheet="slips", request_key=key)
    assert director.get(f"/t/feuerwehr/drucken/fortschritt/{key}/").json() == {"done": 4, "total": 4}
    assert director.get("/t/feuerwehr/drucken/fortschritt/other/").json() == {"done": 0, "total": 0}


def test_an_empty_tournament_says_what_comes_first(client_as) -> None:
    tournament = make_tournament()
    page = client_as(tournament, Role.DIRECTOR).get("/t/feuerwehr/drucken/").content.decode()
    assert "Noch ist keine Karte verkauft." in page
    assert "Vor dem Verkauf" in page


def test_the_number_of_queries_is_the_same_for_many(client_as) -> None:
    counts = []
    for slug, people in (("small", 8), ("large", 32)):
        tournament = drawn_tournament(*[1] * people, slug=slug)
        client = client_as(tournament, Role.DIRECTOR, name=slug)
        client.get(f"/t/{slug}/drucken/")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"/t/{slug}/drucken/")
        counts.append(len(queries))
    assert counts[0] == counts[1]
