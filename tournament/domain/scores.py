"""Bummerl scores: which ones a match can end with, and all that is wrong with one."""

from dataclasses import dataclass
from enum import StrEnum

from .messages import Message, gettext_noop
from .terms import Side


class ScoreCode(StrEnum):
    """What can be wrong with a score."""

    NEGATIVE = "negative"
    WINNER_NOT_AHEAD = "winner_not_ahead"
    NOT_REACHED = "not_reached"
    TOO_MANY = "too_many"
    LOSER_TOO_MANY = "loser_too_many"
    ALREADY_WON = "already_won"


_TEXTS: dict[ScoreCode, str] = {
    ScoreCode.NEGATIVE: gettext_noop("%(won)s:%(lost)s: ein Bummerlstand hat keine negativen Zahlen."),
    ScoreCode.WINNER_NOT_AHEAD: gettext_noop("%(won)s:%(lost)s: der Sieger hat nicht mehr Bummerl als der Gegner."),
    ScoreCode.NOT_REACHED: gettext_noop(
        "%(won)s:%(lost)s: zum Sieg braucht es %(needed)s Bummerl, der Sieger hat erst %(won)s."
    ),
    ScoreCode.TOO_MANY: gettext_noop(
        "%(won)s:%(lost)s: gespielt wird auf %(needed)s Bummerl, mehr als %(most)s gibt es nicht."
    ),
    ScoreCode.LOSER_TOO_MANY: gettext_noop("%(won)s:%(lost)s: der Verlierer kann höchstens %(most)s Bummerl haben."),
    ScoreCode.ALREADY_WON: gettext_noop(
        "%(won)s:%(lost)s: bei einer Aufgabe hat noch niemand %(needed)s Bummerl, sonst war die Begegnung schon aus."
    ),
}


@dataclass(frozen=True, slots=True)
class ScoreProblem:
    """One thing that is wrong, with its German sentence."""

    code: ScoreCode
    text: Message


def possible_scores(bummerl_to_win: int, *, schneider_double: bool = False) -> tuple[tuple[int, int], ...]:
    """All (winner, loser) Bummerl scores a played match can end with, the clearest first.

    With `schneider_double` a Bummerl won 7:0 counts two, so the last one can carry the winner one too far.

    >>> possible_scores(2), possible_scores(1, schneider_double=True)
    (((2, 0), (2, 1)), ((2, 0), (1, 0)))
    """
    most = _most(bummerl_to_win, schneider_double=schneider_double)
    return tuple((winner, loser) for winner in range(most, bummerl_to_win - 1, -1) for loser in range(bummerl_to_win))


def score_problems(
    score: tuple[int, int],
    winner: Side,
    bummerl_to_win: int,
    *,
    retired: bool = False,
    schneider_double: bool = False,
) -> tuple[ScoreProblem, ...]:
    """Everything wrong with a score (left, right Bummerl), said from the winner's side; nothing if it can have ended so.

    Played: the winner has exactly `bummerl_to_win`, the loser fewer. Retired: nobody has won yet; the one who is
    declared the winner may even be behind.
    """
    most = _most(bummerl_to_win, schneider_double=schneider_double)
    won, lost = score if winner is Side.LEFT else (score[1], score[0])
    codes: list[tuple[ScoreCode, int]] = []
    if min(score) < 0:
        codes.append((ScoreCode.NEGATIVE, 0))
    if retired:
        if max(score) >= bummerl_to_win:
            codes.append((ScoreCode.ALREADY_WON, 0))
    else:
        if won <= lost:
            codes.append((ScoreCode.WINNER_NOT_AHEAD, 0))
        if won < bummerl_to_win:
            codes.append((ScoreCode.NOT_REACHED, 0))
        if won > most:
            codes.append((ScoreCode.TOO_MANY, most))
        if lost >= bummerl_to_win:
            codes.append((ScoreCode.LOSER_TOO_MANY, bummerl_to_win - 1))
    return tuple(
        ScoreProblem(
            code,
            Message(_TEXTS[code], won=won, lost=lost, needed=bummerl_to_win, most=limit),
        )
        for code, limit in codes
    )


def _most(bummerl_to_win: int, *, schneider_double: bool) -> int:
    if bummerl_to_win < 1:
        raise ValueError("a match is won by at least one Bummerl")
    return bummerl_to_win + schneider_double
