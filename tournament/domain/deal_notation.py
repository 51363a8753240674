"""How a referee types a deal: cards as people write them, moves one after the other, whose move it is mostly left out.

Cards: suit, then rank. Suits ``C S H D``, the symbols, or the words of the house (Treff, Kreuz, Eichel; Pik, Laub; Herz;
Karo, Schell) by their first letters as far as those are no other suit's: ``T E``, ``P L``, ``H``. Ranks ``A 10 K D B 9``,
also ``T``, ``O U`` (Ober, Unter), ``Q J``.

Moves, parted by blanks, commas or new lines::

    CK HJ            cards; a card is played by whoever holds it
    20 H   40        announcements; the suit of a 20 may be left out where only one is possible
    tausch           the lowest trump for the face-up card
    zu   zu!         closed; with the mark: before drawing
    66               claimed (also: stopp, ausmelden)
    renonce          the last one to follow has revoked, and it was called
    A: HJ   B: 66    whose move it is, where that is not the one on turn

Numbers of tricks (``1.``) and dashes between two cards mean nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from scoring.cards import CARD_OF, NAMES, SUIT_OF, SUITS, symbol_card
from scoring.deal_record import Deal, DealError, read_deal
from scoring.findings import RecordError
from scoring.moves import EXCHANGE, MARRIAGE, PLAYERS, REVOKE, Move, WrittenMove, is_card, read_move, write_move
from scoring.rules import RuleSet
from scoring.state import Position, position_after

from .messages import Message, gettext_noop

LONGEST: Final = 4000
MOST_MOVES: Final = 120
_SUITS: Final = {**SUIT_OF, "T": 0, "E": 0, "P": 1, "L": 1}
_RANKS: Final = {
    "A": "A",
    "10": "T",
    "T": "T",
    "Z": "T",
    "K": "K",
    "D": "Q",
    "O": "Q",
    "Q": "Q",
    "B": "J",
    "U": "J",
    "J": "J",
    "9": "9",
}
_SUIT_TEXTS: Final = "|".join(
    re.escape(suit) for suit in sorted({*_SUITS, *(s.lower() for s in _SUITS)}, key=len, reverse=True)
)
_CARD: Final = re.compile(rf"({_SUIT_TEXTS})(10|[ATZKDOQBUJ9atzkdoqbuj])")
_CARDS: Final = re.compile(rf"(?:{_CARD.pattern})+")
_SPLIT: Final = re.compile(r"[\s,;|]+")
_PREFIX: Final = re.compile(r"([ABab]):(.*)")
_TRICK: Final = re.compile(r"[0-9]{1,2}[.)]|[-–—/.]")
_ANNOUNCED: Final = re.compile(rf"(20|40|ansage)({_SUIT_TEXTS})?", re.IGNORECASE)
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("tausch", "austausch", "austauschen", "getauscht", "exchange"), ("exchange",)),
    **dict.fromkeys(("zu", "zudrehen", "zugedreht", "close"), ("close",)),
    **dict.fromkeys(("zu!", "close!"), ("close", "undrawn")),
    **dict.fromkeys(("66", "stopp", "stop", "ausmelden", "ausgemeldet", "claim"), ("claim",)),
    **dict.fromkeys(("renonce", "revoke"), ("revoke",)),
}


class Place(StrEnum):
    """Where something was typed: the names of the fields."""

    HAND_A = "hand_a"
    HAND_B = "hand_b"
    TALON = "talon"
    MOVES = "moves"


_TEXTS: Final = {
    "length": gettext_noop("Das ist zu lang für ein Spiel."),
    "card": gettext_noop("„%(word)s“ ist keine Karte. Geschrieben wird Farbe und Wert: HA, ♥10, CK, SD, DB."),
    "move": gettext_noop(
        "„%(word)s“ ist kein Zug. Möglich sind Karten (HA, ♥10), 20 H, 40, tausch, zu, zu!, 66 und renonce, davor A: oder B:, wo es nicht klar ist."
    ),
    "aus": gettext_noop("„aus“ kann zweierlei heißen: bitte „tausch“ (austauschen) oder „66“ (ausmelden) schreiben."),
    "player": gettext_noop("Nach „%(word)s“ fehlt der Zug."),
    "suit": gettext_noop("„%(word)s“: bitte die Farbe dazuschreiben, zum Beispiel 20 H."),
    "many": gettext_noop("Das sind mehr Züge, als ein Spiel haben kann."),
}


@dataclass(frozen=True, slots=True)
class NotationProblem:
    """Something typed that cannot be read."""

    place: Place
    text: Message


@dataclass(frozen=True, slots=True)
class TypedDeal:
    """A deal as typed: texts of the fields, as people write them. `forehand` is "A" or "B"."""

    forehand: str
    hand_a: str
    hand_b: str
    talon: str
    moves: str


@dataclass(frozen=True, slots=True)
class ReadDeal:
    """The record of a typed deal (see scoring), or None and every problem."""

    record: dict[str, Any] | None
    problems: tuple[NotationProblem, ...]


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A move as said: the player if named, the action, the suit of a 20 still to be found."""

    player: int | None
    action: int
    word: str
    suit_missing: bool = False


