"""How people write down a Bummerl: deal by deal, both countdowns, or compact text. Read and written, not judged."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.deal import TalliedDeal
from scoring.findings import RecordError
from scoring.options import Reason

_NUMBER: Final = re.compile(r"-?[0-9]{1,4000}")
_SMALL: Final[Mapping[str, int]] = {str(value): value for value in range(12)}
TIE: Final = TalliedDeal(None, 0)
_PLAIN: Final[Mapping[tuple[int, int], TalliedDeal]] = {
    (side, points): TalliedDeal(side, points) for side in (0, 1) for points in range(10)
}
_TOKENS: Final[Mapping[str, TalliedDeal]] = {
    "-": TIE,
    **{f"{letter}{deal.points}": deal for (side, _), deal in _PLAIN.items() for letter in ("AB"[side], "ab"[side])},
}


@dataclass(frozen=True, slots=True)
class Countdown:
    """Both lines of a countdown, one value before the first deal and one after each; neither line is empty."""

    first: tuple[int, ...]
    second: tuple[int, ...]


Tally = tuple[TalliedDeal, ...] | Countdown
"""A Bummerl as it was read."""


def read_compact(text: str, where: str = "") -> tuple[tuple[TalliedDeal, ...], ...]:
    """Read compact text: ``A3``, ``B1`` are deals of the first and second player, ``-`` is a tie, ``|`` parts Bummerl.

    >>> read_compact("A3 - B1")
    ((TalliedDeal(winner=0, points=3, reason=None, card_points=None), TalliedDeal(winner=None, points=0, reason=None, \
card_points=None), TalliedDeal(winner=1, points=1, reason=None, card_points=None)),)
    >>> write_compact(read_compact("a3 A3 A1|B3 B3  B2"))
    'A3 A3 A1 | B3 B3 B2'

    Raises RecordError, with the place, for anything else.
    """
    bummerl = []
    for number, part in enumerate(text.split("|"), 1):
        words = part.split()
        try:
            bummerl.append(tuple(map(_TOKENS.__getitem__, words)))
        except KeyError:
            place = where or f"bummerl {number}"
            bummerl.append(tuple(_read_word(word, f"{place}, deal {deal}") for deal, word in enumerate(words, 1)))
    return tuple(bummerl)


def _read_word(word: str, where: str) -> TalliedDeal:
    known = _TOKENS.get(word)
    if known is not None:
        return known
    side = "AB".find(word[0].upper())
    if side < 0 or not _NUMBER.fullmatch(word, 1) or word[1] == "-":
        raise RecordError(f'"{word[:20]}" is no deal', where)
    return TalliedDeal(side, int(word[1:]))


def write_compact(bummerl: Sequence[Sequence[TalliedDeal]]) -> str:
    """Write Bummerl as compact text. Reasons and card points have no place in it.

    >>> write_compact([[TalliedDeal(0, 3), TalliedDeal(None, 0), TalliedDeal(1, 2)]])
    'A3 - B2'
    """
    return " | ".join(" ".join(_write_word(deal) for deal in deals) for deals in bummerl)


def _write_word(deal: TalliedDeal) -> str:
    return "-" if deal.winner is None else f"{'AB'[deal.winner]}{deal.points}"


def read_countdown(lines: object, where: str = "") -> Countdown:
    """Read both countdowns, one line of numbers for each player.

    >>> read_countdown(["7 7 4", "7 5 5"])
    Countdown(first=(7, 7, 4), second=(7, 5, 5))

    Raises RecordError for anything but two lines of whole numbers.
    """
    if not isinstance(lines, list | tuple) or len(lines) != 2:
        raise RecordError("a countdown is two lines", where)
    return Countdown(_read_line(lines[0], where), _read_line(lines[1], where))


def _read_line(line: object, where: str) -> tuple[int, ...]:
    if not isinstance(line, str):
        raise RecordError("a line of a countdown is text", where)
    words = line.split()
    if not words:
        raise RecordError("a line of the countdown is empty", where)
    try:
        return tuple(map(_SMALL.__getitem__, words))
    except KeyError:
        for word in words:
            if not _NUMBER.fullmatch(word):
                raise RecordError(f'"{word[:20]}" in a countdown is no number', where) from None
        return tuple(int(word) for word in words)


def write_countdown(deals: Sequence[TalliedDeal], bummerl_points: int = 7) -> tuple[str, str]:
    """Write the deals of a Bummerl as both countdowns, cut at 0.

    >>> write_countdown(read_compact("A3 B2 - A3 A3")[0])
    ('7 4 4 4 1 0', '7 7 5 5 5 5')
    """
    values = [bummerl_points, bummerl_points]
    lines = ([str(bummerl_points)], [str(bummerl_points)])
    for deal in deals:
        if deal.winner is not None:
            values[deal.winner] = max(0, values[deal.winner] - deal.points)
        for line, value in zip(lines, values, strict=True):
            line.append(str(value))
    return " ".join(lines[0]), " ".join(lines[1])


def countdown_deals(countdown: Countdown) -> tuple[TalliedDeal, ...]:
    """Return the deals a countdown stands for; the last one counts what was still needed.

    >>> write_compact([countdown_deals(read_countdown(["7 4 4 4 1 0", "7 7 5 5 5 5"]))])
    'A3 B2 - A3 A1'

    Raises RecordError where a column stands for no single deal.
    """
    if len(countdown.first) != len(countdown.second):
        raise RecordError("the two lines differ in length")
    deals = []
    for number in range(1, len(countdown.first)):
        first = countdown.first[number - 1] - countdown.first[number]
        second = countdown.second[number - 1] - countdown.second[number]
        if min(first, second) < 0 or (first and second):
            raise RecordError("not one value alone falls", f"deal {number}")
        deals.append(TalliedDeal(0, first) if first else TalliedDeal(1, second) if second else TIE)
    return tuple(deals)


@lru_cache(maxsize=64)
def _usual(players: tuple[str, str]) -> Mapping[tuple[object, object], TalliedDeal]:
    """Return the deals that need no second look: (name, points) -> deal."""
    return {(players[side], points): deal for (side, points), deal in _PLAIN.items()}


def read_deals(
    entries: Sequence[object], players: tuple[str, str] = ("A", "B"), where: str = ""
) -> tuple[TalliedDeal, ...]:
    """Read a Bummerl written deal by deal: ``[winner, points, reason?, [card points of both in players' order]?]``.

    >>> read_deals([["Moar", 2, "close", [20, 70]], [None, 0, "tie"]], ("Huber", "Moar"))[0]
    TalliedDeal(winner=1, points=2, reason=<Reason.CLOSE: 'close'>, card_points=(20, 70))

    Raises RecordError, with the place, for anything else.
    """
    usual = _usual(players)
    deals = []
    for number, entry in enumerate(entries, 1):
        if type(entry) is list and len(entry) == 2 and type(entry[0]) is str and type(entry[1]) is int:
            deal = usual.get((entry[0], entry[1]))
            if deal is not None:
                deals.append(deal)
                continue
        deals.append(_read_entry(entry, players, f"{where}, deal {number}" if where else f"deal {number}"))
    return tuple(deals)


def _read_entry(entry: object, players: tuple[str, str], where: str) -> TalliedDeal:
    if isinstance(entry, TalliedDeal):
        return entry
    if not isinstance(entry, list | tuple) or not 2 <= len(entry) <= 4:
        raise RecordError("a deal is [winner, points, reason, card points]", where)
    name, points, *more = entry
    if name is not None and name not in players:
        raise RecordError("the winner is not one of the players", where)
    if type(points) is not int:
        raise RecordError("the points are no whole number", where)
    if len(more) == 1 and isinstance(more[0], list | tuple):
        more = [None, *more]  # the reason may be left out
    reason = _read_reason(more[0], where) if more else None
    card_points = _read_pair(more[1], where) if len(more) == 2 else None
    return TalliedDeal(None if name is None else players.index(name), points, reason, card_points)


def _read_reason(value: object, where: str) -> Reason | None:
    if value is None:
        return None
    if isinstance(value, str) and value in Reason.__members__.values():
        return Reason(value)
    raise RecordError("there is no such reason", where)


def _read_pair(value: object, where: str) -> tuple[int, int] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(item) is int for item in value):
        raise RecordError("the card points are two whole numbers", where)
    return value[0], value[1]


def read_bummerl(value: object, players: tuple[str, str] = ("A", "B"), where: str = "") -> Tally:
    """Read one Bummerl in any of the three forms: list of deals, ``{"countdown": [line, line]}``, compact text.

    >>> read_bummerl({"countdown": ["7 4 1 0", "7 7 7 7"]})
    Countdown(first=(7, 4, 1, 0), second=(7, 7, 7, 7))
    >>> len(read_bummerl("A3 A3 A1"))
    3

    Raises RecordError for everything else, and for text of several Bummerl.
    """
    if isinstance(value, str):
        bummerl = read_compact(value, where)
        if len(bummerl) > 1:
            raise RecordError("this is more than one Bummerl", where)
        return bummerl[0]
    if isinstance(value, list | tuple):
        return read_deals(value, players, where)
    if isinstance(value, dict) and "countdown" in value:
        return read_countdown(value["countdown"], where)
    if isinstance(value, Countdown):
        return value
    raise RecordError("a Bummerl is a list of deals, a countdown, or text", where)
