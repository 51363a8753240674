"""A replayed deal as a referee looks at it: the moves in their tricks, the first wrong one, what lay on the table then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.cards import CARD_OF, NAMES, RANKS, SUITS
from scoring.deal_record import Deal, DealError, read_deal
from scoring.findings import Finding, Severity, place, text
from scoring.moves import PLAYERS, is_card, write_move
from scoring.replay import DealVerdict, replay_deal
from scoring.rules import RuleSet
from scoring.state import position_after

from .deal_notation import shown_cards

_SUIT_WORDS: Final = {
    "C": ("Treff", "clubs"),
    "S": ("Pik", "spades"),
    "H": ("Herz", "hearts"),
    "D": ("Karo", "diamonds"),
}
_RANK_WORDS: Final = {
    "A": ("Ass", "ace"), "T": ("Zehner", "ten"), "K": ("König", "king"), "Q": ("Dame", "queen"), "J": ("Bube", "jack"), "9": ("Neuner", "nine"),
}  # fmt: skip
_MOVE_WORDS: Final = {
    "exchange": ("tauscht aus", "exchanges"), "close": ("dreht zu", "closes"), "claim": ("meldet sich aus", "claims 66"),
    "revoke": ("hat Renonce gemacht", "has revoked"),
}  # fmt: skip
_CARD_PARAMS: Final = ("card", "cards", "led", "allowed")
#: Face down first, from the ace to the nine: how a hand is held.
_HELD: Final = {suit: place for place, suit in enumerate("SHCD")}


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card to be drawn: suit as in records (C S H D), rank as it stands on the card, the words for who cannot see it."""

    suit: str
    rank: str
    words: str
    suit_words: str
    is_trump: bool = False


@dataclass(frozen=True, slots=True)
class DrawnMove:
    """A move: its number from 1, the player's letter, a card or words; `wrong`: an error was found in it."""

    number: int
    player: str
    card: DrawnCard | None
    words: str
    wrong: bool = False
    remark: bool = False


@dataclass(frozen=True, slots=True)
class DrawnTrick:
    """The moves from one lead to the end of its trick; `number` from 1, `winner` once it has one."""

    number: int
    moves: tuple[DrawnMove, ...]


@dataclass(frozen=True, slots=True)
class DrawnPosition:
    """What lies on the table before move `move` (from 1): per player hand, card points, tricks; the rest of the talon."""

    move: int
    hands: tuple[tuple[DrawnCard, ...], tuple[DrawnCard, ...]]
    card_points: tuple[int, int]
    tricks: tuple[int, int]
    face_down: tuple[DrawnCard, ...]
    face_up: DrawnCard | None
    trump: DrawnCard
    led: DrawnCard | None
    closed_by: str | None
    on_turn: str


@dataclass(frozen=True, slots=True)
class SaidFinding:
    """A finding in words: "Zug 14", the sentence; `is_error`; `move` from 1, 0 where it belongs to none."""

    code: str
    where: str
    text: str
    is_error: bool
    move: int


@dataclass(frozen=True, slots=True)
class DrawnDeal:
    """The replay of a deal, ready to be shown. `first_wrong` is the first illegal move (from 1), None if there is none."""

    rules: RuleSet
    verdict: DealVerdict
    findings: tuple[SaidFinding, ...]
    tricks: tuple[DrawnTrick, ...]
    first_wrong: int | None
    position: DrawnPosition
    moves: int
    deal: Deal


def draw_deal(
    record: Mapping[str, Any], rules: RuleSet, *, at: int | None = None, language: str = "de"
) -> DrawnDeal | tuple[SaidFinding, ...]:
    """Replay a record and draw it. `rules` are for records that name none. Only findings where its cards are not right.

    `at`: before which move the position is shown, from 1 to moves + 1; else before the first illegal one, or at the end.
    Raises scoring.findings.RecordError for what is no deal at all.
    """
    try:
        deal = read_deal(record, rules)
    except DealError as error:
        return tuple(_said(found, language) for found in error.findings)
    verdict = replay_deal(deal)
    findings = tuple(_said(found, language) for found in verdict.findings)
    first_wrong = min(_wrong_moves(findings), default=None)
    count = len(deal.moves)
    shown = at if at is not None else first_wrong or count + 1
    shown = max(1, min(shown, count + 1))
    return DrawnDeal(
        rules=deal.rules, verdict=verdict, findings=findings, tricks=_tricks(deal, findings, language), first_wrong=first_wrong,
        position=_position(deal, shown, language), moves=count, deal=deal,
    )  # fmt: skip


