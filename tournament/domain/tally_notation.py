"""How people type a tally: compact text, with an ending in brackets where it matters, or both lines of a countdown.

    A3 A3 A1 | B2 B2 B3          every Bummerl deal by deal; A is the left player, B the right one, - is a tie
    A2(zu 70:20)                 how the deal ended, and the card points of A and B
    7 4 1 0                      the countdown of A, and below it
    7 7 7 7                      that of B: one column a deal

Bummerl are parted by ``|`` or a new line, the two lines of a countdown by a new line or ``/``. What is stored is the
compact text of each Bummerl.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from scoring.deal import TalliedDeal
from scoring.findings import RecordError
from scoring.options import Reason, Tie
from scoring.rules import RuleSet
from scoring.tally import TIE, Countdown, Tally, countdown_deals, write_compact

from .messages import Message, gettext_noop

LONGEST: Final = 4000
_SIDES: Final = {"A": 0, "L": 0, "B": 1, "R": 1}
_TIES: Final = frozenset("-–—=")
_ENDINGS: Final = {
    **dict.fromkeys(("aus", "66", "claim"), Reason.CLAIM),
    **dict.fromkeys(("zu", "zugedreht", "close"), Reason.CLOSE),
    **dict.fromkeys(("zu!", "verdreht", "close_failed"), Reason.CLOSE_FAILED),
    **dict.fromkeys(("falsch", "false_claim"), Reason.FALSE_CLAIM),
    **dict.fromkeys(("renonce", "revoke"), Reason.REVOKE),
    **dict.fromkeys(("letzter", "last_trick"), Reason.LAST_TRICK),
    **dict.fromkeys(("gezählt", "counted"), Reason.COUNTED),
    **dict.fromkeys(("gleich", "tie"), Reason.TIE),
}
_COLUMNS: Final = re.compile(
    r"(?:([ABLR])\s*:?\s+|([ABLR]):)?(-?[0-9]{1,4}(?:[\s,;]+-?[0-9]{1,4})*[\s,;]*)", re.IGNORECASE
)
_WORD: Final = re.compile(r"[^\s,;()]+(?:\([^()]*\))?|\([^()]*\)|[()]")
_DEAL: Final = re.compile(r"([ABLR])([0-9]{1,4})?(?:\(([^()]*)\))?", re.IGNORECASE)
_PAIR: Final = re.compile(r"([0-9]{1,4})[:–-]([0-9]{1,4})")

_TEXTS: Final = {
    "length": gettext_noop("Das ist zu lang für eine Begegnung (höchstens %(most)s Zeichen)."),
    "deal": gettext_noop("„%(word)s“ ist kein Spiel. Gemeint ist zum Beispiel A3 (links gewinnt drei), B1 oder -."),
    "points": gettext_noop("„%(word)s“: wie viele Siegpunkte? Zum Beispiel A3."),
    "ending": gettext_noop(
        "„%(word)s“ in der Klammer ist weder ein Ausgang (aus, zu, verdreht, falsch, renonce, letzter, gezählt, gleich) noch Augen wie 70:20."
    ),
    "line": gettext_noop("Zum Stand „%(word)s“ fehlt die zweite Zeile: ein Stand hat eine Zeile je Spieler."),
}


@dataclass(frozen=True, slots=True)
class TallyProblem:
    """Something that cannot be read; `bummerl` and `deal` count from 1, 0 where they do not apply."""

    text: Message
    bummerl: int = 0
    deal: int = 0


@dataclass(frozen=True, slots=True)
class TypedTally:
    """What was typed: every Bummerl that could be read, and all that could not."""

    bummerl: tuple[Tally, ...]
    problems: tuple[TallyProblem, ...]


def read_tally(texts: str | Iterable[str], *, only_games: bool = False) -> TypedTally:
    """Read what was typed, everything at once. With `only_games` each letter alone is one won game.

    >>> read_tally("a3 A3 A1 | B2 B3 B2").bummerl[0][0]
    TalliedDeal(winner=0, points=3, reason=None, card_points=None)
    >>> read_tally("7 4 1 0\\n7 7 7 7").bummerl
    (Countdown(first=(7, 4, 1, 0), second=(7, 7, 7, 7)),)
    >>> str(read_tally("A3 X9").problems[0].text)[:21]
    '„X9“ ist kein Spiel. '
    """
    text = texts if isinstance(texts, str) else "\n".join(texts)
    if len(text) > LONGEST:
        return TypedTally((), (_problem("length", "", most=LONGEST),))
    found: list[Tally] = []
    problems: list[TallyProblem] = []
    waiting: tuple[int | None, tuple[int, ...]] | None = None
    for part in _parts(text):
        number = len(found) + 1
        columns = _COLUMNS.fullmatch(part)
        if columns:
            line = (_side(columns[1] or columns[2]), tuple(int(word) for word in re.findall(r"-?[0-9]+", columns[3])))
            if waiting is None:
                waiting = line
                continue
            found.append(_countdown(waiting, line))
            waiting = None
            continue
        if waiting is not None:
            problems.append(_problem("line", " ".join(map(str, waiting[1])), number))
            waiting = None
        found.append(tuple(_deals(part, number, problems, only_games=only_games)))
    if waiting is not None:
        problems.append(_problem("line", " ".join(map(str, waiting[1])), len(found) + 1))
    return TypedTally(tuple(found), tuple(problems))


def _parts(text: str) -> list[str]:
    return [part for line in re.split(r"[|\n\r]", text) for piece in line.split("/") if (part := piece.strip())]


def _side(letter: str | None) -> int | None:
    return None if letter is None else _SIDES[letter.upper()]


def _countdown(one: tuple[int | None, tuple[int, ...]], other: tuple[int | None, tuple[int, ...]]) -> Countdown:
    """The two lines of a countdown; the line of B may come first if it says so."""
    if one[0] == 1 or (other[0] == 0 and one[0] is None):
        one, other = other, one
    return Countdown(one[1], other[1])


def _deals(part: str, bummerl: int, problems: list[TallyProblem], *, only_games: bool) -> Iterable[TalliedDeal]:
    for number, word in enumerate(_WORD.findall(part), 1):
        deal = _read_word(word, only_games=only_games)
        if isinstance(deal, TalliedDeal):
            yield deal
        else:
            problems.append(replace(deal, bummerl=bummerl, deal=number))


def _read_word(word: str, *, only_games: bool) -> TalliedDeal | TallyProblem:
    if word[0] in _TIES:
        deal, details = TIE, word[1:].removeprefix("(").removesuffix(")") if len(word) > 1 else ""
        if len(word) > 1 and word[1] != "(":
            return _problem("deal", word)
    else:
        read = _DEAL.fullmatch(word)
        if read is None:
            return _problem("deal", word)
        if read[2] is None and not only_games:
            return _problem("points", word)
        deal, details = TalliedDeal(_SIDES[read[1].upper()], int(read[2] or 1)), read[3] or ""
    for detail in details.split():
        pair = _PAIR.fullmatch(detail)
        if pair:
            deal = replace(deal, card_points=(int(pair[1]), int(pair[2])))
        elif detail.casefold() in _ENDINGS:
            deal = replace(deal, reason=_ENDINGS[detail.casefold()])
        else:
            return _problem("ending", detail)
    return deal


def _problem(kind: str, word: str, bummerl: int = 0, *, most: int = 0) -> TallyProblem:
    params: dict[str, str | int] = {"most": most} if kind == "length" else {"word": word[:20]}
    return TallyProblem(Message(_TEXTS[kind], **params), bummerl)


def compact(tally: Tally, rules: RuleSet) -> str:
    """The compact text of a Bummerl that has been judged to be right; reasons and card points have no place in it.

    >>> from scoring.rules import PRESETS
    >>> compact(Countdown((7, 4, 1, 0), (7, 7, 7, 7)), PRESETS["turnier-scharf"])
    'A3 A3 A1'

    A countdown is cut at 0: its last deal gets what was needed, and at least what it must have been worth after ties
    that carry over. Raises RecordError for a countdown that stands for no row of deals.
    """
    deals = countdown_deals(tally) if isinstance(tally, Countdown) else tally
    if isinstance(tally, Countdown) and rules.tie is Tie.CARRY_ONE and deals and deals[-1].winner is not None:
        ties = 0
        while ties + 1 < len(deals) and deals[-2 - ties].winner is None:
            ties += 1
        deals = (*deals[:-1], replace(deals[-1], points=max(deals[-1].points, 1 + ties)))
    return write_compact([deals])


def compact_or_none(tally: Tally, rules: RuleSet) -> str | None:
    """The compact text, or None for a countdown that stands for no row of deals."""
    try:
        return compact(tally, rules)
    except RecordError:
        return None
