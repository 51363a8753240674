"""Advance sale: cards taken along, sales entered in the seller's name, the settlement; and the close of the evening."""

from __future__ import annotations

from decimal import Decimal

import pytest
from django.db.models import Sum
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.factories import CASHIER, make_tournament, sell
from tests.services.test_late_corrections import assert_proved
from tournament.models import CashKind, Role, Tournament
from tournament.queries.archives import archive
from tournament.queries.cash import totals
from tournament.queries.cash_close import cash_close
from tournament.services import cards, cash, sellers
from tournament.services.base import Actor
from tournament.services.errors import ServiceError
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db
ADDRESS = "/t/feuerwehr/vorverkauf/"
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(cards_offered=64)


@pytest.fixture
def cashier(client_as, tournament) -> Client:
    return client_as(tournament, Role.CASHIER, name="karl")


def send(client: Client, path: str = "", **given: object):
    return client.post(ADDRESS + path, {"request_key": KEY} | given)


def sold_by(tournament: Tournament, number: int, count: int) -> None:
    actor = Actor("karl", Role.CASHIER, sellers.desk_of(number))
    cards.sell(
        tournament=tournament, actor=actor, cards=count, new_person=PersonData(f"Kunde {tournament.people.count()}")
    )


class TestSellers:
    def test_one_is_listed_with_his_cards_and_the_name_stays_out_of_the_journal(self, cashier, tournament) -> None:
        assert send(cashier, name="Maria Moar", cards="20").status_code == 302
        text = cashier.get(ADDRESS).content.decode()
        assert "Maria Moar" in text
        entry = tournament.journal.last()
        assert (entry.kind, entry.subject, entry.after) == ("seller", "seller 1", {"cards": 20})

    def test_without_a_name_nothing_is_stored_and_the_number_stays(self, cashier, tournament) -> None:
        answer = send(cashier, name="", cards="20")
        assert answer.status_code == 422
        assert 'value="20"' in answer.content.decode()
        assert tournament.sellers.count() == 0

    def test_his_sales_are_entered_at_his_desk_and_settled_into_the_drawer(self, cashier, tournament) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        cashier.post(ADDRESS + "1/eintragen/", {})
        cashier.post("/t/feuerwehr/kassa/", {"request_key": KEY, "who": "Moar Sepp", "cards": "3", "sell": "1"})
        assert sellers.owes(tournament, 1) == 15
        assert "trägt gerade für diesen Vorverkauf ein" in cashier.get(ADDRESS + "1/").content.decode()
        assert send(cashier, "1/", action="settle", amount="15").status_code == 422
        cashier.post("/t/feuerwehr/kassa/wahl/", {"desk": "Kassa 2"})
        assert send(cashier, "1/", action="settle", amount="10,00").status_code == 302
        assert sellers.owes(tournament, 1) == 5
        assert archive(tournament)["cash_totals"]["by_desk"] == {"Kassa 2": "10.00", "Vorverkauf 1": "5.00"}
        assert_proved(tournament)

    @pytest.mark.parametrize("amount", ["20", "0", "-5", "viel", ""])
    def test_not_more_than_he_owes_and_nothing_that_is_no_amount(self, cashier, tournament, amount) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        sold_by(tournament, 1, 3)
        assert send(cashier, "1/", action="settle", amount=amount).status_code == 422
        assert sellers.owes(tournament, 1) == 15

    def test_twice_is_once(self, cashier, tournament) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        sold_by(tournament, 1, 3)
        for _time in range(2):
            assert send(cashier, "1/", action="settle", amount="5").status_code == 302
        assert sellers.owes(tournament, 1) == 10

    def test_a_cancelled_settlement_gives_back_both_sides(self, cashier, tournament) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        sold_by(tournament, 1, 3)
        sellers.settle(tournament=tournament, actor=CASHIER, number=1, amount=Decimal(15))
        cash.void(tournament=tournament, actor=CASHIER, number=3, reason="falscher Betrag")
        assert sellers.owes(tournament, 1) == 15
        assert totals(tournament, "Kassa 1").expected_here == 0
        assert_proved(tournament)

    def test_more_cards_and_cards_brought_back(self, cashier, tournament) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        assert send(cashier, "1/", action="change", name="Maria Moar", cards="12").status_code == 302
        assert tournament.sellers.get().cards == 12

    def test_roles_and_unknown_numbers(self, client_as, cashier, tournament) -> None:
        assert cashier.get(ADDRESS + "7/").status_code == 404
        assert client_as(tournament, Role.SCORER, name="susi").get(ADDRESS).status_code == 403

    @pytest.mark.parametrize("count", [1, 12])
    def test_queries_do_not_grow(self, client_as, tournament, django_assert_num_queries, count: int) -> None:
        for number in range(1, count + 1):
            sellers.add(tournament=tournament, actor=CASHIER, name=f"Maria {number}", cards=20)
        client = client_as(tournament, Role.CASHIER)
        with django_assert_num_queries(7):
            client.get(ADDRESS)


