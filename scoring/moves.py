"""Moves as they are written in records, and as the engine keeps them.

Written: ``["A", "DT"]`` a card, ``["A", "marriage", "D"]``, ``["A", "exchange"]``, ``["A", "close"]``,
``["A", "close", "undrawn"]``, ``["A", "claim"]``, ``["A", "revoke"]`` (A has revoked and it was called).
Kept: ``(player, action)``, player 0 (A) or 1 (B), action a card or one of the numbers below.
"""

from collections.abc import Sequence
from typing import Final

from scoring.cards import CARD_OF, NAMES, SUIT_OF, SUITS
from scoring.findings import RecordError

Move = tuple[int, int]
WrittenMove = tuple[str, ...]

PLAYERS: Final = "AB"
# cards are 0..31
MARRIAGE: Final = 32  # + suit; MARRIAGE + 4: of a suit that does not exist
EXCHANGE: Final = 40
CLOSE: Final = 41
CLOSE_UNDRAWN: Final = 42
CLAIM: Final = 43
REVOKE: Final = 44
STRANGE_CARD: Final = 45  # a card that does not exist

_NO_SUIT: Final = 4
_LONGEST_CARD: Final = 4
_PLAYER_OF: Final = {"A": 0, "B": 1}
_ACTION_OF: Final[dict[str, int]] = {
    **CARD_OF,
    "exchange": EXCHANGE,
    "close": CLOSE,
    "claim": CLAIM,
    "revoke": REVOKE,
}
_WRITTEN: Final[dict[int, WrittenMove]] = {
    **{card: (name,) for card, name in enumerate(NAMES) if name},
    **{MARRIAGE + suit: ("marriage", letter) for suit, letter in enumerate(SUITS)},
    EXCHANGE: ("exchange",),
    CLOSE: ("close",),
    CLOSE_UNDRAWN: ("close", "undrawn"),
    CLAIM: ("claim",),
    REVOKE: ("revoke",),
}


def read_player(value: object) -> int | None:
    """Return the player a record means, 0 for "A", 1 for "B", None for anything else.

    >>> read_player("B"), read_player("C")
    (1, None)
    """
    return _PLAYER_OF.get(value) if type(value) is str else None


def read_move(written: object, where: str = "") -> Move:
    """Return a written move as the engine keeps it.

    >>> read_move(["B", "D10"]) == read_move(("B", "DT"))
    True

    A short text that is no card gives STRANGE_CARD. Raises RecordError for everything that is not a move at all.
    """
    if isinstance(written, list | tuple) and 2 <= len(written) <= 3:
        player, word = read_player(written[0]), written[1]
        if player is not None and type(word) is str:
            action = _action(word, written[2:])
            if action is not None:
                return player, action
    raise RecordError("not a move", where)


def _action(word: str, extra: Sequence[object]) -> int | None:
    if not extra:
        action = _ACTION_OF.get(word)
        if action is None and len(word) <= _LONGEST_CARD:
            return STRANGE_CARD
        return action
    suit = extra[0]
    if word == "marriage" and type(suit) is str:
        return MARRIAGE + SUIT_OF.get(suit, _NO_SUIT)
    return CLOSE_UNDRAWN if word == "close" and suit == "undrawn" else None


def read_moves(written: object) -> tuple[Move, ...]:
    """Return all moves of a record.

    Raises RecordError, with the place of the first one that is not a move.
    """
    if not isinstance(written, list | tuple):
        raise RecordError("no list of moves")
    moves: list[Move] = []
    keep = moves.append
    for index, move in enumerate(written):
        # the common case without a call: a known player and a known word
        if type(move) is list and len(move) == 2 and type(move[0]) is str and type(move[1]) is str:
            player, action = _PLAYER_OF.get(move[0]), _ACTION_OF.get(move[1])
            if player is not None and action is not None:
                keep((player, action))
                continue
        keep(read_move(move, move_place(index)))
    return tuple(moves)


def write_move(move: Move, strange: str = "?") -> WrittenMove:
    """Return a move as it is written; a card that does not exist is written as given.

    >>> write_move((0, CLOSE_UNDRAWN))
    ('A', 'close', 'undrawn')
    """
    player, action = move
    if action == STRANGE_CARD:
        return PLAYERS[player], strange
    if action == MARRIAGE + _NO_SUIT:
        return PLAYERS[player], "marriage", "?"
    return PLAYERS[player], *_WRITTEN[action]


def is_card(action: int) -> bool:
    """Whether an action is a card, existing or not."""
    return action < MARRIAGE or action == STRANGE_CARD


def move_place(index: int) -> str:
    """Return where a finding about the move with this index (from 0) belongs.

    >>> move_place(0)
    'move 1'
    """
    return f"move {index + 1}"
