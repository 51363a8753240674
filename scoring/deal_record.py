"""A deal as it was recorded, card by card: read from a record and written again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.cards import CARD_OF, NAMES, deck
from scoring.findings import Code, Finding, RecordError, finding
from scoring.moves import PLAYERS, STRANGE_CARD, Move, read_moves, read_player, write_move
from scoring.rules import RulesError, RuleSet, from_record, to_record
from scoring.table import Table

_MOST_CARDS_NAMED: Final = 24


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with the right cards. Players are 0 (A) and 1 (B); the face-up trump card is the last of the talon."""

    rules: RuleSet
    forehand: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    talon: tuple[int, ...]
    moves: tuple[Move, ...]
    strange: Mapping[int, str]
    """Index of a move -> text of a card that does not exist."""
    recorded: tuple[object, object] | None
    """Winner and points as they were recorded, whatever they are; None if they were not."""

    def table(self) -> Table:
        """Return the table before the first move."""
        masks = [sum(1 << card for card in hand) for hand in self.hands]
        return Table(self.rules, forehand=self.forehand, hands=masks, talon=list(self.talon))


class DealError(ValueError):
    """A deal that cannot be replayed: not the right cards (bad_deal), or no such rules. ``findings`` says why."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(", ".join(found.code for found in findings))
        self.findings = findings


def read_deal(record: Mapping[str, object], rules: RuleSet | None = None) -> Deal:
    """Return the deal of a record. ``rules`` are for records that name none.

    >>> from scoring.cards import deck, format_card
    >>> cards = [format_card(card) for card in deck(20)]
    >>> record = {"rules": "schnapsen-weich", "forehand": "A", "hands": {"A": cards[:5], "B": cards[5:10]},
    ...           "talon": cards[10:], "moves": [["A", "CJ"]]}
    >>> read_deal(record).moves
    ((0, 1),)

    Raises RecordError if the record cannot be read, DealError if its cards or rules are not right.
    """
    if not isinstance(record, dict):
        raise RecordError("no record")
    forehand = read_player(record.get("forehand"))
    if forehand is None:
        raise RecordError("forehand is neither A nor B")
    moves = read_moves(record.get("moves"))
    recorded = _read_result(record.get("result"))
    named = _read_rules(record.get("rules"), rules)
    hands, talon = _read_cards(record, named.deck)
    strange = {index: record["moves"][index][1] for index, move in enumerate(moves) if move[1] == STRANGE_CARD}
    return Deal(named, forehand, hands, talon, moves, strange, recorded)


def write_deal(deal: Deal) -> dict[str, object]:
    """Return the record of a deal, in the one written form of cards and moves; ``read_deal`` gives the deal back."""
    record: dict[str, object] = {
        "rules": to_record(deal.rules),
        "forehand": PLAYERS[deal.forehand],
        "hands": {player: [NAMES[card] for card in hand] for player, hand in zip(PLAYERS, deal.hands, strict=True)},
        "talon": [NAMES[card] for card in deal.talon],
        "moves": [list(write_move(move, deal.strange.get(index, "?"))) for index, move in enumerate(deal.moves)],
    }
    if deal.recorded is not None:
        record["result"] = {"winner": deal.recorded[0], "points": deal.recorded[1]}
    return record


def _read_result(result: object) -> tuple[object, object] | None:
    if result is None:
        return None
    if not isinstance(result, dict):
        raise RecordError("the result is not readable", "result")
    return result.get("winner"), result.get("points")


def _read_rules(value: object, otherwise: RuleSet | None) -> RuleSet:
    if value is None and otherwise is not None:
        return otherwise
    try:
        return from_record("" if value is None else value)
    except RulesError as error:
        raise DealError((error.finding,)) from error


def _read_cards(
    record: Mapping[str, object], size: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]]:
    """Return both hands and the talon, or raise DealError with everything that is wrong with them."""
    hands = record.get("hands")
    if not isinstance(hands, dict) or hands.keys() != {"A", "B"}:
        raise DealError((finding(Code.BAD_DEAL, "hands"),))
    places = [place for place in (hands["A"], hands["B"], record.get("talon")) if isinstance(place, list | tuple)]
    if len(places) < 3:
        raise DealError((finding(Code.BAD_DEAL, "hands"),))
    try:
        a, b, rest = (tuple([CARD_OF[text] for text in place]) for place in places)
    except (KeyError, TypeError):  # a text that is no card, or no text at all
        pass
    else:
        if len(a) == len(b) == size // 4 and len(rest) == size // 2 and _all_cards(size) == {*a, *b, *rest}:
            return (a, b), rest
    raise DealError(tuple(_card_faults(places, size)))


@lru_cache(maxsize=2)
def _all_cards(size: int) -> frozenset[int]:
    return frozenset(deck(size))


def _card_faults(places: Sequence[Sequence[object]], size: int) -> list[Finding]:
    """Return what is wrong with dealt cards: sizes, foreign cards, cards twice, cards missing."""
    found = []
    for owner, place, expected in zip(("A", "B", "Talon"), places, (size // 4, size // 4, size // 2), strict=True):
        if len(place) != expected:
            where = "talon" if owner == "Talon" else "hands"
            found.append(
                finding(Code.BAD_DEAL, where, problem="size", owner=owner, count=len(place), expected=expected)
            )
    seen: set[int] = set()
    foreign, twice = [], []
    for text in (text for place in places for text in place):
        card = CARD_OF.get(text) if isinstance(text, str) else None
        if card is None or card not in _all_cards(size):
            foreign.append(text[:4] if isinstance(text, str) else "?")
        elif card in seen:
            twice.append(NAMES[card])
        else:
            seen.add(card)
    missing = [NAMES[card] for card in deck(size) if card not in seen]
    for problem, cards in (("foreign", foreign), ("twice", twice), ("missing", missing)):
        if cards:
            named = ", ".join(cards[:_MOST_CARDS_NAMED])
            found.append(finding(Code.BAD_DEAL, "hands", problem=problem, cards=named))
    return found
