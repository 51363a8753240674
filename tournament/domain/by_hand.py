"""The draw by hand: people draw slips from two real pots, staff types them, every rule is checked at once.

A `HandDraw` is never changed: `add`, `void_right` and `take_back` return the next one. Its steps tell all that
happened: a half-finished draw comes back from them after a restart (`restore`), and an archive is checked by them
(`replay`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from . import pots
from .drawing import Bye, Pairing, StepKind
from .hand_problems import Problem, ProblemCode, problem

HandStep = tuple[StepKind | int, ...]
"""``(LEFT | RIGHT | REDRAW, number, card number)`` or ``(VOID,)``: the right-hand slips went back."""


class Pot(StrEnum):
    """The two pots; each holds the numbers 1 ... numbers/2."""

    LEFT = "left"
    RIGHT = "right"


class HandDrawError(ValueError):
    """What was asked breaks the rules named in `problems`; nothing has changed."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(each.text for each in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip as it is called out: pot, number on it, number of the card it was drawn for."""

    pot: Pot
    number: int
    card: int


@dataclass(frozen=True, slots=True)
class HandDraw:
    """A draw by hand so far. `numbers`: a power of two from 2; `owners`: card number -> start number."""

    numbers: int
    owners: Mapping[int, int]
    left: Mapping[int, int]
    """Number in the left pot -> card that drew it."""
    right: Mapping[int, int]
    steps: tuple[HandStep, ...]

    @property
    def half(self) -> int:
        """How many numbers each pot holds."""
        return self.numbers // 2

    @property
    def drawn(self) -> frozenset[int]:
        """The cards that have their slip."""
        return frozenset(self.left.values()) | frozenset(self.right.values())


@dataclass(frozen=True, slots=True)
class HandResult:
    """The outcome by pot number, in card numbers: left holder against right holder, byes of the left holders."""

    matches: tuple[Pairing[int], ...]
    byes: tuple[Bye[int], ...]
    steps: tuple[HandStep, ...]


def start(numbers: int, cards: Mapping[int, Iterable[int]]) -> HandDraw:
    """Begin a draw: `cards` gives the card numbers of every start number.

    ValueError unless `numbers` is a power of two from 2.
    """
    if numbers < 2 or numbers & (numbers - 1):
        raise ValueError(numbers)
    return HandDraw(numbers=numbers, owners=_owners(cards), left={}, right={}, steps=())


def with_cards(state: HandDraw, cards: Mapping[int, Iterable[int]]) -> HandDraw:
    """Go on with other cards, where people draw while they buy. HandDrawError if a drawn card is not among them."""
    owners = _owners(cards)
    gone = sorted(state.drawn - owners.keys())
    if gone:
        raise HandDrawError(tuple(problem(ProblemCode.CARD_UNKNOWN, card=card) for card in gone))
    return replace(state, owners=owners)


def verify_slip(state: HandDraw, slip: Slip) -> tuple[Problem, ...]:
    """All problems of a slip at once; none: it can be added.

    OWN_NUMBER alone can be added too: that records the redraw. SELF_MEETING_UNAVOIDABLE alone can be accepted.
    """
    taken = state.left if slip.pot is Pot.LEFT else state.right
    problems = []
    if not 1 <= slip.number <= state.half:
        problems.append(problem(ProblemCode.NUMBER_OUTSIDE, number=slip.number, last=state.half))
    if slip.number in taken:
        problems.append(problem(ProblemCode.NUMBER_TAKEN, number=slip.number, holder=taken[slip.number]))
    if slip.card not in state.owners:
        problems.append(problem(ProblemCode.CARD_UNKNOWN, card=slip.card))
    elif slip.card in state.drawn:
        problems.append(problem(ProblemCode.CARD_DRAWN, card=slip.card))
    if slip.pot is Pot.RIGHT and len(state.left) < state.half:
        problems.append(problem(ProblemCode.WRONG_POT, left=state.half - len(state.left)))
    elif _is_own_number(state, slip):
        problems.append(_own_number(state, slip))
    return tuple(problems)


def add(state: HandDraw, slip: Slip, *, accept_self_meeting: bool = False) -> HandDraw:
    """Take the slip; his own number on the right goes back and is recorded as a redraw.

    HandDrawError with all problems otherwise. `accept_self_meeting` takes a self-meeting that nobody could avoid.
    """
    problems = verify_slip(state, slip)
    codes = [each.code for each in problems]
    if codes == [ProblemCode.OWN_NUMBER]:
        return replace(state, steps=(*state.steps, (StepKind.REDRAW, slip.number, slip.card)))
    if codes and not (accept_self_meeting and codes == [ProblemCode.SELF_MEETING_UNAVOIDABLE]):
        raise HandDrawError(problems)
    step: HandStep = (StepKind(slip.pot.value), slip.number, slip.card)
    if slip.pot is Pot.LEFT:
        return replace(state, left={**state.left, slip.number: slip.card}, steps=(*state.steps, step))
    return replace(state, right={**state.right, slip.number: slip.card}, steps=(*state.steps, step))


def only_own_numbers_left(state: HandDraw, start_number: int) -> bool:
    """Whether this person, if he has still to draw, would find nothing on the right but what he holds on the left."""
    waiting = any(owner == start_number for card, owner in state.owners.items() if card not in state.drawn)
    return waiting and len(state.left) == state.half and not _foreign_numbers(state, start_number)


