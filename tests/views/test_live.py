"""Polling: an unchanged page is one query and 304; any change, another reader or another language is a new page."""

from __future__ import annotations

import itertools
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import translation

from tests.factories import make_tournament
from tests.views.every_page import addresses, clients, evening
from tests.views.every_page import ask as open_page
from tournament import clock, live
from tournament.live import versioned
from tournament.models import Scope, Tournament
from tournament.services.base import touch

pytestmark = pytest.mark.django_db


@versioned(Scope.ROUND, Scope.SALE)
def page(request: HttpRequest, slug: str = "") -> HttpResponse:
    return HttpResponse("shown")


@versioned(Scope.ROUND, shared=True)
def counted(request: HttpRequest, slug: str = "") -> HttpResponse:
    return HttpResponse(f"rendered {next(_RENDERED)}")


_RENDERED = itertools.count()


def ask(known: str = "", *, path: str = "/t/feuerwehr/", user: object | None = None) -> HttpRequest:
    request = RequestFactory().get(path, headers={"If-None-Match": known} if known else {})
    request.user = user or AnonymousUser()
    return request


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


def test_unchanged_page_costs_one_query_and_is_304(tournament, django_assert_num_queries) -> None:
    etag = page(ask(), slug="feuerwehr")["ETag"]
    with django_assert_num_queries(1):
        again = page(ask(etag), slug="feuerwehr")
    assert again.status_code == 304
    assert again["ETag"] == etag
    assert again["Cache-Control"] == "no-cache"


def test_inside_a_guard_the_tournament_is_known_and_it_is_still_one_query(
    tournament, django_assert_num_queries
) -> None:
    request = ask()
    request.tournament = tournament
    etag = page(request)["ETag"]
    again = ask(etag)
    again.tournament = tournament
    with django_assert_num_queries(1):
        assert page(again).status_code == 304


def test_the_etag_is_weak_and_asks_to_look_again(tournament) -> None:
    answer = page(ask(), slug="feuerwehr")
    assert answer["ETag"].startswith('W/"')
    assert answer["Cache-Control"] == "no-cache"
    assert "HX-Request" in answer["Vary"]


def test_a_change_in_one_of_the_scopes_shows_the_page_anew(tournament) -> None:
    etag = page(ask(), slug="feuerwehr")["ETag"]
    touch(tournament, [Scope.ROUND])
    assert page(ask(etag), slug="feuerwehr").status_code == 200


def test_a_change_elsewhere_does_not(tournament) -> None:
    etag = page(ask(), slug="feuerwehr")["ETag"]
    touch(tournament, [Scope.CASH])
    assert page(ask(etag), slug="feuerwehr").status_code == 304


def test_another_query_another_reader_another_language_are_other_pages(tournament, django_user_model) -> None:
    etag = page(ask(), slug="feuerwehr")["ETag"]
    assert page(ask(etag, path="/t/feuerwehr/?offen=1"), slug="feuerwehr").status_code == 200
    reader = django_user_model.objects.create(username="susi")
    assert page(ask(etag, user=reader), slug="feuerwehr").status_code == 200
    with translation.override("en"):
        assert page(ask(etag), slug="feuerwehr").status_code == 200


def test_a_page_that_shows_the_time_is_stale_after_that_time(tournament) -> None:
    view = versioned(Scope.ROUND, each=timedelta(minutes=1))(lambda request, slug: HttpResponse("18 min"))
    noon = datetime(2026, 1, 10, 12, 0, 5, tzinfo=UTC)
    with clock.use(lambda: noon):
        etag = view(ask(), slug="feuerwehr")["ETag"]
        assert view(ask(etag), slug="feuerwehr").status_code == 304
    with clock.use(lambda: noon + timedelta(minutes=1)):
        assert view(ask(etag), slug="feuerwehr").status_code == 200


