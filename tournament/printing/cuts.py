"""Several pieces on a page, with marks where scissors go."""

from .boxes import Box
from .sheet import EDGE, LINE, Sheet


def pieces(sheet: Sheet, columns: int, rows: int) -> tuple[Box, ...]:
    """The whole page in equal boxes, row by row; they touch each other and the edge of the paper."""
    w, h = sheet.width / columns, sheet.height / rows
    return tuple(Box(column * w, row * h, w, h) for row in range(rows) for column in range(columns))


def marks(sheet: Sheet, columns: int, rows: int, *, whole: bool = True) -> None:
    """Dashed lines between the pieces, from one printable edge to the other; only short ticks without `whole`."""
    with sheet.artifact():
        for column in range(1, columns):
            x = sheet.width * column / columns
            _mark(sheet, (x, EDGE), (x, sheet.height - EDGE), whole=whole)
        for row in range(1, rows):
            y = sheet.height * row / rows
            _mark(sheet, (EDGE, y), (sheet.width - EDGE, y), whole=whole)


def _mark(sheet: Sheet, start: tuple[float, float], end: tuple[float, float], *, whole: bool) -> None:
    if whole:
        sheet.dashes(*start, *end)
        return
    dx, dy = (6.0, 0.0) if start[1] == end[1] else (0.0, 6.0)
    sheet.line(*start, start[0] + dx, start[1] + dy, weight=0.2, grey=LINE)
    sheet.line(end[0] - dx, end[1] - dy, *end, weight=0.2, grey=LINE)
