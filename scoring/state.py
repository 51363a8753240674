"""A deal as an immutable state: which moves are legal now, and what it looks like after one of them.

Whether the cards after a trick are drawn shows only later: a "close undrawn" before the next card means that they were
not. A state therefore keeps both possibilities until a move decides.
"""

from dataclasses import dataclass
from typing import Final, Self

from scoring.cards import NAMES, SUITS, cards_in
from scoring.deal_record import Deal
from scoring.findings import Finding, Severity
from scoring.moves import (
    CLAIM,
    CLOSE,
    CLOSE_UNDRAWN,
    EXCHANGE,
    MARRIAGE,
    PLAYERS,
    Move,
    WrittenMove,
    read_move,
    write_move,
)
from scoring.outcome import Outcome
from scoring.play import Play
from scoring.replay import close_undrawn_follows
from scoring.rules import RuleSet
from scoring.table import NOTHING, Table

_CANDIDATES: Final[tuple[int, ...]] = (
    *(card for card, name in enumerate(NAMES) if name),
    *(MARRIAGE + suit for suit in range(len(SUITS))),
    EXCHANGE,
    CLOSE,
    CLOSE_UNDRAWN,
    CLAIM,
)


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table, in written cards: hands of A and B, the rest of the talon (trump last), the card led."""

    hands: tuple[tuple[str, ...], tuple[str, ...]]
    talon: tuple[str, ...]
    closed_by: str | None
    led: str | None
    on_turn: str
    card_points: tuple[int, int]
    tricks: tuple[int, int]


class IllegalMove(ValueError):
    """A move that may not be made now. ``findings`` says why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(", ".join(found.code for found in findings))
        self.findings = findings


