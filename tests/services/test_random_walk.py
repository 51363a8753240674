"""A random walk over everything the program can do: after each step the file of the tournament proves itself.

Steps may be refused; nothing may crash, nothing may be half done, and at the end export -> import -> export is the
same file.
"""

import os
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.factories import CASHIER, DIRECTOR, S0, SCORER
from tournament import convert
from tournament.domain import knockout
from tournament.domain.archive import dump
from tournament.domain.psd1 import Stream, hex_of
from tournament.domain.verification import verify
from tournament.models import CashKind, DrawMethod, DrawStage, Outcome, Role, Side, Tournament
from tournament.queries.archives import archive
from tournament.services import (
    archives,
    card_moves,
    cards,
    cash,
    corrections,
    draws,
    hand_draws,
    late_corrections,
    people,
    prizes,
    rebuys,
    results,
    roll_backs,
    sellers,
    tournaments,
    undo,
    withdrawals,
)
from tournament.services.base import Actor
from tournament.services.errors import ServiceError
from tournament.services.people import PersonData
from tournament.services.prizes import ExtraPrizeData, PrizeData
from tournament.services.results import Report

pytestmark = pytest.mark.django_db


class Walk:
    """One tournament and a source of choices."""

    def __init__(self, pick: Callable[[int], int]) -> None:
        self.pick = pick
        offered = [8, 16][pick(2)]
        tournaments.create(
            actor=DIRECTOR,
            slug="walk",
            s0=S0,
            settings={
                "name": "Walk", "cards_offered": offered, "max_cards_per_person": [1, 3, 8][pick(3)] if offered == 8 else [2, 4, 12][pick(3)],
                "card_price": Decimal([0, 5][pick(2)]), "prize_policy": ["several", "one_prize_per_person"][pick(2)],
                "tie_policy": ["lot", "play_off", "shared"][pick(3)], "fixed_bracket": pick(4) == 0, "rebuy": pick(3) == 0,
                "play_place3": pick(4) > 0, "play_place5": True, "play_place7": pick(4) > 0, "bummerl_to_win": 1 + pick(3),
                "extra_rankings_exempt": pick(2) == 0, "rebuy_limit": 1 + pick(2),
            },
        )  # fmt: skip
        self.done: list[str] = []

    @property
    def t(self) -> Tournament:
        return Tournament.objects.get(slug="walk")

    def number(self, most: int) -> int:
        return 1 + self.pick(max(most, 1))

    def card(self) -> int:
        return self.number(self.t.cards.count() + 1)

    def person(self) -> int:
        return self.number(self.t.people.count())

    def report(self, serial: int) -> Report:
        row = self.t.matches.filter(serial=serial).first()
        n = row.bummerl_to_win if row else 2
        kind, winner = self.pick(12), Side.LEFT if self.pick(2) else Side.RIGHT
        if kind == 0:
            return Report(Outcome.WALKOVER, winner)
        if kind == 1:
            return Report(Outcome.DOUBLE_WALKOVER)
        if kind == 2:
            return Report(Outcome.RETIRED, winner, (self.pick(n), self.pick(n)))
        lost = self.pick(n)
        return Report(Outcome.PLAYED, winner, (n, lost) if winner == Side.LEFT else (lost, n))

    # --- what can be done ---------------------------------------------------------------

    def sell(self) -> None:
        t, count = self.t, self.number(4)
        if self.pick(2) and t.people.exists():
            cards.sell(tournament=t, actor=CASHIER, cards=count, start_number=self.person())
        else:
            cards.sell(
                tournament=t, actor=CASHIER, cards=count, new_person=self.somebody(f"Person {t.people.count() + 1}")
            )

    def somebody(self, name: str) -> PersonData:
        """Somebody of a club and a category, or of none."""
        labels = [(), ("Damen",), ("Jugend",), ("Damen", "Jugend")][self.pick(4)]
        return PersonData(name, categories=labels, club=["", "FF Rassach", "SV Stainz"][self.pick(3)])

    def refund(self) -> None:
        cards.refund(tournament=self.t, actor=CASHIER, cards=[self.card()])

    def reserve(self) -> None:
        cards.reserve(
            tournament=self.t,
            actor=CASHIER,
            cards=self.number(2),
            new_person=PersonData(f"Res {self.t.people.count()}"),
        )

    def pay(self) -> None:
        cards.pay_reservation(tournament=self.t, actor=CASHIER, number=self.number(self.t.reservations.count()))

    def close(self) -> None:
        t = self.t
        tournaments.close_sale(tournament=t, actor=DIRECTOR, numbers=knockout.numbers_for(cards.sold_count(t)))

    def reopen_sale(self) -> None:
        tournaments.reopen_sale(tournament=self.t, actor=DIRECTOR)

    def prepare(self) -> None:
        stage = [DrawStage.MAIN, DrawStage.MAIN, DrawStage.PLACES][self.pick(3)]
        draws.prepare(tournament=self.t, actor=DIRECTOR, stage=stage, method=[None, DrawMethod.FAIR][self.pick(2)])

    def discard(self) -> None:
        draws.discard(tournament=self.t, actor=DIRECTOR)

    def carry_out(self) -> None:
        draws.carry_out(tournament=self.t, actor=DIRECTOR, public=[str(self.pick(100))] * self.pick(3))

    def draw_what_is_due(self) -> None:
        t = self.t
        steps = knockout.due(convert.situation(t)).steps
        stage = next(
            (DrawStage.PLACES if isinstance(s, knockout.DrawPlaces) else DrawStage.MAIN for s in steps), DrawStage.MAIN
        )
        draws.prepare(tournament=t, actor=DIRECTOR, stage=stage)
        draws.carry_out(tournament=self.t, actor=DIRECTOR, public=["7"])

    def begin(self) -> None:
        draws.begin_without_draw(tournament=self.t, actor=DIRECTOR)

    def by_hand(self) -> None:
        hand_draws.start(tournament=self.t, actor=DIRECTOR)
        t = self.t
        half, left = t.hand_draw.numbers // 2, list(range(1, t.hand_draw.numbers // 2 + 1))
        waiting = list(t.cards.filter(state="in").order_by("owner", "number").values_list("number", flat=True))
        for index, card in enumerate(waiting):
            pot = "left" if index < half else "right"
            tries = left if pot == "left" else list(range(1, half + 1))
            for shift in range(len(tries)):
                number = tries[(shift + self.pick(len(tries))) % len(tries)]
                try:
                    made = hand_draws.add_slip(
                        tournament=self.t, actor=DIRECTOR, pot=pot, number=number, card=card, accept_self_meeting=True
                    )
                except ServiceError:
                    continue
                if made.last_step[0] != "redraw":
                    if pot == "left":
                        left.remove(number)
                    break
        if self.pick(4):
            hand_draws.complete(tournament=self.t, actor=DIRECTOR)
        else:
            hand_draws.take_back(tournament=self.t, actor=DIRECTOR)
            hand_draws.discard(tournament=self.t, actor=DIRECTOR, reason="verworfen")

    def annul(self) -> None:
        draws.annul(tournament=self.t, actor=DIRECTOR, number=self.number(self.t.draws.count()), reason="verhört")

    def record(self) -> None:
        t = self.t
        serials = list(t.matches.filter(annulled_with=None, outcome="open").values_list("serial", flat=True)) or [1]
        serial = serials[self.pick(len(serials))]
        results.record(tournament=t, actor=SCORER, match=serial, report=self.report(serial))

    def play_all(self) -> None:
        for _ in range(self.t.matches.filter(annulled_with=None, outcome="open").count()):
            self.record()

    def correct(self) -> None:
        serial = self.decided()
        corrections.correct(
            tournament=self.t, actor=DIRECTOR, match=serial, report=self.report(serial), reason="verlesen"
        )

    def decided(self) -> int:
        """A result, the latest ones more often."""
        rows = self.t.matches.filter(annulled_with=None, outcome__in=["played", "retired", "walkover"]).order_by(
            "-serial"
        )
        serials = list(rows.values_list("serial", flat=True)[: self.number(12)]) or [1]
        return serials[self.pick(len(serials))]

    def exchange(self) -> None:
        serial = self.decided()
        late_corrections.exchange(
            tournament=self.t, actor=DIRECTOR, match=serial, report=self.report(serial), reason="verlesen"
        )

    def roll_back(self) -> None:
        serial = self.decided()
        typed = roll_backs.round_name(results.find(self.t, serial))
        roll_backs.roll_back(
            tournament=self.t, actor=DIRECTOR, match=serial, report=self.report(serial), typed=typed, reason="verlesen"
        )

    def withdraw(self) -> None:
        excluded = self.pick(3) == 0
        if self.pick(2):
            withdrawals.withdraw(
                tournament=self.t, actor=DIRECTOR, cards=[self.card()], reason="krank", excluded=excluded
            )
        else:
            withdrawals.withdraw(
                tournament=self.t, actor=DIRECTOR, start_number=self.person(), reason="heim", excluded=excluded
            )

    def move(self) -> None:
        card_moves.move(
            tournament=self.t, actor=DIRECTOR, moves=[(self.card(), self.person())], reason="falsch verkauft"
        )

    def rebuy(self) -> None:
        if self.pick(2):
            rebuys.rebuy(tournament=self.t, actor=CASHIER, start_number=self.person())
        else:
            rebuys.rebuy(tournament=self.t, actor=CASHIER, new_person=self.somebody(f"Spät {self.t.people.count()}"))

    def close_rebuy(self) -> None:
        rebuys.close(tournament=self.t, actor=DIRECTOR)

    def rename(self) -> None:
        people.change(
            tournament=self.t, actor=CASHIER, start_number=self.person(), data=self.somebody(f"Neu {self.pick(99)}")
        )

    def book(self) -> None:
        cash.book(
            tournament=self.t,
            actor=CASHIER,
            kind=[CashKind.EXPENSE, CashKind.INCOME][self.pick(2)],
            amount=Decimal(7),
            text="x",
        )

    def void(self) -> None:
        cash.void(tournament=self.t, actor=CASHIER, number=self.number(self.t.cash.count()), reason="doppelt")

    def set_prizes(self) -> None:
        count = 1 + self.pick(12)
        prizes.set_prizes(tournament=self.t, actor=DIRECTOR, prizes=[PrizeData(n) for n in range(1, count + 1)])

    def set_extra(self) -> None:
        extra = [ExtraPrizeData(["Damen", "Jugend", "club"][self.pick(3)]) for _ in range(self.pick(6))]
        prizes.set_extra_prizes(tournament=self.t, actor=DIRECTOR, prizes=extra)

    def seller(self) -> None:
        if self.t.sellers.count() < 2:
            sellers.add(tournament=self.t, actor=CASHIER, name="Maria", cards=10)
        actor = Actor("karl", Role.CASHIER, sellers.desk_of(self.number(2)))
        cards.sell(tournament=self.t, actor=actor, cards=1, start_number=self.person())

    def settle_seller(self) -> None:
        sellers.settle(tournament=self.t, actor=CASHIER, number=self.number(2), amount=Decimal(5))

    def undo(self) -> None:
        at_the_desk = self.pick(2) == 0
        actor = CASHIER if at_the_desk else SCORER
        entry = undo.last_action(self.t, actor, at_the_desk=at_the_desk)
        undo.undo(tournament=self.t, actor=actor, entry=entry.number if entry else 1, at_the_desk=at_the_desk)

    def settle(self) -> None:
        t = self.t
        tie = convert.all_awards(t, convert.ranking(t)).open_ties[0]
        if self.pick(2):
            prizes.prepare_lot(tournament=t, actor=DIRECTOR, place=tie.first)
            draws.carry_out(tournament=self.t, actor=DIRECTOR, public=["3"])
        else:
            prizes.record_play_off(tournament=t, actor=DIRECTOR, place=tie.first, order=tie.cards[::-1])

    def hand_out(self) -> None:
        made = convert.all_awards(self.t, convert.ranking(self.t))
        certain: list[tuple[int, str | None]] = [(award.rank, None) for award in made.main.awarded]
        certain += [(award.rank, name) for name, awards in made.extra.categories.items() for award in awards.awarded]
        certain += [(club.rank, "club") for club in made.extra.clubs] + [(self.number(8), None)]
        place, ranking = certain[self.pick(len(certain))]
        prizes.hand_out(tournament=self.t, actor=CASHIER, place=place, ranking=ranking, to=self.person())

    def take_back(self) -> None:
        out = list(self.t.prizes.filter(handed_out_at__isnull=False).values_list("place", "ranking"))
        place, ranking = out[self.pick(len(out))] if out else (1, None)
        prizes.take_back(tournament=self.t, actor=DIRECTOR, place=place, ranking=ranking, reason="zurück")

    def finish(self) -> None:
        prizes.finish(tournament=self.t, actor=DIRECTOR)

    def reopen(self) -> None:
        prizes.reopen(tournament=self.t, actor=DIRECTOR, reason="falsch")


