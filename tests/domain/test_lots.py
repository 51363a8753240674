"""The lot over a tie group of cards."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests.domain.psd1_cases import lot_fields
from tournament.domain import lots, psd1
from tournament.domain.psd1 import Field, Stream


class Last:
    """Always the last of the list."""

    def uint(self, n: int) -> int:
        return n - 1


@given(field=lot_fields(), number=st.integers(0, 10**9))
def test_everybody_as_often_as_he_has_cards(field: Field, number: int) -> None:
    draw = psd1.draw(field, Stream(psd1.hex_of(f"lots {number}")))
    assert Counter(draw.order) == Counter(dict(field.people))
    assert draw.steps == (("order", *draw.order),)
    assert draw.matches == ()
    assert draw.byes == ()


def test_person_stands_in_the_list_once_for_each_card() -> None:
    assert lots.draw(((4, 2), (8, 1), (9, 3)), words=Last()).order == (9, 9, 9, 8, 4, 4)


def test_result_names_start_numbers() -> None:
    field = Field("x", 1, 3, psd1.Mode.LOT, ((4, 2), (8, 1)))
    assert psd1.result_text(field.mode, lots.draw(field.people, words=Last())) == "PSD1 result\n1:8\n2:4\n3:4\n"
