"""The result list: for the newspaper, for the web, and for whoever asks next week."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.printed_results import PrintedResults, ResultPerson, ResultPlace
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align
from .sheet import Progress, Sheet
from .table import Column, Row, table
from .typeface import Face

#: Shared places are one name below the other up to this many, and one paragraph beyond.
_ONE_BY_ONE = 4


def render(imprint: Imprint, content: PrintedResults, progress: Progress) -> bytes:
    """The first places large, the others below."""
    sheet = Sheet(imprint, _("Ergebnisliste"))
    sheet.add_page()
    sheet.heading(under=words.joined(_size(content), "" if content.finished else _("Zwischenstand")))
    top = [place for place in content.places if place.first <= content.top and len(place.people) <= _ONE_BY_ONE]
    columns = (
        Column(_("Platz"), 2, Align.RIGHT, Face.BOLD, 13),
        Column(_("Name"), 9, face=Face.SEMIBOLD, size=13),
        Column(_("Ort"), 5.5, size=11),
    )
    if top:
        table(sheet, columns, [row for place in top for row in _rows(place)])
    _others(sheet, [place for place in content.places if place not in top])
    progress(1, 1)
    if content.sponsors.strip():
        sheet.y += 2
        sheet.paragraph(content.sponsors, size=11, align=Align.CENTRE)
    return sheet.finish()


def as_text(imprint: Imprint, content: PrintedResults, *, most: int | None = None) -> str:
    """The same to copy into a mail or a page: a headline, a line of facts, then a line for each place, down to place `most`."""
    most = content.top if most is None else most
    facts = words.joined(words.day(imprint.starts_at), imprint.venue, _size(content), by=", ")
    places = [
        f"{place.label} {', '.join(_said(person) for person in place.people)}"
        for place in content.places
        if place.first <= most
    ]
    return "\n".join(
        [imprint.tournament, facts, "", *places, *(["", content.sponsors.strip()] if content.sponsors.strip() else [])]
    )


def _size(content: PrintedResults) -> str:
    people = ngettext("%(count)s Person", "%(count)s Personen", content.people) % {"count": content.people}
    cards = ngettext("%(count)s Karte", "%(count)s Karten", content.cards) % {"count": content.cards}
    return words.joined(people, cards, by=", ")


def _rows(place: ResultPlace) -> list[Row]:
    return [
        Row((place.label if index == 0 else "", _name(person), _where(person)), rule=index == 0 and place.first == 1)
        for index, person in enumerate(place.people)
    ]  # fmt: skip


def _others(sheet: Sheet, places: Sequence[ResultPlace]) -> None:
    if not places:
        return
    sheet.subheading(_("Weitere Plätze"))
    for place in places:
        sheet.need(12)
        sheet.paragraph(place.label, face=Face.BOLD, size=10.5, gap=0.2)
        sheet.paragraph(" · ".join(_said(person) for person in place.people), size=10)


def _name(person: ResultPerson) -> str:
    return person.name or _("Startnummer %(number)s") % {"number": person.start_number}


def _where(person: ResultPerson) -> str:
    """The place, and how many cards stand here if it is more than one."""
    cards = ngettext("%(count)s Karte", "%(count)s Karten", person.cards) % {"count": person.cards}
    return words.joined(person.where, cards if person.cards > 1 else "", by=", ")


def _said(person: ResultPerson) -> str:
    """Huber Johann (Rassach, 2 Karten)."""
    where = _where(person)
    return f"{_name(person)} ({where})" if where else _name(person)