def test_an_unknown_tournament_and_a_post_are_left_to_the_view(tournament) -> None:
    assert "ETag" not in page(ask(), slug="nirgends")
    post = RequestFactory().post("/t/feuerwehr/", headers={"If-None-Match": "*"})
    post.user = AnonymousUser()
    assert page(post, slug="feuerwehr").status_code == 200


class TestAPageThatManySeeAlike:
    def test_one_that_took_long_rests_ten_times_as_long(self, tournament, monkeypatch) -> None:
        now = [100.0]
        monkeypatch.setattr("tournament.live.time.monotonic", lambda: now[0])

        @versioned(Scope.ROUND, shared=True)
        def slow(request: HttpRequest, slug: str = "") -> HttpResponse:
            now[0] += 0.08
            return HttpResponse(f"made at {now[0]}")

        first = slow(ask(), slug="feuerwehr")
        touch(tournament, [Scope.ROUND])
        now[0] += 0.7
        assert slow(ask(), slug="feuerwehr").content == first.content
        assert slow(ask(first["ETag"]), slug="feuerwehr").status_code == 304
        now[0] += 0.2
        assert slow(ask(first["ETag"]), slug="feuerwehr").content != first.content

    def test_while_another_part_is_made_the_last_state_will_do(self, tournament) -> None:
        first = counted(ask(), slug="feuerwehr")
        touch(tournament, [Scope.ROUND])
        with live._MAKING:
            assert counted(ask(), slug="feuerwehr").content == first.content
        with live._MAKING, translation.override("en"):
            assert b"rendered" in counted(ask(), slug="feuerwehr").content, "the first reader waits for nobody"

    @pytest.mark.parametrize("busy", [False, True])
    def test_a_reader_never_gets_an_older_state_than_another_process_showed_him(
        self, tournament, monkeypatch, busy
    ) -> None:
        one, other = LocMemCache("one process", {}), LocMemCache("another process", {})
        one.clear()
        other.clear()

        def look(kept: LocMemCache, known: str = "") -> HttpResponse:
            monkeypatch.setattr("tournament.live.cache", kept)
            monkeypatch.setattr("tournament.live.REST", 1_000_000)
            with live._MAKING if busy else nullcontext():
                return counted(ask(known), slug="feuerwehr")

        old = look(other)
        touch(tournament, [Scope.ROUND])
        new = look(one, old["ETag"])
        assert new.content != old.content
        assert look(other, old["ETag"]).status_code == 304, "he has nothing newer"
        touch(tournament, [Scope.ROUND])
        newest = look(other, new["ETag"])
        assert newest.content not in {old.content, new.content}
        assert look(one, newest["ETag"]).content not in {old.content, new.content}

    def test_what_the_age_of_a_strange_state_is_nobody_knows(self, tournament) -> None:
        first = counted(ask(), slug="feuerwehr")
        touch(tournament, [Scope.ROUND])
        with live._MAKING:
            for strange in ('W/"0123456789abcdef"', "*", f'"{"9" * 40}.0-{"a" * 32}"'):
                assert counted(ask(strange), slug="feuerwehr").content != first.content

    def test_a_state_of_an_earlier_time_is_older_too(self, tournament) -> None:
        view = versioned(Scope.ROUND, each=timedelta(minutes=1), shared=True)(
            lambda request, slug: HttpResponse(str(clock.now()))
        )
        noon = datetime(2026, 1, 10, 12, 0, 5, tzinfo=UTC)
        with clock.use(lambda: noon):
            at_noon = view(ask(), slug="feuerwehr")
        with clock.use(lambda: noon + timedelta(minutes=2)):
            view(ask(), slug="feuerwehr")
            cache.clear()
            later = view(ask(at_noon["ETag"]), slug="feuerwehr")
        cache.clear()
        with clock.use(lambda: noon):
            assert view(ask(), slug="feuerwehr").content == at_noon.content
        with clock.use(lambda: noon + timedelta(minutes=3)), live._MAKING:
            assert view(ask(at_noon["ETag"]), slug="feuerwehr").status_code == 304
            assert view(ask(later["ETag"]), slug="feuerwehr").content != at_noon.content

    def test_a_small_answer_waits_for_nothing(self, tournament, monkeypatch) -> None:
        monkeypatch.setattr("tournament.live.LONGEST_WAIT", 60)
        view = versioned(Scope.TAPS, small=True)(lambda _request, slug: HttpResponse("1 : 0"))
        with live._MAKING:
            assert view(ask(), slug="feuerwehr").content == b"1 : 0"

    def test_one_that_hangs_is_not_waited_for_for_ever(self, tournament, monkeypatch) -> None:
        monkeypatch.setattr("tournament.live.LONGEST_WAIT", 0.01)
        with live._MAKING:
            assert page(ask(), slug="feuerwehr").content == b"shown"

    def test_a_state_is_rendered_once_for_all_readers(self, tournament, django_assert_num_queries) -> None:
        first = counted(ask(), slug="feuerwehr")
        with django_assert_num_queries(1):
            second = counted(ask(), slug="feuerwehr")
        assert (second.content, second["ETag"], second["Cache-Control"]) == (first.content, first["ETag"], "no-cache")
        assert "Cookie" in second["Vary"]

    def test_a_change_is_rendered_anew(self, tournament, no_rest) -> None:
        before = counted(ask(), slug="feuerwehr").content
        touch(tournament, [Scope.ROUND])
        assert counted(ask(), slug="feuerwehr").content != before

    @pytest.mark.parametrize("other", [{"path": "/t/feuerwehr/?seite=2"}, {"path": "/t/feuerwehr/another-token"}])
    def test_another_address_gets_nothing_of_it(self, tournament, other) -> None:
        before = counted(ask(), slug="feuerwehr").content
        assert counted(ask(**other), slug="feuerwehr").content != before

    def test_another_language_gets_its_own(self, tournament) -> None:
        before = counted(ask(), slug="feuerwehr").content
        with translation.override("en"):
            assert counted(ask(), slug="feuerwehr").content != before

    def test_a_refusal_is_not_kept(self, tournament) -> None:
        answers = iter([HttpResponse(status=404), HttpResponse("there")])
        view = versioned(Scope.ROUND, shared=True)(lambda _request, slug: next(answers))
        assert view(ask(), slug="feuerwehr").status_code == 404
        assert view(ask(), slug="feuerwehr").content == b"there"


