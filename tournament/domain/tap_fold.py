"""The taps of a Bummerlzähler folded into where the match stands; nothing is ever deleted, an undo is a tap of its own.

A tap says: this side won a deal worth so much, the deal was a tie, this side deals now, the last tap was wrong. Taps only
grow; where the match stands follows from them, here and, in the same way, on the phone that has no connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.deal import TalliedDeal, check_deal
from scoring.findings import Finding, Severity
from scoring.options import NextDealer, Tie
from scoring.rules import RuleSet
from scoring.tally import TIE, write_compact

from .messages import Message, gettext_noop
from .terms import Side

MOST_TAPS: Final = 600
"""Far beyond any match (five Bummerl of thirteen deals, each tapped wrongly several times), far below what hurts."""


class TapKind(StrEnum):
    """What a tap says."""

    DEAL = "deal"
    TIE = "tie"
    DEALER = "dealer"
    UNDO = "undo"


class TapCode(StrEnum):
    """Why a tap is not taken."""

    OVER = "over"
    NOTHING_TO_UNDO = "nothing_to_undo"
    IMPOSSIBLE = "impossible"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap. `side`: who won the deal, or who deals; `points`: what the deal itself was worth, without carried ties."""

    kind: TapKind
    side: Side | None = None
    points: int = 0


@dataclass(frozen=True, slots=True)
class BummerlTally:
    """A Bummerl as tapped: compact text (A = left), what each side still needs, and who has won it (None: under way)."""

    text: str
    remaining: tuple[int, int]
    winner: Side | None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a match stands: Bummerl hung on the other by (left, right), the present Bummerl, who deals, who has won.

    `bummerl` holds the present one only if a deal of it was tapped. `carried`: what the next scored deal is worth more.
    """

    score: tuple[int, int]
    remaining: tuple[int, int]
    winner: Side | None
    dealer: Side | None
    carried: int
    bummerl: tuple[BummerlTally, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The compact text of every Bummerl."""
        return tuple(one.text for one in self.bummerl)


@dataclass(frozen=True, slots=True)
class TapProblem:
    """Why a tap cannot be: `finding` where the card rules forbid it, else a sentence."""

    code: TapCode
    text: Message
    finding: Finding | None = None


_TEXTS: Final = {
    TapCode.OVER: gettext_noop("Die Begegnung ist schon zu Ende gezählt."),
    TapCode.NOTHING_TO_UNDO: gettext_noop("Es gibt nichts, was zurückgenommen werden könnte."),
    TapCode.IMPOSSIBLE: gettext_noop("So viel kann ein Spiel nicht zählen."),
    TapCode.TOO_MANY: gettext_noop("Für eine Begegnung sind das zu viele Striche. Bitte den Stand am Tisch der Turnierleitung melden."),
}  # fmt: skip
_SIDES: Final = (Side.LEFT, Side.RIGHT)
_LETTERS: Final = {Side.LEFT: "L", Side.RIGHT: "R"}
_BY_LETTER: Final = {letter: side for side, letter in _LETTERS.items()}


def effective(taps: Iterable[Tap]) -> tuple[Tap, ...]:
    """The taps that count: each undo takes away the last one before it.

    >>> [write(tap) for tap in effective(read(text) for text in ("L3", "R1", "U", "dL"))]
    ['L3', 'dL']
    """
    kept: list[Tap] = []
    for tap in taps:
        if tap.kind is not TapKind.UNDO:
            kept.append(tap)
        elif kept:
            kept.pop()
    return tuple(kept)


def write(tap: Tap) -> str:
    """A tap in two characters: L3, R1 (who won how much), - (a tie), dL, dR (who deals), U (undo)."""
    if tap.kind is TapKind.DEAL and tap.side is not None:
        return f"{_LETTERS[tap.side]}{tap.points}"
    if tap.kind is TapKind.DEALER and tap.side is not None:
        return f"d{_LETTERS[tap.side]}"
    return "-" if tap.kind is TapKind.TIE else "U"


def text_of(kind: str, side: str | None, points: int) -> str:
    """The two characters of a tap as the archive holds it, whether or not there is such a tap."""
    letter = {"left": "L", "right": "R"}.get(side or "", "")
    return {"deal": f"{letter}{points}", "dealer": f"d{letter}", "tie": "-", "undo": "U"}.get(kind, "")


def read(text: str) -> Tap:
    """The tap that was written so. Raises ValueError for anything else.

    >>> read("R2")
    Tap(kind=<TapKind.DEAL: 'deal'>, side=<Side.RIGHT: 'right'>, points=2)
    """
    if text in ("-", "U"):
        return Tap(TapKind.TIE if text == "-" else TapKind.UNDO)
    if len(text) == 2 and text[0] == "d" and text[1] in _BY_LETTER:
        return Tap(TapKind.DEALER, _BY_LETTER[text[1]])
    if len(text) == 2 and text[0] in _BY_LETTER and text[1] in "123456789":
        return Tap(TapKind.DEAL, _BY_LETTER[text[0]], int(text[1]))
    raise ValueError(f"no tap: {text[:20]!r}")


