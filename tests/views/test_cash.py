"""The cash book: entered, cancelled, counted; it adds up."""

from decimal import Decimal

import pytest

from tests import factories
from tournament.forms.fields import parse_money
from tournament.models import CashCount, CashEntry, CashKind, Role, Tournament
from tournament.services import cash

BOOK = "/t/feuerwehr/kassabuch/"


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament()


@pytest.fixture
def cashier(client_as, tournament):
    return client_as(tournament, Role.CASHIER, name="karl")


def entry(**given: str) -> dict[str, str]:
    return {"kind": "expense", "amount": "12,50", "text": "Kerzen", "request_key": "a" * 32} | given


def test_the_kind_gives_the_sign_and_the_same_entry_twice_is_one(cashier) -> None:
    for _again in range(2):
        assert cashier.post(BOOK, entry()).status_code == 302
    made = CashEntry.objects.get()
    assert (made.amount, made.text, made.desk, made.by) == (Decimal("-12.50"), "Kerzen", "Kassa 1", "karl")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"amount": "0"}, "amount"), ({"amount": "-3"}, "amount"), ({"amount": "drei"}, "amount"), ({"amount": ""}, "amount"),
        ({"amount": "1000000"}, "amount"), ({"text": ""}, "text"), ({"kind": "sale"}, "kind"), ({"kind": "void"}, "kind"),
    ],
)  # fmt: skip
def test_bad_input_is_named_at_its_field(cashier, given: dict[str, str], field: str) -> None:
    answer = cashier.post(BOOK, entry(**given))
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not CashEntry.objects.exists()


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("5", "5.00"), ("2,5", "2.50"), ("€ 1.335,00", "1335.00"), ("1.335", "1335.00"), ("20.50", "20.50"), ("−3", "-3.00"),
        ("", None), ("1,2,3", None), ("1e5", None), ("NaN", None), ("2,555", None), ("٣", None),
    ],
)  # fmt: skip
def test_amounts_as_people_type_them(text: str, amount: str | None) -> None:
    assert parse_money(text) == (Decimal(amount) if amount else None)


def test_totals_by_kind_and_desk(cashier, tournament) -> None:
    factories.sell(tournament, 3)
    cashier.post("/t/feuerwehr/kassa/wahl/", {"desk": "Kassa 2"})
    cashier.post(BOOK, entry(kind="float_in", amount="100", text=""))
    totals = cashier.get(BOOK).context["totals"]
    assert totals.desks == ("Kassa 1", "Kassa 2")
    assert totals.by_desk == (15, 100)
    assert totals.total == 115
    assert {line.kind: line.total for line in totals.kinds} == {CashKind.FLOAT_IN: 100, CashKind.SALE: 15}
    assert totals.expected_here == 100


def test_an_entry_is_cancelled_by_another_one_with_a_reason_once(cashier) -> None:
    cashier.post(BOOK, entry())
    assert cashier.post(f"{BOOK}1/storno/", {"reason": " "}).status_code == 422
    for _again in range(2):
        answer = cashier.post(f"{BOOK}1/storno/", {"reason": "doppelt", "request_key": "b" * 32})
        assert answer.status_code == 302
    assert [e.amount for e in CashEntry.objects.all()] == [Decimal("-12.50"), Decimal("12.50")]
    assert "storniert" in cashier.get(BOOK).content.decode()
    again = cashier.post(f"{BOOK}1/storno/", {"reason": "noch einmal", "request_key": "c" * 32})
    assert again.status_code == 422
    assert "schon storniert" in again.content.decode()


def test_a_sale_is_not_cancelled_here(cashier, tournament) -> None:
    factories.sell(tournament, 1)
    assert f"{BOOK}1/storno/" not in cashier.get(BOOK).content.decode()
    assert cashier.post(f"{BOOK}1/storno/", {"reason": "Irrtum"}).status_code == 422
    assert cashier.get(f"{BOOK}9/storno/").status_code == 404


def test_a_count_by_denomination_shows_the_difference(cashier, tournament) -> None:
    factories.sell(tournament, 5)
    coins = {"pieces_2000": "1", "pieces_200": "2", "pieces_50": "1", "request_key": "d" * 32}
    for _again in range(2):
        assert cashier.post(f"{BOOK}kassasturz/", coins).status_code == 302
    made = CashCount.objects.get()
    assert (made.counted, made.expected) == (Decimal("24.50"), Decimal(25))
    assert "€\xa0−0,50" in cashier.get(BOOK).content.decode()


@pytest.mark.parametrize("pieces", ["-1", "viele", "1,5", "9999999"])
def test_an_impossible_count_is_refused(cashier, pieces: str) -> None:
    answer = cashier.post(f"{BOOK}kassasturz/", {"pieces_2000": pieces})
    assert answer.status_code == 422
    assert not CashCount.objects.exists()


def test_the_book_is_unchanged_until_money_moves(cashier, tournament) -> None:
    first = cashier.get(f"{BOOK}stand/?desk=Kassa+1")
    known = {"If-None-Match": first["ETag"]}
    assert cashier.get(f"{BOOK}stand/?desk=Kassa+1", headers=known).status_code == 304
    factories.sell(tournament, 1)
    assert cashier.get(f"{BOOK}stand/?desk=Kassa+1", headers=known).status_code == 200


def test_a_scorer_has_nothing_to_do_with_money(client_as, tournament) -> None:
    assert client_as(tournament, Role.SCORER).get(BOOK).status_code == 403


@pytest.mark.parametrize("size", [2, 40])
def test_queries_of_the_book_do_not_grow(cashier, tournament, django_assert_num_queries, size: int) -> None:
    for _n in range(size):
        cash.book(tournament=tournament, actor=factories.CASHIER, kind=CashKind.FLOAT_IN, amount=Decimal(1), text="")
    with django_assert_num_queries(11):
        cashier.get(BOOK)
