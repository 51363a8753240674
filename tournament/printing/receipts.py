"""Receipts for prizes, three on a page: who got what, with room to sign."""

from django.utils.translation import gettext as _

from tournament.queries.printed_prizes import WonPrize, WonPrizes
from tournament.queries.printing import Imprint

from . import cuts, words
from .boxes import Align, Box, Valign
from .sheet import SOFT, Progress, Sheet
from .typeface import Face

ROWS = 3


def render(imprint: Imprint, content: WonPrizes, progress: Progress) -> bytes:
    """In the order in which prizes are handed out: the last one first."""
    sheet = Sheet(imprint, _("Preisquittungen"), margin=14, running_head=False, small_foot=True)
    for index, prize in enumerate(content.pieces):
        if index % ROWS == 0:
            sheet.add_page()
            cuts.marks(sheet, 1, ROWS)
        _receipt(sheet, cuts.pieces(sheet, 1, ROWS)[index % ROWS].inset(16, 11), prize)
    progress(len(content.pieces), len(content.pieces))
    return sheet.finish()


def prize_title(prize: WonPrize) -> str:
    """ "2. Preis", "1. Preis · Jugend"."""
    return words.joined(_("%(rank)s. Preis") % {"rank": prize.rank}, prize.ranking)


def _receipt(sheet: Sheet, box: Box, prize: WonPrize) -> None:
    with sheet.tag("H2", title=prize_title(prize)):
        sheet.cell(_("Empfangsbestätigung"), box.top(7).left(box.w * 0.5), face=Face.BOLD, size=15)
        whose = words.joined(sheet.imprint.tournament, words.date(sheet.imprint.starts_at))
        sheet.cell(whose, box.top(8).beside(box.w * 0.5), size=9, grey=SOFT, align=Align.RIGHT, most_lines=2)
    with sheet.artifact():
        sheet.line(box.x, box.y + 9, box.right, box.y + 9, weight=0.4)
    body = box.below(11)
    wide = body.w - 42
    with sheet.tag("P"):
        sheet.cell(prize_title(prize), body.top(8).left(wide), face=Face.SEMIBOLD, size=14, most_lines=1)
        sheet.cell(
            words.money(prize.value),
            body.top(8).beside(wide),
            face=Face.SEMIBOLD,
            size=14,
            align=Align.RIGHT,
            most_lines=1,
        )
        sheet.cell(_what(prize), body.below(8).top(11), size=11.5, valign=Valign.TOP, most_lines=2)
        sheet.cell(prize.name, body.below(20).top(14), face=Face.SEMIBOLD, size=16, most_lines=2)
        start = _("Startnummer %(number)s") % {"number": prize.start_number} if prize.start_number else ""
        sheet.cell(words.joined(prize.where, start), body.below(34).top(6), size=11, most_lines=1)
    _signatures(sheet, box)


def _what(prize: WonPrize) -> str:
    sponsor = _("gespendet von %(sponsor)s") % {"sponsor": prize.sponsor} if prize.sponsor else ""
    shared = _("geteilt durch %(count)s") % {"count": prize.shared} if prize.shared > 1 else ""
    return words.joined(prize.description or _("Preis"), sponsor, shared, by=", ")


def _signatures(sheet: Sheet, box: Box) -> None:
    y = box.bottom - 5
    labels = (_("Datum, Uhrzeit"), _("erhalten (Unterschrift)"), _("ausgegeben von"))
    for label, column in zip(labels, Box(box.x, y, box.w, 5).columns(3, gap=6), strict=True):
        with sheet.artifact():
            sheet.line(column.x, y, column.right, y, weight=0.25)
        with sheet.tag("P"):
            sheet.cell(label, column, size=8.5, grey=SOFT, align=Align.CENTRE)
