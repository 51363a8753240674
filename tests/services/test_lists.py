"""A participant list is taken in as a whole or not at all."""

from decimal import Decimal

import pytest

from tests import factories
from tournament.domain.archive import hash_of
from tournament.domain.participant_lists import ListEntry
from tournament.models import CardState, CashEntry, JournalEntry, Person, Reservation, Role, Tournament
from tournament.services import cards, cash, journal, lists
from tournament.services.base import Actor
from tournament.services.errors import Forbidden, Refused
from tournament.services.lists import ListPerson, take_in

FINGERPRINT = "f" * 64


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament(cards_offered=8, max_cards_per_person=4)


def take(tournament: Tournament, *entries: ListEntry, fingerprint: str = FINGERPRINT, **given: object) -> lists.TakenIn:
    rows = [ListPerson(entry) for entry in entries]
    return take_in(tournament=tournament, actor=factories.CASHIER, rows=rows, fingerprint=fingerprint, **given)


def entry(line: int, name: str = "", **given: object) -> ListEntry:
    return ListEntry(line=line, name=name or f"Spieler {line}", **given)


def test_paid_is_sold_unpaid_is_reserved_and_without_cards_is_a_person_only(tournament: Tournament) -> None:
    taken = take(
        tournament, entry(2, "Huber Johann", place="Rassach", cards=3, paid=True), entry(3, cards=2), entry(4),
    )  # fmt: skip
    assert taken == lists.TakenIn(people=3, sold=3, amount="15.00", reserved=2)
    assert [(p.start_number, p.name) for p in Person.objects.all()] == [
        (1, "Huber Johann"),
        (2, "Spieler 3"),
        (3, "Spieler 4"),
    ]
    assert list(tournament.cards.values_list("number", "owner__start_number")) == [(1, 1), (2, 1), (3, 1)]
    assert [(r.number, r.person.start_number, r.cards) for r in Reservation.objects.all()] == [(1, 2, 2)]
    assert [(e.amount, e.text) for e in CashEntry.objects.all()] == [(Decimal(15), "Startnummer 1: 1, 2, 3")]
    assert Person.objects.get(start_number=1).search_text.startswith(" huber johann")


def test_one_entry_in_the_journal_for_the_list_and_one_for_every_sale(tournament: Tournament) -> None:
    take(tournament, entry(2, cards=1, paid=True), entry(3, cards=1, paid=True), entry(4, cards=1))
    kinds = list(JournalEntry.objects.order_by("number").values_list("kind", flat=True))
    assert kinds[-4:] == ["list_taken_in", "cards_sold", "cards_sold", "reserved"]
    said = JournalEntry.objects.get(kind="list_taken_in").after
    assert said["fingerprint"] == FINGERPRINT
    assert said["people"] == [1, 2, 3]
    assert "Spieler" not in str(list(JournalEntry.objects.values_list("after", flat=True)))


def test_the_chains_of_journal_and_cash_book_go_on_unbroken(tournament: Tournament) -> None:
    factories.sell(tournament, 1)
    take(tournament, entry(2, cards=1, paid=True), entry(3, cards=2, paid=True))
    factories.sell(tournament, 1)
    for rows, record in (
        (CashEntry.objects.order_by("number"), cash.record),
        (JournalEntry.objects.order_by("number"), journal.record),
    ):
        prev = None
        for number, row in enumerate(rows, start=1):
            assert (row.number, row.prev, row.hash) == (number, prev, hash_of(record(row)))
            prev = row.hash


def test_a_line_of_somebody_who_is_here_adds_to_his_cards(tournament: Tournament) -> None:
    (number,) = factories.sell(tournament, 1)
    rows = [ListPerson(entry(2, cards=2, paid=True), number)]
    take_in(tournament=tournament, actor=factories.CASHIER, rows=rows, fingerprint=FINGERPRINT)
    assert Person.objects.get().cards.count() == 3


