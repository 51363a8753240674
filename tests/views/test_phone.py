"""The phone's pages: signed links that open one match and nothing else, taps by JSON, the plain form, the desk's list."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from tests.counting import queries
from tests.factories import CASHIER, DIRECTOR, SCORER, drawn_tournament, fresh, make_tournament, member, play
from tournament import links
from tournament.links import Opens
from tournament.models import GameTable, PhoneReport, PhoneTally, Role, Tap, Tournament
from tournament.services import card_moves, people, phone_reports, tournaments
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db
ONE, OTHER = "a1" * 16, "b2" * 16
TWO_TO_NOTHING = ["L3", "L3", "L1", "L3", "L3", "L1"]


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(*[1] * 16, published=False)


@pytest.fixture
def phone() -> Client:
    return Client(enforce_csrf_checks=True)


def address(tournament: Tournament, match: int = 1, opens: Opens = Opens.MATCH) -> str:
    return links.path(tournament, opens, match)


def post(phone: Client, url: str, device: str = ONE, **body: object):
    return phone.post(url, json.dumps({"phone": device, **body}), content_type="application/json")


def tap(phone: Client, tournament: Tournament, *texts: str, first: int = 1, term: int = 1, device: str = ONE):
    taps = [[first + index, text] for index, text in enumerate(texts)]
    return post(phone, f"{address(tournament)}/striche", device, term=term, taps=taps)


def put(tournament: Tournament, table: int, match: int) -> None:
    row = tournament.matches.get(serial=match)
    row.table = GameTable.objects.get(tournament=tournament, number=table)
    row.save()


class TestLinks:
    def test_the_link_on_the_slip_opens_the_match_without_an_account(self, phone, tournament) -> None:
        answer = phone.get(address(tournament))
        left = tournament.matches.get(serial=1).left_card.owner.name
        assert answer.status_code == 200
        assert left in answer.content.decode()

    @pytest.mark.parametrize("spoil", ["other match", "other token", "table's token", "cut"])
    def test_a_link_is_useless_for_anything_else(self, phone, tournament, spoil) -> None:
        mine, other = address(tournament, 1), address(tournament, 2)
        token = {
            "other match": mine.rpartition("/")[2], "other token": "A" * 16, "cut": mine.rpartition("/")[2][:-1],
            "table's token": address(tournament, 2, Opens.TABLE).rpartition("/")[2],
        }[spoil]  # fmt: skip
        wrong = other.rpartition("/")[0] + "/" + (other.rpartition("/")[2][:-1] if spoil == "cut" else token)
        assert phone.get(wrong).status_code == 404
        assert post(phone, f"{wrong}/striche", term=0, taps=[[1, "L3"]]).status_code == 404
        assert not Tap.objects.exists()

    def test_a_match_there_is_not_answers_as_a_wrong_token_does(self, phone, tournament) -> None:
        known = address(tournament, 2).rpartition("/")[0] + "/" + "A" * 16
        said = [
            re.sub(r"[A-Za-z0-9]{64}", "", phone.get(url).content.decode()).replace(url, "")
            for url in (address(tournament, 999), known)
        ]
        assert said[0] == said[1]

    def test_a_link_of_another_tournament_opens_nothing_here(self, phone, tournament) -> None:
        other = make_tournament(slug="andere")
        assert phone.get(address(other).replace("/t/andere/", "/t/feuerwehr/")).status_code == 404

    def test_the_link_expires_with_its_match_and_says_so_without_names(self, phone, tournament) -> None:
        play(tournament, 1)
        text = phone.get(address(tournament)).content.decode()
        row = tournament.matches.get(serial=1)
        assert "schon entschieden" in text
        assert "2 : 0" in text
        assert row.left_card.owner.name not in text
        assert tap(phone, tournament, "L3").status_code == 409

    def test_the_card_on_the_table_leads_to_what_is_played_there_now(self, phone, tournament) -> None:
        card = address(tournament, 3, Opens.TABLE)
        assert "frei" in phone.get(card).content.decode()
        put(tournament, 3, 1)
        assert phone.get(card)["Location"] == address(tournament, 1)
        play(tournament, 1)
        assert phone.get(card).status_code == 200
        put(tournament, 3, 2)
        assert phone.get(card)["Location"] == address(tournament, 2)

    def test_nothing_private_is_shown(self, phone, tournament) -> None:
        person = tournament.matches.get(serial=1).left_card.owner
        person.name, person.place, person.phone, person.public = "Gschaftlhuber", "Hinterwald", "0664 123", False
        person.save()
        text = phone.get(address(tournament)).content.decode()
        assert f"Nr. {person.start_number}" in text
        assert not [word for word in ("Gschaftlhuber", "Hinterwald", "0664") if word in text]

    def test_a_name_with_everything_in_it_is_only_a_name(self, phone, tournament) -> None:
        person = tournament.matches.get(serial=1).left_card.owner
        person.name = '<script>"x" & 😀' + "W" * 100
        person.save()
        text = phone.get(address(tournament)).content.decode()
        assert "<script>&quot;x" not in text
        assert "&lt;script&gt;&quot;x&quot; &amp; 😀" in text


class TestTaps:
    def test_taps_are_stored_once_and_the_answer_is_the_state(self, phone, tournament) -> None:
        for _again in range(2):
            found = tap(phone, tournament, "L3", "R2").json()
            assert (found["entries"], found["holder"], found["last"], found["problems"]) == (["L3", "R2"], "me", 2, [])
        assert Tap.objects.count() == 2

    def test_the_second_phone_is_told_and_may_take_over(self, phone, tournament) -> None:
        tap(phone, tournament, "L3")
        answer = tap(phone, tournament, "L3", device=OTHER)
        assert answer.status_code == 409
        assert (answer.json()["holder"], answer.json()["entries"]) == ("other", ["L3"])
        taken = post(phone, f"{address(tournament)}/weiterzaehlen", OTHER).json()
        assert (taken["holder"], taken["term"]) == ("me", 2)
        assert tap(phone, tournament, "R1", term=2, device=OTHER).json()["entries"] == ["L3", "R1"]

    def test_no_phone_learns_the_name_of_another(self, phone, tournament) -> None:
        answer = tap(phone, tournament, "L3")
        seen = phone.get(f"{address(tournament)}/stand?handy={OTHER}")
        page = phone.get(address(tournament))
        assert ONE not in answer.content.decode() + seen.content.decode() + page.content.decode()

    @pytest.mark.parametrize(
        "body",
        [
            b"", b"[]", b"{", b'{"phone": "zu kurz", "term": 0, "taps": []}', b'{"phone": "%s"}' % ONE.encode(),
            b'{"phone": "%s", "term": 0, "taps": [[1, "X9"]]}' % ONE.encode(),
            b'{"phone": "%s", "term": 0, "taps": [[true, "L3"]]}' % ONE.encode(),
            b'{"phone": "%s", "term": -1, "taps": [[1, "L3"]]}' % ONE.encode(),
            b'{"phone": "%s", "term": 0, "taps": 7}' % ONE.encode(), b"[" * 30_000, b" " * 40_000,
        ],
    )  # fmt: skip
    def test_garbage_is_no_tap(self, phone, tournament, body) -> None:
        answer = phone.post(f"{address(tournament)}/striche", body, content_type="application/json")
        assert answer.status_code == 400
        assert not Tap.objects.exists()

    @pytest.mark.parametrize("words", [("L3",), ("L3", "R2", "U")])
    def test_the_answer_to_taps_is_the_state_a_phone_would_see_if_it_asked(self, phone, tournament, words) -> None:
        first = tap(phone, tournament, "dL")
        answer = tap(phone, tournament, *words, first=2)
        for each in (first, answer):
            assert each.json()["holder"] == "me"
        asked = phone.get(f"{address(tournament)}/stand?handy={ONE}")
        assert (answer.json(), answer["ETag"]) == (asked.json(), asked["ETag"])

    def test_an_impossible_tap_is_answered_with_words_and_the_state(self, phone, tournament) -> None:
        answer = tap(phone, tournament, "L3", "L5")
        assert answer.status_code == 422
        assert answer.json()["entries"] == ["L3"]
        assert answer.json()["problems"][0]["code"] == "refused"

    @pytest.mark.parametrize("people", [16, 64])
    def test_an_unchanged_state_costs_one_query(self, phone, people) -> None:
        tournament = drawn_tournament(*[1] * people, slug=f"gross-{people}")
        tap(phone, tournament, "L3")
        url = f"{address(tournament)}/stand?handy={ONE}"
        with queries(4):  # four small ones take half as long as the two large ones they replaced
            answer = phone.get(url)
        with queries(1):
            assert phone.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        tap(phone, tournament, "R1", first=2)
        assert phone.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 200

    def test_a_match_decided_at_the_desk_is_no_longer_the_same_state(self, phone, tournament) -> None:
        url = f"{address(tournament)}/stand?handy={ONE}"
        answer = phone.get(url)
        play(tournament, 1)
        again = phone.get(url, headers={"If-None-Match": answer["ETag"]})
        assert "entschieden" in again.json()["ended"]

    @pytest.mark.parametrize("people", [16, 64])
    def test_the_page_asks_the_same_of_the_database_whatever_the_size(self, phone, people) -> None:
        tournament = drawn_tournament(*[1] * people, slug=f"gross-{people}")
        with queries(3):
            phone.get(address(tournament))


class TestResults:
    def test_a_tapped_match_is_reported_and_counts(self, phone, tournament) -> None:
        tap(phone, tournament, *TWO_TO_NOTHING)
        answer = post(phone, f"{address(tournament)}/ergebnis", winner="left", score=[2, 0])
        assert answer.status_code == 200
        assert (answer.json()["result"], bool(answer.json()["ended"])) == ("2 : 0", True)
        assert tournament.matches.get(serial=1).outcome == "played"

    def test_reported_again_because_the_answer_was_lost_nothing_happens_twice(self, phone, tournament) -> None:
        url = f"{address(tournament)}/ergebnis"
        post(phone, url, winner="left", score=[2, 1])
        answer = post(phone, url, winner="left", score=[2, 1])
        assert answer.status_code == 409
        assert answer.json()["result"] == "2 : 1"
        assert tournament.journal.filter(kind="result").count() == 1

    @pytest.mark.parametrize("at_once", [True, False])
    def test_a_report_with_its_key_is_taken_once_whatever_the_desk_did_with_it(
        self, phone, tournament, at_once
    ) -> None:
        settings = {"phone_results_count_at_once": at_once}
        tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings=settings)
        given = {"winner": "left", "score": [2, 0], "key": "0f" * 16}
        url = f"{address(tournament)}/ergebnis"
        first = post(phone, url, **given)
        assert (first.status_code, first.json()["problems"]) == (200, [])
        if not at_once:
            phone_reports.reject(tournament=fresh(tournament), actor=SCORER, match=1)
        again = post(phone, url, **given)
        assert (again.status_code, again.json()["problems"]) == (200, [])
        assert not PhoneReport.objects.filter(state="waiting").exists()
        assert tournament.journal.filter(kind="result" if at_once else "phone_report").count() == 1
        other = post(phone, f"{address(tournament, 2)}/ergebnis", **given)  # the key is nothing to another match
        assert other.json()["reported"] != at_once
        if not at_once:
            post(phone, url, **given | {"key": "1e" * 16})
            assert PhoneReport.objects.filter(state="waiting", match__serial=1).exists()

    def test_a_card_given_to_another_person_keeps_its_taps_and_its_result_waits_for_the_present_names(
        self, phone, tournament
    ) -> None:
        url = address(tournament)
        before = tap(phone, tournament, *TWO_TO_NOTHING[:3]).json()["players"]
        asked = phone.get(f"{url}/stand?handy={ONE}")
        row = tournament.matches.select_related("left_card").get(serial=1)
        new = people.add(tournament=tournament, actor=CASHIER, data=PersonData("Richtiger Spieler")).start_number
        card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(row.left_card.number, new)], reason="vertauscht")
        seen = phone.get(f"{url}/stand?handy={ONE}", headers={"If-None-Match": asked["ETag"]})
        assert seen.status_code == 200
        assert seen.json()["players"] != before
        rest = [[number, text] for number, text in enumerate(TWO_TO_NOTHING[3:], start=4)]
        late = post(phone, f"{url}/striche", term=1, taps=rest, players=before)
        assert (late.status_code, late.json()["entries"]) == (200, TWO_TO_NOTHING)
        given = {"winner": "left", "score": [2, 0]}
        refused = post(phone, f"{url}/ergebnis", **given, players=before)
        assert (refused.status_code, refused.json()["problems"][0]["code"]) == (409, "others")
        form = phone.post(f"{url}/melden", {"result": "2-0", "players": before, "confirmed": "1"})
        assert (form.status_code, tournament.matches.get(serial=1).outcome) == (409, "open")
        assert post(phone, f"{url}/ergebnis", **given, players=seen.json()["players"]).json()["result"] == "2 : 0"

    @pytest.mark.parametrize("changed", [False, True])
    def test_a_phone_from_before_it_knew_owners_is_believed_as_long_as_its_cards_meet(
        self, phone, tournament, changed
    ) -> None:
        row = tournament.matches.get(serial=1)
        players = f"{row.left_card_id}-{row.right_card_id}"
        if changed:
            row.left_card, row.right_card = row.right_card, row.left_card
            row.save()
        answer = post(phone, f"{address(tournament)}/ergebnis", winner="left", score=[2, 0], players=players)
        assert answer.status_code == (409 if changed else 200)

    def test_without_a_script_the_score_is_chosen_and_confirmed_with_both_names(self, phone, tournament) -> None:
        row = tournament.matches.get(serial=1)
        url = f"{address(tournament)}/melden"
        asked = phone.post(url, {"result": "1-2"}).content.decode()
        assert row.left_card.owner.name in asked
        assert row.right_card.owner.name in asked
        assert tournament.matches.get(serial=1).outcome == "open"
        assert phone.post(url, {"result": "1-2", "confirmed": "1"})["Location"] == address(tournament)
        row.refresh_from_db()
        assert (row.winner_side, row.score_left, row.score_right) == ("right", 1, 2)
        assert phone.get(url)["Location"] == address(tournament)

    @pytest.mark.parametrize("result", ["", "3-1", "2-2", "<script>"])
    def test_the_form_takes_only_scores_there_are(self, phone, tournament, result) -> None:
        answer = phone.post(f"{address(tournament)}/melden", {"result": result, "confirmed": "1"})
        assert answer.status_code == 422
        assert tournament.matches.get(serial=1).outcome == "open"


class TestTheDesk:
    @pytest.fixture
    def waiting(self, phone, tournament) -> Tournament:
        settings = {"phone_results_count_at_once": False}
        tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings=settings)
        post(phone, f"{address(tournament)}/ergebnis", winner="right", score=[1, 2])
        return fresh(tournament)

    @staticmethod
    def scorer(tournament: Tournament, role: Role = Role.SCORER) -> Client:
        client = Client()
        client.force_login(member(tournament, role, "susi"))
        return client

    def test_the_list_shows_what_waits_and_confirms_it(self, waiting) -> None:
        client = self.scorer(waiting)
        text = client.get("/t/feuerwehr/meldungen/").content.decode()
        assert waiting.matches.get(serial=1).right_card.owner.name in text
        assert 'data-key="b"' in text
        answer = client.post("/t/feuerwehr/meldungen/1/", {"action": "confirm", "request_key": "k" * 32})
        assert answer.status_code == 302
        assert waiting.matches.get(serial=1).reported_by == "susi"
        again = client.post("/t/feuerwehr/meldungen/1/", {"action": "confirm", "request_key": "k" * 32})
        assert again.status_code == 302
        assert "Keine Meldung wartet" in client.get("/t/feuerwehr/meldungen/").content.decode()

    def test_rejected_the_phone_is_free_again(self, phone, waiting) -> None:
        assert phone.get(f"{address(waiting)}/stand?handy={ONE}").json()["reported"]
        self.scorer(waiting).post("/t/feuerwehr/meldungen/1/", {"action": "reject"})
        assert not phone.get(f"{address(waiting)}/stand?handy={ONE}").json()["reported"]

    def test_whoever_is_second_gets_a_409_with_words(self, waiting) -> None:
        play(waiting, 1)
        answer = self.scorer(waiting).post("/t/feuerwehr/meldungen/1/", {"action": "confirm"})
        assert answer.status_code == 409
        assert "entschieden" in answer.content.decode()

    @pytest.mark.parametrize("action", ["confirm", "reject"])
    def test_what_is_settled_is_the_report_that_was_seen_not_one_that_came_since(self, phone, waiting, action) -> None:
        client = self.scorer(waiting)
        text = client.get("/t/feuerwehr/meldungen/").content.decode()
        seen = re.search(r'name="report" value="(\d+)"', text)[1]
        client.post("/t/feuerwehr/meldungen/1/", {"action": "reject", "report": seen})
        post(phone, f"{address(waiting)}/ergebnis", winner="left", score=[2, 0])
        answer = client.post("/t/feuerwehr/meldungen/1/", {"action": action, "report": seen})
        assert answer.status_code == 409
        assert "schon erledigt" in answer.content.decode()
        assert waiting.matches.get(serial=1).outcome == "open"
        assert phone.get(f"{address(waiting)}/stand?handy={ONE}").json()["reported"]

    def test_what_waits_from_before_results_counted_at_once_is_not_forgotten(self, waiting) -> None:
        settings = {"phone_results_count_at_once": True}
        tournaments.change_settings(tournament=waiting, actor=DIRECTOR, settings=settings)
        client = self.scorer(waiting)
        assert "/t/feuerwehr/meldungen/" in client.get("/t/feuerwehr/runde/1/").content.decode()
        client.post("/t/feuerwehr/meldungen/1/", {"action": "confirm"})
        assert "/t/feuerwehr/meldungen/" not in client.get("/t/feuerwehr/runde/1/").content.decode()

    def test_only_who_may_write_results_sees_it(self, waiting) -> None:
        assert self.scorer(waiting, Role.CASHIER).get("/t/feuerwehr/meldungen/").status_code == 403
        assert Client().get("/t/feuerwehr/meldungen/").status_code == 302

    def test_the_living_list_is_304_while_nothing_changes(self, waiting) -> None:
        client = self.scorer(waiting)
        answer = client.get("/t/feuerwehr/meldungen/stand/")
        again = client.get("/t/feuerwehr/meldungen/stand/", headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304


class TestTheAddressInTheCodes:
    def test_it_is_a_setting(self, tournament) -> None:
        settings = {"public_address": "http://192.168.1.20:8000"}
        tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings=settings)
        assert links.link(fresh(tournament), Opens.MATCH, 1).startswith(
            "http://192.168.1.20:8000/t/feuerwehr/begegnung/1/"
        )

    @pytest.mark.parametrize(
        ("asked", "guess"),
        [("10.0.0.9:8000", "http://10.0.0.9:8000"), ("karten.example.at", "http://karten.example.at")],
    )
    def test_the_way_somebody_came_is_the_best_guess(self, asked, guess) -> None:
        assert links.guess(asked) == guess

    @pytest.mark.parametrize("asked", ["localhost:8123", "127.0.0.1:8123", "[::1]:8123"])
    def test_an_address_of_this_machine_alone_is_no_guess_but_its_port_is(self, asked) -> None:
        assert asked.partition(":")[0] not in links.guess(asked)
        assert links.guess(asked).endswith(":8123")

    def test_the_desk_is_warned_when_this_machine_no_longer_has_it(self, tournament) -> None:
        client = Client()
        client.force_login(member(tournament, Role.DIRECTOR))
        page = "/t/feuerwehr/plaetze/"
        assert "diese Adresse nicht mehr" not in client.get(page).content.decode()
        for address_, warned in (
            ("http://10.255.77.3:8000", True),
            ("http://127.0.0.1:8000", False),
            ("https://a.at", False),
        ):
            Tournament.objects.update(public_address=address_)
            assert ("diese Adresse nicht mehr" in client.get(page).content.decode()) == warned

    @pytest.mark.parametrize("typed", ["192.168.1.20", "http://", "http://a b", "http://a.at/t/", "javascript:x"])
    def test_anything_else_is_no_address(self, typed) -> None:
        from tournament.forms.settings import SettingsForm

        form = SettingsForm({"public_address": typed})
        form.is_valid()
        assert "public_address" in form.errors


def test_a_tally_row_is_made_by_the_first_tap_only(phone, tournament) -> None:
    phone.get(address(tournament))
    phone.get(f"{address(tournament)}/stand?handy={ONE}")
    assert not PhoneTally.objects.exists()


def test_the_form_of_somebody_who_saw_other_players_is_shown_again_with_the_present_ones(phone, tournament) -> None:
    page = phone.post(f"{address(tournament)}/melden", {"result": "2-1"}).content.decode()
    players = re.search(r'name="players" value="([^"]+)"', page)[1]
    row = tournament.matches.get(serial=1)
    row.left_card, row.right_card = row.right_card, row.left_card
    row.save()
    given = {"result": "2-1", "players": players, "confirmed": "1"}
    answer = phone.post(f"{address(tournament)}/melden", given)
    assert answer.status_code == 409
    assert "spielen seit einer Berichtigung andere" in answer.content.decode()
    assert tournament.matches.get(serial=1).outcome == "open"
