"""Refusals become calm pages that say what to do, with the status that fits."""

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.views.pages")]

HTMX = {"HX-Request": "true"}


@pytest.fixture
def client() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("refused", 422),
        ("forbidden", 403),
        ("not_found", 404),
        ("conflict", 409),
        ("full", 503),
        ("no_space", 503),
        ("locked", 503),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_every_error_has_its_status(client, kind, status, headers) -> None:
    assert client.get(f"/fehler/{kind}/", headers=headers).status_code == status


def test_all_problems_are_shown_at_once_and_escaped(client) -> None:
    text = client.get("/fehler/refused/").content.decode()
    assert "Mehr als 4 Karten &lt;darf&gt; niemand haben." in text
    assert "Nur noch 2 frei." in text
    assert 'data-code="limit"' in text


def test_htmx_gets_only_the_part_and_it_goes_where_problems_stand(client) -> None:
    answer = client.get("/fehler/refused/", headers=HTMX)
    assert answer["HX-Retarget"] == "#problems"
    assert b"<html" not in answer.content
    assert b"Nur noch 2 frei." in answer.content


def test_a_conflict_says_what_happened_and_that_nothing_is_overwritten(client) -> None:
    text = client.get("/fehler/conflict/", headers={"Referer": "http://testserver/t/ff/runde/"}).content.decode()
    assert "Resi hat diese Begegnung um 19:42 eingetragen." in text
    assert "nichts ist überschrieben" in text
    assert 'href="http://testserver/t/ff/runde/"' in text


def test_the_way_back_never_leads_to_another_site(client) -> None:
    text = client.get("/fehler/conflict/", headers={"Referer": "http://boese.example/t/ff/"}).content.decode()
    assert "boese.example" not in text


def test_a_full_disk_says_so_without_the_database(client, django_assert_num_queries) -> None:
    with django_assert_num_queries(0):
        answer = client.get("/fehler/full/")
    assert "voll" in answer.content.decode()
    assert answer["Retry-After"] == "60"


def test_a_busy_database_is_not_called_full(client) -> None:
    text = client.get("/fehler/locked/").content.decode()
    assert "beschäftigt" in text
    assert "voll" not in text


@pytest.mark.parametrize("kind", ["bug", "other"])
def test_a_fault_of_the_program_is_500_and_says_what_is_safe(client, kind) -> None:
    answer = client.get(f"/fehler/{kind}/")
    assert answer.status_code == 500
    assert "Was vorher gespeichert war, ist sicher" in answer.content.decode()


def test_an_unknown_address_has_a_way_home(client) -> None:
    answer = client.get("/gibt/es/nicht/")
    assert answer.status_code == 404
    assert 'href="/"' in answer.content.decode()


def test_a_form_without_a_token_explains_itself() -> None:
    answer = Client(enforce_csrf_checks=True).post("/anmelden/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "stand zu lange offen" in answer.content.decode()


def test_every_answer_carries_the_policy_even_an_error(client) -> None:
    for kind in ("refused", "full", "bug"):
        assert "default-src 'self'" in client.get(f"/fehler/{kind}/")["Content-Security-Policy"]
