"""One match: every outcome, the correction with what follows from it, the history."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import DIRECTOR, draw, drawn_tournament, fresh, open_matches, play, play_on, play_round
from tournament.models import Outcome, Role, Side, Tournament
from tournament.services import prizes, results, withdrawals
from tournament.services.prizes import PrizeData
from tournament.services.reports import Report

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def evening() -> Tournament:
    return drawn_tournament(*[1] * 8)


@pytest.fixture
def director(client_as, evening) -> Client:
    return client_as(evening, Role.DIRECTOR, name="anna")


def address(serial: int) -> str:
    return f"/t/feuerwehr/begegnung/{serial}/"


def send(client: Client, serial: int, *, version: int = 1, key: str = KEY, **given: str):
    return client.post(address(serial), {"request_key": key, "version": version, "outcome": "played"} | given)


def stored(evening: Tournament, serial: int) -> tuple[str, str | None, int | None, int | None]:
    row = evening.matches.get(serial=serial)
    return row.outcome, row.winner_side, row.score_left, row.score_right


class TestRecord:
    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"winner": "left", "score": "2:1"}, ("played", "left", 2, 1)),
            ({"winner": "right", "score": "2:0"}, ("played", "right", 0, 2)),
            ({"winner": "right", "outcome": "walkover"}, ("walkover", "right", None, None)),
            ({"winner": "left", "outcome": "retired"}, ("retired", "left", None, None)),
            ({"winner": "right", "outcome": "retired", "score": "1:0"}, ("retired", "right", 0, 1)),
            ({"outcome": "double_walkover"}, ("double_walkover", None, None, None)),
            ({"outcome": "double_walkover", "winner": "left"}, ("double_walkover", None, None, None)),
        ],
    )
    def test_every_outcome_can_be_entered(self, director, evening, given, expected) -> None:
        answer = send(director, 1, **given)
        assert answer.status_code == 302
        assert stored(evening, 1) == expected
        assert "Eingetragen: " in director.get(address(1)).content.decode()

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"score": "2:1"}, "wer gewonnen hat"),
            ({"winner": "left"}, "den Stand eingeben"),
            ({"winner": "left", "score": "3:2"}, "gespielt wird auf 2 Bummerl"),
            ({"winner": "left", "score": "x"}, "zum Beispiel 2:1"),
            ({"winner": "left", "outcome": "walkover", "score": "2:0"}, "Kampflos hat keinen Stand"),
            ({"winner": "left", "outcome": "bye"}, "bye"),
            ({"winner": "niemand", "score": "2:1"}, "niemand"),
        ],
    )
    def test_what_cannot_be_is_refused_and_what_was_typed_stays(self, director, evening, given, said) -> None:
        answer = send(director, 1, **given)
        html = answer.content.decode()
        assert answer.status_code == 422
        assert said in html
        if "score" in given:
            assert f'value="{given["score"]}"' in html
        assert stored(evening, 1)[0] == "open"

    def test_twice_is_once(self, director, evening) -> None:
        entries = evening.journal.count()
        for _time in range(2):
            assert send(director, 1, winner="left", score="2:1").status_code == 302
        assert evening.journal.count() == entries + 1

    def test_a_stale_form_shows_what_happened(self, director, evening) -> None:
        play(evening, 1)
        answer = send(director, 1, winner="right", score="2:1")
        assert answer.status_code == 409
        assert "2:0 für" in answer.content.decode()
        assert stored(evening, 1) == ("played", "left", 2, 0)


class TestCorrection:
    def correct(
        self, client: Client, serial: int, *, reason: str = "falsch abgeschrieben", version: int = 2, **given: str
    ):
        return send(client, serial, version=version, action="correct", reason=reason, **given)

    def test_the_director_replaces_a_result_with_a_reason_and_the_old_one_stays(self, director, evening) -> None:
        play(evening, 1)
        assert self.correct(director, 1, winner="right", score="2:1").status_code == 302
        assert stored(evening, 1) == ("played", "right", 1, 2)
        html = director.get(address(1)).content.decode()
        assert "Frühere Eintragungen" in html
        assert "falsch abgeschrieben" in html

    def test_without_a_reason_nothing_changes(self, director, evening) -> None:
        play(evening, 1)
        assert self.correct(director, 1, reason="", winner="right", score="2:1").status_code == 422
        assert stored(evening, 1) == ("played", "left", 2, 0)

    def test_what_follows_by_itself_is_listed_before(self, director, evening) -> None:
        play_on(evening, 4)
        play_round(evening)  # the semi-finals: final and P3 follow
        serial = evening.matches.get(stage="main", round=2, number=1).serial
        html = director.get(address(serial)).content.decode()
        assert "Es wird von selbst neu besetzt" in html
        assert "<li>Finale</li>" in html
        assert "<li>P3, Spiel um Platz 3</li>" in html

    def test_after_the_next_draw_the_page_says_that_something_depends_on_it(self, director, evening) -> None:
        play_round(evening)
        draw(fresh(evening))
        html = director.get(address(1)).content.decode()
        assert "es hängt schon etwas davon ab" in html
        assert "Ergebnis ersetzen" not in html
        assert self.correct(director, 1, winner="right", score="2:1").status_code == 422

    def test_two_corrections_at_once_the_second_is_stale(self, director, evening) -> None:
        play(evening, 1)
        self.correct(director, 1, winner="right", score="2:1")
        answer = self.correct(director, 1, winner="left", score="2:1", reason="doch", version=2)
        assert answer.status_code == 409

    def test_a_scorer_is_told_whom_to_ask(self, client_as, evening) -> None:
        play(evening, 1)
        susi = client_as(evening, Role.SCORER, name="susi")
        html = susi.get(address(1)).content.decode()
        assert "berichtigt nur die Turnierleitung" in html
        assert self.correct(susi, 1, winner="right", score="2:1").status_code == 403
        assert stored(evening, 1) == ("played", "left", 2, 0)


class TestPage:
    def test_both_cards_and_people_and_the_journal(self, director, evening) -> None:
        results.record(tournament=evening, actor=DIRECTOR, match=1, report=Report(Outcome.PLAYED, Side.LEFT, (2, 1)))
        html = director.get(address(1)).content.decode()
        row = evening.matches.select_related("left_card__owner", "right_card__owner").get(serial=1)
        for card in (row.left_card, row.right_card):
            assert f"Karte {card.number} · Startnummer {card.owner.start_number}" in html
        assert "Ergebnis eingetragen: 2 : 1 für" in html
        assert f'href="/t/feuerwehr/rueckzug/?card={row.left_card.number}"' in html
        assert f'href="/t/feuerwehr/rueckzug/?card={row.right_card.number}"' not in html  # handed in already

    def test_a_bye_has_nothing_to_enter(self, client_as) -> None:
        evening = drawn_tournament(*[1] * 7)
        serial = evening.matches.get(outcome="bye").serial
        html = client_as(evening, Role.DIRECTOR).get(address(serial)).content.decode()
        assert "Freilos" in html
        assert 'name="outcome"' not in html

    def test_a_match_that_does_not_exist_is_404(self, director) -> None:
        assert director.get(address(999)).status_code == 404

    def test_a_walkover_by_leaving_is_no_result_to_replace(self, director, evening) -> None:
        card = evening.matches.get(serial=1).left_card.number
        withdrawals.withdraw(tournament=evening, actor=DIRECTOR, cards=[card], reason="krank")
        answer = TestCorrection().correct(director, 1, winner="left", score="2:1")
        assert answer.status_code == 422
        assert "zurückgezogen" in answer.content.decode()

    @pytest.mark.parametrize(("role", "status"), [(Role.DIRECTOR, 200), (Role.SCORER, 200), (Role.CASHIER, 403)])
    def test_roles(self, client_as, evening, role, status) -> None:
        assert client_as(evening, role).get(address(1)).status_code == status


@pytest.mark.parametrize("cards", [8, 256])
def test_the_page_costs_the_same_at_every_size(client_as, cards, django_assert_num_queries) -> None:
    evening = drawn_tournament(*[1] * cards)
    play(evening, open_matches(evening)[0])
    client = client_as(evening, Role.DIRECTOR)
    with django_assert_num_queries(12):
        client.get(address(1))


class TestAfterTheNextDraw:
    """Everything that depends on the result is listed; exchange, roll back, or only the score."""

    @pytest.fixture
    def second(self, evening) -> Tournament:
        play_round(evening)
        draw(evening)
        return fresh(evening)

    def late(self, client: Client, action: str, **given: str):
        return send(client, 1, version=2, action=action, **({"reason": "verlesen"} | given))

    def test_all_that_depends_is_listed_with_both_ways(self, director, second) -> None:
        html = director.get(address(1)).content.decode()
        assert "Auslosung 2: Runde 2" in html
        for row in second.matches.filter(round=2):
            assert f'href="{address(row.serial)}"' in html
        assert "spielt statt" in html
        assert "Zur Bestätigung <strong>Runde 1</strong> eintippen" in html

    def test_exchange(self, director, second) -> None:
        assert self.late(director, "exchange", winner="right", score="2:1").status_code == 302
        assert stored(second, 1) == ("played", "right", 1, 2)
        assert second.exchanges.count() == 1

    def test_why_it_cannot_be_exchanged_and_what_a_roll_back_loses(self, director, second) -> None:
        play_round(second)
        html = director.get(address(1)).content.decode()
        assert 'data-code="next_decided"' in html
        assert 'value="exchange"' not in html
        assert "2 Ergebnisse gelten nicht mehr" in html
        assert self.late(director, "exchange", winner="right", score="2:1").status_code == 422
        assert stored(second, 1) == ("played", "left", 2, 0)

    def test_roll_back_needs_the_name_of_the_round(self, director, second) -> None:
        answer = self.late(director, "roll_back", winner="right", score="2:1", typed="Runde 2")
        assert answer.status_code == 422
        assert 'value="Runde 2"' in answer.content.decode()
        assert second.draws.get(number=2).annulled_at is None
        assert self.late(director, "roll_back", winner="right", score="2:1", typed="runde 1").status_code == 302
        assert second.draws.get(number=2).annulled_at is not None
        assert stored(second, 1) == ("played", "right", 1, 2)

    def test_only_the_score(self, director, second) -> None:
        assert self.late(director, "correct", winner="left", score="2:1").status_code == 302
        assert stored(second, 1) == ("played", "left", 2, 1)
        assert second.draws.get(number=2).annulled_at is None

    def test_twice_is_once(self, director, second) -> None:
        for _time in range(2):
            assert self.late(director, "exchange", winner="right", score="2:1").status_code == 302
        assert second.exchanges.count() == 1

    def test_a_placement_match_that_others_follow_from_is_rolled_back(self, director, evening) -> None:
        play_on(evening)
        serial = evening.matches.get(stage="place5-8", number=1).serial
        html = director.get(address(serial)).content.decode()
        assert "P4, Spiel um Platz 5" in html
        answer = send(
            director, serial, version=2, action="roll_back", winner="right", score="2:0", typed="P1", reason="verlesen"
        )
        assert answer.status_code == 302
        assert evening.matches.get(stage="place5").outcome == Outcome.OPEN

    def test_prizes_that_are_out_are_named(self, director, evening) -> None:
        play_on(evening)
        prizes.set_prizes(tournament=fresh(evening), actor=DIRECTOR, prizes=[PrizeData(1)])
        prizes.hand_out(tournament=fresh(evening), actor=DIRECTOR, place=1)
        final = evening.matches.get(stage="main", numbers=2).serial
        assert "1 Preis ist schon ausgegeben" in director.get(address(final)).content.decode()

    def test_once_the_tournament_is_over_the_page_says_what_to_do_first(self, director, evening) -> None:
        play_on(evening)
        prizes.finish(tournament=fresh(evening), actor=DIRECTOR)
        html = director.get(address(1)).content.decode()
        assert "zuerst das Ende zurücknehmen" in html
        assert 'value="exchange"' not in html

    def test_a_link_fills_in_the_walkover(self, director, evening) -> None:
        html = director.get(address(1) + "?outcome=walkover&winner=right").content.decode()
        assert re.search(r'value="walkover"[^>]*checked', html)
        assert re.search(r'value="right"[^>]*checked', html)
        assert director.get(address(1) + "?outcome=%3Cb%3E&winner=x").status_code == 200

    def test_a_bye_open_to_a_rebuy_has_nothing_to_enter(self, client_as) -> None:
        waiting = drawn_tournament(*[1] * 7, slug="nachkauf", rebuy=True)
        serial = waiting.matches.get(right_card=None).serial
        html = client_as(waiting, Role.DIRECTOR).get(f"/t/nachkauf/begegnung/{serial}/").content.decode()
        assert "Freilos, Nachkauf offen" in html
        assert 'name="outcome"' not in html
