"""The start list, a person corrected, people leaving."""

import csv
import io

import pytest

from tests import factories
from tournament.models import CardState, JournalEntry, Person, Role, Tournament
from tournament.services import cards
from tournament.services import people as service
from tournament.services.people import PersonData

LIST = "/t/feuerwehr/teilnehmer/"
NAMES = ("Öllinger Ägidius", "Šnjarić Đurđa", "Huber Johann", "Zauner Eva")


@pytest.fixture
def tournament(db) -> Tournament:
    made = factories.make_tournament(cards_offered=16)
    factories.sell(made, 3, 1, 2, 1, names=NAMES)
    return made


@pytest.fixture
def cashier(client_as, tournament):
    return client_as(tournament, Role.CASHIER, name="karl")


def typed(**changed: str) -> dict[str, str]:
    given = {"name": "Huber Johann", "place": "Rassach", "categories": "Senioren, FF", "request_key": "a" * 32}
    return given | changed


def names_on(page) -> list[str]:
    return [row.record.name for row in page.context["table"].page.object_list]


def test_the_list_is_by_number_and_sorts_by_name_as_austrians_do(cashier) -> None:
    assert names_on(cashier.get(LIST)) == list(NAMES)
    assert names_on(cashier.get(f"{LIST}?sort=name")) == [NAMES[2], NAMES[0], NAMES[1], NAMES[3]]


def test_two_letters_find_a_person(cashier) -> None:
    assert names_on(cashier.get(f"{LIST}?q=sn")) == ["Šnjarić Đurđa"]
    assert names_on(cashier.get(f"{LIST}?q=oe")) == ["Öllinger Ägidius"]
    page = cashier.get(f"{LIST}?q=qq").content.decode()
    assert "gibt es niemanden" in page


def test_an_empty_list_says_what_comes_next(client_as) -> None:
    empty = factories.make_tournament(slug="leer")
    assert "Zur Kassa" in client_as(empty, Role.CASHIER, name="eva").get("/t/leer/teilnehmer/").content.decode()


def test_the_file_is_safe_in_a_spreadsheet(cashier, tournament) -> None:
    cards.sell(
        tournament=tournament, actor=factories.CASHIER, cards=1,
        new_person=PersonData("=HYPERLINK(1)", "@Ort", "+Verein", phone="0664 123"),
    )  # fmt: skip
    answer = cashier.get(f"{LIST}startliste.csv")
    text = answer.content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert rows[1] == ["1", "Öllinger Ägidius", "", "", "", "3", "1 2 3"]
    assert rows[-1][1:4] == ["'=HYPERLINK(1)", "'@Ort", "'+Verein"]
    assert "0664" not in text


def test_a_person_is_corrected_and_the_journal_names_no_name(cashier) -> None:
    assert cashier.post(f"{LIST}3/", typed(stamp=stamp_on(cashier, 3), private="on")).status_code == 302
    person = Person.objects.get(start_number=3)
    assert (person.place, person.categories, person.public) == ("Rassach", ["Senioren", "FF"], False)
    entry = JournalEntry.objects.get(kind="person_changed")
    assert entry.after == {"changed": ["place", "public", "categories"]}


def stamp_on(client, number: int) -> str:
    return str(client.get(f"{LIST}{number}/").context["form"]["stamp"].value())


def test_the_same_correction_twice_is_one(cashier) -> None:
    data = typed(stamp=stamp_on(cashier, 3))
    assert [cashier.post(f"{LIST}3/", data).status_code for _again in range(2)] == [302, 302]
    assert JournalEntry.objects.filter(kind="person_changed").count() == 1


def test_a_page_older_than_the_last_correction_is_refused_and_shows_the_new_one(cashier, tournament) -> None:
    stale = stamp_on(cashier, 3)
    service.change(tournament=tournament, actor=factories.CASHIER, start_number=3, data=PersonData("Huber Hans"))
    answer = cashier.post(f"{LIST}3/", typed(stamp=stale))
    assert answer.status_code == 409
    assert answer.context["form"]["name"].value() == "Huber Hans"
    assert Person.objects.get(start_number=3).name == "Huber Hans"