def parse_card(text: str) -> str | None:
    """The written form of one card, None for what is none.

    >>> parse_card("♥10"), parse_card("hd"), parse_card("P9"), parse_card("XX")
    ('HT', 'HQ', 'S9', None)
    """
    read = _CARD.fullmatch(text)
    return None if read is None else _name(read[1], read[2])


def _name(suit: str, rank: str) -> str:
    return SUITS[_SUITS.get(suit, _SUITS.get(suit.upper(), 0))] + _RANKS[rank.upper()]


def read_cards(text: str, place: Place) -> tuple[tuple[str, ...], tuple[NotationProblem, ...]]:
    """The cards of a hand or talon in their order; they may be written without anything between them.

    >>> read_cards("♣K♣J, SD h10", Place.HAND_A)[0]
    ('CK', 'CJ', 'SQ', 'HT')
    """
    cards: list[str] = []
    problems = []
    for word in _words(text):
        if _CARDS.fullmatch(word):
            cards += [_name(suit, rank) for suit, rank in _CARD.findall(word)]
        elif not _TRICK.fullmatch(word):
            problems.append(_problem(place, "card", word))
    return tuple(cards), tuple(problems)


def _words(text: str) -> list[str]:
    parted = re.sub(r"[()]|(?<=\S)[-–—](?=\S)", " ", text[: LONGEST + 1])
    return [word for word in _SPLIT.split(parted) if word]


def _problem(place: Place, kind: str, word: str = "") -> NotationProblem:
    return NotationProblem(
        place, Message(_TEXTS[kind], word=word[:20]) if "%(" in _TEXTS[kind] else Message(_TEXTS[kind])
    )


def read_typed(typed: TypedDeal, rules: RuleSet) -> ReadDeal:
    """The record of a typed deal under these rules, with every move given to its player; all problems at once.

    What cannot be a deal at all (cards missing, twice ...) is not found here but by the replay of the record.
    """
    fields = {
        Place.HAND_A: typed.hand_a,
        Place.HAND_B: typed.hand_b,
        Place.TALON: typed.talon,
        Place.MOVES: typed.moves,
    }
    problems = [_problem(place, "length") for place, text in fields.items() if len(text) > LONGEST]
    if problems:
        return ReadDeal(None, tuple(problems))
    cards = {}
    for place in (Place.HAND_A, Place.HAND_B, Place.TALON):
        cards[place], wrong = read_cards(fields[place], place)
        problems += wrong
    spoken = list(_spoken(typed.moves, problems))
    if len(spoken) > MOST_MOVES:
        problems.append(_problem(Place.MOVES, "many"))
    if problems:
        return ReadDeal(None, tuple(problems))
    record: dict[str, Any] = {
        "forehand": typed.forehand if typed.forehand in PLAYERS and typed.forehand else "A",
        "hands": {"A": list(cards[Place.HAND_A]), "B": list(cards[Place.HAND_B])},
        "talon": list(cards[Place.TALON]),
        "moves": [],
    }
    moves = _given_to_players(record, rules, spoken, problems)
    record["moves"] = [list(write_move(move)) for move in moves]
    return ReadDeal(None if problems else record, tuple(problems))


def _spoken(text: str, problems: list[NotationProblem]) -> Iterator[_Spoken]:
    """The moves as said, one after the other."""
    player: int | None = None
    named = ""
    for word in _move_words(text):
        prefix = _PREFIX.fullmatch(word)
        if prefix or word in ("A", "B", "a", "b"):
            player, named = PLAYERS.index(word[0].upper()), word
            word = prefix[2] if prefix else ""  # noqa: PLW2901 - what follows the name is the move
            if not word:
                continue
        if _TRICK.fullmatch(word):
            continue
        yield from _read_word(word, player, problems)
        player, named = None, ""
    if named:
        problems.append(_problem(Place.MOVES, "player", named))


def _move_words(text: str) -> list[str]:
    """Words of the moves; "20 H" and "40 (Herz)" become one, as do cards with a dash between them two."""
    joined = re.sub(rf"\b(20|40|ansage)\s+({_SUIT_TEXTS})(?=[\s,;|]|$)", r"\1\2", text, flags=re.IGNORECASE)
    parted = re.sub(r"(?<=\S)[-–—](?=\S)", " ", joined)
    return [word for word in _SPLIT.split(re.sub(r"\b([ABab])\s*:", r" \1:", parted)) if word]


def _read_word(word: str, player: int | None, problems: list[NotationProblem]) -> Iterator[_Spoken]:
    announced = _ANNOUNCED.fullmatch(word)
    if word.casefold() in _WORDS:
        yield _Spoken(player, _action(_WORDS[word.casefold()]), word)
    elif announced:
        suit = announced[2]
        number = _SUITS.get(suit, _SUITS.get(suit.upper(), 0)) if suit else 0
        yield _Spoken(player, MARRIAGE + number, word, suit_missing=suit is None)
    elif _CARDS.fullmatch(word):
        for number, (suit, rank) in enumerate(_CARD.findall(word)):
            yield _Spoken(player if number == 0 else None, CARD_OF[_name(suit, rank)], word)
    else:
        problems.append(_problem(Place.MOVES, "aus" if word.casefold() == "aus" else "move", word))


