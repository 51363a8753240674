"""Names: cleaning, sorting as Austrians do, finding by two letters, recognising namesakes."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain.csv_text import csv_safe
from tournament.domain.names import (
    InvalidText,
    clean_name,
    clean_text,
    fold,
    matches,
    person_sort_key,
    same_name,
    search_key,
    search_terms,
)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Huber   Johann ", "Huber Johann"),
        ("Huber\u00a0\tJohann\r\n", "Huber Johann"),
        ("O\u0308llinger A\u0308gidius", "Öllinger Ägidius"),
        ("Hu\u200bber\ufeff Jo\u00adhann", "Huber Johann"),
        ("\u202eHuber\u202c Johann\u200f", "Huber Johann"),
        ("Johann Huber", "Johann Huber"),
        ("Moar vulgo Stöckl Sepp", "Moar vulgo Stöckl Sepp"),
        ("Ó Súilleabháin", "Ó Súilleabháin"),
        ("Sepp 🙂", "Sepp 🙂"),
        ("יוסף כהן", "יוסף כהן"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("=cmd()|' /C calc'!A0", "=cmd()|' /C calc'!A0"),
        ("'; DROP TABLE person; --", "'; DROP TABLE person; --"),
        ("Tisch 4", "Tisch 4"),
        ("李", "李"),
    ],
)
def test_a_name_is_any_unicode_text_and_only_the_invisible_is_removed(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("", "fehlt"),
        ("   \u00a0\t", "fehlt"),
        ("\u200b\u200d\ufeff", "fehlt"),
        ("\u3164\u115f", "fehlt"),
        ("🙂", "keinen Buchstaben"),
        ("---", "keinen Buchstaben"),
        ("Huber\x00Johann", "Steuerzeichen (U+0000)"),
        ("Huber\x1b[31m", "Steuerzeichen (U+001B)"),
        ("Huber\x9c", "Steuerzeichen (U+009C)"),
        ("Hub\ufffdr", "beschädigtes Zeichen (U+FFFD)"),
        ("Hub\ud800r", "beschädigtes Zeichen (U+D800)"),
        ("Hub\ue000r", "beschädigtes Zeichen (U+E000)"),
        ("Hub\uffffr", "beschädigtes Zeichen (U+FFFF)"),
        ("x" * 121, "121 Zeichen, höchstens 120"),
        ("Hu" * 2000, "4000 Zeichen, höchstens 120"),
        (" " * 5000 + "Huber", "5005 Zeichen, höchstens 120"),
        ("Z" + "\u0316" * 20, "übereinander"),
    ],
)
def test_what_is_no_name_is_refused_with_a_german_sentence(typed: str, word: str) -> None:
    with pytest.raises(InvalidText) as caught:
        clean_name(typed)
    assert word in caught.value.message
    assert caught.value.message.endswith(".")


def test_a_name_may_have_120_characters() -> None:
    assert clean_name("ö" * 120) == "ö" * 120


def test_an_optional_text_may_be_empty() -> None:
    assert clean_text(" \t ") == ""


def test_a_message_can_be_translated_by_its_pattern() -> None:
    with pytest.raises(InvalidText) as caught:
        clean_name("x" * 121)
    message = caught.value.message
    assert message.msgid % message.params == message
    assert message.params == {"length": 121, "limit": 120}


@given(st.text(max_size=150))
def test_cleaning_gives_a_clean_name_or_a_refusal_and_changes_nothing_the_second_time(text: str) -> None:
    try:
        name = clean_name(text)
    except InvalidText:
        return
    assert clean_name(name) == name
    assert unicodedata.is_normalized("NFC", name)
    assert name == " ".join(name.split())
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in name)
    assert 1 <= len(name) <= 120


def test_names_sort_as_austrians_sort() -> None:
    in_order = [
        "Adam",
        "d'Amato Éloïse",
        "Đuričić Ana",
        "Dworak Ida",
        "Huber Johann",
        "Huberty Éloïse",
        "Łukasik Jan",
        "Lutz Eva",
        "Müller-Lüdenscheid Jörg",
        "Müller Zenz",
        "Mumelter Otto",
        "Öllinger Ägidius",
        "Ölz Karl",
        "O'Śliwa Łukasz",
        "Šnjarić Đurđa",
        "Strasser Max",
        "Straßer Moritz",
        "Strassl Ute",
        "Zöhrer Ida",
    ]
    mixed = in_order[::-3] + in_order[-2::-3] + in_order[-3::-3]
    assert len(mixed) == len(in_order)
    assert sorted(mixed, key=person_sort_key) == in_order


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Ärger", "Arger"),
        ("Öller", "oller"),
        ("Über", "uber"),
        ("Groß", "GROSS"),
        ("D'Amato", "damato"),
        ("Łoś", "los"),
    ],
)
def test_accents_case_and_apostrophes_do_not_count_in_sorting(a: str, b: str) -> None:
    assert person_sort_key(a) == person_sort_key(b)


def test_equal_names_keep_their_order() -> None:
    people = [("Müller Jörg", 2), ("Muller Jorg", 1), ("MÜLLER JÖRG", 3)]
    assert [number for _, number in sorted(people, key=lambda person: person_sort_key(person[0]))] == [2, 1, 3]


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=60))
def test_folding_does_not_depend_on_the_unicode_form(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("oll", "Öllinger Ägidius"),
        ("öl", "Öllinger Ägidius"),
        ("oe", "Öllinger Ägidius"),
        ("ag", "Öllinger Ägidius"),
        ("sliwa", "O'Śliwa Łukasz"),
        ("osl", "O’Śliwa Łukasz"),
        ("o's", "O'Śliwa Łukasz"),
        ("lu", "O'Śliwa Łukasz"),
        ("nguyen", "Nguyễn Thị Ánh"),
        ("an", "Nguyễn Thị Ánh"),
        ("am", "d'Amato Éloïse"),
        ("st", "Moar vulgo Stöckl Sepp"),
        ("vu", "Moar vulgo Stöckl Sepp"),
        ("lud", "Müller-Lüdenscheid Jörg"),
        ("jo hu", "Huber Johann"),
        ("HU", "Huber Johann"),
        ("dj", "Djurdja"),
        ("du", "Šnjarić Đurđa"),
        ("", "Huber Johann"),
    ],
)
def test_a_person_is_found_by_the_beginning_of_any_word(query: str, name: str) -> None:
    assert matches(query, name)
    assert all(term in search_key(name) for term in search_terms(query))


@pytest.mark.parametrize(
    ("query", "name"), [("ub", "Huber Johann"), ("hux", "Huber Johann"), ("hu ma", "Huber Johann")]
)
def test_the_middle_of_a_word_or_a_missing_word_finds_nothing(query: str, name: str) -> None:
    assert not matches(query, name)


def test_the_place_can_be_searched_too() -> None:
    assert matches("hub ras", "Huber Johann", "Rassach")


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Johann Huber", "Huber Johann"),
        ("Huber, Johann", "huber  johann"),
        ("Müller Jörg", "Mueller Joerg"),
        ("Müller Jörg", "Muller Jorg"),
        ("Müller-Lüdenscheid Jörg", "Jörg Müller Lüdenscheid"),
        ("O'Śliwa Łukasz", "O’Sliwa Lukasz"),
        ("Strauß Eva", "Strauss Eva"),
    ],
)
def test_namesakes_are_recognised(a: str, b: str) -> None:
    assert same_name(a, b)
    assert same_name(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Huber Johann", "Huber Johanna"),
        ("Huber Johann", "Huber Johann jun."),
        ("Bauer Eva", "Baur Eva"),
        ("Huber Huber", "Huber"),
        ("🙂", "🙃"),
        ("", ""),
    ],
)
def test_others_are_not_taken_for_namesakes(a: str, b: str) -> None:
    assert not same_name(a, b)


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1",
        " =1+1",
        "\ufeff=1",
        "＝1+1",
        "|calc",
        "=cmd()|'/C calc'!A0",
    ],
)
def test_a_cell_that_a_spreadsheet_would_compute_gets_an_apostrophe(cell: str) -> None:
    assert csv_safe(cell) == f"'{cell}"


@pytest.mark.parametrize(
    "cell", ["", "Huber Johann", "-5,00", "+43664123", "1.000,50", "d'Amato", "2:1", "a=b", "<b>", " "]
)
def test_harmless_cells_and_plain_numbers_stay_as_they_are(cell: str) -> None:
    assert csv_safe(cell) == cell


@given(st.text(alphabet=st.sampled_from("=+-@|\t\r\n a1,.'"), max_size=12))
def test_no_safe_cell_begins_a_formula(text: str) -> None:
    safe = csv_safe(text)
    begins = safe.lstrip()[:1]
    assert begins not in {"=", "@", "|"}
    assert begins not in {"+", "-"} or safe.lstrip("+-").replace(",", "").replace(".", "").isdigit()