def drawn_card(name: str, language: str = "de", *, trump: str = "") -> DrawnCard:
    """A written card as it is drawn.

    >>> drawn_card("HQ"), drawn_card("ST", "en").words
    (DrawnCard(suit='H', rank='D', words='Herz Dame', suit_words='Herz', is_trump=False), 'ten of spades')
    """
    suit, rank = name[0], name[1:]
    if language.startswith("de"):
        words = f"{_SUIT_WORDS[suit][0]} {_RANK_WORDS[rank][0]}"
        shown = {"T": "10", "Q": "D", "J": "B"}.get(rank, rank)
    else:
        words = f"{_RANK_WORDS[rank][1]} of {_SUIT_WORDS[suit][1]}"
        shown = "10" if rank == "T" else rank
    return DrawnCard(suit, shown, words, _SUIT_WORDS[suit][0 if language.startswith("de") else 1], suit == trump)


def _position(deal: Deal, move: int, language: str) -> DrawnPosition:
    position = position_after(deal, move - 1)
    trump = SUITS[deal.talon[-1] >> 3]

    def drawn(name: str) -> DrawnCard:
        return drawn_card(name, language, trump=trump)

    hands = tuple(tuple(map(drawn, sorted(hand, key=_held))) for hand in position.hands)
    talon = tuple(map(drawn, position.talon))
    return DrawnPosition(
        move=move, hands=(hands[0], hands[1]), card_points=position.card_points, tricks=position.tricks,
        face_down=talon[:-1], face_up=talon[-1] if talon else None, trump=drawn(NAMES[deal.talon[-1]]),
        led=drawn(position.led) if position.led else None, closed_by=position.closed_by, on_turn=position.on_turn,
    )  # fmt: skip


def _held(name: str) -> tuple[int, int]:
    return _HELD[name[0]], -RANKS.index(name[1:])


def _wrong_moves(findings: tuple[SaidFinding, ...]) -> set[int]:
    """Numbers of the illegal moves; that nothing follows the last one is no fault of its own."""
    return {found.move for found in findings if found.is_error and found.move and found.code != "unfinished"}


def _tricks(deal: Deal, findings: tuple[SaidFinding, ...], language: str) -> tuple[DrawnTrick, ...]:
    """The moves, a new trick after every second card."""
    wrong = _wrong_moves(findings)
    remarked = {found.move for found in findings if not found.is_error}
    tricks: list[DrawnTrick] = []
    moves: list[DrawnMove] = []
    cards = 0
    for index in range(len(deal.moves)):
        made = _move(deal, index, language)
        moves.append(replace(made, wrong=made.number in wrong, remark=made.number in remarked))
        cards += is_card(deal.moves[index][1])
        if cards == 2:
            tricks.append(DrawnTrick(len(tricks) + 1, tuple(moves)))
            moves, cards = [], 0
    if moves:
        tricks.append(DrawnTrick(len(tricks) + 1, tuple(moves)))
    return tuple(tricks)


def _move(deal: Deal, index: int, language: str) -> DrawnMove:
    german = language.startswith("de")
    player, action = deal.moves[index]
    _letter, word, *more = write_move((player, action), deal.strange.get(index, "?"))
    if word in CARD_OF:
        return DrawnMove(index + 1, PLAYERS[player], drawn_card(word, language), "")
    if word == "marriage":
        suit = more[0]
        worth = 40 if suit == SUITS[deal.talon[-1] >> 3] else 20
        said = f"{worth} {_SUIT_WORDS[suit][0 if german else 1]}" if suit in _SUIT_WORDS else str(worth)
        return DrawnMove(index + 1, PLAYERS[player], None, said)
    words = _MOVE_WORDS.get(word, (word, word))[0 if german else 1]
    if more:
        words += " (vor dem Nachziehen)" if german else " (before drawing)"
    return DrawnMove(index + 1, PLAYERS[player], None, words)


def _said(found: Finding, language: str) -> SaidFinding:
    """A finding with the symbols of its cards."""
    params = {
        name: shown_cards(value, language) if name in _CARD_PARAMS and isinstance(value, str) else value
        for name, value in found.params.items()
    }
    word, _blank, number = found.where.partition(" ")
    where = place(found.where, language)
    return SaidFinding(
        code=found.code.value, where=where[:1].upper() + where[1:], text=text(replace(found, params=params), language),
        is_error=found.severity is Severity.ERROR, move=int(number) if word == "move" and number.isdigit() else 0,
    )  # fmt: skip
