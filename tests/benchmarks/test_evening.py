"""How long an evening's writes take on the real database settings (SQLite: WAL, synchronous = FULL). Figures, no limits.

Run with `pytest tests/benchmarks -s`.
"""

import statistics
import time
from collections.abc import Callable

import pytest
from django.db import connection

from tests.factories import DIRECTOR, SCORER, close, fresh, make_tournament, open_matches, sell
from tournament import convert
from tournament.domain import knockout
from tournament.models import DrawStage, Outcome, Side, Tournament
from tournament.services import draws, results
from tournament.services.results import Report

pytestmark = pytest.mark.django_db(transaction=True)


def figure(what: str, value: float, unit: str) -> None:
    print(f"\n{what:<68} {value:>10.2f} {unit}")  # noqa: T201


def durability() -> str:
    """What the database promises: asked, not assumed."""
    if connection.vendor != "sqlite":
        return connection.vendor
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        synchronous = cursor.fetchone()[0]
        cursor.execute("PRAGMA journal_mode")
        return f"sqlite, synchronous={synchronous} (2 = FULL), {cursor.fetchone()[0]}"


def timed(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def closed(cards: int, each: int) -> Tournament:
    tournament = make_tournament(cards_offered=cards, max_cards_per_person=each)
    sell(tournament, *[each] * (cards // each))
    return close(tournament)


def carry_out(tournament: Tournament, stage: DrawStage = DrawStage.MAIN) -> float:
    draws.prepare(tournament=tournament, actor=DIRECTOR, stage=stage)
    return timed(lambda: draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["4711", "33"]))


def record(tournament: Tournament, serial: int) -> float:
    report = Report(Outcome.PLAYED, Side.LEFT, (2, 1))
    return timed(
        lambda: results.record(
            tournament=tournament, actor=SCORER, match=serial, report=report, request_key=f"{tournament.slug}-{serial}"
        )
    )


@pytest.mark.parametrize("cards", [64, 1024, 4096])
def test_a_draw_with_protocol_and_rows_stored(cards: int) -> None:
    figure(f"draw of {cards} cards, computed and stored ({durability()})", carry_out(closed(cards, 4)) * 1000, "ms")


def test_one_result_at_64_and_at_4096_cards() -> None:
    medians = {}
    for cards in (64, 4096):
        tournament = make_tournament(slug=f"s{cards}", cards_offered=cards, max_cards_per_person=4)
        sell(tournament, *[4] * (cards // 4))
        close(tournament)
        carry_out(tournament)
        medians[cards] = (
            statistics.median(record(tournament, serial) for serial in open_matches(tournament)[:31]) * 1000
        )
        figure(f"one durable, verified, journalled result at {cards} cards, median", medians[cards], "ms")
    figure("4,096 cards against 64", medians[4096] / medians[64], "times")


def test_all_results_of_1024_cards() -> None:
    tournament = closed(1024, 4)
    seconds, count, drawing = 0.0, 0, 0.0
    while True:
        due = knockout.due(convert.situation(fresh(tournament)))
        for step in due.steps[:1]:
            drawing += carry_out(
                tournament, DrawStage.PLACES if isinstance(step, knockout.DrawPlaces) else DrawStage.MAIN
            )
        serials = open_matches(tournament)
        if due.over and not serials:
            break
        for serial in serials:
            seconds += record(tournament, serial)
            count += 1
    figure(f"all {count} results of 1,024 cards", seconds, "s")
    figure("all draws of that evening", drawing, "s")
