"""Who may open which page, read from the access rules of the addresses themselves: nothing here is typed twice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import pgettext

from tournament.access import Who, roles_of, who
from tournament.links import Opens
from tournament.models import Role


class Column(StrEnum):
    """Who somebody may be; `MAIN` is the account of the first start, which directs every tournament."""

    MAIN = "main"
    DIRECTOR = "director"
    CASHIER = "cashier"
    SCORER = "scorer"
    TABLE = "table"
    BOARD = "board"
    PLAYER = "player"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Row:
    """A page: its name among the addresses, its address, what it is in words, for whom it opens, and what else is needed."""

    name: str
    address: str
    title: str
    who: Who
    columns: frozenset[Column]
    note: str


ACCOUNTS = frozenset({Column.MAIN, Column.DIRECTOR, Column.CASHIER, Column.SCORER})
_OF_ROLE: Mapping[Role, Column] = {
    Role.DIRECTOR: Column.DIRECTOR,
    Role.CASHIER: Column.CASHIER,
    Role.SCORER: Column.SCORER,
}
_OF_LINK: Mapping[Opens, Column] = {
    Opens.MATCH: Column.TABLE, Opens.TABLE: Column.TABLE, Opens.BOARD: Column.BOARD, Opens.PLAYER: Column.PLAYER,
}  # fmt: skip

#: What the pages are called here: by the name of the address.
TITLES: Mapping[str, str] = {
    "home": noop("Startseite: die Turniere"), "login": noop("Anmelden"), "logout": noop("Abmelden"),
    "first_login": noop("Erster Start mit dem Code aus dem Terminal"), "set_language": noop("Sprache wählen"),
    "own-account": noop("Eigenes Passwort ändern"), "own-account-log-out": noop("Sich auf allen Geräten abmelden"),
    "invitation": noop("Einladung annehmen"), "tournament-new": noop("Neues Turnier ausschreiben"),
    "backups": noop("Sicherungen"), "backup-upload": noop("Sicherung von einem anderen Gerät holen"),
    "backup-restore": noop("Sicherung zurückspielen"), "backup-download": noop("Sicherung herunterladen"),
    "import": noop("Archiv einlesen"), "overview": noop("Überblick des Turniers"), "settings": noop("Ausschreibung ändern"),
    "rules": noop("Regelblatt"), "rules-edit": noop("Spielregeln ändern"),
    "sale": noop("Verkauf"), "sale-suggest": noop("Verkauf: Namen vorschlagen"), "sale-counter": noop("Verkauf: Stand"),
    "sale-recent": noop("Verkauf: zuletzt verkauft"), "sale-desk": noop("Verkauf: Kassa wählen"),
    "sale-pay": noop("Vorgemerkte Karten bezahlen"), "sale-release": noop("Vorgemerkte Karten freigeben"),
    "sale-close": noop("Verkauf schließen"), "sale-reopen": noop("Verkauf wieder öffnen"), "refund": noop("Karten zurücknehmen"),
    "people": noop("Teilnehmer"), "people-csv": noop("Teilnehmer als Tabelle herunterladen"), "person": noop("Person ansehen und berichtigen"),
    "withdraw": noop("Karten oder Person zurückziehen"), "list-import": noop("Teilnehmerliste hochladen"),
    "list-preview": noop("Teilnehmerliste übernehmen"), "cash": noop("Kassabuch"), "cash-book": noop("Kassabuch: Stand"),
    "cash-count": noop("Kassasturz"), "cash-void": noop("Buchung stornieren"),
    "draw": noop("Auslosung"), "draw-prepare": noop("Auslosung vorbereiten"), "draw-discard": noop("Vorbereitete Auslosung verwerfen"),
    "draw-carry-out": noop("Auslosen"), "draw-begin": noop("Ohne Auslosung beginnen"), "draw-start-list": noop("Startliste für die Wand"),
    "draws": noop("Alle Auslosungen"), "draw-reveal": noop("Auslosung zeigen"), "draw-seal": noop("Siegel als Code"),
    "draw-print": noop("Auslosungsblatt"), "draw-protocol": noop("Protokoll der Auslosung"), "draw-field": noop("Feld der Auslosung herunterladen"),
    "draw-annul": noop("Auslosung aufheben"), "draw-checker": noop("Auslosung nachrechnen"), "draw-checker-file": noop("Nachrechner herunterladen"),
    "hand-draw": noop("Auslosung von Hand"), "hand-draw-start": noop("Handauslosung beginnen"), "hand-draw-slip": noop("Handauslosung: gezogenes Los"),
    "hand-draw-back": noop("Handauslosung: letzten Zettel zurücklegen"), "hand-draw-void": noop("Handauslosung: rechts neu ziehen"),
    "hand-draw-complete": noop("Handauslosung gilt"), "hand-draw-discard": noop("Handauslosung verwerfen"),
    "round": noop("Runde"), "round-placement": noop("Platzierungsspiele"), "round-live": noop("Runde: Stand"),
    "round-scores": noop("Runde: laufende Spielstände"),
    "round-look-up": noop("Runde: Begegnung suchen"), "round-enter": noop("Ergebnis eintragen, aufrufen, Tisch zuteilen"),
    "match": noop("Begegnung: Ergebnis und Geschichte"), "match-tally": noop("Begegnung: Spiele eintragen"),
    "tally-check": noop("Eingetragene Spiele prüfen"), "referee": noop("Schiedsrichterhilfe"), "referee-deal": noop("Schiedsrichterhilfe: Karten"),
    "places": noop("Plätze"), "prizes": noop("Preise"), "prize-hand-out": noop("Preis ausgeben"), "prize-lot": noop("Um einen Preis losen"),
    "prize-play-off": noop("Stechen eintragen"), "prizes-finish": noop("Turnier abschließen"), "prizes-reopen": noop("Turnier wieder öffnen"),
    "tree": noop("Turnierbaum"), "print": noop("Drucken"), "print-make": noop("Blatt erzeugen"), "print-progress": noop("Drucken: Fortschritt"),
    "printout": noop("Ausdruck ansehen"), "journal": noop("Protokoll"), "journal-check": noop("Protokoll prüfen"),
    "export": noop("Archiv herunterladen"), "accounts": noop("Konten und Rechte"), "account": noop("Ein Konto"), "account-invite": noop("Jemanden einladen"),
    "account-invitation": noop("Einladung zeigen und zurückziehen"), "account-roles": noop("Rechte ändern, Konto herausnehmen"),
    "account-log-out": noop("Ein Konto überall abmelden"), "accounts-log-out": noop("Alle abmelden"),
    "account-password": noop("Link für ein neues Passwort"), "permissions": noop("Wer darf was"),
    "privacy": noop("Was öffentlich ist"), "anonymise": noop("Namen nach dem Turnier löschen"),
    "prize-take-back": noop("Ausgegebenen Preis zurücknehmen"), "rebuy": noop("Nachkauf"), "rebuy-close": noop("Nachkauf schließen"),
    "card-move": noop("Karten auf eine andere Person umschreiben"), "sale-undo": noop("Verkauf: letzte eigene Eingabe zurücknehmen"),
    "round-undo": noop("Runde: letzte eigene Eingabe zurücknehmen"), "sellers": noop("Vorverkäufer"), "seller": noop("Vorverkäufer: Abrechnung"),
    "seller-sell": noop("Vorverkauf eintragen"), "cash-close": noop("Kassaabschluss"), "match-call": noop("Begegnung aufrufen"),
    "tables": noop("Tische"), "tables-live": noop("Tische: Stand"), "call-typed": noop("Aufruf eintippen"), "table-state": noop("Tisch außer Betrieb nehmen"),
    "board": noop("Tafel"), "board-content": noop("Tafel: Inhalt"), "board-state": noop("Tafel: Stand"), "board-control": noop("Tafel steuern"),
    "board-reveal": noop("Auslosung auf der Tafel zeigen"), "front": noop("Turnieradresse"), "public": noop("Gästeseite"),
    "public-player": noop("Gästeseite: ein Spieler"), "public-draw": noop("Gästeseite: eine Auslosung"), "player": noop("Seite eines Spielers"),
    "phone": noop("Handy am Tisch: Bummerlzähler"), "phone-state": noop("Handy am Tisch: Stand"),
    "phone-taps": noop("Handy am Tisch: Striche"), "phone-take-over": noop("Handy am Tisch: weiterzählen"),
    "phone-report": noop("Handy am Tisch: Ergebnis melden"), "phone-form": noop("Handy am Tisch: Ergebnis ohne Striche melden"),
    "phone-table": noop("Tischkarte: welche Begegnung hier spielt"), "phone-reports": noop("Meldungen der Handys"),
    "phone-reports-live": noop("Meldungen der Handys: Stand"), "phone-report-settle": noop("Meldung eines Handys bestätigen oder verwerfen"),
}  # fmt: skip


def column_title(column: Column) -> str:
    """What stands above a column."""
    texts = {
        Column.MAIN: _("Hauptkonto"), Column.DIRECTOR: _("Turnierleitung"), Column.CASHIER: _("Kassa"), Column.SCORER: _("Schreiber"),
        Column.TABLE: _("Tisch"), Column.BOARD: _("Tafel"), Column.PLAYER: pgettext("who may", "Spieler"), Column.PUBLIC: _("alle"),
    }  # fmt: skip
    return texts[column]


def every_pattern(
    patterns: Sequence[URLPattern | URLResolver] | None = None, prefix: str = "/"
) -> Iterator[tuple[str, URLPattern]]:
    """Every address of this installation with its pattern, however deep it is included."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLResolver):
            yield from every_pattern(each.url_patterns, prefix + str(each.pattern))
        else:
            yield prefix + str(each.pattern), each


