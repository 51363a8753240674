"""One access rule per file of URLs: who comes in, who is sent where."""

import pytest
from django.test import Client
from django.urls import include, path

from tournament.access import guard
from tournament.models import Role, User
from tournament.urls import desk, director, public, scorer

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.views.pages")]

PAGES = {"draw": "/t/ff/auslosung/", "sale": "/t/ff/kassa/", "round": "/t/ff/runde/", "both": "/t/ff/beide/"}


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        (Role.DIRECTOR, {"draw", "sale", "round", "both"}),
        (Role.CASHIER, {"sale", "both"}),
        (Role.SCORER, {"round", "both"}),
    ],
)
def test_each_role_opens_its_pages_and_no_others(client_as, tournament, role, allowed) -> None:
    client = client_as(tournament, role)
    answers = {name: client.get(url).status_code for name, url in PAGES.items()}
    assert answers == {name: 200 if name in allowed else 403 for name in PAGES}


def test_a_superuser_is_director_everywhere(client_as, tournament) -> None:
    client = client_as(superuser=True)
    assert client.get(PAGES["draw"]).content == b"alois director"


def test_the_actor_carries_name_and_role(client_as, tournament) -> None:
    assert client_as(tournament, Role.CASHIER, name="resi").get(PAGES["sale"]).content == b"resi cashier"


def test_two_roles_open_the_pages_of_both(client_as, tournament) -> None:
    client = client_as(tournament, Role.CASHIER, Role.SCORER)
    assert [client.get(PAGES[name]).status_code for name in ("sale", "round", "draw")] == [200, 200, 403]


def test_a_role_in_another_tournament_is_no_role_here(client_as, tournament, make_tournament) -> None:
    client = client_as(make_tournament("andere"), Role.DIRECTOR)
    assert client.get(PAGES["draw"]).status_code == 403


def test_the_403_page_says_whose_page_it_is_and_what_to_do(client_as, tournament) -> None:
    text = client_as(tournament, Role.CASHIER).get(PAGES["draw"]).content.decode()
    assert "Turnierleitung" in text
    assert "Anderes Konto" in text


def test_outsiders_go_to_the_login_and_back_afterwards(tournament) -> None:
    answer = Client().get(PAGES["sale"])
    assert answer.status_code == 302
    assert answer["Location"] == "/anmelden/?next=/t/ff/kassa/"


def test_a_posting_outsider_comes_back_to_the_start_page(tournament) -> None:
    assert Client().post(PAGES["sale"])["Location"] == "/anmelden/?next=/"


def test_an_htmx_request_of_an_outsider_moves_the_whole_page(tournament) -> None:
    answer = Client().get(
        PAGES["sale"], headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/t/ff/runde/"}
    )
    assert answer.status_code == 401
    assert answer["HX-Redirect"] == "/anmelden/?next=/t/ff/runde/"


def test_an_inactive_account_is_out(client_as, tournament) -> None:
    client = client_as(tournament, Role.DIRECTOR)
    User.objects.update(is_active=False)
    assert client.get(PAGES["draw"]).status_code == 302


def test_an_unknown_tournament_is_404_for_everybody(client_as, tournament) -> None:
    assert client_as(superuser=True).get("/t/gibtsnicht/kassa/").status_code == 404
    assert Client().get("/t/gibtsnicht/kassa/").status_code == 404


def test_what_belongs_to_no_tournament_is_for_superusers(client_as, tournament) -> None:
    assert client_as(superuser=True, name="chef").get("/neu/").status_code == 200
    assert client_as(tournament, Role.DIRECTOR).get("/neu/").status_code == 403
    assert Client().get("/neu/").status_code == 302


def test_public_pages_open_when_published(client_as, tournament) -> None:
    assert Client().get("/o/ff/").status_code == 404
    assert client_as(tournament, Role.SCORER).get("/o/ff/").status_code == 200
    tournament.published = True
    tournament.save()
    assert Client().get("/o/ff/").status_code == 200


def test_a_page_costs_four_queries_at_most_before_it_does_anything(
    client_as, tournament, django_assert_max_num_queries
) -> None:
    client = client_as(tournament, Role.CASHIER)
    with django_assert_max_num_queries(4):  # session, account, tournament, roles
        client.get(PAGES["sale"])


def test_include_cannot_hide_views_from_a_rule() -> None:
    with pytest.raises(TypeError):
        guard(Role.DIRECTOR, [path("x/", include([]))])


@pytest.mark.parametrize("module", [director, desk, scorer, public], ids=lambda module: module.__name__)
def test_no_view_of_these_files_is_without_a_rule(module) -> None:
    assert [pattern for pattern in module.urlpatterns if not hasattr(pattern.callback, "access_rule")] == []
