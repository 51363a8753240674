"""Undo: the last own action, within ten minutes, where nothing depends on it yet; the files that come out verify."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
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
from tests.services.test_late_corrections import assert_proved
from tournament import clock
from tournament.models import CardState, CashKind, Outcome, Reservation, Role, Tournament
from tournament.services import cards, cash, prizes, sellers, tournaments, undo, withdrawals
from tournament.services.base import Actor
from tournament.services.errors import Conflict, Forbidden, Refused
from tournament.services.people import PersonData

pytestmark = pytest.mark.django_db


def last(tournament: Tournament, actor: Actor, *, at_the_desk: bool = True) -> int:
    entry = undo.last_action(tournament, actor, at_the_desk=at_the_desk)
    assert entry is not None
    return entry.number


def undo_last(tournament: Tournament, actor: Actor, *, at_the_desk: bool = True) -> undo.Undone:
    entry = last(tournament, actor, at_the_desk=at_the_desk)
    return undo.undo(tournament=fresh(tournament), actor=actor, entry=entry, at_the_desk=at_the_desk)


def balance(tournament: Tournament) -> Decimal:
    return sum((entry.amount for entry in tournament.cash.all()), Decimal(0))


class TestDesk:
    def test_a_sale_becomes_a_refund(self) -> None:
        tournament = make_tournament()
        sell(tournament, 3)
        undo_last(tournament, CASHIER)
        assert set(tournament.cards.values_list("state", flat=True)) == {CardState.REFUNDED}
        assert balance(tournament) == 0
        assert_proved(tournament)

    def test_what_was_undone_is_not_undone_again(self) -> None:
        tournament = make_tournament()
        sell(tournament, 3)
        undo_last(tournament, CASHIER)
        assert undo.last_action(tournament, CASHIER, at_the_desk=True) is None

    def test_a_refund_becomes_a_sale_under_new_numbers(self) -> None:
        tournament = make_tournament()
        sell(tournament, 2)
        cards.refund(tournament=tournament, actor=CASHIER, cards=[1, 2])
        undo_last(tournament, CASHIER)
        assert list(tournament.cards.filter(state=CardState.IN).values_list("number", flat=True)) == [3, 4]
        assert balance(tournament) == 10

    def test_a_reservation_is_released_and_a_paid_one_is_open_again(self) -> None:
        tournament = make_tournament()
        made = cards.reserve(tournament=tournament, actor=CASHIER, cards=2, new_person=PersonData("Moar Sepp"))
        cards.pay_reservation(tournament=tournament, actor=CASHIER, number=made.number)
        undo_last(tournament, CASHIER)
        assert tournament.reservations.get().state == Reservation.State.OPEN
        assert balance(tournament) == 0
        second = cards.reserve(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData("Huber Johann"))
        undo_last(tournament, CASHIER)
        assert tournament.reservations.get(number=second.number).state == Reservation.State.RELEASED
        assert_proved(tournament)

    def test_an_entry_of_the_cash_book_is_voided(self) -> None:
        tournament = make_tournament()
        cash.book(tournament=tournament, actor=CASHIER, kind=CashKind.FLOAT_IN, amount=Decimal(100), text="")
        undo_last(tournament, CASHIER)
        assert [entry.kind for entry in tournament.cash.all()] == ["float_in", "void"]
        assert balance(tournament) == 0

    def test_a_settlement_is_voided_on_both_sides(self) -> None:
        tournament = make_tournament()
        sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=20)
        seller = Actor(name="karl", role=Role.CASHIER, desk=sellers.desk_of(1))
        cards.sell(tournament=tournament, actor=seller, cards=2, new_person=PersonData("Moar Sepp"))
        sellers.settle(tournament=tournament, actor=CASHIER, number=1, amount=Decimal(10))
        assert sellers.owes(tournament, 1) == 0
        undo_last(tournament, CASHIER)
        assert sellers.owes(tournament, 1) == 10
        assert_proved(tournament)

    def test_only_ones_own_and_only_the_last(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        entry = last(tournament, CASHIER)
        other = Actor(name="resi", role=Role.CASHIER)
        assert undo.last_action(tournament, other, at_the_desk=True) is None
        sell(tournament, 1)
        with pytest.raises(Conflict):
            undo.undo(tournament=tournament, actor=CASHIER, entry=entry, at_the_desk=True)

    def test_only_within_ten_minutes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        later = clock.now() + undo.WITHIN + timedelta(seconds=1)
        monkeypatch.setattr(clock, "now", lambda: later)
        assert undo.last_action(tournament, CASHIER, at_the_desk=True) is None

    def test_not_once_the_sale_is_closed(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1, 1, 1, 1, 1)
        tournaments.close_sale(tournament=tournament, actor=DIRECTOR, numbers=8)
        with pytest.raises(Refused, match="während des Verkaufs"):
            undo_last(tournament, CASHIER)

    def test_a_scorer_undoes_nothing_at_the_desk(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1)
        with pytest.raises(Forbidden):
            undo.undo(
                tournament=tournament,
                actor=Actor("karl", Role.SCORER),
                entry=last(tournament, CASHIER),
                at_the_desk=True,
            )


class TestResult:
    def test_the_scorer_takes_his_last_entry_back_as_a_correction(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play(tournament, 1)
        undo_last(tournament, SCORER, at_the_desk=False)
        row = tournament.matches.get(serial=1)
        assert row.outcome == Outcome.OPEN
        assert [old["score"] for old in row.earlier] == [[2, 0]]
        assert row.right_card is not None
        assert row.right_card.state == CardState.IN
        entry = tournament.journal.last()
        assert entry is not None
        assert (entry.kind, entry.subject, entry.by) == ("correction", "match 1", "susi")
        assert_proved(tournament)
        play(tournament, 1)
        assert_proved(tournament)

    def test_the_last_one_of_a_round_too_while_nothing_is_drawn(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        undo_last(tournament, SCORER, at_the_desk=False)
        assert len(open_matches(tournament)) == 1
        assert_proved(tournament)

    def test_not_after_the_next_draw(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        draw(tournament)
        with pytest.raises(Refused):
            undo_last(tournament, SCORER, at_the_desk=False)

    def test_not_when_a_match_has_followed(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_on(tournament, 4)
        play_round(tournament)
        serial = tournament.matches.filter(stage="main", numbers=4).last()
        assert serial is not None
        entry = tournament.journal.filter(kind="result", subject=f"match {serial.serial}").get()
        assert entry.by == SCORER.name
        followed = tournament.matches.filter(stage="main", numbers=2).get()
        assert followed.outcome == Outcome.OPEN
        with pytest.raises(Refused, match="schon eine Begegnung entstanden"):
            undo_last(tournament, SCORER, at_the_desk=False)

    def test_a_withdrawal_is_not_undone_by_its_walkover(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        withdrawals.withdraw(tournament=tournament, actor=SCORER, cards=[1], reason="krank")
        with pytest.raises(Refused, match="zurückgezogen"):
            undo_last(tournament, SCORER, at_the_desk=False)


def test_after_the_end_a_reservation_stays_as_it_is() -> None:
    tournament = drawn_tournament(*[1] * 8)
    tournament.reservations.create(number=1, person=tournament.people.get(start_number=1), cards=1, made_at=clock.now())
    play_on(tournament)
    prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    with pytest.raises(Refused, match="beendet"):
        cards.release_reservation(tournament=fresh(tournament), actor=CASHIER, number=1)