def matrix() -> tuple[Row, ...]:
    """A row for every address, in the order of the address files. Raises AttributeError for a view without an access rule."""
    return tuple(_row(address, pattern) for address, pattern in every_pattern())


def _row(address: str, pattern: URLPattern) -> Row:
    rule: object = pattern.callback.access_rule  # type: ignore[attr-defined]  # access.py sets it on every view
    kind, name = who(rule), pattern.name or ""
    title = _(TITLES[name]) if name in TITLES else address
    return Row(name, address, title, kind, _columns(kind, rule), _note(kind))


def _columns(kind: Who, rule: object) -> frozenset[Column]:
    if kind is Who.ROLES:
        return frozenset({Column.MAIN, *(_OF_ROLE[role] for role in roles_of(rule))})
    if kind is Who.LINK and isinstance(rule, Opens):
        return frozenset({_OF_LINK[rule]})
    if kind is Who.SUPERUSER:
        return frozenset({Column.MAIN})
    return ACCOUNTS if kind is Who.ACCOUNT else frozenset(Column)


def _note(kind: Who) -> str:
    notes = {
        Who.PUBLISHED: _("sobald das Turnier veröffentlicht ist"), Who.LINK: _("mit dem Link oder QR-Code"),
        Who.INVITED: _("mit einer gültigen Einladung"), Who.ACCOUNT: _("auch ohne Rechte in diesem Turnier"),
    }  # fmt: skip
    return notes.get(kind, "")
