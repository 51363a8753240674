"""Selling, refunding, reserving: what the cashier may do, and what is refused with which words."""

from decimal import Decimal

import pytest

from tests.factories import CASHIER, DIRECTOR, SCORER, close, fresh, make_tournament, sell
from tournament.models import CardState, CashKind, EntryCard, JournalEntry, Person
from tournament.services import cards, tournaments
from tournament.services.errors import Forbidden, NotFound, Refused
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db


def counts() -> tuple[int, int, int]:
    return EntryCard.objects.count(), Person.objects.count(), JournalEntry.objects.count()


class TestSell:
    def test_a_new_person_gets_the_next_start_number_and_the_next_card_numbers(self) -> None:
        tournament = make_tournament()
        sell(tournament, 2)
        sale = cards.sell(
            tournament=tournament, actor=CASHIER, cards=3, new_person=PersonData("Öllinger Ägidius", "Großsölk")
        )
        assert (sale.start_number, sale.cards, sale.amount, sale.sold, sale.offered) == (2, (3, 4, 5), "15.00", 5, 8)

    def test_money_and_journal_belong_to_the_sale(self) -> None:
        tournament = make_tournament()
        sell(tournament, 2)
        entry = tournament.cash.get()
        assert (entry.kind, entry.amount, entry.desk) == (CashKind.SALE, Decimal("10.00"), "Kassa 1")
        assert "Spieler" not in entry.text
        assert tournament.journal.order_by("-number")[0].kind == "cards_sold"

    def test_cards_for_nothing_leave_no_cash_entry(self) -> None:
        tournament = make_tournament(card_price=Decimal(0))
        sell(tournament, 2)
        assert not tournament.cash.exists()

    def test_the_sixty_fifth_card_is_refused_and_says_what_to_do(self) -> None:
        tournament = make_tournament(cards_offered=64, max_cards_per_person=64)
        sell(tournament, 64)
        before = counts()
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData("Zu Spät"))
        assert refused.value.codes == ("sold_out",)
        assert "Alle 64 Karten sind verkauft" in str(refused.value)
        assert "128" in str(refused.value)
        assert counts() == before

    def test_the_eleventh_card_of_a_person_is_refused(self) -> None:
        tournament = make_tournament(cards_offered=16, max_cards_per_person=10)
        (number,) = sell(tournament, 10)
        before = counts()
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, start_number=number)
        assert refused.value.codes == ("limit",)
        assert "hat 10" in str(refused.value)
        assert counts() == before

    def test_all_reasons_are_named_at_once(self) -> None:
        tournament = make_tournament(max_cards_per_person=2)
        sell(tournament, 2, 2, 2)
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=3, start_number=1)
        assert set(refused.value.codes) == {"sold_out", "limit"}

    @pytest.mark.parametrize("count", [0, -1])
    def test_no_cards_is_no_sale(self, count: int) -> None:
        tournament = make_tournament()
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=count, new_person=PersonData("Huber"))
        assert refused.value.codes == ("count",)

    @pytest.mark.parametrize("again", ["Huber Johann", "Johann Huber", "  huber   JOHANN "])
    def test_a_namesake_is_asked_about_whichever_way_round(self, again: str) -> None:
        tournament = make_tournament()
        sell(tournament, 1, names=("Huber Johann",))
        before = counts()
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData(again, "Rassach"))
        assert refused.value.codes == ("namesake",)
        assert counts() == before

    def test_a_confirmed_namesake_is_a_person_of_his_own(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1, names=("Huber Johann",))
        sale = cards.sell(
            tournament=tournament,
            actor=CASHIER,
            cards=1,
            new_person=PersonData("Huber Johann", "Rassach"),
            another_with_this_name=True,
        )
        assert sale.start_number == 2

    def test_closed_is_closed(self) -> None:
        tournament = make_tournament()
        sell(tournament, 5)
        close(tournament)
        with pytest.raises(Refused) as refused:
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, start_number=1)
        assert refused.value.codes == ("state",)

    def test_a_scorer_sells_nothing(self) -> None:
        with pytest.raises(Forbidden):
            cards.sell(tournament=make_tournament(), actor=SCORER, cards=1, new_person=PersonData("Huber"))

    def test_a_start_number_of_another_tournament_is_not_found(self) -> None:
        sell(make_tournament(slug="a"), 1)
        with pytest.raises(NotFound):
            cards.sell(tournament=make_tournament(slug="b"), actor=CASHIER, cards=1, start_number=1)

    @pytest.mark.parametrize("name", ["", "   ", "\u200b\u200e", "x" * 121, "Huber\x00"])
    def test_a_name_that_is_none_is_refused(self, name: str) -> None:
        tournament = make_tournament()
        with pytest.raises(Refused):
            cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData(name))
        assert counts()[:2] == (0, 0)

    def test_the_same_request_again_sells_nothing_and_answers_the_same(self) -> None:
        tournament = make_tournament()
        first, second = (
            cards.sell(tournament=tournament, actor=CASHIER, cards=2, new_person=PersonData("Huber"), request_key="k")
            for _ in range(2)
        )
        assert first == second
        assert counts()[:2] == (2, 1)

    @pytest.mark.parametrize("size", [8, 64])
    def test_the_number_of_queries_does_not_grow(self, size: int, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
        tournament = make_tournament(cards_offered=64, max_cards_per_person=2)
        sell(tournament, *[1] * (size - 2))
        with django_assert_num_queries(16):
            cards.sell(tournament=tournament, actor=CASHIER, cards=2, new_person=PersonData("Letzter"), request_key="k")


class TestRefund:
    def test_number_is_not_used_again_and_money_goes_back(self) -> None:
        tournament = make_tournament()
        sell(tournament, 2)
        back = cards.refund(tournament=tournament, actor=CASHIER, cards=[2])
        assert (back.amount, back.sold) == ("-5.00", 1)
        assert cards.sell(tournament=tournament, actor=CASHIER, cards=1, start_number=1).cards == (3,)
        assert sum(entry.amount for entry in tournament.cash.all()) == Decimal("10.00")

    def test_what_was_paid_is_paid_back_not_todays_price(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"card_price": Decimal("7.00")})
        assert cards.refund(tournament=tournament, actor=CASHIER, cards=[1]).amount == "-5.00"

    @pytest.mark.parametrize("numbers", [[9], [1, 9], []])
    def test_a_card_that_is_not_sold_cannot_come_back(self, numbers: list[int]) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        with pytest.raises(Refused):
            cards.refund(tournament=tournament, actor=CASHIER, cards=numbers)
        assert EntryCard.objects.filter(state=CardState.IN).count() == 1

    def test_twice_is_refused(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        cards.refund(tournament=tournament, actor=CASHIER, cards=[1])
        with pytest.raises(Refused):
            cards.refund(tournament=tournament, actor=CASHIER, cards=[1])

    def test_after_the_close_the_sale_has_to_be_opened_first(self) -> None:
        tournament = make_tournament()
        sell(tournament, 6)
        close(tournament)
        with pytest.raises(Refused):
            cards.refund(tournament=tournament, actor=CASHIER, cards=[1])
        tournaments.reopen_sale(tournament=fresh(tournament), actor=DIRECTOR)
        assert cards.refund(tournament=tournament, actor=CASHIER, cards=[1]).sold == 5


class TestReservation:
    def test_counts_only_when_paid(self) -> None:
        tournament = make_tournament()
        reserved = cards.reserve(tournament=tournament, actor=CASHIER, cards=3, new_person=PersonData("Šnjarić Đurđa"))
        assert cards.sold_count(tournament) == 0
        assert not tournament.cash.exists()
        paid = cards.pay_reservation(tournament=tournament, actor=CASHIER, number=reserved.number)
        assert (paid.cards, paid.amount) == ((1, 2, 3), "15.00")

    def test_paid_or_released_it_is_done(self) -> None:
        tournament = make_tournament()
        reserved = cards.reserve(tournament=tournament, actor=CASHIER, cards=3, new_person=PersonData("Šnjarić"))
        cards.release_reservation(tournament=tournament, actor=CASHIER, number=reserved.number)
        with pytest.raises(Refused):
            cards.pay_reservation(tournament=tournament, actor=CASHIER, number=reserved.number)

    def test_it_keeps_no_card_back(self) -> None:
        tournament = make_tournament()
        reserved = cards.reserve(tournament=tournament, actor=CASHIER, cards=3, new_person=PersonData("Šnjarić"))
        sell(tournament, 6)
        with pytest.raises(Refused) as refused:
            cards.pay_reservation(tournament=tournament, actor=CASHIER, number=reserved.number)
        assert refused.value.codes == ("sold_out",)
        assert cards.pay_reservation(tournament=tournament, actor=CASHIER, number=reserved.number, cards=2).sold == 8
