"""The tournament tree on paper: on its side, the final on the first sheet; start numbers before the names of whoever plays on."""

from django.utils.translation import gettext as _

from tournament.domain.tree import Joint, Standing
from tournament.queries.printed_tree import PrintedTree, TreeBand, TreeLine
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align, Box, Paper, Valign
from .fitting import height_of
from .flow import Entry, flow
from .sheet import BLACK, LINE, SOFT, Progress, Sheet
from .typeface import Face, width

_MARGIN = 11.0
_HEAD = 6.0
_LATE = 11.0
#: A row is no higher than this, and letters no larger than theirs.
_ROW, _SIZE = 9.0, 10.5
_BAND_GAP = 7.0
#: Of a row the letters get so much; the rest is the line under them.
_LETTERS = 0.84
_REFERENCE = 8.0


def render(imprint: Imprint, content: PrintedTree, progress: Progress) -> bytes:
    """One sheet or several; names that had to be shortened stand in full behind the last one."""
    paper = Paper.A3 if content.paper == "a3" else Paper.A4
    sheet = Sheet(imprint, _("Turnierbaum"), paper=paper, landscape=True, margin=_MARGIN)
    setting = _Setting(sheet, content)
    for index, bands in enumerate(content.sheets):
        setting.page(index, bands)
        progress(index + 1, len(content.sheets))
    setting.full_names()
    return sheet.finish()


class _Setting:
    """The tree while it is being set."""

    def __init__(self, sheet: Sheet, content: PrintedTree) -> None:
        self.sheet, self.content = sheet, content
        self.shortened: dict[int, str] = {}

    def page(self, index: int, bands: tuple[TreeBand, ...]) -> None:
        """A sheet of paper."""
        sheet = self.sheet
        sheet.add_page(head=False)
        late = self.content.late if index == 0 else ()
        self._title(index)
        bottom = sheet.bottom - (_LATE if late else 0)
        top = sheet.y
        # The columns of all sheets are of one width: whoever looks along a line finds it again.
        columns = max(len(band.columns) for band in bands) * len(bands)
        wide = (sheet.inner - _BAND_GAP * (len(bands) - 1)) / max(columns, 3)
        rows = max(band.rows for band in bands)
        row = min(_ROW, (bottom - top - _HEAD - 1) / max(rows, 1))
        x = sheet.left
        for band in bands:
            _Picture(self, band, Box(x, top, wide, row)).draw()
            x += wide * max(len(band.columns) for band in bands) + _BAND_GAP
        if late:
            sheet.y = bottom + 1
            self._late(late)

    def _title(self, index: int) -> None:
        sheet, count = self.sheet, len(self.content.sheets)
        part = _("Blatt %(number)s von %(count)s") % {"number": index + 1, "count": count} if count > 1 else ""
        winner = _("Sieger: %(name)s") % {"name": self.content.winner} if self.content.winner and index == 0 else ""
        facts = words.joined(winner, words.date(sheet.imprint.starts_at), sheet.imprint.venue, part)
        row = Box(sheet.left, sheet.y - 2, sheet.inner, 9)
        with sheet.tag("H1", title=sheet.title):
            sheet.cell(sheet.title, row.left(52), face=Face.BOLD, size=20, most_lines=1)
        with sheet.tag("P"):
            sheet.cell(
                words.joined(sheet.imprint.tournament, facts),
                row.beside(55),
                size=10,
                align=Align.RIGHT,
                grey=SOFT,
                most_lines=2,
            )
        sheet.y = row.bottom + 2

    def _late(self, late: tuple[str, ...]) -> None:
        columns = Box(self.sheet.left, self.sheet.y, self.sheet.inner, _LATE - 1).columns(len(late), gap=4)
        for text, box in zip(late, columns, strict=True):
            with self.sheet.tag("P"):
                self.sheet.cell(text, box, size=9, valign=Valign.TOP, most_lines=3, smallest=6)

    def full_names(self) -> None:
        """Whoever's name did not fit on his lines."""
        if not self.shortened:
            return
        self.sheet.add_page()
        self.sheet.subheading(_("Gekürzte Namen"))
        flow(
            self.sheet,
            [Entry(str(start), self.shortened[start]) for start in sorted(self.shortened)],
            columns=3,
            mark=12,
            size=9,
        )


