"""Prizes: walking down the places, ties settled by lot or play-off, handing out, and the end."""

from decimal import Decimal

import pytest

from tests.factories import CASHIER, DIRECTOR, draw, drawn_tournament, fresh, play_round, played_tournament
from tournament import convert
from tournament.models import Tournament
from tournament.services import draws, prizes
from tournament.services.errors import Refused
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db


def played(*holdings: int, **settings: object) -> Tournament:
    tournament = played_tournament(*holdings, **settings)
    return fresh(tournament)


def test_eight_places_are_played_out_and_finish_writes_them_down() -> None:
    tournament = played(*[1] * 16)
    prizes.finish(tournament=tournament, actor=DIRECTOR)
    places = list(tournament.places.values_list("place", "shared_until", "settled_by"))
    assert places[:8] == [(n, None, "match") for n in range(1, 9)]
    assert places[8:] == [(9, 16, None)] * 8
    assert tournament.journal.order_by("-number")[0].kind == "finish"


def test_with_one_prize_per_person_prizes_walk_down_and_places_stay() -> None:
    tournament = played(*[4] * 8, prize_policy="one_prize_per_person")
    while ties := convert.prize_awards(tournament, convert.ranking(tournament)).open_ties:
        prizes.prepare_lot(tournament=tournament, actor=DIRECTOR, place=ties[0].first)
        draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["7"])
    prizes.finish(tournament=tournament, actor=DIRECTOR)
    winners = list(tournament.prizes.values_list("winner__start_number", flat=True))
    assert sorted(winners) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_tie_that_a_prize_depends_on_must_be_settled_first() -> None:
    tournament = played(*[1] * 16)
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, 11)])
    with pytest.raises(Refused) as refused:
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    assert refused.value.codes == ("tie",)
    assert "9 bis 16" in str(refused.value)
    group = prizes.tie_group(tournament, 9)
    prizes.record_play_off(tournament=tournament, actor=DIRECTOR, place=9, order=group[::-1])
    prizes.finish(tournament=tournament, actor=DIRECTOR)
    assert list(tournament.places.filter(place=9).values_list("card__number", "settled_by")) == [
        (group[-1], "play_off")
    ]


def test_a_play_off_names_every_card_of_the_group_once() -> None:
    tournament = played(*[1] * 16)
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, 11)])
    group = prizes.tie_group(tournament, 9)
    for order in (group[:-1], (*group, group[0]), (1,)):
        with pytest.raises(Refused):
            prizes.record_play_off(tournament=tournament, actor=DIRECTOR, place=9, order=order)


def test_nothing_is_handed_out_while_a_card_of_the_winner_is_in_play() -> None:
    tournament = drawn_tournament(*[1] * 16)
    play_round(tournament)
    draw(tournament)
    with pytest.raises(Refused):
        prizes.hand_out(tournament=tournament, actor=CASHIER, place=1)


def test_handed_out_once() -> None:
    tournament = played(*[1] * 8)
    first, second = (prizes.hand_out(tournament=tournament, actor=CASHIER, place=2, request_key="k") for _ in range(2))
    assert first == second
    with pytest.raises(Refused):
        prizes.hand_out(tournament=tournament, actor=CASHIER, place=2)


def test_a_prize_fetched_the_next_day_is_noted_and_the_tournament_still_ends_with_its_end() -> None:
    tournament = played(*[1] * 8)
    prizes.finish(tournament=tournament, actor=DIRECTOR)
    prizes.hand_out(tournament=fresh(tournament), actor=CASHIER, place=3)
    assert [e.kind for e in tournament.journal.order_by("-number")[:2]] == ["finish", "prize_handed_out"]


def test_not_finished_while_something_is_open() -> None:
    with pytest.raises(Refused) as refused:
        prizes.finish(tournament=drawn_tournament(*[1] * 8), actor=DIRECTOR)
    assert refused.value.codes == ("open",)


def test_the_end_can_be_taken_back_with_a_reason() -> None:
    tournament = played(*[1] * 8)
    prizes.finish(tournament=tournament, actor=DIRECTOR)
    prizes.reopen(tournament=fresh(tournament), actor=DIRECTOR, reason="falsches Ergebnis")
    assert not tournament.places.exists()
    prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    assert tournament.places.count() == 8


@pytest.mark.parametrize(
    "bad",
    [[PrizeData(2)], [PrizeData(1), PrizeData(1)], [PrizeData(1, value=Decimal("-1"))]],
)
def test_a_list_of_prizes_has_no_gaps_and_no_negative_values(bad: list[PrizeData]) -> None:
    tournament = drawn_tournament(*[1] * 8)
    with pytest.raises(Refused):
        prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=bad)
    assert tournament.prizes.count() == 8
