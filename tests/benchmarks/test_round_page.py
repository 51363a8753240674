"""How long the pages of a large round take on the server, and that they neither ask nor show more because it is large.

Figures, no limits by the clock (aim: 300 ms on an old laptop). Run with `pytest tests/benchmarks/test_round_page.py -s`.
"""

from __future__ import annotations

import re
import statistics
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.benchmarks.test_evening import figure
from tests.factories import DIRECTOR, drawn_tournament, fresh, member, open_matches, play
from tournament.models import Role, Tournament
from tournament.queries.calling import hall_of
from tournament.queries.rounds import ROWS_A_PAGE
from tournament.services import calling

pytestmark = pytest.mark.django_db
SIZES = (64, 1024, 4096)
TABLES, PLAYED, CALLED = 25, 8, 6
PATHS = {
    "the round": "runde/1/",
    "its living part": "runde/1/stand/",
    "its last page": "runde/1/?page=last",
    "open matches only": "runde/1/?stand=offen",
    "found by two letters": "runde/1/?q=sp",
    "one person": "runde/1/?person=1",
    "who meets in match 7": "runde/1/begegnung/?number=7",
    "the tables": "tische/",
    "their living part": "tische/stand/",
}
FIVE_TIMES = 5


def evening(cards: int) -> Tournament:
    """Four cards each, round 1 drawn, some of it entered, some tables called."""
    tournament = drawn_tournament(*[4] * (cards // 4), table_count=TABLES, slug=f"mit-{cards}")
    for serial in open_matches(tournament)[:PLAYED]:
        play(tournament, serial)
    for _table in range(CALLED):
        first = hall_of(fresh(tournament), staff=True).proposals[0]
        calling.call(tournament=tournament, actor=DIRECTOR, match=first.match.serial, table=first.table)
    return tournament


def test_a_large_round_is_paged_and_answers_at_once(client: Client) -> None:
    asked: dict[str, list[int]] = {name: [] for name in PATHS}
    for cards in SIZES:
        tournament = evening(cards)
        client.force_login(member(tournament, Role.SCORER, "susi"))
        for name, path in PATHS.items():
            times, busy = [], []
            for _time in range(FIVE_TIMES):
                started, worked = time.perf_counter(), time.process_time()
                with CaptureQueriesContext(connection) as captured:
                    answer = client.get(f"/t/{tournament.slug}/{path}")
                times.append(time.perf_counter() - started)
                busy.append(time.process_time() - worked)
                assert answer.status_code == 200, path
            html = answer.content.decode()
            asked[name].append(len(captured))
            what = f"{cards:>4} cards: {name} ({len(html) / 1024:.0f} kB, {len(captured)} queries)"
            figure(
                f"{what}, {statistics.median(busy) * 1000:.0f} ms of it computed", statistics.median(times) * 1000, "ms"
            )
            assert len(re.findall(r'<tr id="match-', html)) <= ROWS_A_PAGE
        started = time.perf_counter()
        given = {"number": str(cards // 2), "winner": "l", "score": "21", "request_key": "a" * 32}
        assert (
            client.post(f"/t/{tournament.slug}/runde/1/eintragen/", given, headers={"HX-Request": "true"}).status_code
            == 200
        )
        figure(f"{cards:>4} cards: a result entered", (time.perf_counter() - started) * 1000, "ms")
    # Not more is asked of the database because more is played.
    assert {name: counts for name, counts in asked.items() if len(set(counts)) > 1} == {}
