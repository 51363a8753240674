"""Cards sold to the wrong person, namesakes mixed up, and the rebuy into byes of round 1."""

import pytest

from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play_on,
    sell,
)
from tests.services.test_late_corrections import assert_proved
from tournament.models import CardState, Outcome, Side, Tournament
from tournament.services import card_moves, draws, prizes, rebuys, results
from tournament.services.errors import Refused
from tournament.services.results import Report

pytestmark = pytest.mark.django_db


class TestMove:
    def test_the_draw_stays_and_the_new_owner_plays(self) -> None:
        tournament = drawn_tournament(2, 2, 1, 1, 1, 1)
        field = tournament.draws.get().field
        card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(1, 3)], reason="an den Falschen verkauft")
        assert tournament.cards.select_related("owner").get(number=1).owner.start_number == 3
        assert tournament.draws.get().field == field
        assert_proved(tournament)
        play_on(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)

    def test_two_namesakes_are_put_right_in_one_go(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        match = tournament.matches.select_related("left_card__owner", "right_card__owner").get(serial=1)
        assert match.left_card is not None
        assert match.right_card is not None
        left, right = match.left_card, match.right_card
        moved = card_moves.move(
            tournament=tournament, actor=DIRECTOR, reason="vertauscht",
            moves=[(left.number, right.owner.start_number), (right.number, left.owner.start_number)],
        )  # fmt: skip
        assert moved.self_meetings == ()
        assert_proved(tournament)

    def test_who_would_meet_himself_does_not_play(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        match = tournament.matches.select_related("left_card__owner", "right_card").get(serial=1)
        assert match.left_card is not None
        assert match.right_card is not None
        moved = card_moves.move(
            tournament=tournament,
            actor=DIRECTOR,
            moves=[(match.right_card.number, match.left_card.owner.start_number)],
            reason="war seine",
        )
        assert moved.self_meetings == (1,)
        assert tournament.matches.get(serial=1).outcome == "self"
        assert_proved(tournament)

    def test_a_lost_card_stays_where_it_was_lost(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        results.record(tournament=tournament, actor=SCORER, match=1, report=Report(Outcome.PLAYED, Side.LEFT, (2, 0)))
        lost = tournament.cards.get(state=CardState.OUT)
        with pytest.raises(Refused):
            card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(lost.number, 1)], reason="x")

    def test_during_the_sale_the_limit_holds(self) -> None:
        tournament = make_tournament(max_cards_per_person=2)
        sell(tournament, 2, 2)
        with pytest.raises(Refused):
            card_moves.move(tournament=tournament, actor=CASHIER, moves=[(1, 2)], reason="x")
        card_moves.move(tournament=tournament, actor=CASHIER, moves=[(1, 2), (3, 1)], reason="vertauscht")
        assert_proved(tournament)


class TestRebuy:
    @pytest.fixture
    def tournament(self) -> Tournament:
        made = make_tournament(cards_offered=16, rebuy=True, rebuy_limit=1)
        sell(made, 2, *[1] * 8)
        close(made)
        draw(fresh(made))
        return fresh(made)

    def test_byes_stay_open_and_the_card_takes_the_lowest_one_that_is_not_his_own(self, tournament: Tournament) -> None:
        byes = rebuys.open_byes(tournament)
        assert len(byes) == 6
        bought = rebuys.rebuy(tournament=tournament, actor=CASHIER, start_number=1)
        expected = next(bye for bye in byes if bye.left_card is not None and bye.left_card.owner.start_number != 1)
        assert bought.match == expected.serial
        assert tournament.cash.order_by("-number")[0].kind == "rebuy"
        assert_proved(tournament)

    def test_closed_the_rest_are_byes_and_the_evening_goes_on(self, tournament: Tournament) -> None:
        rebuys.rebuy(tournament=tournament, actor=CASHIER, start_number=5)
        rebuys.close(tournament=fresh(tournament), actor=DIRECTOR)
        assert tournament.matches.filter(outcome="bye").count() == 5
        assert_proved(tournament)
        play_on(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)

    def test_limit_and_end(self, tournament: Tournament) -> None:
        rebuys.rebuy(tournament=tournament, actor=CASHIER, start_number=5)
        with pytest.raises(Refused) as refused:
            rebuys.rebuy(tournament=fresh(tournament), actor=CASHIER, start_number=5)
        assert refused.value.codes == ("limit",)
        for start in (1, 2, 3, 4, 6):
            rebuys.rebuy(tournament=fresh(tournament), actor=CASHIER, start_number=start)
        with pytest.raises(Refused) as refused:
            rebuys.rebuy(tournament=fresh(tournament), actor=CASHIER, start_number=7)
        assert refused.value.codes == ("no_bye",)

    def test_an_open_bye_has_no_result_and_holds_the_next_draw(self, tournament: Tournament) -> None:
        bye = rebuys.open_byes(tournament)[0]
        with pytest.raises(Refused):
            results.record(
                tournament=tournament, actor=SCORER, match=bye.serial, report=Report(Outcome.WALKOVER, Side.LEFT)
            )
        for serial in open_matches(tournament):
            if tournament.matches.get(serial=serial).right_card_id:
                results.record(
                    tournament=tournament, actor=SCORER, match=serial, report=Report(Outcome.PLAYED, Side.LEFT, (2, 0))
                )
        with pytest.raises(Refused):
            draws.prepare(tournament=fresh(tournament), actor=DIRECTOR)
