"""The lot that puts a tie group of cards into an order."""

from __future__ import annotations

from .drawing import Draw, Numbers, People, StepKind


def draw(people: People, *, words: Numbers) -> Draw:
    """Draw one by one; each person stands in the list once for each of his cards in the group.

    `people` are (start number, cards in the group), ascending. The order names start numbers.
    """
    waiting = [start for start, cards in people for _ in range(cards)]
    order = tuple(waiting.pop(words.uint(len(waiting))) for _ in range(len(waiting)))
    return Draw(matches=(), byes=(), order=order, steps=((StepKind.ORDER, *order),))