EARLY = ["sell"] * 8 + [
    "refund",
    "reserve",
    "pay",
    "rename",
    "book",
    "void",
    "set_prizes",
    "set_extra",
    "move",
    "undo",
    "seller",
    "settle_seller",
]
LATE = (
    ["draw_what_is_due"] * 6 + ["play_all"] * 5 + ["record"] * 4 + ["prepare", "discard", "carry_out", "by_hand", "begin", "annul"]
    + ["correct", "correct", "exchange", "exchange", "exchange", "roll_back", "withdraw", "move", "rebuy", "rebuy", "close_rebuy", "reopen_sale", "close"]
    + ["rename", "book", "void", "settle", "settle", "hand_out", "finish", "finish", "reopen", "sell", "set_prizes"]
    + ["undo", "undo", "hand_out", "hand_out", "take_back", "take_back", "set_extra", "settle_seller"]
)  # fmt: skip


def step(walk: Walk, name: str, before: dict[str, Any]) -> dict[str, Any]:
    """One step: done entirely and proved by the file, or refused with words and nothing changed."""
    try:
        with transaction.atomic():
            getattr(walk, name)()
    except (ServiceError, IndexError):
        after = archive(walk.t, with_secret=True)
        assert after == before, f"{name} was refused but changed something"
        return before
    walk.done.append(name)
    return proved(walk)


