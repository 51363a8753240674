"""What happens to the matches of an evening on paper: results, corrections, people who leave, cards bought late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from tests.domain.archive_books import AT
from tests.domain.archive_draws import Draws
from tournament.domain.terms import CardState, Outcome, Stage


class Play(Draws):
    """Everything the hall does between two draws."""

    def report(
        self,
        number: int,
        outcome: Outcome = Outcome.PLAYED,
        *,
        right: bool | None = None,
        score: list[int] | None = None,
        bummerl: list[str] | None = None,
    ) -> None:
        """Decide an open match; who wins and the score are drawn from `results` unless given."""
        match = self.matches[number]
        right = bool(self.results.uint(2)) if right is None else right
        match["outcome"], match["winner"] = outcome, match["right"] if right else match["left"]
        match["bummerl"], match["at"], match["reported_by"] = bummerl, AT, "Leitung"
        if outcome is Outcome.PLAYED:
            needed = match["bummerl_to_win"]
            won, lost = needed, self.results.uint(needed)
            match["score"] = score or ([lost, won] if right else [won, lost])
        elif outcome is Outcome.DOUBLE_WALKOVER:
            match["winner"] = None
        else:
            match["score"] = score
        if match["stage"] == Stage.MAIN:
            for card in (match["left"], match["right"]):
                if card != match["winner"]:
                    self._hand_in(card)
        self._say("result", number)

    def correct(self, number: int) -> None:
        """The other one has won, noticed before anything follows."""
        match = self.matches[number]
        old = {key: match[key] for key in ("outcome", "winner", "score", "bummerl", "reported_by", "at")}
        match["earlier"] = [*match["earlier"], {**old, "outcome": str(old["outcome"])}]
        self._state(match["left"], CardState.IN)
        self._state(match["right"], CardState.IN)
        self.report(number, right=match["winner"] == match["left"])

    def play_round(self) -> Self:
        """Decide all open matches, then make what follows from them."""
        for match in self.open():
            self.report(match["id"])
        return self.advance()

    def exchange(self, number: int) -> None:
        """The other one has won, noticed after the next draw: he takes the winner's place, and the other way round."""
        match = self.matches[number]
        old, new = match["winner"], match["left"] if match["winner"] == match["right"] else match["right"]
        match["earlier"] = [{key: match[key] for key in ("outcome", "winner", "score")}]
        match["winner"], match["score"] = new, match["score"][::-1]
        self._say("correction", number)
        for other in self.live():
            for side in ("left", "right"):
                follows = other["round"] > match["round"] or other["stage"] != match["stage"]
                if follows and other[side] in (old, new):
                    other[side] = new if other[side] == old else old
                    break
        if match["stage"] == Stage.MAIN:
            self._state(old, CardState.OUT)
            self._state(new, CardState.IN)
        self._event("exchanges", match=number, reason="verlesen", **{"from": old, "to": new})
        self.log("exchange", f"match {number}", reason="verlesen")

    def leave(self, cards: Sequence[int], kind: CardState = CardState.WITHDRAWN, *, person: int | None = None) -> None:
        """These cards leave together: open matches end at once, others leave before the next round."""
        gone = set(cards)
        inside = [card for card in sorted(cards) if self.cards[card].state is CardState.IN]
        beaten = [card for card in sorted(cards) if self.cards[card].state is CardState.OUT]
        for card in inside:
            self._state(card, kind)
        if person is not None:
            self.people[person]["withdrawn"] = True
        playing: set[int] = set()
        for match in self.open():
            leaving = [card for card in (match["left"], match["right"]) if card in gone]
            if leaving:
                playing.update(leaving)
                self._walk_over(match, leaving, kind)
        last = self.main()
        awaited = last[0]["round"] + 1 if last else 1
        now = [card for card in sorted(cards) if card in playing or card in beaten]
        for group, before in ((now, None), ([card for card in inside if card not in playing], awaited)):
            if group:
                self._event(
                    "withdrawals", cards=group, before_round=before, kind=str(kind), start_number=person, reason="heim"
                )
        self.log("exclusion" if kind is CardState.EXCLUDED else "withdrawal", f"card {min(cards)}", reason="heim")
        if self.state == "running":
            self.advance()

    def _walk_over(self, match: dict[str, Any], leaving: list[int], kind: CardState) -> None:
        if len(leaving) == 2:
            match["outcome"], match["winner"] = Outcome.DOUBLE_WALKOVER, None
        else:
            match["outcome"] = Outcome.EXCLUDED if kind is CardState.EXCLUDED else Outcome.WALKOVER
            match["winner"] = match["right"] if match["left"] == leaving[0] else match["left"]
        self._say("result", match["id"])

    def rebuy(self, owner: int) -> None:
        """A card into the lowest-numbered open bye that is not the buyer's own."""
        waiting = [m for m in self.live() if m["outcome"] == Outcome.OPEN and m["right"] is None]
        match = next(m for m in waiting if self.cards[m["left"]].owner != owner)
        card = self.sell(owner, "rebuy")
        match["right"] = card
        self._event("rebuys", card=card, to=owner, match=match["id"], before_round=None)

    def close_rebuy(self) -> None:
        self.rebuy_open = False
        self.log("rebuy_closed", "tournament")
        for match in self.live():
            if match["outcome"] == Outcome.OPEN and match["right"] is None:
                match["outcome"], match["winner"] = Outcome.BYE, match["left"]
                self._say("bye", match["id"])
