"""Entries about matches, results and corrections, as German sentences."""

from django.utils.translation import gettext as _

from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import Outcome

from .journal_words import Entry, Names, Sentences

SENTENCES = Sentences()


@SENTENCES.says(K.MATCH_MADE)
def _made(entry: Entry, names: Names) -> str:
    cards = [names.card(card) for card in (entry.now("left"), entry.now("right")) if card is not None]
    return _("%(match)s angesetzt: %(players)s.") % {
        "match": names.match(entry.number),
        "players": _(" gegen ").join(cards),
    }


@SENTENCES.says(K.MATCH_CHANGED)
def _changed(entry: Entry, names: Names) -> str:
    cards = [names.card(card) for card in (entry.now("left"), entry.now("right")) if card is not None]
    if not cards and entry.now("outcome") == Outcome.OPEN:
        return _("%(match)s wieder offen (vorher: %(before)s).") % {
            "match": names.match(entry.number), "before": outcome_text(entry.before, entry, names),
        }  # fmt: skip
    players = _(" gegen ").join(cards) or names.players(entry.number)
    return _("%(match)s neu besetzt: %(players)s.") % {"match": names.match(entry.number), "players": players}


@SENTENCES.says(K.BYE)
def _bye(entry: Entry, names: Names) -> str:
    return _("%(match)s: Freilos für %(name)s.") % {
        "match": names.match(entry.number), "name": names.card(entry.now("winner")),
    }  # fmt: skip


@SENTENCES.says(K.SELF_MEETING)
def _self(entry: Entry, names: Names) -> str:
    return _("%(match)s: eigene Karten, %(name)s kommt weiter, die rechte Karte ist abgegeben.") % {
        "match": names.match(entry.number), "name": names.card(entry.now("winner")),
    }  # fmt: skip


@SENTENCES.says(K.RESULT)
def _result(entry: Entry, names: Names) -> str:
    return _("%(match)s: %(result)s.") % {
        "match": names.match(entry.number),
        "result": outcome_text(entry.after, entry, names),
    }


@SENTENCES.says(K.CORRECTION)
def _correction(entry: Entry, names: Names) -> str:
    return _("%(match)s berichtigt: %(after)s (vorher: %(before)s).") % {
        "match": names.match(entry.number), "after": outcome_text(entry.after, entry, names),
        "before": outcome_text(entry.before, entry, names),
    }  # fmt: skip


@SENTENCES.says(K.EXCHANGE)
def _exchange(entry: Entry, names: Names) -> str:
    before, after = entry.was("card"), entry.now("card")
    return _("%(match)s getauscht: statt %(before)s spielt %(after)s.") % {
        "match": names.match(entry.number), "before": names.card(before), "after": names.card(after),
    }  # fmt: skip


@SENTENCES.says(K.ROLL_BACK)
def _rolled_back(entry: Entry, names: Names) -> str:
    draws, matches = entry.was("draws"), entry.was("matches")
    listed = ", ".join(map(str, draws)) if isinstance(draws, list) and draws else "–"
    return _("Zurückgerollt zu %(match)s. Aufgehobene Auslosungen: %(draws)s; spätere Begegnungen: %(count)s.") % {
        "match": names.match(entry.number), "draws": listed, "count": len(matches) if isinstance(matches, list) else "?",
    }  # fmt: skip


@SENTENCES.says(K.TABLE)
def _table(entry: Entry, names: Names) -> str:
    if entry.subject == "tournament":
        return _("Tische: %(after)s (vorher %(before)s).") % {
            "after": entry.now("tables"),
            "before": entry.was("tables"),
        }
    text = (
        _("Tisch %(number)s außer Betrieb.") if entry.now("out_of_order") else _("Tisch %(number)s wieder in Betrieb.")
    )
    return text % {"number": entry.number}


@SENTENCES.says(K.CALL)
def _call(entry: Entry, names: Names) -> str:
    match, table, absent = names.matches.get(entry.number), entry.now("table"), entry.now("missing")
    card = None if match is None else match.left if absent == "left" else match.right
    texts = {
        "called": _("%(match)s aufgerufen%(where)s: %(players)s."),
        "taken_back": _("%(match)s: Aufruf zurückgenommen."),
        "started": _("%(match)s hat begonnen%(where)s."),
        "missing": _("%(match)s: %(absent)s fehlt."),
        "came": _("%(match)s: beide sind da."),
    }
    return texts.get(str(entry.now("what")), texts["called"]) % {
        "match": names.match(entry.number), "players": names.players(entry.number),
        "where": _(" an Tisch %(number)s") % {"number": table} if table else "",
        "absent": names.card(card) if absent else "–",
    }  # fmt: skip


@SENTENCES.says(K.PLAY_OFF)
def _play_off(entry: Entry, names: Names) -> str:
    order = entry.now("order")
    who = ", ".join(names.card(card) for card in order) if isinstance(order, list) else "–"
    return _("Stechen ab Platz %(place)s: %(order)s.") % {"place": entry.number, "order": who}


def outcome_text(result: object, entry: Entry, names: Names) -> str:
    """ "2:1 für Huber Johann (Rassach) (Karte 7)", "kampflos für …", "beide nicht angetreten"."""
    if not isinstance(result, dict):
        return "–"
    outcome, score, winner = result.get("outcome"), result.get("score"), result.get("winner")
    label = str(Outcome(outcome).label) if outcome in Outcome.values else str(outcome)
    match = names.matches.get(entry.number)
    if isinstance(score, list) and len(score) == 2:
        # The winner's Bummerl first, as people say it.
        won = reversed(score) if match is not None and match.right == winner and winner is not None else score
        played = "{}:{}".format(*won)
        label = played if outcome == Outcome.PLAYED else f"{label} {played}"
    if winner is None:
        return label
    return _("%(what)s für %(name)s") % {"what": label, "name": names.card(winner)}
