"""Lines grouped under a name: the name stands before the first line, and again where a page begins within its group."""

from collections.abc import Sequence
from dataclasses import dataclass

from .boxes import Box, Valign
from .fitting import Fitted, fit, height_of
from .sheet import LINE, SOFT, Progress, Sheet
from .table import PAD_X, PAD_Y, Column, head_height
from .typeface import Face

#: Groups up to this height are not cut in two.
_WHOLE = 48.0


@dataclass(frozen=True, slots=True)
class Group:
    """A name, and its lines: a text for every column but the first."""

    head: str
    lines: Sequence[Sequence[str]]


def grouped(
    sheet: Sheet, columns: Sequence[Column], groups: Sequence[Group], *, progress: Progress | None = None
) -> None:
    """Set the groups from `sheet.y` downwards, headings repeated on every page; the first column is the name's."""
    setting = _Setting(sheet, columns)
    for index, group in enumerate(groups):
        setting.add(group)
        if progress is not None and index % 25 == 24:
            progress(index + 1, len(groups))
    setting.close()


class _Setting:
    """A list while it is being set."""

    def __init__(self, sheet: Sheet, columns: Sequence[Column]) -> None:
        total = sum(column.share for column in columns)
        self.sheet, self.columns = sheet, columns
        self.widths = [sheet.inner * column.share / total for column in columns]
        self.started = False

    def add(self, group: Group) -> None:
        """One group, over as many pages as it takes."""
        head = self._fit(group.head, 0)
        lines = [[self._fit(text, index) for index, text in enumerate(line, 1)] for line in group.lines]
        heights = [max(cell.height for cell in line) + 2 * PAD_Y for line in lines]
        first = head.height + 2 * PAD_Y
        whole = max(first, sum(heights))
        self._need(whole if whole <= _WHOLE else max(first, heights[0]))
        while lines:
            count, used = 0, 0.0
            while count < len(lines) and self.sheet.y + used + heights[count] <= self.sheet.bottom + 1e-6:
                used += heights[count]
                count += 1
            self._set(head, lines[:count], heights[:count])
            del lines[:count], heights[:count]
            if lines:
                self._need(max(first, heights[0]))

    def close(self) -> None:
        """The line below the last group."""
        self._rule()
        self.sheet.y += 3

    def _fit(self, text: str, index: int) -> Fitted:
        column = self.columns[index]
        room = height_of(column.most_lines, column.size)
        return fit(
            text, self.widths[index] - 2 * PAD_X, room, column.face, column.size, column.smallest, column.most_lines
        )

    def _need(self, height: float) -> None:
        if not self.started:
            height += head_height(self.columns)
        if self.sheet.need(height) or not self.started:
            self._heads()
        self.started = True

    def _heads(self) -> None:
        sheet, height, x = self.sheet, head_height(self.columns), self.sheet.left
        with sheet.tag("P"):
            for column, wide in zip(self.columns, self.widths, strict=True):
                box = Box(x, sheet.y, wide, height).inset(PAD_X, 0)
                sheet.cell(column.title, box, face=Face.SEMIBOLD, size=9, align=column.align, grey=SOFT, most_lines=1)
                x += wide
        sheet.y += height

    def _rule(self) -> None:
        with self.sheet.artifact():
            self.sheet.line(self.sheet.left, self.sheet.y, self.sheet.right, self.sheet.y, weight=0.2, grey=LINE)

    def _set(self, head: Fitted, lines: Sequence[Sequence[Fitted]], heights: Sequence[float]) -> None:
        sheet, y = self.sheet, self.sheet.y
        self._rule()
        with sheet.tag("P"):
            box = Box(sheet.left, y, self.widths[0], head.height + 2 * PAD_Y).inset(PAD_X, PAD_Y)
            sheet.place(head, box, self.columns[0].face, self.columns[0].align, Valign.TOP)
            for line, height in zip(lines, heights, strict=True):
                x = sheet.left + self.widths[0]
                for cell, column, wide in zip(line, self.columns[1:], self.widths[1:], strict=True):
                    sheet.place(
                        cell,
                        Box(x, y, wide, height).inset(PAD_X, PAD_Y),
                        column.face,
                        column.align,
                        Valign.TOP,
                        column.grey,
                    )
                    x += wide
                y += height
        sheet.y = max(y, sheet.y + head.height + 2 * PAD_Y)
