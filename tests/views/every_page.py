"""Every address of the installation filled in for one evening, for tests that try all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern
from django.urls.converters import IntConverter

from tests import factories
from tournament import links
from tournament.links import Opens
from tournament.models import Role, Tournament, User
from tournament.services import people
from tournament.services.people import PersonData
from tournament.views.permission_matrix import every_pattern

WRONG_TOKEN = "A" * 16


@dataclass(frozen=True, slots=True)
class Address:
    """An address that can be asked for: the pattern it comes from, its rule, and with a link that is wrong."""

    name: str
    path: str
    rule: Any
    forged: str

    def __str__(self) -> str:
        return self.path


def evening(**settings: Any) -> Tournament:
    """Round 1 drawn and half played; somebody who does not want to be public, with a telephone number."""
    tournament = factories.drawn_tournament(3, 2, 2, 1, **settings)
    factories.play(tournament, factories.open_matches(tournament)[0])
    return factories.fresh(tournament)


def hide(tournament: Tournament, start_number: int, data: PersonData) -> None:
    """Give a person these data."""
    people.change(tournament=tournament, actor=factories.DIRECTOR, start_number=start_number, data=data)


def addresses(tournament: Tournament, **given: object) -> list[Address]:
    """All of them, filled in: numbers by their name in `given`, else with `given["number_of_all"]`, else with 1."""
    return [_address(tournament, path, pattern, given) for path, pattern in every_pattern()]


def clients(tournament: Tournament) -> dict[str, str]:
    """Session keys: who -> cookie; "" for somebody who is not logged in."""
    accounts = {"main": User.objects.create_superuser("chef", password=None)}
    accounts |= {role.value: factories.member(tournament, role, f"die-{role.value}") for role in Role}
    accounts["outsider"] = factories.member(factories.make_tournament(slug="andere"), Role.DIRECTOR, "fremd")
    return {who: _cookie(user) for who, user in accounts.items()} | {"anonymous": ""}


def ask(cookie: str, method: str, path: str, *, enforce_csrf: bool = False, **given: Any) -> HttpResponse:
    """One request, of which the database keeps nothing; an exception is the page for status 500."""
    client = Client(enforce_csrf_checks=enforce_csrf, raise_request_exception=False)
    if cookie:
        client.cookies["sessionid"] = cookie
    with transaction.atomic():
        answer: Any = getattr(client, method)(path, **given)
        if answer.streaming:
            b"".join(answer.streaming_content)
        transaction.set_rollback(True)
    return answer


def _cookie(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def _address(tournament: Tournament, path: str, pattern: URLPattern, given: dict[str, object]) -> Address:
    rule = pattern.callback.access_rule
    values: dict[str, object] = {
        name: given.get(name, given.get("number_of_all", 1) if isinstance(converter, IntConverter) else "x")
        for name, converter in pattern.pattern.converters.items()
    }
    if "slug" in values:
        values["slug"] = tournament.slug
    forged = path
    if isinstance(rule, Opens):
        values["number"] = given.get(rule.value, given.get("number_of_all", 1))
        values["token"] = links.token(tournament, rule, int(str(values["number"])))
        forged = _filled(path, pattern, values | {"token": WRONG_TOKEN})
    return Address(pattern.name or "", _filled(path, pattern, values), rule, forged)


def _filled(path: str, pattern: URLPattern, values: dict[str, object]) -> str:
    for name, converter in pattern.pattern.converters.items():
        kind = type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")
        path = path.replace(f"<{kind}:{name}>", str(values[name]))
    assert "<" not in path, path
    return path
