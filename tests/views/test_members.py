"""Konten und Rechte: invited by a link, joined, changed, taken out; what an invited person sees."""

from __future__ import annotations

import re

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from tests import factories
from tests.factories import DIRECTOR, PASSWORD
from tournament.models import Role, Tournament, User
from tournament.services import invitations

PAGE = "/t/feuerwehr/konten/"
KEY = {"request_key": "a" * 32}
NEW = {"username": "karl", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament()


@pytest.fixture
def director(client_as, tournament) -> Client:
    return client_as(tournament, Role.DIRECTOR, name="anna")


def link(tournament: Tournament, role: Role = Role.CASHIER) -> str:
    """The address of a new invitation."""
    made = invitations.invite(tournament=tournament, actor=DIRECTOR, role=role)
    return f"/einladung/{invitations.token(tournament.invitations.get(number=made.number))}/"


def text_of(answer) -> str:
    return answer.content.decode()


def test_an_invitation_is_made_shown_as_a_code_and_used(director, tournament) -> None:
    shown = director.post(f"{PAGE}einladen/", {"role": "scorer"} | KEY, follow=True)
    page = text_of(shown)
    assert "Einladung: Schreiber" in page
    assert 'src="data:image/svg+xml' in page
    path = re.search(r'value="http://[^/"]+(/einladung/[^"]+)"', page)
    assert path
    guest = Client()
    assert "Willkommen: Schreiber" in text_of(guest.get(path[1]))
    assert guest.post(path[1], NEW)["Location"] == "/"
    assert guest.get("/t/feuerwehr/runde/").status_code == 200
    assert guest.get("/t/feuerwehr/kassa/").status_code == 403
    listed = text_of(director.get(PAGE))
    assert "angenommen" in listed
    assert "karl" in listed


def test_the_same_request_makes_one_invitation(director, tournament) -> None:
    answers = [director.post(f"{PAGE}einladen/", {"role": "scorer"} | KEY)["Location"] for _time in range(2)]
    assert answers[0] == answers[1]
    assert tournament.invitations.count() == 1


def test_looking_at_an_invitation_uses_nothing_up(tournament) -> None:
    path = link(tournament)
    assert [Client().get(path).status_code for _time in range(3)] == [200, 200, 200]
    assert Client().post(path, NEW).status_code == 302


def test_a_used_invitation_says_so_and_leads_to_the_login(tournament) -> None:
    path, first = link(tournament), Client()
    first.post(path, NEW)
    late = Client().post(path, NEW | {"username": "susi"})
    assert late.status_code == 404
    assert "Diese Einladung gilt nicht mehr" in text_of(late)
    assert not User.objects.filter(username="susi").exists()
    assert first.post(path, NEW)["Location"] == "/"


def test_a_withdrawn_invitation_opens_nothing(director, tournament) -> None:
    path = link(tournament)
    answer = director.post(f"{PAGE}einladung/1/", KEY)
    assert answer["Location"] == PAGE
    assert Client().get(path).status_code == 404
    assert "zurückgezogen" in text_of(director.get(f"{PAGE}einladung/1/"))


def test_an_account_at_hand_is_asked_before_it_joins(tournament, client_as, django_user_model) -> None:
    client, path = client_as(name="susi"), link(tournament)
    assert "Sie sind als susi angemeldet" in text_of(client.get(path))
    assert not django_user_model.objects.get(username="susi").memberships.exists()
    assert client.post(path)["Location"] == "/"
    assert client.get("/t/feuerwehr/kassa/").status_code == 200


def test_who_has_the_role_already_keeps_the_invitation_for_somebody_else(tournament, client_as) -> None:
    client, path = client_as(tournament, Role.CASHIER, name="karl"), link(tournament)
    answer = client.post(path)
    assert answer.status_code == 422
    assert "an jemand anderen geben" in text_of(answer)
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"username": "mit leerzeichen"}, "Buchstaben, Ziffern"),
        ({"username": "anna"}, "Diesen Namen gibt es schon"),
        ({"again": "anders-als-das"}, "nicht gleich"),
        ({"password": "12345678", "again": "12345678"}, "zu üblich"),
    ],
)
def test_all_that_is_wrong_is_said_and_what_was_typed_stays(director, tournament, typed, said) -> None:
    path = link(tournament)
    answer = Client().post(path, NEW | typed)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert f'value="{(NEW | typed)["username"]}"' in text_of(answer)
    assert PASSWORD not in text_of(answer)


