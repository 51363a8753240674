"""Draws by hand: typed slip by slip, everything checked at once, nothing lost by a restart."""

import pytest

from tests.factories import DIRECTOR, close, fresh, make_tournament, sell
from tournament.models import Tournament
from tournament.services import hand_draws, tournaments
from tournament.services.errors import Conflict, Refused

pytestmark = pytest.mark.django_db


def begun(*holdings: int, **settings: object) -> Tournament:
    tournament = make_tournament(**{"method": "by-hand"} | settings)
    sell(tournament, *holdings)
    close(tournament)
    hand_draws.start(tournament=fresh(tournament), actor=DIRECTOR)
    return fresh(tournament)


def slips(tournament: Tournament, *called: tuple[str, int, int], **given: bool) -> None:
    for pot, number, card in called:
        hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot=pot, number=number, card=card, **given)


def test_a_complete_draw_makes_the_matches_by_pot_number() -> None:
    tournament = begun(1, 1, 1, 1, 1)
    slips(tournament, ("left", 3, 1), ("left", 1, 2), ("left", 4, 3), ("left", 2, 4), ("right", 3, 5))
    hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR)
    rows = list(
        tournament.matches.order_by("number").values_list(
            "number", "left_card__number", "right_card__number", "outcome"
        )
    )
    assert rows == [(1, 2, None, "bye"), (2, 4, None, "bye"), (3, 1, 5, "open"), (4, 3, None, "bye")]
    made = tournament.draws.get()
    assert (made.method, made.field, made.secret, made.check_sum) == ("by-hand", None, None, None)
    assert made.steps[0] == ["left", 3, 1]


@pytest.mark.parametrize(
    ("slip", "code"),
    [
        (("left", 9, 2), "number_outside"),
        (("left", 3, 2), "number_taken"),
        (("left", 2, 1), "card_drawn"),
        (("left", 2, 99), "card_unknown"),
        (("right", 2, 2), "wrong_pot"),
    ],
)
def test_every_rule_is_checked_at_once_and_nothing_is_stored(slip: tuple[str, int, int], code: str) -> None:
    tournament = begun(*[1] * 8)
    slips(tournament, ("left", 3, 1))
    with pytest.raises(Refused) as refused:
        slips(tournament, slip)
    assert code in refused.value.codes
    assert fresh(tournament).hand_draw.slips == [["left", 3, 1]]


def test_his_own_number_on_the_right_goes_back_and_is_kept() -> None:
    tournament = begun(2, 1, 1, 1, 1)
    slips(tournament, ("left", 1, 1), ("left", 2, 3), ("left", 3, 4), ("left", 4, 5), ("right", 1, 2))
    assert fresh(tournament).hand_draw.slips[-1] == ["redraw", 1, 2]
    slips(tournament, ("right", 2, 2))
    assert fresh(tournament).hand_draw.slips[-1] == ["right", 2, 2]


def test_two_tabs_one_slip() -> None:
    tournament = begun(*[1] * 8)
    version = tournament.hand_draw.version
    hand_draws.add_slip(tournament=tournament, actor=DIRECTOR, pot="left", number=1, card=1, version=version)
    with pytest.raises(Conflict):
        hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot="left", number=2, card=2, version=version)


def test_the_last_slip_can_be_taken_back() -> None:
    tournament = begun(*[1] * 8)
    slips(tournament, ("left", 3, 1), ("left", 2, 2))
    hand_draws.take_back(tournament=fresh(tournament), actor=DIRECTOR)
    assert fresh(tournament).hand_draw.slips == [["left", 3, 1]]


def test_incomplete_it_does_not_count() -> None:
    tournament = begun(*[1] * 8)
    slips(tournament, ("left", 3, 1))
    with pytest.raises(Refused):
        hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR)
    assert not tournament.draws.exists()


def test_people_can_draw_while_they_buy() -> None:
    tournament = make_tournament(method="by-hand")
    sell(tournament, 2)
    hand_draws.start(tournament=fresh(tournament), actor=DIRECTOR)
    slips(tournament, ("left", 4, 1), ("left", 1, 2))
    sell(tournament, 2, 1)
    slips(tournament, ("left", 2, 3), ("left", 3, 4))
    with pytest.raises(Refused):
        hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR)
    tournaments.close_sale(tournament=fresh(tournament), actor=DIRECTOR, numbers=8)
    slips(tournament, ("right", 1, 5))
    assert hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR).round == 1


def test_too_few_sold_for_the_pots_means_beginning_anew() -> None:
    tournament = make_tournament(method="by-hand", cards_offered=16)
    sell(tournament, 2)
    hand_draws.start(tournament=fresh(tournament), actor=DIRECTOR)
    sell(tournament, 3)
    with pytest.raises(Refused) as refused:
        tournaments.close_sale(tournament=fresh(tournament), actor=DIRECTOR, numbers=8)
    assert refused.value.codes == ("hand_draw",)
