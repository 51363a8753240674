"""The questions a referee is asked about a disputed deal: only those whose answers matter under the tournament's rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.options import ClosedCount, LastTrick, LastTrickPoints, Permission, Unclaimed
from scoring.rules import RuleSet
from scoring.situation import Ending, Judgement, Situation, judge, trick_points_possible

#: The one the case is about (who claims, has revoked, won the last trick), and the other one.
ONE, OTHER = 0, 1


class ClosedBy(StrEnum):
    """Who closed, seen from the one the case is about."""

    NOBODY = "nobody"
    ONE = "one"
    OTHER = "other"


class Question(StrEnum):
    """A number to be asked for."""

    POINTS_ONE = "points_one"
    POINTS_OTHER = "points_other"
    TRICKS_ONE = "tricks_one"
    TRICKS_OTHER = "tricks_other"
    TRICKS_AT_CLOSE = "tricks_at_close"
    """Tricks of the closer's opponent at the moment of closing."""
    POINTS_AT_CLOSE = "points_at_close"
    """Card points of the closer's opponent at the moment of closing."""


_ALL: Final = (Question.POINTS_ONE, Question.TRICKS_ONE, Question.POINTS_OTHER, Question.TRICKS_OTHER)


@dataclass(frozen=True, slots=True)
class Case:
    """What is disputed."""

    ending: Ending
    closed_by: ClosedBy = ClosedBy.NOBODY


def closing_matters(rules: RuleSet, ending: Ending) -> bool:
    """Whether it has to be asked who closed.

    >>> from scoring.rules import PRESETS
    >>> closing_matters(PRESETS["turnier-scharf"], Ending.REVOKE), closing_matters(PRESETS["turnier-scharf"], Ending.CLAIM)
    (False, True)
    """
    return rules.close is Permission.ALLOWED and ending is not Ending.REVOKE


def questions(rules: RuleSet, case: Case) -> tuple[Question, ...]:
    """The numbers that decide a case, in the order in which they are asked; none where the case alone decides.

    >>> from scoring.rules import PRESETS
    >>> questions(PRESETS["turnier-scharf"], Case(Ending.PLAYED_OUT, ClosedBy.ONE))
    (<Question.TRICKS_AT_CLOSE: 'tricks_at_close'>,)
    """
    closed = case.closed_by is not ClosedBy.NOBODY
    if case.ending is Ending.REVOKE:
        return ()
    if case.ending is Ending.CLAIM:
        if not closed:
            return _ALL
        at_close = case.closed_by is ClosedBy.ONE and rules.closed_count is ClosedCount.AT_CLOSE
        return (*_ALL, Question.TRICKS_AT_CLOSE, *((Question.POINTS_AT_CLOSE,) if at_close else ()))
    if closed:
        return (Question.TRICKS_AT_CLOSE,)
    if rules.last_trick is LastTrick.WINS_DEAL:
        return _ALL if rules.last_trick_points is LastTrickPoints.BY_TABLE else ()
    return () if rules.unclaimed is Unclaimed.DRAW else _ALL


def decide(rules: RuleSet, case: Case, answers: Mapping[Question, int], language: str = "de") -> Judgement:
    """What the case is worth with the answers to its questions; winner 0 is the one the case is about, 1 the other.

    Findings are given only where all numbers are known that they judge.
    """
    asked = questions(rules, case)
    closer = {ClosedBy.NOBODY: None, ClosedBy.ONE: ONE, ClosedBy.OTHER: OTHER}[case.closed_by]
    opponent = None if closer is None else 1 - closer
    at_close = answers.get(Question.TRICKS_AT_CLOSE, 0)
    tricks_at_close = (at_close if opponent == ONE else 0, at_close if opponent == OTHER else 0)
    situation = Situation(
        case.ending,
        ONE,
        card_points=(answers.get(Question.POINTS_ONE, 0), answers.get(Question.POINTS_OTHER, 0)),
        tricks=(answers.get(Question.TRICKS_ONE, 0), answers.get(Question.TRICKS_OTHER, 0)),
        closer=closer,
        card_points_at_close=_points_at_close(rules, case, answers, tricks_at_close, opponent),
        tricks_at_close=tricks_at_close,
    )
    verdict = judge(rules, situation, language)
    complete = set(_ALL) <= set(asked)
    return Judgement(
        verdict.points, verdict.winner, verdict.reason, verdict.sentence, verdict.findings if complete else ()
    )


def _points_at_close(
    rules: RuleSet, case: Case, answers: Mapping[Question, int], tricks: tuple[int, int], opponent: int | None
) -> tuple[int, int]:
    """The card points at the close; where they are not asked they decide nothing, and the fewest that can be are taken."""
    if opponent is None:
        return 0, 0
    if Question.POINTS_AT_CLOSE in questions(rules, case):
        points = answers.get(Question.POINTS_AT_CLOSE, 0)
    else:
        now = answers.get(Question.POINTS_OTHER if opponent == OTHER else Question.POINTS_ONE, 0)
        possible = (p for p in range(now + 1) if trick_points_possible(rules, p, tricks[opponent], with_ten=False))
        points = next(possible, now)
    return (points, 0) if opponent == ONE else (0, points)
