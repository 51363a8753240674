"""How a draw is shown to the hall: in how many steps."""

from collections.abc import Sequence
from typing import Any


def steps_to_show(stage: str, steps: Sequence[Sequence[Any]]) -> int:
    """In how many steps a draw is shown; a lot (`stage`) person by person, though it is stored as one order.

    >>> steps_to_show("lot", [["order", 4, 7, 9]]), steps_to_show("main", [["order", 4, 7], ["left", 1, 3]])
    (3, 2)
    """
    if stage == "lot":
        return sum(len(step) - 1 for step in steps if step[0] == "order")
    return len(steps)