@pytest.mark.parametrize(("field", "value"), [("name", ""), ("name", "!!"), ("place", "x" * 81), ("name", "x" * 121)])
def test_a_bad_text_is_named_at_its_field(cashier, field: str, value: str) -> None:
    answer = cashier.post(f"{LIST}3/", typed(stamp=stamp_on(cashier, 3), **{field: value}))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert Person.objects.get(start_number=3).name == "Huber Johann"


def test_an_unknown_start_number_is_told(cashier) -> None:
    assert cashier.get(f"{LIST}77/").status_code == 404


def test_the_way_so_far_names_opponents_byes_and_own_cards(client_as) -> None:
    tournament = factories.drawn_tournament(5, 1, 1)
    factories.play_round(tournament)
    page = client_as(tournament, Role.DIRECTOR).get(f"{LIST}1/")
    lines = page.context["shown"].way
    first = [line for line in lines if line.match.round == 1 and line.match.stage == "main"]
    assert len(first) == 5
    assert {line.match.outcome for line in first} >= {"played", "self"}
    assert all(line.won is not None for line in first)
    assert "eigene Karte" in page.content.decode()


def leave(**given: object) -> dict[str, object]:
    return {"reason": "verletzt", "request_key": "d" * 32} | given


def test_a_card_is_withdrawn_with_a_reason_once(client_as) -> None:
    tournament = factories.drawn_tournament(3, 3, 2)
    client = client_as(tournament, Role.CASHIER)
    for _again in range(2):
        assert client.post(f"{LIST}1/austritt/", leave(cards=["1"], some="1")).status_code == 302
    assert tournament.cards.get(number=1).state == CardState.WITHDRAWN
    assert tournament.withdrawals.get().reason == "verletzt"


def test_a_person_is_withdrawn_with_all_cards(client_as) -> None:
    tournament = factories.drawn_tournament(3, 3, 2)
    client_as(tournament, Role.CASHIER).post(f"{LIST}1/austritt/", leave(person="1"))
    assert Person.objects.get(start_number=1).withdrawn


@pytest.mark.parametrize(("role", "status"), [(Role.CASHIER, 403), (Role.DIRECTOR, 302)])
def test_only_the_director_excludes(client_as, role: Role, status: int) -> None:
    tournament = factories.drawn_tournament(3, 3, 2)
    client = client_as(tournament, role)
    assert ("Ausschließen" in client.get(f"{LIST}1/").content.decode()) == (role == Role.DIRECTOR)
    assert client.post(f"{LIST}1/austritt/", leave(exclude="1")).status_code == status


@pytest.mark.parametrize(
    ("given", "word"),
    [({"reason": " ", "person": "1"}, "Bitte den Grund eingeben"), ({"some": "1"}, "Karten ankreuzen")],
)
def test_leaving_needs_a_reason_and_a_card(client_as, given: dict[str, str], word: str) -> None:
    tournament = factories.drawn_tournament(3, 3, 2)
    answer = client_as(tournament, Role.CASHIER).post(f"{LIST}1/austritt/", leave(**given))
    assert answer.status_code == 422
    assert word in answer.content.decode()
    assert not tournament.withdrawals.exists()


def test_during_the_sale_a_card_is_taken_back_instead(cashier) -> None:
    page = cashier.get(f"{LIST}1/").content.decode()
    assert "Karten zurücknehmen" in page
    assert "Aus dem Turnier nehmen" not in page
    assert cashier.post(f"{LIST}1/austritt/", leave(person="1")).status_code == 422


def test_a_scorer_does_not_open_the_list(client_as, tournament) -> None:
    assert client_as(tournament, Role.SCORER).get(LIST).status_code == 403


@pytest.mark.parametrize("size", [3, 60])
def test_queries_of_the_pages_do_not_grow(client_as, django_assert_num_queries, size: int) -> None:
    tournament = factories.drawn_tournament(*[1] * size, slug="gross")
    client = client_as(tournament, Role.DIRECTOR)
    with django_assert_num_queries(8):
        client.get("/t/gross/teilnehmer/")
    with django_assert_num_queries(9):
        client.get("/t/gross/teilnehmer/1/")
    with django_assert_num_queries(6):
        client.get("/t/gross/teilnehmer/startliste.csv")
