"""No service asks more of the database because the tournament is larger (batches of one bulk insert aside)."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.counting import counted
from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play_on,
    play_round,
    sell,
)
from tournament.models import CashKind, DrawStage, Outcome, Side, Tournament
from tournament.queries.archives import archive
from tournament.services import (
    cards,
    cash,
    corrections,
    draws,
    hand_draws,
    people,
    prizes,
    results,
    tournaments,
    withdrawals,
)
from tournament.services.people import PersonData
from tournament.services.prizes import PrizeData
from tournament.services.results import Report

pytestmark = pytest.mark.django_db

SIZES = (16, 128)


def in_sale(size: int) -> Tournament:
    tournament = make_tournament(cards_offered=size, max_cards_per_person=2)
    sell(tournament, *[2] * (size // 2 - 1))
    return tournament


def closed(size: int) -> Tournament:
    tournament = make_tournament(cards_offered=size, max_cards_per_person=2)
    sell(tournament, *[2] * (size // 2))
    return close(tournament)


def prepared(size: int) -> Tournament:
    tournament = closed(size)
    draws.prepare(tournament=tournament, actor=DIRECTOR)
    return fresh(tournament)


def drawn(size: int) -> Tournament:
    return drawn_tournament(*[1] * size)


def semi_finals(size: int) -> Tournament:
    tournament = drawn(size)
    play_on(tournament, until_numbers=4)
    return fresh(tournament)


def played(size: int) -> Tournament:
    tournament = drawn(size)
    play_on(tournament)
    return fresh(tournament)


def hand(size: int) -> Tournament:
    tournament = closed(size)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    return fresh(tournament)


def last_result(t: Tournament) -> None:
    serial = open_matches(t)[-1]
    results.record(tournament=t, actor=SCORER, match=serial, report=Report(Outcome.PLAYED, Side.LEFT, (2, 0)))


def correct(t: Tournament) -> None:
    corrections.correct(
        tournament=t, actor=DIRECTOR, match=1, report=Report(Outcome.PLAYED, Side.RIGHT, (0, 2)), reason="x"
    )


def round_played(size: int) -> Tournament:
    tournament = drawn(size)
    play_round(tournament)
    return fresh(tournament)


CASES: dict[str, tuple[Callable[[int], Tournament], Callable[[Tournament], Any]]] = {
    "sell": (in_sale, lambda t: cards.sell(tournament=t, actor=CASHIER, cards=2, new_person=PersonData("Neu"))),
    "refund": (in_sale, lambda t: cards.refund(tournament=t, actor=CASHIER, cards=[1, 2])),
    "reserve": (in_sale, lambda t: cards.reserve(tournament=t, actor=CASHIER, cards=2, new_person=PersonData("Neu"))),
    "add person": (in_sale, lambda t: people.add(tournament=t, actor=CASHIER, data=PersonData("Neu"))),
    "change person": (
        in_sale,
        lambda t: people.change(tournament=t, actor=CASHIER, start_number=1, data=PersonData("Anders")),
    ),
    "change settings": (
        in_sale,
        lambda t: tournaments.change_settings(tournament=t, actor=DIRECTOR, settings={"venue": "Post"}),
    ),
    "close the sale": (
        in_sale,
        lambda t: tournaments.close_sale(tournament=t, actor=DIRECTOR, numbers=t.cards_offered),
    ),
    "reopen the sale": (closed, lambda t: tournaments.reopen_sale(tournament=t, actor=DIRECTOR)),
    "book cash": (
        in_sale,
        lambda t: cash.book(tournament=t, actor=CASHIER, kind=CashKind.INCOME, amount=Decimal(1), text="x"),
    ),
    "count the drawer": (in_sale, lambda t: cash.count(tournament=t, actor=CASHIER, coins={100: 3})),
    "prepare a draw": (closed, lambda t: draws.prepare(tournament=t, actor=DIRECTOR)),
    "carry out a draw": (prepared, lambda t: draws.carry_out(tournament=t, actor=DIRECTOR, public=["1"])),
    "discard a draw": (prepared, lambda t: draws.discard(tournament=t, actor=DIRECTOR)),
    "annul a draw": (drawn, lambda t: draws.annul(tournament=t, actor=DIRECTOR, number=1, reason="x")),
    "draw places 5 to 8": (semi_finals, lambda t: draw(t, DrawStage.PLACES)),
    "begin by hand": (closed, lambda t: hand_draws.start(tournament=t, actor=DIRECTOR)),
    "a slip": (hand, lambda t: hand_draws.add_slip(tournament=t, actor=DIRECTOR, pot="left", number=1, card=1)),
    "a result": (
        drawn,
        lambda t: results.record(tournament=t, actor=SCORER, match=1, report=Report(Outcome.PLAYED, Side.LEFT, (2, 0))),
    ),
    "the last result of the semi-finals": (semi_finals, last_result),
    "a correction": (round_played, correct),
    "a withdrawal": (drawn, lambda t: withdrawals.withdraw(tournament=t, actor=DIRECTOR, cards=[1], reason="x")),
    "hand out a prize": (played, lambda t: prizes.hand_out(tournament=t, actor=CASHIER, place=1)),
    "set prizes": (
        played,
        lambda t: prizes.set_prizes(tournament=t, actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, 9)]),
    ),
    "finish": (played, lambda t: prizes.finish(tournament=t, actor=DIRECTOR)),
    "export": (played, archive),
}


@pytest.mark.parametrize("name", CASES)
def test_the_number_of_queries_does_not_depend_on_the_size(name: str) -> None:
    prepare, act = CASES[name]
    seen = {}
    for size in SIZES:
        tournament = prepare(size)
        with CaptureQueriesContext(connection) as captured:
            act(tournament)
        seen[size] = counted(captured)
        tournament.slug = f"{tournament.slug}-{size}"
        tournament.save(update_fields=["slug"])
    assert len(seen[SIZES[0]]) == len(seen[SIZES[1]]), "\n".join(seen[SIZES[1]])
