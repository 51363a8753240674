"""Files with participants: bytes as uploaded -> rows of texts, or a German sentence that says what to do.

Text files are read as clubs have them: UTF-8 with or without byte order mark, UTF-16 with one, else Windows-1252;
comma, semicolon or tab, quoted fields, any line ends. XLSX is read by `xlsx_rows`. Everything else is refused by what
the bytes are, whatever the name of the file says. Nothing is stored.
"""

from __future__ import annotations

import codecs
import csv
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tournament.domain.list_columns import ListRow, header_columns
from tournament.domain.list_words import Column
from tournament.domain.messages import Message, gettext_noop
from tournament.services.list_limits import MAX_BYTES, MAX_CELL, MAX_COLUMNS, MAX_LINES, ListFileError
from tournament.services.xlsx_rows import read_xlsx

# Separates nothing: a character that cannot stand in a readable list.
_NO_DELIMITER = "\x1f"
_DELIMITERS = ("\t", ";", ",")
_SEP_LINE = re.compile(r"sep=([\t;,])", re.IGNORECASE)
_SAVE_AS = gettext_noop("Bitte die Liste als CSV oder XLSX speichern und noch einmal hochladen.")

_PDF = gettext_noop("Das ist eine PDF-Datei. Aus ihr lassen sich keine Namen lesen.")
_PICTURE = gettext_noop("Das ist ein Bild und keine Liste.")
_OLD_EXCEL = gettext_noop("Das ist eine alte Excel-Datei (XLS) oder eine Datei mit Passwort.")
_PACKED = gettext_noop("Das ist eine gepackte Datei und keine Liste.")
_RICH_TEXT = gettext_noop("Das ist ein Dokument einer Textverarbeitung und keine Liste.")
_WEB_PAGE = gettext_noop("Das ist eine Webseite (HTML oder XML) und keine Liste.")
_NO_TEXT = gettext_noop("Das ist keine Textdatei.")
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", _PICTURE), (b"\xff\xd8\xff", _PICTURE), (b"GIF8", _PICTURE), (b"II*\x00", _PICTURE),
    (b"MM\x00*", _PICTURE), (b"\xd0\xcf\x11\xe0", _OLD_EXCEL), (b"\x1f\x8b", _PACKED), (b"7z\xbc\xaf", _PACKED),
    (b"Rar!", _PACKED), (b"BZh", _PACKED), (b"\xfd7zXZ", _PACKED), (b"{\\rtf", _RICH_TEXT),
)  # fmt: skip
_MARKUP = ("<!doctype", "<html", "<head", "<body", "<table", "<?xml", "<svg", "<!--")


class FileKind(Enum):
    """How the rows were stored."""

    TEXT = "Text"
    XLSX = "XLSX"


@dataclass(frozen=True, slots=True)
class ListFile:
    """The rows of a file, how it was read (`encoding` is empty for XLSX) and its fingerprint."""

    rows: tuple[ListRow, ...]
    kind: FileKind
    encoding: str
    fingerprint: str
    warnings: tuple[Message, ...] = ()


def fingerprint(data: bytes) -> str:
    """Return the SHA-256 of the file in hex: the same file uploaded twice has the same one."""
    return hashlib.sha256(data).hexdigest()


def read_list_file(data: bytes) -> ListFile:
    """Return the rows of an uploaded list; blank rows are left out, the numbers of the lines kept.

    Raises `ListFileError` (and nothing else, whatever the bytes are) for what is no list or is too large:
    2 MB, 5,000 lines, 50 columns, 5,000 characters in a cell.
    """
    if len(data) > MAX_BYTES:
        raise ListFileError(
            Message(
                gettext_noop("Die Datei ist zu groß: höchstens %(limit)s MB. Bitte nur die Liste selbst hochladen."),
                limit=MAX_BYTES // 1_000_000,
            )
        )
    if not data.strip():
        raise ListFileError(Message(gettext_noop("Die Datei ist leer. Bitte eine Liste mit Namen hochladen.")))
    if data.startswith(b"PK\x03\x04"):
        rows, warnings = read_xlsx(data)
        return ListFile(_checked(rows), FileKind.XLSX, "", fingerprint(data), warnings)
    _refuse_other_formats(data)
    text, encoding = _decode(data)
    _refuse_markup_and_binary(text)
    return ListFile(_checked(_text_rows(text)), FileKind.TEXT, encoding, fingerprint(data))


def _refuse(reason: str) -> ListFileError:
    return ListFileError(Message(reason), Message(_SAVE_AS))


def _refuse_other_formats(data: bytes) -> None:
    if b"%PDF-" in data[:1024]:
        raise _refuse(_PDF)
    for signature, reason in _SIGNATURES:
        if data.startswith(signature):
            raise _refuse(reason)
    if data[4:8] == b"ftyp" or (data.startswith(b"RIFF") and data[8:12] == b"WEBP"):
        raise _refuse(_PICTURE)


