"""The fast line of a draw by hand: forgiving in form, never guessing in meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain import by_hand
from tournament.domain.by_hand import HandDraw, Pot, Slip
from tournament.domain.slip_line import LineCode, Named, SlipLine, SlipLineError, parse, resolve, whose_turn

# Huber Johann twice, from different places; Alois has three cards.
ALOIS, HUBER_RASSACH, HUBER_STAINZ, SNJARIC = 1, 2, 3, 4
CARDS = {ALOIS: [11, 12, 13], HUBER_RASSACH: [21, 22], HUBER_STAINZ: [31], SNJARIC: [41]}
PEOPLE = {
    ALOIS: Named("Öllinger Alois", "Großsölk"),
    HUBER_RASSACH: Named("Huber Johann", "Rassach"),
    HUBER_STAINZ: Named("Huber Johann", "Stainz"),
    SNJARIC: Named("Šnjarić Đurđa"),
}


def after(*slips: tuple[Pot, int, int]) -> HandDraw:
    state = by_hand.start(8, CARDS)
    for pot, number, card in slips:
        state = by_hand.add(state, Slip(pot, number, card))
    return state


def code_of(text: str, state: HandDraw) -> LineCode:
    with pytest.raises(SlipLineError) as error:
        resolve(parse(text), state, PEOPLE)
    return error.value.code


@pytest.mark.parametrize(
    "text",
    [
        "L 17 23",
        "l17 23",
        "  l  17   23 ",
        "links 17 23",
        "L17/23",
        "l:17, 23",
        "Li 17 Karte 23",
        "L 17 #23",
        "L-17-23",
        "left 17 k23",
    ],
)
def test_pot_number_card_in_any_dress(text: str) -> None:
    assert parse(text) == SlipLine(Pot.LEFT, 17, 23)


@pytest.mark.parametrize("text", ["R 4 Huber", "r4 Huber", "rechts 4, Huber"])
def test_a_name_may_stand_for_the_card(text: str) -> None:
    assert parse(text) == SlipLine(Pot.RIGHT, 4, None, "Huber")


@pytest.mark.parametrize("text", ["", "17 23", "X 17 23", "L", "L Huber", "L 17b 23", "Löwe 3 4"])
def test_what_is_no_line_is_not_understood(text: str) -> None:
    with pytest.raises(SlipLineError) as error:
        parse(text)
    assert error.value.code is LineCode.NOT_UNDERSTOOD


@given(st.text(max_size=40))
def test_any_text_is_a_line_or_a_sentence(text: str) -> None:
    try:
        said = f"{parse(text).pot}."
    except SlipLineError as error:
        said = error.text
    assert said.endswith(".")


def test_a_card_number_is_taken_as_it_is_even_if_unknown() -> None:
    # The rules of the draw name what is wrong with it, together with everything else.
    assert resolve(parse("L 1 99"), after(), PEOPLE) == Slip(Pot.LEFT, 1, 99)


def test_a_name_stands_for_the_next_card_without_a_slip() -> None:
    state = after((Pot.LEFT, 2, 11))
    assert resolve(parse("L 3 Alois"), state, PEOPLE).card == 12


@pytest.mark.parametrize("name", ["öl", "oel", "Ol", "alois", "ALOIS öll", "gro"])
def test_two_letters_are_enough_however_they_are_spelled(name: str) -> None:
    assert resolve(parse(f"L 3 {name}"), after(), PEOPLE).card == 11


def test_one_letter_is_not() -> None:
    assert code_of("L 3 ö", after()) is LineCode.NAME_TOO_SHORT


def test_namesakes_are_asked_about_with_place_and_card() -> None:
    with pytest.raises(SlipLineError) as error:
        resolve(parse("L 3 Huber"), after(), PEOPLE)
    assert error.value.code is LineCode.NAME_NOT_UNIQUE
    assert "Huber Johann (Rassach), Karte 21; Huber Johann (Stainz), Karte 31" in error.value.text


def test_the_place_tells_namesakes_apart() -> None:
    assert resolve(parse("L 3 Huber Stainz"), after(), PEOPLE).card == 31


def test_who_has_no_card_left_does_not_make_a_name_ambiguous() -> None:
    assert resolve(parse("L 3 Huber"), after((Pot.LEFT, 2, 31)), PEOPLE).card == 21


def test_who_has_drawn_all_his_cards_is_named() -> None:
    assert code_of("L 3 Šnjarić", after((Pot.LEFT, 2, 41))) is LineCode.ALL_DRAWN


def test_unknown_name() -> None:
    assert code_of("L 3 Moar", after()) is LineCode.NAME_UNKNOWN


def test_without_card_it_is_whose_turn_it_is() -> None:
    state = after((Pot.LEFT, 2, 11))
    assert whose_turn(state) == ALOIS
    assert resolve(parse("L 4"), state, PEOPLE) == Slip(Pot.LEFT, 4, 12)


def test_without_card_and_nobody_in_turn_it_asks_for_whom() -> None:
    assert whose_turn(after()) is None
    assert code_of("L 4", after()) is LineCode.FOR_WHOM
    done = after((Pot.LEFT, 2, 41))
    assert whose_turn(done) is None
    assert code_of("L 4", done) is LineCode.FOR_WHOM


def test_who_put_his_own_number_back_is_still_in_turn() -> None:
    state = after((Pot.LEFT, 1, 11), (Pot.LEFT, 2, 12), (Pot.LEFT, 3, 21), (Pot.LEFT, 4, 41))
    state = by_hand.add(state, Slip(Pot.RIGHT, 3, 22))
    assert state.steps[-1][0] == "redraw"
    assert whose_turn(state) == HUBER_RASSACH