def verify_void_right(state: HandDraw) -> tuple[Problem, ...]:
    """What speaks against putting all right-hand slips back: allowed only when somebody is stuck with own numbers."""
    if not state.right:
        return (problem(ProblemCode.RIGHT_UNTOUCHED),)
    waiting = {owner for card, owner in state.owners.items() if card not in state.drawn}
    if not any(only_own_numbers_left(state, owner) for owner in waiting):
        return (problem(ProblemCode.NOT_STUCK),)
    return ()


def void_right(state: HandDraw) -> HandDraw:
    """Put all right-hand slips back, to be drawn again. HandDrawError unless somebody is stuck."""
    problems = verify_void_right(state)
    if problems:
        raise HandDrawError(problems)
    return replace(state, right={}, steps=(*state.steps, (StepKind.VOID,)))


def take_back(state: HandDraw) -> HandDraw:
    """The draw without its last step, where staff mistyped. ValueError if there is none."""
    if not state.steps:
        raise ValueError("no step to take back")
    return _rebuilt(state, state.steps[:-1])


def verify_complete(state: HandDraw) -> tuple[Problem, ...]:
    """All reasons why the draw cannot be finished: cards without a slip, pots that do not add up."""
    problems = []
    cards, missing = len(state.owners), len(state.owners.keys() - state.drawn)
    if cards > state.numbers:
        problems.append(problem(ProblemCode.TOO_MANY_CARDS, cards=cards, numbers=state.numbers))
    if missing:
        problems.append(problem(ProblemCode.CARDS_MISSING, count=missing))
    if len(state.left) < state.half:
        problems.append(problem(ProblemCode.LEFT_NOT_EMPTY, left=state.half - len(state.left)))
    elif not state.right and not missing:
        # Byes for everybody would be no round: more than half of the numbers must be drawn.
        problems.append(problem(ProblemCode.RIGHT_UNTOUCHED))
    return tuple(problems)


def result(state: HandDraw) -> HandResult:
    """Matches and byes of a complete draw, ascending by number. HandDrawError if it is not complete."""
    problems = verify_complete(state)
    if problems:
        raise HandDrawError(problems)
    numbers = sorted(state.left)
    return HandResult(
        matches=tuple(Pairing(n, state.left[n], state.right[n]) for n in numbers if n in state.right),
        byes=tuple(Bye(n, state.left[n]) for n in numbers if n not in state.right),
        steps=state.steps,
    )


def restore(numbers: int, cards: Mapping[int, Iterable[int]], steps: Iterable[Iterable[str | int]]) -> HandDraw:
    """A draw from steps that were checked when they were made; lists as stored are understood."""
    return _rebuilt(start(numbers, cards), (_typed(tuple(step)) for step in steps))


def replay(numbers: int, cards: Mapping[int, Iterable[int]], steps: Iterable[Iterable[str | int]]) -> HandDraw:
    """A draw from its steps, every one checked again by the same rules; lists as stored are understood.

    HandDrawError for a step against the rules, ValueError for something that is no step of a draw by hand.
    """
    return reduce(_take_step, (_typed(tuple(step)) for step in steps), start(numbers, cards))


def _rebuilt(state: HandDraw, steps: Iterable[HandStep]) -> HandDraw:
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    steps = tuple(steps)
    for step in steps:
        match step:
            case (StepKind.LEFT, int() as number, int() as card):
                left[number] = card
            case (StepKind.RIGHT, int() as number, int() as card):
                right[number] = card
            case (StepKind.VOID,):
                right = {}
    return replace(state, left=left, right=right, steps=steps)


def _typed(step: tuple[str | int, ...]) -> HandStep:
    match step:
        case ("void",):
            return (StepKind.VOID,)
        case ("left" | "right" | "redraw" as kind, int() as number, int() as card):
            return (StepKind(kind), number, card)
        case _:
            raise ValueError(f"no step of a draw by hand: {step}")


def _take_step(state: HandDraw, step: HandStep) -> HandDraw:
    match step:
        case (StepKind.VOID,):
            return void_right(state)
        case (kind, int() as number, int() as card):
            pot = Pot.LEFT if kind is StepKind.LEFT else Pot.RIGHT
            after = add(state, Slip(pot, number, card), accept_self_meeting=True)
            if after.steps[-1] == step:
                return after
    raise ValueError(f"this step cannot follow: {step}")


def _owners(cards: Mapping[int, Iterable[int]]) -> dict[int, int]:
    return {card: owner for owner, numbers in cards.items() for card in numbers}


def _is_own_number(state: HandDraw, slip: Slip) -> bool:
    owner = state.owners.get(slip.card)
    return slip.pot is Pot.RIGHT and slip.number in state.left and state.owners[state.left[slip.number]] == owner


def _foreign_numbers(state: HandDraw, start_number: int) -> bool:
    """Whether the right pot still holds a number whose left holder is somebody else's card."""
    return any(state.owners[card] != start_number for number, card in state.left.items() if number not in state.right)


def _own_number(state: HandDraw, slip: Slip) -> Problem:
    owner = state.owners[slip.card]
    if _foreign_numbers(state, owner):
        return problem(ProblemCode.OWN_NUMBER, number=slip.number)
    cards = sum(other == owner for other in state.owners.values())
    met_himself = sum(
        state.owners[card] == owner == state.owners[state.left[number]] for number, card in state.right.items()
    )
    if met_himself < pots.self_meetings_unavoidable([cards], state.numbers):
        return problem(ProblemCode.SELF_MEETING_UNAVOIDABLE)
    return problem(ProblemCode.ONLY_OWN_NUMBERS)
