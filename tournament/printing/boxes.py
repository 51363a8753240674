"""Boxes on a page, how texts stand in them, and a record of where they stand for whoever asks."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum


class Paper(Enum):
    """Width and height in millimetres, upright."""

    A4 = (210.0, 297.0)
    A3 = (297.0, 420.0)


class Align(Enum):
    """Where a text stands in its box, from left to right."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class Valign(Enum):
    """Where a text stands in its box, from top to bottom."""

    TOP = 0.0
    MIDDLE = 0.5
    BOTTOM = 1.0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.h

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        """The box within, `dx` from left and right, `dy` (or dx) from top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def top(self, h: float) -> "Box":
        """Its upper part."""
        return Box(self.x, self.y, self.w, h)

    def below(self, h: float) -> "Box":
        """What is left below the upper part."""
        return Box(self.x, self.y + h, self.w, self.h - h)

    def left(self, w: float) -> "Box":
        """Its left part."""
        return Box(self.x, self.y, w, self.h)

    def beside(self, w: float) -> "Box":
        """What is left beside the left part."""
        return Box(self.x + w, self.y, self.w - w, self.h)

    def columns(self, count: int, gap: float = 0.0) -> "tuple[Box, ...]":
        """So many boxes of one width beside each other."""
        w = (self.w - gap * (count - 1)) / count
        return tuple(Box(self.x + index * (w + gap), self.y, w, self.h) for index in range(count))


@dataclass(frozen=True, slots=True)
class Placed:
    """A text as it was set: its page, what of the box its letters cover, the box, and whether it was shortened."""

    page: int
    text: str
    ink: Box
    cell: Box
    cut: bool


_placed: ContextVar[list[Placed] | None] = ContextVar("placed", default=None)


def recorded() -> list[Placed] | None:
    """Where texts are written down at the moment, if anywhere."""
    return _placed.get()


@contextmanager
def recording() -> Iterator[list[Placed]]:
    """Every text set within this block, for tests."""
    found: list[Placed] = []
    token = _placed.set(found)
    try:
        yield found
    finally:
        _placed.reset(token)
