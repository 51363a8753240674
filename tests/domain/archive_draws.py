"""The draws of an evening on paper: by PSD1, by hand, prepared, annulled; and the matches they make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Self

from tests.domain.archive_books import AT, Books
from tests.domain.archive_records import (
    draw_json,
    match_json,
)
from tournament.domain import by_hand, psd1
from tournament.domain.archive import hex_of
from tournament.domain.knockout import DrawPlaces, DrawRound, MakeMatches, NewMatch
from tournament.domain.psd1 import Field, Mode
from tournament.domain.steps import meeting
from tournament.domain.terms import CardState, Outcome, Stage


class Draws(Books):
    """Draws, and what follows from them by itself."""

    # --- draws ------------------------------------------------------------------------------

    def draw(self, method: str = "two-pot", *, public: str = "4711") -> dict[str, Any]:
        """Carry out the draw that is due, of the main line first."""
        self.advance()
        step = next(step for step in self.due().steps if isinstance(step, DrawRound | DrawPlaces))
        if isinstance(step, DrawPlaces):
            held, stage, numbers, method = self._held(step.cards), "place5-8", 4, "fair"
        else:
            cards = [number for number, card in self.cards.items() if card.state is CardState.IN]
            held, stage, numbers = self._held(cards), "main", step.numbers
        if method == "by-hand":
            draw = draw_json(len(self.draws) + 1, step.round, stage, method, numbers)
            self.draws.append(draw)
            matches, byes, draw["steps"] = self._from_slips(held, numbers)
        else:
            late = step.round > 1 and numbers == sum(map(len, held.values()))
            twopot = Mode.TWOPOT_MULTIFIRST if late else Mode.TWOPOT
            mode = Mode.UNIFORM if method == "fair" else twopot
            draw, drawn, tokens = self._psd1(held, numbers, mode, stage, method, step.round, public)
            matches = [(each.number, tokens[each.left], tokens[each.right]) for each in drawn.matches]
            byes = [(each.number, tokens[each.card], None) for each in drawn.byes]
        self._tell(draw)
        of = Stage(stage), step.round, 8 if stage == "place5-8" else numbers
        new = [self._meeting(of, *each) for each in sorted([*matches, *byes], key=lambda each: each[0])]
        self._store(new, draw["number"])
        self.state = "running"
        self.advance()
        return draw

    def _psd1(self, held, numbers, mode, stage, method, round_, public, place=None):
        number = len(self.draws) + 1
        people = tuple((start, len(held[start])) for start in sorted(held))
        field = Field(self.slug, number, numbers, mode, people)
        first, s0 = self.chains[-1]
        secret = psd1.secret_for(s0, number, first)
        drawn = psd1.carry_out(field, secret, public)
        tokens = {(start, k): card for start, cards in held.items() for k, card in enumerate(cards, start=1)}
        draw = draw_json(number, round_, stage, method, numbers) | {
            "place": place,
            "field": field.text(),
            "secret": secret,
            "public": public,
            "result": drawn.result,
            "check": drawn.check,
            "steps": psd1.map_steps(drawn, tokens),
        }
        self.draws.append(draw)
        return draw, drawn, tokens

    def _tell(self, draw: dict[str, Any]) -> None:
        self.log("draw", f"draw {draw['number']}", after={"public": draw["public"], "check": draw["check"]})

    def _from_slips(self, held, numbers):
        """People draw slips; where somebody is stuck, all right-hand slips go back."""
        state = by_hand.start(numbers, held)
        order = [card for start in sorted(held) for card in held[start]]
        while len(state.drawn) < len(order):
            card = next(card for card in order if card not in state.drawn)
            pot = by_hand.Pot.LEFT if len(state.left) < state.half else by_hand.Pot.RIGHT
            taken = state.left if pot is by_hand.Pot.LEFT else state.right
            free = [number for number in range(1, state.half + 1) if number not in taken]
            slip = by_hand.Slip(pot, free[self.results.uint(len(free))], card)
            try:
                state = by_hand.add(state, slip, accept_self_meeting=True)
            except by_hand.HandDrawError:
                state = by_hand.void_right(state)
        done = by_hand.result(state)
        steps = [[getattr(part, "value", part) for part in step] for step in done.steps]
        byes = [(each.number, each.card, None) for each in done.byes]
        return [(each.number, each.left, each.right) for each in done.matches], byes, steps

    def lose_the_secret(self) -> None:
        """Imported without s0: the next draw begins a new chain."""
        self.chains.append((len(self.draws) + 1, hex_of(f"chain {len(self.chains)}")))

    def prepare(self) -> None:
        """Fix the FIELD of the next main draw, without drawing."""
        step = next(step for step in self.due().steps if isinstance(step, DrawRound))
        held = self._held([number for number, card in self.cards.items() if card.state is CardState.IN])
        people = tuple((start, len(held[start])) for start in sorted(held))
        number = len(self.draws) + 1
        field = Field(self.slug, number, step.numbers, Mode.TWOPOT, people)
        self.prepared = {"number": number, "round": step.round, "stage": "main", "field": field.text()}

    def annul(self, reason: str = "Schlitz verklemmt") -> None:
        """Annul the last draw; byes and self-meetings are undone."""
        draw = self.draws[-1]
        stage, last = draw["stage"], draw["round"]
        gone = [m for m in self.live() if m["draw"] == draw["number"] or (stage == "main" and m["round"] > last)]
        for match in gone:
            match["annulled_with"] = draw["number"]
            if match["outcome"] == Outcome.SELF and stage == "main":
                self._state(match["right"], CardState.IN)
        draw["annulled"] = {"reason": reason, "by": "Leitung", "at": AT}
        self.log("draw_annulled", f"draw {draw['number']}", reason=reason)
        self.state = "running" if any(m["stage"] == Stage.MAIN for m in self.live()) else "closed"

    # --- matches ----------------------------------------------------------------------------

    def _meeting(self, of: tuple[Stage, int, int], number: int, left: int, right: int | None) -> NewMatch:
        stage, round_, numbers = of
        new = meeting(
            stage=stage, round_number=round_, numbers=numbers, number=number, left=left, right=right, cards=self.cards
        )
        waits = right is None and self.rebuy_open and round_ == 1
        return replace(new, outcome=Outcome.OPEN, winner=None) if waits else new

    def _store(self, new: Iterable[NewMatch], draw: int | None) -> None:
        for each in new:
            number = len(self.matches) + 1
            source = draw
            if each.from_bracket:
                source = next(d["number"] for d in self.draws if d["stage"] == "main" and d["annulled"] is None)
            self.matches[number] = match_json(number, each, source, self._bummerl(each.stage, each.numbers))
            if each.outcome is not Outcome.OPEN:
                kinds = {Outcome.BYE: "bye", Outcome.SELF: "self_meeting"}
                self._say(kinds.get(each.outcome, "match_made"), number)
            if each.outcome is Outcome.SELF:
                self._hand_in(each.right)

    def _bummerl(self, stage: Stage, numbers: int) -> int:
        return self.overrides.get(str(numbers), 2) if stage is Stage.MAIN else 2

    def advance(self) -> Self:
        """Make whatever follows without a draw."""
        while not self._waiting() and (made := [step for step in self.due().steps if isinstance(step, MakeMatches)]):
            self._store([new for step in made for new in step.matches], None)
            self.state = "running"
        return self

    def _waiting(self) -> bool:
        return any(match["outcome"] == Outcome.OPEN and match["right"] is None for match in self.live())

    def _say(self, kind: str, number: int, **said: Any) -> None:
        match = self.matches[number]
        after = {"outcome": str(match["outcome"]), "winner": match["winner"], "score": match["score"]}
        self.log(kind, f"match {number}", after=after, **said)
