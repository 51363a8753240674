"""Entries about the phones at the tables, as German sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import Outcome

from .journal_matches import outcome_text
from .journal_words import Entry, Names, Sentences

SENTENCES = Sentences()


@SENTENCES.says(K.TAP)
def _tap(entry: Entry, names: Names) -> str:
    who = _side(entry.now("side"), entry, names)
    texts = {
        "deal": ngettext("%(name)s gewinnt ein Spiel um %(points)s Punkt", "%(name)s gewinnt ein Spiel um %(points)s Punkte", _points(entry)),
        "tie": _("unentschiedenes Spiel"), "dealer": _("%(name)s gibt"), "undo": _("letzter Strich zurückgenommen"),
    }  # fmt: skip
    said = texts.get(str(entry.now("tap")), "–") % {"name": who, "points": entry.now("points")}
    return _("%(match)s am Handy: %(what)s.") % {"match": names.match(entry.number), "what": said}


def _points(entry: Entry) -> int:
    points = entry.now("points")
    return points if isinstance(points, int) else 0


def _side(side: object, entry: Entry, names: Names) -> str:
    match = names.matches.get(entry.number)
    card = None if match is None else match.left if side == "left" else match.right
    return names.card(card) if card is not None else _("links") if side == "left" else _("rechts")


@SENTENCES.says(K.PHONE_TAKEN_OVER)
def _taken_over(entry: Entry, names: Names) -> str:
    return _("%(match)s: ein anderes Handy zählt weiter.") % {"match": names.match(entry.number)}


@SENTENCES.says(K.PHONE_REPORT, K.PHONE_REPORT_REJECTED)
def _phone_report(entry: Entry, names: Names) -> str:
    told = entry.after if entry.kind == K.PHONE_REPORT else entry.before
    result = outcome_text(told | {"outcome": Outcome.PLAYED} if isinstance(told, dict) else None, entry, names)
    text = (
        _("%(match)s vom Handy gemeldet: %(result)s.")
        if entry.kind == K.PHONE_REPORT
        else _("%(match)s: Meldung vom Handy verworfen: %(result)s.")
    )
    return text % {"match": names.match(entry.number), "result": result}
