"""Prizes: winners with their reasons, ties, handing out, the end and taking it back; places and the list to copy."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import (
    CASHIER,
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    sell,
)
from tests.kept_rows import kept
from tournament import convert
from tournament.models import Match, Outcome, PreparedDraw, Role, Side, State, Tournament
from tournament.services import cards, corrections, prizes, results
from tournament.services.people import PersonData
from tournament.services.prizes import ExtraPrizeData, PrizeData

pytestmark = pytest.mark.django_db
ADDRESS = "/t/feuerwehr/preise/"
KEY = "0123456789abcdef0123456789abcdef"


def with_prizes(evening: Tournament, count: int) -> Tournament:
    prizes.set_prizes(
        tournament=evening, actor=DIRECTOR, prizes=[PrizeData(n, f"Schinken {n}") for n in range(1, count + 1)]
    )
    return fresh(evening)


def finished(people: int, count: int) -> Tournament:
    evening = with_prizes(drawn_tournament(*[1] * people), count)
    play_on(evening)
    return fresh(evening)


@pytest.fixture
def played() -> Tournament:
    """Eight people with a card each, all matches played, four prizes."""
    return kept("prizes: eight played", lambda: finished(8, 4))


@pytest.fixture
def tied() -> Tournament:
    """Sixteen people; the tenth prize hangs on the tie of places 9 to 16."""
    return kept("prizes: sixteen played", lambda: finished(16, 10))


@pytest.fixture
def director(client_as) -> Client:
    return client_as(None, superuser=True, name="anna")


def html(client: Client, path: str = "") -> str:
    return client.get(ADDRESS + path).content.decode()


def winner_of(evening: Tournament, rank: int) -> str:
    awarded = convert.prize_awards(evening, convert.ranking(evening)).awarded
    owner = next(award.owner for award in awarded if award.rank == rank)
    return evening.people.get(start_number=owner).name


def send(client: Client, path: str, *, key: str = KEY, **given: object):
    return client.post(ADDRESS + path, {"request_key": key} | given)


def side_of(match: Match, name: str) -> Side:
    return Side.LEFT if match.left_card.owner.name == name else Side.RIGHT


def win(evening: Tournament, name: str, *, lose: int) -> None:
    """This person wins every open match but one."""
    for serial in open_matches(evening):
        side = side_of(evening.matches.get(serial=serial), name)
        other = Side.RIGHT if side == Side.LEFT else Side.LEFT
        play(evening, serial, other if serial == lose else side)


class TestList:
    def test_every_prize_has_its_winner_place_and_card(self, director, played) -> None:
        text = html(director)
        for rank in range(1, 5):
            assert f"Schinken {rank}" in text
            assert winner_of(played, rank) in text
        assert "1. Platz · Karte" in text
        assert text.count("Ausgeben") == 4

    def test_the_reason_is_shown_when_a_prize_goes_past_somebody(self, director) -> None:
        evening = make_tournament(prize_policy="one_prize_per_person", max_cards_per_person=7)
        sell(evening, 7, 1, names=("Huber Johann", "Moar Sepp"))
        close(evening)
        draw(evening)
        with_prizes(evening, 2)
        play_on(evening)
        text = html(director)
        assert re.search(r"\d\. Platz, weil (Huber Johann|Moar Sepp) schon den 1\. Preis hat", text)
        assert "Höchstens ein Preis je Person" in text

    def test_before_it_is_certain_nothing_is_handed_out(self, director) -> None:
        with_prizes(drawn_tournament(*[1] * 8), 2)
        text = html(director)
        assert text.count("steht noch nicht fest") == 2
        assert "Ausgeben" not in text

    def test_without_prizes_the_page_says_so(self, director) -> None:
        with_prizes(drawn_tournament(*[1] * 8), 0)
        assert "noch keine Preise ausgeschrieben" in html(director)

    def test_before_anybody_has_bought_nobody_is_missing(self, director) -> None:
        with_prizes(make_tournament(), 2)
        page = director.get(ADDRESS).content.decode()
        assert "niemanden mehr" not in page
        assert page.count("steht noch nicht fest") == 2

    def test_more_prizes_than_cards_find_nobody(self, director) -> None:
        evening = with_prizes(drawn_tournament(*[1] * 8), 10)
        play_on(evening)
        assert html(director).count("dafür gibt es niemanden mehr") == 2

    def test_placement_matches_with_their_state(self, director, played) -> None:
        text = html(director)
        assert "P3, Spiel um Platz 3" in text
        assert "P1, Spiel um die Plätze 5 bis 8" in text
        assert text.count("entschieden</span>") == 5

    def test_long_lists_have_pages(self, director) -> None:
        with_prizes(drawn_tournament(*[1] * 64), 60)
        assert "Schinken 40" in html(director)
        assert "Schinken 41" not in html(director)
        assert "Schinken 41" in html(director, "?page=2")


class TestHandingOut:
    def test_the_cashier_hands_it_out_and_it_says_when_and_by_whom(self, client_as, played) -> None:
        cashier = client_as(played, Role.CASHIER, name="karl")
        answer = send(cashier, "2/ausgeben/")
        assert answer["Location"] == ADDRESS
        prize = played.prizes.get(place=2)
        assert (prize.winner.name, prize.handed_out_by) == (winner_of(played, 2), "karl")
        text = html(cashier)
        assert "ausgegeben" in text
        assert re.search(r"\d\d:\d\d, karl", text)

    def test_twice_is_once(self, director, played) -> None:
        assert [send(director, "1/ausgeben/").status_code for _time in range(2)] == [302, 302]
        assert played.journal.filter(kind="prize_handed_out").count() == 1

    def test_again_with_another_key_is_refused(self, director, played) -> None:
        send(director, "1/ausgeben/")
        answer = send(director, "1/ausgeben/", key="f" * 32)
        assert answer.status_code == 422
        assert "ist schon ausgegeben" in answer.content.decode()

    def test_a_prize_there_is_not_and_one_that_is_not_certain(self, director, tied) -> None:
        assert send(director, "99/ausgeben/").status_code == 404
        answer = send(director, "9/ausgeben/")
        assert answer.status_code == 422
        assert "steht noch nicht fest" in answer.content.decode()

    def test_nothing_is_handed_out_while_a_card_of_the_winner_is_in_play(self, director) -> None:
        """Alois wins with one of his cards while the other one still plays for the third place."""
        evening = make_tournament(max_cards_per_person=2)
        sell(evening, 2, 1, 1, names=("Alois", "Berta", "Cilli"))
        close(evening)
        draw(evening)
        with_prizes(evening, 2)
        win(evening, "Alois", lose=open_matches(evening)[1])
        final = evening.matches.get(stage="main", round=2)
        play(evening, final.serial, side_of(final, "Alois"))
        text = html(director)
        assert "noch im Spiel" in text
        assert "ausgegeben wird danach" in text
        answer = send(director, "1/ausgeben/")
        assert answer.status_code == 422
        assert "noch im Spiel" in answer.content.decode()
        play_on(evening)
        assert send(director, "1/ausgeben/", key="f" * 32).status_code == 302


class TestTies:
    def test_a_tie_names_the_places_and_everybody_in_it(self, director, tied) -> None:
        text = html(director)
        assert "Um die Plätze 9 bis 16 ist zu entscheiden" in text
        assert "8 Karten von 8 Personen" in text
        assert len(re.findall(r'name="rank_\d+"', text)) == 8

    def test_the_lot_leads_to_the_draw(self, director, tied) -> None:
        answer = send(director, "los/9/")
        assert (answer.status_code, answer["Location"]) == (302, "/t/feuerwehr/auslosung/")
        assert PreparedDraw.objects.get().stage == "lot"

    def test_the_order_of_a_play_off_is_typed_beside_the_names(self, director, tied) -> None:
        group = prizes.tie_group(tied, 9)
        ranks = {f"rank_{card}": str(len(group) - index) for index, card in enumerate(group)}
        assert send(director, "stechen/9/", card=list(map(str, group)), note="ein Bummerl", **ranks).status_code == 302
        assert tied.play_offs.get().card_numbers == sorted(group, reverse=True)
        assert "Um die Plätze 9" not in html(director)

    def test_or_as_a_list_of_cards(self, director, tied) -> None:
        group = prizes.tie_group(tied, 9)
        assert send(director, "stechen/9/", order=" ".join(map(str, group))).status_code == 302
        assert tied.play_offs.get().card_numbers == list(group)

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ({"order": "1 2 3"}, "jede Karte der Gruppe genau einmal"),
            ({"order": "eins"}, "keine Kartennummer"),
            ({"card": ["1", "2"], "rank_1": "1", "rank_2": "1"}, "eine andere Zahl von 1 bis 2"),
            ({}, "jede Karte"),
        ],
    )
    def test_an_incomplete_order_is_refused(self, director, tied, given, said) -> None:
        answer = send(director, "stechen/9/", **given)
        assert answer.status_code == 422
        assert said in answer.content.decode()
        assert not tied.play_offs.exists()

    def test_a_large_group_is_typed_as_a_list(self, director) -> None:
        evening = with_prizes(drawn_tournament(*[1] * 64), 33)
        play_on(evening)
        for first in (9, 17):
            text = html(director)
            group = prizes.tie_group(evening, first)
            assert ('name="order"' in text) == (len(group) > 16)
            send(director, f"stechen/{first}/", order=" ".join(map(str, group)), key=f"{first:032d}")
        assert 'name="order"' in html(director)

    def test_a_place_without_a_tie_is_refused(self, director, played) -> None:
        assert send(director, "los/3/").status_code == 422

    def test_ties_are_the_directors(self, client_as, tied) -> None:
        cashier = client_as(tied, Role.CASHIER)
        assert "Das entscheidet die Turnierleitung" in html(cashier)
        assert send(cashier, "los/9/").status_code == 403
        assert send(cashier, "stechen/9/", order="1").status_code == 403

    def test_shared_prizes_name_all_who_share(self, director) -> None:
        evening = with_prizes(drawn_tournament(*[1] * 16, tie_policy="shared"), 9)
        play_on(evening)
        text = html(director)
        assert "geteilt" in text
        assert "Kassabuch" in text


class TestEnd:
    def test_what_is_missing_is_listed_and_no_button_offered(self, director, tied) -> None:
        text = html(director, "beenden/")
        assert "Um die Plätze 9 bis 16 ist zu entscheiden" in text
        assert 'name="confirm"' not in text

    def test_open_matches_and_draws_are_missing_too(self, director) -> None:
        drawn_tournament(*[1] * 8)
        assert "Offene Begegnungen: 4." in html(director, "beenden/")

    def test_the_word_must_be_typed(self, director, played) -> None:
        for word in ("", "ja"):
            answer = send(director, "beenden/", confirm=word)
            assert answer.status_code == 422
        assert fresh(played).state == State.RUNNING
        assert send(director, "beenden/", confirm=" Beenden ").status_code == 302
        assert fresh(played).state == State.FINISHED
        assert played.places.count() == 8
        assert "Das Turnier ist beendet" in html(director)

    def test_what_is_not_handed_out_is_said_but_does_not_hinder(self, director, played) -> None:
        assert "Noch nicht ausgegeben: Preis 1, 2, 3, 4." in html(director, "beenden/")

    def test_a_finished_tournament_still_hands_out(self, director, played) -> None:
        send(director, "beenden/", confirm="beenden")
        assert send(director, "1/ausgeben/", key="e" * 32).status_code == 302

    def test_it_is_opened_again_with_a_reason(self, director, played) -> None:
        send(director, "beenden/", confirm="beenden")
        assert send(director, "oeffnen/", reason=" ").status_code == 422
        assert send(director, "oeffnen/", reason="Zettel gefunden").status_code == 302
        assert fresh(played).state == State.RUNNING
        assert not played.places.exists()

    def test_finished_twice_by_a_double_click_is_once(self, director, played) -> None:
        assert [send(director, "beenden/", confirm="beenden").status_code for _time in range(2)] == [302, 302]
        assert played.journal.filter(kind="finish").count() == 1

    @pytest.mark.parametrize("path", ["beenden/", "oeffnen/"])
    def test_the_end_is_the_directors(self, client_as, played, path) -> None:
        assert client_as(played, Role.CASHIER).get(ADDRESS + path).status_code == 403


class TestPlaces:
    ADDRESS = "/t/feuerwehr/plaetze/"

    def test_everybody_has_his_place(self, director, tied) -> None:
        text = director.get(self.ADDRESS).content.decode()
        assert text.count("9.–16.") >= 8
        assert "16 Karten" in text

    def test_a_person_is_found_and_the_list_sorted(self, director, played) -> None:
        text = director.get(self.ADDRESS, {"q": "spieler 3"}).content.decode()
        assert "1 Karte<" in text or "1 Karte " in text
        numbers = re.findall(
            r'data-label="Startnr\." *>(\d+)<', director.get(self.ADDRESS, {"sort": "-start_number"}).content.decode()
        )
        assert numbers == ["8", "7", "6", "5", "4", "3", "2", "1"]

    def test_the_list_to_copy_hides_who_does_not_want_to_be_public(self, director, played) -> None:
        played.people.filter(name=winner_of(played, 1)).update(public=False)
        lines = self.copied(director)
        assert lines[0] == played.name
        assert lines[1].endswith("8 Personen, 8 Karten")
        assert lines[3].startswith("1. Startnummer ")
        assert len(lines[3:]) == 8
        assert not any(winner_of(played, 1) in line for line in lines)
        assert len(self.copied(director, bis="3")[3:]) == 3

    def copied(self, client, **asked: str) -> list[str]:
        page = client.get(self.ADDRESS, asked).content.decode()
        return re.search(r"<textarea.*?>(.*?)</textarea>", page, re.S)[1].splitlines()

    def test_namesakes_are_told_apart(self, director) -> None:
        evening = make_tournament(max_cards_per_person=1)
        for place in ("Rassach", "Rassach", "St. Stefan"):
            person = PersonData("Huber Johann", place=place)
            cards.sell(tournament=evening, actor=CASHIER, cards=1, new_person=person, another_with_this_name=True)
        close(evening)
        draw(evening)
        play_on(evening)
        text = director.get(self.ADDRESS).content.decode()
        for where in ("Rassach · 1", "Rassach · 2", "St. Stefan"):
            assert where in text

    @pytest.mark.parametrize("role", list(Role))
    def test_every_role_may_look(self, client_as, played, role) -> None:
        assert client_as(played, role).get(self.ADDRESS).status_code == 200


@pytest.mark.parametrize("size", [8, 256])
def test_the_pages_cost_the_same_at_every_size(director, size, django_assert_num_queries) -> None:
    evening = with_prizes(drawn_tournament(*[1] * size), 4)
    play_on(evening)
    with django_assert_num_queries(22):
        html(director)
    with django_assert_num_queries(13):
        director.get("/t/feuerwehr/plaetze/")


class TestTakenBack:
    @pytest.fixture
    def out(self, played) -> Tournament:
        prizes.hand_out(tournament=played, actor=CASHIER, place=2)
        return fresh(played)

    def test_only_the_director_is_led_to_it(self, client_as, director, out) -> None:
        assert "preise/2/zurueck/" in html(director)
        assert "preise/2/zurueck/" not in html(client_as(out, Role.CASHIER, name="karl"))

    def test_with_a_reason_it_can_be_handed_out_again(self, director, out) -> None:
        assert send(director, "2/zurueck/", reason="").status_code == 422
        assert send(director, "2/zurueck/", reason="verwechselt").status_code == 302
        assert out.prizes.get(place=2).handed_out_at is None
        assert html(director).count("Ausgeben</button>") == 4

    def test_a_prize_that_belongs_to_somebody_else_now_is_named_and_keeps_the_end_waiting(
        self, director, played
    ) -> None:
        prizes.hand_out(tournament=played, actor=CASHIER, place=1)
        final = played.matches.get(stage="main", numbers=2)
        side = Side.RIGHT if final.winner_side == "left" else Side.LEFT
        score = (0, 2) if side == Side.RIGHT else (2, 0)
        report = results.Report(Outcome.PLAYED, side, score)
        corrections.correct(
            tournament=fresh(played), actor=DIRECTOR, match=final.serial, report=report, reason="verlesen"
        )
        assert "Gehört dieser Person nicht (mehr)." in html(director)
        assert "muss zurückgeholt werden" in html(director, "beenden/")

    def test_an_unknown_prize_is_404(self, director, out) -> None:
        assert send(director, "99/zurueck/", reason="x").status_code == 404
        assert send(director, "2/zurueck/?ranking=Damen", reason="x").status_code == 404


class TestExtraRankings:
    @pytest.fixture
    def evening(self) -> Tournament:
        tournament = make_tournament()
        for number in range(1, 9):
            data = PersonData(
                f"Spieler {number}",
                categories=("Damen & Mädchen",) if number > 5 else (),
                club="FF Rassach" if number < 6 else "",
            )
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=data)
        extra = [ExtraPrizeData("Damen & Mädchen", "Torte"), ExtraPrizeData("club", "Fass Bier")]
        prizes.set_extra_prizes(tournament=tournament, actor=DIRECTOR, prizes=extra)
        close(fresh(tournament))
        draw(fresh(tournament))
        play_on(tournament)
        return fresh(tournament)

    def test_winners_are_shown_clubs_with_their_participants(self, director, evening) -> None:
        text = html(director)
        assert "Sonderwertungen" in text
        assert "Damen &amp; Mädchen" in text
        assert "FF Rassach" in text
        assert "5 Teilnehmer" in text

    def test_a_category_prize_is_handed_out_and_taken_back(self, director, evening) -> None:
        assert send(director, "1/ausgeben/", ranking="Damen & Mädchen").status_code == 302
        assert evening.prizes.get(ranking="Damen & Mädchen").handed_out_at is not None
        text = html(director)
        assert "?ranking=Damen%20%26%20M%C3%A4dchen" in text
        back = "1/zurueck/?ranking=Damen%20%26%20M%C3%A4dchen"
        assert send(director, back, reason="verwechselt").status_code == 302
        assert evening.prizes.get(ranking="Damen & Mädchen").handed_out_at is None

    def test_a_clubs_prize_asks_who_takes_it(self, director, evening) -> None:
        assert send(director, "1/ausgeben/", ranking="club", to="").status_code == 422
        assert send(director, "1/ausgeben/", ranking="club", to="3").status_code == 302
        assert "1. Preis der Vereine ausgegeben an Startnummer 3" in html(director)
        assert evening.prizes.get(ranking="club").winner.start_number == 3
