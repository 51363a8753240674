"""What holds for every sheet: nothing cut off, nothing over another text, footer on every page, same bytes for the same printout."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import translation
from pypdf import PdfReader

from tests.printing.contents import CASES, IMPRINT, pages, person
from tournament.printing.boxes import Box, Placed, recording
from tournament.printing.typeface import printable

SIZES = (1, 8, 17, 64)
LONG = "Grenzüberschreitendes Preisschnapsen der Freiwilligen Feuerwehren Großsölk, Kleinsölk und St. Nikolai im Sölktal 2026"


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


@pytest.mark.parametrize("count", SIZES)
def test_every_text_stays_in_its_cell_and_on_the_paper(case, count: int) -> None:
    with recording() as placed:
        case.pdf(count)
    assert placed
    for text in placed:
        assert _inside(text.ink, text.cell), text
        assert _inside(text.ink, Box(5, 5, 200, 287)), text


@pytest.mark.parametrize("count", SIZES)
def test_no_text_stands_on_another(case, count: int) -> None:
    with recording() as placed:
        case.pdf(count)
    by_page: dict[int, list[Placed]] = {}
    for text in placed:
        by_page.setdefault(text.page, []).append(text)
    for texts in by_page.values():
        ordered = sorted(texts, key=lambda text: text.ink.y)
        for index, upper in enumerate(ordered):
            for lower in ordered[index + 1 :]:
                if lower.ink.y >= upper.ink.bottom:
                    break
                assert not _overlap(upper.ink, lower.ink), (upper, lower)


def test_nothing_is_shortened_for_names_of_120_characters(case) -> None:
    with recording() as placed:
        case.pdf(17, replace(IMPRINT, tournament=LONG[:120]))
    shortened = {text.text for text in placed if text.cut}
    # In running heads and footers the tournament's own name may end with an ellipsis; nothing else may.
    assert all(text.startswith(("Grenz", "Startliste", "Regel", "Was tun", "Aus")) for text in shortened), shortened


def test_every_page_says_page_x_of_y_tournament_and_date(case) -> None:
    found = pages(case.pdf(17))
    for number, text in enumerate(found, 1):
        assert f"Seite {number} von {len(found)}" in text
        assert "Freiwilligen Feuerwehr Großsölk" in text
        assert "10. Jänner 2026" in text
        assert "gedruckt 10.01.2026, 17:41" in text


def test_a_very_long_name_leaves_the_day_whole(case) -> None:
    assert all("10. Jänner 2026" in text for text in pages(case.pdf(9, replace(IMPRINT, tournament=LONG[:120]))))


def test_a_second_printout_says_so_on_every_page_and_the_first_does_not(case) -> None:
    assert not any("2. Ausdruck" in text for text in pages(case.pdf(9)))
    assert all("2. Ausdruck" in text for text in pages(case.pdf(9, replace(IMPRINT, copy_number=2))))


def test_the_same_printout_has_the_same_bytes(case) -> None:
    assert case.pdf(12) == case.pdf(12)


def test_language_title_and_structure_are_in_the_document(case) -> None:
    reader = PdfReader(BytesIO(case.pdf(3)))
    assert reader.root_object["/Lang"] == "de-AT"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
    assert IMPRINT.tournament in str(reader.metadata.title)
    assert reader.root_object["/StructTreeRoot"]["/K"]


def test_an_english_sheet_is_marked_english(case) -> None:
    with translation.override("en"):
        reader = PdfReader(BytesIO(case.pdf(3, replace(IMPRINT, language="en"))))
    assert reader.root_object["/Lang"] == "en-GB"


def test_everything_is_black_or_grey(case) -> None:
    for page in PdfReader(BytesIO(case.pdf(9))).pages:
        operators = page.get_contents().get_data().split()
        assert not {b"rg", b"RG", b"k", b"K", b"cs", b"CS", b"sc", b"scn"} & set(operators)


@pytest.mark.parametrize("name", ["start-list", "cards", "slips", "receipts", "certificates"])
@pytest.mark.parametrize("count", [9, 64])
def test_every_name_is_on_the_paper(name: str, count: int) -> None:
    together = "".join("".join(pages(CASES[name].pdf(count))).split())
    for index in range(count):
        assert "".join(printable(person(index)).split()) in together


def _inside(inner: Box, outer: Box) -> bool:
    slack = 0.05
    return (
        inner.x >= outer.x - slack and inner.y >= outer.y - slack
        and inner.right <= outer.right + slack and inner.bottom <= outer.bottom + slack
    )  # fmt: skip


def _overlap(one: Box, other: Box) -> bool:
    slack = 0.25
    return (
        min(one.right, other.right) - max(one.x, other.x) > slack and min(one.bottom, other.bottom) - max(one.y, other.y) > slack
    )  # fmt: skip
