"""Leaving: found by name or number, shown what it does, confirmed with a reason."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import draw, drawn_tournament, fresh, make_tournament, open_matches, play, play_round
from tournament.models import CardState, Role, Tournament

pytestmark = pytest.mark.django_db
ADDRESS = "/t/feuerwehr/rueckzug/"
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def evening() -> Tournament:
    return drawn_tournament(2, 2, 1, 1, 1, 1)


@pytest.fixture
def director(client_as, evening) -> Client:
    return client_as(evening, Role.DIRECTOR, name="anna")


def leave(client: Client, who: str, reason: str = "krank", **given: str):
    return client.post(f"{ADDRESS}?{who}", {"reason": reason, "request_key": KEY} | given)


class TestSearch:
    def html(self, client: Client, text: str) -> str:
        return client.get(ADDRESS, {"q": text}).content.decode()

    def test_two_letters_offer_people_with_their_cards(self, director) -> None:
        html = self.html(director, "sp")
        assert html.count("Startnummer") >= 6
        assert 'href="?card=1"' in html
        assert 'href="?person=1"' in html

    def test_a_number_is_a_start_number_or_a_card(self, director) -> None:
        html = self.html(director, "3")  # start number 3, and card 3 of number 2
        assert "Spieler 3" in html
        assert "Spieler 2" in html
        assert "Spieler 5" not in html

    def test_nobody_and_nothing(self, director) -> None:
        assert "Niemand gefunden" in self.html(director, "xy")
        assert "Startnummer " not in self.html(director, "").replace("Startnummer oder", "")


class TestLeaving:
    def test_before_confirming_the_page_says_what_happens(self, director, evening) -> None:
        row = evening.matches.select_related("left_card__owner", "right_card__owner").filter(outcome="open").first()
        html = director.get(f"{ADDRESS}?card={row.left_card.number}").content.decode()
        assert f"Karte {row.left_card.number} wird abgegeben." in html
        assert f"Begegnung {row.number}: kampflos für {row.right_card.owner.name}." in html
        assert evening.cards.get(number=row.left_card.number).state == CardState.IN

    def test_a_card_without_an_open_match_is_a_bye_in_the_next_draw(self, director, evening) -> None:
        serial = open_matches(evening)[0]
        play(evening, serial)
        card = evening.matches.get(serial=serial).left_card.number
        html = director.get(f"{ADDRESS}?card={card}").content.decode()
        assert "Die nächste Auslosung (Runde 2) hat an ihrer Stelle 1 Freilos(e)." in html

    def test_the_card_leaves_with_its_reason(self, director, evening) -> None:
        row = evening.matches.filter(outcome="open").first()
        assert leave(director, f"card={row.left_card.number}").status_code == 302
        assert evening.cards.get(number=row.left_card.number).state == CardState.WITHDRAWN
        row.refresh_from_db()
        assert (row.outcome, row.winner_side) == ("walkover", "right")
        assert evening.withdrawals.get().reason == "krank"
        assert "Nicht mehr im Spiel" in director.get(ADDRESS).content.decode()

    def test_a_person_leaves_with_all_cards(self, director, evening) -> None:
        leave(director, "person=1")
        assert set(evening.cards.filter(owner__start_number=1).values_list("state", flat=True)) == {"withdrawn"}

    def test_an_exclusion_is_the_directors(self, director, client_as, evening) -> None:
        scorer = client_as(evening, Role.SCORER, name="susi")
        assert 'name="excluded"' not in scorer.get(f"{ADDRESS}?person=1").content.decode()
        leave(scorer, "person=2", excluded="on")  # a field he does not have
        assert evening.withdrawals.get().kind == "withdrawn"
        director.post(f"{ADDRESS}?person=1", {"reason": "betrogen", "excluded": "on", "request_key": "f" * 32})
        assert evening.withdrawals.last().kind == "excluded"

    def test_without_a_reason_nothing_happens(self, director, evening) -> None:
        assert leave(director, "card=1", reason=" ").status_code == 422
        assert not evening.withdrawals.exists()

    def test_twice_is_once(self, director, evening) -> None:
        assert [leave(director, "card=1").status_code for _time in range(2)] == [302, 302]
        assert evening.withdrawals.count() == 1

    def test_who_is_gone_cannot_leave_again(self, director, evening) -> None:
        leave(director, "card=1")
        answer = director.post(f"{ADDRESS}?card=1", {"reason": "noch einmal", "request_key": "f" * 32})
        assert answer.status_code == 422
        assert "keine mehr im Spiel" in answer.content.decode()

    def test_while_a_draw_is_shown_nobody_leaves(self, director, evening) -> None:
        play_round(evening)
        from tests.factories import DIRECTOR
        from tournament.services import draws

        draws.prepare(tournament=evening, actor=DIRECTOR)
        card = evening.cards.filter(state="in").first().number
        assert leave(director, f"card={card}").status_code == 422

    def test_in_the_sale_a_card_is_given_back_instead(self, client_as) -> None:
        evening = make_tournament(slug="verkauf")
        html = client_as(evening, Role.DIRECTOR).get("/t/verkauf/rueckzug/").content.decode()
        assert "an der Kassa einfach zurückgenommen" in html

    @pytest.mark.parametrize("who", ["card=99", "person=99"])
    def test_whoever_does_not_exist_is_404(self, director, who) -> None:
        assert director.get(f"{ADDRESS}?{who}").status_code == 404

    @pytest.mark.parametrize("role", list(Role))
    def test_every_role_may_let_somebody_leave(self, client_as, evening, role) -> None:
        assert leave(client_as(evening, role), "card=1").status_code == 302


@pytest.mark.parametrize("cards", [8, 256])
def test_the_pages_cost_the_same_at_every_size(client_as, cards, django_assert_num_queries) -> None:
    evening = drawn_tournament(*[2] * (cards // 2))
    play_round(evening)
    draw(fresh(evening))
    client = client_as(evening, Role.DIRECTOR)
    with django_assert_num_queries(9):
        client.get(f"{ADDRESS}?person=1")
    with django_assert_num_queries(8):
        client.get(f"{ADDRESS}?q=sp")
