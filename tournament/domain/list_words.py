"""The words of participant lists, German and English: headings, yes and no, numbers of cards, categories, totals.

All words are written as `names.fold` leaves them: small, without accents, one space between.
"""

from __future__ import annotations

import re
from enum import Enum

from tournament.domain.messages import gettext_noop
from tournament.domain.names import fold


class Column(Enum):
    """What a column of a list is read as; the value is the word shown on screen."""

    NAME = gettext_noop("Name")
    FAMILY_NAME = gettext_noop("Nachname")
    FIRST_NAME = gettext_noop("Vorname")
    PLACE = gettext_noop("Ort")
    CLUB = gettext_noop("Verein")
    CATEGORY = gettext_noop("Kategorie")
    CLUB_OR_CATEGORY = gettext_noop("Verein/Kategorie")
    CARDS = gettext_noop("Karten")
    PAID = gettext_noop("bezahlt")
    NOTE = gettext_noop("Anmerkung")
    NUMBER = gettext_noop("Nummer")
    IGNORED = gettext_noop("wird nicht übernommen")


def _words(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of words, which may run over several lines."""
    return tuple(word for word in (" ".join(piece.split()) for piece in text.split(",")) if word)


_HEADINGS: dict[Column, str] = {
    Column.NAME: """
        name, namen, teilnehmer, teilnehmerin, teilnehmer innen, spieler, spielerin, person, mitspieler,
        nachname vorname, vorname nachname, name vorname, vorname name, vor und nachname, vor und zuname,
        zu und vorname, familien und vorname, vollstandiger name, player, participant, entrant, full name,
        last name first name, first name last name""",
    Column.FAMILY_NAME: "nachname, familienname, zuname, schreibname, last name, lastname, surname, family name",
    Column.FIRST_NAME: "vorname, rufname, taufname, first name, firstname, given name, forename",
    Column.PLACE: """
        ort, wohnort, ortschaft, gemeinde, herkunft, plz ort, plz und ort, place, town, city, village,
        from, residence""",
    Column.CLUB: "verein, vereinsname, klub, club, mannschaft, team, ortsgruppe, feuerwehr, organisation, association",
    Column.CATEGORY: "kategorie, kategorien, wertung, klasse, gruppe, altersklasse, category, categories, class, group",
    Column.CLUB_OR_CATEGORY: """
        verein/kategorie, kategorie/verein, verein/klasse, verein/gruppe, verein/wertung, verein oder kategorie,
        club/category, category/club""",
    Column.CARDS: """
        karten, karte, teilnahmekarten, teilnahmekarte, spielkarten, kartenanzahl, kartenzahl, anzahl karten,
        anzahl der karten, zahl der karten, karten anzahl, anzahl, anz, stuck, stk, lose, los, leben, anzahl lose,
        standkarten, standkarte, cards, card, entry cards, number of cards, no of cards, tickets, entries, lives,
        quantity, qty""",
    Column.PAID: "bezahlt, gezahlt, bez, schon bezahlt, bereits bezahlt, zahlung, bezahlung, paid, payment, payed",
    Column.NOTE: """
        anmerkung, anmerkungen, bemerkung, bemerkungen, notiz, notizen, hinweis, note, notes,
        remark, remarks, comment""",
    Column.NUMBER: """
        nr, nummer, lfd nr, lfdnr, lfd, laufnummer, laufende nummer, startnummer, start nr, startnr, pos, no, number""",
}
_MEANING: dict[str, Column] = {word: column for column, words in _HEADINGS.items() for word in _words(words)}

_PAID = _words("""
    ja, j, x, xx, 1, yes, y, true, wahr, ok, bezahlt, gezahlt, bez, bar, paid, uberwiesen, erledigt,
    ✓, ✔, ☑, ✅, ×""")
_UNPAID = _words("""
    nein, n, 0, no, false, falsch, offen, unbezahlt, unpaid, reserviert, nicht bezahlt, noch nicht, not paid,
    ☐, ✗, ✘, -, –, —""")
_PAID_WORDS: dict[str, bool] = {"": False, **dict.fromkeys(_PAID, True), **dict.fromkeys(_UNPAID, False)}

_CATEGORIES = frozenset(
    _words("""
        damen, dame, frauen, frau, herren, herr, manner, mann, senioren, seniorinnen, senior, seniorin, pensionisten,
        jugend, jugendliche, junioren, juniorinnen, junior, kinder, kind, schuler, schulerinnen, erwachsene, mitglied,
        mitglieder, nichtmitglied, nichtmitglieder, gast, gaste, einheimische, ladies, women, men, seniors, youth,
        juniors, children, members, guests""")
)
_AGE_CLASS = re.compile(r"u[ -]?[0-9]{1,2}|[0-9]{2} ?\+|(?:ab|über|unter) [0-9]{1,2}", re.IGNORECASE)
_TOTALS = frozenset(_words("summe, gesamt, gesamtsumme, insgesamt, total, zusammen, sum"))
_CARDS = re.compile(r"([0-9]{1,9})(?:[.,]0{1,2})?(?: ?(?:x|stk\.?|stück|karten?|lose?|cards?))?", re.IGNORECASE)


def heading(cell: str) -> Column | None:
    """Return what a single heading means, in German or English, or None."""
    if cell.strip() == "#":
        return Column.NUMBER
    parts = [fold(part) for part in cell[:100].split("/")]
    return _MEANING.get("/".join(parts)) or _MEANING.get(" ".join(parts))


def parse_cards(cell: str) -> int | None:
    """Return the number of cards of a cell such as "4", "4,0" or "4 Karten"; None if it is no whole number >= 0."""
    found = _CARDS.fullmatch(cell.strip())
    return int(found[1]) if found else None


def parse_paid(cell: str) -> bool | None:
    """Return whether a cell says paid (ja, x, 1, yes ...) or not (nein, 0, offen, empty ...); None if unclear."""
    word = cell.strip()
    # Signs such as a tick have no letters to fold.
    return _PAID_WORDS.get(word) if word in _PAID_WORDS or not fold(word) else _PAID_WORDS.get(fold(word))


def is_category(text: str) -> bool:
    """Tell whether a text is a usual category of people (Damen, Senioren, U18, 60+ ...) rather than a club."""
    return fold(text) in _CATEGORIES or _AGE_CLASS.fullmatch(text.strip()) is not None


def is_total(text: str) -> bool:
    """Tell whether a text in the place of the name marks a line of totals."""
    return fold(text) in _TOTALS
