"""Entries about draws, also by hand, as German sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from tournament.domain.journal_kinds import JournalKind as K

from .journal_words import Entry, Names, Sentences, short

SENTENCES = Sentences()


SENTENCES.plain(K.DRAW_DISCARDED, noop("Vorbereitung der Auslosung %(number)s verworfen."))
SENTENCES.plain(K.DRAW_ANNULLED, noop("Auslosung %(number)s aufgehoben."))
SENTENCES.plain(K.HAND_DRAW_VOIDED, noop("Handauslosung: alle rechten Zettel zurückgelegt, rechts wird neu gezogen."))


@SENTENCES.says(K.DRAW_PREPARED)
def _prepared(entry: Entry, names: Names) -> str:
    return _("Auslosung %(number)s vorbereitet, das Feld steht fest: %(hash)s.") % {
        "number": entry.number, "hash": short(entry.now("field_hash")),
    }  # fmt: skip


@SENTENCES.says(K.DRAW)
def _drawn(entry: Entry, names: Names) -> str:
    public, check = entry.now("public"), entry.now("check")
    if not check:
        return _("Auslosung %(number)s: mit der Hand gelost.") % {"number": entry.number}
    if public in ("0", None):
        return _("Auslosung %(number)s: gelost ohne Zahlen aus dem Saal, Prüfzahl %(check)s.") % {
            "number": entry.number, "check": short(check),
        }  # fmt: skip
    return _("Auslosung %(number)s: gelost mit den Zahlen %(public)s, Prüfzahl %(check)s.") % {
        "number": entry.number, "public": str(public).replace(".", " · "), "check": short(check),
    }  # fmt: skip


@SENTENCES.says(K.HAND_DRAW_STARTED)
def _hand_started(entry: Entry, names: Names) -> str:
    return _("Handauslosung der Runde %(round)s begonnen: %(numbers)s Nummern.") % {
        "round": entry.number, "numbers": entry.now("numbers"),
    }  # fmt: skip


@SENTENCES.says(K.HAND_SLIP)
def _slip(entry: Entry, names: Names) -> str:
    return _("Gezogen: %(step)s.") % {"step": _step_text(entry.now("step"), names)}


@SENTENCES.says(K.HAND_SLIP_TAKEN_BACK)
def _slip_back(entry: Entry, names: Names) -> str:
    return _("Vertippt, zurückgenommen: %(step)s.") % {"step": _step_text(entry.was("step"), names)}


@SENTENCES.says(K.HAND_DRAW_DISCARDED)
def _hand_discarded(entry: Entry, names: Names) -> str:
    return _("Handauslosung der Runde %(round)s verworfen, %(steps)s Schritte waren eingegeben.") % {
        "round": entry.number, "steps": entry.was("steps"),
    }  # fmt: skip


def _step_text(step: object, names: Names) -> str:
    match step:
        case ["left", number, card]:
            return _("links %(number)s, %(name)s") % {"number": number, "name": names.card(card)}
        case ["right", number, card]:
            return _("rechts %(number)s, %(name)s") % {"number": number, "name": names.card(card)}
        case ["redraw", number, card]:
            return _("rechts %(number)s, %(name)s: eigene Nummer, zurückgelegt") % {
                "number": number,
                "name": names.card(card),
            }
        case ["void"]:
            return _("alle rechten Zettel zurückgelegt")
    return "–"
