"""One button that says what it undoes: at the desk, in the cash book, in the round."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import draw, drawn_tournament, fresh, make_tournament, play, play_round, sell
from tournament.models import CardState, Outcome, Role, Tournament

pytestmark = pytest.mark.django_db
DESK = "/t/feuerwehr/kassa/"
ROUND = "/t/feuerwehr/runde/"
KEY = "0123456789abcdef0123456789abcdef"


def shown(client: Client, path: str) -> tuple[str, str] | None:
    """The journal number and the sentence of the button; None without one."""
    html = client.get(path).content.decode()
    found = re.search(r'name="entry" value="(\d+)".*?<bdi>(.*?)</bdi>', html, re.S)
    return (found[1], found[2]) if found else None


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def cashier(client_as, tournament) -> Client:
    return client_as(tournament, Role.CASHIER, name="karl")


class TestDesk:
    def test_nothing_done_nothing_to_undo(self, cashier) -> None:
        assert shown(cashier, DESK) is None

    def test_the_button_says_what_and_does_it(self, cashier, tournament) -> None:
        sell(tournament, 2, names=("Huber <b>Johann",))
        button = shown(cashier, DESK)
        assert button is not None
        assert button[1] == "Huber &lt;b&gt;Johann kauft Karten 1 und 2 für € 10,00"
        answer = cashier.post(DESK + "rueckgaengig/", {"request_key": KEY, "entry": button[0]}, follow=True)
        assert "Rückgängig gemacht: Huber" in answer.content.decode()
        assert set(tournament.cards.values_list("state", flat=True)) == {CardState.REFUNDED}
        assert shown(cashier, DESK) is None

    def test_twice_is_once(self, cashier, tournament) -> None:
        sell(tournament, 2)
        button = shown(cashier, DESK)
        assert button is not None
        for _time in range(2):
            cashier.post(DESK + "rueckgaengig/", {"request_key": KEY, "entry": button[0]})
        assert tournament.cash.count() == 2

    def test_what_is_not_the_last_any_more_is_refused_in_words(self, cashier, tournament) -> None:
        sell(tournament, 2)
        button = shown(cashier, DESK)
        assert button is not None
        sell(tournament, 1)
        answer = cashier.post(DESK + "rueckgaengig/", {"request_key": KEY, "entry": button[0]}, follow=True)
        assert "nicht mehr rückgängig machen" in answer.content.decode()
        assert tournament.cards.filter(state=CardState.REFUNDED).count() == 0

    @pytest.mark.parametrize("entry", ["", "x", "999999999999", "0"])
    def test_nonsense_undoes_nothing(self, cashier, tournament, entry) -> None:
        sell(tournament, 2)
        assert cashier.post(DESK + "rueckgaengig/", {"entry": entry}).status_code == 302
        assert tournament.cards.filter(state=CardState.REFUNDED).count() == 0

    def test_somebody_else_sees_no_button(self, client_as, cashier, tournament) -> None:
        sell(tournament, 2)
        assert shown(client_as(tournament, Role.CASHIER, name="resi"), DESK) is None

    def test_roles(self, client_as, tournament) -> None:
        scorer = client_as(tournament, Role.SCORER, name="susi")
        assert scorer.post(DESK + "rueckgaengig/", {"entry": 1}).status_code == 403


class TestRound:
    @pytest.fixture
    def evening(self) -> Tournament:
        return drawn_tournament(*[1] * 8, slug="feuerwehr")

    @pytest.fixture
    def scorer(self, client_as, evening) -> Client:
        return client_as(evening, Role.SCORER, name="susi")

    def test_the_last_entry_goes_back_to_open(self, scorer, evening) -> None:
        play(evening, 2)
        button = shown(scorer, ROUND)
        assert button is not None
        assert button[1].startswith("Begegnung 2 der Runde 1: 2:0 für")
        assert scorer.post(ROUND + "rueckgaengig/", {"request_key": KEY, "entry": button[0]}).status_code == 302
        assert evening.matches.get(serial=2).outcome == Outcome.OPEN
        assert shown(scorer, ROUND) is None

    def test_where_something_follows_it_is_not_offered_and_an_old_page_is_refused_in_words(
        self, scorer, evening
    ) -> None:
        play_round(evening)
        button = shown(scorer, ROUND + "1/")
        assert button is not None
        draw(fresh(evening))
        assert shown(scorer, ROUND + "1/") is None
        answer = scorer.post(ROUND + "rueckgaengig/", {"request_key": KEY, "entry": button[0]}, follow=True)
        assert "Danach ist schon gelost worden" in answer.content.decode()
        assert evening.matches.filter(round=1, outcome=Outcome.OPEN).count() == 0
