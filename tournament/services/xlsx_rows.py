"""Rows of an XLSX workbook, read without trusting it."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterator

from tournament.domain.list_columns import ListRow
from tournament.domain.messages import Message, gettext_noop
from tournament.services.list_limits import MAX_COLUMNS, MAX_LINES, ListFileError

# What all parts of a workbook may be together when unpacked: a list of 5,000 lines has about 2 MB, 8 MB take some
# seconds to read. Styles take longest and are small in a list. What real people write packs to a tenth or so.
MAX_UNPACKED = 8_000_000
MAX_STYLES = 1_000_000
MAX_RATIO = 100
MAX_PARTS = 1_000
_LAST_ROW = 1_048_576
# Beyond the columns that are allowed, so that too many are noticed and not cut off.
_WIDEST = 4 * MAX_COLUMNS

_BROKEN = gettext_noop(
    "Die Excel-Datei ist beschädigt. Bitte in Excel öffnen, neu speichern und noch einmal hochladen."
)
_ODS = gettext_noop(
    "Das ist eine ODS-Datei (LibreOffice). Bitte als CSV oder XLSX speichern und noch einmal hochladen."
)
_DOCX = gettext_noop("Das ist ein Word-Dokument. Bitte die Namen in eine Textdatei oder Tabelle kopieren.")
_OTHER = gettext_noop(
    "Das ist eine gepackte Datei und keine Liste. Bitte die Liste selbst als CSV oder XLSX hochladen."
)
_LOCKED = gettext_noop("Die Datei ist mit einem Passwort geschützt. Bitte ohne Passwort speichern.")
_BOMB = gettext_noop("Die Excel-Datei ist ausgepackt viel zu groß. Bitte nur die Liste in eine neue Datei kopieren.")


def read_xlsx(data: bytes) -> tuple[list[ListRow], tuple[Message, ...]]:
    """Return the rows of the first visible sheet with contents, and what to know about it.

    Line numbers are those of the sheet. Formulas give the value that was last computed. Raises `ListFileError`.
    """
    _check_package(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl comments on styles that do not matter here
            return _read_first_sheet(data)
    except ListFileError:
        raise
    except Exception as error:  # openpyxl raises anything at all on a forged workbook
        raise ListFileError(Message(_BROKEN)) from error


def _check_package(data: bytes) -> None:
    """Refuse what is no workbook or would not fit into memory, before anything of it is read as XML."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
            _refuse_bombs(parts)
            _refuse_other_packages({part.filename for part in parts})
            if any(b"<!DOCTYPE" in text or b"<!ENTITY" in text for text in _xml_texts(package, parts)):
                raise ListFileError(Message(_BROKEN))
    except ListFileError:
        raise
    except Exception as error:  # zipfile, too, raises more than BadZipFile on forged archives
        raise ListFileError(Message(_BROKEN)) from error


def _refuse_bombs(parts: list[zipfile.ZipInfo]) -> None:
    unpacked = sum(part.file_size for part in parts)
    packed = sum(part.compress_size for part in parts)
    if (
        len(parts) > MAX_PARTS
        or unpacked > MAX_UNPACKED
        or (unpacked > MAX_STYLES and unpacked > MAX_RATIO * packed)
        or any("styles" in part.filename and part.file_size > MAX_STYLES for part in parts)
    ):
        raise ListFileError(Message(_BOMB))
    if any(part.flag_bits & 1 for part in parts):
        raise ListFileError(Message(_LOCKED))
    # zipfile keeps to the announced size only for these two methods.
    if any(part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED} for part in parts):
        raise ListFileError(Message(_BROKEN))


def _refuse_other_packages(names: set[str]) -> None:
    if "content.xml" in names:
        raise ListFileError(Message(_ODS))
    if "word/document.xml" in names:
        raise ListFileError(Message(_DOCX))
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise ListFileError(Message(_OTHER))


def _xml_texts(package: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> Iterator[bytes]:
    for part in parts:
        if part.filename.casefold().endswith((".xml", ".rels")):
            # Without NUL bytes: the declaration is found in UTF-16, too.
            yield package.read(part).replace(b"\0", b"")


def _read_first_sheet(data: bytes) -> tuple[list[ListRow], tuple[Message, ...]]:
    import openpyxl  # noqa: PLC0415 - takes a fifth of a second, which every start of the program would wait

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        for sheet in sheets:
            # Own limits, because the size that a workbook announces may be wrong.
            rows = _rows(sheet.iter_rows(max_row=_LAST_ROW, max_col=_WIDEST, values_only=True))
            if rows:
                return rows, _only_sheet(sheet.title) if len(sheets) > 1 else ()
        return [], ()
    finally:
        book.close()


def _rows(values: Iterator[tuple[object, ...]]) -> list[ListRow]:
    rows: list[ListRow] = []
    for line, cells in enumerate(values, start=1):
        # Counted, not looped over: there may be a million empty rows before the next full one.
        if cells.count(None) == len(cells):
            continue
        row = ListRow(line, tuple(_text(value) for value in cells))
        if not row.is_blank:
            rows.append(row)
            if line > MAX_LINES:
                break  # too many already; the caller refuses the list
    return rows


def _text(value: object) -> str:
    """Return the cell as somebody would have typed it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def _only_sheet(title: str) -> tuple[Message, ...]:
    return (
        Message(
            gettext_noop("Die Datei hat mehrere Blätter. Gelesen wurde nur „%(sheet)s“."),
            sheet=title[:60],
        ),
    )
