"""The start list that hangs on the wall before the draw: once by name, once by start number."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.printed_start_list import PrintedStartList
from tournament.queries.printing import Imprint
from tournament.queries.start_list import Entrant

from . import words
from .boxes import Align
from .seal import seal_block
from .sheet import Progress, Sheet
from .table import Column, Row, table
from .typeface import Face


def render(imprint: Imprint, content: PrintedStartList, progress: Progress) -> bytes:
    """Two lists, each on pages of its own."""
    sheet = Sheet(imprint, _("Startliste"))
    people = ngettext("%(count)s Person", "%(count)s Personen", len(content.by_name)) % {"count": len(content.by_name)}
    cards = ngettext("%(count)s Karte", "%(count)s Karten", content.cards) % {"count": content.cards}
    sheet.add_page()
    sheet.heading(_("Startliste nach Namen"), words.joined(people, cards))
    columns = (
        Column(_("Name"), 9, face=Face.SEMIBOLD, size=11.5),
        Column(_("Ort, Verein"), 6),
        Column(_("Startnummer"), 2.6, Align.RIGHT, Face.BOLD, 11.5),
        Column(_("Karten"), 1.9, Align.RIGHT),
    )
    table(sheet, columns, (Row((e.name, _from(e), str(e.start_number), str(len(e.cards)))) for e in content.by_name))
    if content.seal:
        seal_block(sheet, content.seal)
    progress(1, 2)
    sheet.add_page(head=False)
    sheet.heading(_("Startliste nach Startnummern"), words.joined(people, cards))
    columns = (
        Column(_("Nr."), 1.6, Align.RIGHT, Face.BOLD, 11.5),
        Column(_("Name"), 8, face=Face.SEMIBOLD, size=11.5),
        Column(_("Ort, Verein"), 5),
        Column(_("Kartennummern"), 5),
    )
    table(sheet, columns, (Row((str(e.start_number), e.name, _from(e), spans(e.cards))) for e in content.by_number))
    progress(2, 2)
    return sheet.finish()


def spans(numbers: Iterable[int]) -> str:
    """Numbers in short: 1–4, 9."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(
        str(first) if first == last else f"{first}{'–' if last > first + 1 else ', '}{last}" for first, last in found
    )


def _from(entrant: Entrant) -> str:
    return words.joined(entrant.place, entrant.club, by=", ")
