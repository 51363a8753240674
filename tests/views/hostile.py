"""Hostile and broken inputs: where they go, what they carry, and what must be answered."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SALE, RUNNING = "/t/kirtag", "/t/feuerwehr"
LONG = "x" * 100_000
NUL = "Huber\x00Johann"
DEEP = '{"a":' * 3000 + "1" + "}" * 3000
PHONE = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Hostile:
    """One input.

    `said`: a phrase of the answer, so that it is the refusal that was meant. `who`: "main" (may everything) unless
    named. `path` may have {link}, the link of a match.
    """

    name: str
    path: str
    data: Any
    status: int
    said: str
    method: str = "post"
    who: str = "main"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class File:
    """A file of a form: its name and what is in it."""

    name: str
    content: bytes


def upload(data: bytes, name: str = "liste.csv") -> dict[str, Any]:
    """The form of the participant list with this file."""
    return {"file": File(name, data)}


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """A package with these parts."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return out.getvalue()


def workbook(sheet: bytes, **more: bytes) -> bytes:
    """A package that looks like an XLSX workbook with one sheet."""
    types = b'<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
    return zipped(
        {"[Content_Types].xml": types, "xl/workbook.xml": b"<workbook/>", "xl/worksheets/sheet1.xml": sheet, **more}
    )


BOMB = workbook(b"<row/>" * 2_000_000)
ENTITIES = workbook(
    b'<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
)
TRAVERSAL = zipped({"../../../../etc/passwd": b"root", "[Content_Types].xml": b"<Types/>"})


def taps(**given: object) -> dict[str, Any]:
    """A JSON body of a phone."""
    return {"data": json.dumps(given), "content_type": "application/json"}


def raw(text: str | bytes, kind: str = "application/json") -> dict[str, Any]:
    """Any body at all."""
    return {"data": text, "content_type": kind}


def sold(**given: object) -> dict[str, Any]:
    """The sale as the desk sends it."""
    return {"who": "Huber Johann", "cards": "1", "request_key": "a" * 32} | given


