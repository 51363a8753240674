"""The fair draw: byes, giant, discarded attempts, self-meetings, and when it is refused."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.psd1_cases import card_fields
from tournament.domain import fair, psd1
from tournament.domain.drawing import Card, Draw, StepKind, base_list
from tournament.domain.psd1 import Field, Mode, Stream

keys = st.integers(0, 10**9).map(lambda i: psd1.hex_of(f"fair {i}"))
fields = card_fields(Mode.UNIFORM, most_numbers=16)


class Given:
    """The numbers named, then zeros."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def uint(self, n: int) -> int:
        return self.numbers.pop(0) if self.numbers else 0


def self_meetings(draw: Draw) -> int:
    return sum(pairing.left.start_number == pairing.right.start_number for pairing in draw.matches)


@settings(max_examples=300, deadline=None)
@given(field=fields, key=keys)
def test_every_card_exactly_once_and_byes_are_numbers_less_cards(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    drawn = [card for pairing in draw.matches for card in (pairing.left, pairing.right)]
    drawn += [bye.card for bye in draw.byes]
    assert Counter(drawn) == Counter(Card(s, k) for s, cards in field.people for k in range(1, cards + 1))
    assert len(draw.byes) == field.numbers - field.total
    numbers = [pairing.number for pairing in draw.matches] + [bye.number for bye in draw.byes]
    assert numbers == list(range(1, field.numbers // 2 + 1))


@settings(max_examples=300, deadline=None)
@given(field=fields, key=keys)
def test_nobody_meets_himself_while_it_can_be_avoided_else_exactly_g_less_m(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    left = Counter(card.start_number for p in draw.matches for card in (p.left, p.right))
    assert self_meetings(draw) == max(0, max(left.values()) - len(draw.matches))
    assert self_meetings(draw) == fair.self_meetings_unavoidable(left.values())
    if max(cards for _, cards in field.people) <= field.numbers // 2:
        assert self_meetings(draw) == 0


@settings(max_examples=200, deadline=None)
@given(field=fields, key=keys)
def test_what_follows_the_last_void_is_the_draw(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    byes: list[object] = []
    matches: list[object] = []
    for kind, *cards in draw.steps:
        if kind is StepKind.VOID:
            (matches if matches else byes).clear()
        elif kind is StepKind.BYE:
            byes.append(cards[0])
        else:
            matches.append(tuple(cards))
    assert byes == [bye.card for bye in draw.byes]
    assert matches == [(p.left, p.right) for p in draw.matches]


def test_base_list_is_by_cards_descending_then_start_number() -> None:
    cards = base_list(((1, 1), (2, 3), (5, 1), (9, 3)))
    assert [str(card) for card in cards] == ["2.1", "2.2", "2.3", "9.1", "9.2", "9.3", "1.1", "5.1"]


def test_byes_are_drawn_from_the_base_list_not_in_field_order() -> None:
    draw = fair.draw(((1, 1), (2, 3), (3, 3)), numbers=8, words=Given(0, 2))
    assert draw.byes[0].card == (2, 1)
    assert draw.byes[0].number == 4


def test_giant_is_determined_after_the_byes() -> None:
    # 1 and 2 hold three each; 1's first card is a bye, so 2 is the giant and goes first.
    draw = fair.draw(((1, 3), (2, 3), (3, 1)), numbers=8, words=Given(0))
    assert draw.byes[0].card == (1, 1)
    assert [str(pairing.left) for pairing in draw.matches] == ["2.1", "2.2", "2.3"]


def test_giant_of_two_with_as_many_cards_is_the_lower_start_number() -> None:
    draw = fair.draw(((3, 2), (7, 2)), numbers=4, words=Given(1))
    assert [(str(p.left), str(p.right)) for p in draw.matches] == [("3.1", "7.2"), ("3.2", "7.1")]


def test_byes_are_drawn_again_when_they_make_an_avoidable_giant() -> None:
    # 5 cards of 8: three byes. 1 holds 4, at most half of 8; were the one foreign card a bye, he would meet himself.
    words = Given(4, 0, 0, 0, 0, 0)
    draw = fair.draw(((1, 4), (2, 1)), numbers=8, words=words)
    kinds = [step[0] for step in draw.steps]
    assert kinds == ["bye", "bye", "bye", "void", "bye", "bye", "bye", "match"]
    assert draw.steps[0] == ("bye", (2, 1))
    assert [str(bye.card) for bye in draw.byes] == ["1.1", "1.2", "1.3"]
    assert words.numbers == []


def test_byes_stay_when_somebody_had_more_than_half_before() -> None:
    draw = fair.draw(((1, 5), (2, 1)), numbers=8, words=Given(5, 0))
    assert [step[0] for step in draw.steps] == ["bye", "bye", "match", "match"]
    assert self_meetings(draw) == 2


def test_rest_of_the_giant_pairs_up_in_order() -> None:
    draw = fair.draw(((1, 7), (2, 1)), numbers=8, words=Given())
    assert [f"{p.left} v {p.right}" for p in draw.matches] == ["1.1 v 2.1", "1.2 v 1.3", "1.4 v 1.5", "1.6 v 1.7"]


def test_one_person_with_everything_needs_no_word_without_byes() -> None:
    words = Stream("0" * 64)
    assert self_meetings(fair.draw(((4, 4),), numbers=4, words=words)) == 2
    assert words.used == 0


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        ([1] * 64, False),
        ([3] * 21 + [1], False),
        ([1], False),
        ([4096], False),  # the largest does not count
        ([26, 25], False),  # 25 x 24 : (2 x 50) = 6 exactly
        ([25, 25], True),  # 25 x 24 : (2 x 49) = 6.12
        ([24, 24], False),  # 24 x 23 : (2 x 47) = 5.87
        ([25, 26, 1, 1], False),  # 25 x 24 : (2 x 52), whatever the order
        ([20, 20, 20, 20], True),  # 3 x 20 x 19 : (2 x 79) = 7.2
    ],
)
def test_draw_is_refused_above_six_and_only_there(cards: list[int], refused: bool) -> None:
    assert fair.too_costly(cards) is refused
