"""The sheets of an evening: what holds for every sheet holds for these too; every name and number, in order; the tree on its side."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.utils import translation

from tests.printing.contents import IMPRINT, codes, pages, person, picture
from tests.printing.evening_contents import (
    EVENING_CASES,
    HASHES,
    TREES,
    knock_out,
    printed_draw,
    printed_protocol,
    printed_results,
    printed_tree,
)
from tests.printing.test_sheets import (  # noqa: F401  (collected here with the sheets of this module)
    test_a_second_printout_says_so_on_every_page_and_the_first_does_not,
    test_an_english_sheet_is_marked_english,
    test_every_page_says_page_x_of_y_tournament_and_date,
    test_every_text_stays_in_its_cell_and_on_the_paper,
    test_everything_is_black_or_grey,
    test_language_title_and_structure_are_in_the_document,
    test_no_text_stands_on_another,
    test_nothing_is_shortened_for_names_of_120_characters,
    test_the_same_printout_has_the_same_bytes,
)
from tournament.domain.tree import grow
from tournament.domain.tree_pages import PaperSize, paged
from tournament.printing import draw_sheet, protocol, results
from tournament.printing.boxes import Box, Placed, recording
from tournament.printing.typeface import printable


@pytest.fixture(params=EVENING_CASES)
def case(request):
    return EVENING_CASES[request.param]


def squeezed(text: str) -> str:
    return "".join(text.split())


def together(pdf: bytes) -> str:
    return squeezed("".join(pages(pdf)))


@pytest.mark.parametrize("name", ["draw", "lot", "protocol", "round", "prizes", "results", *TREES])
@pytest.mark.parametrize("count", [9, 64])
def test_every_name_is_on_the_paper(name: str, count: int) -> None:
    text = together((EVENING_CASES | TREES)[name].pdf(count))
    for index in range(count):
        assert squeezed(printable(person(index))) in text, person(index)


# -- draw sheet ----------------------------------------------------------------------------------------------------


def in_column(placed: list[Placed], numbers: range, size_of_letters: float) -> list[int]:
    """Bold numbers of this size in the order in which they were set."""
    return [
        int(p.text)
        for p in placed
        if p.text.isdigit() and int(p.text) in numbers and abs(p.ink.h - size_of_letters) < 0.01
    ]


def test_the_draw_sheet_has_every_match_twice_by_number_and_at_both_names() -> None:
    content = printed_draw(20)
    text = pages(EVENING_CASES["draw"].pdf(20))
    by_name = next(index for index, page in enumerate(text) if "nach Namen" in page)
    assert by_name > 0
    with recording() as placed:
        EVENING_CASES["draw"].pdf(20)
    tall = max(p.ink.h for p in placed if p.text == "20" and p.page <= by_name)
    assert in_column([p for p in placed if p.page <= by_name], range(1, 22), tall) == [
        m.number for m in content.meetings
    ]
    cards = [line.holder.card for entry in content.people for line in entry.lines]
    assert sorted(cards) == list(range(1, 41))
    assert sum("Freilos" in p.text for p in placed) == 4  # two byes, on either list


def test_people_stand_by_name_with_all_their_cards_below_each_other() -> None:
    with recording() as placed:
        EVENING_CASES["draw"].pdf(17)
    first = {printable(person(index)).split()[0]: None for index in range(17)}
    lists = [p for p in placed if p.cell.x < 20 and p.text.split()[0] in first and p.page > 1]
    assert [p.page for p in lists] == sorted(p.page for p in lists)


def test_an_annulled_draw_says_on_both_lists_that_it_does_not_count() -> None:
    text = pages(EVENING_CASES["annulled draw"].pdf(4))
    assert sum("AUFGEHOBEN, gilt nicht: Falsche Startliste ausgehängt" in page for page in text) == 2
    assert not any("AUFGEHOBEN" in page for page in pages(EVENING_CASES["draw"].pdf(4)))


def test_a_lot_begins_at_the_first_place_of_its_group() -> None:
    text = pages(EVENING_CASES["lot"].pdf(3))[0]
    assert re.findall(r"\b(\d+)\. \S", text[text.index("Startnummer") :])[:3] == ["9", "10", "11"]


# -- protocol ------------------------------------------------------------------------------------------------------


def test_the_protocol_has_seal_field_hash_secret_key_check_and_last_hashes_in_one_piece() -> None:
    text = " ".join(pages(EVENING_CASES["protocol"].pdf(17)))
    proof = printed_protocol(17).proof
    for digits in (proof.seal, proof.field_hash, proof.secret, proof.key, proof.check, HASHES[0], HASHES[1]):
        assert digits in text


def test_the_protocol_has_every_drawn_number_the_redraw_field_result_and_annulled_draws() -> None:
    content = printed_protocol(17)
    text = " ".join(pages(EVENING_CASES["protocol"].pdf(17)))
    for number in range(1, 18):
        assert f"links {number}:" in text
        assert f"rechts {number}:" in text
    assert "eigene Nummer" in text
    assert "(PUBLIC = 33.12)" in text
    for line in (content.proof.field + content.proof.result).splitlines():
        assert squeezed(line) in squeezed(text)
    assert "Falsche Startliste ausgehängt" in text


def test_the_code_of_the_protocol_is_read_from_the_page_however_long_it_is() -> None:
    content = printed_protocol(3)
    link = "http://192.168.178.123:8000/pruefen/#field=" + "1:4/" * 230
    longest = replace(content, proof=replace(content.proof, link=link[:1000]))
    for shown in (content, longest):
        assert codes(picture(protocol.render(IMPRINT, shown, lambda done, total: None))) == [shown.proof.link]


def test_without_a_link_that_fits_the_code_opens_the_page_alone() -> None:
    content = printed_protocol(3)
    shown = replace(content, proof=replace(content.proof, link=""))
    assert codes(picture(protocol.render(IMPRINT, shown, lambda done, total: None))) == [content.proof.address]


# -- other sheets --------------------------------------------------------------------------------------------------


def test_the_round_stands_in_order_with_winners_before_the_beaten() -> None:
    text = pages(EVENING_CASES["round"].pdf(8))[0]
    assert text.index("gewonnen") < text.index("verloren")
    assert "1 Begegnung ist noch offen" in text
    assert "kampflos" in together(EVENING_CASES["round"].pdf(8))


def test_the_prize_list_says_why_a_prize_went_on_and_what_is_open() -> None:
    text = together(EVENING_CASES["prizes"].pdf(4))
    assert squeezed(f"4. Platz, weil {person(0)} schon den 1. Preis hat") in text
    assert squeezed("Gleichstand: noch zu entscheiden") in text
    assert squeezed("gespendet von Fleischerei Zörweg") in text
    assert squeezed("Jede Person gewinnt höchstens einen Preis") in text


def test_whoever_does_not_want_to_be_named_is_a_number_on_the_result_list_and_in_its_text() -> None:
    assert "Startnummer 4711" in " ".join(pages(EVENING_CASES["results"].pdf(9)))
    with translation.override("de"):
        assert results.as_text(IMPRINT, printed_results(9), most=10).count("Startnummer 4711") == 1


def test_the_text_to_copy_has_headline_facts_and_the_places_down_to_the_one_asked_for() -> None:
    with translation.override("de"):
        lines = results.as_text(IMPRINT, printed_results(8), most=3).splitlines()
    assert lines[0] == IMPRINT.tournament
    assert lines[1] == "Samstag, 10. Jänner 2026, Gasthof zur Post, 8 Personen, 16 Karten"
    assert [line.split()[0] for line in lines[3:6]] == ["1.", "2.", "3."]
    assert lines[6] == ""


def test_the_cash_close_has_totals_of_every_desk_the_difference_and_every_entry() -> None:
    text = together(EVENING_CASES["cash"].pdf(30))
    for said in (
        "Abendkassa am Eingang", "Kassa 4", "€ 1.730,50", "Differenz: es fehlt", "−€ 48,50", "seit der Zählung gebucht", "−€ 20,00",
        "Nicht gezählt: Kassa 4.", "Vorverkauf 9", "€ 15,00", "€ 25,00", "storniert", "hebt Eintrag 3 auf", "Turnierleitung", HASHES[0], HASHES[1],
    ):  # fmt: skip
        assert squeezed(said) in text, said
    for number in range(1, 31):
        assert squeezed(f"Startnummer {number}: {2 * number - 1}, {2 * number}") in text


def test_english_sheets_are_set_in_the_language_that_is_active() -> None:
    with translation.override("en"):
        text = pages(draw_sheet.render(replace(IMPRINT, language="en"), printed_draw(4), lambda done, total: None))[0]
    assert re.search(r"\b10 J\w+ 2026", text)
    assert re.search(r"10/01/2026, 17:41", text)


# -- the tree ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", TREES)
@pytest.mark.parametrize("count", [4, 17, 64, 256])
def test_every_line_of_the_tree_stays_in_its_cell_and_on_the_paper(paper: str, count: int) -> None:
    with recording() as placed:
        TREES[paper].pdf(count)
    wide, high = (297, 210) if paper == "a4" else (420, 297)
    paper_edge = Box(5, 5, wide - 10, high - 10)
    for text in placed:
        for outer in (text.cell, paper_edge):
            assert outer.x - 0.05 <= text.ink.x, text
            assert text.ink.right <= outer.right + 0.05, text
            assert outer.y - 0.05 <= text.ink.y, text
            assert text.ink.bottom <= outer.bottom + 0.05, text


@pytest.mark.parametrize("paper", TREES)
def test_no_line_of_the_tree_stands_on_another(paper: str) -> None:
    test_no_text_stands_on_another(TREES[paper], 64)


def test_64_cards_are_one_sheet_of_a3_and_two_of_a4() -> None:
    assert len(printed_tree(32, "a3").sheets) == 1
    assert len(printed_tree(32, "a4").sheets) == 2


@pytest.mark.parametrize("paper", TREES)
def test_a_tree_has_the_same_bytes_twice_and_its_winner_on_top(paper: str) -> None:
    pdf = TREES[paper].pdf(32)
    assert pdf == TREES[paper].pdf(32)
    assert squeezed(f"Sieger: {printable(person(0))}") in squeezed(pages(pdf)[0])
    assert re.search(r"Seite 1 von \d", pages(pdf)[0])


@pytest.mark.parametrize("cards", [2, 8, 64, 512, 4096])
@pytest.mark.parametrize("size", [PaperSize(34, 6), PaperSize(64, 8)])
def test_every_match_is_on_exactly_one_sheet(cards: int, size: PaperSize) -> None:
    found = knock_out(cards)
    forest = grow(found)
    drawn: Counter[int] = Counter()
    for sheet in paged(forest, size):
        for band in sheet.bands:
            waiting = list(band.roots)
            while waiting:
                number = waiting.pop()
                drawn[number] += 1
                waiting += [
                    child
                    for child in forest.sides[number]
                    if child is not None and forest.matches[child].round >= band.first_round
                ]
    assert drawn == Counter(match.id for match in found)


def test_a_line_at_the_edge_names_the_sheet_where_it_comes_from_and_its_end_where_it_goes_on() -> None:
    first, second = printed_tree(32).sheets
    assert {line.sheet for line in first[0].lines if line.column == 0} == {2}
    ends = [line for band in second for line in band.lines if line.column == len(band.columns) - 1]
    assert len(ends) == 32
    assert {line.sheet for line in ends} == {1}