def test_roles_are_changed_and_an_account_is_taken_out(director, tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    director.post(f"{PAGE}{susi.pk}/rechte/", {"role": ["cashier", "scorer"]} | KEY)
    assert set(susi.memberships.values_list("role", flat=True)) == {"cashier", "scorer"}
    refused = director.post(f"{PAGE}{susi.pk}/rechte/", {"request_key": "b" * 32})
    assert refused.status_code == 422
    assert susi.memberships.count() == 2
    director.post(f"{PAGE}{susi.pk}/rechte/", {"remove": "1", "request_key": "c" * 32})
    assert not susi.memberships.exists()


def test_one_cannot_take_the_direction_from_oneself(director) -> None:
    me = User.objects.get(username="anna")
    answer = director.post(f"{PAGE}{me.pk}/rechte/", {"role": "scorer"} | KEY)
    assert answer.status_code == 422
    assert "Die eigene Leitung" in text_of(answer)


def test_a_forgotten_password_is_set_by_a_link(director, tournament) -> None:
    susi = factories.member(tournament, Role.SCORER, "susi")
    page = text_of(director.post(f"{PAGE}{susi.pk}/passwort/", KEY, follow=True))
    path = re.search(r'value="http://[^/"]+(/einladung/[^"]+)"', page)
    assert path
    guest = Client()
    assert "Für das Konto susi" in text_of(guest.get(path[1]))
    assert guest.post(path[1], {"password": "neue-Kartenrunde-7", "again": "neue-Kartenrunde-7"})["Location"] == "/"
    susi.refresh_from_db()
    assert susi.check_password("neue-Kartenrunde-7")
    assert guest.get("/konto/").status_code == 200


def test_everybody_is_logged_out_but_who_says_so(director, tournament, client_as) -> None:
    other = client_as(tournament, Role.CASHIER, name="karl")
    answer = director.post(f"{PAGE}abmelden/", KEY)
    assert [str(message) for message in get_messages(answer.wsgi_request)] == ["1 Konto ist überall abgemeldet."]
    assert other.get("/t/feuerwehr/kassa/").status_code == 302
    assert director.get(PAGE).status_code == 200


def test_an_account_of_the_whole_installation_is_shown_and_cannot_be_changed_here(director, tournament) -> None:
    chief = User.objects.create_superuser("chef", password=None)
    assert "leitet alle Turniere" in text_of(director.get(PAGE))
    assert director.post(f"{PAGE}{chief.pk}/rechte/", {"role": "scorer"} | KEY).status_code == 404


def test_the_page_of_an_account_is_this_tournaments_only(director, tournament) -> None:
    stranger = factories.member(factories.make_tournament(slug="andere"), Role.SCORER, "fremd")
    susi = factories.member(tournament, Role.SCORER, "susi")
    assert "Überall abmelden" in text_of(director.get(f"{PAGE}{susi.pk}/"))
    assert director.get(f"{PAGE}{stranger.pk}/").status_code == 404
    assert "Herausnehmen" not in text_of(director.get(f"{PAGE}{User.objects.get(username='anna').pk}/"))


@pytest.mark.parametrize("accounts", [1, 20])
def test_the_number_of_queries_does_not_grow(director, tournament, accounts, django_assert_num_queries) -> None:
    for number in range(accounts):
        factories.member(tournament, Role.SCORER, f"konto-{number}")
        invitations.invite(tournament=tournament, actor=DIRECTOR, role=Role.CASHIER)
    with django_assert_num_queries(7):  # session, account, tournament, roles; roles, accounts, invitations
        director.get(PAGE)