class DealState:
    """An immutable state of a deal in which every move so far was legal.

    Each operation comes three times: ``verify_...`` returns all findings, ``can_...`` whether there is no error among
    them, and ``do_...`` the state after it, or raises IllegalMove. Players are "A" and "B", moves are written as in
    records.

    >>> from scoring.cards import deck
    >>> from scoring.rules import PRESETS
    >>> cards = deck(20)
    >>> deal = Deal(PRESETS["turnier-scharf"], 0, (cards[:5], cards[5:10]), cards[10:], (), {}, None)
    >>> state = DealState.start(deal)
    >>> state.can_marriage("A", "C")  # without a trick
    False
    >>> state.do_card("A", "CA").do_card("B", "SJ").do_marriage("A", "C").card_points
    (33, 0)
    """

    __slots__ = ("_debt", "_index", "_play", "_undrawn")

    def __init__(self, play: Play, undrawn: Play | None, debt: tuple[Finding, ...], index: int) -> None:
        self._play = play  # as if the cards had been drawn
        self._undrawn = undrawn  # as if they had not, while that is still possible
        self._debt = debt  # errors of the moves since the trick if the cards had been drawn
        self._index = index

    @classmethod
    def start(cls, deal: Deal) -> Self:
        """Return the state before the first move of a deal."""
        return cls(Play(deal.table()), None, (), 0)

    # what is so

    @property
    def rules(self) -> RuleSet:
        """The rules of the deal."""
        return self._play.table.rules

    @property
    def card_points(self) -> tuple[int, int]:
        """The card points of A and B that count so far."""
        return self.position.card_points

    @property
    def position(self) -> Position:
        """What lies on the table (after drawing, as long as that is undecided)."""
        return _position(self._play.table)

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ends if no further move is made; None if it is not over.

        After the last trick its winner may still claim.
        """
        return None if self._debt else self._play.final_outcome()

    # any move

    def verify_move(self, move: WrittenMove) -> tuple[Finding, ...]:
        """Return all findings about a move, such as ("A", "DT") or ("B", "close", "undrawn")."""
        return self._after(read_move(move))[1]

    def can_move(self, move: WrittenMove) -> bool:
        """Whether a move is legal: no error among its findings."""
        return not _errors(self.verify_move(move))

    def do_move(self, move: WrittenMove) -> Self:
        """Return the state after a legal move."""
        after, findings = self._after(read_move(move))
        if _errors(findings):
            raise IllegalMove(findings)
        return after

    # a card

    def verify_card(self, player: str, card: str) -> tuple[Finding, ...]:
        """Return all findings about playing a card."""
        return self.verify_move((player, card))

    def can_card(self, player: str, card: str) -> bool:
        """Whether a player may play a card."""
        return self.can_move((player, card))

    def do_card(self, player: str, card: str) -> Self:
        """Return the state after a card."""
        return self.do_move((player, card))

    # a marriage

    def verify_marriage(self, player: str, suit: str) -> tuple[Finding, ...]:
        """Return all findings about announcing a marriage."""
        return self.verify_move((player, "marriage", suit))

    def can_marriage(self, player: str, suit: str) -> bool:
        """Whether a player may announce the marriage of a suit."""
        return self.can_move((player, "marriage", suit))

    def do_marriage(self, player: str, suit: str) -> Self:
        """Return the state after an announcement."""
        return self.do_move((player, "marriage", suit))

    # an exchange

    def verify_exchange(self, player: str) -> tuple[Finding, ...]:
        """Return all findings about exchanging the face-up card."""
        return self.verify_move((player, "exchange"))

    def can_exchange(self, player: str) -> bool:
        """Whether a player may exchange the face-up card."""
        return self.can_move((player, "exchange"))

    def do_exchange(self, player: str) -> Self:
        """Return the state after an exchange."""
        return self.do_move((player, "exchange"))

    # closing

    def verify_close(self, player: str, *, undrawn: bool = False) -> tuple[Finding, ...]:
        """Return all findings about closing the talon."""
        return self.verify_move(_written_close(player, undrawn=undrawn))

    def can_close(self, player: str, *, undrawn: bool = False) -> bool:
        """Whether a player may close the talon, after drawing or undrawn."""
        return self.can_move(_written_close(player, undrawn=undrawn))

    def do_close(self, player: str, *, undrawn: bool = False) -> Self:
        """Return the state after closing."""
        return self.do_move(_written_close(player, undrawn=undrawn))

    # a claim

    def verify_claim(self, player: str) -> tuple[Finding, ...]:
        """Return all findings about a claim of 66; a false one is legal, and a warning."""
        return self.verify_move((player, "claim"))

    def can_claim(self, player: str) -> bool:
        """Whether a player may claim now, rightly or not."""
        return self.can_move((player, "claim"))

    def do_claim(self, player: str) -> Self:
        """Return the state after a claim: the end of the deal."""
        return self.do_move((player, "claim"))

    # inside

    def _after(self, move: Move) -> tuple[Self, tuple[Finding, ...]]:
        """Return the state after a move, and the findings about it."""
        action = move[1]
        undrawn_findings: tuple[Finding, ...] = ()
        undrawn: Play | None = None
        if self._undrawn is not None and (MARRIAGE <= action <= EXCHANGE or action == CLOSE_UNDRAWN):
            undrawn, undrawn_findings = self._step(self._undrawn, move)
            if action == CLOSE_UNDRAWN:
                return self._next(undrawn, None, ()), undrawn_findings
            if _errors(undrawn_findings) or not _can_close_undrawn(undrawn.table):
                undrawn = None
        play, findings = self._step(self._play, move)
        findings = self._debt + findings
        if undrawn is None:
            return self._next(play, None, ()), findings
        return self._next(play, undrawn, _errors(findings)), undrawn_findings

    def _step(self, play: Play, move: Move) -> tuple[Play, tuple[Finding, ...]]:
        after = play.copy()
        after.findings = []
        after.take(*move, self._index)
        return after, tuple(after.findings)

    def _next(self, play: Play, undrawn: Play | None, debt: tuple[Finding, ...]) -> Self:
        if play.table.draw_due:
            undrawn = play.copy()
            play.table.draw()
        return type(self)(play, undrawn, debt, self._index + 1)


def legal_moves(state: DealState) -> tuple[WrittenMove, ...]:
    """Return all legal moves of a state; none once the deal is over.

    A claim is legal with fewer than 66 too (it loses). A called revoke is not listed: among legal moves there is none.
    """
    written = (write_move((player, action)) for player in range(2) for action in _CANDIDATES)
    return tuple(move for move in written if state.can_move(move))


def position_after(deal: Deal, count: int) -> Position:
    """Return what lay on the table after so many moves of a deal, legal or not; it stops where the replay stops."""
    play = Play(deal.table(), deal.strange)
    for index, (player, action) in enumerate(deal.moves[:count]):
        if not play.take(player, action, index):
            break
        if play.table.draw_due and not close_undrawn_follows(deal.moves, index + 1):
            play.table.draw()
    return _position(play.table)


def _written_close(player: str, *, undrawn: bool) -> WrittenMove:
    return (player, "close", "undrawn") if undrawn else (player, "close")


def _errors(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(found for found in findings if found.severity is Severity.ERROR)


def _can_close_undrawn(table: Table) -> bool:
    """Whether the leader may still close undrawn, so that a move possible only then can be made at all."""
    return table.may_close(table.leader, undrawn=True)


def _position(table: Table) -> Position:
    hands = (_names(cards_in(table.hands[0])), _names(cards_in(table.hands[1])))
    return Position(
        hands=hands,
        talon=_names(tuple(table.talon[table.drawn :])),
        closed_by=PLAYERS[table.closer] if table.closed else None,
        led=None if table.led == NOTHING else NAMES[table.led],
        on_turn=PLAYERS[table.on_turn],
        card_points=(table.points[0], table.points[1]),
        tricks=(table.tricks[0], table.tricks[1]),
    )


def _names(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)
