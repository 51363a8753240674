"""Figures of the tally: ``pytest tests/benchmarks/test_scoring_tally.py``. Deals a second are printed beside the times."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from scoring.match import verify_match
from scoring.records import verify_line
from scoring.rules import PRESETS
from scoring.tally import read_compact, write_countdown

RULES = PRESETS["turnier-scharf"]
MATCHES = 1_000

Match = list[object]


def numbers() -> Callable[[int], int]:
    """Numbers from a fixed seed, the same in every run."""
    count = 0

    def number(below: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(hashlib.sha256(str(count).encode()).digest()[:4]) % below

    return number


def tallies() -> list[list[str]]:
    """Matches to two as compact text; deals are worth 1, 2 or 3 as in real play."""
    number = numbers()
    matches = []
    for _ in range(MATCHES):
        bummerl: list[str] = []
        won = [0, 0]
        while max(won) < 2:
            points = [0, 0]
            words = []
            while max(points) < 7:
                side, worth = number(2), (1, 1, 2, 2, 3)[number(5)]
                points[side] += worth
                words.append(f"{'AB'[side]}{worth}")
            won[side] += 1
            bummerl.append(" ".join(words))
        matches.append(bummerl)
    return matches


TALLIES = tallies()
DEALS = sum(len(bummerl.split()) for match in TALLIES for bummerl in match)


def as_text(match: list[str]) -> Match:
    return [*match]


def as_deals(match: list[str]) -> Match:
    return [[[word[0], int(word[1])] for word in bummerl.split()] for bummerl in match]


def as_countdown(match: list[str]) -> Match:
    return [{"countdown": list(write_countdown(read_compact(bummerl)[0]))} for bummerl in match]


def report(benchmark: BenchmarkFixture) -> None:
    if benchmark.stats is not None:  # None where benchmarks are switched off
        benchmark.extra_info["deals a second"] = round(DEALS / benchmark.stats.stats.min)
        print(f"\n{DEALS / benchmark.stats.stats.min:,.0f} tallied deals a second")  # noqa: T201 - a figure to read


@pytest.mark.parametrize("form", [as_deals, as_text, as_countdown])
def test_tallied_deals(benchmark: BenchmarkFixture, form: Callable[[list[str]], Match]) -> None:
    matches = [form(match) for match in TALLIES]

    def verify() -> int:
        return sum(verify_match(RULES, 2, match).ok for match in matches)

    assert benchmark(verify) == MATCHES
    report(benchmark)


def test_lines_with_reading_and_writing_json(benchmark: BenchmarkFixture) -> None:
    lines = [
        json.dumps({"rules": "turnier-scharf", "bummerl_to_win": 2, "bummerl": as_deals(match)}).encode()
        for match in TALLIES
    ]

    def verify() -> int:
        return sum(len(json.dumps(verify_line(line))) > 0 for line in lines)

    assert benchmark(verify) == MATCHES
    report(benchmark)
