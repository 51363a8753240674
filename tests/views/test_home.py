"""The start page, the first login and every later one."""

import pytest
from django.test import Client

from tournament.models import EntryCard, Membership, Person, Role, User
from tournament.services import accounts
from tournament.views import throttle

from .conftest import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.views.pages")]
GOOD = {"username": "alois", "password": "karten-sind-rund", "again": "karten-sind-rund"}


@pytest.fixture(autouse=True)
def _data_folder(settings, tmp_path) -> None:
    settings.DATA_DIR = tmp_path


def test_a_fresh_installation_begins_with_the_first_login() -> None:
    assert Client().get("/")["Location"] == "/erster-start/"


def test_the_code_from_the_terminal_makes_the_director() -> None:
    client = Client()
    answer = client.post("/erster-start/", {"code": accounts.make_first_code(), **GOOD})
    assert answer["Location"] == "/"
    assert User.objects.get().is_superuser
    assert "Noch kein Turnier" in client.get("/").content.decode()


def test_a_wrong_code_makes_nobody_and_says_where_the_right_one_is() -> None:
    accounts.make_first_code()
    answer = Client().post("/erster-start/", {"code": "XXXX-XXXX", **GOOD})
    assert answer.status_code == 422
    assert "Er steht im Terminal" in answer.content.decode()
    assert not User.objects.exists()


def test_a_weak_password_is_told_at_its_field() -> None:
    code = accounts.make_first_code()
    answer = Client().post("/erster-start/", {"code": code, "username": "alois", "password": "123", "again": "123"})
    assert answer.status_code == 422
    assert len(answer.context["form"].errors["password"]) >= 2
    assert Client().post("/erster-start/", {"code": code, **GOOD}).status_code == 302


def test_after_the_first_login_the_page_is_gone() -> None:
    accounts.create_director("alois", "karten-sind-rund")
    assert Client().get("/erster-start/")["Location"] == "/anmelden/"
    assert Client().get("/")["Location"] == "/anmelden/?next=/"


def test_login_and_logout() -> None:
    accounts.create_director("alois", "karten-sind-rund")
    client = Client()
    assert client.post("/anmelden/", {"username": "alois", "password": "karten-sind-rund"})["Location"] == "/"
    assert client.post("/abmelden/")["Location"] == "/anmelden/"
    assert client.get("/").status_code == 302


def test_after_ten_failures_even_the_right_password_waits() -> None:
    accounts.create_director("alois", "karten-sind-rund")
    client = Client()
    for _attempt in range(throttle.LIMIT):
        assert client.post("/anmelden/", {"username": "Alois ", "password": "falsch"}).status_code == 200
    answer = client.post("/anmelden/", {"username": "alois", "password": "karten-sind-rund"})
    assert answer.status_code == 429
    assert "Viertelstunde" in answer.content.decode()


def test_the_failures_of_one_name_or_place_do_not_lock_out_another() -> None:
    accounts.create_director("alois", "karten-sind-rund")
    for _attempt in range(throttle.LIMIT):
        Client().post("/anmelden/", {"username": "alois", "password": "falsch"})
    assert (
        Client(REMOTE_ADDR="10.0.0.7")
        .post("/anmelden/", {"username": "alois", "password": "karten-sind-rund"})
        .status_code
        == 302
    )


def test_one_address_cannot_try_one_password_on_every_name() -> None:
    for number in range(throttle.LIMIT_PER_ADDRESS):
        Client().post("/anmelden/", {"username": f"name{number}", "password": "falsch"})
    assert Client().post("/anmelden/", {"username": "noch-einer", "password": "falsch"}).status_code == 429


def test_an_account_sees_its_tournaments_only(client_as, tournament, make_tournament) -> None:
    make_tournament("andere", name="Feuerwehrball")
    html = client_as(tournament, Role.CASHIER).get("/").content.decode()
    assert "Preisschnapsen der FF Großsölk" in html
    assert "Feuerwehrball" not in html


def test_a_name_leads_to_the_page_one_most_likely_wants(client_as, make_tournament) -> None:
    verkauf, laeuft = make_tournament("a"), make_tournament("b", state="running", numbers=64)
    client = client_as(verkauf, Role.DIRECTOR)
    Membership.objects.create(user=User.objects.get(), tournament=laeuft, role=Role.CASHIER)
    html = client.get("/").content.decode()
    assert 'href="/t/a/kassa/"' in html
    assert 'href="/t/b/kassa/"' in html  # a cashier may not open the round


def test_an_account_without_a_tournament_is_told_what_comes_next(client_as) -> None:
    assert "Die Turnierleitung teilt Ihr Konto einem Turnier zu" in client_as().get("/").content.decode()


@pytest.mark.parametrize("count", [1, 12])
def test_the_list_costs_the_same_however_long(client_as, make_tournament, django_assert_num_queries, count) -> None:
    for number in range(count):
        tournament = make_tournament(f"t{number}")
        person = Person.objects.create(tournament=tournament, start_number=1, name="Resi", created_at=EVENING)
        EntryCard.objects.create(tournament=tournament, number=1, owner=person, sold_at=EVENING, price=5)
    client = client_as(superuser=True)
    with django_assert_num_queries(3):  # session, account, tournaments with their cards counted
        html = client.get("/").content.decode()
    assert html.count("1 von 64") == count
