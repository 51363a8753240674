"""Who may open what: every address is in the matrix, and is really tried by everybody, reading and writing."""

from __future__ import annotations

import pytest

from tests.views.every_page import Address, addresses, ask, clients, evening
from tournament.access import Who, guard, roles_of, who
from tournament.models import Role
from tournament.views.permission_matrix import ACCOUNTS, TITLES, Column, every_pattern, matrix

pytestmark = pytest.mark.django_db
EVERYBODY = ("main", "director", "cashier", "scorer", "outsider", "anonymous")
METHODS = ("get", "post")
#: What a page may answer to somebody whom it lets in: it has no 403 for him, and never a fault.
LET_IN = frozenset({200, 204, 302, 304, 400, 404, 405, 409, 410, 422})
#: Their answers lead to the login by themselves.
LEAD_TO_LOGIN = frozenset({"logout", "first_login", "own-account-log-out", "login"})
#: Written by phones without a cookie: the signed link in the address is what another site does not know.
WITHOUT_CSRF_TOKEN = frozenset({"phone-taps", "phone-take-over", "phone-report", "phone-form"})


@pytest.fixture
def tournament(db):
    return evening()


def _is_let_in(address: Address, someone: str, *, published: bool) -> bool:
    kind = who(address.rule)
    if kind is Who.ROLES:
        return someone == "main" or someone in {role.value for role in roles_of(address.rule)}
    if kind is Who.PUBLISHED:
        return published or someone in {"main", "director", "cashier", "scorer"}
    if kind is Who.SUPERUSER:
        return someone == "main"
    if kind is Who.ACCOUNT:
        return someone != "anonymous"
    return kind in {Who.ALL, Who.LINK}


def _fault(address: Address, someone: str, answer, *, published: bool) -> str:
    """What is wrong with an answer, "" if it is as the rule says."""
    status, to_login = answer.status_code, str(answer.get("Location", "")).startswith(("/anmelden/", "/erster-start/"))
    if _is_let_in(address, someone, published=published):
        fine = status in LET_IN and (not to_login or address.name in LEAD_TO_LOGIN)
    elif who(address.rule) in {Who.PUBLISHED, Who.INVITED}:
        fine = status == 404
    elif someone == "anonymous":
        fine = status == 302 and to_login
    else:
        fine = status == 403
    return "" if fine else f"{someone}: {status}"


@pytest.mark.parametrize("someone", EVERYBODY)
def test_every_address_answers_everybody_as_its_rule_says(tournament, someone) -> None:
    cookie = clients(tournament)[someone]
    faults = {}
    for address in addresses(tournament):
        for method in METHODS:
            answer = ask(cookie, method, address.path)
            if fault := _fault(address, someone, answer, published=False):
                faults[f"{method} {address} ({address.name})"] = fault
    assert faults == {}


@pytest.mark.parametrize("someone", ["outsider", "anonymous"])
def test_published_pages_open_for_everybody(tournament, someone) -> None:
    tournament.published = True
    tournament.save()
    cookie = clients(tournament)[someone]
    public = [address for address in addresses(tournament) if who(address.rule) is Who.PUBLISHED]
    faults = [_fault(address, someone, ask(cookie, "get", address.path), published=True) for address in public]
    assert faults == [""] * len(public)
    assert len(public) > 1


@pytest.mark.parametrize("someone", ["main", "anonymous"])
def test_a_forged_link_opens_nothing_for_anybody(tournament, someone) -> None:
    cookie = clients(tournament)[someone]
    linked = [address for address in addresses(tournament) if who(address.rule) is Who.LINK]
    answers = {f"{method} {a}": ask(cookie, method, a.forged).status_code for a in linked for method in METHODS}
    assert answers
    assert {each for each, status in answers.items() if status != 404} == set()


def test_nothing_is_written_without_the_token_of_the_form(tournament) -> None:
    cookie = clients(tournament)["main"]
    taken = {a.name for a in addresses(tournament) if ask(cookie, "post", a.path, enforce_csrf=True).status_code != 403}
    assert taken == WITHOUT_CSRF_TOKEN


def test_a_locked_account_is_let_in_nowhere(tournament, django_user_model) -> None:
    cookie = clients(tournament)["main"]
    django_user_model.objects.update(is_active=False)
    django_user_model.objects.create_superuser("neu", password=None)
    guarded = [a for a in addresses(tournament) if who(a.rule) in {Who.ROLES, Who.SUPERUSER, Who.ACCOUNT}]
    answers = {str(a): ask(cookie, "get", a.path).status_code for a in guarded}
    assert {each for each, status in answers.items() if status != 302} == set()


def test_every_address_has_a_rule_and_is_in_the_matrix_in_german_words() -> None:
    patterns = list(every_pattern())
    assert [path for path, pattern in patterns if not hasattr(pattern.callback, "access_rule")] == []
    assert [row.address for row in matrix()] == [path for path, _pattern in patterns]
    assert sorted({row.name for row in matrix()} - set(TITLES)) == []


def test_the_columns_follow_from_the_rule() -> None:
    rows = {row.name: row.columns for row in matrix()}
    assert rows["cash"] == {Column.MAIN, Column.DIRECTOR, Column.CASHIER}
    assert rows["round"] == {Column.MAIN, Column.DIRECTOR, Column.SCORER}
    assert rows["draw"] == {Column.MAIN, Column.DIRECTOR}
    assert rows["tournament-new"] == {Column.MAIN}
    assert rows["home"] == ACCOUNTS
    assert rows["rules"] == set(Column)
    assert rows["phone"] == {Column.TABLE}


def test_a_rule_nobody_has_described_is_an_error() -> None:
    with pytest.raises(LookupError):
        who(guard)


def test_the_page_is_the_matrix_and_only_the_director_sees_it(tournament) -> None:
    cookies = clients(tournament)
    text = ask(cookies["director"], "get", f"/t/{tournament.slug}/konten/rechte/").content.decode()
    assert [row.title for row in matrix() if row.title not in text] == []
    assert text.count("<tr>") == len(matrix()) + 1


def test_a_role_taken_away_is_gone_with_the_next_click(tournament) -> None:
    cookie = clients(tournament)["cashier"]
    path = f"/t/{tournament.slug}/kassa/"
    assert ask(cookie, "get", path).status_code == 200
    tournament.memberships.filter(role=Role.CASHIER).delete()
    assert ask(cookie, "get", path).status_code == 403


def test_trying_an_address_leaves_nothing_in_the_database(tournament) -> None:
    cookie = clients(tournament)["director"]
    before = tournament.journal.count()
    answer = ask(cookie, "post", f"/t/{tournament.slug}/konten/einladen/", data={"role": "cashier"})
    assert answer.status_code == 302
    assert (tournament.journal.count(), tournament.invitations.count()) == (before, 0)
