"""Fitting a text into a cell: first at full size, then on several lines, then smaller, at the very last cut with an ellipsis."""

import functools
import re
from dataclasses import dataclass

from .typeface import PT, Face, printable, width

ELLIPSIS = "…"
LEADING = 1.18
SMALLEST = 5.5
_STEP = 0.5
_TOLERANCE = 1e-6
_HYPHENATED = re.compile(r"[^-–/]+[-–/]*|[-–/]+")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines that fit, at a size in points. `cut`: something had to be left out."""

    lines: tuple[str, ...]
    size: float
    cut: bool = False

    @property
    def height(self) -> float:
        """Height of the block in millimetres."""
        return height_of(len(self.lines), self.size)


def height_of(lines: int, size: float, leading: float = LEADING) -> float:
    """Height of so many lines in millimetres."""
    return lines * size * leading * PT


@functools.lru_cache(maxsize=20_000)
def wrap(text: str, available: float, face: Face, size: float) -> tuple[str, ...]:
    """Lines no wider than `available` millimetres; broken at spaces, inside a word only where it is wider than a line."""
    space = width(" ", face, size)
    lines: list[str] = []
    for paragraph in printable_lines(text):
        line, used = "", 0.0
        for word in paragraph.split():
            wide = width(word, face, size)
            if line and used + space + wide <= available + _TOLERANCE:
                line, used = f"{line} {word}", used + space + wide
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, available, face, size) if wide > available + _TOLERANCE else [word]
            lines += full
            used = width(line, face, size)
        lines.append(line)
    return tuple(lines) or ("",)


def printable_lines(text: str) -> list[str]:
    """The text in printable characters, its line breaks kept."""
    return [printable(line) for line in text.splitlines()] or [""]


@functools.lru_cache(maxsize=20_000)
def fit(
    text: str, available: float, height: float, face: Face = Face.REGULAR, size: float = 10, smallest: float = SMALLEST,
    most_lines: int | None = None,
) -> Fitted:  # fmt: skip
    """The text as large as it fits into a cell of these millimetres, `size` points at most.

    A text that stays on one line with a slightly smaller size is not broken: names read best in one piece.
    """
    one_line = _one_line(text, available, height, face, size, smallest=max(smallest, size * 0.8))
    if one_line:
        return one_line
    now = size
    while now >= smallest:
        lines = wrap(text, available, face, now)
        few_enough = most_lines is None or len(lines) <= most_lines
        if few_enough and height_of(len(lines), now) <= height + _TOLERANCE:
            return Fitted(lines, now)
        now -= _STEP
    room = max(1, int((height + _TOLERANCE) / height_of(1, smallest)))
    room = room if most_lines is None else min(room, most_lines)
    lines = wrap(text, available, face, smallest)
    if len(lines) <= room:
        return Fitted(lines, smallest)
    last = shortened(" ".join(lines[room - 1 :]), available, face, smallest)
    return Fitted((*lines[: room - 1], last), smallest, cut=True)


def shortened(text: str, available: float, face: Face, size: float) -> str:
    """One line, ending with an ellipsis where it does not fit."""
    text = printable(text)
    if width(text, face, size) <= available + _TOLERANCE:
        return text
    while text and width(text + ELLIPSIS, face, size) > available:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def _one_line(text: str, available: float, height: float, face: Face, size: float, *, smallest: float) -> Fitted | None:
    lines = printable_lines(text)
    if len(lines) != 1:
        return None
    line = " ".join(lines[0].split())
    wide = width(line, face, size)
    fitting = size if wide <= available + _TOLERANCE else size * available / wide
    fitting = min(fitting, height / height_of(1, 1))
    return Fitted((line,), fitting) if fitting >= smallest - _TOLERANCE else None


def _pieces(word: str, available: float, face: Face, size: float) -> list[str]:
    """A word wider than a line, in pieces that are not: after a hyphen where there is one, else anywhere."""
    pieces: list[str] = []
    piece, used = "", 0.0
    for part in _HYPHENATED.findall(word):
        wide = width(part, face, size)
        if piece and used + wide > available:
            pieces.append(piece)
            piece, used = "", 0.0
        if wide <= available:
            piece, used = piece + part, used + wide
            continue
        for char in part:
            wide = width(char, face, size)
            if piece and used + wide > available:
                pieces.append(piece)
                piece, used = "", 0.0
            piece, used = piece + char, used + wide
    return [*pieces, piece]
