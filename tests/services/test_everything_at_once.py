"""Eight people do everything at once: nothing but refusals in words, no deadlock, no lock that is waited for in vain.

8 seconds here; more by hand: `PREISSCHNAPSEN_SECONDS=60 pytest -s tests/services/test_everything_at_once.py`.
"""

from __future__ import annotations

import os
import random
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from tests.factories import CASHIER, DIRECTOR, SCORER
from tournament import convert
from tournament.domain import knockout, tap_fold
from tournament.domain.archive import dump, load
from tournament.domain.verification import verify
from tournament.models import CashKind, DrawStage, Outcome, Side, State, Tournament, User
from tournament.queries.archives import archive
from tournament.services import (
    archives,
    card_moves,
    cards,
    cash,
    corrections,
    draws,
    late_corrections,
    people,
    prizes,
    rebuys,
    results,
    taps,
    tournaments,
    withdrawals,
)
from tournament.services.errors import ServiceError
from tournament.services.people import PersonData
from tournament.services.results import Report

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

SECONDS = float(os.environ.get("PREISSCHNAPSEN_SECONDS", "8"))
SEED = int(os.environ.get("PREISSCHNAPSEN_SEED", "1"))
THREADS = 8
#: On a machine that has other things to do it takes longer to have tried everything.
FEWEST = 200
PAGES = (
    "kassa/", "kassa/stand/", "teilnehmer/", "kassabuch/", "runde/", "runde/1/stand/", "auslosung/", "preise/", "protokoll/",
    "baum/", "plaetze/", "ausschreibung/", "rueckzug/", "tische/", "meldungen/", "",
)  # fmt: skip
FINE = frozenset({200, 302, 304, 404})


class Hall:
    """Tournaments one after the other: the latest is played by everybody, whoever finds it finished begins the next."""

    def __init__(self) -> None:
        self.slugs: list[str] = []
        self.came: Counter[str] = Counter()
        self.faults: list[str] = []
        self._lock = threading.Lock()

    def present(self) -> Tournament:
        with self._lock:
            if not self.slugs or Tournament.objects.get(slug=self.slugs[-1]).state == State.FINISHED:
                self._begin(f"saal-{len(self.slugs) + 1}")
            return Tournament.objects.get(slug=self.slugs[-1])

    def note(self, what: str) -> None:
        with self._lock:
            self.came[what] += 1

    def fault(self, what: str) -> None:
        with self._lock:
            self.faults.append(what)

    def _begin(self, slug: str) -> None:
        count = len(self.slugs)
        tournaments.create(
            actor=DIRECTOR, slug=slug, settings={
                "name": slug, "cards_offered": 32, "max_cards_per_person": 4, "card_price": Decimal(5),
                "prize_policy": ("several", "one_prize_per_person")[count % 2], "tie_policy": "shared", "rebuy": count % 2 == 0,
            },
        )  # fmt: skip
        self.slugs.append(slug)


