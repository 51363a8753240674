"""Hashes, seals and secrets: one unbroken string, every other group of eight digits in grey, so that people can compare them."""

from django.utils.translation import gettext as _

from tournament.queries.draw_shown import LastHashes

from .boxes import Box
from .fitting import Fitted, height_of
from .sheet import BLACK, SOFT, Sheet
from .typeface import Face, width

_GROUP = 8


def hash_line(sheet: Sheet, digits: str, box: Box, *, size: float = 9.5) -> None:
    """The digits from the left edge of the box, smaller where they would not fit. They can be copied in one piece."""
    wide = width(digits, Face.REGULAR, size)
    size = min(size, size * box.w / wide) if wide else size
    x = box.x
    for index in range(0, len(digits), _GROUP):
        group = digits[index : index + _GROUP]
        room = width(group, Face.REGULAR, size)
        sheet.place(
            Fitted((group,), size), Box(x, box.y, room, box.h), grey=BLACK if index // _GROUP % 2 == 0 else SOFT
        )
        x += room


def last_hashes(sheet: Sheet, last: LastHashes) -> None:
    """The last entries of journal and cash book: whoever keeps this sheet can prove that nothing before them was changed."""
    entries = (
        (_("Protokoll bis Eintrag %(number)s"), last.journal_number, last.journal_hash),
        (_("Kassabuch bis Eintrag %(number)s"), last.cash_number, last.cash_hash),
    )
    known = [(text % {"number": number}, digits) for text, number, digits in entries if digits]
    if not known:
        return
    step = height_of(1, 9.5)
    sheet.need(len(known) * step + 6)
    sheet.y += 2
    label = max(width(text, Face.REGULAR, 8.5) for text, _digits in known) + 3
    for text, digits in known:
        row = Box(sheet.left, sheet.y, sheet.inner, step)
        with sheet.tag("P"):
            sheet.cell(text, row.left(label), size=8.5, grey=SOFT, most_lines=1)
            hash_line(sheet, digits, row.beside(label), size=8.5)
        sheet.y += step
    sheet.y += 2
