"""Entries about people, cards and the sale, as German sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from tournament.domain.journal_kinds import JournalKind as K

from . import counted
from .journal_fields import person_label
from .journal_words import Entry, Names, Sentences, amount_text, cards_text

SENTENCES = Sentences()


SENTENCES.plain(K.REBUY_CLOSED, noop("Nachkauf geschlossen: offene Freilose gelten."))


@SENTENCES.says(K.PERSON_ADDED)
def _person_added(entry: Entry, names: Names) -> str:
    return _("%(name)s mit Startnummer %(number)s aufgenommen.") % {
        "name": names.person(entry.number),
        "number": entry.number,
    }


@SENTENCES.says(K.PERSON_CHANGED)
def _person_changed(entry: Entry, names: Names) -> str:
    changed = entry.now("changed")
    what = ", ".join(map(person_label, changed)) if isinstance(changed, list) else "–"
    return _("Angaben zu %(name)s geändert: %(what)s.") % {"name": names.person(entry.number), "what": what}


@SENTENCES.says(K.LIST_TAKEN_IN)
def _list(entry: Entry, names: Names) -> str:
    people, lines = entry.now("people"), entry.now("lines")
    new = len(people) if isinstance(people, list) else people
    return _("Teilnehmerliste eingelesen. Zeilen: %(lines)s, neue Personen: %(new)s, verkaufte Karten: %(sold)s.") % {
        "lines": _or_unknown(lines), "new": _or_unknown(new), "sold": _or_unknown(entry.now("sold")),
    }  # fmt: skip


def _or_unknown(value: object) -> object:
    return "?" if value is None else value


@SENTENCES.says(K.CARDS_SOLD)
def _sold(entry: Entry, names: Names) -> str:
    return _("%(name)s kauft %(cards)s für € %(amount)s.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.now("cards")), "amount": amount_text(entry.now("amount")),
    }  # fmt: skip


@SENTENCES.says(K.CARDS_REFUNDED)
def _refunded(entry: Entry, names: Names) -> str:
    return _("%(cards)s von %(name)s zurückgenommen, € %(amount)s ausgezahlt.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.was("cards")),
        "amount": amount_text(entry.now("amount")).lstrip("-−"),
    }  # fmt: skip


@SENTENCES.says(K.RESERVED)
def _reserved(entry: Entry, names: Names) -> str:
    count = entry.now("cards")
    return _("Für %(name)s reserviert: %(count)s Karten (Reservierung %(number)s).") % {
        "name": names.person(entry.number), "count": count, "number": entry.now("reservation"),
    }  # fmt: skip


@SENTENCES.says(K.RESERVATION_PAID)
def _paid(entry: Entry, names: Names) -> str:
    return _("%(name)s zahlt die Reservierung: %(cards)s.") % {
        "name": names.person(entry.number), "cards": cards_text(entry.now("cards")),
    }  # fmt: skip


@SENTENCES.says(K.RESERVATION_RELEASED)
def _released(entry: Entry, names: Names) -> str:
    return _("Reservierung %(number)s von %(name)s freigegeben.") % {
        "name": names.person(entry.number), "number": entry.was("reservation"),
    }  # fmt: skip


@SENTENCES.says(K.CARD_MOVED)
def _moved(entry: Entry, names: Names) -> str:
    before, after = entry.was("start_number"), entry.now("start_number")
    return _("Karte %(card)s umgeschrieben: von %(before)s auf %(after)s.") % {
        "card": entry.number, "before": names.person(before), "after": names.person(after),
    }  # fmt: skip


@SENTENCES.says(K.SALE_CLOSED)
def _closed(entry: Entry, names: Names) -> str:
    sold, numbers = entry.now("sold"), entry.now("numbers")
    if not isinstance(sold, int) or not isinstance(numbers, int):
        return _("Verkauf geschlossen.")
    said = (counted.cards(sold), counted.numbers(numbers), counted.byes(numbers - sold))
    return _("Verkauf geschlossen: %(said)s.") % {"said": ", ".join(said)}


@SENTENCES.says(K.SALE_REOPENED)
def _reopened(entry: Entry, names: Names) -> str:
    return _("Verkauf wieder geöffnet (das Feld hatte %(numbers)s Nummern).") % {"numbers": entry.was("numbers")}


@SENTENCES.says(K.WITHDRAWAL, K.EXCLUSION)
def _left(entry: Entry, names: Names) -> str:
    who = names.person(entry.number) if entry.subject.startswith("person") else names.card(entry.number)
    text = (
        _("%(name)s ausgeschlossen: %(cards)s.")
        if entry.kind == K.EXCLUSION
        else _("%(name)s zieht zurück: %(cards)s.")
    )
    return text % {"name": who, "cards": cards_text(entry.now("cards"))}


@SENTENCES.says(K.REBUY)
def _rebuy(entry: Entry, names: Names) -> str:
    card = entry.now("card") or (entry.number if entry.subject.startswith("card") else None)
    who = names.person(entry.number) if entry.subject.startswith("person") else names.card(card)
    return _("Nachkauf: %(name)s, Karte %(card)s für € %(amount)s, %(match)s.") % {
        "name": who, "card": _or_unknown(card), "amount": amount_text(entry.now("amount")),
        "match": names.match(match) if isinstance(match := entry.now("match"), int) else "–",
    }  # fmt: skip