class Helper:
    """One of the eight: picks something, does it to whatever there is."""

    def __init__(self, hall: Hall, seed: int, cookie: str) -> None:
        self.hall, self.dice = hall, random.Random(seed)  # noqa: S311 - repeatable, not secret
        self.client = Client()
        self.client.cookies["sessionid"] = cookie

    def number(self, most: int) -> int:
        return self.dice.randint(1, max(most, 1))

    def key(self) -> str:
        return f"{self.dice.getrandbits(128):032x}"

    def work_until(self, end: float) -> None:
        try:
            while (time.monotonic() < end or self.hall.came.total() < FEWEST) and not self.hall.faults:
                self.one_thing()
        finally:
            connections.close_all()

    def one_thing(self) -> None:
        tournament = self.hall.present()
        things = SALE if tournament.state == State.SALE else LATER
        name = self.dice.choice(things)
        try:
            getattr(self, name)(tournament)
        except ServiceError as error:
            self.hall.note(f"{name}: {type(error).__name__}")
        except Exception:
            self.hall.fault(f"{name}\n{traceback.format_exc()}")
        else:
            self.hall.note(name)

    # --- reading ---------------------------------------------------------------------------------------------------

    def page(self, t: Tournament) -> None:
        path = f"/t/{t.slug}/{self.dice.choice(PAGES)}"
        answer = self.client.get(path)
        assert answer.status_code in FINE, f"{path}: {answer.status_code}"

    def export(self, t: Tournament) -> None:
        found = verify(load(archives.export_archive(t.slug).encode()))
        assert found == (), found

    # --- the desk --------------------------------------------------------------------------------------------------

    def sell(self, t: Tournament) -> None:
        given: dict[str, Any] = {"tournament": t, "actor": CASHIER, "cards": self.number(3), "request_key": self.key()}
        new = PersonData(f"Person {self.key()[:12]}")
        first = cards.sell(new_person=new, **given)
        assert cards.sell(new_person=new, **given) == first

    def sell_more(self, t: Tournament) -> None:
        cards.sell(tournament=t, actor=CASHIER, cards=1, start_number=self.number(t.people.count()))

    def refund(self, t: Tournament) -> None:
        cards.refund(tournament=t, actor=CASHIER, cards=[self.number(t.cards.count())])

    def reserve(self, t: Tournament) -> None:
        cards.reserve(tournament=t, actor=CASHIER, cards=1, new_person=PersonData(f"Person {self.key()[:12]}"))

    def pay(self, t: Tournament) -> None:
        cards.pay_reservation(tournament=t, actor=CASHIER, number=self.number(t.reservations.count()))

    def rename(self, t: Tournament) -> None:
        person, data = self.number(t.people.count()), PersonData(f"Neu {self.key()[:12]}", place="Ort")
        people.change(tournament=t, actor=CASHIER, start_number=person, data=data)

    def move(self, t: Tournament) -> None:
        moves = [(self.number(t.cards.count()), self.number(t.people.count()))]
        card_moves.move(tournament=t, actor=DIRECTOR, moves=moves, reason="falsch verkauft")

    def book(self, t: Tournament) -> None:
        cash.book(tournament=t, actor=CASHIER, kind=CashKind.INCOME, amount=Decimal(self.number(50)), text="Spende")

    def void(self, t: Tournament) -> None:
        cash.void(tournament=t, actor=CASHIER, number=self.number(t.cash.count()), reason="doppelt")

    def count(self, t: Tournament) -> None:
        cash.count(tournament=t, actor=CASHIER, coins={100: self.number(20)})

    def rebuy(self, t: Tournament) -> None:
        rebuys.rebuy(tournament=t, actor=CASHIER, start_number=self.number(t.people.count()))

    # --- director and scorers --------------------------------------------------------------------------------------

    def close(self, t: Tournament) -> None:
        sold = cards.sold_count(t)
        if sold < 12:
            self.sell(t)
            return
        tournaments.close_sale(tournament=t, actor=DIRECTOR, numbers=knockout.numbers_for(sold))

    def draw(self, t: Tournament) -> None:
        steps = knockout.due(convert.situation(t)).steps
        places = any(isinstance(step, knockout.DrawPlaces) for step in steps)
        draws.prepare(tournament=t, actor=DIRECTOR, stage=DrawStage.PLACES if places else DrawStage.MAIN)
        draws.carry_out(tournament=t, actor=DIRECTOR, public=[str(self.number(99))])

    def carry_out(self, t: Tournament) -> None:
        draws.carry_out(tournament=t, actor=DIRECTOR, public=["7"])

    def begin(self, t: Tournament) -> None:
        draws.begin_without_draw(tournament=t, actor=DIRECTOR)

    def discard(self, t: Tournament) -> None:
        draws.discard(tournament=t, actor=DIRECTOR)

    def annul(self, t: Tournament) -> None:
        draws.annul(tournament=t, actor=DIRECTOR, number=self.number(t.draws.count()), reason="verhört")

    def _report(self) -> Report:
        winner, lost = self.dice.choice([Side.LEFT, Side.RIGHT]), self.number(2) - 1
        if self.number(10) == 1:
            return Report(Outcome.WALKOVER, winner)
        return Report(Outcome.PLAYED, winner, (2, lost) if winner == Side.LEFT else (lost, 2))

    def record(self, t: Tournament) -> None:
        open_ = list(t.matches.filter(annulled_with=None, outcome="open").values_list("serial", flat=True)) or [1]
        given: dict[str, Any] = {
            "tournament": t,
            "actor": SCORER,
            "match": self.dice.choice(open_),
            "report": self._report(),
        }
        results.record(request_key=self.key(), **given)

    def _match(self, t: Tournament) -> int:
        return self.number(t.matches.count())

    def correct(self, t: Tournament) -> None:
        corrections.correct(
            tournament=t, actor=DIRECTOR, match=self._match(t), report=self._report(), reason="verlesen"
        )

    def exchange(self, t: Tournament) -> None:
        late_corrections.exchange(
            tournament=t, actor=DIRECTOR, match=self._match(t), report=self._report(), reason="verlesen"
        )

    def withdraw(self, t: Tournament) -> None:
        withdrawals.withdraw(tournament=t, actor=DIRECTOR, cards=[self.number(t.cards.count())], reason="krank")

    def tap(self, t: Tournament) -> None:
        open_ = list(t.matches.filter(annulled_with=None, outcome="open").values_list("serial", flat=True)) or [1]
        match, device = self.dice.choice(open_), f"{self.number(3):032x}"
        taken = taps.take_over(tournament=t, match=match, device=device)
        tap = taps.GivenTap(taken.last + 1, tap_fold.read("L1"))
        taps.deliver(tournament=t, match=match, device=device, term=taken.term, taps=[tap])

    def hand_out(self, t: Tournament) -> None:
        prizes.hand_out(tournament=t, actor=CASHIER, place=self.number(3))

    def finish(self, t: Tournament) -> None:
        prizes.finish(tournament=t, actor=DIRECTOR)


