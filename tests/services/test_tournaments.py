"""The Ausschreibung, closing and reopening the sale, the cash book, and tables that only grow."""

from decimal import Decimal

import pytest
from django.db import DatabaseError, transaction

from tests.factories import CASHIER, DIRECTOR, close, drawn_tournament, fresh, make_tournament, sell
from tournament.domain import psd1
from tournament.models import CashEntry, CashKind, JournalEntry, Tournament
from tournament.services import cash, tournaments
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


class TestCreate:
    def test_the_seal_is_made_with_it_and_the_secret_is_nowhere_else(self) -> None:
        tournament = make_tournament()
        chain = tournament.chains.get()
        assert chain.seal == psd1.seal_of(chain.s0 or "")
        told = tournament.journal.get().after
        assert told["seal"] == chain.seal
        assert chain.s0 not in str(told)
        assert told["prize_policy"] == "several"

    def test_two_tournaments_have_two_secrets(self) -> None:
        for slug in ("a", "b"):
            tournaments.create(actor=DIRECTOR, slug=slug, settings={"name": slug, "prize_policy": "several"})
        assert len({t.chains.get().s0 for t in Tournament.objects.all()}) == 2

    @pytest.mark.parametrize(
        ("settings", "field"),
        [
            ({"cards_offered": 60}, "cards_offered"),
            ({"cards_offered": 4}, "cards_offered"),
            ({"cards_offered": 8192}, "cards_offered"),
            ({"card_price": Decimal("-5")}, "card_price"),
            ({"prize_policy": ""}, "prize_policy"),
            ({"bummerl_to_win": 4}, "bummerl_to_win"),
            ({"bummerl_overrides": {"3": 2}}, "bummerl_overrides"),
            ({"max_cards_per_person": 0}, "max_cards_per_person"),
            ({"name": ""}, "name"),
            ({"method": "würfeln"}, "method"),
            ({"fixed_bracket": True, "method": "fair"}, "method"),
            ({"play_place5": False}, "play_place7"),
            ({"rules_preset": "phantasie"}, "rules_changed"),
        ],
    )
    def test_what_cannot_be_is_named_by_field_and_nothing_is_made(
        self, settings: dict[str, object], field: str
    ) -> None:
        with pytest.raises(Refused) as refused:
            make_tournament(**settings)
        assert field in refused.value.codes
        assert not Tournament.objects.exists()

    def test_the_prize_policy_is_asked_never_assumed(self) -> None:
        with pytest.raises(Refused) as refused:
            tournaments.create(actor=DIRECTOR, slug="x", settings={"name": "X"})
        assert "prize_policy" in refused.value.codes

    @pytest.mark.parametrize("slug", ["", "mit leer", "ä", "x" * 65, "a/b", ".", ".."])
    def test_the_slug_is_what_the_draw_is_called(self, slug: str) -> None:
        with pytest.raises(Refused) as refused:
            make_tournament(slug=slug)
        assert refused.value.codes == ("slug",)

    def test_a_slug_is_taken_once(self) -> None:
        make_tournament()
        with pytest.raises(Refused) as refused:
            make_tournament()
        assert refused.value.codes == ("slug",)


class TestSettings:
    def test_every_change_is_in_the_journal_with_before_and_after(self) -> None:
        tournament = make_tournament()
        tournaments.change_settings(
            tournament=tournament, actor=DIRECTOR, settings={"venue": "Gasthof Post", "card_price": Decimal("6.00")}
        )
        entry = tournament.journal.order_by("-number")[0]
        assert (entry.before, entry.after) == (
            {"venue": "", "card_price": "5.00"},
            {"venue": "Gasthof Post", "card_price": "6.00"},
        )

    def test_what_was_drawn_on_stays(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        with pytest.raises(Refused) as refused:
            tournaments.change_settings(
                tournament=tournament, actor=DIRECTOR, settings={"cards_offered": 16, "fixed_bracket": True}
            )
        assert set(refused.value.codes) == {"cards_offered", "fixed_bracket"}

    def test_not_below_what_is_sold(self) -> None:
        tournament = make_tournament(cards_offered=16)
        sell(tournament, 8, 1)
        with pytest.raises(Refused):
            tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"cards_offered": 8})


