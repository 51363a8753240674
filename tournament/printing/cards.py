"""Entry cards, eight on a page."""

from django.utils.translation import gettext as _

from tournament.queries.printed_cards import PrintedCard, PrintedCards
from tournament.queries.printing import Imprint

from . import cuts, words
from .boxes import Align, Box, Valign
from .play_words import card_words
from .sheet import SOFT, Progress, Sheet
from .typeface import Face

COLUMNS, ROWS = 2, 4
_CODE = 33.0


def render(imprint: Imprint, content: PrintedCards, progress: Progress) -> bytes:
    """Cards by number, left to right, top to bottom."""
    word, _many = card_words(content.word)
    sheet = Sheet(imprint, word, margin=9, running_head=False, small_foot=True)
    per_page = COLUMNS * ROWS
    for index, card in enumerate(content.pieces):
        if index % per_page == 0:
            sheet.add_page()
            cuts.marks(sheet, COLUMNS, ROWS)
            progress(index, len(content.pieces))
        _card(
            sheet,
            cuts.pieces(sheet, COLUMNS, ROWS)[index % per_page].inset(9, 8.5),
            card,
            word,
            words.money(content.price),
        )
    progress(len(content.pieces), len(content.pieces))
    return sheet.finish()


def _card(sheet: Sheet, box: Box, card: PrintedCard, word: str, price: str) -> None:
    text_width = box.w - _CODE - 3
    sheet.code(
        card.link, box.right - _CODE + 3, box.y - 3, _CODE, label=_("Spielerseite: %(link)s") % {"link": card.link}
    )
    with sheet.tag("P"):
        sheet.cell(
            sheet.imprint.tournament, box.top(8).left(text_width), size=9, grey=SOFT, most_lines=3, valign=Valign.TOP
        )
        middle = box.below(8).left(text_width)
        sheet.cell(word, middle.top(5), size=10.5)
        sheet.cell(str(card.number), middle.below(4.5).top(17), face=Face.BOLD, size=46, valign=Valign.MIDDLE)
    hint = Box(box.right - _CODE + 5, box.y + _CODE - 5.6, _CODE - 5, 4)
    with sheet.tag("P"):
        sheet.cell(_("Code: meine Begegnungen"), hint, size=7.5, align=Align.CENTRE, grey=SOFT, most_lines=1)
    foot = Box(box.x, box.y + 32, box.w, box.h - 32)
    with sheet.artifact():
        sheet.line(foot.x, foot.y, foot.right, foot.y, weight=0.2)
    with sheet.tag("P"):
        sheet.cell(card.name, foot.below(0.8).top(foot.h - 6.5), face=Face.SEMIBOLD, size=15, most_lines=3)
        start = _("Startnummer %(number)s") % {"number": card.start_number}
        line = foot.below(foot.h - 5.4)
        sheet.cell(words.joined(card.place, start), line.left(box.w - 16), size=10, most_lines=1)
        sheet.cell(price, line.beside(box.w - 15), size=10, align=Align.RIGHT, grey=SOFT, most_lines=1)
