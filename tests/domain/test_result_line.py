"""The quick line: what a scorer types in a hurry is understood, or it is said what to type."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain.result_line import Code, LineError, parse_code, parse_score, parse_winner
from tournament.domain.scores import possible_scores, score_problems
from tournament.domain.terms import Outcome, Side

HUBER, MOAR = "Huber Johann", "Moar vulgo Stöckl Sepp"


@pytest.mark.parametrize(
    ("text", "code"),
    [("12", Code(12)), (" 012 ", Code(12)), ("P3", Code(3, True)), ("p 3", Code(3, True)), ("p1", Code(1, True))],
)
def test_a_match_is_named_by_its_pot_number_or_as_placement_match(text: str, code: Code) -> None:
    assert parse_code(text) == code


@pytest.mark.parametrize("text", ["", "0", "P0", "P6", "zwölf", "-3", "1.5", "123456", "P", "٣", "12 l"])
def test_other_numbers_name_no_match(text: str) -> None:
    with pytest.raises(LineError, match="keine Begegnung"):
        parse_code(text)


@pytest.mark.parametrize("text", ["l", "L", "1", "links", "hu", "JO", " hub "])
def test_the_left_one_is_named_by_side_number_or_the_beginning_of_a_word_of_the_name(text: str) -> None:
    assert parse_winner(text, HUBER, MOAR) is Side.LEFT


@pytest.mark.parametrize("text", ["r", "2", "rechts", "mo", "sto", "stoe", "Sepp"])
def test_and_so_the_right_one(text: str) -> None:
    assert parse_winner(text, HUBER, MOAR) is Side.RIGHT


def test_one_letter_is_always_a_side() -> None:
    assert parse_winner("l", "Rainer", "Lechner") is Side.LEFT
    assert parse_winner("le", "Rainer", "Lechner") is Side.RIGHT


def test_letters_that_fit_both_names_ask_for_the_side() -> None:
    with pytest.raises(LineError, match="passt auf beide Namen"):
        parse_winner("hu", HUBER, "Huber Resi")


def test_letters_that_fit_neither_say_what_to_type() -> None:
    with pytest.raises(LineError, match="die ersten zwei Buchstaben"):
        parse_winner("xy", HUBER, MOAR)


def test_nothing_typed_is_no_winner() -> None:
    assert parse_winner("  ", HUBER, MOAR) is None


@pytest.mark.parametrize("text", ["2:1", "21", "2 1", "2-1", "2 : 1", "2.1"])
def test_the_winners_bummerl_come_first_however_it_is_written(text: str) -> None:
    assert parse_score(text, Side.LEFT).score == (2, 1)
    assert parse_score(text, Side.RIGHT).score == (1, 2)


def test_a_score_read_off_the_paper_fits_the_right_winner() -> None:
    assert parse_score("1:2", Side.RIGHT).score == (1, 2)


def test_a_winner_who_is_behind_is_not_turned_around_silently() -> None:
    assert parse_score("1:2", Side.LEFT).score == (1, 2)  # the service names the contradiction


@pytest.mark.parametrize(
    ("text", "outcome", "score"),
    [
        ("k", Outcome.WALKOVER, None), ("Kampflos", Outcome.WALKOVER, None), ("a", Outcome.RETIRED, None),
        ("a 1:0", Outcome.RETIRED, (1, 0)), ("a10", Outcome.RETIRED, (1, 0)), ("Aufgabe 0:1", Outcome.RETIRED, (0, 1)),
        ("b", Outcome.DOUBLE_WALKOVER, None), ("", Outcome.PLAYED, None),
    ],
)  # fmt: skip
def test_other_endings_have_a_letter(text: str, outcome: Outcome, score: tuple[int, int] | None) -> None:
    said = parse_score(text, Side.LEFT)
    assert (said.outcome, said.score) == (outcome, score)


@pytest.mark.parametrize("text", ["zwei zu eins", "2", "2:1:0", "211", "a b", "2:", "-1:2", "²¹"])
def test_a_score_that_is_none_says_how_one_looks(text: str) -> None:
    with pytest.raises(LineError, match="zum Beispiel 2:1"):
        parse_score(text, Side.LEFT)


@given(st.sampled_from([1, 2, 3]), st.sampled_from(list(Side)), st.data())
def test_every_possible_score_is_understood_for_either_winner(to_win: int, side: Side, data: st.DataObject) -> None:
    won, lost = data.draw(st.sampled_from(possible_scores(to_win)))
    said = parse_score(data.draw(st.sampled_from([f"{won}:{lost}", f"{won}{lost}"])), side)
    assert said.score is not None
    assert score_problems(said.score, side, to_win) == ()


@given(st.text(max_size=12))
def test_whatever_is_typed_gets_an_answer(text: str) -> None:
    for parse in (parse_code, lambda t: parse_score(t, None), lambda t: parse_winner(t, HUBER, MOAR)):
        with contextlib.suppress(LineError):  # the answer; nothing else may come
            parse(text)
