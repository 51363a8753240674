"""What every answer carries, and what no request can do: scripts, frames, foreign hosts and redirects, formulas, old logins."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from importlib import reload

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.test import Client

from tests import factories
from tests.factories import PASSWORD
from tests.views.every_page import Address, addresses, ask, clients, evening, hide
from tournament.models import Role, User
from tournament.security import MAX_BODY, POLICY
from tournament.services import accounts
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
FORMULAS = ["=1+1", "+43 664", "-2+3", "@SUM(A1)", "\t=cmd|' /C calc'!A0", "＝1+1", "|calc"]


@pytest.fixture(autouse=True)
def _no_old_attempts(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()


@pytest.fixture
def tournament(db):
    made = evening(published=True)
    hide(made, 1, PersonData(EVIL, place=EVIL[:80], club=EVIL[:80], note=EVIL, phone="0664 '\"<b>"))
    return made


def susi(tournament) -> User:
    """The scorer, with a password that is quick to check."""
    user = factories.member(tournament, Role.SCORER, "susi")
    user.set_password(PASSWORD)
    user.save()
    return user


class Inline(HTMLParser):
    """Collects what a Content-Security-Policy without 'unsafe-inline' would stop, and what stems from typed HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        is_data = names.get("type") == "application/json"  # nothing that runs
        if tag == "style" or (tag == "script" and not names.get("src") and not is_data):
            self.found.append(f"<{tag}>")
        if tag == "img" and names.get("src") == "x":
            self.found.append("typed <img>")
        for name, value in attrs:
            if name == "style" or name.startswith(("on", "hx-on")):
                self.found.append(f"<{tag} {name}>")
            if name in {"src", "href", "action"} and re.match(
                r"\s*(javascript|vbscript|https?|//)", value or "", re.IGNORECASE
            ):
                self.found.append(f"<{tag} {name}={value}>")

    handle_startendtag = handle_starttag


def _inline(text: str) -> list[str]:
    parser = Inline()
    parser.feed(text)
    return parser.found


def _pages(tournament) -> list[Address]:
    return addresses(tournament, account=User.objects.get(username="die-scorer").pk)


def test_no_page_has_anything_inline_even_with_html_for_names(tournament) -> None:
    cookies = clients(tournament)
    faults, seen = {}, 0
    for address in _pages(tournament):
        for who in ("director", "anonymous"):
            answer = ask(cookies[who], "get", address.path)
            if answer.get("Content-Disposition", "").startswith("attachment"):
                continue  # a file to keep, opened without this program
            if answer.get("Content-Type", "").startswith("text/html") and answer.status_code != 302:
                seen += 1
                if found := _inline(answer.content.decode()):
                    faults[f"{address} {who}"] = found
    assert faults == {}
    assert seen > 60


def test_the_parser_sees_what_it_is_for() -> None:
    text = '<p style="x"><script>1</script><style></style><a href="javascript:x" onclick="y">a</a><img src=x>'
    assert len(_inline(text)) == 6


def test_every_answer_carries_the_headers(tournament) -> None:
    cookie = clients(tournament)["director"]
    without = {}
    for address in _pages(tournament):
        answer = ask(cookie, "get", address.path)
        given = (
            answer.get("Content-Security-Policy"),
            answer.get("X-Frame-Options"),
            answer.get("X-Content-Type-Options"),
        )
        if given != (POLICY, "DENY", "nosniff") or answer.get("Referrer-Policy") != "same-origin":
            without[str(address)] = given
    assert without == {}
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'self'")


def test_cookies_are_closed_to_scripts_and_other_sites() -> None:
    accounts.create_director("anna", PASSWORD)
    client = Client()
    client.get("/anmelden/")
    client.post("/anmelden/", {"username": "anna", "password": PASSWORD})
    kept = {name: (cookie["httponly"], cookie["samesite"], cookie["secure"]) for name, cookie in client.cookies.items()}
    assert kept["sessionid"] == (True, "Lax", "")
    assert kept["csrftoken"] == (True, "Lax", "")


