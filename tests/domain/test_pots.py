"""The two pots: order, left, right, redraws, byes and self-meetings."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.psd1_cases import card_fields
from tournament.domain import pots, psd1
from tournament.domain.drawing import Card, StepKind
from tournament.domain.psd1 import Field, Mode, Stream

keys = st.integers(0, 10**9).map(lambda i: psd1.hex_of(f"pots {i}"))
fields = card_fields(Mode.TWOPOT, Mode.TWOPOT_MULTIFIRST)


class Zeros:
    """Always the first of the pot; a redraw takes the next one."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)

    def uint(self, n: int) -> int:
        return self.numbers.pop(0) if self.numbers else 0


def cards_of(field: Field) -> Counter[Card]:
    return Counter(Card(start, k) for start, cards in field.people for k in range(1, cards + 1))


@settings(max_examples=300, deadline=None)
@given(field=fields, key=keys)
def test_every_card_exactly_once_and_byes_are_numbers_less_cards(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    drawn = [card for pairing in draw.matches for card in (pairing.left, pairing.right)]
    drawn += [bye.card for bye in draw.byes]
    assert Counter(drawn) == cards_of(field)
    assert len(draw.byes) == field.numbers - field.total
    numbers = [pairing.number for pairing in draw.matches] + [bye.number for bye in draw.byes]
    assert sorted(numbers) == list(range(1, field.numbers // 2 + 1))


@settings(max_examples=300, deadline=None)
@given(field=fields, key=keys)
def test_self_meetings_are_exactly_those_that_cannot_be_avoided(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    selves = sum(pairing.left.start_number == pairing.right.start_number for pairing in draw.matches)
    cards = [count for _, count in field.people]
    assert selves == max(0, max(cards) - field.numbers // 2)
    assert selves == pots.self_meetings_unavoidable(cards, field.numbers)


@settings(max_examples=300, deadline=None)
@given(field=fields, key=keys)
def test_steps_tell_the_whole_draw(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    left = {number: card for kind, number, card in draw.steps[1:] if kind is StepKind.LEFT}
    right = {number: card for kind, number, card in draw.steps[1:] if kind is StepKind.RIGHT}
    assert draw.steps[0] == (StepKind.ORDER, *draw.order)
    assert [(p.number, p.left, p.right) for p in draw.matches] == [(n, left[n], right[n]) for n in sorted(right)]
    for kind, number, card in draw.steps[1:]:
        if kind is StepKind.REDRAW:
            assert left[number].start_number == card.start_number


@settings(max_examples=200, deadline=None)
@given(field=fields, key=keys)
def test_persons_draw_in_the_order_drawn_each_all_his_cards_in_one_go(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    slips = [step[2] for step in draw.steps[1:] if step[0] in (StepKind.LEFT, StepKind.RIGHT)]
    held = dict(field.people)
    assert slips == [Card(start, k) for start in draw.order for k in range(1, held[start] + 1)]
    kinds = [step[0] for step in draw.steps[1:]]
    assert set(kinds[: field.numbers // 2]) == {StepKind.LEFT}
    assert StepKind.LEFT not in kinds[field.numbers // 2 :]


@settings(max_examples=200, deadline=None)
@given(field=card_fields(Mode.TWOPOT), key=keys)
def test_multifirst_is_the_same_order_with_several_cards_first(field: Field, key: str) -> None:
    plain = psd1.draw(field, Stream(key)).order
    multifirst = pots.draw(field.people, numbers=field.numbers, words=Stream(key), multifirst=True).order
    held = dict(field.people)
    assert multifirst == (*(s for s in plain if held[s] > 1), *(s for s in plain if held[s] == 1))


def test_redraw_takes_nothing_out_of_the_pot() -> None:
    # 1 draws left 1, 2 and straddles: on the right he finds 1, then 2 (both his own), then 3.
    draw = pots.draw(((1, 3), (2, 2), (3, 1)), numbers=8, words=Zeros(0, 0, 0, 0, 0, 0, 0, 0, 1, 2))
    assert draw.order == (1, 2, 3)
    # 1 holds left 1, 2, 3; 2 holds left 4 and draws right: position 0 is 1.
    assert draw.steps[1:] == (
        ("left", 1, (1, 1)), ("left", 2, (1, 2)), ("left", 3, (1, 3)), ("left", 4, (2, 1)),
        ("right", 1, (2, 2)), ("right", 3, (3, 1)),
    )  # fmt: skip


def test_own_number_on_the_right_is_drawn_again() -> None:
    draw = pots.draw(((1, 1), (2, 2)), numbers=4, words=Zeros(0, 0, 0, 0, 1, 1, 0))
    assert draw.steps == (
        ("order", 1, 2), ("left", 1, (1, 1)), ("left", 2, (2, 1)),
        ("redraw", 2, (2, 2)), ("redraw", 2, (2, 2)), ("right", 1, (2, 2)),
    )  # fmt: skip


def test_with_nothing_but_own_numbers_left_it_is_a_self_meeting() -> None:
    draw = pots.draw(((1, 4),), numbers=4, words=Zeros())
    assert [(p.left, p.right) for p in draw.matches] == [((1, 1), (1, 3)), ((1, 2), (1, 4))]
    assert [step[0] for step in draw.steps] == ["order", "left", "left", "right", "right"]


def test_giant_who_goes_last_leaves_one_number_to_somebody_else() -> None:
    # 2 has three of four cards: one self-meeting, and only after the foreign number is gone.
    draw = pots.draw(((1, 1), (2, 3)), numbers=4, words=Zeros())
    assert [step[:2] for step in draw.steps[3:]] == [("right", 1), ("right", 2)]
    draw = pots.draw(((1, 1), (2, 3)), numbers=4, words=Zeros(0, 0, 0, 0, 1, 0))
    assert [step[:2] for step in draw.steps[3:]] == [("redraw", 2), ("right", 1), ("right", 2)]


@pytest.mark.parametrize(
    ("cards", "numbers", "expected"), [([3, 2, 1], 8, 0), ([5, 1], 8, 1), ([8], 8, 4), ([4], 8, 0)]
)
def test_unavoidable_self_meetings_are_cards_less_half_the_numbers(
    cards: list[int], numbers: int, expected: int
) -> None:
    assert pots.self_meetings_unavoidable(cards, numbers) == expected