INPUTS: tuple[Hostile, ...] = (
    # The desk.
    Hostile("no name", f"{SALE}/kassa/", sold(who=""), 422, "Bitte einen Namen eingeben"),
    Hostile("a name of blanks", f"{SALE}/kassa/", sold(who=" \t\u00a0\u2003"), 422, "Bitte einen Namen eingeben"),
    Hostile("a name of invisible characters", f"{SALE}/kassa/", sold(who="\u200b\u200b\u2060"), 422, "Name"),
    Hostile("a name with a null", f"{SALE}/kassa/", sold(who=NUL), 422, "Null"),
    Hostile("a name of 100,000 characters", f"{SALE}/kassa/", sold(who=LONG), 422, "höchstens"),
    Hostile("a name of 121 characters", f"{SALE}/kassa/", sold(who="x" * 121), 422, "120"),
    Hostile("a name of signs", f"{SALE}/kassa/", sold(who="!!! --- ***"), 422, "keinen Buchstaben"),
    Hostile("a tower of accents", f"{SALE}/kassa/", sold(who="Z" + "\u0300" * 60), 422, "Zeichen"),
    Hostile("a place of 200 characters", f"{SALE}/kassa/", sold(place="y" * 200), 422, "80"),
    Hostile("no cards", f"{SALE}/kassa/", sold(cards="0"), 422, "Karte"),
    Hostile("cards below zero", f"{SALE}/kassa/", sold(cards="-3"), 422, "0"),
    Hostile("a thousand million cards", f"{SALE}/kassa/", sold(cards="1000000000"), 422, "4096"),
    Hostile("cards in words", f"{SALE}/kassa/", sold(cards="zwei; DROP TABLE"), 422, "ganze Zahl"),
    Hostile("half a card", f"{SALE}/kassa/", sold(cards="1.5"), 422, "ganze Zahl"),
    Hostile("not a number for cards", f"{SALE}/kassa/", sold(cards="NaN"), 422, "ganze Zahl"),
    Hostile("more cards than one may have", f"{SALE}/kassa/", sold(cards="9"), 422, "Karten"),
    Hostile("a start number that is not there", f"{SALE}/kassa/", sold(start_number="4711"), 404, "4711"),
    Hostile("a start number of forty digits", f"{SALE}/kassa/", sold(start_number="9" * 40), 422, "Karten verkaufen"),
    Hostile("money that is none", f"{SALE}/kassa/", sold(given="1e999"), 422, "Betrag"),
    Hostile("money of fifty digits", f"{SALE}/kassa/", sold(given="9" * 50), 422, "Bitte einen Betrag eingeben"),
    Hostile("reserved until never", f"{SALE}/kassa/", sold(reserve="1", until="99:99"), 422, "Uhrzeit"),
    Hostile("sold after the draw", f"{RUNNING}/kassa/", sold(), 422, "Verkauf"),
    Hostile(
        "a reservation nobody made",
        f"{SALE}/kassa/reservierung/99/bezahlt/",
        {"cards": "1"},
        404,
        "Das gibt es hier nicht",
    ),
    Hostile("a refund after the draw", f"{RUNNING}/teilnehmer/1/zurueck/", {"cards": "1"}, 422, "Verkauf"),
    Hostile("a person nobody has looked at", f"{SALE}/teilnehmer/1/", {"name": ""}, 409, "Unten steht der neue Stand"),
    Hostile("a person who is not there", f"{SALE}/teilnehmer/99999/", {"name": "Moar"}, 404, "99999"),
    Hostile("leaving without a reason", f"{RUNNING}/teilnehmer/1/austritt/", {"person": "1"}, 422, "Grund"),
    # The cash book.
    Hostile("an amount with a formula", f"{RUNNING}/kassabuch/", {"kind": "expense", "amount": "=1+1"}, 422, "Betrag"),
    Hostile(
        "a kind nobody books by hand", f"{RUNNING}/kassabuch/", {"kind": "sale", "amount": "5"}, 422, "gültige Auswahl"
    ),
    Hostile("minus nothing", f"{RUNNING}/kassabuch/", {"kind": "expense", "amount": "0"}, 422, "größer als 0"),
    Hostile(
        "a sale cancelled behind the cards' back",
        f"{RUNNING}/kassabuch/1/storno/",
        {"reason": "so"},
        422,
        "durch Rücknahme der Karte",
    ),
    Hostile(
        "a count of minus coins", f"{RUNNING}/kassabuch/kassasturz/", {"pieces_100": "-1"}, 422, "größer oder gleich 0"
    ),
    # Lists.
    Hostile("no file", f"{SALE}/liste/", {}, 422, "Datei wählen"),
    Hostile("an empty file", f"{SALE}/liste/", upload(b""), 422, "leer"),
    Hostile("a picture as a list", f"{SALE}/liste/", upload(b"\x89PNG\r\n\x1a\n" + b"0" * 99), 422, "Bild"),
    Hostile(
        "a program as a list", f"{SALE}/liste/", upload(b"MZ\x90\x00\x03\x00\x00\x00" + bytes(range(256))), 422, "keine"
    ),
    Hostile("a web page as a list", f"{SALE}/liste/", upload(b"<html><script>alert(1)</script>"), 422, "Webseite"),
    Hostile("three megabytes", f"{SALE}/liste/", upload(b"Huber Johann\n" * 250_000), 422, "groß"),
    Hostile("a zip bomb", f"{SALE}/liste/", upload(BOMB, "liste.xlsx"), 422, "viel zu groß"),
    Hostile("entities in a workbook", f"{SALE}/liste/", upload(ENTITIES, "liste.xlsx"), 422, "beschädigt"),
    Hostile("a package with ways out", f"{SALE}/liste/", upload(TRAVERSAL, "liste.xlsx"), 422, "keine Liste"),
    Hostile("half a workbook", f"{SALE}/liste/", upload(BOMB[:2000], "liste.xlsx"), 422, "beschädigt"),
    Hostile("a file named like a path", f"{SALE}/liste/", upload(b"%PDF-1.7", "../../../etc/passwd"), 422, "PDF"),
    Hostile(
        "somebody else's list", f"{SALE}/liste/{'a' * 32}/", {"request_key": "a" * 32}, 404, "noch einmal hochladen"
    ),
    Hostile("a token that is a path", f"{SALE}/liste/..%2F..%2Fsessions/", {}, 404, "Diese Seite gibt es nicht"),
    # Draws.
    Hostile(
        "a method nobody knows",
        f"{RUNNING}/auslosung/vorbereiten/",
        {"stage": "main", "method": "gut"},
        422,
        "wie gelost",
    ),
    Hostile(
        "a draw that is not prepared",
        f"{RUNNING}/auslosung/losen/",
        {"public": "4711"},
        409,
        "keine Auslosung vorbereitet",
    ),
    Hostile(
        "a draw annulled without a reason",
        f"{RUNNING}/auslosung/1/aufheben/",
        {"confirm": "1"},
        422,
        "Bitte den Grund eingeben",
    ),
    Hostile(
        "a draw that does not exist", f"{RUNNING}/auslosung/77/", None, 404, "Diese Seite gibt es nicht", method="get"
    ),
    Hostile(
        "a slip of words",
        f"{RUNNING}/handauslosung/zettel/",
        {"line": "L sieben siebzehn"},
        422,
        "bitte Topf, Nummer und Karte eingeben",
    ),
    # Results.
    Hostile(
        "a score that cannot be",
        f"{RUNNING}/runde/1/eintragen/",
        {"number": "2", "winner": "l", "score": "7:5"},
        422,
        "7:5",
    ),
    Hostile(
        "a match number of letters",
        f"{RUNNING}/runde/1/eintragen/",
        {"number": "zwei'--", "winner": "left", "score": "2:0"},
        422,
        "ist keine Begegnung",
    ),
    Hostile(
        "a winner who does not play",
        f"{RUNNING}/begegnung/2/",
        {"outcome": "played", "winner": "Franz", "score": "2:0"},
        422,
        "gültige Auswahl",
    ),
    Hostile("a match that does not exist", f"{RUNNING}/begegnung/9999/", {"outcome": "played"}, 404, "9999"),
    Hostile(
        "a match number too large for the database",
        f"{RUNNING}/begegnung/{'9' * 30}/",
        None,
        404,
        "Das gibt es hier nicht",
        method="get",
    ),
    Hostile(
        "a round too large for the database",
        f"{RUNNING}/runde/{'9' * 30}/",
        None,
        404,
        "Diese Seite gibt es nicht",
        method="get",
    ),
    Hostile(
        "a deal nobody can read",
        f"{RUNNING}/schiedsrichter/karten/",
        {"hand_a": NUL, "moves": LONG, "record_text": DEEP},
        422,
        "Null",
    ),
    # Settings, archive, print.
    Hostile("settings out of nothing", f"{SALE}/ausschreibung/", {"name": ""}, 422, "zwingend erforderlich"),
    Hostile(
        "prizes without end",
        f"{SALE}/ausschreibung/",
        {"name": "x", "prizes-TOTAL_FORMS": "99999999", "prizes-INITIAL_FORMS": "0"},
        422,
        "zwingend erforderlich",
    ),
    Hostile("an archive that is none", "/einlesen/", {"archive": File("a.json", b"[]")}, 422, "Archiv"),
    Hostile("an archive without a bottom", "/einlesen/", {"archive": File("a.json", DEEP.encode())}, 422, "Archiv"),
    Hostile(
        "an archive cut in half",
        "/einlesen/",
        {"archive": File("a.json", b'{"format": "preisschnapsen-arch')},
        422,
        "beschädigt oder abgeschnitten",
    ),
    Hostile(
        "a sheet nobody prints", f"{RUNNING}/drucken/machen/", {"sheet": "../../etc/passwd"}, 422, "gültige Auswahl"
    ),
    Hostile(
        "a round nobody played on paper",
        f"{RUNNING}/drucken/machen/",
        {"sheet": "slips", "round": "999"},
        409,
        "noch keine Begegnung",
    ),
    # Phones.
    Hostile("a phone that sends no JSON", "{link}/striche", raw("L3,R2"), 400, "unreadable", who="anonymous"),
    Hostile("a phone that sends a list", "{link}/striche", raw("[1,2,3]"), 400, "unreadable", who="anonymous"),
    Hostile("a phone that sends depth", "{link}/striche", raw(DEEP), 400, "unreadable", who="anonymous"),
    Hostile(
        "a phone that sends half a megabyte",
        "{link}/striche",
        raw('{"phone":"' + "a" * 500_000 + '"}'),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "a phone that sends broken UTF-8",
        "{link}/striche",
        raw(b'{"phone":"\xff\xfe"}'),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "taps that are none",
        "{link}/striche",
        taps(phone=PHONE, term=1, taps=[[1, "X99"]]),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "taps without end",
        "{link}/striche",
        taps(phone=PHONE, term=1, taps=[[10**30, "L3"]]),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "a result of thousands",
        "{link}/ergebnis",
        taps(phone=PHONE, winner="left", score=[999, 0]),
        422,
        "999:0",
        who="anonymous",
    ),
    Hostile(
        "a result of both",
        "{link}/ergebnis",
        taps(phone=PHONE, winner="both", score=[2, 0]),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "a result of not a number",
        "{link}/ergebnis",
        raw('{"phone":"' + PHONE + '","winner":"left","score":[NaN,0]}'),
        400,
        "unreadable",
        who="anonymous",
    ),
    Hostile(
        "somebody else's link",
        f"{RUNNING}/begegnung/2/{'A' * 16}/ergebnis",
        taps(phone=PHONE, winner="left", score=[2, 0]),
        404,
        "Diese Seite gibt es nicht",
        who="anonymous",
    ),
    # Accounts.
    Hostile("a role nobody has", f"{RUNNING}/konten/einladen/", {"role": "superuser"}, 422, "wofür eingeladen"),
    Hostile("an account from elsewhere", f"{RUNNING}/konten/99999/rechte/", {"role": "director"}, 404, "keine Rechte"),
    Hostile(
        "an invitation out of thin air",
        f"/einladung/{'a' * 24}-{'b' * 27}/",
        {"username": "ich", "password": "Karten-1", "again": "Karten-1"},
        404,
        "Diese Seite gibt es nicht",
        who="anonymous",
    ),
    Hostile(
        "names deleted while playing",
        f"{RUNNING}/oeffentlich/namen-loeschen/",
        {"confirm": "feuerwehr"},
        422,
        "erst nach dem Turnier",
    ),
    Hostile(
        "names deleted without the word", f"{RUNNING}/oeffentlich/namen-loeschen/", {"confirm": "ja"}, 422, "feuerwehr"
    ),
    Hostile(
        "a login with a null", "/anmelden/", {"username": "chef\x00", "password": "x"}, 200, "Null", who="anonymous"
    ),
    Hostile(
        "a password of megabytes",
        "/konto/",
        {"present": "x" * 1_000_000, "password": "y", "again": "y"},
        422,
        "Das bisherige Passwort stimmt nicht",
    ),
    # Addresses.
    Hostile(
        "a tournament that is a path",
        "/t/..%2F..%2Fetc%2Fpasswd/kassa/",
        None,
        404,
        "Diese Seite gibt es nicht",
        method="get",
    ),
    Hostile("a tournament with a null", "/t/a%00b/kassa/", None, 404, "Diese Seite gibt es nicht", method="get"),
    Hostile("a page below zero", f"{RUNNING}/protokoll/?page=-1", None, 200, "Protokoll", method="get"),
    Hostile("a page of words", f"{RUNNING}/protokoll/?page=abc&was=%00&text=%00", None, 200, "Protokoll", method="get"),
    Hostile(
        "a search with a null",
        f"{RUNNING}/teilnehmer/?q=%00&page=99999999999999999999",
        None,
        200,
        "Teilnehmer",
        method="get",
    ),
    Hostile(
        "sorted by what is not there", f"{RUNNING}/teilnehmer/?sort=password", None, 200, "Teilnehmer", method="get"
    ),
    Hostile(
        "suggestions for everything", f"{SALE}/kassa/namen/?q=%25%25%25_%5C", None, 200, "neu anlegen", method="get"
    ),
    Hostile(
        "a form of six thousand fields",
        f"{RUNNING}/kassabuch/",
        {f"f{n}": "1" for n in range(6000)},
        400,
        "Damit kann das Programm nichts anfangen",
    ),
)
