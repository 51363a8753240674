"""Cards for the tables, two on a page: the number across the hall, the code for the phone."""

from django.utils.translation import gettext as _

from tournament.queries.printed_cards import PrintedTable, PrintedTables
from tournament.queries.printing import Imprint

from . import cuts
from .boxes import Align, Box
from .sheet import SOFT, Progress, Sheet
from .typeface import Face

_CODE = 62.0


def render(imprint: Imprint, content: PrintedTables, progress: Progress) -> bytes:
    """One half page for each table."""
    sheet = Sheet(imprint, _("Tischkarten"), margin=9, running_head=False, small_foot=True)
    for index, table in enumerate(content.pieces):
        if index % 2 == 0:
            sheet.add_page()
            cuts.marks(sheet, 1, 2)
        _table(sheet, cuts.pieces(sheet, 1, 2)[index % 2].inset(14, 13), table)
    progress(len(content.pieces), len(content.pieces))
    return sheet.finish()


def _table(sheet: Sheet, box: Box, table: PrintedTable) -> None:
    left = box.left(box.w - _CODE - 8)
    with sheet.tag("P"):
        sheet.cell(sheet.imprint.tournament, left.top(12), size=11, grey=SOFT, most_lines=2, align=Align.CENTRE)
        sheet.cell(_("Tisch"), left.below(14).top(16), face=Face.SEMIBOLD, size=34, align=Align.CENTRE)
        sheet.cell(str(table.number), left.below(30).top(84), face=Face.BOLD, size=200, align=Align.CENTRE)
    x = box.right - _CODE
    sheet.code(table.link, x, box.y + 16, _CODE, label=_("Mitschreiben: %(link)s") % {"link": table.link})
    with sheet.tag("P"):
        under = Box(x, box.y + 16 + _CODE, _CODE, 9)
        sheet.cell(_("Mitschreiben und melden"), under, face=Face.SEMIBOLD, size=14, align=Align.CENTRE)
        text = _("Code mit dem Handy öffnen. Ohne Handy: Spielzettel ausfüllen und abgeben.")
        sheet.cell(text, Box(x, under.bottom, _CODE, 14), size=10.5, align=Align.CENTRE, grey=SOFT)
