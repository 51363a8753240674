"""Match slips, four on a page: what lies between the two players."""

from django.utils.translation import gettext as _

from tournament.queries.printed_slips import PrintedSlips, Slip, SlipSide
from tournament.queries.printing import Imprint

from . import cuts, words
from .boxes import Align, Box, Valign
from .sheet import SOFT, Progress, Sheet
from .typeface import Face

COLUMNS, ROWS = 2, 2
_CODE = 30.0
_SQUARE = 4.8


def render(imprint: Imprint, content: PrintedSlips, progress: Progress) -> bytes:
    """Slips by number of the match, left to right, top to bottom."""
    sheet = Sheet(imprint, words.joined(_("Spielzettel"), content.title), margin=9, running_head=False, small_foot=True)
    per_page = COLUMNS * ROWS
    for index, slip in enumerate(content.pieces):
        if index % per_page == 0:
            sheet.add_page()
            cuts.marks(sheet, COLUMNS, ROWS)
            progress(index, len(content.pieces))
        _slip(sheet, cuts.pieces(sheet, COLUMNS, ROWS)[index % per_page].inset(9, 9.5), slip, content)
    progress(len(content.pieces), len(content.pieces))
    return sheet.finish()


def _slip(sheet: Sheet, box: Box, slip: Slip, content: PrintedSlips) -> None:
    _head(sheet, box.top(28), slip)
    half = (box.w - 4) / 2
    names = box.below(28).top(33)
    for side, x in ((slip.left, names.x), (slip.right, names.x + half + 4)):
        _side(sheet, Box(x, names.y, half, names.h), side)
    tally = Box(box.x, names.bottom + 2, box.w, 49)
    _tally(sheet, tally, 2 * slip.to_win - 1, content)
    _end(sheet, Box(box.x, tally.bottom + 1, box.w, box.bottom - tally.bottom - 1), slip, half, content)


def _head(sheet: Sheet, box: Box, slip: Slip) -> None:
    sheet.code(
        slip.link, box.right - _CODE + 3.5, box.y - 3.5, _CODE, label=_("Mitschreiben: %(link)s") % {"link": slip.link}
    )
    with sheet.tag("P"):
        under = Box(box.right - _CODE + 3.5, box.y + _CODE - 6.1, _CODE, 4)
        sheet.cell(_("Mitschreiben und melden"), under, size=7.5, align=Align.CENTRE, grey=SOFT, most_lines=1)
    left = box.left(box.w - _CODE)
    with sheet.tag("P"):
        sheet.cell(sheet.imprint.tournament, left.top(6.5), size=8, grey=SOFT, most_lines=3, valign=Valign.TOP)
        table = _("Tisch %(number)s") % {"number": slip.table} if slip.table else ""
        sheet.cell(words.joined(slip.round, table), left.below(6.5).top(5.5), face=Face.SEMIBOLD, size=12, most_lines=1)
        sheet.cell(slip.code, left.below(11.5).top(15.5), face=Face.BOLD, size=44, most_lines=1)


def _side(sheet: Sheet, box: Box, side: SlipSide) -> None:
    with sheet.artifact():
        sheet.frame(box, weight=0.35)
    inner = box.inset(1.8, 1)
    with sheet.tag("P"):
        sheet.cell(side.name, inner.top(17), face=Face.SEMIBOLD, size=13.5, align=Align.CENTRE, most_lines=4)
        sheet.cell(side.place, inner.below(17).top(5.5), size=9.5, align=Align.CENTRE, most_lines=2)
        line = inner.below(22.5)
        sheet.cell(_("Karte"), line.left(inner.w * 0.27), size=8.5, grey=SOFT, align=Align.RIGHT, most_lines=1)
        sheet.cell(
            str(side.card), line.beside(inner.w * 0.3).left(inner.w * 0.34), face=Face.BOLD, size=22, most_lines=1
        )
        start = Box(line.x + inner.w * 0.62, line.y, inner.w * 0.38, line.h)
        sheet.cell(
            _("Startnr. %(number)s") % {"number": side.start_number},
            start,
            size=8.5,
            align=Align.RIGHT,
            grey=SOFT,
            most_lines=1,
        )