class TestCloseSale:
    @pytest.mark.parametrize(("sold", "numbers"), [(8, 8), (5, 8), (4, 4), (3, 4), (2, 2), (1, 1)])
    def test_the_field_is_the_smallest_power_of_two(self, sold: int, numbers: int) -> None:
        tournament = make_tournament()
        sell(tournament, sold)
        assert tournaments.close_sale(tournament=tournament, actor=DIRECTOR, numbers=numbers) == tournaments.Closed(
            numbers, numbers - sold
        )

    @pytest.mark.parametrize("numbers", [16, 64, 31, 0])
    def test_any_other_is_refused_with_the_one_that_fits(self, numbers: int) -> None:
        tournament = make_tournament(cards_offered=64, max_cards_per_person=30)
        sell(tournament, 30)
        with pytest.raises(Refused) as refused:
            tournaments.close_sale(tournament=tournament, actor=DIRECTOR, numbers=numbers)
        assert "32 Nummern" in str(refused.value)

    def test_nothing_sold_nothing_to_draw(self) -> None:
        with pytest.raises(Refused) as refused:
            tournaments.close_sale(tournament=make_tournament(), actor=DIRECTOR, numbers=8)
        assert refused.value.codes == ("sold",)

    def test_it_can_be_opened_again_until_it_is_drawn(self) -> None:
        tournament = make_tournament()
        sell(tournament, 6)
        close(tournament)
        tournaments.reopen_sale(tournament=fresh(tournament), actor=DIRECTOR)
        assert (fresh(tournament).state, fresh(tournament).numbers) == ("sale", None)
        with pytest.raises(Refused):
            tournaments.reopen_sale(tournament=drawn_tournament(*[1] * 8, slug="b"), actor=DIRECTOR)


class TestCash:
    def test_the_kind_gives_the_sign(self) -> None:
        tournament = make_tournament()
        for kind in (CashKind.FLOAT_IN, CashKind.EXPENSE, CashKind.PRIZE, CashKind.INCOME):
            cash.book(tournament=tournament, actor=CASHIER, kind=kind, amount=Decimal("10"), text="wofür")
        assert [entry.amount for entry in tournament.cash.all()] == [
            Decimal(10),
            Decimal(-10),
            Decimal(-10),
            Decimal(10),
        ]

    @pytest.mark.parametrize("amount", ["0", "-1", "100000"])
    def test_an_amount_is_positive_and_has_a_limit(self, amount: str) -> None:
        with pytest.raises(Refused):
            cash.book(
                tournament=make_tournament(), actor=CASHIER, kind=CashKind.INCOME, amount=Decimal(amount), text="x"
            )

    def test_a_void_is_an_entry_of_its_own_and_happens_once(self) -> None:
        tournament = make_tournament()
        cash.book(tournament=tournament, actor=CASHIER, kind=CashKind.EXPENSE, amount=Decimal("12.50"), text="Brot")
        cash.void(tournament=tournament, actor=CASHIER, number=1, reason="doppelt")
        assert sum(entry.amount for entry in tournament.cash.all()) == 0
        with pytest.raises(Refused):
            cash.void(tournament=tournament, actor=CASHIER, number=1, reason="noch einmal")

    def test_a_sale_is_undone_by_a_refund_only(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        with pytest.raises(Refused):
            cash.void(tournament=tournament, actor=CASHIER, number=1, reason="x")

    def test_a_count_is_compared_with_the_book(self) -> None:
        tournament = make_tournament()
        sell(tournament, 3)
        counted = cash.count(tournament=tournament, actor=CASHIER, coins={1000: 1, 200: 2})
        assert (counted.counted, counted.expected, counted.difference) == ("14.00", "15.00", "-1.00")


class TestAppendOnly:
    @pytest.mark.parametrize("model", [JournalEntry, CashEntry])
    def test_the_database_itself_forbids_changing_and_deleting(
        self, model: type[JournalEntry] | type[CashEntry]
    ) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        for attempt in (
            lambda: model.objects.filter(number=1).update(by="x"),
            lambda: model.objects.all()._raw_delete("default"),
        ):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                attempt()
        assert model.objects.filter(number=1).exclude(by="x").exists()
