"""How many recorded deals a second are replayed and judged, with all findings (reading JSON not counted)."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.replay import replay

CASES = Path(__file__).parents[1] / "scoring" / "cases" / "deals.jsonl"


@pytest.fixture(scope="module")
def deals() -> list[dict[str, Any]]:
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


def replay_all(deals: list[dict[str, Any]]) -> int:
    return sum(replay(deal).ok for deal in deals)


def with_changed_rules(deal: dict[str, Any]) -> dict[str, Any]:
    return {**deal, "rules": {"preset": deal["rules"], "changed": {"look_back": "never", "schneider_double": False}}}


@pytest.mark.parametrize("rules", ["presets", "changed"])
def test_replaying_deals(benchmark: Any, deals: list[dict[str, Any]], rules: str) -> None:
    records = deals * 10
    if rules == "changed":
        records = [with_changed_rules(deal) for deal in records]
    right = benchmark(replay_all, records)
    assert right == len(records)
    benchmark.extra_info["deals"] = len(records)
    if benchmark.stats is not None:  # switched off with --benchmark-disable
        stats = benchmark.stats.stats
        per_second = [len(records) / seconds for seconds in (stats.median, stats.min)]
        print("\n{:,.0f} deals/s, at best {:,.0f} ({})".format(*per_second, rules))  # noqa: T201
