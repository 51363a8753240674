"""Hostile inputs through HTTP: each gets its answer in words, none a traceback, and none changes anything."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import factories
from tests.views.every_page import clients, evening
from tests.views.hostile import INPUTS, File, Hostile
from tournament import links
from tournament.links import Opens
from tournament.models import Invitation, Membership, PhoneReport, Printout, Tap, Tournament, User
from tournament.queries.archives import archive

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_evenings(db):
    cache.clear()
    running = evening()
    selling = factories.make_tournament(slug="kirtag")
    factories.sell(selling, 2, 1)
    return running, selling


def _everything() -> tuple[object, ...]:
    """What must be the same afterwards: both archives, and what no archive holds."""
    digests = tuple(archive(tournament)["digest"] for tournament in Tournament.objects.order_by("slug"))
    counts = tuple(
        model.objects.count() for model in (User, Membership, Invitation, Printout, Tap, PhoneReport, Tournament)
    )
    return digests, counts, tuple(User.objects.order_by("pk").values_list("password", "sessions_ended"))


@pytest.mark.parametrize("case", INPUTS, ids=str)
def test_it_is_answered_in_words_and_changes_nothing(two_evenings, case: Hostile) -> None:
    running, _selling = two_evenings
    client = Client(raise_request_exception=False)
    if cookie := clients(running)[case.who]:
        client.cookies["sessionid"] = cookie
    open_match = factories.open_matches(running)[0]
    path = case.path.replace("{link}", links.path(running, Opens.MATCH, open_match))
    before = _everything()
    answer = getattr(client, case.method)(path, **_given(case))
    text = answer.content.decode()
    assert (answer.status_code, case.said in text) == (case.status, True), _shown(text)
    assert "Traceback" not in text
    assert _everything() == before


def _given(case: Hostile) -> dict[str, Any]:
    """The data as the client takes them; files are made anew, since they are read once."""
    if not isinstance(case.data, dict):
        return {"data": case.data}
    if "content_type" in case.data:
        return case.data
    made = {
        name: SimpleUploadedFile(value.name, value.content) if isinstance(value, File) else value
        for name, value in case.data.items()
    }
    return {"data": made}


def _shown(text: str) -> str:
    """What the page said, without its head."""
    return text[text.find('<div id="problems"') :][:1500]


def test_there_are_at_least_fifty_and_each_has_its_own_name() -> None:
    assert len(INPUTS) >= 50
    assert [name for name, count in Counter(case.name for case in INPUTS).items() if count > 1] == []
