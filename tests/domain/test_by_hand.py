"""The draw by hand: every rule checked at once, redraws, being stuck, and what must add up at the end."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tournament.domain import by_hand
from tournament.domain.by_hand import HandDraw, HandDrawError, Pot, Slip
from tournament.domain.hand_problems import ProblemCode

# Alois has three cards, Berta two, Cilli one; eight numbers: 1 ... 4 in each pot, two byes.
ALOIS, BERTA, CILLI = 1, 2, 3
CARDS = {ALOIS: [11, 12, 13], BERTA: [21, 22], CILLI: [31]}


def left(number: int, card: int) -> Slip:
    return Slip(Pot.LEFT, number, card)


def right(number: int, card: int) -> Slip:
    return Slip(Pot.RIGHT, number, card)


def after(*slips: Slip, numbers: int = 8, cards: dict[int, list[int]] = CARDS) -> HandDraw:
    state = by_hand.start(numbers, cards)
    for slip in slips:
        state = by_hand.add(state, slip)
    return state


def codes(state: HandDraw, slip: Slip) -> list[ProblemCode]:
    return [problem.code for problem in by_hand.verify_slip(state, slip)]


# Alois holds left 1, 2, 3; Berta left 4.
LEFT_EMPTY = (left(1, 11), left(2, 12), left(3, 13), left(4, 21))


def test_good_slip_has_no_problem_and_is_kept() -> None:
    state = after(left(3, 11))
    assert codes(state, left(1, 12)) == []
    assert state.left == {3: 11}
    assert state.steps == (("left", 3, 11),)


def test_state_is_never_changed() -> None:
    state = after(left(3, 11))
    by_hand.add(state, left(1, 12))
    assert state.left == {3: 11}


@pytest.mark.parametrize(
    ("slip", "code"),
    [
        (left(0, 12), ProblemCode.NUMBER_OUTSIDE),
        (left(5, 12), ProblemCode.NUMBER_OUTSIDE),
        (left(1, 12), ProblemCode.NUMBER_TAKEN),
        (left(2, 99), ProblemCode.CARD_UNKNOWN),
        (left(2, 11), ProblemCode.CARD_DRAWN),
        (right(2, 12), ProblemCode.WRONG_POT),
    ],
)
def test_slip_against_one_rule(slip: Slip, code: ProblemCode) -> None:
    state = after(left(1, 11))
    assert codes(state, slip) == [code]
    with pytest.raises(HandDrawError) as refusal:
        by_hand.add(state, slip)
    assert [problem.code for problem in refusal.value.problems] == [code]
    assert str(refusal.value)


def test_all_problems_at_once() -> None:
    state = after(left(1, 11))
    assert codes(state, left(1, 11)) == [ProblemCode.NUMBER_TAKEN, ProblemCode.CARD_DRAWN]
    assert codes(state, right(9, 99)) == [ProblemCode.NUMBER_OUTSIDE, ProblemCode.CARD_UNKNOWN, ProblemCode.WRONG_POT]


def test_problem_says_what_is_wrong() -> None:
    state = after(left(1, 11))
    assert [str(problem.text) for problem in by_hand.verify_slip(state, right(1, 12))] == [
        "Der linke Topf ist noch nicht leer: noch 3 Nummern."
    ]
    (taken,) = by_hand.verify_slip(state, left(1, 12))
    assert taken.text.params == {"number": 1, "holder": 11}


def test_same_number_may_be_drawn_once_from_each_pot() -> None:
    assert codes(after(*LEFT_EMPTY), right(1, 22)) == []
    assert codes(after(*LEFT_EMPTY, right(1, 22)), right(1, 31)) == [ProblemCode.NUMBER_TAKEN]


def test_own_number_on_the_right_goes_back_and_is_recorded_as_redraw() -> None:
    state = after(*LEFT_EMPTY)
    assert codes(state, right(4, 22)) == [ProblemCode.OWN_NUMBER]
    redrawn = by_hand.add(state, right(4, 22))
    assert redrawn.right == {}
    assert redrawn.steps[-1] == ("redraw", 4, 22)
    assert by_hand.add(redrawn, right(1, 22)).right == {1: 22}


def test_redraw_with_another_problem_is_refused() -> None:
    state = after(*LEFT_EMPTY, right(1, 22))
    assert codes(state, right(4, 21)) == [ProblemCode.CARD_DRAWN, ProblemCode.OWN_NUMBER]
    with pytest.raises(HandDrawError):
        by_hand.add(state, right(4, 21))


def test_complete_draw_gives_matches_and_byes_by_number() -> None:
    state = after(*LEFT_EMPTY, right(4, 22), right(2, 22), right(4, 31))
    assert by_hand.verify_complete(state) == ()
    result = by_hand.result(state)
    assert [(p.number, p.left, p.right) for p in result.matches] == [(2, 12, 22), (4, 21, 31)]
    assert [(bye.number, bye.card) for bye in result.byes] == [(1, 11), (3, 13)]
    assert result.steps == (
        ("left", 1, 11), ("left", 2, 12), ("left", 3, 13), ("left", 4, 21),
        ("redraw", 4, 22), ("right", 2, 22), ("right", 4, 31),
    )  # fmt: skip


def complete_codes(state: HandDraw) -> list[ProblemCode]:
    return [problem.code for problem in by_hand.verify_complete(state)]


def test_half_finished_draw_is_not_complete() -> None:
    assert complete_codes(after(left(1, 11))) == [ProblemCode.CARDS_MISSING, ProblemCode.LEFT_NOT_EMPTY]
    assert complete_codes(after(*LEFT_EMPTY, right(2, 22))) == [ProblemCode.CARDS_MISSING]
    with pytest.raises(HandDrawError):
        by_hand.result(after(*LEFT_EMPTY))


def test_pots_that_do_not_add_up() -> None:
    too_many = by_hand.start(4, CARDS)
    assert ProblemCode.TOO_MANY_CARDS in complete_codes(too_many)
    all_drawn = after(left(1, 1), left(2, 2), cards={1: [1], 2: [2]})
    assert complete_codes(all_drawn) == [ProblemCode.LEFT_NOT_EMPTY]
    only_byes = after(left(1, 1), left(2, 2), numbers=4, cards={1: [1], 2: [2]})
    assert complete_codes(only_byes) == [ProblemCode.RIGHT_UNTOUCHED]


# --- stuck with own numbers -------------------------------------------------------------------

# People draw while they buy: Alois comes back for his second card when only his own number is left.
STUCK_CARDS = {ALOIS: [11, 12], BERTA: [21], CILLI: [31]}
STUCK = (left(1, 11), left(2, 21), right(2, 31))


def stuck() -> HandDraw:
    return after(*STUCK, numbers=4, cards=STUCK_CARDS)


def test_only_own_numbers_left_is_noticed() -> None:
    assert by_hand.only_own_numbers_left(stuck(), ALOIS)
    assert not by_hand.only_own_numbers_left(stuck(), CILLI)
    before = after(*STUCK[:2], numbers=4, cards=STUCK_CARDS)
    assert not by_hand.only_own_numbers_left(before, ALOIS)


def test_avoidable_self_meeting_is_refused_even_if_accepted() -> None:
    assert codes(stuck(), right(1, 12)) == [ProblemCode.ONLY_OWN_NUMBERS]
    with pytest.raises(HandDrawError):
        by_hand.add(stuck(), right(1, 12), accept_self_meeting=True)


def test_right_hand_slips_are_voided_and_drawn_again() -> None:
    state = by_hand.void_right(stuck())
    assert state.right == {}
    assert state.left == {1: 11, 2: 21}
    assert state.steps[-1] == ("void",)
    again = by_hand.add(by_hand.add(state, right(2, 12)), right(1, 31))
    assert [(p.left, p.right) for p in by_hand.result(again).matches] == [(11, 31), (21, 12)]
    assert again.steps[2:4] == (("right", 2, 31), ("void",))


def test_right_hand_slips_stay_while_nobody_is_stuck() -> None:
    with pytest.raises(HandDrawError) as refusal:
        by_hand.void_right(after(*LEFT_EMPTY, right(1, 22)))
    assert [problem.code for problem in refusal.value.problems] == [ProblemCode.NOT_STUCK]


def test_nothing_to_void() -> None:
    with pytest.raises(HandDrawError) as refusal:
        by_hand.void_right(after(*LEFT_EMPTY))
    assert [problem.code for problem in refusal.value.problems] == [ProblemCode.RIGHT_UNTOUCHED]


GIANT = {ALOIS: [11, 12, 13], BERTA: [21]}


def test_unavoidable_self_meeting_can_be_accepted() -> None:
    state = after(left(1, 11), left(2, 21), right(2, 12), numbers=4, cards=GIANT)
    assert codes(state, right(1, 13)) == [ProblemCode.SELF_MEETING_UNAVOIDABLE]
    with pytest.raises(HandDrawError):
        by_hand.add(state, right(1, 13))
    accepted = by_hand.add(state, right(1, 13), accept_self_meeting=True)
    assert [(p.left, p.right) for p in by_hand.result(accepted).matches] == [(11, 13), (21, 12)]


def test_more_self_meetings_than_unavoidable_are_refused() -> None:
    # Alois holds five of eight: one self-meeting. Cilli took the one foreign number, so he would have two.
    cards = {ALOIS: [11, 12, 13, 14, 15], BERTA: [21], CILLI: [31]}
    state = after(*LEFT_EMPTY, right(4, 31), cards=cards)
    state = by_hand.add(state, right(1, 14), accept_self_meeting=True)
    assert codes(state, right(2, 15)) == [ProblemCode.ONLY_OWN_NUMBERS]
    assert by_hand.verify_void_right(state) == ()


def test_accepting_changes_nothing_where_there_is_no_self_meeting() -> None:
    state = by_hand.add(after(*LEFT_EMPTY), right(4, 22), accept_self_meeting=True)
    assert state.steps[-1] == ("redraw", 4, 22)


# --- going on later ---------------------------------------------------------------------------


def test_half_finished_draw_survives_a_restart() -> None:
    state = by_hand.void_right(stuck())
    stored = [list(step) for step in state.steps]
    assert by_hand.restore(4, STUCK_CARDS, stored) == state
    assert by_hand.replay(4, STUCK_CARDS, stored) == state


def test_replay_refuses_steps_against_the_rules() -> None:
    with pytest.raises(HandDrawError):
        by_hand.replay(8, CARDS, [["right", 1, 11]])
    with pytest.raises(HandDrawError):
        by_hand.replay(8, CARDS, [["void"]])


@pytest.mark.parametrize("step", [["bye", 11], ["left", 1], ["left", "1", 11], [], ["order", 1, 2]])
def test_replay_knows_only_steps_of_a_draw_by_hand(step: list[str | int]) -> None:
    with pytest.raises(ValueError, match="no step"):
        by_hand.replay(8, CARDS, [step])


def test_redraw_that_was_none_and_slip_that_was_a_redraw_do_not_follow() -> None:
    start = [list(step) for step in after(*LEFT_EMPTY).steps]
    for wrong in (["redraw", 1, 22], ["right", 4, 22]):
        with pytest.raises(ValueError, match="cannot follow"):
            by_hand.replay(8, CARDS, [*start, wrong])


def test_mistyped_slip_is_taken_back() -> None:
    state = after(*LEFT_EMPTY, right(1, 22))
    assert by_hand.take_back(state) == after(*LEFT_EMPTY)
    assert by_hand.take_back(by_hand.void_right(stuck())) == stuck()
    with pytest.raises(ValueError, match="no step"):
        by_hand.take_back(by_hand.start(8, CARDS))


def test_card_sold_after_the_first_slip_joins_the_draw() -> None:
    state = by_hand.with_cards(after(left(1, 11)), {**CARDS, 4: [41]})
    assert codes(state, left(2, 41)) == []


def test_drawn_card_cannot_leave_the_draw() -> None:
    with pytest.raises(HandDrawError) as refusal:
        by_hand.with_cards(after(left(1, 11)), {BERTA: [21, 22]})
    assert [problem.code for problem in refusal.value.problems] == [ProblemCode.CARD_UNKNOWN]


@pytest.mark.parametrize("numbers", [0, 1, 3, 6, 12])
def test_numbers_are_a_power_of_two(numbers: int) -> None:
    with pytest.raises(ValueError, match=str(numbers)):
        by_hand.start(numbers, CARDS)


# --- what always holds ------------------------------------------------------------------------


@st.composite
def evenings(draw: st.DrawFn) -> HandDraw:
    """A whole draw by hand: cards in any order, slips at random, voided and accepted as the rules ask."""
    numbers = draw(st.sampled_from([2, 4, 8]))
    owners = draw(st.lists(st.integers(1, 4), min_size=numbers // 2 + 1, max_size=numbers))
    cards: dict[int, list[int]] = {}
    for card, owner in enumerate(owners, start=1):
        cards.setdefault(owner, []).append(card)
    state = by_hand.start(numbers, cards)
    largest = max(cards, key=lambda owner: len(cards[owner]))
    for card in draw(st.permutations(range(1, len(owners) + 1)))[: numbers // 2]:
        pot = sorted(set(range(1, numbers // 2 + 1)) - state.left.keys())
        state = by_hand.add(state, left(draw(st.sampled_from(pot)), card))
    order = draw(st.permutations(sorted(state.owners.keys() - state.drawn)))
    for attempt in range(5):
        # From the second time on the person with most cards goes first: nobody takes his few foreign numbers away.
        ordered = sorted(order, key=lambda card: state.owners[card] != largest) if attempt else order
        state, finished = draw_right(draw, state, ordered)
        if finished:
            return state
        state = by_hand.void_right(state)
    return reject()


def draw_right(draw: st.DrawFn, state: HandDraw, order: list[int]) -> tuple[HandDraw, bool]:
    for card in order:
        while card not in state.drawn:
            number = draw(st.sampled_from(sorted(state.left.keys() - state.right.keys())))
            if ProblemCode.ONLY_OWN_NUMBERS in codes(state, right(number, card)):
                return state, False
            state = by_hand.add(state, right(number, card), accept_self_meeting=True)
    return state, True


@settings(max_examples=200, deadline=None)
@given(state=evenings())
def test_every_card_once_byes_add_up_and_self_meetings_are_as_few_as_possible(state: HandDraw) -> None:
    result = by_hand.result(state)
    drawn = [card for p in result.matches for card in (p.left, p.right)] + [bye.card for bye in result.byes]
    assert Counter(drawn) == Counter(state.owners.keys())
    assert len(result.byes) == state.numbers - len(state.owners)
    selves = Counter(state.owners[p.left] for p in result.matches if state.owners[p.left] == state.owners[p.right])
    held = Counter(state.owners.values())
    assert all(selves[owner] == max(0, held[owner] - state.half) for owner in held)


@settings(max_examples=100, deadline=None)
@given(state=evenings())
def test_steps_alone_bring_the_draw_back(state: HandDraw) -> None:
    cards: dict[int, list[int]] = {}
    for card, owner in state.owners.items():
        cards.setdefault(owner, []).append(card)
    stored = [list(step) for step in state.steps]
    assert by_hand.replay(state.numbers, cards, stored) == by_hand.restore(state.numbers, cards, stored) == state
