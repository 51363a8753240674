"""What the sheets are called, and what each is for."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.domain.sheets import SheetName as S

#: Name -> title and a few words for the page they are printed from.
TITLES: Mapping[S, tuple[Any, Any]] = {
    S.ANNOUNCEMENT: (_("Ausschreibung"), _("Plakat: wer, wann, wo, Karten, Preise")),
    S.RULES: (_("Regelblatt"), _("die Kartenregeln dieses Turniers")),
    S.START_LIST: (_("Startliste"), _("nach Namen und nach Startnummern, zum Aufhängen vor der Auslosung")),
    S.CARDS: (_("Teilnahmekarten"), _("acht auf einem Blatt, mit Code für die Spielerseite")),
    S.DRAW: (_("Auslosung"), _("nach Nummern und nach Namen: wo spiele ich?")),
    S.SLIPS: (_("Spielzettel"), _("vier auf einem Blatt, mit Strichliste und Code")),
    S.TABLE_CARDS: (_("Tischkarten"), _("eine Nummer je Tisch, mit Code zum Mitschreiben")),
    S.ROUND: (_("Rundenergebnis"), _("alle Begegnungen einer Runde")),
    S.TREE: (_("Turnierbaum"), _("vom Finale zurück bis zur ersten Runde, A4 oder A3")),
    S.PRIZES: (_("Preisliste"), _("Plätze und Preise")),
    S.RECEIPTS: (_("Preisquittungen"), _("eine Empfangsbestätigung je Preis")),
    S.CERTIFICATES: (_("Urkunden"), _("eine Seite je Preis")),
    S.CASH: (_("Kassaabschluss"), _("Summen und Kassabuch")),
    S.RESULTS: (_("Ergebnisliste"), _("für Zeitung und Web")),
    S.PROTOCOL: (_("Auslosungsprotokoll"), _("Siegel, Zahlen aus dem Saal, jeder Zug, Prüfsumme")),
    S.TROUBLE: (_("Was tun, wenn …"), _("ein Blatt für die Kassa, falls der Laptop streikt")),
}  # fmt: skip


def sheet_title(name: object) -> str:
    """The title of a sheet; an unknown name as it stands."""
    known = {sheet.value: title for sheet, (title, _what) in TITLES.items()}
    return str(known.get(str(name), name))
