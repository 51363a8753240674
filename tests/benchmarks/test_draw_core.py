"""Figures of the pure draw, without rows or pages: `pytest tests/benchmarks/test_draw_core.py`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tournament.domain import by_hand, psd1
from tournament.domain.psd1 import Field, Mode

SECRET = "0" * 64


def field_of(cards: int, each: int, mode: Mode) -> Field:
    people = tuple((start, each) for start in range(1, cards // each + 1))
    return Field("benchmark", 1, cards, mode, people)


@pytest.mark.parametrize("mode", [Mode.TWOPOT, Mode.TWOPOT_MULTIFIRST, Mode.UNIFORM])
@pytest.mark.parametrize("cards", [64, 1024, 4096])
def test_draw_of_cards(benchmark: BenchmarkFixture, mode: Mode, cards: int) -> None:
    field = field_of(cards, 4, mode)
    drawn = benchmark(psd1.carry_out, field, SECRET, "4711")
    assert len(drawn.matches) == cards // 2


def test_two_pots_with_a_giant(benchmark: BenchmarkFixture) -> None:
    """One person with half of 4,096 cards: as many redraws as there can be."""
    people = ((1, 2048), *((start, 1) for start in range(2, 2050)))
    drawn = benchmark(psd1.carry_out, Field("benchmark", 1, 4096, Mode.TWOPOT, people), SECRET, "4711")
    assert len(drawn.matches) == 2048


def test_fair_draw_close_to_the_refusal(benchmark: BenchmarkFixture) -> None:
    """About 5.5 self-meetings in an unlucky pairing: some hundred attempts."""
    field = Field("benchmark", 1, 4096, Mode.UNIFORM, tuple((start, 12) for start in range(1, 342)))
    drawn = benchmark.pedantic(psd1.carry_out, (field, SECRET, "4711"), rounds=3)
    assert len(drawn.matches) == field.total - field.numbers // 2


def test_lives_of_512_who_have_nearly_all_met(benchmark: BenchmarkFixture) -> None:
    """All 200 attempts are made."""
    people = tuple((start, 0) for start in range(1, 513))
    met = tuple((a, b) for a in range(1, 513) for b in range(a + 1, 513) if (a + b) % 10)
    drawn = benchmark.pedantic(psd1.carry_out, (Field("b", 1, 512, Mode.LIVES, people, met), SECRET, "1"), rounds=3)
    assert len(drawn.matches) == 256


def test_restore_of_a_half_finished_draw_by_hand(benchmark: BenchmarkFixture) -> None:
    steps = [("left", number, number) for number in range(1, 257)]
    cards = {start: [start] for start in range(1, 513)}
    state = benchmark(by_hand.restore, 512, cards, steps)
    assert len(state.left) == 256


def test_every_secret_of_a_chain_hashed_to_the_seal(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(psd1.seal_of, SECRET)) == 64
