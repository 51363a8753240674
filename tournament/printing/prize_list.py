"""The prize list: prizes, sponsors, winners, and with one prize for a person the reason why one went on."""

from django.utils.translation import gettext as _

from tournament.domain.terms import Policy, TiePolicy
from tournament.queries.printed_prize_list import ListedPrize, PrizeList, Winner
from tournament.queries.printing import Imprint
from tournament.queries.prizes import PrizeState

from . import words
from .boxes import Align
from .sheet import SOFT, Progress, Sheet
from .table import Column, Row, table
from .typeface import Face


def render(imprint: Imprint, content: PrizeList, progress: Progress) -> bytes:
    """The main ranking, then every other one."""
    sheet = Sheet(imprint, _("Preisliste"))
    sheet.add_page()
    sheet.heading(under="" if content.finished else _("Stand beim Druck; das Turnier ist noch nicht beendet"))
    for ranking in content.rankings:
        if ranking.name:
            sheet.subheading(ranking.name)
        table(sheet, _columns(), [_row(prize) for prize in ranking.prizes], progress=progress)
    sheet.paragraph(_policy(content), size=10, grey=SOFT)
    if content.sponsors.strip():
        sheet.y += 2
        sheet.paragraph(content.sponsors, size=11, align=Align.CENTRE)
    return sheet.finish()


def _columns() -> tuple[Column, ...]:
    return (
        Column(_("Preis"), 1.5, Align.RIGHT, Face.BOLD, 13),
        Column("", 6.2, size=10.5, most_lines=5),
        Column(_("Wert"), 2.2, Align.RIGHT, size=10.5),
        Column(_("gewonnen von"), 6, face=Face.SEMIBOLD, size=12, most_lines=6),
        Column(_("womit"), 4.6, size=9.5, most_lines=8),
    )


def _row(prize: ListedPrize) -> Row:
    sponsor = _("gespendet von %(sponsor)s") % {"sponsor": prize.sponsor} if prize.sponsor else ""
    what = "\n".join(part for part in (prize.description, sponsor) if part)
    return Row((f"{prize.rank}.", what, words.money(prize.value), _winners(prize), _reason(prize)))


def _winners(prize: ListedPrize) -> str:
    if prize.winners:
        return "\n".join(_named(winner) for winner in prize.winners)
    return {
        PrizeState.TIE: _("Gleichstand: noch zu entscheiden"),
        PrizeState.NO_TAKER: _("niemand"),
    }.get(prize.state, _("noch offen"))


def _named(winner: Winner) -> str:
    return words.joined(winner.name, winner.where, by=", ")


def _reason(prize: ListedPrize) -> str:
    place = _("%(place)s. Platz") % {"place": prize.place} if prize.place else ""
    shared = _("Preis geteilt") if prize.state == PrizeState.SHARED else ""
    changed = (
        _("nach einer Berichtigung stünde er %(name)s zu") % {"name": prize.changed_to} if prize.changed_to else ""
    )
    return words.joined(place, shared, prize.why, changed, by=", ")


def _policy(content: PrizeList) -> str:
    policy = {
        Policy.SEVERAL: _("Eine Person darf mehrere Preise gewinnen."),
        Policy.ONE: _("Jede Person gewinnt höchstens einen Preis; der nächste rückt nach."),
    }[content.policy]
    tie = {
        TiePolicy.LOT: _("Bei Gleichstand entscheidet das Los."),
        TiePolicy.PLAY_OFF: _("Bei Gleichstand entscheidet ein Stechen."),
        TiePolicy.SHARED: _("Bei Gleichstand wird der Preis geteilt."),
    }[content.tie_policy]
    return f"{policy} {tie}"
