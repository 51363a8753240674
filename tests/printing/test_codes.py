"""QR codes are read from the page as it is printed, not from what was meant to be printed."""

import pytest

from tests.printing.contents import CASES, IMPRINT, SEAL, codes, pages, picture, printed_slips
from tournament.printing import slips


@pytest.mark.parametrize(("sheet", "a_page"), [("cards", 8), ("slips", 4), ("table-cards", 2), ("trouble", 1)])
def test_a_phone_reads_every_code_of_the_page(sheet: str, a_page: int) -> None:
    case = CASES[sheet]
    pdf = case.pdf(8)
    read = (
        codes(picture(pdf))
        if a_page > 1
        else [text for page in range(len(pages(pdf))) for text in codes(picture(pdf, page))]
    )
    content = case.content(8)
    meant = [piece.link for piece in getattr(content, "pieces", ())] or [content.address]
    assert sorted(read) == sorted(meant[:a_page])


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("cards", "Code: meine Begegnungen"),
        ("slips", "Mitschreiben und melden"),
        ("table-cards", "Mitschreiben und melden"),
    ],
)
def test_every_code_that_is_handed_out_says_what_it_is_for(sheet: str, said: str) -> None:
    (text, *_more) = pages(CASES[sheet].pdf(1))
    assert said in text


def test_a_bad_printer_with_75_dots_to_the_inch_is_still_read() -> None:
    assert len(codes(picture(CASES["slips"].pdf(4), dots=75))) == 4


def test_the_longest_address_still_fits() -> None:
    content = printed_slips(1)
    long = (
        "http://preisschnapsen.feuerwehr-grosssoelk.example.org:8000/t/" + "a" * 64 + "/begegnung/4096/Ab-9_cdEfGhIjKlM"
    )
    object.__setattr__(content.pieces[0], "link", long)
    assert codes(picture(slips.render(IMPRINT, content, lambda done, total: None))) == [long]


@pytest.mark.parametrize("sheet", ["announcement", "start-list"])
def test_the_seal_hangs_on_the_wall_as_a_code_too(sheet: str) -> None:
    pdf = CASES[sheet].pdf(8)
    read = [text for page in range(len(pages(pdf))) for text in codes(picture(pdf, page))]
    assert SEAL in read
    assert SEAL in "".join("".join(pages(pdf)).split())