def test_over_https_cookies_stay_with_https() -> None:
    accounts.create_director("anna", PASSWORD)
    client = Client()
    client.get("/anmelden/", secure=True)
    client.post("/anmelden/", {"username": "anna", "password": PASSWORD}, secure=True)
    assert {name: bool(cookie["secure"]) for name, cookie in client.cookies.items()} == {
        "sessionid": True,
        "csrftoken": True,
    }


def test_nobody_says_himself_that_he_came_by_https() -> None:
    assert getattr(django_settings, "SECURE_PROXY_SSL_HEADER", None) is None
    client = Client()
    client.get("/anmelden/", headers={"X-Forwarded-Proto": "https"})
    assert not client.cookies["csrftoken"]["secure"]


def test_behind_a_proxy_that_was_named_its_word_counts(monkeypatch) -> None:
    from tournament import settings as module
    from tournament.management.serving import server_options

    monkeypatch.setenv("PREISSCHNAPSEN_PROXY", "127.0.0.1")
    try:
        assert reload(module).SECURE_PROXY_SSL_HEADER == ("HTTP_X_FORWARDED_PROTO", "https")
        monkeypatch.setattr(django_settings, "TRUSTED_PROXY", "127.0.0.1")
        assert server_options()["trusted_proxy"] == "127.0.0.1"
    finally:
        monkeypatch.undo()
        del module.SECURE_PROXY_SSL_HEADER
        reload(module)
    assert "trusted_proxy" not in server_options()


def test_waitress_understands_the_options_and_cuts_off_the_silent() -> None:
    from waitress.adjustments import Adjustments

    from tournament.management.serving import server_options

    used = Adjustments(**server_options())
    assert used.channel_timeout <= 60
    assert used.max_request_body_size < 128 * 1024 * 1024
    assert used.max_request_header_size <= 64 * 1024


@pytest.mark.parametrize(
    "host", ["boese.example", "ff.example.boese.example", "ff.example@boese.example", "ff.example:80:80", "<script>"]
)
def test_a_server_that_names_its_hosts_answers_no_other(settings, host) -> None:
    settings.ALLOWED_HOSTS = ["ff.example"]
    answer = Client().get("/anmelden/", headers={"Host": host})
    assert answer.status_code == 400
    assert b"boese" not in answer.content
    assert Client().get("/anmelden/", headers={"Host": "ff.example"}).status_code == 200


ELSEWHERE = [
    "https://boese.example/", "//boese.example/", "///boese.example", "/\\boese.example", "\\\\boese.example", "http:boese.example",
    "javascript:alert(1)", "data:text/html,x", "https://testserver@boese.example/", "\x09//boese.example", "https:///boese.example",
]  # fmt: skip


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_redirect_leads_elsewhere(tournament, target) -> None:
    User.objects.create_superuser("chef", password=PASSWORD)
    login = Client().post("/anmelden/", {"username": "chef", "password": PASSWORD, "next": target})
    assert login["Location"] == "/"
    language = Client().post("/sprache/", {"language": "en", "next": target}, headers={"Referer": target})
    assert language["Location"] == "/"
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/anmelden/", {"username": "chef"}, headers={"Referer": target})
    assert refused.status_code == 403
    assert target not in refused.content.decode()


def test_next_within_the_house_is_followed(tournament) -> None:
    User.objects.create_superuser("chef", password=PASSWORD)
    path = f"/t/{tournament.slug}/kassa/"
    assert Client().post("/anmelden/", {"username": "chef", "password": PASSWORD, "next": path})["Location"] == path


def test_the_session_key_changes_with_the_login(tournament) -> None:
    User.objects.create_superuser("chef", password=PASSWORD)
    client = Client()
    client.post("/anmelden/", {"username": "chef", "password": PASSWORD})
    planted = client.cookies["sessionid"].value
    victim = Client()
    victim.cookies["sessionid"] = planted
    victim.post("/abmelden/")
    victim.cookies["sessionid"] = planted
    victim.post("/anmelden/", {"username": "chef", "password": PASSWORD})
    assert victim.cookies["sessionid"].value != planted
    client.cookies["sessionid"] = planted
    assert client.get("/konto/").status_code == 302


