"""Participant lists: what the columns mean, who is taken in, which lines are refused and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain.list_columns import ListRow
from tournament.domain.list_words import Column, heading, parse_cards, parse_paid
from tournament.domain.participant_lists import ListEntry, ListPreview, read_list

NAME, FAMILY, FIRST, PLACE, CLUB = Column.NAME, Column.FAMILY_NAME, Column.FIRST_NAME, Column.PLACE, Column.CLUB
CARDS, PAID, NOTE, IGNORED = Column.CARDS, Column.PAID, Column.NOTE, Column.IGNORED


def preview(*lines: str, **options: object) -> ListPreview:
    """Read lines whose cells stand between semicolons."""
    rows = [ListRow(number, tuple(line.split(";"))) for number, line in enumerate(lines, start=1)]
    return read_list(rows, **options)  # type: ignore[arg-type]


def names(found: ListPreview) -> list[str]:
    return [entry.name for entry in found.entries]


def warned(found: ListPreview, word: str) -> list[str]:
    return [warning for warning in found.warnings if word in warning]


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Nachname;Vorname;Ort;Verein/Kategorie;Karten", (FAMILY, FIRST, PLACE, Column.CLUB_OR_CATEGORY, CARDS)),
        ("NAME;ORT", (NAME, PLACE)),
        ("Name;Vorname;Wohnort", (FAMILY, FIRST, PLACE)),
        ("Vorname;Familienname;bez.", (FIRST, FAMILY, PAID)),
        (
            "Last name;First name;Town;Club;Category;Cards;Paid",
            (FAMILY, FIRST, PLACE, CLUB, Column.CATEGORY, CARDS, PAID),
        ),
        ("Player;Number of cards;Notes", (NAME, CARDS, NOTE)),
        ("Lfd. Nr.;Teilnehmer/innen;Anzahl Karten;bezahlt?", (Column.NUMBER, NAME, CARDS, PAID)),
        ("#; Vor- und Zuname ;PLZ/Ort;Telefon", (Column.NUMBER, NAME, PLACE, IGNORED)),
        ("Name;Ort;Ort", (NAME, PLACE, IGNORED)),
        ("Name;Nachname;Vorname", (IGNORED, FAMILY, FIRST)),
        ("Name;;Karten", (NAME, IGNORED, CARDS)),
        ("Spieler;Lose", (NAME, CARDS)),
    ],
)
def test_a_header_in_german_or_english_tells_what_the_columns_are(header: str, columns: tuple[Column, ...]) -> None:
    found = preview(header, ";".join(["Huber"] * len(columns)))
    assert found.columns == columns
    assert found.header_line == 1
    assert found.headings == tuple(cell.strip() for cell in header.split(";"))


@pytest.mark.parametrize(
    ("lines", "columns"),
    [
        (("Johann Huber", "Eva Maier"), (NAME,)),
        (("Huber;Johann", "Maier;Eva"), (FAMILY, FIRST)),
        (("Huber;Johann;Graz;2;ja", "Maier;Eva;Wien;1;nein"), (FAMILY, FIRST, PLACE, CARDS, PAID)),
        (("Huber Johann;Graz;2", "Maier Eva;;1"), (NAME, PLACE, CARDS)),
        (("Huber Johann;2", "Maier;3"), (NAME, CARDS)),
        (("Huber;2", "Maier;3"), (NAME, CARDS)),
        (("Huber;x", "Maier;"), (NAME, PAID)),
        (("1;Huber Johann;4", "2;Maier Eva;4"), (Column.NUMBER, NAME, CARDS)),
        (("Huber Johann;Graz;FF;kommt später;A", "Maier Eva;;;;"), (NAME, PLACE, CLUB, NOTE, IGNORED)),
    ],
)
def test_without_a_header_the_columns_are_guessed_from_the_cells(
    lines: tuple[str, ...], columns: tuple[Column, ...]
) -> None:
    found = preview(*lines)
    assert found.columns == columns
    assert found.header_line is None
    assert len(found.entries) == len(lines)


def test_a_guess_is_said_and_can_be_overruled() -> None:
    guessed = preview("Johann;Huber;2")
    assert warned(guessed, "Keine Kopfzeile gefunden. Angenommen wurde: Nachname, Vorname, Karten.")
    overruled = preview("Johann;Huber;2", columns=(FIRST, FAMILY, CARDS))
    assert names(overruled) == ["Huber Johann"]
    assert not overruled.warnings


def test_two_columns_become_family_name_first_name_whatever_their_order() -> None:
    assert names(preview("Vorname;Nachname", "Johann;Huber")) == ["Huber Johann"]
    assert names(preview("Nachname;Vorname", "Moar vulgo Stöckl;Sepp")) == ["Moar vulgo Stöckl Sepp"]


def test_a_plain_name_is_not_reordered() -> None:
    assert names(preview("Johann Huber", "Huber Eva")) == ["Johann Huber", "Huber Eva"]


def test_a_comma_after_the_family_name_is_dropped() -> None:
    assert names(preview("Name", "Huber, Johann", "Maier Eva, Graz")) == ["Huber Johann", "Maier Eva, Graz"]


def test_one_of_two_name_columns_is_enough() -> None:
    assert names(preview("Nachname;Vorname", "Huber;", ";Sepp")) == ["Huber", "Sepp"]


def test_a_full_line_becomes_an_entry() -> None:
    header = "Name;Ort;Verein;Kategorie;Karten;bezahlt;Anmerkung"
    found = preview(header, " Huber  Johann ;Graz;FF;Damen, U18/Jugend;3;x;kommt später")
    assert found.entries == (
        ListEntry(2, "Huber Johann", "Graz", "FF", ("Damen", "U18", "Jugend"), 3, True, "kommt später"),
    )
    assert not found.bad_lines
    assert not found.warnings
    assert found.cards == 3


@pytest.mark.parametrize(
    ("cell", "club", "categories"),
    [
        ("FF", "FF", ()),
        ("Senioren", "", ("Senioren",)),
        ("FF Großsölk / Damen", "FF Großsölk", ("Damen",)),
        ("SV Neusiedl/See", "SV Neusiedl/See", ()),
        ("60+", "", ("60+",)),
        ("Hausherren", "", ("Hausherren",)),
        ("", "", ()),
    ],
)
def test_a_mixed_column_is_told_apart_by_known_categories(cell: str, club: str, categories: tuple[str, ...]) -> None:
    found = preview("Name;Verein/Kategorie", f"Huber Johann;{cell}", categories=["Hausherren"])
    assert (found.entries[0].club, found.entries[0].categories) == (club, categories)


@pytest.mark.parametrize(("cell", "cards"), [("4", 4), (" 1 ", 1), ("4,0", 4), ("2.00", 2), ("3 Karten", 3), ("4x", 4)])
def test_whole_numbers_of_cards_are_read(cell: str, cards: int) -> None:
    assert parse_cards(cell) == cards


@pytest.mark.parametrize("cell", ["-1", "0", "2,5", "1.000", "vier", "1/2", "٣", "9999999999", "=2", "1e3", "½", "²"])
def test_a_senseless_number_of_cards_makes_a_bad_line(cell: str) -> None:
    found = preview("Name;Karten", f"Huber Johann;{cell}", "Maier Eva;1")
    assert names(found) == ["Maier Eva"]
    (bad,) = found.bad_lines
    assert (bad.line, bad.text) == (2, f"Huber Johann | {cell}")
    assert "ganze Zahl ab 1" in bad.reason


@pytest.mark.parametrize(("cards", "limit"), [(5, 4), (4097, 4096)])
def test_more_cards_than_a_person_may_have_make_a_bad_line(cards: int, limit: int) -> None:
    found = preview("Name;Karten", f"Huber Johann;{cards}", f"Maier Eva;{limit}", max_cards_per_person=limit)
    assert [entry.cards for entry in found.entries] == [limit]
    assert f"höchstens {limit} je Person" in found.bad_lines[0].reason


def test_a_list_without_cards_only_makes_people_known() -> None:
    found = preview("Name", "Huber Johann")
    assert found.entries[0].cards is None
    assert not found.warnings


def test_an_empty_number_of_cards_is_pointed_out() -> None:
    found = preview("Name;Karten", "Huber Johann;2", "Maier Eva;")
    assert [entry.cards for entry in found.entries] == [2, None]
    assert warned(found, "nichts reserviert: Zeile 3.")


@pytest.mark.parametrize(
    "cell", ["ja", "JA", "x", "X", "1", "yes", "paid", "bezahlt", "✓", "überwiesen", "true", "bez."]
)
def test_paid(cell: str) -> None:
    assert parse_paid(cell) is True


@pytest.mark.parametrize("cell", ["", "nein", "n", "no", "0", "-", "offen", "false", "nicht bezahlt", "✗"])
def test_not_paid(cell: str) -> None:
    assert parse_paid(cell) is False


def test_an_unclear_payment_makes_a_bad_line() -> None:
    found = preview("Name;Karten;bezahlt", "Huber Johann;1;vielleicht", "Maier Eva;1;20,00")
    assert [bad.line for bad in found.bad_lines] == [2, 3]
    assert "„ja“ oder „nein“" in found.bad_lines[0].reason


def test_paid_without_a_number_of_cards_is_pointed_out() -> None:
    assert warned(preview("Name;bezahlt", "Huber Johann;ja"), "keine Kartenzahl: Zeile 2.")


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("", "Name fehlt"),
        ("x" * 121, "höchstens 120"),
        ("Hu\x07ber", "Steuerzeichen"),
        ("🙂", "keinen Buchstaben"),
        ("Summe", "Summenzeile"),
        ("Gesamt:", "Summenzeile"),
    ],
)
def test_a_line_without_a_person_is_a_bad_line(name: str, word: str) -> None:
    found = preview("Name;Karten", f"{name};3", "Maier Eva;1")
    assert names(found) == ["Maier Eva"]
    assert found.bad_lines[0].line == 2
    assert word in found.bad_lines[0].reason


def test_the_fault_of_another_column_names_the_column() -> None:
    found = preview("Name;Ort", f"Huber Johann;{'x' * 200}")
    assert "Spalte „Ort“" in found.bad_lines[0].reason


def test_too_many_cells_make_a_bad_line_and_are_not_cut_off() -> None:
    found = preview("Name;Ort", "Huber Johann;Graz;4", "Maier Eva;Wien;;")
    assert names(found) == ["Maier Eva"]
    assert "Mehr Spalten als erwartet (2)" in found.bad_lines[0].reason


def test_the_text_of_a_bad_line_is_shortened() -> None:
    assert len(preview("Name;Ort", f"Huber;{'y' * 4000}").bad_lines[0].text) == 200


def test_blank_lines_are_skipped_but_counted() -> None:
    found = preview("Johann Huber", "", "  ", "Eva Maier")
    assert [entry.line for entry in found.entries] == [1, 4]
    assert not found.bad_lines


def test_namesakes_in_the_list_are_people_of_their_own_and_pointed_out() -> None:
    found = preview("Johann Huber", "Eva Maier", "Huber Johann", "Jörg Müller", "Joerg Mueller")
    assert len(found.entries) == 5
    assert warned(found, "„Johann Huber“ steht mehrmals in der Liste (Zeilen 1, 3): Das werden 2 Personen.")
    assert warned(found, "„Jörg Müller“ steht mehrmals in der Liste (Zeilen 4, 5): Das werden 2 Personen.")
    assert len(found.warnings) == 2


def test_a_title_above_the_header_is_left_out_and_said() -> None:
    found = preview("Preisschnapsen 2026", "", "Name;Karten", "Huber Johann;1")
    assert (found.header_line, names(found)) == (3, ["Huber Johann"])
    assert warned(found, "Zeile 1 steht vor der Kopfzeile und wird nicht übernommen: Preisschnapsen 2026")


def test_a_person_is_not_taken_for_a_header() -> None:
    assert names(preview("Johann Huber", "Spieler", "Eva Maier")) == ["Johann Huber", "Spieler", "Eva Maier"]
    assert names(preview("Spieler Johann;Ort", "Maier Eva;Graz")) == ["Spieler Johann", "Maier Eva"]


def test_a_row_with_mostly_unknown_words_is_no_header() -> None:
    assert names(preview("Spieler;Max;Graz;3", "Maier;Eva;Wien;1")) == ["Spieler Max", "Maier Eva"]


def test_a_header_that_comes_again_is_left_out_and_said() -> None:
    found = preview("Name;Ort", "Huber Johann;Graz", "Name;Ort", "Maier Eva;Graz")
    assert names(found) == ["Huber Johann", "Maier Eva"]
    assert warned(found, "ausgelassen: Zeile 3.")


def test_columns_that_are_not_taken_are_named() -> None:
    found = preview("Name;Telefon;E-Mail;Ort", "Huber Johann;0664 123;a@b.at;Graz")
    assert warned(found, "nicht übernommen: „Telefon“, „E-Mail“.")
    assert found.entries[0] == ListEntry(2, "Huber Johann", "Graz")


def test_the_numbers_of_a_numbered_list_are_no_part_of_the_names() -> None:
    assert names(preview("1. Johann Huber", "2. Eva Maier")) == ["Johann Huber", "Eva Maier"]
    assert names(preview("1. FC Graz", "Eva Maier")) == ["1. FC Graz", "Eva Maier"]


def test_umlauts_broken_by_another_program_are_pointed_out() -> None:
    assert warned(preview("Johann Huber", "Ã–llinger Eva"), "Umlaute sehen beschädigt aus (Ã¶ statt ö): Zeile 2.")
    assert not preview("São Paulo Ãngela").warnings


@pytest.mark.parametrize("lines", [(), ("Name;Karten",), ("", " ; ")])
def test_a_list_without_people_says_so(lines: tuple[str, ...]) -> None:
    found = preview(*lines)
    assert not found.entries
    assert warned(found, "enthält keine Namen")


def test_an_unknown_heading_has_no_meaning() -> None:
    assert heading("Telefon") is None
    assert heading("/" * 500) is None


@given(st.lists(st.lists(st.text(max_size=20), max_size=6), max_size=12))
def test_every_line_is_an_entry_or_a_bad_line_or_mentioned_or_blank(cells: list[list[str]]) -> None:
    rows = [ListRow(number, tuple(row)) for number, row in enumerate(cells, start=1)]
    found = read_list(rows)
    seen = [entry.line for entry in found.entries] + [bad.line for bad in found.bad_lines]
    assert len(seen) == len(set(seen))
    unseen = {row.line for row in rows if not row.is_blank} - set(seen)
    mentioned = " ".join(found.warnings)
    assert all(line == found.header_line or f"Zeile {line}" in mentioned for line in unseen)
    assert all(entry.cards is None or entry.cards >= 1 for entry in found.entries)


_LINE = st.tuples(
    st.from_regex(r"[A-ZÄÖÜŠŁ][a-zäöüßéš]{1,8}(-[A-Z][a-z]{1,5})?", fullmatch=True),
    st.from_regex(r"[A-ZÉÖ][a-zäöüé]{1,8}", fullmatch=True),
    st.integers(min_value=1, max_value=4096),
    st.booleans(),
)


@given(st.lists(_LINE, min_size=1, max_size=10))
def test_a_well_formed_list_is_taken_in_whole(people: list[tuple[str, str, int, bool]]) -> None:
    lines = [f"{family};{first};{cards};{'ja' if paid else 'nein'}" for family, first, cards, paid in people]
    found = preview("Nachname;Vorname;Karten;bezahlt", *lines)
    expected = [(f"{family} {first}", cards, paid) for family, first, cards, paid in people]
    assert [(entry.name, entry.cards, entry.paid) for entry in found.entries] == expected
    assert not found.bad_lines
