"""Tables that repeat their headings on every page and never cut a row in two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .boxes import Align, Box, Valign
from .fitting import Fitted, fit, height_of
from .sheet import BLACK, LINE, SHADE, SOFT, Progress, Sheet
from .typeface import Face


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, its share of the width, and how its cells are set. `most_lines`: how far a text may wrap."""

    title: str
    share: float
    align: Align = Align.LEFT
    face: Face = Face.REGULAR
    size: float = 10.5
    grey: int = BLACK
    most_lines: int = 4
    smallest: float = 7.5


@dataclass(frozen=True, slots=True)
class Row:
    """A row: a text per column. `strong` rows are set in semibold; `rule` draws a heavier line above (a new group)."""

    cells: Sequence[str]
    strong: bool = False
    rule: bool = False


PAD_X, PAD_Y = 1.6, 0.9
_HEAD = 9.0


def table(
    sheet: Sheet, columns: Sequence[Column], rows: Iterable[Row], *, x: float | None = None, w: float | None = None,
    zebra: bool = True, progress: Progress | None = None,
) -> None:  # fmt: skip
    """Set the rows from `sheet.y` downwards; `sheet.y` is below the last one then."""
    x, w = sheet.left if x is None else x, sheet.inner if w is None else w
    total = sum(column.share for column in columns)
    widths = [w * column.share / total for column in columns]
    all_rows = list(rows)
    fitted_rows = ((row, _fitted(row, columns, widths)) for row in all_rows)
    shaded = False
    for index, (row, cells) in enumerate(fitted_rows):
        height = max(cell.height for cell in cells) + 2 * PAD_Y
        if index == 0:
            sheet.need(head_height(columns) + height)
            _head(sheet, columns, widths, x)
        elif sheet.need(height):
            _head(sheet, columns, widths, x)
            shaded = False
        if zebra and shaded:
            with sheet.artifact():
                sheet.frame(Box(x, sheet.y, w, height), weight=0, tint=SHADE)
        if row.rule:
            with sheet.artifact():
                sheet.line(x, sheet.y, x + w, sheet.y, weight=0.4)
        _row(sheet, columns, widths, row, cells, x, height)
        shaded = not shaded
        sheet.y += height
        if progress is not None and index % 50 == 49:
            progress(index + 1, len(all_rows))
    with sheet.artifact():
        sheet.line(x, sheet.y, x + w, sheet.y, weight=0.25, grey=LINE)
    sheet.y += 3


def head_height(columns: Sequence[Column]) -> float:
    """Height of the line of headings; 0 where no column has one."""
    return height_of(1, _HEAD) + 2 * PAD_Y if any(column.title for column in columns) else 0.0


def _face(column: Column, row: Row) -> Face:
    return Face.SEMIBOLD if row.strong and column.face is Face.REGULAR else column.face


def _fitted(row: Row, columns: Sequence[Column], widths: Sequence[float]) -> list[Fitted]:
    """Every cell as large as its column's size allows, with as many lines as it may have."""
    return [
        fit(
            text, wide - 2 * PAD_X, height_of(column.most_lines, column.size), _face(column, row), column.size,
            column.smallest, column.most_lines,
        )
        for text, column, wide in zip(row.cells, columns, widths, strict=True)
    ]  # fmt: skip


def _head(sheet: Sheet, columns: Sequence[Column], widths: Sequence[float], x: float) -> None:
    height = head_height(columns)
    if not height:
        return
    with sheet.tag("P"):
        left = x
        for column, wide in zip(columns, widths, strict=True):
            box = Box(left, sheet.y, wide, height).inset(PAD_X, 0)
            sheet.cell(column.title, box, face=Face.SEMIBOLD, size=_HEAD, align=column.align, grey=SOFT, most_lines=1)
            left += wide
    with sheet.artifact():
        sheet.line(x, sheet.y + height, x + sum(widths), sheet.y + height, weight=0.4)
    sheet.y += height


def _row(
    sheet: Sheet,
    columns: Sequence[Column],
    widths: Sequence[float],
    row: Row,
    cells: Sequence[Fitted],
    x: float,
    height: float,
) -> None:
    with sheet.tag("P"):
        left = x
        for column, wide, fitted in zip(columns, widths, cells, strict=True):
            box = Box(left, sheet.y, wide, height).inset(PAD_X, PAD_Y)
            one_line = len(fitted.lines) == 1
            sheet.place(
                fitted, box, _face(column, row), column.align, Valign.MIDDLE if one_line else Valign.TOP, column.grey
            )
            left += wide
