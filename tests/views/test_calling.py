"""Calling from the round and from the page of the tables: buttons, the typed line, who may, what a stranger cannot."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import SCORER, drawn_tournament, make_tournament, open_matches, play
from tournament.models import Match, Role, Side, Tournament
from tournament.services import calling

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def evening() -> Tournament:
    return drawn_tournament(*[1] * 8)


@pytest.fixture
def scorer(client_as, evening) -> Client:
    return client_as(evening, Role.SCORER, name="susi")


def press(client: Client, serial: int, do: str, *, htmx: bool = True, key: str = KEY, **more):
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(f"/t/feuerwehr/begegnung/{serial}/ruf/", {"do": do, "request_key": key} | more, headers=headers)


def row(tournament: Tournament, serial: int) -> Match:
    return tournament.matches.select_related("table").get(serial=serial)


class TestButtons:
    def test_the_round_offers_the_most_urgent_matches_with_a_free_table(self, scorer) -> None:
        html = scorer.get("/t/feuerwehr/runde/").content.decode()
        assert "Als Nächstes rufen" in html
        assert html.count('name="do" value="call"') == 4

    def test_one_press_calls_and_the_page_looks_again(self, scorer, evening) -> None:
        answer = press(scorer, 1, "call", table=2)
        assert (answer.status_code, answer["HX-Trigger"]) == (204, "result-recorded")
        assert row(evening, 1).table.number == 2
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        assert "Gerufen" in html
        assert "kann beginnen" in html  # the others: somebody calls here now

    def test_pressed_for_a_match_that_is_decided_the_page_looks_again_too(self, scorer, evening) -> None:
        play(evening, 1)
        answer = press(scorer, 1, "call", table=2)
        assert (answer.status_code, answer["HX-Trigger"]) == (409, "result-recorded")

    def test_without_a_script_it_comes_back_to_the_page_it_was_on(self, scorer) -> None:
        answer = press(scorer, 1, "call", table=2, htmx=False, back="/t/feuerwehr/runde/1/")
        assert (answer.status_code, answer["Location"]) == (302, "/t/feuerwehr/runde/1/")
        elsewhere = press(scorer, 1, "start", htmx=False, back="//evil.example/")
        assert elsewhere["Location"] == "/t/feuerwehr/runde/"

    def test_pressed_twice_it_is_once(self, scorer, evening) -> None:
        press(scorer, 1, "call", table=2)
        entries = evening.journal.count()
        press(scorer, 1, "call", table=2)
        assert evening.journal.count() == entries

    def test_what_cannot_be_is_said_in_the_place_for_problems(self, scorer) -> None:
        press(scorer, 1, "call", table=2)
        answer = press(scorer, 2, "call", table=2)
        assert (answer.status_code, answer["HX-Retarget"]) == (409, "#problems")
        assert "An Tisch 2 ist schon Begegnung" in answer.content.decode()

    def test_who_does_not_come_loses_without_a_game_when_the_time_is_up(self, scorer, evening) -> None:
        evening.no_show_minutes = 0
        evening.save()
        press(scorer, 1, "call", table=2)
        press(scorer, 1, "missing-left")
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        assert "fehlt" in html
        assert 'value="walkover-right"' in html
        press(scorer, 1, "walkover-right")
        assert (row(evening, 1).outcome, row(evening, 1).winner_side) == ("walkover", "right")

    def test_before_the_time_is_up_no_walkover_is_offered(self, scorer) -> None:
        press(scorer, 1, "call", table=2)
        press(scorer, 1, "missing-left")
        assert "walkover-right" not in scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()

    def test_when_both_are_missing_there_is_a_way_to_say_so(self, scorer) -> None:
        press(scorer, 1, "call", table=2)
        press(scorer, 1, "missing-left")
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        assert (
            '<a class="button small quiet" id="both-1" href="/t/feuerwehr/begegnung/1/#result">beide fehlen</a>' in html
        )
        assert "double_walkover" in scorer.get("/t/feuerwehr/begegnung/1/").content.decode()

    def test_what_is_pressed_next_stands_above_the_list_that_grows(self, scorer) -> None:
        press(scorer, 1, "call", table=2)
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        assert html.index('id="to-call"') < html.index('id="called"')

    def test_how_long_ago_somebody_was_called_does_not_read_like_a_clock(self, scorer) -> None:
        press(scorer, 1, "call", table=2)
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        assert "vor <span data-since>0:00</span> min gerufen" in html

    def test_who_plays_elsewhere_is_named_with_his_table(self, client_as) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        client = client_as(evening, Role.SCORER)
        own = evening.matches.filter(left_card__owner__start_number=1) | evening.matches.filter(
            right_card__owner__start_number=1
        )
        first = own.order_by("serial").first()
        press(client, first.serial, "call", table=3)
        assert "Spieler 1 spielt noch an 3" in client.get("/t/feuerwehr/runde/").content.decode()


class TestSomebodyWasFaster:
    """Architecture, principle 7: a stale page gets 409 and sees what is; it does not undo what somebody else did."""

    def stale(self, scorer: Client, serial: int, do: str, **more) -> None:
        answer = press(scorer, serial, do, **more)
        assert (answer.status_code, answer["HX-Trigger"]) == (409, "result-recorded")

    def test_a_match_called_meanwhile_is_not_moved(self, scorer, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        self.stale(scorer, 1, "call", table=2, seen="waits")
        assert row(evening, 1).table.number == 1

    def test_a_match_that_has_begun_is_not_taken_from_its_table(self, scorer, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        calling.start(tournament=evening, actor=SCORER, match=1)
        self.stale(scorer, 1, "uncall", seen="called")
        assert row(evening, 1).started_at is not None

    @pytest.mark.parametrize("meanwhile", ["came", "start"])
    def test_who_came_meanwhile_does_not_lose_without_a_game(self, scorer, evening, meanwhile) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
        if meanwhile == "came":
            calling.set_missing(tournament=evening, actor=SCORER, match=1, side=None)
        else:
            calling.start(tournament=evening, actor=SCORER, match=1)
        self.stale(scorer, 1, "walkover-right", seen="called")
        assert row(evening, 1).outcome == "open"

    def test_only_the_one_who_is_missing_can_lose_so(self, scorer, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
        self.stale(scorer, 1, "walkover-left", seen="called")

    def test_every_button_says_what_its_page_showed(self, scorer, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        calling.call(tournament=evening, actor=SCORER, match=2, table=2)
        calling.start(tournament=evening, actor=SCORER, match=2)
        for address in ("/t/feuerwehr/runde/", "/t/feuerwehr/tische/"):
            html = scorer.get(address).content.decode()
            forms = [
                form for form in re.findall(r"<form.*?</form>", html, re.S) if 'name="do"' in form and "/ruf/" in form
            ]
            assert forms
            assert all(re.search(r'name="seen" value="(waits|called|plays)"', form) for form in forms)


class TestTables:
    def test_a_match_is_called_by_its_number(self, scorer, evening) -> None:
        answer = scorer.post(
            "/t/feuerwehr/tische/rufen/", {"number": "3", "table": "4", "request_key": KEY}, follow=True
        )
        assert "Begegnung 3 ist gerufen, an Tisch 4" in answer.content.decode()
        assert evening.matches.get(number=3, round=1).table.number == 4

    @pytest.mark.parametrize(
        ("number", "table", "said"),
        [
            ("99", "1", "gibt es nicht"),
            ("x", "1", "ist keine Begegnung"),
            ("3", "77", "Einen Tisch 77 gibt es nicht"),
            ("3", "eins", "ist kein Tisch"),
        ],
    )
    def test_what_was_typed_stays_with_a_word_on_what_is_wrong(self, scorer, number, table, said) -> None:
        answer = scorer.post("/t/feuerwehr/tische/rufen/", {"number": number, "table": table, "request_key": KEY})
        html = answer.content.decode()
        assert answer.status_code in {404, 422}
        assert said in html
        assert f'value="{number}"' in html

    def test_a_table_is_put_out_of_order_and_back(self, scorer, evening) -> None:
        scorer.post("/t/feuerwehr/tische/2/", {"do": "close", "request_key": KEY})
        assert "außer Betrieb" in scorer.get("/t/feuerwehr/tische/").content.decode()
        scorer.post("/t/feuerwehr/tische/2/", {"do": "open", "request_key": KEY})
        assert not evening.tables.get(number=2).out_of_order

    def test_an_unchanged_page_is_304(self, scorer, evening) -> None:
        address = "/t/feuerwehr/tische/stand/"
        etag = scorer.get(address)["ETag"]
        assert scorer.get(address, headers={"If-None-Match": etag}).status_code == 304
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        assert scorer.get(address, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(("role", "status"), [(Role.DIRECTOR, 204), (Role.SCORER, 204), (Role.CASHIER, 403)])
def test_directors_and_scorers_call(client_as, evening, role, status) -> None:
    assert press(client_as(evening, role), 1, "call", table=1).status_code == status


def test_another_tournaments_scorer_calls_nobody(client_as, evening) -> None:
    other = make_tournament(slug="andere")
    assert press(client_as(other, Role.SCORER), 1, "call", table=1).status_code == 403
    assert row(evening, 1).called_at is None


@pytest.mark.parametrize("size", [16, 256])
def test_the_page_of_the_tables_costs_the_same_at_every_size(client_as, size, django_assert_num_queries) -> None:
    evening = drawn_tournament(*[2] * (size // 2))
    client = client_as(evening, Role.SCORER)
    calling.call(tournament=evening, actor=SCORER, match=open_matches(evening)[0], table=1)
    play(evening, open_matches(evening)[-1])
    with django_assert_num_queries(10):  # session, account, tournament, roles, the hall's five, the way
        client.get("/t/feuerwehr/tische/")