def test_a_new_password_ends_all_other_logins(tournament) -> None:
    susi(tournament)
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.post("/anmelden/", {"username": "susi", "password": PASSWORD})
    new = {"present": PASSWORD, "password": "neue-Kartenrunde-7", "again": "neue-Kartenrunde-7"}
    assert here.post("/konto/", new)["Location"] == "/konto/"
    assert here.get("/konto/").status_code == 200
    assert elsewhere.get("/konto/").status_code == 302


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"present": "falsch"}, "Das bisherige Passwort stimmt nicht"),
        ({"password": "kurz", "again": "kurz"}, "zu kurz"),
        ({"password": "neue-Kartenrunde-7", "again": "andere-Runde-8"}, "nicht gleich"),
        ({"password": PASSWORD, "again": PASSWORD}, "ist das alte"),
        ({"password": "x" * 1000, "again": "x" * 1000}, "höchstens"),
        ({}, "Dieses Feld"),
    ],
)
def test_an_own_password_is_refused_in_words(tournament, typed, said) -> None:
    susi(tournament)
    client = Client()
    client.force_login(User.objects.get(username="susi"))
    new = {"present": PASSWORD, "password": "neue-Kartenrunde-7", "again": "neue-Kartenrunde-7"}
    answer = client.post("/konto/", new | typed if typed else {})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert User.objects.get(username="susi").check_password(PASSWORD)


def test_logging_out_everywhere_ends_this_login_too(tournament) -> None:
    susi(tournament)
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.force_login(User.objects.get(username="susi"))
    assert here.post("/konto/abmelden/")["Location"] == "/anmelden/"
    assert [client.get("/konto/").status_code for client in (here, elsewhere)] == [302, 302]


def test_the_director_logs_out_a_lost_phone(tournament) -> None:
    director, lost = Client(), Client()
    director.force_login(factories.member(tournament, Role.DIRECTOR, "anna"))
    account = susi(tournament)
    lost.force_login(account)
    answer = director.post(
        f"/t/{tournament.slug}/konten/{account.pk}/abmelden/", {"request_key": "a" * 32}, follow=True
    )
    assert "1 Konto ist überall abgemeldet" in answer.content.decode()
    assert lost.get("/konto/").status_code == 302
    assert director.get("/konto/").status_code == 200


def test_sessions_end_by_themselves_within_a_day() -> None:
    assert 0 < django_settings.SESSION_COOKIE_AGE <= 24 * 60 * 60


def test_no_spreadsheet_takes_a_name_for_a_formula(tournament) -> None:
    for number, text in enumerate(FORMULAS, start=1):
        if number <= tournament.people.count():
            hide(tournament, number, PersonData(f"{text} A", place=text, club=text))
    cookie, checked = clients(tournament)["director"], 0
    for address in _pages(tournament):
        answer = ask(cookie, "get", address.path)
        if "csv" in answer.get("Content-Type", ""):
            checked += 1
            for cell in _cells(answer):
                assert not re.match(r"[\s\u200b\ufeff]*[=+@|\-＝＋－＠](?![0-9.,]*$)", cell), cell
    assert checked >= 1


def _cells(answer) -> list[str]:
    text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode("utf-8-sig")
    return [cell for row in csv.reader(io.StringIO(text), delimiter=";") for cell in row]


def test_a_body_that_is_too_large_is_refused_before_it_is_read(tournament) -> None:
    cookie = clients(tournament)["director"]
    path = f"/t/{tournament.slug}/liste/"
    answer = ask(cookie, "post", path, data=b"x", content_type="text/plain", CONTENT_LENGTH=str(MAX_BODY + 1))
    assert answer.status_code == 413
    assert "höchstens 4 MB" in answer.content.decode()
    assert (
        ask("", "post", "/anmelden/", data=b"x", content_type="text/plain", CONTENT_LENGTH=str(10**12)).status_code
        == 413
    )
