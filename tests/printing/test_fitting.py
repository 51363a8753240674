"""Fitting texts into cells: whole where it can be, readable, never wider or higher than the cell."""

from hypothesis import given
from hypothesis import strategies as st

from tests.printing.people import HARD
from tournament.printing.fitting import ELLIPSIS, fit, shortened, wrap
from tournament.printing.typeface import BOX, Face, printable, width

TEXTS = st.text(max_size=120)


def test_a_short_text_keeps_its_size() -> None:
    assert fit("Huber", 60, 10, Face.BOLD, 12).size == 12


def test_a_slightly_long_name_shrinks_rather_than_breaks() -> None:
    wide = width("Perner-Gruber Alois", Face.SEMIBOLD, 14)
    fitted = fit("Perner-Gruber Alois", wide * 0.9, 12, Face.SEMIBOLD, 14)
    assert fitted.lines == ("Perner-Gruber Alois",)


def test_a_long_name_breaks_at_spaces_and_hyphens() -> None:
    assert wrap("Maria Hinterberger-Oberwurzacher", 32, Face.REGULAR, 12) == ("Maria", "Hinterberger-", "Oberwurzacher")


def test_only_what_fits_nowhere_is_cut_and_says_so() -> None:
    fitted = fit("x" * 500, 20, 6, Face.REGULAR, 10)
    assert fitted.cut
    assert fitted.lines[-1].endswith(ELLIPSIS)


@given(TEXTS, st.floats(12, 120), st.floats(6, 60), st.floats(6, 40))
def test_nothing_is_ever_wider_or_higher_than_its_cell(text: str, available: float, height: float, size: float) -> None:
    fitted = fit(text, available, height, Face.REGULAR, size)
    assert fitted.height <= height + 0.01 or len(fitted.lines) == 1
    assert fitted.size <= size
    for line in fitted.lines:
        assert width(line, Face.REGULAR, fitted.size) <= available + 0.01


@given(TEXTS, st.floats(12, 120))
def test_wrapping_loses_no_letter(text: str, available: float) -> None:
    lines = wrap(text, available, Face.REGULAR, 10)
    assert "".join("".join(lines).split()) == "".join("".join(map(printable, text.splitlines())).split())


@given(TEXTS)
def test_every_text_becomes_one_the_face_can_print(text: str) -> None:
    assert width(printable(text), Face.REGULAR, 10) >= 0


def test_letters_of_the_neighbours_are_printed_as_they_are() -> None:
    for text in HARD[:7]:
        assert printable(text) == text
    assert printable("ŠŐŁĐệ") == "ŠŐŁĐệ"


def test_what_the_face_does_not_have_is_a_box() -> None:
    assert printable("李 Resi 🎉") == f"{BOX} Resi {BOX}"


def test_a_family_picture_is_one_box_and_marks_of_direction_are_none() -> None:
    assert printable("👨\u200d👩\u200d👧 \u200fHuber\u200e") == f"{BOX} Huber"


def test_shortening_keeps_what_fits() -> None:
    assert shortened("Huber", 50, Face.REGULAR, 10) == "Huber"
    assert shortened("Huber Johann vulgo Moar", 20, Face.REGULAR, 10).endswith(ELLIPSIS)
