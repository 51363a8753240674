"""Many short entries in columns, read downwards and then to the right; the last page is filled evenly."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from .boxes import Align, Box, Valign
from .fitting import Fitted, fit, height_of
from .sheet import SOFT, Progress, Sheet
from .typeface import Face

_GAP = 5.0
_PAD = 0.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A small `mark` before a text (a number, a word), which is set strong where it matters."""

    mark: str
    text: str
    strong: bool = False


def flow(
    sheet: Sheet, entries: Sequence[Entry], *, columns: int, mark: float, size: float = 9, most_lines: int = 6, progress: Progress | None = None,
) -> None:  # fmt: skip
    """Set the entries from `sheet.y` downwards in so many columns, `mark` millimetres kept for what stands before the text."""
    wide = (sheet.inner - _GAP * (columns - 1)) / columns
    fitted = [
        fit(entry.text, wide - mark, height_of(most_lines, size), _face(entry), size, 6, most_lines) for entry in entries
    ]  # fmt: skip
    line = height_of(1, size)
    heights = [max(text.height, line) + _PAD for text in fitted]
    left_over = [*accumulate(reversed(heights), initial=0.0)][::-1]
    index = 0
    while index < len(entries):
        sheet.need(max(heights[index], min(left_over[index] / columns, 3 * line)))
        limit = sheet.bottom - sheet.y + 1e-6
        if left_over[index] <= columns * limit:
            # Whatever still fits on this page is spread over all columns.
            limit = min(limit, _even(heights[index:], columns, line))
        top, lowest = sheet.y, sheet.y
        for column in range(columns):
            y = top
            while index < len(entries) and y + heights[index] <= top + limit:
                box = Box(sheet.left + column * (wide + _GAP), y, wide, heights[index])
                _entry(sheet, entries[index], fitted[index], box, mark, size)
                y += heights[index]
                index += 1
            lowest = max(lowest, y)
        sheet.y = lowest
        if progress is not None:
            progress(index, len(entries))
    sheet.y += 2


def _even(heights: Sequence[float], columns: int, step: float) -> float:
    """The least height, to a line, at which so many columns hold all of them."""
    limit = max(sum(heights) / columns, *heights)
    while _columns(heights, limit) > columns:
        limit += step
    return limit + 1e-6


def _columns(heights: Sequence[float], limit: float) -> int:
    count, used = 1, 0.0
    for height in heights:
        if used + height > limit + 1e-6:
            count, used = count + 1, 0.0
        used += height
    return count


def _face(entry: Entry) -> Face:
    return Face.SEMIBOLD if entry.strong else Face.REGULAR


def _entry(sheet: Sheet, entry: Entry, text: Fitted, box: Box, mark: float, size: float) -> None:
    with sheet.tag("P"):
        if entry.mark:
            before = Box(box.x, box.y, mark - 1.4, height_of(1, size))
            sheet.cell(entry.mark, before, size=size, grey=SOFT, align=Align.RIGHT, most_lines=1)
        sheet.place(text, Box(box.x + mark, box.y, box.w - mark, text.height), _face(entry), Align.LEFT, Valign.TOP)