def _tally(sheet: Sheet, box: Box, rows: int, content: PrintedSlips) -> None:
    """For every Bummerl the points counted down to nothing, on either side, and a ring that is filled in at the loser's."""
    with sheet.tag("P"):
        hint = _("%(points)s bis 1 abstreichen; den Ring füllt, wer das %(bummerl)s verliert") % {
            "points": content.points, "bummerl": content.bummerl_word or _("Bummerl"),
        }  # fmt: skip
        sheet.cell(hint, box.top(4.5), size=7.5, grey=SOFT, align=Align.CENTRE, most_lines=1)
    box = box.below(4.5)
    row_height = min(11.5, box.h / rows)
    top = box.y + (box.h - rows * row_height) / 2
    number_width = 7.0
    side = (box.w - number_width) / 2
    ring = 6.0
    square = min(_SQUARE, (side - ring) / content.points)
    for index in range(rows):
        middle = top + (index + 0.5) * row_height
        with sheet.tag("P"):
            label = Box(box.x + side, middle - 3, number_width, 6)
            sheet.cell(f"{index + 1}.", label, size=10, face=Face.SEMIBOLD, align=Align.CENTRE)
            for x in (box.x + ring, box.right - side):
                _countdown(sheet, Box(x, middle - square / 2, square * content.points, square), content.points)
        with sheet.artifact():
            for x in (box.x + ring, box.right - side):
                _squares(sheet, x, middle - square / 2, square, content.points)
            sheet.dot(box.x + 2.6, middle, 2.4)
            sheet.dot(box.right - 2.6, middle, 2.4)


def _countdown(sheet: Sheet, box: Box, points: int) -> None:
    """The numbers 7 6 5 4 3 2 1, each in its square."""
    numbers = [str(points - index) for index in range(points)]
    while len(numbers[0]) > 1:
        first, *numbers = numbers
        sheet.cell(first, box.left(box.w / points).inset(0.3, 0), size=8.5, align=Align.CENTRE, grey=SOFT)
        box, points = box.beside(box.w / points), points - 1
    sheet.spaced("".join(numbers), box, grey=SOFT)


def _squares(sheet: Sheet, x: float, y: float, square: float, count: int) -> None:
    """A row of squares in one path."""
    k, top = sheet.pdf.k, sheet.height
    right, bottom = x + count * square, y + square
    path = [f"{x * k:.2f} {(top - bottom) * k:.2f} {(right - x) * k:.2f} {square * k:.2f} re"]
    path += [
        f"{(x + i * square) * k:.2f} {(top - y) * k:.2f} m {(x + i * square) * k:.2f} {(top - bottom) * k:.2f} l"
        for i in range(1, count)
    ]
    sheet.raw("q 0.5 w 0.45 G", *path, "S Q")


def _end(sheet: Sheet, box: Box, slip: Slip, half: float, content: PrintedSlips) -> None:
    line = box.top(9)
    with sheet.tag("P"):
        sheet.cell(_("Ergebnis"), line.left(22), face=Face.SEMIBOLD, size=11)
        sheet.cell(":", Box(line.x + line.w / 2 - 2, line.y, 4, line.h), face=Face.BOLD, size=18, align=Align.CENTRE)
        goal = _("auf %(to_win)s %(bummerl)s") % {
            "to_win": slip.to_win,
            "bummerl": content.bummerl_word or _("Bummerl"),
        }
        sheet.cell(goal, line.beside(line.w - 25), size=9, align=Align.RIGHT, grey=SOFT, most_lines=2)
    with sheet.artifact():
        for x in (line.x + line.w / 2 - 14, line.x + line.w / 2 + 3):
            sheet.frame(Box(x, line.y + 0.5, 11, 8), weight=0.35)
        y = box.bottom - 4.6
        sheet.line(box.x, y, box.x + half, y, weight=0.2)
        sheet.line(box.right - half, y, box.right, y, weight=0.2)
    with sheet.tag("P"):
        for x in (box.x, box.right - half):
            sheet.cell(_("Unterschrift"), Box(x, box.bottom - 4.3, half, 3.8), size=7.5, grey=SOFT, align=Align.CENTRE)
