"""One page that helps when the laptop does not: what to do, in the order in which it goes wrong."""

from django.utils.translation import gettext as _

from tournament.queries.printed_trouble import TroubleSheet
from tournament.queries.printing import Imprint

from .boxes import Box
from .fitting import Fitted, height_of, wrap
from .sheet import Progress, Sheet
from .typeface import Face

_SIZE = 10.5
_CODE = 26.0


def render(imprint: Imprint, content: TroubleSheet, progress: Progress) -> bytes:
    """One page."""
    sheet = Sheet(imprint, _("Was tun, wenn …"), margin=15)
    sheet.add_page()
    sheet.heading(_("Was tun, wenn …"))
    first = _(
        "Das Wichtigste: Alles, was gespeichert ist, bleibt gespeichert. Gespielt wird auf Papier weiter: Spielzettel "
        "ausfüllen, unterschreiben, sammeln, später eintragen."
    )
    sheet.paragraph(first, face=Face.SEMIBOLD, size=11.5, gap=2.5)
    for trouble, help_ in _troubles(content.address):
        _entry(sheet, trouble, help_)
    sheet.need(_CODE)
    sheet.code(content.address, sheet.right - _CODE + 2, sheet.y, _CODE, label=content.address)
    sheet.y += 7
    room = sheet.inner - _CODE
    sheet.paragraph(
        _("Adresse des Programms im Saal: %(address)s") % {"address": content.address}, w=room, size=10, gap=6
    )
    sheet.paragraph(_("Wer sich auskennt (Name, Telefon):"), w=room, size=10)
    sheet.line(sheet.left + 60, sheet.y - 1.6, sheet.left + room, sheet.y - 1.6, weight=0.2)
    progress(1, 1)
    return sheet.finish()


def _entry(sheet: Sheet, trouble: str, help_: str) -> None:
    wide = sheet.inner * 0.31
    left, right = wrap(trouble, wide - 3, Face.SEMIBOLD, _SIZE), wrap(help_, sheet.inner - wide, Face.REGULAR, _SIZE)
    height = height_of(max(len(left), len(right)), _SIZE)
    sheet.need(height + 3)
    with sheet.artifact():
        sheet.line(sheet.left, sheet.y, sheet.right, sheet.y, weight=0.15)
    with sheet.tag("P"):
        for lines, face, x, w in (
            (left, Face.SEMIBOLD, sheet.left, wide - 3),
            (right, Face.REGULAR, sheet.left + wide, sheet.inner - wide),
        ):
            fitted = Fitted(lines, _SIZE)
            sheet.place(fitted, Box(x, sheet.y + 1.2, w, fitted.height), face)
    sheet.y += height + 2.4


def _troubles(address: str) -> tuple[tuple[str, str], ...]:
    return (
        (
            _("… der Bildschirm nicht mehr reagiert"),
            _(
                "Seite neu laden (F5). Hilft das nicht: Browser schließen und wieder öffnen, Adresse eintippen: %(address)s. "
                "Nichts geht dabei verloren; was schon eingetragen war, wird nicht doppelt gezählt."
            )
            % {"address": address},
        ),
        (
            _("… das Programm beendet ist"),
            _(
                "Noch einmal starten, mit demselben Befehl oder Symbol wie am Anfang. Es macht dort weiter, wo es war; auch "
                "eine halb eingetippte Handauslosung ist noch da."
            ),
        ),
        (
            _("… der Strom ausfällt"),
            _(
                "Weiterspielen lassen. Spielzettel sammeln. Wenn der Laptop wieder läuft: Programm starten, Zettel der Reihe nach eintragen."
            ),
        ),
        (
            _("… der Laptop hinüber ist"),
            _(
                "Anderen Laptop nehmen, Programm einrichten, die letzte Sicherung einspielen (vor jeder Auslosung und alle zehn"
                " Minuten wird eine gemacht; rechtzeitig auf einen USB-Stick kopieren). Gibt es keine: mit Startliste und "
                "Auslosungsblatt von der Wand auf Papier fertig spielen."
            ),
        ),
        (
            _("… die Handys nicht hineinkommen"),
            _(
                "Sind Handy und Laptop im selben WLAN? Mobile Daten am Handy ausschalten. Es geht auch ohne Handy: Zettel "
                "ausfüllen, am Tisch der Schreiber melden."
            ),
        ),
        (
            _("… ein Handy „wartet“ anzeigt"),
            _(
                "Das Ergebnis ist am Handy gespeichert und kommt nach, sobald es wieder Empfang hat: genau einmal. Seite offen "
                "lassen. Eilt es: Ergebnis an der Schreiberkassa eintippen."
            ),
        ),
        (
            _("… ein Ergebnis falsch eingetragen ist"),
            _(
                "Nur die Turnierleitung berichtigt. Vor der nächsten Auslosung genügt das neue Ergebnis; danach zeigt das "
                "Programm, was davon abhängt, und bietet Tausch oder Zurückrollen an. Nichts wird gelöscht."
            ),
        ),
        (
            _("… jemand nicht auftaucht"),
            _("Aufrufen, Zeit laufen lassen, dann „kampflos“ eintragen. Fehlen beide: „beide nicht angetreten“."),
        ),
        (
            _("… jemand heim muss"),
            _(
                "Rückzug eintragen. Die offene Begegnung geht kampflos an den Gegner, in der nächsten Runde gibt es dafür ein Freilos."
            ),
        ),
        (
            _("… jemand die Auslosung bezweifelt"),
            _(
                "Auslosungsprotokoll aufhängen: Siegel, Zahlen aus dem Saal und Prüfsumme stehen darauf; jeder kann nachrechnen."
            ),
        ),
        (
            _("… am Computer nicht gelost werden kann"),
            _(
                "Mit der Hand losen: zwei Töpfe mit den Nummern 1 bis zur halben Feldgröße. Zuerst links, bis der Topf leer "
                "ist, dann rechts; wer rechts seine eigene Nummer zieht, zieht noch einmal. Aufschreiben; später als "
                "Handauslosung eintippen."
            ),
        ),
        (
            _("… der Drucker streikt"),
            _(
                "Auf der Druckseite steht jeder Ausdruck noch einmal bereit: am Handy oder USB-Stick mitnehmen und anderswo "
                "drucken. Die Tafel am Bildschirm zeigt dasselbe."
            ),
        ),
        (
            _("… zwei Leute gleich heißen"),
            _("Startnummer und Ort entscheiden, nie der Name allein. Beim Aufrufen den Ort dazusagen."),
        ),
        (
            _("… die Kassa nicht stimmt"),
            _(
                "Kassasturz machen, Unterschied eintragen, Ursache dazuschreiben. Nichts nachträglich ändern: falsche Buchungen werden storniert."
            ),
        ),
    )