class TestClose:
    def test_every_drawer_with_its_count_and_its_difference(self, cashier, tournament) -> None:
        sell(tournament, 3)
        cash.count(tournament=tournament, actor=CASHIER, coins={1000: 1})
        text = cashier.get("/t/feuerwehr/kassabuch/abschluss/").content.decode()
        assert "€\N{NO-BREAK SPACE}−5,00" in text
        assert tournament.cash.last().hash in text
        assert "Unterschrift" in text

    def test_what_came_after_the_count_and_what_is_not_settled_is_named(self, cashier, tournament) -> None:
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        sold_by(tournament, 1, 3)
        cash.count(tournament=tournament, actor=CASHIER, coins={})
        sell(tournament, 1)
        close = cash_close(tournament, without=frozenset({"Vorverkauf 1"}))
        assert [(desk.desk, desk.later, desk.is_done) for desk in close.desks] == [("Kassa 1", 1, False)]
        text = cashier.get("/t/feuerwehr/kassabuch/abschluss/").content.decode()
        assert "seither 1 Buchung" in text
        assert "Vorverkauf 1 abrechnen" in text


STEP = st.tuples(
    st.sampled_from(["sell", "refund", "book", "void", "settle", "count"]), st.integers(1, 6), st.integers(1, 3)
)


@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(steps=st.lists(STEP, min_size=1, max_size=12))
def test_totals_always_equal_the_entries(tournament: Tournament, steps: list[tuple[str, int, int]]) -> None:
    for number in range(3 - tournament.sellers.count()):
        sellers.add(tournament=tournament, actor=CASHIER, name=f"Maria {number}", cards=20)
    for what, amount, desk in steps:
        actor = Actor("karl", Role.CASHIER, f"Kassa {desk}")
        try:
            if what == "sell":
                sold_by(tournament, desk, amount)
            elif what == "refund":
                cards.refund(tournament=tournament, actor=actor, cards=[amount])
            elif what == "book":
                cash.book(tournament=tournament, actor=actor, kind=CashKind.EXPENSE, amount=Decimal(amount), text="x")
            elif what == "void":
                cash.void(tournament=tournament, actor=actor, number=amount, reason="x")
            elif what == "settle":
                sellers.settle(tournament=tournament, actor=actor, number=desk, amount=Decimal(amount))
            else:
                cash.count(tournament=tournament, actor=actor, coins={100: amount})
        except ServiceError:
            continue
    entries = sum((entry.amount for entry in tournament.cash.all()), Decimal(0))
    found = totals(tournament, "Kassa 1")
    assert found.total == entries == sum(found.by_desk) == sum(line.total for line in found.kinds)
    advance = tournament.cash.filter(kind=CashKind.ADVANCE).aggregate(sum=Sum("amount"))["sum"] or 0
    assert advance == 0
    told = archive(tournament)["cash_totals"]
    assert sum(map(Decimal, told["by_kind"].values())) == sum(map(Decimal, told["by_desk"].values())) == entries
