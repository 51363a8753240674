"""Two desks and two scorers at the same moment, with real threads on a real database: one wins, the other sees why."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections

from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    close,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    sell,
)
from tournament.domain.archive import hash_of
from tournament.models import CardState, Outcome, Side, Tournament
from tournament.queries.archives import archive
from tournament.services import cards, draws, results
from tournament.services.errors import Conflict, Refused
from tournament.services.people import PersonData
from tournament.services.results import Report

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]


def at_the_same_moment(count: int, action: Callable[[int], Any]) -> Counter[str]:
    """Run an action in threads released together; count what came of it by answer or error type."""
    gate = threading.Barrier(count)

    def run(index: int) -> str:
        try:
            gate.wait(timeout=20)
            answer = action(index)
        except (Conflict, Refused) as error:
            return type(error).__name__
        else:
            return str(type(answer).__name__)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return Counter(pool.map(run, range(count)))


def assert_whole(tournament: Tournament) -> None:
    """Chains without a gap, every number once."""
    whole = archive(fresh(tournament))
    for entries in (whole["journal"], whole["cash"]):
        prev = None
        for number, entry in enumerate(entries, start=1):
            assert (entry["number"], entry["prev"], entry["hash"]) == (number, prev, hash_of(entry))
            prev = entry["hash"]


def test_the_last_card_is_sold_once() -> None:
    tournament = make_tournament()
    sell(tournament, 7)
    came = at_the_same_moment(
        8, lambda i: cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData(f"Person {i}"))
    )
    assert came == {"Sale": 1, "Refused": 7}
    assert cards.sold_count(tournament) == 8
    assert tournament.people.count() == 2
    assert_whole(tournament)


def test_every_desk_sells_and_no_number_is_given_twice() -> None:
    tournament = make_tournament(cards_offered=64, max_cards_per_person=2)
    came = at_the_same_moment(
        16, lambda i: cards.sell(tournament=tournament, actor=CASHIER, cards=2, new_person=PersonData(f"Person {i}"))
    )
    assert came == {"Sale": 16}
    assert list(tournament.cards.values_list("number", flat=True)) == list(range(1, 33))
    assert list(tournament.people.values_list("start_number", flat=True)) == list(range(1, 17))
    assert_whole(tournament)


def test_two_scorers_recording_the_same_match_one_wins_the_other_sees_what_happened() -> None:
    tournament = drawn_tournament(*[1] * 8)
    serial = open_matches(tournament)[0]
    reports = [Report(Outcome.PLAYED, Side.LEFT, (2, 0)), Report(Outcome.PLAYED, Side.RIGHT, (1, 2))]
    came = at_the_same_moment(
        2, lambda i: results.record(tournament=tournament, actor=SCORER, match=serial, report=reports[i])
    )
    assert came == {"Recorded": 1, "Conflict": 1}
    assert tournament.journal.filter(kind="result").count() == 1
    assert tournament.cards.filter(state=CardState.OUT).count() == 1
    assert_whole(tournament)


def test_all_matches_of_a_round_at_once_lose_nothing() -> None:
    tournament = drawn_tournament(*[1] * 32)
    serials = open_matches(tournament)
    came = at_the_same_moment(
        16,
        lambda i: results.record(
            tournament=tournament, actor=SCORER, match=serials[i], report=Report(Outcome.PLAYED, Side.LEFT, (2, 1))
        ),
    )
    assert came == {"Recorded": 16}
    assert tournament.cards.filter(state=CardState.OUT).count() == 16
    assert_whole(tournament)


def test_a_double_click_is_one_sale_and_both_get_the_same_answer() -> None:
    tournament = make_tournament()
    came = at_the_same_moment(
        6,
        lambda _: cards.sell(
            tournament=tournament, actor=CASHIER, cards=2, new_person=PersonData("Huber"), request_key="one"
        ),
    )
    assert came == {"Sale": 6}
    assert cards.sold_count(tournament) == 2
    assert tournament.cash.count() == 1


def test_a_draw_happens_once() -> None:
    tournament = make_tournament()
    sell(tournament, *[1] * 8)
    close(tournament)
    draws.prepare(tournament=fresh(tournament), actor=DIRECTOR)
    came = at_the_same_moment(4, lambda i: draws.carry_out(tournament=tournament, actor=DIRECTOR, public=[str(i)]))
    assert came == {"CarriedOut": 1, "Refused": 3}
    assert tournament.draws.count() == 1
    assert tournament.matches.count() == 4
    assert_whole(tournament)
