"""The cash close: totals, drawers, signatures, then the whole book."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.printed_cash import BookLine, Drawer, PrintedCash
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align, Box
from .hashes import last_hashes
from .sheet import SOFT, Progress, Sheet
from .table import Column, Row, table
from .typeface import Face

#: So many desks stand beside each other in the table of totals.
_DESKS = 4


def render(imprint: Imprint, content: PrintedCash, progress: Progress) -> bytes:
    """What is signed stands on the first pages, the book follows on its own."""
    sheet = Sheet(imprint, _("Kassaabschluss"))
    sheet.add_page()
    cards = ngettext("%(count)s Karte ausgegeben", "%(count)s Karten ausgegeben", content.cards) % {
        "count": content.cards
    }
    booked = ngettext("%(count)s Eintrag", "%(count)s Einträge", len(content.book)) % {"count": len(content.book)}
    sheet.heading(under=words.joined(cards, booked))
    _totals(sheet, content)
    _drawers(sheet, content)
    _sellers(sheet, content)
    last_hashes(sheet, content.last)
    _signatures(sheet)
    if content.book:
        sheet.add_page(head=False)
        sheet.heading(_("Kassabuch"))
        _book(sheet, content, progress)
    return sheet.finish()


def signed(amount: Decimal) -> str:
    """The amount with its sign, and a plain zero."""
    return f"+{words.money(amount)}" if amount > 0 else words.money(amount)


def _totals(sheet: Sheet, content: PrintedCash) -> None:
    """Kinds downwards, desks sideways; more than four desks in several tables, the sum of all in the last one."""
    sheet.subheading(_("Summen nach Art und Kassa"))
    desks = content.desks
    for start in range(0, max(1, len(desks)), _DESKS):
        part = slice(start, start + _DESKS)
        is_last = start + _DESKS >= len(desks)
        with_sum = is_last and len(desks) != 1
        shown = [Column(desk, 3, Align.RIGHT, size=10.5, most_lines=1) for desk in desks[part]]
        columns = [Column(_("Art"), 4, size=10.5), *shown]
        rows = [
            Row(
                (
                    line.kind,
                    *(words.money(amount) or "–" for amount in line.by_desk[part]),
                    *([words.money(line.total)] if with_sum else []),
                )
            )
            for line in content.kinds
        ]
        ending = [words.money(amount) for amount in content.by_desk[part]]
        if with_sum:
            columns.append(Column(_("alle"), 3, Align.RIGHT, Face.SEMIBOLD, 10.5))
            ending.append(words.money(content.total))
        table(sheet, columns, [*rows, Row((_("Soll in der Kassa"), *ending), strong=True, rule=True)])


def _drawers(sheet: Sheet, content: PrintedCash) -> None:
    for drawer in content.drawers:
        _drawer(sheet, drawer)
    if content.uncounted:
        text = _("Nicht gezählt: %(desks)s.") % {"desks": ", ".join(content.uncounted)}
        sheet.paragraph(text, face=Face.SEMIBOLD, size=11)


def _drawer(sheet: Sheet, drawer: Drawer) -> None:
    """The denominations in one line each, then counted against expected."""
    sheet.subheading(_("Kassasturz: %(desk)s") % {"desk": drawer.desk}, keep=50)
    sheet.paragraph(words.joined(words.short_moment(drawer.at), drawer.by), size=9.5, grey=SOFT)
    wide = sheet.inner * 0.62
    if drawer.coins:
        columns = (
            Column(_("Stück"), 2, Align.RIGHT, size=10.5), Column(_("zu"), 3, Align.RIGHT, size=10.5), Column(_("ergibt"), 4, Align.RIGHT, size=10.5),
        )  # fmt: skip
        rows = [
            Row((f"{coin.pieces} ×", words.money(Decimal(coin.cents) / 100), words.money(coin.amount)))
            for coin in drawer.coins
        ]
        table(sheet, columns, rows, w=wide)
    sums = [
        Row((_("gezählt"), words.money(drawer.counted))),
        Row((_("Soll laut Kassabuch"), words.money(drawer.expected))),
    ]
    sums.append(Row((_difference(drawer.difference), signed(drawer.difference)), strong=True, rule=True))
    if drawer.booked_since:
        sums.append(Row((_("seit der Zählung gebucht"), signed(drawer.booked_since))))
    table(sheet, (Column("", 5, size=10.5), Column("", 4, Align.RIGHT, size=10.5)), sums, w=wide, zebra=False)


def _sellers(sheet: Sheet, content: PrintedCash) -> None:
    if not content.sellers:
        return
    sheet.subheading(_("Vorverkauf"))
    columns = (
        Column(_("wer"), 6, size=10.5),
        Column(_("Kassa"), 4, size=10.5),
        Column(_("verkauft"), 3, Align.RIGHT, size=10.5),
        Column(_("abgeliefert"), 3, Align.RIGHT, size=10.5),
        Column(_("offen"), 3, Align.RIGHT, Face.SEMIBOLD, 10.5),
    )
    rows = [
        Row(
            (
                seller.name,
                seller.desk,
                words.money(seller.sold),
                words.money(seller.settled),
                words.money(seller.owes) if seller.owes else "–",
            )
        )
        for seller in content.sellers
    ]
    table(sheet, columns, rows)


def _difference(amount: Decimal) -> str:
    if amount == 0:
        return _("Differenz: keine")
    return _("Differenz: zu viel in der Kassa") if amount > 0 else _("Differenz: es fehlt")


def _signatures(sheet: Sheet) -> None:
    sheet.need(30)
    y = sheet.y + 18
    labels = (_("Datum, Uhrzeit"), _("Kassa"), _("Turnierleitung"))
    for label, column in zip(labels, Box(sheet.left, y, sheet.inner, 5).columns(3, gap=8), strict=True):
        with sheet.artifact():
            sheet.line(column.x, y, column.right, y)
        with sheet.tag("P"):
            sheet.cell(label, column, size=9, grey=SOFT, align=Align.CENTRE)
    sheet.y = y + 8


def _book(sheet: Sheet, content: PrintedCash, progress: Progress) -> None:
    many = len(content.desks) > 1
    columns = [
        Column(_("Nr."), 1.3, Align.RIGHT, Face.BOLD, 9.5),
        Column(_("Zeit"), 3, size=9),
        Column(_("Art"), 2.6, size=9.5),
        Column(_("Text"), 7, size=9.5),
        *([Column(_("Kassa"), 2.4, size=9)] if many else []),
        Column(_("wer"), 2, size=9),
        Column(_("Betrag"), 2.6, Align.RIGHT, size=9.5),
    ]
    table(sheet, columns, _rows(content.book, many=many), progress=progress)


def _rows(book: Sequence[BookLine], *, many: bool) -> list[Row]:
    rows = []
    for line in book:
        remark = _("storniert") if line.voided else ""
        if line.voids is not None:
            remark = _("hebt Eintrag %(number)s auf") % {"number": line.voids}
        text = words.joined(line.text, remark)
        desk = [line.desk] if many else []
        rows.append(
            Row(
                (
                    str(line.number),
                    words.short_moment(line.at),
                    line.kind,
                    text,
                    *desk,
                    line.by,
                    words.money(line.amount),
                )
            )
        )
    return rows