def _decode(data: bytes) -> tuple[str, str]:
    """Return the text and the encoding that it was written in."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif data.startswith(codecs.BOM_UTF8):
        encodings = ["utf-8-sig"]
    else:
        encodings = ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise _refuse(_NO_TEXT)


def _refuse_markup_and_binary(text: str) -> None:
    if "\0" in text:
        raise _refuse(_NO_TEXT)
    if text[:200].lstrip("\ufeff \t\r\n").casefold().startswith(_MARKUP):
        raise _refuse(_WEB_PAGE)
    # A stray control character is the fault of one line; many of them are no text at all.
    control = sum(unicodedata.category(char) == "Cc" and char not in "\t\r\n\f\v\x1a\x85" for char in text)
    if control * 100 > len(text):
        raise _refuse(_NO_TEXT)


def _text_rows(text: str) -> list[ListRow]:
    """Split a text into rows and cells; a quotation mark that never ends counts only for its own line."""
    lines = text.removesuffix("\x1a").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    if len(lines) > MAX_LINES:
        raise _too_many_lines()
    first = 1
    named = _SEP_LINE.fullmatch(lines[0].strip(" ")) if lines else None
    if named:
        first, lines = 2, lines[1:]
    delimiter = named[1] if named else _find_delimiter([line for line in lines if line.strip()])
    try:
        rows, line = [], first
        reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, skipinitialspace=True, strict=True)
        for cells in reader:
            rows.append(ListRow(line, tuple(cells)))
            line = first + reader.line_num
    except csv.Error:
        return [ListRow(number, tuple(_cells(text, delimiter))) for number, text in enumerate(lines, start=first)]
    return rows


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a single line; quotation marks out of place are taken as they are."""
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:  # a field longer than the csv module takes
        return line.split(delimiter)


def _find_delimiter(lines: Sequence[str]) -> str:
    """Return the character between the cells: the one that makes a header, else the one in most of the lines."""
    lines = [line[:2_000] for line in lines[:500]]
    known = {delimiter: _known_headings(lines[:10], delimiter) for delimiter in _DELIMITERS}
    best = max(_DELIMITERS, key=lambda delimiter: known[delimiter])
    if known[best] > 1:
        return best
    # Under the single heading "Name" a comma belongs to the name ("Huber, Johann").
    candidates = _DELIMITERS if known[best] == 0 else ("\t", ";")
    shares = {delimiter: _share(lines, delimiter) for delimiter in candidates}
    best = max(candidates, key=lambda delimiter: shares[delimiter])
    return best if shares[best][0] >= 0.5 else _NO_DELIMITER


def _known_headings(lines: Iterable[str], delimiter: str) -> int:
    headers = (header_columns(_cells(line, delimiter)) for line in lines)
    return max((len(set(columns) - {Column.IGNORED}) for columns in headers if columns), default=0)


def _share(lines: Sequence[str], delimiter: str) -> tuple[float, float]:
    """Return in what part of the lines the delimiter occurs, and what part has the usual number of cells."""
    counts = [len(_cells(line, delimiter)) for line in lines]
    several = [count for count in counts if count > 1]
    if not several:
        return 0.0, 0.0
    usual = max(several.count(count) for count in set(several))
    return len(several) / len(counts), usual / len(counts)


def _checked(rows: Iterable[ListRow]) -> tuple[ListRow, ...]:
    """Leave out blank rows and empty cells at the end of rows; refuse what is too wide or too long."""
    kept = []
    for row in rows:
        cells = list(row.cells)
        while cells and not cells[-1].strip():
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise ListFileError(
                Message(
                    gettext_noop(
                        "Zeile %(line)s hat mehr als %(limit)s Spalten. Bitte nur die Spalten der Liste lassen."
                    ),
                    line=row.line,
                    limit=MAX_COLUMNS,
                )
            )
        if max(map(len, cells)) > MAX_CELL:
            raise ListFileError(
                Message(
                    gettext_noop("Zeile %(line)s ist viel zu lang für eine Liste. Bitte die Zeile prüfen."),
                    line=row.line,
                )
            )
        kept.append(ListRow(row.line, tuple(cells)))
    if not kept:
        raise ListFileError(Message(gettext_noop("Die Datei ist leer. Bitte eine Liste mit Namen hochladen.")))
    if kept[-1].line > MAX_LINES:
        raise _too_many_lines()
    return tuple(kept)


def _too_many_lines() -> ListFileError:
    return ListFileError(
        Message(
            gettext_noop("Die Liste hat mehr als %(limit)s Zeilen. Bitte in kleinere Listen teilen."), limit=MAX_LINES
        )
    )
