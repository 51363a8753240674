"""How long the sheets of a large evening take. Figures, no limits. Run with `pytest tests/benchmarks/test_printing_b.py -s`."""

import time

import pytest
from django.utils import translation

from tests.printing.evening_contents import EVENING_CASES, TREES


@pytest.mark.parametrize(
    ("sheet", "people"),
    [
        ("draw", 512),
        ("protocol", 512),
        ("round", 512),
        ("prizes", 64),
        ("results", 512),
        ("cash", 512),
        ("a4", 512),
        ("a3", 512),
    ],
)
def test_a_sheet_for_two_cards_a_person(sheet: str, people: int) -> None:
    case = (EVENING_CASES | TREES)[sheet]
    with translation.override("de"):
        content_since = time.perf_counter()
        content = case.content(people)
        since = time.perf_counter()
        pdf = case.pdf(people)
        seconds = time.perf_counter() - since - (since - content_since)
    assert content
    print(f"\n{sheet + f', {2 * people} cards':<50} {seconds:>8.2f} s {len(pdf) / 1024:>8.0f} kB")  # noqa: T201
