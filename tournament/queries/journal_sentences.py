"""Entries of the journal as German sentences: one for every kind."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext

from tournament.domain.extra_rankings import CLUBS
from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import CashKind, Outcome

from . import counted, journal_accounts
from .journal_words import Entry, Names, amount_text, cards_text, short, value_text
from .sheet_titles import sheet_title

Sentence = Callable[[Entry, Names], str]
_SENTENCES: dict[str, Sentence] = dict(journal_accounts.SENTENCES)


def sentence(entry: Entry, names: Names) -> str:
    """The entry in words; an unknown kind (of a later version's archive) is shown as it stands."""
    say = _SENTENCES.get(entry.kind)
    return say(entry, names) if say else f"{entry.kind}: {entry.subject}"


def _says(*kinds: K) -> Callable[[Sentence], Sentence]:
    def keep(function: Sentence) -> Sentence:
        for kind in kinds:
            _SENTENCES[kind.value] = function
        return function

    return keep


def _plain(kind: K, msgid: str) -> None:
    """A sentence that only needs the number of its subject."""

    @_says(kind)
    def say(entry: Entry, names: Names) -> str:
        return _(msgid) % {"number": entry.number}


_plain(K.IMPORT, noop("Turnier aus einem Archiv eingelesen."))
_plain(K.DRAW_DISCARDED, noop("Vorbereitung der Auslosung %(number)s verworfen."))
_plain(K.DRAW_ANNULLED, noop("Auslosung %(number)s aufgehoben."))
_plain(K.HAND_DRAW_VOIDED, noop("Handauslosung: alle rechten Zettel zurückgelegt, rechts wird neu gezogen."))
_plain(K.REBUY_CLOSED, noop("Nachkauf geschlossen: offene Freilose gelten."))
_plain(K.REOPEN, noop("Turnier nach dem Abschluss wieder geöffnet."))


@_says(K.CREATE)
def _created(entry: Entry, names: Names) -> str:
    return _("Turnier ausgeschrieben, Siegel %(seal)s.") % {"seal": short(entry.now("seal"))}


@_says(K.SETTINGS)
def _settings(entry: Entry, names: Names) -> str:
    changed = sorted(entry.after) if isinstance(entry.after, dict) else []
    shown = ", ".join(f"{key}: {value_text(entry.was(key))} → {value_text(entry.now(key))}" for key in changed)
    return _("Ausschreibung geändert: %(what)s.") % {"what": shown or "–"}


@_says(K.PERSON_ADDED)
def _person_added(entry: Entry, names: Names) -> str:
    return _("%(name)s mit Startnummer %(number)s aufgenommen.") % {
        "name": names.person(entry.number),
        "number": entry.number,
    }


@_says(K.PERSON_CHANGED)
def _person_changed(entry: Entry, names: Names) -> str:
    changed = entry.now("changed")
    what = ", ".join(map(str, changed)) if isinstance(changed, list) else "–"
    return _("Angaben zu %(name)s geändert: %(what)s.") % {"name": names.person(entry.number), "what": what}


@_says(K.LIST_TAKEN_IN)
def _list(entry: Entry, names: Names) -> str:
    people, lines = entry.now("people"), entry.now("lines")
    new = len(people) if isinstance(people, list) else people
    return _("Teilnehmerliste eingelesen. Zeilen: %(lines)s, neue Personen: %(new)s, verkaufte Karten: %(sold)s.") % {
        "lines": _or_unknown(lines), "new": _or_unknown(new), "sold": _or_unknown(entry.now("sold")),
    }  # fmt: skip


def _or_unknown(value: object) -> object:
    return "?" if value is None else value


@_says(K.CARDS_SOLD)
def _sold(entry: Entry, names: Names) -> str:
    return _("%(name)s kauft %(cards)s für € %(amount)s.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.now("cards")), "amount": amount_text(entry.now("amount")),
    }  # fmt: skip


@_says(K.CARDS_REFUNDED)
def _refunded(entry: Entry, names: Names) -> str:
    return _("%(cards)s von %(name)s zurückgenommen, € %(amount)s ausgezahlt.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.was("cards")),
        "amount": amount_text(entry.now("amount")).lstrip("-−"),
    }  # fmt: skip


@_says(K.RESERVED)
def _reserved(entry: Entry, names: Names) -> str:
    count = entry.now("cards")
    return _("Für %(name)s reserviert: %(count)s Karten (Reservierung %(number)s).") % {
        "name": names.person(entry.number), "count": count, "number": entry.now("reservation"),
    }  # fmt: skip


@_says(K.RESERVATION_PAID)
def _paid(entry: Entry, names: Names) -> str:
    return _("%(name)s zahlt die Reservierung: %(cards)s.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.now("cards")),
    }  # fmt: skip


@_says(K.RESERVATION_RELEASED)
def _released(entry: Entry, names: Names) -> str:
    return _("Reservierung %(number)s von %(name)s freigegeben.") % {
        "name": names.person(entry.number), "number": entry.was("reservation"),
    }  # fmt: skip


@_says(K.CARD_MOVED)
def _moved(entry: Entry, names: Names) -> str:
    before, after = entry.was("start_number"), entry.now("start_number")
    return _("Karte %(card)s umgeschrieben: von %(before)s auf %(after)s.") % {
        "card": entry.number, "before": names.person(before), "after": names.person(after),
    }  # fmt: skip


@_says(K.SALE_CLOSED)
def _closed(entry: Entry, names: Names) -> str:
    sold, numbers = entry.now("sold"), entry.now("numbers")
    if not isinstance(sold, int) or not isinstance(numbers, int):
        return _("Verkauf geschlossen.")
    said = (counted.cards(sold), counted.numbers(numbers), counted.byes(numbers - sold))
    return _("Verkauf geschlossen: %(said)s.") % {"said": ", ".join(said)}


@_says(K.SALE_REOPENED)
def _reopened(entry: Entry, names: Names) -> str:
    return _("Verkauf wieder geöffnet (das Feld hatte %(numbers)s Nummern).") % {"numbers": entry.was("numbers")}


@_says(K.DRAW_PREPARED)
def _prepared(entry: Entry, names: Names) -> str:
    return _("Auslosung %(number)s vorbereitet, das Feld steht fest: %(hash)s.") % {
        "number": entry.number, "hash": short(entry.now("field_hash")),
    }  # fmt: skip


@_says(K.DRAW)
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


@_says(K.HAND_DRAW_STARTED)
def _hand_started(entry: Entry, names: Names) -> str:
    return _("Handauslosung der Runde %(round)s begonnen: %(numbers)s Nummern.") % {
        "round": entry.number, "numbers": entry.now("numbers"),
    }  # fmt: skip


@_says(K.HAND_SLIP)
def _slip(entry: Entry, names: Names) -> str:
    return _("Gezogen: %(step)s.") % {"step": _step_text(entry.now("step"), names)}


@_says(K.HAND_SLIP_TAKEN_BACK)
def _slip_back(entry: Entry, names: Names) -> str:
    return _("Vertippt, zurückgenommen: %(step)s.") % {"step": _step_text(entry.was("step"), names)}


@_says(K.HAND_DRAW_DISCARDED)
def _hand_discarded(entry: Entry, names: Names) -> str:
    return _("Handauslosung der Runde %(round)s verworfen, %(steps)s Schritte waren eingegeben.") % {
        "round": entry.number, "steps": entry.was("steps"),
    }  # fmt: skip


@_says(K.MATCH_MADE)
def _made(entry: Entry, names: Names) -> str:
    cards = [names.card(card) for card in (entry.now("left"), entry.now("right")) if card is not None]
    return _("%(match)s angesetzt: %(players)s.") % {
        "match": names.match(entry.number),
        "players": _(" gegen ").join(cards),
    }


@_says(K.MATCH_CHANGED)
def _changed(entry: Entry, names: Names) -> str:
    cards = [names.card(card) for card in (entry.now("left"), entry.now("right")) if card is not None]
    if not cards and entry.now("outcome") == Outcome.OPEN:
        return _("%(match)s wieder offen (vorher: %(before)s).") % {
            "match": names.match(entry.number), "before": _outcome(entry.before, entry, names),
        }  # fmt: skip
    players = _(" gegen ").join(cards) or names.players(entry.number)
    return _("%(match)s neu besetzt: %(players)s.") % {"match": names.match(entry.number), "players": players}


@_says(K.BYE)
def _bye(entry: Entry, names: Names) -> str:
    return _("%(match)s: Freilos für %(name)s.") % {
        "match": names.match(entry.number), "name": names.card(entry.now("winner")),
    }  # fmt: skip


@_says(K.SELF_MEETING)
def _self(entry: Entry, names: Names) -> str:
    return _("%(match)s: eigene Karten, %(name)s kommt weiter, die rechte Karte ist abgegeben.") % {
        "match": names.match(entry.number), "name": names.card(entry.now("winner")),
    }  # fmt: skip


@_says(K.RESULT)
def _result(entry: Entry, names: Names) -> str:
    return _("%(match)s: %(result)s.") % {
        "match": names.match(entry.number),
        "result": _outcome(entry.after, entry, names),
    }


@_says(K.CORRECTION)
def _correction(entry: Entry, names: Names) -> str:
    return _("%(match)s berichtigt: %(after)s (vorher: %(before)s).") % {
        "match": names.match(entry.number), "after": _outcome(entry.after, entry, names),
        "before": _outcome(entry.before, entry, names),
    }  # fmt: skip


@_says(K.WITHDRAWAL, K.EXCLUSION)
def _left(entry: Entry, names: Names) -> str:
    who = names.person(entry.number) if entry.subject.startswith("person") else names.card(entry.number)
    text = (
        _("%(name)s ausgeschlossen: %(cards)s.")
        if entry.kind == K.EXCLUSION
        else _("%(name)s zieht zurück: %(cards)s.")
    )
    return text % {"name": who, "cards": cards_text(entry.now("cards"))}


@_says(K.EXCHANGE)
def _exchange(entry: Entry, names: Names) -> str:
    before, after = entry.was("card"), entry.now("card")
    return _("%(match)s getauscht: statt %(before)s spielt %(after)s.") % {
        "match": names.match(entry.number), "before": names.card(before), "after": names.card(after),
    }  # fmt: skip


@_says(K.REBUY)
def _rebuy(entry: Entry, names: Names) -> str:
    card = entry.now("card") or (entry.number if entry.subject.startswith("card") else None)
    who = names.person(entry.number) if entry.subject.startswith("person") else names.card(card)
    return _("Nachkauf: %(name)s, Karte %(card)s für € %(amount)s, %(match)s.") % {
        "name": who, "card": _or_unknown(card), "amount": amount_text(entry.now("amount")),
        "match": names.match(match) if isinstance(match := entry.now("match"), int) else "–",
    }  # fmt: skip


@_says(K.ROLL_BACK)
def _rolled_back(entry: Entry, names: Names) -> str:
    draws, matches = entry.was("draws"), entry.was("matches")
    listed = ", ".join(map(str, draws)) if isinstance(draws, list) and draws else "–"
    return _("Zurückgerollt zu %(match)s. Aufgehobene Auslosungen: %(draws)s; spätere Begegnungen: %(count)s.") % {
        "match": names.match(entry.number), "draws": listed, "count": len(matches) if isinstance(matches, list) else "?",
    }  # fmt: skip


@_says(K.TABLE)
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


@_says(K.CALL)
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


@_says(K.TAP)
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


@_says(K.PHONE_TAKEN_OVER)
def _taken_over(entry: Entry, names: Names) -> str:
    return _("%(match)s: ein anderes Handy zählt weiter.") % {"match": names.match(entry.number)}


@_says(K.PHONE_REPORT, K.PHONE_REPORT_REJECTED)
def _phone_report(entry: Entry, names: Names) -> str:
    told = entry.after if entry.kind == K.PHONE_REPORT else entry.before
    result = _outcome(told | {"outcome": Outcome.PLAYED} if isinstance(told, dict) else None, entry, names)
    text = (
        _("%(match)s vom Handy gemeldet: %(result)s.")
        if entry.kind == K.PHONE_REPORT
        else _("%(match)s: Meldung vom Handy verworfen: %(result)s.")
    )
    return text % {"match": names.match(entry.number), "result": result}


@_says(K.PLAY_OFF)
def _play_off(entry: Entry, names: Names) -> str:
    order = entry.now("order")
    who = ", ".join(names.card(card) for card in order) if isinstance(order, list) else "–"
    return _("Stechen ab Platz %(place)s: %(order)s.") % {"place": entry.number, "order": who}


@_says(K.PRIZES)
def _prizes(entry: Entry, names: Names) -> str:
    count = entry.now("count")
    number = count if isinstance(count, int) else 0
    if isinstance(rankings := entry.now("rankings"), list):
        shown = ", ".join(_("Vereine") if each == CLUBS else str(each) for each in rankings) or "–"
        return _("Sonderpreise geschrieben: %(count)s (%(rankings)s).") % {"count": count, "rankings": shown}
    return ngettext("Preisliste geschrieben: 1 Preis.", "Preisliste geschrieben: %(count)s Preise.", number) % {
        "count": count
    }


@_says(K.PRIZE_HANDED_OUT)
def _handed_out(entry: Entry, names: Names) -> str:
    return _("%(prize)s ausgegeben an %(name)s.") % {
        "prize": _prize(entry.number, entry.now("ranking")), "name": names.person(entry.now("start_number")),
    }  # fmt: skip


@_says(K.PRIZE_TAKEN_BACK)
def _taken_back(entry: Entry, names: Names) -> str:
    return _("%(prize)s von %(name)s zurückgeholt.") % {
        "prize": _prize(entry.number, entry.was("ranking")), "name": names.person(entry.was("start_number")),
    }  # fmt: skip


def _prize(place: int, ranking: object) -> str:
    plain = _("%(number)s. Preis") % {"number": place}
    return plain if ranking is None else f"{plain} {_ranking(ranking)}"


def _ranking(name: object) -> str:
    return _("der Vereine") if name == CLUBS else str(name)


@_says(K.SELLER)
def _seller(entry: Entry, names: Names) -> str:
    before = entry.was("cards")
    values = {"number": entry.number, "cards": entry.now("cards"), "before": before}
    if before is None:
        return _("Vorverkauf %(number)s begonnen: %(cards)s Karten mitgegeben.") % values
    return _("Vorverkauf %(number)s: %(cards)s Karten mitgegeben (vorher %(before)s).") % values


@_says(K.CASH)
def _cash(entry: Entry, names: Names) -> str:
    kind = entry.now("kind")
    label = CashKind(kind).label if kind in CashKind.values else kind
    return _("Kassabuch Nr. %(number)s: %(kind)s, € %(amount)s.") % {
        "number": entry.number, "kind": label, "amount": amount_text(entry.now("amount")),
    }  # fmt: skip


@_says(K.CASH_VOID)
def _cash_void(entry: Entry, names: Names) -> str:
    return _("Kassabuch Nr. %(number)s storniert mit Nr. %(entry)s.") % {
        "number": entry.number, "entry": entry.now("entry"),
    }  # fmt: skip


@_says(K.CASH_COUNT)
def _count(entry: Entry, names: Names) -> str:
    return _("Kassasturz %(number)s: gezählt € %(counted)s, erwartet € %(expected)s.") % {
        "number": entry.number, "counted": amount_text(entry.now("counted")), "expected": amount_text(entry.now("expected")),
    }  # fmt: skip


@_says(K.PRINTED)
def _printed(entry: Entry, names: Names) -> str:
    return _("Ausdruck %(number)s: %(sheet)s, %(copy)s. Mal.") % {
        "number": entry.number, "sheet": sheet_title(entry.now("sheet")), "copy": entry.now("copy"),
    }  # fmt: skip


@_says(K.FINISH)
def _finish(entry: Entry, names: Names) -> str:
    return _("Turnier abgeschlossen: %(count)s Karten gereiht.") % {"count": entry.now("ranked")}


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


def _outcome(result: object, entry: Entry, names: Names) -> str:
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