def fold(rules: RuleSet, bummerl_to_win: int, taps: Sequence[Tap]) -> Standing:
    """Where the match stands after these taps (undone ones may be among them); taps after its end do not count.

    >>> from scoring.rules import PRESETS
    >>> standing = fold(PRESETS["turnier-scharf"], 2, [read(each) for each in ("dL", "L3", "L3", "L1", "R2")])
    >>> standing.score, standing.remaining, standing.dealer.value, standing.texts
    ((1, 0), (7, 5), 'left', ('A3 A3 A1', 'B2'))
    """
    counter = _Counter(rules, bummerl_to_win)
    for tap in effective(taps):
        counter.take(tap)
    return counter.standing()


def problem(rules: RuleSet, bummerl_to_win: int, taps: Sequence[Tap], tap: Tap) -> TapProblem | None:
    """Why this tap cannot follow these, or None if it can. The card rules judge what a deal can be worth.

    >>> from scoring.rules import PRESETS
    >>> problem(PRESETS["turnier-scharf"], 2, [], Tap(TapKind.DEAL, Side.LEFT, 4)).code.value
    'impossible'
    """
    if len(taps) >= MOST_TAPS:
        return _problem(TapCode.TOO_MANY)
    if tap.kind is TapKind.UNDO:
        return None if effective(taps) else _problem(TapCode.NOTHING_TO_UNDO)
    standing = fold(rules, bummerl_to_win, taps)
    if standing.winner is not None:
        return _problem(TapCode.OVER)
    if (tap.side is None) != (tap.kind is TapKind.TIE):
        return _problem(TapCode.IMPOSSIBLE)
    if tap.kind is TapKind.DEALER:
        return None
    found = check_deal(rules, _deal(tap, standing.carried), carried=standing.carried)
    errors = [each for each in found if each.severity is Severity.ERROR]
    return _problem(TapCode.IMPOSSIBLE, errors[0]) if errors else None


def too_many() -> TapProblem:
    """The refusal of a tap beyond MOST_TAPS, for whoever counts them himself."""
    return _problem(TapCode.TOO_MANY)


def _problem(code: TapCode, finding: Finding | None = None) -> TapProblem:
    return TapProblem(code, Message(_TEXTS[code]), finding)


def _deal(tap: Tap, carried: int) -> TalliedDeal:
    if tap.side is None:
        return TIE
    return TalliedDeal(_SIDES.index(tap.side), tap.points + carried)


class _Counter:
    """The counting itself, tap by tap."""

    def __init__(self, rules: RuleSet, bummerl_to_win: int) -> None:
        self.rules, self.to_win = rules, bummerl_to_win
        self.score = [0, 0]
        self.done: list[BummerlTally] = []
        self.winner: Side | None = None
        self.dealer: Side | None = None
        self._begin()

    def _begin(self) -> None:
        self.deals: list[TalliedDeal] = []
        self.points = [0, 0]
        self.carried = 0

    def take(self, tap: Tap) -> None:
        if self.winner is not None:
            return
        if tap.kind is TapKind.DEALER:
            self.dealer = tap.side
            return
        deal = _deal(tap, self.carried)
        self.deals.append(deal)
        if deal.winner is None:
            # After a tie the same player deals again.
            self.carried += 1 if self.rules.tie is Tie.CARRY_ONE else 0
            return
        self.carried = 0
        self.points[deal.winner] += deal.points
        self._pass_the_deal(_SIDES[deal.winner])
        if self.points[deal.winner] >= self.rules.bummerl_points:
            self._end_bummerl(deal.winner)

    def _pass_the_deal(self, won_by: Side) -> None:
        if self.rules.next_dealer is NextDealer.WINNER:
            self.dealer = won_by
        elif self.dealer is not None:
            self.dealer = other(self.dealer)

    def _end_bummerl(self, side: int) -> None:
        schneider = self.points[1 - side] == 0
        self.score[side] += 2 if schneider and self.rules.schneider_double else 1
        self.done.append(self._present(_SIDES[side]))
        if self.score[side] >= self.to_win:
            self.winner = _SIDES[side]
        else:
            self._begin()

    def _present(self, winner: Side | None) -> BummerlTally:
        return BummerlTally(write_compact([self.deals]), self._remaining(), winner)

    def _remaining(self) -> tuple[int, int]:
        left, right = (max(0, self.rules.bummerl_points - points) for points in self.points)
        return left, right

    def standing(self) -> Standing:
        under_way = (self._present(None),) if self.deals and self.winner is None else ()
        return Standing(
            score=(self.score[0], self.score[1]), remaining=self._remaining(), winner=self.winner, dealer=self.dealer,
            carried=self.carried, bummerl=(*self.done, *under_way),
        )  # fmt: skip


def other(side: Side) -> Side:
    """The opposite side."""
    return Side.RIGHT if side is Side.LEFT else Side.LEFT
