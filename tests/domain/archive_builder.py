"""Plays a tournament by the rules alone and writes its archive, without a database: what `verify` must accept.

Everything comes from the arguments: the same calls give the same archive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tests.domain.archive_records import (
    card_json,
    draw_json,
    match_json,
    person_json,
    place_json,
    settings_told,
    tournament_json,
)
from tournament.domain import by_hand, knockout, psd1
from tournament.domain.archive import FORMAT, VERSION, digest_of, hash_of, hex_of, money_text
from tournament.domain.awards import award
from tournament.domain.knockout import DrawPlaces, DrawRound, MakeMatches, NewMatch, numbers_for
from tournament.domain.placements import PlaceRow, Settlement, rank, tie_groups
from tournament.domain.psd1 import Field, Mode
from tournament.domain.records import Blocks, Card, Departure, Match
from tournament.domain.steps import meeting
from tournament.domain.terms import CardState, Outcome, Policy, SettledBy, Stage, TiePolicy

AT = "2026-01-10T18:38:40+00:00"
PRICE = Decimal("5.00")


class Builder:
    """One evening; every method is something the hall does. `results`: numbers that decide the matches."""

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

    def close(self) -> Builder:
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

    def advance(self) -> Builder:
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
        match["bummerl"], match["at"], match["reported_by"] = bummerl, AT, "Schreiber"
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

    def play_round(self) -> Builder:
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

    # --- the end ----------------------------------------------------------------------------

    def rows(self) -> tuple[PlaceRow, ...]:
        cards = {n: card for n, card in self.cards.items() if card.state is not CardState.REFUNDED}
        arguments = cards, self.records(), self.departures(), self.blocks
        fixed = self.fixed_bracket
        groups = {group.first: group.cards for group in tie_groups(rank(*arguments, fixed_bracket=fixed))}
        settled = {each["place"]: Settlement(tuple(each["cards"]), SettledBy.PLAY_OFF) for each in self.play_offs}
        for draw in self.draws:
            if draw["stage"] == "lot" and draw["annulled"] is None:
                held = {start: iter(cards) for start, cards in self._held(groups[draw["place"]]).items()}
                order = tuple(next(held[start]) for start in draw["steps"][0][1:])
                settled[draw["place"]] = Settlement(order, SettledBy.LOT)
        return rank(*arguments, settled, fixed_bracket=fixed)

    def awards(self):
        return award(range(1, self.prize_count + 1), self.rows(), self.policy, self.tie_policy)

    def settle(self, *, play_off: bool = False) -> Builder:
        """Settle every tie a prize depends on."""
        while ties := self.awards().open_ties:
            (tie,) = ties
            if play_off:
                self.play_offs.append({"place": tie.first, "cards": sorted(tie.cards, reverse=True)})
                self.log("play_off", f"place {tie.first}")
            else:
                held = self._held(tie.cards)
                self._psd1(held, len(tie.cards), Mode.LOT, "lot", "lot", 0, "7", tie.first)
                self._tell(self.draws[-1])
        return self

    def play_out(self, *methods: str) -> Builder:
        """Play to the end; the methods are used in turn for the main draws. A prize is settled where it must be."""
        turn = 0
        while not (due := self.advance().due()).over:
            draws = [step for step in due.steps if isinstance(step, DrawRound | DrawPlaces)]
            if draws and not (isinstance(draws[0], DrawPlaces) and self.open() and self.results.uint(2)):
                self.draw(methods[turn % len(methods)] if methods else "two-pot")
                turn += 1
            else:
                self.report(self.open()[0]["id"])
        return self

    def finish(self) -> Builder:
        self.finished_rows = self.rows()
        self.state = "finished"
        self.log("finish", "tournament", after={"ranked": len(self.finished_rows)})
        return self

    # --- the file ---------------------------------------------------------------------------

    def archive(self, *, with_secret: bool = False) -> dict[str, Any]:
        finished = self.state == "finished"
        given = {each.rank: each for each in self.awards().awarded} if finished else {}
        every = {number: match_json_of(match) for number, match in self.matches.items()}
        chains = [
            {
                "first_draw": first,
                "seal": psd1.seal_of(s0),
                "length": 256,
                "s0": s0 if finished or with_secret else None,
            }
            for first, s0 in self.chains
        ]
        archive: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "tournament": tournament_json(self, chains),
            "people": list(self.people.values()),
            "cards": [card_json(card, money_text(PRICE)) for card in self.cards.values()],
            "draws": [self._draw(draw, every) for draw in self.draws],
            "matches": [every[n] for n, match in self.matches.items() if match["annulled_with"] is None],
            "places": [place_json(row) for row in sorted(self.finished_rows, key=lambda row: (row.place, row.card))],
            "prizes": [self._prize(rank, given.get(rank)) for rank in range(1, self.prize_count + 1)],
            "cash": self.cash,
            "cash_totals": {"by_kind": self._totals("kind"), "by_desk": self._totals("desk")},
            **self.events,
            "play_offs": self.play_offs,
            "prepared_draw": self.prepared,
            "journal": self.journal,
            "digest": "",
        }
        return archive | {"digest": digest_of(archive)}

    def _draw(self, draw: dict[str, Any], every: dict[int, dict[str, Any]]) -> dict[str, Any]:
        if draw["annulled"] is None:
            return draw
        own = [every[n] for n, match in self.matches.items() if match["annulled_with"] == draw["number"]]
        return draw | {"annulled": draw["annulled"] | {"matches": own}}

    def _prize(self, place: int, given: Any) -> dict[str, Any]:
        prize = {"ranking": None, "place": place, "description": f"{place}. Preis", "value": None, "sponsor": ""}
        single = given is not None and given.card is not None
        return prize | {
            "winner": given.owner if given else None,
            "reason": {"place": given.place, "card": given.card} if single else None,
            "handed_out_at": None,
            "shared_with": list(given.shared_with) if given else [],
        }

    def _totals(self, key: str) -> dict[str, str]:
        sums: dict[str, Decimal] = {}
        for line in self.cash:
            sums[line[key]] = sums.get(line[key], Decimal(0)) + Decimal(line["amount"])
        return {name: money_text(sums[name]) for name in sorted(sums)}

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


def match_json_of(match: dict[str, Any]) -> dict[str, Any]:
    """The match as the file has it."""
    return {
        key: str(value) if key in ("outcome", "stage") else value
        for key, value in match.items()
        if key != "annulled_with"
    }
