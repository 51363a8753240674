"""The draw from two pots, left and right, each with the numbers 1 ... numbers/2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .drawing import Bye, Card, Draw, Numbers, Pairing, People, Step, StepKind


def draw(people: People, *, numbers: int, words: Numbers, multifirst: bool = False) -> Draw:
    """Draw persons one after another, each all his cards in one go: left pot first, then right.

    `people` ascending by start number, `numbers` a power of two with numbers/2 < cards <= numbers.
    With `multifirst` those with more than one card move to the front of the drawn order.
    Whoever draws his own left-hand number on the right draws again, unless nothing but own
    numbers are left there: then the card meets another one of the same person.
    """
    order = _draw_order(people, words)
    holdings = dict(people)
    if multifirst:
        order.sort(key=lambda start: holdings[start] == 1)  # stable: otherwise as drawn
    steps: list[Step] = [(StepKind.ORDER, *order)]
    cards = [Card(start, k) for start in order for k in range(1, holdings[start] + 1)]
    half = numbers // 2
    left = _draw_left(cards[:half], half, words, steps)
    right = _draw_right(cards[half:], left, words, steps)
    return Draw(
        matches=tuple(Pairing(number, left[number], right[number]) for number in sorted(right)),
        byes=tuple(Bye(number, left[number]) for number in sorted(left) if number not in right),
        order=tuple(order),
        steps=tuple(steps),
    )


def self_meetings_unavoidable(cards_per_person: Iterable[int], numbers: int) -> int:
    """How often somebody must meet himself, which is exactly how often he does: c - numbers/2.

    >>> self_meetings_unavoidable([6, 1], 8)
    2
    """
    return max(0, max(cards_per_person, default=0) - numbers // 2)


def _draw_order(people: People, words: Numbers) -> list[int]:
    waiting = [start for start, _ in people]
    return [waiting.pop(words.uint(len(waiting))) for _ in range(len(waiting))]


def _draw_left(cards: list[Card], half: int, words: Numbers, steps: list[Step]) -> dict[int, Card]:
    pot = list(range(1, half + 1))
    holders: dict[int, Card] = {}
    for card in cards:
        number = pot.pop(words.uint(len(pot)))
        holders[number] = card
        steps.append((StepKind.LEFT, number, card))
    return holders


def _draw_right(cards: list[Card], left: dict[int, Card], words: Numbers, steps: list[Step]) -> dict[int, Card]:
    pot = sorted(left)
    # How many numbers of each person are still in the pot: asked at every single redraw.
    in_pot = Counter(card.start_number for card in left.values())
    holders: dict[int, Card] = {}
    for card in cards:
        start = card.start_number
        while True:
            position = words.uint(len(pot))
            number = pot[position]
            owner = left[number].start_number
            if owner != start or in_pot[start] == len(pot):
                break
            steps.append((StepKind.REDRAW, number, card))
        del pot[position]
        in_pot[owner] -= 1
        holders[number] = card
        steps.append((StepKind.RIGHT, number, card))
    return holders