ALWAYS = ["page"] * 6 + ["export", "rename", "move", "book", "void", "count"]
SALE = ["sell", "sell", "sell", "sell_more", "refund", "reserve", "pay", "close", *ALWAYS]
LATER = (
    ["record"] * 8 + ["draw"] * 3 + ["tap"] * 3 + ["carry_out", "begin", "discard", "annul", "correct", "correct", "exchange"]
    + ["withdraw", "rebuy", "hand_out", "finish", *ALWAYS]
)  # fmt: skip


def test_everything_at_once() -> None:
    hall = Hall()
    cookie = Client()
    cookie.force_login(User.objects.create_superuser("chefin", password=None))
    hall.present()
    cookie.get("/")  # the first page of a process takes a second, which would be lost
    end = time.monotonic() + SECONDS
    helpers = [Helper(hall, SEED * 1000 + index, cookie.cookies["sessionid"].value) for index in range(THREADS)]
    at_once([lambda helper=helper: helper.work_until(end) for helper in helpers])  # type: ignore[misc]
    assert hall.faults == [], "\n\n".join(hall.faults)
    for slug in hall.slugs:
        whole = archive(Tournament.objects.get(slug=slug))
        assert verify(load(dump(whole).encode())) == ()
        for entries in (whole["journal"], whole["cash"]):
            assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    done = {name: count for name, count in sorted(hall.came.items()) if ":" not in name}
    refused = hall.came.total() - sum(done.values())
    print(f"{sum(done.values())} done, {refused} refused, {len(hall.slugs)} tournaments: {done}")  # noqa: T201
    assert {"sell", "page", "book", "record"} <= done.keys()


def at_once(actions: list[Callable[[], None]]) -> None:
    with ThreadPoolExecutor(len(actions)) as pool:
        for each in [pool.submit(action) for action in actions]:
            each.result()
