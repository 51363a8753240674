"""What the card game says about a recorded match: the house rules, and the Bummerl against the score."""

from __future__ import annotations

from scoring.findings import Code as FindingCode
from scoring.findings import RecordError, Severity, place, text
from scoring.match import verify_match
from scoring.rules import RulesError, RuleSet, from_record

from .stored import Json

_UNFINISHED = frozenset({FindingCode.MATCH_UNFINISHED, FindingCode.BUMMERL_UNFINISHED})


def rule_set(rules: Json) -> RuleSet | str:
    """The house rules of the tournament, or a sentence why there are none."""
    try:
        return from_record({"preset": rules["preset"], "changed": rules["changed"]})
    except RulesError as error:
        return text(error.finding)


def faults(
    rules: RuleSet, bummerl_to_win: int, bummerl: tuple[str, ...], score: tuple[int, int], *, retired: bool
) -> list[str]:
    """Everything impossible in the Bummerl of a match, A = left; a match given up need not be finished."""
    try:
        verdict = verify_match(rules, bummerl_to_win, bummerl, score=score)
    except RecordError as error:
        return [str(error)]
    return [
        f"{place(found.where)}: {text(found)}" if found.where else text(found)
        for found in verdict.findings
        if found.severity is Severity.ERROR and not (retired and found.code in _UNFINISHED)
    ]
