"""The round: the quick line, the table, who it waits for, what comes next."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.counting import queries
from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    play_round,
    sell,
)
from tournament.domain.tap_fold import read
from tournament.models import DrawStage, Match, Outcome, Role, Side, Tournament
from tournament.services import cards, draws, phone_reports, taps, withdrawals
from tournament.services.people import PersonData
from tournament.services.taps import GivenTap

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def evening() -> Tournament:
    return drawn_tournament(*[1] * 8)


@pytest.fixture
def scorer(client_as, evening) -> Client:
    return client_as(evening, Role.SCORER, name="susi")


def post(client: Client, number: str, winner: str = "", score: str = "", *, key: str = KEY, htmx: bool = True, **more):
    headers = {"HX-Request": "true"} if htmx else {}
    data = {"number": number, "winner": winner, "score": score, "request_key": key} | more
    return client.post("/t/feuerwehr/runde/1/eintragen/", data, headers=headers)


def match(tournament: Tournament, number: int, round_: int = 1) -> Match:
    return tournament.matches.select_related("left_card__owner", "right_card__owner").get(
        number=number, round=round_, stage="main", annulled_with=None
    )


def text_of(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def result(tournament: Tournament, number: int) -> tuple[str, str | None, int | None, int | None]:
    found = match(tournament, number)
    return found.outcome, found.winner_side, found.score_left, found.score_right


class TestQuickLine:
    @pytest.mark.parametrize(
        ("winner", "score", "stored"),
        [
            ("l", "2:1", ("played", "left", 2, 1)),
            ("r", "21", ("played", "right", 1, 2)),
            ("2", "20", ("played", "right", 0, 2)),
            ("l", "k", ("walkover", "left", None, None)),
            ("r", "a 1:0", ("retired", "right", 0, 1)),
            ("l", "a", ("retired", "left", None, None)),
            ("", "b", ("double_walkover", None, None, None)),
        ],
    )
    def test_number_winner_and_score_are_recorded(self, scorer, evening, winner, score, stored) -> None:
        answer = post(scorer, "3", winner, score)
        assert answer.status_code == 200
        assert answer["HX-Trigger"] == "result-recorded"
        assert result(evening, 3) == stored
        assert match(evening, 3).reported_by == "susi"

    def test_two_letters_of_the_name_are_enough(self, client_as) -> None:
        evening = make_tournament(max_cards_per_person=1)
        names = ("Huber", "Moar", "Öllinger", "Kővári", "Resi", "Nguyễn", "Zwettler", "Bauer")
        sell(evening, *[1] * 8, names=names)
        close(evening)
        draw(evening)
        client = client_as(evening, Role.SCORER)
        found = match(evening, 2)
        letters = found.right_card.owner.name[:2].lower()
        assert post(client, "2", letters, "20").status_code == 200
        assert match(evening, 2).winner_side == Side.RIGHT

    def test_the_answer_is_an_empty_line_with_a_new_key_and_the_last_result(self, scorer, evening) -> None:
        html = post(scorer, "3", "l", "21").content.decode()
        assert 'name="number" value=""' in html
        assert KEY not in html
        assert match(evening, 3).left_card.owner.name in html
        assert "falsch?" in html  # a scorer is led to what to do, the director to the correction

    def test_without_a_script_it_comes_back_to_the_page_with_a_message(self, scorer, evening) -> None:
        answer = post(scorer, "3", "l", "21", htmx=False)
        assert (answer.status_code, answer["Location"]) == (302, "/t/feuerwehr/runde/1/")
        assert "Begegnung 3: 2:1 für" in scorer.get(answer["Location"]).content.decode()

    @pytest.mark.parametrize(
        ("number", "winner", "score", "said"),
        [
            ("99", "l", "2:1", "Begegnung 99 gibt es in Runde 1 nicht."),
            ("P3", "l", "2:1", "P3 gibt es (noch) nicht."),
            ("x", "l", "2:1", "ist keine Begegnung"),
            ("", "l", "2:1", "Bitte die Nummer der Begegnung eingeben."),
            ("3", "", "2:1", "Bitte angeben, wer gewonnen hat."),
            ("3", "xy", "2:1", "passt auf keinen der beiden"),
            ("3", "l", "", "Bitte den Stand eingeben"),
            ("3", "l", "zwei", "ist nicht zu verstehen"),
            ("3", "l", "3:2", "gespielt wird auf 2 Bummerl"),
            ("3", "l", "1:2", "nicht mehr Bummerl als der Gegner"),
            ("3", "r", "a 2:0", "bei einer Aufgabe"),
        ],
    )
    def test_what_cannot_be_is_refused_in_words_and_what_was_typed_stays(
        self, scorer, evening, number, winner, score, said
    ) -> None:
        answer = post(scorer, number, winner, score)
        html = answer.content.decode()
        assert answer.status_code == 422
        assert said in html
        for value in filter(None, (number, winner, score)):
            assert f'value="{value}"' in html
        assert not evening.matches.exclude(outcome=Outcome.OPEN).exists()

    @pytest.mark.parametrize(
        ("winner", "score", "field"),
        [
            ("", "2:1", "winner"), ("xy", "2:1", "winner"), ("", "", "winner"), ("l", "", "score"), ("l", "zwei", "score"),
            ("l", "3:2", "score"), ("r", "3:2", "score"), ("r", "1:0", "score"), ("l", "a 2:0", "score"), ("l", "k 2:0", "score"),
        ],
    )  # fmt: skip
    def test_the_cursor_goes_to_the_field_that_is_wrong(self, scorer, winner, score, field) -> None:
        html = post(scorer, "3", winner, score).content.decode()
        (tag,) = re.findall(r"<input[^>]*\bautofocus\b[^>]*>", html)
        assert f'name="{field}"' in tag
        assert 'aria-invalid="true"' in tag
        assert "problem-list" not in html  # what is said beside the field is not said twice

    @pytest.mark.parametrize(
        ("winner", "score", "said"), [("r", "3:2", "3:2"), ("r", "2 1", "2:1"), ("r", "1:0", "1:0")]
    )
    def test_a_refused_score_is_named_in_the_order_it_was_typed(self, client_as, winner, score, said) -> None:
        evening = drawn_tournament(*[1] * 8, bummerl_to_win=3 if said == "2:1" else 2)
        assert f"{said}: " in post(client_as(evening, Role.SCORER), "3", winner, score).content.decode()

    def test_wherever_a_result_is_said_with_its_winner_his_bummerl_come_first(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8, bummerl_to_win=3)
        client = client_as(evening, Role.DIRECTOR, name="anna")
        client.post(
            "/t/feuerwehr/runde/1/eintragen/", {"number": "3", "winner": "r", "score": "3:2", "request_key": KEY}
        )
        winner, serial = match(evening, 3).right_card.owner.name, match(evening, 3).serial
        round_page = text_of(client.get("/t/feuerwehr/runde/1/"))
        assert f"Begegnung 3: 3:2 für {winner}" in round_page  # the message
        assert f"{winner} 3 : 2 gegen" in round_page  # the last entries
        assert f"schon entschieden, 3:2 für {winner}" in text_of(
            client.get("/t/feuerwehr/runde/1/begegnung/", {"number": "3"})
        )
        again = client.post("/t/feuerwehr/runde/1/eintragen/", {"number": "3", "winner": "l", "score": "3:0"})
        assert f"3:2 für {winner}, eingetragen von anna" in text_of(again)
        assert f"eingetragen: 3 : 2 für {winner}" in text_of(client.get(f"/t/feuerwehr/begegnung/{serial}/"))
        assert f"3:2 für {winner}" in text_of(client.get("/t/feuerwehr/protokoll/"))

    def test_all_problems_are_named_at_once(self, scorer) -> None:
        html = post(scorer, "3", "xy", "zwei").content.decode()
        assert "passt auf keinen der beiden" in html
        assert "ist nicht zu verstehen" in html

    def test_a_match_to_one_needs_no_score(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8, bummerl_to_win=1)
        assert post(client_as(evening, Role.SCORER), "1", "l").status_code == 200
        assert result(evening, 1) == ("played", "left", 1, 0)

    def test_the_same_entry_sent_twice_counts_once(self, scorer, evening) -> None:
        entries = evening.journal.count()
        assert [post(scorer, "3", "l", "21").status_code for _time in range(2)] == [200, 200]
        assert evening.journal.count() == entries + 1
        assert match(evening, 3).version == 2

    def test_a_line_from_the_browsers_history_filled_in_anew_is_a_new_entry(self, scorer, evening) -> None:
        post(scorer, "3", "l", "21")
        assert post(scorer, "4", "r", "20").status_code == 200  # the same key
        assert result(evening, 4) == ("played", "right", 0, 2)

    def test_the_second_scorer_sees_what_the_first_one_entered(self, scorer, client_as, evening) -> None:
        post(scorer, "3", "l", "21")
        other = client_as(evening, Role.SCORER, name="resi")
        answer = post(other, "3", "r", "20", key="f" * 32)
        html = answer.content.decode()
        assert answer.status_code == 409
        assert f"2:1 für {match(evening, 3).left_card.owner.name}, eingetragen von susi um" in html
        assert answer["HX-Trigger"] == "result-recorded"  # the calls beside it are asked for at once
        assert 'value="20"' in html
        assert result(evening, 3) == ("played", "left", 2, 1)

    def test_names_that_changed_since_they_were_shown_are_no_basis(self, scorer, evening) -> None:
        shown = match(evening, 3)
        Match.objects.filter(pk=shown.pk).update(version=2)
        stale = post(scorer, "3", "l", "21", seen=shown.serial, version=1)
        assert stale.status_code == 409
        ahead = post(scorer, "3", "l", "21", seen=match(evening, 1).serial, version=1)
        assert ahead.status_code == 200  # the names shown were another match's: he typed faster than they came

    def test_a_number_means_the_round_of_the_page(self, scorer, evening) -> None:
        play_round(evening)
        draw(fresh(evening))
        assert post(scorer, "1", "l", "21").status_code == 409  # decided in round 1
        answer = scorer.post(
            "/t/feuerwehr/runde/2/eintragen/",
            {"number": "1", "winner": "l", "score": "21", "request_key": KEY},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        assert match(evening, 1, round_=2).outcome == "played"

    def test_placement_matches_are_entered_on_the_same_line(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 8)
        play_on(evening, 4)
        draw(fresh(evening), DrawStage.PLACES)
        client = client_as(evening, Role.SCORER)
        answer = client.post(
            "/t/feuerwehr/runde/2/eintragen/",
            {"number": "p2", "winner": "r", "score": "21", "request_key": KEY},
            headers={"HX-Request": "true"},
        )
        assert answer.status_code == 200
        assert evening.matches.get(stage="place5-8", number=2).winner_side == Side.RIGHT


class TestLookUp:
    def ask(self, client: Client, number: str) -> str:
        address = "/t/feuerwehr/runde/1/begegnung/"
        return client.get(address, {"number": number}, headers={"HX-Request": "true"}).content.decode()

    def test_the_number_brings_both_names_and_the_possible_scores(self, scorer, evening) -> None:
        html = self.ask(scorer, "3")
        found = match(evening, 3)
        assert found.left_card.owner.name in html
        assert found.right_card.owner.name in html
        assert re.findall(r'data-value="([^"]+)"', html) == ["l", "r", "2:0", "2:1", "k", "a", "b"]

    def test_a_decided_match_says_so_before_anything_is_typed(self, scorer, evening) -> None:
        post(scorer, "3", "l", "21")
        html = self.ask(scorer, "3")
        assert "schon entschieden, 2:1 für" in html
        assert "data-value" not in html

    @pytest.mark.parametrize("number", ["99", "x", "P1"])
    def test_a_number_that_is_not_there(self, scorer, number) -> None:
        assert "gibt es hier nicht" in self.ask(scorer, number)

    def test_nothing_typed_shows_nothing(self, scorer) -> None:
        assert self.ask(scorer, "").strip() == ""

    def test_namesakes_come_with_their_place(self, client_as) -> None:
        evening = make_tournament(max_cards_per_person=1)
        for place in ("Rassach", "St. Stefan"):
            person = PersonData("Huber Johann", place=place)
            cards.sell(tournament=evening, actor=CASHIER, cards=1, new_person=person, another_with_this_name=True)
        close(evening)
        draws.begin_without_draw(tournament=evening, actor=DIRECTOR)
        html = self.ask(client_as(evening, Role.SCORER), "1")
        assert "Rassach" in html
        assert "St. Stefan" in html


class TestTable:
    def rows(self, client: Client, **asked: object) -> list[str]:
        html = client.get("/t/feuerwehr/runde/", asked).content.decode()
        return re.findall(r'data-code="([^"]+)"', html)

    def test_every_match_stands_in_it_by_number(self, scorer) -> None:
        assert self.rows(scorer) == ["1", "2", "3", "4"]

    def test_winner_and_loser_are_told_by_sign_and_word(self, scorer, evening) -> None:
        play(evening, match(evening, 2).serial, Side.RIGHT)
        html = scorer.get("/t/feuerwehr/runde/").content.decode()
        winner = match(evening, 2).right_card.owner.name
        assert re.search(rf'class="winner">.*Sieger:</span><bdi>{winner}', html)
        assert f'class="loser"><bdi>{match(evening, 2).left_card.owner.name}' in html
        assert "0 : 2" in html

    @pytest.mark.parametrize(
        ("wanted", "shown"),
        [
            ("offen", ["3", "4"]),
            ("entschieden", ["1", "2"]),
            ("kampflos", ["2"]),
            ("freilose", []),
            ("quatsch", ["1", "2", "3", "4"]),
        ],
    )
    def test_it_can_be_narrowed_by_state(self, scorer, evening, wanted, shown) -> None:
        post(scorer, "1", "l", "21")
        post(scorer, "2", "l", "k")
        assert self.rows(scorer, stand=wanted) == shown

    def test_byes_are_a_state_of_their_own(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 6)
        client = client_as(evening, Role.SCORER)
        assert len(self.rows(client, stand="freilose")) == 2
        assert "Freilos, kampflos weiter" in client.get("/t/feuerwehr/runde/").content.decode()

    def test_two_letters_find_a_person_on_either_side(self, client_as) -> None:
        evening = make_tournament(max_cards_per_person=1)
        sell(evening, *[1] * 8, names=("Öllinger Ägidius", *(f"Bauer {letter}" for letter in "ABCDEFG")))
        close(evening)
        draw(evening)
        client = client_as(evening, Role.SCORER)
        assert len(self.rows(client, q="ag")) == 1
        assert len(self.rows(client, q="oe")) == 1
        assert len(self.rows(client, q="ba")) == 4
        assert self.rows(client, q="xy") == []
        assert "Nichts gefunden" in client.get("/t/feuerwehr/runde/?q=xy").content.decode()

    def test_the_matches_of_one_person(self, client_as) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        client = client_as(evening, Role.SCORER)
        assert len(self.rows(client, person=1)) == 3
        assert (
            "Begegnungen von <strong>Spieler 1</strong>" in client.get("/t/feuerwehr/runde/?person=1").content.decode()
        )

    def test_it_sorts_by_every_column_that_has_an_order(self, client_as) -> None:
        evening = make_tournament(max_cards_per_person=1)
        sell(evening, *[1] * 8, names=tuple("HGFEDCBA"))
        close(evening)
        draw(evening)
        client = client_as(evening, Role.SCORER)

        def names(side: str, order: str) -> list[str]:
            rows = [match(evening, int(number)) for number in self.rows(client, sort=order)]
            return [getattr(row, f"{side}_card").owner.name for row in rows]

        assert names("left", "left") == sorted(names("left", "left"))
        assert names("right", "-right") == sorted(names("right", "-right"), reverse=True)
        assert self.rows(client, sort="-number") == ["4", "3", "2", "1"]
        assert self.rows(client, sort="quatsch") == ["1", "2", "3", "4"]

    def test_large_rounds_have_pages(self, client_as) -> None:
        evening = drawn_tournament(*[8] * 32)
        client = client_as(evening, Role.SCORER)
        assert self.rows(client) == [str(n) for n in range(1, 51)]
        assert self.rows(client, page=3) == [str(n) for n in range(101, 129)]
        assert self.rows(client, page="quatsch") == [str(n) for n in range(1, 51)]
        assert len(self.rows(client, per_page="100000")) == 50, "the whole round at once would keep everybody waiting"

    def test_a_name_is_text_whatever_it_says(self, client_as) -> None:
        evening = make_tournament(max_cards_per_person=1)
        sell(evening, *[1] * 8, names=("<script>alert(1)</script>", "مريم", "N" * 120))
        close(evening)
        draw(evening)
        html = client_as(evening, Role.SCORER).get("/t/feuerwehr/runde/").content.decode()
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
        assert "N" * 120 in html


class TestPage:
    def html(self, client: Client, path: str = "runde/") -> str:
        return client.get(f"/t/feuerwehr/{path}").content.decode()

    def test_before_the_first_draw_it_says_what_comes_next(self, client_as) -> None:
        evening = make_tournament()
        assert "Es ist noch keine Runde gelost" in self.html(client_as(evening, Role.DIRECTOR))

    def test_it_shows_the_present_round_and_any_other_by_number(self, scorer, evening) -> None:
        play_on(evening, 4)
        assert "<h1>Runde 2 · Halbfinale</h1>" in self.html(scorer)
        assert "<h1>Runde 1 · Viertelfinale</h1>" in self.html(scorer, "runde/1/")
        assert "eine frühere Runde" in self.html(scorer, "runde/1/")
        assert scorer.get("/t/feuerwehr/runde/9/").status_code == 404

    def test_how_far_it_is_and_who_it_waits_for(self, client_as) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        client = client_as(evening, Role.SCORER)
        html = self.html(client)
        assert "0 von 4 entschieden" in html
        assert html.index("noch 3 Begegnungen") < html.index("noch 1 Begegnung<")

    def test_when_all_is_decided_the_director_is_led_to_the_draw_and_the_scorer_is_told(
        self, scorer, client_as, evening
    ) -> None:
        play_round(evening)
        director = client_as(evening, Role.DIRECTOR)
        page = self.html(director)
        assert re.search(r'href="/t/feuerwehr/auslosung/">Runde 2 auslosen', page)
        assert page.index("Runde 2 auslosen") < page.index("<h2>Zuletzt eingetragen"), (
            "what is due stands above what was"
        )
        html = self.html(scorer)
        assert 'href="/t/feuerwehr/auslosung/"' not in html
        assert "Runde 2 auslosen. Das macht die Turnierleitung." in html

    def test_the_draw_of_places_and_the_placement_have_their_place(self, client_as, evening) -> None:
        play_on(evening, 4)
        director = client_as(evening, Role.DIRECTOR)
        assert "Plätze 5 bis 8 auslosen" in self.html(director)
        draw(fresh(evening), DrawStage.PLACES)
        assert re.findall(r'data-code="([^"]+)"', self.html(director)) == ["1", "2", "P1", "P2"]
        assert re.findall(r'data-code="([^"]+)"', self.html(director, "platzierung/")) == ["P1", "P2"]

    def test_after_the_final_the_way_leads_to_the_prizes(self, client_as, evening) -> None:
        play_on(evening)
        assert "Zu den Preisen" in self.html(client_as(evening, Role.DIRECTOR))

    def test_a_prepared_draw_is_gone_on_with(self, client_as, evening) -> None:
        play_round(evening)
        draws.prepare(tournament=evening, actor=DIRECTOR)
        assert "Auslosung fortsetzen" in self.html(client_as(evening, Role.DIRECTOR))

    def test_a_result_that_waits_stands_first_and_at_its_match(self, scorer, evening) -> None:
        evening.phone_results_count_at_once = False
        evening.save()
        serial = match(evening, 3).serial
        phone_reports.report(tournament=evening, match=serial, device="", winner=Side.LEFT, score=(2, 1))
        html = scorer.get("/t/feuerwehr/runde/1/stand/").content.decode()
        side = html[html.index('id="round-aside"') :]
        assert side.index("phones-wait") < side.index("<h2")
        row = html[html.index(f'id="match-{serial}"') :].partition("</tr>")[0]
        assert "gemeldet" in row
        assert '<svg class="icon"' in row
        assert html.count("gemeldet") == 1
        phone_reports.confirm(tournament=fresh(evening), actor=SCORER, match=serial)
        assert " gemeldet<" not in self.html(scorer)

    def test_a_leaving_shows_as_walkover(self, scorer, evening) -> None:
        left = match(evening, 1).left_card.number
        withdrawals.withdraw(tournament=evening, actor=DIRECTOR, cards=[left], reason="krank")
        assert "kampflos" in self.html(scorer)


class TestLive:
    def test_an_unchanged_round_is_304_and_a_result_makes_it_new(self, scorer, evening) -> None:
        address = "/t/feuerwehr/runde/1/stand/"
        headers = {"HX-Request": "true"}
        first = scorer.get(address, headers=headers)
        assert first.status_code == 200
        headers["If-None-Match"] = first["ETag"]
        assert scorer.get(address, headers=headers).status_code == 304
        post(scorer, "3", "l", "21")
        again = scorer.get(address, headers=headers)
        assert again.status_code == 200
        assert "1 von 4 entschieden" in again.content.decode()

    def test_304_costs_one_query(self, scorer, django_assert_num_queries) -> None:
        address = "/t/feuerwehr/runde/1/stand/"
        etag = scorer.get(address, headers={"HX-Request": "true"})["ETag"]
        with django_assert_num_queries(1):
            scorer.get(address, headers={"HX-Request": "true", "If-None-Match": etag})

    def test_what_is_asked_for_stays_asked_for(self, scorer) -> None:
        html = scorer.get("/t/feuerwehr/runde/1/stand/?stand=offen&q=sp").content.decode()
        assert 'hx-get="/t/feuerwehr/runde/1/stand/?stand=offen&amp;q=sp"' in html


class TestAccess:
    @pytest.mark.parametrize(("role", "status"), [(Role.DIRECTOR, 200), (Role.SCORER, 200), (Role.CASHIER, 403)])
    def test_directors_and_scorers(self, client_as, evening, role, status) -> None:
        client = client_as(evening, role)
        assert client.get("/t/feuerwehr/runde/").status_code == status
        assert client.get("/t/feuerwehr/runde/1/begegnung/?number=1").status_code == status
        assert post(client, "3", "l", "21").status_code == status

    def test_another_tournaments_scorer_changes_nothing(self, client_as, evening) -> None:
        other = make_tournament(slug="andere")
        assert post(client_as(other, Role.SCORER), "3", "l", "21").status_code == 403
        assert len(open_matches(evening)) == 4


@pytest.mark.parametrize("cards_", [8, 256])
class TestQueries:
    def test_of_the_page(self, client_as, cards_, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[4] * (cards_ // 4))
        client = client_as(evening, Role.SCORER)
        play(evening, open_matches(evening)[0])
        with django_assert_num_queries(22):
            client.get("/t/feuerwehr/runde/")

    def test_of_the_page_when_all_is_decided(self, client_as, cards_, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[4] * (cards_ // 4))
        evening.matches.filter(outcome="open").update(outcome="played", winner_side="left", score_left=2, score_right=0)
        client = client_as(evening, Role.SCORER)
        with django_assert_num_queries(
            26
        ):  # what is due now is worked out, and whether all is in one hand; nobody owes a match
            client.get("/t/feuerwehr/runde/")

    def test_of_an_entry(self, client_as, cards_, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[1] * cards_)
        client = client_as(evening, Role.SCORER)
        with django_assert_num_queries(31):
            assert post(client, "1", "l", "21").status_code == 200

    def test_of_the_names(self, client_as, cards_, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[1] * cards_)
        client = client_as(evening, Role.SCORER)
        with django_assert_num_queries(6):  # session, account, tournament, roles, match, namesakes
            client.get("/t/feuerwehr/runde/1/begegnung/?number=1")


class TestRunningScores:
    def test_a_tap_shows_in_the_small_answer_and_leaves_the_table_as_it_is(self, scorer, evening) -> None:
        first = evening.matches.filter(outcome="open").order_by("serial").first()
        taps.deliver(
            tournament=evening, match=first.serial, device="ab" * 16, term=0, taps=[GivenTap(1, read("L3"))]
        )  # the first tap also says that the match has begun
        table, small = "/t/feuerwehr/runde/1/stand/", "/t/feuerwehr/runde/staende/"
        known = {each: scorer.get(each)["ETag"] for each in (table, small)}
        assert f'data-running="{first.serial}">0 : 0<' in scorer.get("/t/feuerwehr/runde/").content.decode()
        more = [GivenTap(2, read("L3")), GivenTap(3, read("L1"))]
        taps.deliver(tournament=evening, match=first.serial, device="ab" * 16, term=1, taps=more)
        assert scorer.get(table, headers={"If-None-Match": known[table]}).status_code == 304
        answer = scorer.get(small, headers={"If-None-Match": known[small]})
        assert (answer.status_code, answer.json()) == (200, {str(first.serial): "1 : 0"})

    def test_unchanged_it_costs_one_query(self, scorer, evening) -> None:
        address = "/t/feuerwehr/runde/staende/"
        known = scorer.get(address)["ETag"]
        with queries(1):
            assert scorer.get(address, headers={"If-None-Match": known}).status_code == 304