def test_every_live_part_of_the_program_costs_one_query_while_nothing_changes() -> None:
    tournament = evening(published=True)
    cookie = clients(tournament)["main"]
    live = [a for a in addresses(tournament) if hasattr(resolve(a.path).func, "looks_at")]
    assert {"round-live", "round-scores", "tables-live", "phone-reports-live", "sale-counter", "sale-recent"} <= {
        a.name for a in live
    }
    faults = {}
    for address in live:
        first = open_page(cookie, "get", address.path)
        if first.status_code != 200:
            faults[address.name] = f"{first.status_code}"
            continue
        with CaptureQueriesContext(connection) as captured:
            again = open_page(cookie, "get", address.path, headers={"If-None-Match": first["ETag"]})
        asked = [
            each["sql"]
            for each in captured.captured_queries
            if not each["sql"].startswith(("SAVEPOINT", "ROLLBACK", "RELEASE"))
        ]
        if (again.status_code, len(asked)) != (304, 1):
            faults[address.name] = f"{again.status_code}, {len(asked)} queries"
    assert faults == {}


def test_a_piece_is_made_once_for_all_of_the_same_roles_and_anew_for_each_state(tournament) -> None:
    made = itertools.count()

    def piece(*roles: str) -> str:
        request = ask()
        request.tournament, request.roles = tournament, frozenset(roles)
        return live.once(request, Scope.ROUND, each=timedelta(minutes=1), make=lambda: f"made {next(made)}")

    first = piece("scorer")
    assert piece("scorer") == first
    assert piece("director", "scorer") != first
    touch(tournament, [Scope.ROUND])
    assert piece("scorer") not in {first, "made 1"}
