"""One move after the other: what each one does, what is wrong with it, and how it goes on nevertheless.

A faulty move is named and then, where that is possible, carried out: the record says that it happened, and the referee
wants to know about everything at once.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Self

from scoring.cards import NAMES, cards_in
from scoring.findings import Code, Finding, Param, Severity, finding
from scoring.moves import CLAIM, CLOSE, CLOSE_UNDRAWN, EXCHANGE, MARRIAGE, PLAYERS, REVOKE, STRANGE_CARD, move_place
from scoring.outcome import ENOUGH, Outcome, claim_outcome, played_out_outcome, revoke_outcome
from scoring.table import NOTHING, Table

NO_STRANGE_CARDS: Final[Mapping[int, str]] = {}


class Play:
    """A table, the findings so far and, when the deal is over, its outcome. Changes in place, like the table."""

    __slots__ = ("_late", "findings", "outcome", "strange", "table")

    def __init__(self, table: Table, strange: Mapping[int, str] = NO_STRANGE_CARDS) -> None:
        self.table = table
        self.strange = strange  # index of a move -> text of a card that does not exist
        self.findings: list[Finding] = []
        self.outcome: Outcome | None = None
        self._late = [False, False]

    def copy(self) -> Self:
        """Return an independent copy."""
        other = type(self)(self.table.copy(), self.strange)
        other.findings = self.findings.copy()
        other.outcome = self.outcome
        other._late = self._late.copy()
        return other

    def final_outcome(self) -> Outcome | None:
        """Return how the deal ends if no further move comes; None if it is not over."""
        if self.outcome is None and self.table.played_out:
            return played_out_outcome(self.table)
        return self.outcome

    def take(self, player: int, action: int, index: int) -> bool:
        """Take one move; ``index`` (from 0) is its place. Return whether the replay can go on after it.

        Drawing is not done here: whether it happens before a "close undrawn" shows only in the moves that follow.
        """
        if self.outcome is not None:
            self._find(Code.MOVES_AFTER_END, index)
            return False
        if action < MARRIAGE:
            return self._card(player, action, index)
        table = self.table
        if action == CLAIM:
            self._claim(player, index)
        elif action == REVOKE:
            self._called_revoke(player, index)
        elif action == STRANGE_CARD:
            return self._impossible_card(player, action, index)
        elif table.played_out:
            self._find(Code.MOVES_AFTER_END, index)
            return False
        elif action == EXCHANGE:
            self._exchange(player, index)
        elif action in (CLOSE, CLOSE_UNDRAWN):
            self._close(player, index, undrawn=action == CLOSE_UNDRAWN)
            return True
        else:
            self._marriage(player, action - MARRIAGE, index)
        table.just_closed_by = NOTHING
        return True

    def _find(self, code: Code, index: int, severity: Severity | None = None, **params: Param) -> None:
        self.findings.append(finding(code, move_place(index), severity, **params))

    def _card(self, player: int, card: int, index: int) -> bool:
        table = self.table
        if player != table.on_turn or not table.hands[player] >> card & 1:
            return self._impossible_card(player, card, index)
        table.just_closed_by = NOTHING
        allowed = table.playable(player)
        if not allowed >> card & 1:
            self._illegal_card(player, card, index, allowed)
        if table.led == NOTHING:
            self._went_on(player, index)
        table.play(player, card)
        return True

    def _went_on(self, player: int, index: int) -> None:
        """Note, once, that a leader goes on who could have claimed with what he has."""
        points = self.table.points[player]
        if points >= ENOUGH and not self._late[player]:
            self._late[player] = True
            self._find(Code.LATE_CLAIM, index, player=PLAYERS[player], points=points)

    def _impossible_card(self, player: int, card: int, index: int) -> bool:
        table = self.table
        if table.played_out:
            self._find(Code.MOVES_AFTER_END, index)
            return False
        text = self.strange.get(index, "?") if card == STRANGE_CARD else NAMES[card]
        if player != table.on_turn:
            self._find(Code.WRONG_TURN, index, player=PLAYERS[player], card=text)
        if card == STRANGE_CARD or not table.hands[player] >> card & 1:
            self._find(Code.NOT_IN_HAND, index, player=PLAYERS[player], card=text)
        return False

    def _illegal_card(self, player: int, card: int, index: int, allowed: int) -> None:
        led, who, text = self.table.led, PLAYERS[player], NAMES[card]
        instead = ", ".join(NAMES[other] for other in cards_in(allowed))
        if led == NOTHING:
            self._find(Code.MUST_LEAD_MARRIAGE_CARD, index, player=who, card=text, allowed=instead)
        else:
            self._find(Code.REVOKE, index, player=who, card=text, led=NAMES[led], allowed=instead)

    def _marriage(self, player: int, suit: int, index: int) -> None:
        if suit < 4 and self.table.may_announce(player, suit):
            self._went_on(player, index)
            self.table.announce(player, suit)
        else:
            self._find(Code.MARRIAGE_NOT_ALLOWED, index, player=PLAYERS[player])

    def _exchange(self, player: int, index: int) -> None:
        if not self.table.may_exchange(player):
            self._find(Code.EXCHANGE_NOT_ALLOWED, index, player=PLAYERS[player])
        if self.table.can_exchange(player):
            self.table.exchange(player)

    def _close(self, player: int, index: int, *, undrawn: bool) -> None:
        table = self.table
        if not table.may_close(player, undrawn=undrawn):
            self._find(Code.CLOSE_NOT_ALLOWED, index, player=PLAYERS[player])
        if table.talon_open:
            table.close(player)
        else:
            table.just_closed_by = NOTHING

    def _claim(self, player: int, index: int) -> None:
        table = self.table
        if not table.may_claim(player):
            self._find(Code.CLAIM_NOT_ALLOWED, index, player=PLAYERS[player])
            return
        if table.points[player] < ENOUGH:
            self._find(Code.FALSE_CLAIM, index, player=PLAYERS[player], points=table.points[player])
        self.outcome = claim_outcome(table, player)

    def _called_revoke(self, player: int, index: int) -> None:
        """End the deal; the illegal cards of this player were called, so they are only worth a warning."""
        called = False
        for place, found in enumerate(self.findings):
            if found.code is Code.REVOKE and found.params["player"] == PLAYERS[player]:
                self.findings[place] = replace(found, severity=Severity.WARNING)
                called = True
        if not called:
            self._find(Code.REVOKE, index, Severity.WARNING, problem="called", player=PLAYERS[player])
        self.outcome = revoke_outcome(self.table.rules, player)
