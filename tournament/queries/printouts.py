"""What was printed: the list on the print page, and one printout to look at again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.domain.sheets import SheetName
from tournament.models import Printout, Tournament

from .draws import DrawRow, draw_rows
from .rounds import rounds_of
from .sheet_titles import sheet_title

MOST = 40


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A printout in the list. `choice`: what was chosen of it, in words."""

    number: int
    sheet: str
    title: str
    choice: str
    key: str
    copy_number: int
    pages: int
    created_at: datetime
    by: str
    fingerprint: str


def printouts(tournament: Tournament, sheets: Iterable[SheetName]) -> tuple[PrintedLine, ...]:
    """Printouts of these sheets, the newest first: one query, without the documents."""
    rows = (
        tournament.printouts.filter(sheet__in=[sheet.value for sheet in sheets])
        .order_by("-number")
        .defer("pdf", "parts")
    )
    return tuple(_line(row) for row in rows)


def one(tournament: Tournament, number: int) -> Printout | None:
    """A printout with its document: one query."""
    return tournament.printouts.filter(number=number).first()


def round_choices(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    """Rounds that can be printed, the newest first: one query."""
    return tuple((tab.number, tab.title) for tab in reversed(rounds_of(tournament).rounds))


def draw_choices(tournament: Tournament) -> tuple[tuple[int, str, bool], ...]:
    """Draws that can be printed, the newest first, and which is meant without a choice (the last that counts): one query."""
    rows = tuple(reversed(draw_rows(tournament)))
    usual = next((row.number for row in rows if row.annulled_at is None), None)
    return tuple((row.number, _draw_title(row), row.number == usual) for row in rows)


def _draw_title(row: DrawRow) -> str:
    title = f"{row.number}. {row.title}"
    return _("%(title)s, aufgehoben") % {"title": title} if row.annulled_at else title


def file_name(row: Printout, slug: str) -> str:
    """What the document is called on somebody's disk: feuerwehr-slips-round-2.pdf."""
    words = row.key.replace("=", "-").split()
    return "-".join([slug, *words]) + (f"-{row.copy_number}" if row.copy_number > 1 else "") + ".pdf"


def _line(row: Printout) -> PrintedLine:
    texts = {
        "round": _("Runde %(value)s"), "draw": _("Auslosung %(value)s"), "match": _("eine Begegnung"),
        "person": _("Startnummer %(value)s"), "paper": "%(value)s", "changed": _("nur Geändertes"),
    }  # fmt: skip
    choice = ", ".join(
        texts[name] % {"value": str(value).upper()} for name, value in row.options.items() if name in texts
    )
    return PrintedLine(
        row.number,
        row.sheet,
        sheet_title(row.sheet),
        choice,
        row.key,
        row.copy_number,
        row.pages,
        row.created_at,
        row.by,
        row.fingerprint,
    )
