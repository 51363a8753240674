"""Every address of the installation with parts that cannot be: an unknown page, on every database, whoever asks."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, unquote

import pytest
from django.test import Client
from django.urls import Resolver404, resolve
from django.urls.converters import IntConverter

from tests.views.every_page import clients, evening
from tournament.models import Tournament
from tournament.views.permission_matrix import every_pattern

pytestmark = pytest.mark.django_db
TEXTS = {
    "a null": "a\x00b", "a null behind a good name": "feuerwehr\x00", "dots": "..", "another script": "feuerwehr٣", "a surrogate": "\ud800",
    "very long": "x" * 240,
}  # fmt: skip
NUMBERS = {
    "larger than 32 bits": str(2**31), "larger than 64 bits": str(2**63), "thirty digits": str(10**30), "nothing": "0",
}  # fmt: skip
NO_NUMBERS = ("-1", "9" * 5000, "١٢", "²", "1.5", "0x1", "1\x00", "1e9", " 1", "+1", "")
#: Parts of pages that say in words that there is no such match, or no such sheet on its way.
SAY_SO = {"round-look-up", "print-progress"}


def hostile_addresses() -> Iterator[tuple[str, str, str]]:
    """The page, what is wrong with the address, and the address: one part that cannot be, all others as they should be."""
    for path, pattern in every_pattern():
        converters = pattern.pattern.converters
        good = {name: "1" if isinstance(kind, IntConverter) else "feuerwehr" for name, kind in converters.items()}
        for name, kind in converters.items():
            for said, value in (NUMBERS if isinstance(kind, IntConverter) else TEXTS).items():
                yield pattern.name or "", f"{name}: {said}", _filled(path, good | {name: value})


def _filled(path: str, values: dict[str, str]) -> str:
    for kind in ("int", "str"):
        for name, value in values.items():
            path = path.replace(f"<{kind}:{name}>", quote(value, safe="", errors="surrogatepass"))
    assert "<" not in path, path
    return path


@pytest.fixture
def everybody(db) -> dict[str, Client]:
    made = {}
    tournament = evening(published=True)
    for who, cookie in clients(tournament).items():
        made[who] = Client(raise_request_exception=False)
        if cookie:
            made[who].cookies["sessionid"] = cookie
    return made


@pytest.mark.parametrize(("who", "method"), [("main", "get"), ("main", "post"), ("anonymous", "get")])
def test_what_cannot_be_is_an_unknown_page(everybody: dict[str, Client], who: str, method: str) -> None:
    client, before = everybody[who], Tournament.objects.count()
    wrong = []
    for page, said, address in hostile_addresses():
        answer = getattr(client, method)(address)
        if answer.status_code not in _allowed(page, said, method):
            wrong.append((said, address[:120], answer.status_code))
    assert not wrong, "\n".join(map(str, wrong))
    assert Tournament.objects.count() == before


def _allowed(page: str, said: str, method: str) -> set[int]:
    """404; whoever is not let in is sent to the login first, a form may refuse it in words, a page may not be for forms."""
    name, _colon, what = said.partition(": ")
    if name == "slug" or "null" in what:
        return {404}
    if page in SAY_SO:
        return {404, 302, 403, 405, 200}
    return {404, 302, 403, 405} if method == "get" else {404, 302, 403, 405, 409, 422}


def test_what_is_no_number_belongs_to_no_page() -> None:
    for path, pattern in every_pattern():
        good = dict.fromkeys(pattern.pattern.converters, "feuerwehr") | {"number": "1"}
        for name, kind in pattern.pattern.converters.items():
            for text in NO_NUMBERS if isinstance(kind, IntConverter) else ():
                with pytest.raises(Resolver404):
                    resolve(unquote(_filled(path, good | {name: text})))


@pytest.mark.parametrize("tag", ['W/"0"', "*"])
def test_also_for_a_page_that_asks_what_has_changed(everybody: dict[str, Client], tag: str) -> None:
    for _page, said, address in hostile_addresses():
        if said.startswith("slug: "):
            answer = everybody["anonymous"].get(address, headers={"If-None-Match": tag})
            assert answer.status_code == 404, address


def test_every_part_of_an_address_is_tried() -> None:
    tried = {said for _page, said, _address in hostile_addresses()}
    names = {name for _path, pattern in every_pattern() for name in pattern.pattern.converters}
    assert {said.partition(": ")[0] for said in tried} == names
    assert len(tried) > 20