def _action(words: tuple[str, ...]) -> int:
    return read_move(("A", *words))[1]


def _given_to_players(
    record: dict[str, Any], rules: RuleSet, spoken: Sequence[_Spoken], problems: list[NotationProblem]
) -> list[Move]:
    """Every move with its player, found by playing along; by turns where the cards do not allow that."""
    try:
        deal = read_deal(record, rules)
    except (DealError, RecordError):
        first = PLAYERS.index(record["forehand"])
        return [(one.player if one.player is not None else (first + n) % 2, one.action) for n, one in enumerate(spoken)]
    moves: list[Move] = [(one.player or 0, one.action) for one in spoken]
    for index, one in enumerate(spoken):
        position = position_after(replace(deal, moves=tuple(moves)), index)
        player = one.player if one.player is not None else implied_player(position, one.action, moves[:index])
        action = one.action
        if one.suit_missing:
            suit = _missing_suit(position, player, one.word, trump=deal.talon[-1] >> 3)
            if suit is None:
                problems.append(_problem(Place.MOVES, "suit", one.word))
                suit = 0
            action = MARRIAGE + suit
        moves[index] = (player, action)
    return moves


def implied_player(position: Position, action: int, before: Sequence[Move]) -> int:
    """Whose move it is when nobody is named: who holds the card, who followed last (renonce), else who is on turn."""
    on_turn = PLAYERS.index(position.on_turn)
    if action == REVOKE:
        cards = [player for player, made in before if is_card(made)]
        return cards[-1] if cards else on_turn
    if is_card(action) or action == EXCHANGE:
        name = NAMES[action] if is_card(action) else _lowest_trump(position)
        for player, hand in enumerate(position.hands):
            if name in hand:
                return player
    return on_turn


def _lowest_trump(position: Position) -> str:
    """The card that is exchanged; there is a nine of trumps only in the larger deck."""
    if not position.talon:
        return ""
    suit = position.talon[-1][0]
    seen = {card for hand in position.hands for card in hand}
    return suit + "9" if suit + "9" in seen else suit + "J"


def _missing_suit(position: Position, player: int, word: str, *, trump: int) -> int | None:
    """The suit of a 20 or 40 said without one: trumps, or the only pair in the hand; None where it is not clear."""
    if word.startswith("40"):
        return trump
    hand = position.hands[player]
    pairs = [number for number, suit in enumerate(SUITS) if suit + "K" in hand and suit + "Q" in hand]
    if word.startswith("20"):
        pairs = [number for number in pairs if number != trump]
    return pairs[0] if len(pairs) == 1 else None


def write_typed(deal: Deal) -> TypedDeal:
    """A recorded deal as it could have been typed: `read_typed` gives the same moves back.

    A card that does not exist (it may stand in a record) cannot be typed; it is written as it stands.
    """
    lines: list[str] = []
    line: list[str] = []
    for index, (player, action) in enumerate(deal.moves):
        implied = implied_player(position_after(deal, index), action, deal.moves[:index])
        named = "" if implied == player else f"{PLAYERS[player]}: "
        line.append(named + _typed_move(write_move((player, action), deal.strange.get(index, "?"))))
        if sum(is_card(made) for _who, made in deal.moves[: index + 1]) % 2 == 0 and is_card(action):
            lines.append(" ".join(line))
            line = []
    if line:
        lines.append(" ".join(line))
    hands = [" ".join(map(typed_card, (NAMES[card] for card in hand))) for hand in deal.hands]
    talon = " ".join(typed_card(NAMES[card]) for card in deal.talon)
    return TypedDeal(PLAYERS[deal.forehand], hands[0], hands[1], talon, "\n".join(lines))


def _typed_move(written: WrittenMove) -> str:
    word, *more = written[1:]
    if word == "marriage":
        return f"ansage {more[0]}"
    if word == "close":
        return "zu!" if more else "zu"
    return {"exchange": "tausch", "claim": "66", "revoke": "renonce"}.get(word) or typed_card(word)


def typed_card(name: str) -> str:
    """A card as it is typed here: HT becomes H10, HQ the Dame HD, HJ the Bube HB.

    >>> typed_card("HT"), typed_card("DQ"), typed_card("CA")
    ('H10', 'DD', 'CA')
    """
    return name[:1] + {"T": "10", "Q": "D", "J": "B"}.get(name[1:], name[1:])


def shown_cards(text: str, language: str = "de") -> str:
    """Written cards of a list ("HA, DT") for people: with symbols, in German Dame and Bube.

    >>> shown_cards("HT, SQ"), shown_cards("HT, SQ", "en"), shown_cards("?")
    ('♥10, ♠D', '♥10, ♠Q', '?')
    """
    german = language.startswith("de")
    words = []
    for word in text.split(", "):
        card = CARD_OF.get(word)
        shown = word if card is None else symbol_card(card)
        words.append(shown.replace("Q", "D").replace("J", "B") if card is not None and german else shown)
    return ", ".join(words)
