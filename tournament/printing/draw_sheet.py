"""The draw sheet: on the wall by number of the match, and by name for everybody who asks "where am I?"."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.draw_shown import Holder, Meeting, NameLine
from tournament.queries.printed_draw import DrawHead, PersonLines, PrintedDraw
from tournament.queries.printing import Imprint

from . import qr, words
from .boxes import Align, Box
from .fitting import fit
from .grouped import Group, grouped
from .hashes import last_hashes
from .sheet import Progress, Sheet
from .table import Column, Row, table
from .typeface import Face

#: A module of a code no phone has trouble with, and the smallest and largest code, in millimetres.
_MODULE, _SMALLEST, _LARGEST = 0.42, 30.0, 62.0


def render(imprint: Imprint, content: PrintedDraw, progress: Progress) -> bytes:
    """A lot is one list; every other draw two, each on pages of its own."""
    head = content.head
    sheet = Sheet(imprint, words.joined(_("Auslosung"), head.title, by=": "))
    sheet.add_page()
    if head.kind == "lot":
        sheet.heading(head.title, _facts(head))
        annulled_note(sheet, head)
        _lot(sheet, content)
        _code(sheet, content)
        last_hashes(sheet, content.last)
        return sheet.finish()
    count = len(content.meetings) + len(content.people)
    sheet.heading(_("%(title)s nach Nummern") % {"title": head.title}, _facts(head))
    annulled_note(sheet, head)
    _by_number(sheet, content.meetings, lambda done, _total: progress(done, count))
    _code(sheet, content)
    last_hashes(sheet, content.last)
    sheet.add_page(head=False)
    sheet.heading(_("%(title)s nach Namen") % {"title": head.title}, _("Wo spiele ich, und gegen wen?"))
    annulled_note(sheet, head)
    _by_name(sheet, content.people, lambda done, _total: progress(len(content.meetings) + done, count))
    progress(count, count)
    return sheet.finish()


def who(holder: Holder) -> str:
    """Huber Johann, Rassach."""
    return words.joined(holder.name, holder.place, by=", ")


def cards_and_people(head: DrawHead) -> str:
    """64 Karten · 17 Personen."""
    cards = ngettext("%(count)s Karte", "%(count)s Karten", head.cards) % {"count": head.cards}
    people = ngettext("%(count)s Person", "%(count)s Personen", head.people) % {"count": head.people}
    return words.joined(cards, people)


def annulled_note(sheet: Sheet, head: DrawHead) -> None:
    """A draw that does not count says so in a frame nobody overlooks."""
    if head.annulled is None:
        return
    text = _("AUFGEHOBEN, gilt nicht: %(reason)s (%(by)s, %(moment)s)") % {
        "reason": head.annulled.reason, "by": head.annulled.by, "moment": words.short_moment(head.annulled.at),
    }  # fmt: skip
    fitted = fit(text, sheet.inner - 8, 30, Face.BOLD, 13)
    box = Box(sheet.left, sheet.y, sheet.inner, fitted.height + 5)
    with sheet.artifact():
        sheet.frame(box, weight=0.8)
    with sheet.tag("P"):
        sheet.place(fitted, box.inset(4, 2.5), Face.BOLD)
    sheet.y = box.bottom + 4


def code_beside(sheet: Sheet, target: str, label: str, texts: Sequence[str]) -> None:
    """A code at the right edge, large enough for every phone, and paragraphs beside it."""
    size = min(_LARGEST, max(_SMALLEST, (qr.modules(target)[0] + 2 * qr.QUIET) * _MODULE))
    sheet.subheading(_("Nachrechnen"), keep=size + 4)
    top, page = sheet.y, sheet.page
    sheet.code(target, sheet.right - size, top - 2, size, label=label)
    for text in texts:
        sheet.paragraph(text, w=sheet.inner - size - 5, size=10)
    if sheet.page == page:
        sheet.y = max(sheet.y, top + size)


def _code(sheet: Sheet, content: PrintedDraw) -> None:
    """Whoever stands before the sheet can recompute the draw."""
    if not content.link:
        return
    text = _("Jeder kann nachrechnen: der Code öffnet die Prüfseite. Gerechnet wird auf dem eigenen Handy.")
    code_beside(sheet, content.link, _("Auslosung nachrechnen"), [text])


def _facts(head: DrawHead) -> str:
    when = _("gelost %(moment)s von %(by)s") % {"moment": words.short_moment(head.at), "by": head.by}
    check = _("Prüfzahl %(check)s") % {"check": head.check[:8]} if head.check else ""
    return words.joined(cards_and_people(head), head.method, when, check)


def _by_number(sheet: Sheet, meetings: tuple[Meeting, ...], progress: Progress) -> None:
    columns = (
        Column(_("Nr."), 1.5, Align.RIGHT, Face.BOLD, 13),
        Column(_("links"), 7.5, face=Face.SEMIBOLD, size=11),
        Column(_("Karte"), 1.3, Align.RIGHT, size=9),
        Column(_("rechts"), 7.5, face=Face.SEMIBOLD, size=11),
        Column(_("Karte"), 1.3, Align.RIGHT, size=9),
    )
    table(sheet, columns, [_meeting(meeting) for meeting in meetings], progress=progress)


def _meeting(meeting: Meeting) -> Row:
    left, right = meeting.left, meeting.right
    if right is None:
        return Row((str(meeting.number), who(left), str(left.card), _("Freilos"), "–"))
    other = _("eigene Karte: links steigt auf") if meeting.is_self else who(right)
    return Row((str(meeting.number), who(left), str(left.card), other, str(right.card)))


def _by_name(sheet: Sheet, people: tuple[PersonLines, ...], progress: Progress) -> None:
    columns = (
        Column(_("Name"), 7.5, face=Face.SEMIBOLD, size=11.5),
        Column(_("Karte"), 1.4, Align.RIGHT, size=9),
        Column(_("Nr."), 1.7, Align.RIGHT, Face.BOLD, 11.5),
        Column(_("gegen"), 8, size=10.5),
    )
    groups = [Group(who(entry.person), [_line(line) for line in entry.lines]) for entry in people]
    grouped(sheet, columns, groups, progress=progress)


def _line(line: NameLine) -> tuple[str, str, str]:
    other = who(line.opponent) if line.opponent else _("Freilos")
    return str(line.holder.card), str(line.number), _("eigene Karte") if line.is_self else other


def _lot(sheet: Sheet, content: PrintedDraw) -> None:
    columns = (
        Column(_("Platz"), 1.6, Align.RIGHT, Face.BOLD, 13),
        Column(_("Name"), 9, face=Face.SEMIBOLD, size=12),
        Column(_("Startnummer"), 2.6, Align.RIGHT),
    )
    first = content.head.place
    rows = [
        Row((f"{place}.", who(person), str(person.start_number))) for place, person in enumerate(content.order, first)
    ]
    table(sheet, columns, rows)
