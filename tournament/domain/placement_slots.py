"""How the placement matches order the beaten cards of the quarter-final and of the semi-final."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .placement_matches import loser_of
from .records import Blocks, Match
from .terms import CardState, Outcome, SettledBy


@dataclass(frozen=True, slots=True)
class Slot:
    """`size` consecutive places: the first go to `cards`, which share them if there are several; the rest is empty.

    `settled_by` is meant for a single card. Not `decided`: the places are still being played for.
    """

    cards: tuple[int, ...]
    settled_by: SettledBy | None
    size: int
    decided: bool = True


def one(card: int, placeless: frozenset[int] = frozenset()) -> Slot:
    """The place of a single card that matches decided; empty if the card is `placeless`."""
    return Slot((), None, 1) if card in placeless else Slot((card,), SettledBy.MATCH, 1)


def shared(cards: Sequence[int], placeless: frozenset[int] = frozenset()) -> list[Slot]:
    """Cards beaten alike, nothing played among them; the places of the `placeless` are left to the end of the group."""
    placed = tuple(card for card in cards if card not in placeless)
    return [Slot(placed, SettledBy.MATCH, len(placed))]


def _open(cards: Sequence[int]) -> list[Slot]:
    return [Slot(tuple(cards), None, len(cards), decided=False)]


def _cards(match: Match) -> list[int]:
    return [card for card in (match.left, match.right) if card is not None]


def _by_match(match: Match, placeless: frozenset[int]) -> list[Slot]:
    """Winner before loser; both share after a double walkover."""
    cards = _cards(match)
    if match.outcome is Outcome.OPEN:
        return _open(cards)
    if match.winner is None:
        return [_without_play(cards, placeless)]
    return [one(card, placeless) for card in sorted(cards, key=lambda card: card != match.winner)]


def _without_play(cards: Iterable[int], placeless: frozenset[int]) -> Slot:
    cards = list(cards)
    return Slot(tuple(card for card in cards if card not in placeless), None, len(cards))


def semi_slots(beaten: Sequence[int], late: Mapping[int, Match], placeless: frozenset[int]) -> list[Slot]:
    """Places 3 and 4: by P3; a loser alone has his place without it."""
    if 3 in late:
        return _by_match(late[3], placeless)
    if len(beaten) == 2:
        return _open(beaten)
    return shared(beaten, placeless)


def quarter_slots(
    beaten: Sequence[int],
    late: Mapping[int, Match],
    blocks: Blocks,
    left_hall: Mapping[int, CardState],
    placeless: frozenset[int],
) -> list[Slot]:
    """Places 5 to 8: who plays, by P1, P2, P4, P5; behind them, sharing, who left before P1 and P2 were drawn."""
    if 1 in late and 2 in late:
        slots = _after_draw(late, blocks, placeless)
        players = {card for number in (1, 2) for card in _cards(late[number])}
    elif 4 in late:
        slots = _by_match(late[4], placeless)
        players = set(_cards(late[4]))
    else:
        players = {card for card in beaten if card not in left_hall}
        if len(players) > 1:
            return _open(beaten)
        slots = shared(list(players), placeless)
    early = tuple(card for card in beaten if card not in players and card not in placeless)
    return [*slots, Slot(early, None, len(early))]


def _after_draw(late: Mapping[int, Match], blocks: Blocks, placeless: frozenset[int]) -> list[Slot]:
    """Winners of P1 and P2 before losers; both of a double walkover rank last and play no more."""
    drawn = (late[1], late[2])
    if any(match.outcome is Outcome.OPEN for match in drawn):
        return _open([card for match in drawn for card in _cards(match)])
    winners = [match.winner for match in drawn if match.winner is not None]
    losers = [loser for match in drawn if (loser := loser_of(match)) is not None]
    absent = [card for match in drawn if match.winner is None for card in _cards(match)]
    slots = _pair(late.get(4), winners, placeless)
    slots += _pair(late.get(5), losers, placeless) if blocks.place7 else shared(losers, placeless)
    return [*slots, _without_play(absent, placeless)]


def _pair(match: Match | None, cards: list[int], placeless: frozenset[int]) -> list[Slot]:
    """Two by their match; a card alone takes the better place without one."""
    if match is not None:
        return _by_match(match, placeless)
    return _open(cards) if len(cards) == 2 else [one(card, placeless) for card in cards]
