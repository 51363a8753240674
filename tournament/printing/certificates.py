"""Certificates: one page each, to be framed."""

from django.utils.translation import gettext as _

from tournament.queries.printed_prizes import WonPrize, WonPrizes
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align, Box
from .receipts import prize_title
from .sheet import LINE, SOFT, Progress, Sheet
from .typeface import Face

_CENTRE = Align.CENTRE


def render(imprint: Imprint, content: WonPrizes, progress: Progress) -> bytes:
    """In the order in which prizes are handed out: the last one first."""
    sheet = Sheet(imprint, _("Urkunden"), margin=14, running_head=False, small_foot=True)
    for index, prize in enumerate(content.pieces):
        sheet.add_page()
        _certificate(sheet, prize, content.organiser)
        progress(index + 1, len(content.pieces))
    return sheet.finish()


def _certificate(sheet: Sheet, prize: WonPrize, organiser: str) -> None:
    page = Box(0, 0, sheet.width, sheet.height)
    with sheet.artifact():
        sheet.frame(page.inset(14, 15), weight=0.9)
        sheet.frame(page.inset(16, 17), weight=0.25)
        _corners(sheet, page.inset(16, 17))
    inner = page.inset(30, 0)

    def row(y: float, h: float) -> Box:
        return Box(inner.x, y, inner.w, h)

    with sheet.artifact():
        sheet.cell("♠   ♥   ♦   ♣", row(36, 10), size=20, align=_CENTRE)
    with sheet.tag("H1", title=prize.name):
        sheet.cell(_("Urkunde"), row(49, 26), face=Face.BOLD, size=58, align=_CENTRE)
    with sheet.tag("P"):
        sheet.cell(sheet.imprint.tournament, row(79, 16), size=17, align=_CENTRE, most_lines=2)
        where = words.joined(words.day(sheet.imprint.starts_at), sheet.imprint.venue)
        sheet.cell(where, row(96, 12), size=12, grey=SOFT, align=_CENTRE, most_lines=2)
        sheet.cell(prize.name, row(118, 32), face=Face.BOLD, size=34, align=_CENTRE, most_lines=3)
        sheet.cell(prize.where, row(150, 9), size=15, align=_CENTRE, most_lines=2)
    with sheet.artifact():
        sheet.line(sheet.width / 2 - 22, 165, sheet.width / 2 + 22, 165, weight=0.4)
    with sheet.tag("P"):
        sheet.cell(_earned(prize), row(170, 9), size=14, align=_CENTRE, most_lines=1)
        sheet.cell(prize_title(prize), row(180, 17), face=Face.BOLD, size=36, align=_CENTRE, most_lines=1)
        value = f"({words.money(prize.value)})" if prize.value else ""
        sheet.cell(words.joined(prize.description, value, by=" "), row(199, 14), size=14, align=_CENTRE, most_lines=2)
        sponsor = _("gespendet von %(sponsor)s") % {"sponsor": prize.sponsor} if prize.sponsor else ""
        sheet.cell(sponsor, row(213, 7), size=11, grey=SOFT, align=_CENTRE, most_lines=1)
    _signature(sheet, inner, organiser)


def _earned(prize: WonPrize) -> str:
    if prize.place == 1 and prize.rank == 1 and not prize.ranking:
        return _("hat das Turnier gewonnen")
    if prize.place and prize.place != prize.rank and not prize.ranking:
        return _("hat mit dem %(place)s. Platz errungen") % {"place": prize.place}
    return _("hat errungen")


def _signature(sheet: Sheet, inner: Box, organiser: str) -> None:
    y = 254.0
    for label, column in zip(
        (organiser, _("Turnierleitung")), Box(inner.x, y, inner.w, 10).columns(2, gap=18), strict=True
    ):
        with sheet.artifact():
            sheet.line(column.x, y, column.right, y, weight=0.25)
        with sheet.tag("P"):
            sheet.cell(
                label or _("Veranstalter"), column.below(0.8).top(8), size=10, grey=SOFT, align=_CENTRE, most_lines=2
            )


def _corners(sheet: Sheet, frame: Box) -> None:
    """A small square of the frame's lines in each corner."""
    size = 5.0
    for x in (frame.x, frame.right - size):
        for y in (frame.y, frame.bottom - size):
            sheet.frame(Box(x, y, size, size), weight=0.25, grey=LINE)