class _Picture:
    """The trees of a band. `grid`: its upper left corner, a column's width, a row's height."""

    def __init__(self, setting: _Setting, band: TreeBand, grid: Box) -> None:
        self.setting, self.sheet, self.band, self.grid = setting, setting.sheet, band, grid
        room = grid.h * _LETTERS
        self.size = min(_SIZE, room / height_of(1, 1))
        numbers = {line.start_number for line in band.lines}
        self.number = max((width(str(number), Face.REGULAR, self.size * 0.85) for number in numbers), default=0) + 1.2
        hidden = any(line.sheet and line.column == 0 for line in band.lines)
        #: What is kept at the left edge for the sheet a line comes from.
        self.indent = _REFERENCE if hidden else 0.0

    def draw(self) -> None:
        """Headings, lines with names, then what joins them."""
        for column, title in enumerate(self.band.columns):
            box = Box(self._x(column), self.grid.y, self.grid.w - 2, _HEAD - 1.5)
            with self.sheet.tag("P"):
                self.sheet.cell(title, box, face=Face.SEMIBOLD, size=9, grey=SOFT, most_lines=1)
        for line in self.band.lines:
            self._line(line)
        with self.sheet.artifact():
            for line in self.band.lines:
                y = self._y(line.row)
                self.sheet.line(self._x(line.column), y, self._end(line.column), y, weight=0.2, grey=LINE)
            for joint in self.band.joints:
                self._joint(joint)

    def _x(self, column: int) -> float:
        return self.grid.x + column * self.grid.w + (self.indent if column == 0 else 0)

    def _end(self, column: int) -> float:
        """Where a line ends: a hair before the next column's names."""
        return self.grid.x + (column + 1) * self.grid.w - 1.2

    def _y(self, row: float) -> float:
        return self.grid.y + _HEAD + (row + 1) * self.grid.h

    def _joint(self, joint: Joint) -> None:
        x, after = self._end(joint.column), self.grid.x + (joint.column + 1) * self.grid.w
        out = self._y(joint.out)
        if joint.top != joint.bottom:
            self.sheet.line(x, self._y(joint.top), x, self._y(joint.bottom), weight=0.3, grey=SOFT)
        self.sheet.line(x, out, after, out, weight=0.3, grey=SOFT)

    def _line(self, line: TreeLine) -> None:
        """The number, the name as strong as it ended, and the score at the end of the line."""
        sheet, size = self.sheet, self.size
        x, end = self._x(line.column), self._end(line.column) - 0.5
        box = Box(x, self._y(line.row) - self.grid.h * _LETTERS - 0.2, end - x, self.grid.h * _LETTERS)
        figure, small = line.figure, size
        if line.sheet is not None and line.column > 0 and line.standing is Standing.STANDS:
            figure, small = _("▸ Bl. %(number)s") % {"number": line.sheet}, size * 0.8
        room = min(width(figure, Face.REGULAR, small) + 0.8, box.w * 0.5) if figure else 0.0
        with sheet.tag("P"):
            if line.sheet is not None and self.indent and line.column == 0:
                before = Box(self.grid.x, box.y, self.indent - 0.8, box.h)
                sheet.cell(
                    _("Bl. %(number)s") % {"number": line.sheet},
                    before,
                    size=size * 0.8,
                    grey=SOFT,
                    align=Align.RIGHT,
                    smallest=4,
                    most_lines=1,
                )
            sheet.cell(
                str(line.start_number),
                box.left(self.number - 0.7),
                size=size * 0.85,
                grey=SOFT,
                align=Align.RIGHT,
                smallest=4,
                most_lines=1,
            )
            name = Box(box.x + self.number, box.y, box.w - self.number - room, box.h)
            face = Face.SEMIBOLD if line.standing in (Standing.WON, Standing.STANDS) else Face.REGULAR
            grey = SOFT if line.standing is Standing.LOST else BLACK
            fitted = sheet.cell(line.name, name, face=face, size=size, grey=grey, smallest=6, most_lines=2)
            if fitted.cut:
                self.setting.shortened[line.start_number] = line.name
            if figure:
                sheet.cell(
                    figure, Box(end - room, box.y, room, box.h), size=small, align=Align.RIGHT, smallest=4, most_lines=1
                )
