"""The result of a round: winners first, in bold, under words that say so; then who is further."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.printed_round import MatchResult, PrintedRound
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align
from .draw_sheet import who
from .flow import Entry, flow
from .sheet import Progress, Sheet
from .table import Column, Row, table
from .typeface import Face


def render(imprint: Imprint, content: PrintedRound, progress: Progress) -> bytes:
    """Decided matches by number, open ones, placement matches, and whoever is in the next round."""
    sheet = Sheet(imprint, words.joined(_("Ergebnis"), content.title, by=": "))
    sheet.add_page()
    still = ngettext("%(count)s Begegnung ist noch offen", "%(count)s Begegnungen sind noch offen", len(content.open))
    sheet.heading(sheet.title, _("alles entschieden") if content.complete else still % {"count": len(content.open)})
    if content.over:
        _winner(sheet, content)
    if content.decided:
        table(sheet, _columns(), [_row(match) for match in content.decided], progress=progress)
    if content.open:
        sheet.subheading(_("Noch offen"))
        _pairs(sheet, content.open)
    _placement(sheet, content.placement)
    if content.further and not content.over:
        _further(sheet, content)
    return sheet.finish()


def _columns(first: str = "") -> tuple[Column, ...]:
    return (
        Column(first or _("Nr."), 1.5, Align.RIGHT, Face.BOLD, 12),
        Column(_("gewonnen"), 7.5, face=Face.SEMIBOLD, size=11),
        Column(_("Ergebnis"), 2.8, Align.CENTRE, size=10.5),
        Column(_("verloren"), 7.5, size=10.5),
    )


def _row(match: MatchResult) -> Row:
    result = words.joined(match.score.replace(" ", words.NBSP), match.outcome, by=" ")
    second = who(match.second) if match.second else "–"
    if match.won:
        return Row((match.code, who(match.first), result, second))
    # Neither has won: both stand where the beaten ones do.
    return Row((match.code, "–", result, words.joined(who(match.first), second if match.second else "", by=" / ")))


def _pairs(sheet: Sheet, matches: Sequence[MatchResult]) -> None:
    columns = (
        Column("", 1.5, Align.RIGHT, Face.BOLD, 12),
        Column("", 8.5, size=10.5),
        Column("", 0.8, Align.CENTRE),
        Column("", 8.5, size=10.5),
    )
    table(
        sheet, columns, [Row((m.code, who(m.first), "–", who(m.second) if m.second else _("Freilos"))) for m in matches]
    )


def _placement(sheet: Sheet, matches: Sequence[MatchResult]) -> None:
    if not matches:
        return
    sheet.subheading(_("Spiele um die Plätze"))
    columns = (
        Column("", 4.6, size=10),
        Column(_("gewonnen"), 6, face=Face.SEMIBOLD, size=11),
        Column(_("Ergebnis"), 2.8, Align.CENTRE, size=10.5),
        Column(_("verloren"), 6, size=10.5),
    )
    decided = [match for match in matches if match.decided]
    if decided:
        table(sheet, columns, [Row((match.title, *_row(match).cells[1:])) for match in decided])
    still_open = [match for match in matches if not match.decided]
    if still_open:
        plain = (Column("", 4.6, size=10), Column("", 14.8, size=10.5))
        rows = [
            Row(
                (
                    m.title,
                    _("offen: %(one)s – %(two)s") % {"one": who(m.first), "two": who(m.second) if m.second else ""},
                )
            )
            for m in still_open
        ]
        table(sheet, plain, rows)


def _winner(sheet: Sheet, content: PrintedRound) -> None:
    sheet.paragraph(_("Turniersieg"), size=12, align=Align.CENTRE, gap=0.5)
    sheet.paragraph(who(content.further[0].person), face=Face.BOLD, size=22, align=Align.CENTRE, gap=5)


def _further(sheet: Sheet, content: PrintedRound) -> None:
    cards = sum(further.cards for further in content.further)
    title = ngettext("Weiter ist %(count)s Karte", "Weiter sind %(count)s Karten", cards) % {"count": cards}
    people = ngettext("von %(count)s Person", "von %(count)s Personen", len(content.further)) % {
        "count": len(content.further)
    }
    sheet.subheading(f"{title} {people}")
    flow(
        sheet,
        [Entry(f"{further.cards} ×", who(further.person)) for further in content.further],
        columns=3,
        mark=9,
        size=10,
    )