def proved(walk: Walk) -> dict[str, Any]:
    whole = archive(walk.t, with_secret=True)
    found = verify(whole)
    assert not found, f"after {walk.done}:\n" + "\n".join(f"{each.code} {each.where}: {each.text}" for each in found)
    return whole


#: Walks in CI; more by hand: `PREISSCHNAPSEN_WALKS=500 pytest tests/services/test_random_walk.py`.
WALKS = int(os.environ.get("PREISSCHNAPSEN_WALKS", "15"))


def walk_once(seed: int) -> None:
    """A whole walk; what a seed does is the same each time."""
    stream = Stream(hex_of(f"walk {seed}"))
    with transaction.atomic():
        walk = Walk(stream.uint)
        plan = [EARLY[stream.uint(len(EARLY))] for _ in range(4 + stream.uint(12))] + ["close"]
        plan += [LATE[stream.uint(len(LATE))] for _ in range(10 + stream.uint(40))]
        last = proved(walk)
        for name in plan:
            last = step(walk, name, last)
        whole = dump(last)
        transaction.set_rollback(True)
    with transaction.atomic():
        archives.import_archive(whole.encode(), actor_name="anna")
        assert dump(archive(Tournament.objects.get(slug="walk"), with_secret=True)) == whole
        transaction.set_rollback(True)


# A seed cannot be made simpler: shrinking would only take time.
@settings(
    max_examples=WALKS,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32))
def test_every_step_leaves_a_file_that_proves_itself(seed: int) -> None:
    walk_once(seed)
