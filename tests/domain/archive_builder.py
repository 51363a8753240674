"""Plays a tournament by the rules alone and writes its archive, without a database: what `verify` must accept.

Everything comes from the arguments: the same calls give the same archive.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Self

from tests.domain.archive_books import PRICE
from tests.domain.archive_play import Play
from tests.domain.archive_records import (
    card_json,
    match_json_of,
    place_json,
    tournament_json,
)
from tournament.domain import psd1
from tournament.domain.archive import FORMAT, VERSION, digest_of, money_text
from tournament.domain.awards import award
from tournament.domain.knockout import DrawPlaces, DrawRound
from tournament.domain.placements import PlaceRow, Settlement, rank, tie_groups
from tournament.domain.psd1 import Mode
from tournament.domain.terms import CardState, SettledBy


class Builder(Play):
    """One evening; every method is something the hall does."""

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

    def settle(self, *, play_off: bool = False) -> Self:
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

    def play_out(self, *methods: str) -> Self:
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

    def finish(self) -> Self:
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
