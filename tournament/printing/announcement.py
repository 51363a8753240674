"""The announcement: a poster for the inn's door."""

from django.utils.translation import gettext as _

from tournament.domain.terms import Policy, TiePolicy
from tournament.queries.printed_announcement import PrintedAnnouncement, PrintedPrize
from tournament.queries.printing import Imprint

from . import words
from .boxes import Align, Box
from .fitting import fit
from .play_words import facts
from .seal import seal_block
from .sheet import SOFT, Progress, Sheet
from .table import Column, Row, table
from .typeface import Face

_CODE = 26.0


def render(imprint: Imprint, content: PrintedAnnouncement, progress: Progress) -> bytes:
    """One page for most; more when there are many prizes."""
    sheet = Sheet(imprint, _("Ausschreibung"))
    sheet.add_page()
    _title(sheet, content)
    _facts(sheet, content)
    if content.prizes:
        _prizes(sheet, content)
    for text in (content.notes, content.sponsors):
        if text.strip():
            sheet.y += 1
            sheet.paragraph(text, size=11, align=Align.CENTRE)
    if content.address:
        sheet.need(_CODE + 4)
        sheet.code(content.address, sheet.width / 2 - _CODE / 2, sheet.y, _CODE, label=content.address)
        sheet.y += _CODE
        sheet.paragraph(content.address, size=9, align=Align.CENTRE, grey=SOFT)
    if content.seal:
        seal_block(sheet, content.seal)
    progress(1, 1)
    return sheet.finish()


def _title(sheet: Sheet, content: PrintedAnnouncement) -> None:
    centre = Align.CENTRE
    with sheet.artifact():
        sheet.cell("♠  ♥  ♦  ♣", Box(sheet.left, sheet.y, sheet.inner, 9), size=17, align=centre)
    sheet.y += 11
    if content.organiser:
        sheet.paragraph(
            _("%(organiser)s lädt ein zum") % {"organiser": content.organiser}, size=13, align=centre, gap=2
        )
    title = fit(content.name, sheet.inner, 48, Face.BOLD, 38, 18)
    with sheet.tag("H1", title=content.name):
        sheet.place(title, Box(sheet.left, sheet.y, sheet.inner, title.height), Face.BOLD, centre)
    sheet.y += title.height + 3
    if content.starts_at:
        when = _("%(day)s, %(clock)s Uhr") % {
            "day": words.day(content.starts_at),
            "clock": words.clock(content.starts_at),
        }
        sheet.paragraph(when, face=Face.SEMIBOLD, size=19, align=centre, gap=0.6)
    if content.venue:
        sheet.paragraph(content.venue, size=16, align=centre, gap=2)
    if content.purpose:
        sheet.paragraph(content.purpose, size=12, align=centre, grey=SOFT)
    sheet.y += 2
    with sheet.artifact():
        for offset in (0.0, 1.0):
            sheet.line(sheet.left, sheet.y + offset, sheet.right, sheet.y + offset, weight=0.3)
    sheet.y += 5


def _facts(sheet: Sheet, content: PrintedAnnouncement) -> None:
    rows = [Row((label, text)) for label, text in facts(content.play)]
    table(
        sheet,
        (Column("", 3, face=Face.SEMIBOLD, size=11.5), Column("", 13, size=11.5, most_lines=6)),
        rows,
        zebra=False,
    )


def _prizes(sheet: Sheet, content: PrintedAnnouncement) -> None:
    sheet.subheading(_("Preise"))
    columns = (Column("", 2, Align.RIGHT, Face.BOLD, 12), Column("", 11, size=12), Column("", 3, Align.RIGHT, size=12))
    main = [prize for prize in content.prizes if not prize.ranking]
    table(sheet, columns, (_row(prize) for prize in main), zebra=False)
    for ranking in dict.fromkeys(prize.ranking for prize in content.prizes if prize.ranking):
        sheet.subheading(_("Preise: %(ranking)s") % {"ranking": ranking})
        table(sheet, columns, (_row(prize) for prize in content.prizes if prize.ranking == ranking), zebra=False)
    sheet.paragraph(" ".join(_policy(content)), size=10.5)


def _row(prize: PrintedPrize) -> Row:
    sponsor = _("gespendet von %(sponsor)s") % {"sponsor": prize.sponsor} if prize.sponsor else ""
    what = words.joined(prize.description or _("Preis"), sponsor, by=", ")
    return Row((f"{prize.place}.", what, words.money(prize.value)))


def _policy(content: PrintedAnnouncement) -> tuple[str, str]:
    policy = {
        Policy.SEVERAL: _("Eine Person darf mehrere Preise gewinnen."),
        Policy.ONE: _("Jede Person gewinnt höchstens einen Preis; der nächste rückt nach."),
    }[content.prize_policy]
    tie = {
        TiePolicy.LOT: _("Bei Gleichstand entscheidet das Los."),
        TiePolicy.PLAY_OFF: _("Bei Gleichstand entscheidet ein Stechen."),
        TiePolicy.SHARED: _("Bei Gleichstand wird der Preis geteilt."),
    }[content.tie_policy]
    return policy, tie