def test_everything_that_is_wrong_is_said_at_once_and_nothing_is_taken_in(tournament: Tournament) -> None:
    (number,) = factories.sell(tournament, 3)
    rows = [
        ListPerson(entry(2, cards=2, paid=True), number),
        ListPerson(entry(3, cards=4, paid=True)),
        ListPerson(entry(4, cards=4)),
    ]
    before = JournalEntry.objects.count()
    with pytest.raises(Refused) as refusal:
        take_in(tournament=tournament, actor=factories.CASHIER, rows=rows, fingerprint=FINGERPRINT)
    assert refusal.value.codes == ("sold_out", "limit")
    assert Person.objects.count() == 1
    assert JournalEntry.objects.count() == before


def test_the_same_person_on_two_lines_is_counted_together(tournament: Tournament) -> None:
    (number,) = factories.sell(tournament, 1)
    rows = [ListPerson(entry(2, cards=2, paid=True), number), ListPerson(entry(3, cards=2, paid=True), number)]
    with pytest.raises(Refused) as refusal:
        take_in(tournament=tournament, actor=factories.CASHIER, rows=rows, fingerprint=FINGERPRINT)
    assert refusal.value.codes == ("limit",)


def test_refunded_cards_do_not_count_against_the_limit(tournament: Tournament) -> None:
    (number,) = factories.sell(tournament, 4)
    cards.refund(tournament=tournament, actor=factories.CASHIER, cards=[1, 2])
    rows = [ListPerson(entry(2, cards=2, paid=True), number)]
    take_in(tournament=tournament, actor=factories.CASHIER, rows=rows, fingerprint=FINGERPRINT)
    assert tournament.cards.exclude(state=CardState.REFUNDED).count() == 4
    assert tournament.cards.order_by("-number").first().number == 6


def test_the_same_file_twice_is_noticed(tournament: Tournament) -> None:
    take(tournament, entry(2))
    with pytest.raises(Refused) as refusal:
        take(tournament, entry(2))
    assert refusal.value.codes == ("again",)
    assert take(tournament, entry(2), again=True).people == 1
    assert Person.objects.count() == 2


def test_the_same_request_twice_takes_in_once(tournament: Tournament) -> None:
    first = take(tournament, entry(2, cards=1, paid=True), request_key="k" * 32)
    assert take(tournament, entry(2, cards=1, paid=True), request_key="k" * 32) == first
    assert Person.objects.count() == 1


def test_after_the_sale_only_people_are_taken_in(tournament: Tournament) -> None:
    factories.sell(tournament, 3)
    factories.close(tournament)
    with pytest.raises(Refused) as refusal:
        take(tournament, entry(2, cards=1))
    assert refusal.value.codes == ("state",)
    assert take(tournament, entry(2)).people == 1


def test_a_text_that_is_too_long_is_named_with_its_line(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        take(tournament, entry(7, place="x" * 81), entry(8))
    assert "Zeile 7" in str(refusal.value)
    assert not Person.objects.exists()


def test_a_free_tournament_has_cards_but_no_cash_entry(db) -> None:
    tournament = factories.make_tournament(card_price=Decimal(0))
    assert take(tournament, entry(2, cards=2, paid=True)).amount == "0.00"
    assert tournament.cards.count() == 2
    assert not CashEntry.objects.exists()


def test_nothing_and_nobody_unknown_is_taken_in(tournament: Tournament) -> None:
    with pytest.raises(Refused) as refusal:
        take(tournament)
    assert refusal.value.codes == ("rows",)
    with pytest.raises(Refused) as refusal:
        take_in(tournament=tournament, actor=factories.CASHIER, rows=[ListPerson(entry(2), 9)], fingerprint=FINGERPRINT)
    assert refusal.value.codes == ("person",)


def test_a_scorer_takes_in_no_list(tournament: Tournament) -> None:
    with pytest.raises(Forbidden):
        take_in(
            tournament=tournament,
            actor=Actor("susi", Role.SCORER),
            rows=[ListPerson(entry(2))],
            fingerprint=FINGERPRINT,
        )


@pytest.mark.parametrize("size", [3, 40])  # more rows only need more batches
def test_queries_do_not_grow_with_the_list(db, django_assert_num_queries, size: int) -> None:
    tournament = factories.make_tournament(cards_offered=1024)
    entries = [entry(n, cards=1, paid=n % 2 == 0) for n in range(2, size + 2)]
    with django_assert_num_queries(16):
        take(tournament, *entries)
