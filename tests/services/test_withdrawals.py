"""Leaving: open matches become walkovers, what is left becomes byes, beaten cards give up their placement matches."""

import pytest

from tests.factories import (
    DIRECTOR,
    SCORER,
    close,
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
from tournament import convert
from tournament.models import CardState, DrawStage
from tournament.services import withdrawals
from tournament.services.errors import Forbidden, Refused

pytestmark = pytest.mark.django_db


def test_an_open_match_of_a_withdrawn_card_is_a_walkover() -> None:
    tournament = drawn_tournament(*[1] * 8)
    left = withdrawals.withdraw(tournament=tournament, actor=SCORER, cards=[3], reason="krank")
    match = tournament.matches.get(serial=left.matches[0])
    assert match.outcome == "walkover"
    winner = match.left_card if match.winner_side == "left" else match.right_card
    assert winner is not None
    assert winner.number != 3
    assert tournament.cards.get(number=3).state == CardState.WITHDRAWN


def test_a_person_leaves_with_all_his_cards() -> None:
    tournament = drawn_tournament(3, *[1] * 5)
    left = withdrawals.withdraw(tournament=tournament, actor=SCORER, start_number=1, reason="muss heim")
    assert left.cards == (1, 2, 3)
    assert tournament.people.get(start_number=1).withdrawn


def test_before_the_first_draw_the_missing_card_becomes_a_bye() -> None:
    tournament = make_tournament()
    sell(tournament, *[1] * 8)
    close(tournament)
    withdrawals.withdraw(tournament=fresh(tournament), actor=DIRECTOR, cards=[8], reason="krank")
    draw(tournament)
    assert tournament.matches.filter(outcome="bye").count() == 1
    assert tournament.withdrawals.get().before_round == 1


def test_between_rounds_it_counts_for_the_round_it_would_have_been_drawn_for() -> None:
    tournament = drawn_tournament(*[1] * 8)
    play_round(tournament)
    winner = tournament.cards.filter(state=CardState.IN).first()
    assert winner is not None
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[winner.number], reason="krank")
    assert tournament.withdrawals.get().before_round == 2
    draw(tournament)
    assert tournament.matches.filter(round=2, outcome="bye").count() == 1


def test_a_beaten_card_that_left_is_not_drawn_for_places_five_to_eight() -> None:
    tournament = drawn_tournament(*[1] * 8)
    play_round(tournament)
    draw(tournament)
    loser = tournament.cards.filter(state=CardState.OUT).first()
    assert loser is not None
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[loser.number], reason="heim")
    draw(tournament, DrawStage.PLACES)
    drawn = tournament.matches.filter(stage="place5-8")
    assert loser.pk not in {pk for m in drawn for pk in (m.left_card_id, m.right_card_id)}
    assert drawn.get(number=2).outcome == "bye"
    assert tournament.cards.get(pk=loser.pk).state == CardState.OUT


def test_the_excluded_rank_nowhere_and_only_the_director_excludes() -> None:
    tournament = drawn_tournament(*[1] * 8)
    with pytest.raises(Forbidden):
        withdrawals.withdraw(tournament=tournament, actor=SCORER, cards=[3], reason="hat geflucht", excluded=True)
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[3], reason="hat betrogen", excluded=True)
    play_on(tournament)
    assert 3 not in {row.card for row in convert.ranking(fresh(tournament)).rows}


def test_when_the_last_open_match_falls_the_next_round_is_due() -> None:
    tournament = drawn_tournament(*[1] * 8)
    last = open_matches(tournament)[-1]
    for serial in open_matches(tournament)[:-1]:
        play(tournament, serial)
    match = tournament.matches.select_related("left_card").get(serial=last)
    assert match.left_card is not None
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[match.left_card.number], reason="krank")
    assert draw(tournament).round == 2


@pytest.mark.parametrize("reason", ["", "  "])
def test_a_reason_is_needed(reason: str) -> None:
    with pytest.raises(Refused):
        withdrawals.withdraw(tournament=drawn_tournament(*[1] * 8), actor=DIRECTOR, cards=[1], reason=reason)


def test_a_card_that_is_out_long_ago_cannot_leave() -> None:
    tournament = drawn_tournament(*[1] * 16)
    play_round(tournament)
    out = tournament.cards.filter(state=CardState.OUT).first()
    assert out is not None
    with pytest.raises(Refused):
        withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[out.number], reason="heim")
