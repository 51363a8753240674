"""Uploaded lists: any dialect reads back the same, any other bytes are refused with a sentence that helps."""

import csv
import datetime
import hashlib
import io
import zipfile
import zlib
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.domain.list_columns import ListRow
from tournament.domain.participant_lists import ListPreview, read_list
from tournament.services.list_files import FileKind, fingerprint, read_list_file
from tournament.services.list_limits import MAX_LINES, ListFileError
from tournament.services.xlsx_rows import MAX_UNPACKED

CASES = Path(__file__).parents[1] / "cases"


def cells(data: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_list_file(data).rows]


def refusal(data: bytes) -> str:
    with pytest.raises(ListFileError) as caught:
        read_list_file(data)
    return str(caught.value)


def rows_or_refusal(data: bytes) -> tuple[ListRow, ...]:
    """Read the rows of a list, none for a file that is refused; any other error fails the test."""
    try:
        return read_list_file(data).rows
    except ListFileError:
        return ()


def workbook(*rows: list[object], title: str = "Liste") -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    return book


def saved(book: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def packed(parts: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return stream.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """Replace one part of a workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = {part: package.read(part) for part in package.namelist()}
    return packed(parts | {name: content})


# --- the lists of real clubs ---


def sample(name: str) -> ListPreview:
    return read_list(read_list_file((CASES / name).read_bytes()).rows)


def test_the_plain_list_of_names() -> None:
    found = sample("namen.txt")
    assert [(entry.line, entry.name) for entry in found.entries] == [
        (1, "Johann Huber"),
        (2, "Johann Huber"),
        (3, "Ägidius Öllinger"),
        (4, "Đurđa Šnjarić"),
        (5, "Jörg Müller-Lüdenscheid"),
        (6, "Łukasz O'Śliwa"),
        (7, "Éloïse d'Amato"),
        (8, "Ödön Kővári"),
        (9, "Sepp Moar vulgo Stöckl"),
        (10, "Thị Ánh Nguyễn"),
        (13, "Johann Huber"),
    ]
    assert not found.bad_lines


EXCEL = [
    ("Huber Johann", "St. Stefan", "", ("Senioren",), 4),
    ("Huber Johann", "Rassach", "", (), 2),
    ("Öllinger Ägidius", "Großsölk", "FF", (), 3),
    ("Müller-Lüdenscheid Jörg", "Wörth a. d. Drau", "", (), 4),
    ("d'Amato Éloïse", "Straß", "", ("Damen",), 3),
    ("Moar vulgo Stöckl Sepp", 'Hinterhör "oben"', "", (), 1),
]
UTF8 = [
    *EXCEL[:3],
    ("Šnjarić Đurđa", "Völkermarkt", "", ("Damen",), 1),
    EXCEL[3],
    ("O'Śliwa Łukasz", "Süßenbach", "", (), 2),
    EXCEL[4],
    ("Kővári Ödön", "Neusiedl/See", "", (), 4),
    EXCEL[5],
    ("Nguyễn Thị Ánh", "Graz", "", ("Jugend",), 2),
]


@pytest.mark.parametrize(
    ("name", "encoding", "people"),
    [("teilnehmer-excel-cp1252.csv", "cp1252", EXCEL), ("teilnehmer-utf8-bom.csv", "utf-8-sig", UTF8)],
)
def test_the_lists_saved_by_a_spreadsheet(name: str, encoding: str, people: list[tuple[object, ...]]) -> None:
    assert read_list_file((CASES / name).read_bytes()).encoding == encoding
    found = sample(name)
    read = [(entry.name, entry.place, entry.club, entry.categories, entry.cards) for entry in found.entries]
    assert read == people
    assert [entry.line for entry in found.entries] == list(range(2, 2 + len(people)))
    assert not found.bad_lines
    assert not any(entry.paid for entry in found.entries)


# --- encodings and dialects ---


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    assert cells("Name;Ort\nÖllinger Ägidius;Großsölk – „oben“\n".encode(encoding))[1] == (
        "Öllinger Ägidius",
        "Großsölk – „oben“",
    )


def test_utf_16_of_either_byte_order() -> None:
    assert cells(b"\xfe\xff" + "Öllinger".encode("utf-16-be")) == [("Öllinger",)]
    assert cells(b"\xff\xfe" + "Öllinger".encode("utf-16-le")) == [("Öllinger",)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    rows = read_list_file(f"Name,Ort{end}{end}Huber,Graz".encode()).rows
    assert rows == (ListRow(1, ("Name", "Ort")), ListRow(3, ("Huber", "Graz")))


def test_a_quoted_field_may_hold_delimiters_quotes_and_line_ends_and_the_lines_stay_counted() -> None:
    data = b'Name;Anmerkung\r\n"Huber; ""Sepp""";"erste\r\nzweite"\r\nMaier;x\r\n'
    assert read_list_file(data).rows[1:] == (
        ListRow(2, ('Huber; "Sepp"', "erste\nzweite")),
        ListRow(4, ("Maier", "x")),
    )


def test_a_quotation_mark_without_its_partner_spoils_only_its_own_line() -> None:
    assert cells(b'Name;Ort\n"Huber;Graz\nMaier;Wien\n') == [("Name", "Ort"), ("Huber;Graz",), ("Maier", "Wien")]
    assert cells(b'Sepp "Zapf" Moar\n"Zapf" Huber\n') == [('Sepp "Zapf" Moar',), ("Zapf Huber",)]


def test_the_first_line_of_excel_may_name_the_delimiter() -> None:
    assert read_list_file(b"sep=,\r\nHuber;A,Graz\r\n").rows == (ListRow(2, ("Huber;A", "Graz")),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Johann Huber\nEva Maier, Graz\nSepp Moar", ("Eva Maier, Graz",)),
        ("Huber, Johann\nMaier, Eva\nMoar", ("Maier", "Eva")),
        ("Huber\tJohann\nMaier, X\tEva", ("Maier, X", "Eva")),
        ("Huber;Graz, Linz\nMaier;Wien, Hietzing", ("Maier", "Wien, Hietzing")),
        ("Name\nMaier, Eva", ("Maier, Eva",)),
        ("Name;Ort, Bezirk\nMaier, Eva;Graz", ("Maier, Eva", "Graz")),
    ],
)
def test_the_delimiter_is_found(text: str, expected: tuple[str, ...]) -> None:
    assert cells(text.encode())[1] == expected


_WORD = st.text(
    alphabet=st.sampled_from("abz ÄÖÜßéñ0179,;\t\"'.:-_/()&=+@<>„“€"),
    min_size=1,
    max_size=12,
).map(str.strip)
_ROWS = st.lists(
    st.tuples(_WORD.filter(bool), _WORD, _WORD.filter(bool)),
    min_size=1,
    max_size=8,
)


@given(
    rows=_ROWS,
    delimiter=st.sampled_from(",;\t"),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
)
@settings(deadline=None)
def test_a_list_in_any_dialect_reads_back_the_same(
    rows: list[tuple[str, str, str]], delimiter: str, end: str, encoding: str, quoting: int
) -> None:
    written = [("Name", "Ort", "Anmerkung"), *rows]
    stream = io.StringIO()
    csv.writer(stream, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(written)
    assert cells(stream.getvalue().encode(encoding)) == written


@given(rows=_ROWS)
@settings(deadline=None, max_examples=20)
def test_a_workbook_reads_back_the_same(rows: list[tuple[str, str, str]]) -> None:
    # A cell that begins with = would be stored as a formula without a value.
    written = [("Name", "Ort", "Anmerkung"), *(tuple(cell.lstrip("=") or "x" for cell in row) for row in rows)]
    assert cells(saved(workbook(*map(list, written)))) == written


# --- XLSX ---


def test_cells_of_a_workbook_read_as_somebody_would_have_typed_them() -> None:
    book = workbook(["Name", "Karten", "bezahlt", "Anmerkung"], ["Öllinger", 4, True, 2.5])
    book.active.append(["Huber", 4.0, False, datetime.datetime(2026, 1, 10)])  # noqa: DTZ001  (Excel knows no zones)
    book.active.append([None, None])
    book.active.append(["Maier"])
    found = read_list_file(saved(book))
    assert found.rows == (
        ListRow(1, ("Name", "Karten", "bezahlt", "Anmerkung")),
        ListRow(2, ("Öllinger", "4", "ja", "2.5")),
        ListRow(3, ("Huber", "4", "nein", "2026-01-10T00:00:00")),
        ListRow(5, ("Maier",)),
    )
    assert (found.kind, found.encoding, found.warnings) == (FileKind.XLSX, "", ())


def test_the_first_visible_sheet_with_contents_is_read_and_that_is_said() -> None:
    book = workbook(["geheim"], title="Versteckt")
    book.active.sheet_state = "hidden"
    book.create_sheet("Leer")
    book.create_sheet("Anmeldung").append(["Huber"])
    book.create_sheet("Vorjahr").append(["Maier"])
    book.active = 1
    found = read_list_file(saved(book))
    assert found.rows == (ListRow(1, ("Huber",)),)
    assert found.warnings == ("Die Datei hat mehrere Blätter. Gelesen wurde nur „Anmeldung“.",)


def test_a_workbook_may_announce_a_wrong_size() -> None:
    data = saved(workbook(["Name"], ["Huber"], ["Maier"]))
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        sheet = package.read("xl/worksheets/sheet1.xml")
    assert b'<dimension ref="A1:A3"' in sheet
    forged = with_part(data, "xl/worksheets/sheet1.xml", sheet.replace(b'ref="A1:A3"', b'ref="A1:A1"'))
    assert cells(forged) == [("Name",), ("Huber",), ("Maier",)]


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(saved(workbook(["Huber"])), "xl/media/image1.bin", bytes(MAX_UNPACKED + 1))
    assert len(bomb) < 100_000
    assert "ausgepackt viel zu groß" in refusal(bomb)


def test_a_workbook_that_packs_too_well_is_refused() -> None:
    bomb = with_part(saved(workbook(["Huber"])), "xl/worksheets/sheet1.xml", b"<row/>" * 1_000_000)
    assert "ausgepackt viel zu groß" in refusal(bomb)


def test_huge_styles_are_refused() -> None:
    noise = b"".join(hashlib.sha256(bytes([number % 256, number // 256])).digest() for number in range(31_251))
    assert "ausgepackt viel zu groß" in refusal(with_part(saved(workbook(["Huber"])), "xl/styles.xml", noise))


def test_a_full_list_of_5000_lines_in_a_workbook_is_read() -> None:
    rows = [[f"Huber {number}", "Graz", 4] for number in range(MAX_LINES)]
    assert len(cells(saved(workbook(*rows)))) == MAX_LINES


def test_a_zip_bomb_that_lies_about_its_size_is_refused() -> None:
    bomb = with_part(saved(workbook(["Huber"])), "xl/sharedStrings.xml", b" " * 30_000_000)
    size = (30_000_000).to_bytes(4, "little")
    assert bomb.count(size) == 2
    assert "beschädigt" in refusal(bomb.replace(size, (1000).to_bytes(4, "little")))


def test_too_many_parts_are_refused() -> None:
    parts = {"[Content_Types].xml": b"", "xl/workbook.xml": b""} | {f"xl/{number}.txt": b"" for number in range(1000)}
    assert "ausgepackt viel zu groß" in refusal(packed(parts))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_in_a_workbook_are_refused(encoding: str) -> None:
    laughs = '<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><sst>&b;</sst>'
    assert "beschädigt" in refusal(
        with_part(saved(workbook(["Huber"])), "xl/sharedStrings.xml", laughs.encode(encoding))
    )


def test_a_packing_method_without_a_limit_is_refused() -> None:
    parts = {"[Content_Types].xml": b"x", "xl/workbook.xml": b"x"}
    assert "beschädigt" in refusal(packed(parts, zipfile.ZIP_LZMA))


def test_a_row_far_below_is_reached_and_refused() -> None:
    book = workbook(["Huber"])
    book.active.cell(row=1_048_576, column=1, value="Maier")
    assert "mehr als 5000 Zeilen" in refusal(saved(book))


def test_a_cell_far_to_the_right_is_refused() -> None:
    book = workbook(["Huber"])
    book.active.cell(row=1, column=51, value="x")
    assert "mehr als 50 Spalten" in refusal(saved(book))


def test_a_broken_workbook_is_refused() -> None:
    data = saved(workbook(["Huber"]))
    assert "beschädigt" in refusal(data[: len(data) // 2])
    assert "beschädigt" in refusal(with_part(data, "xl/worksheets/sheet1.xml", b"<worksheet"))
    assert "leer" in refusal(saved(workbook()))


# --- everything else is refused ---

_OTHERS: list[tuple[bytes, str]] = [
    (b"", "leer"),
    (b" \r\n\t\n", "leer"),
    (b"\xef\xbb\xbf\n", "leer"),
    (b";;;\n;;;\n", "leer"),
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
    (b"\n\n%PDF-1.4 Huber;Johann", "PDF"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "Bild"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "Bild"),
    (b"GIF89a\x01\0", "Bild"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "Bild"),
    (b"\0\0\0\x18ftypheic", "Bild"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "alte Excel-Datei"),
    (b"<!DOCTYPE html><html><body>Huber</body></html>", "Webseite"),
    (b"\n  <HTML><table><tr><td>Huber</td></tr></table>", "Webseite"),
    (b'\xef\xbb\xbf<?xml version="1.0"?><Workbook/>', "Webseite"),
    (b"{\\rtf1\\ansi Huber}", "Textverarbeitung"),
    (b"\x1f\x8b\x08\0Huber", "gepackte Datei"),
    (b"Rar!\x1a\x07\0", "gepackte Datei"),
    (b"Huber\0Johann\n", "keine Textdatei"),
    ("Huber;Johann\n".encode("utf-16-le"), "keine Textdatei"),
    (b"\xff\xfeH\0u", "keine Textdatei"),
    (b"\x01\x02\x03\x04\x05Huber", "keine Textdatei"),
    (b"Huber \x81\n", "keine Textdatei"),
    (bytes(range(1, 256)) * 40, "keine Textdatei"),
    (zlib.compress(b"Huber" * 100), "keine Textdatei"),
    (b"Huber\n" * (MAX_LINES + 1), "mehr als 5000 Zeilen"),
    (b"Huber\r" * 400_000, "zu groß: höchstens 2 MB"),
    (b"Huber;" * 60 + b"x", "mehr als 50 Spalten"),
    (b"Huber;" + b"x" * 5_001, "Zeile 1 ist viel zu lang"),
    (b"x" * 1_900_000, "Zeile 1 ist viel zu lang"),
    (b'Name;Ort\n"' + b"y" * 1_900_000, "Zeile 2 ist viel zu lang"),
    (packed({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}), "ODS"),
    (packed({"[Content_Types].xml": b"", "word/document.xml": b""}), "Word"),
    (packed({"namen.txt": b"Huber"}), "gepackte Datei"),
    (b"PK\x03\x04Huber", "beschädigt"),
]


@pytest.mark.parametrize(
    ("data", "word"), _OTHERS, ids=[f"{number}-{word}" for number, (_, word) in enumerate(_OTHERS)]
)
def test_what_is_no_list_is_refused_with_what_it_is_and_what_to_do(data: bytes, word: str) -> None:
    message = refusal(data)
    assert word in message
    assert "Bitte" in message


def test_5000_lines_are_read() -> None:
    assert len(read_list_file(b"Huber Johann;2\r\n" * MAX_LINES).rows) == MAX_LINES


def test_a_single_control_character_is_left_to_its_line() -> None:
    found = read_list(read_list_file(b"Johann Huber\n" * 20 + b"Eva\x07 Maier\n").rows)
    assert [bad.line for bad in found.bad_lines] == [21]


def test_names_that_look_like_programs_are_names() -> None:
    text = "<script>alert(1)</script>\n=cmd()\nRobert'); DROP TABLE people;--\n"
    assert cells(text.encode()) == [(line,) for line in text.splitlines()]


def test_the_same_file_has_the_same_fingerprint() -> None:
    data = (CASES / "namen.txt").read_bytes()
    assert fingerprint(data) == read_list_file(data).fingerprint == hashlib.sha256(data).hexdigest()
    assert fingerprint(data) != fingerprint(data + b"\n")


@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
@settings(deadline=None, max_examples=300)
def test_any_bytes_are_a_list_or_refused(data: bytes) -> None:
    rows = rows_or_refusal(data)
    assert all(not row.is_blank for row in rows)
    read_list(rows)


_BOOK = saved(workbook(["Name", "Karten"], ["Huber Johann", 4], ["Öllinger", 2.0]))


@given(position=st.integers(0, len(_BOOK) - 1), size=st.integers(0, 8), change=st.binary(max_size=8), cut=st.booleans())
@settings(deadline=None, max_examples=150)
def test_a_damaged_workbook_is_a_list_or_refused(position: int, size: int, change: bytes, cut: bool) -> None:
    data = _BOOK[:position] if cut else _BOOK[:position] + change + _BOOK[position + size :]
    assert all(not row.is_blank for row in rows_or_refusal(data))


@given(st.text(alphabet=st.sampled_from("<>/=\"' abrctsvRow019AXFD&;:"), max_size=200))
@settings(deadline=None, max_examples=100)
def test_a_workbook_with_forged_xml_is_a_list_or_refused(inner: str) -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"<sheetData>{inner}</sheetData></worksheet>"
    )
    data = with_part(_BOOK, "xl/worksheets/sheet1.xml", sheet.encode())
    assert all(not row.is_blank for row in rows_or_refusal(data))
