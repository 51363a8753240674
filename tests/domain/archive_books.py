"""The first hour of an evening on paper: people, the sale, cash book and journal; and what stands at a moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Self

from tests.domain.archive_records import (
    person_json,
    settings_told,
    tournament_json,
)
from tournament.domain import knockout, psd1
from tournament.domain.archive import hash_of, hex_of, money_text
from tournament.domain.knockout import numbers_for
from tournament.domain.records import Blocks, Card, Departure, Match
from tournament.domain.terms import CardState, Outcome, Policy, Stage, TiePolicy

AT = "2026-01-10T18:38:40+00:00"
PRICE = Decimal("5.00")


class Books:
    """Everything that would be stored. `results`: numbers that decide the matches."""

    def __init__(
        self,
        holdings: Sequence[int],
        *,
        slug: str = "probe",
        policy: Policy = Policy.SEVERAL,
        tie_policy: TiePolicy = TiePolicy.LOT,
        blocks: Blocks | None = None,
        fixed_bracket: bool = False,
        prizes: int = 8,
        overrides: dict[str, int] | None = None,
        rebuy: bool = False,
        seed: str = "1",
    ) -> None:
        self.chains = [(1, hex_of(f"chain {seed}"))]
        self.results = psd1.Stream(hex_of(f"results {seed}"))
        self.slug, self.policy, self.tie_policy = slug, policy, tie_policy
        self.blocks, self.fixed_bracket = blocks or Blocks(), fixed_bracket
        self.overrides, self.prize_count = overrides or {}, prizes
        self.rebuy_on, self.rebuy_open = rebuy, rebuy
        self.state, self.numbers, self.finished_rows = "sale", None, ()
        self.people: dict[int, dict[str, Any]] = {}
        self.cards: dict[int, Card] = {}
        self.matches: dict[int, dict[str, Any]] = {}
        self.draws: list[dict[str, Any]] = []
        self.prepared: dict[str, Any] | None = None
        self.events: dict[str, list[dict[str, Any]]] = {
            name: [] for name in ("rebuys", "exchanges", "withdrawals", "card_moves")
        }
        self.play_offs: list[dict[str, Any]] = []
        self.cash: list[dict[str, Any]] = []
        self.journal: list[dict[str, Any]] = []
        self.log(
            "create", "tournament", after=settings_told(tournament_json(self, []), psd1.seal_of(self.chains[0][1]))
        )
        self.book("float_in", Decimal("100.00"))
        for number in range(1, len(holdings) + 1):
            self.people[number] = person_json(number)
            self.log("person_added", f"person {number}")
        for turn in range(max(holdings, default=0)):
            for owner, count in enumerate(holdings, start=1):
                if turn < count:
                    self.sell(owner)

    # --- books ------------------------------------------------------------------------------

    def log(self, kind: str, subject: str, **said: Any) -> None:
        entry = {"number": len(self.journal) + 1, "at": AT, "by": "Leitung", "kind": kind, "subject": subject}
        entry |= {key: said.get(key) for key in ("before", "after", "reason")}
        entry["prev"] = self.journal[-1]["hash"] if self.journal else None
        self.journal.append(entry | {"hash": hash_of(entry)})

    def book(self, kind: str, amount: Decimal, *, desk: str = "Kassa 1", voids: int | None = None) -> None:
        entry = {"number": len(self.cash) + 1, "at": AT, "kind": kind, "amount": money_text(amount), "desk": desk}
        entry |= {"text": "", "by": "Kassa", "voids": voids, "prev": self.cash[-1]["hash"] if self.cash else None}
        self.cash.append(entry | {"hash": hash_of(entry)})

    def void(self, number: int) -> None:
        self.book("void", -Decimal(self.cash[number - 1]["amount"]), voids=number)

    # --- sale -------------------------------------------------------------------------------

    def sell(self, owner: int, kind: str = "sale") -> int:
        number = len(self.cards) + 1
        self.cards[number] = Card(number, owner, CardState.IN)
        self.book(kind, PRICE, desk=f"Kassa {1 + owner % 2}")
        self.log("cards_sold" if kind == "sale" else "rebuy", f"person {owner}", after={"cards": [number]})
        return number

    def refund(self, number: int) -> None:
        self._state(number, CardState.REFUNDED)
        self.book("refund", -PRICE)
        self.log("cards_refunded", f"card {number}")

    def move(self, number: int, to: int) -> None:
        old = self.cards[number].owner
        self.cards[number] = replace(self.cards[number], owner=to)
        self._event("card_moves", card=number, **{"from": old, "to": to})
        self.log("card_moved", f"card {number}", before={"owner": old}, after={"owner": to})

    def close(self) -> Self:
        self.numbers = numbers_for(sum(card.state is not CardState.REFUNDED for card in self.cards.values()))
        self.state = "closed"
        self.log("sale_closed", "tournament", after={"numbers": self.numbers})
        return self

    def reopen(self) -> None:
        self.state, self.numbers = "sale", None
        self.log("sale_reopened", "tournament")

    # --- what stands ------------------------------------------------------------------------

    def live(self) -> list[dict[str, Any]]:
        return [match for match in self.matches.values() if match["annulled_with"] is None]

    def records(self) -> list[Match]:
        names = ("id", "stage", "round", "numbers", "number", "left", "right", "outcome", "winner")
        return [Match(**{name: match[name] for name in names}) for match in self.live()]

    def departures(self) -> list[Departure]:
        return [
            Departure(CardState(each["kind"]), tuple(each["cards"]), each["before_round"])
            for each in self.events["withdrawals"]
        ]

    def main(self) -> list[dict[str, Any]]:
        last = max((match["round"] for match in self.live() if match["stage"] == Stage.MAIN), default=0)
        return [match for match in self.live() if match["stage"] == Stage.MAIN and match["round"] == last]

    def due(self) -> knockout.Due:
        last = self.main()
        return knockout.due(
            knockout.Situation(
                cards={n: card for n, card in self.cards.items() if card.state is not CardState.REFUNDED},
                matches=tuple(self.records()),
                departures=tuple(self.departures()),
                blocks=self.blocks,
                fixed_bracket=self.fixed_bracket,
                last_round=last[0]["round"] if last else 0,
                last_numbers=last[0]["numbers"] if last else 0,
            )
        )

    def open(self) -> list[dict[str, Any]]:
        return [match for match in self.live() if match["outcome"] == Outcome.OPEN and match["right"] is not None]

    def p(self, number: int) -> dict[str, Any]:
        return next(match for match in self.live() if match["stage"] != Stage.MAIN and match["number"] == number)

    # --- small things -----------------------------------------------------------------------

    def _held(self, cards: Iterable[int]) -> dict[int, list[int]]:
        held: dict[int, list[int]] = {}
        for card in sorted(cards):
            held.setdefault(self.cards[card].owner, []).append(card)
        return {start: held[start] for start in sorted(held)}

    def _state(self, number: int, state: CardState) -> None:
        self.cards[number] = replace(self.cards[number], state=state)

    def _hand_in(self, number: int | None) -> None:
        if number is not None and self.cards[number].state is CardState.IN:
            self._state(number, CardState.OUT)

    def _event(self, name: str, **what: Any) -> None:
        number = len(self.events[name]) + 1
        self.events[name].append({"at": AT, "after_draw": len(self.draws), **what, "number": number, "by": "Leitung"})
