"""What a check has to say: findings, each with a code, a severity, a place and parameters.

Programs look at the code; the sentences for people come from the table in ``finding_texts``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from scoring.finding_texts import PLACES, TEXTS

Param = str | int | None


@unique
class Severity(StrEnum):
    """How bad a finding is."""

    ERROR = "error"
    """Impossible or illegal."""
    WARNING = "warning"
    """Possible, but worth a look."""


@unique
class Code(StrEnum):
    """Everything a check can find."""

    # a deal, card by card
    BAD_DEAL = "bad_deal"
    NOT_IN_HAND = "not_in_hand"
    WRONG_TURN = "wrong_turn"
    REVOKE = "revoke"
    MUST_LEAD_MARRIAGE_CARD = "must_lead_marriage_card"
    MARRIAGE_NOT_ALLOWED = "marriage_not_allowed"
    EXCHANGE_NOT_ALLOWED = "exchange_not_allowed"
    CLOSE_NOT_ALLOWED = "close_not_allowed"
    CLAIM_NOT_ALLOWED = "claim_not_allowed"
    FALSE_CLAIM = "false_claim"
    LATE_CLAIM = "late_claim"
    UNFINISHED = "unfinished"
    MOVES_AFTER_END = "moves_after_end"
    RESULT_DIFFERS = "result_differs"
    # a tally
    POINTS_IMPOSSIBLE = "points_impossible"
    POINTS_IMPOSSIBLE_FOR_REASON = "points_impossible_for_reason"
    CARD_POINTS_IMPOSSIBLE = "card_points_impossible"
    DEAL_AFTER_BUMMERL_END = "deal_after_bummerl_end"
    BUMMERL_UNFINISHED = "bummerl_unfinished"
    BUMMERL_AFTER_MATCH_END = "bummerl_after_match_end"
    TOO_MANY_BUMMERL = "too_many_bummerl"
    MATCH_UNFINISHED = "match_unfinished"
    SCORE_DIFFERS = "score_differs"
    WINNER_DIFFERS = "winner_differs"
    SCHNEIDER_DOUBLED = "schneider_doubled"
    SCHNEIDER_NOT_DOUBLED = "schneider_not_doubled"
    COUNTDOWN_RISES = "countdown_rises"
    COUNTDOWN_BOTH_FALL = "countdown_both_fall"
    COUNTDOWN_STEP = "countdown_step"
    COUNTDOWN_START = "countdown_start"
    COUNTDOWN_LENGTHS = "countdown_lengths"
    # the rules, the record itself
    UNKNOWN_RULES = "unknown_rules"
    BAD_RULES = "bad_rules"
    UNREADABLE = "unreadable"


WARNINGS = frozenset({Code.FALSE_CLAIM, Code.LATE_CLAIM})
"""Codes that are always a warning. ``revoke`` is one only when it was called; all others are errors."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found.

    ``where`` is "move 14" or "bummerl 2, deal 3", counted from 1, or empty for the record as a whole. ``params`` fill
    the sentence.
    """

    code: Code
    severity: Severity
    where: str = ""
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)


def finding(code: Code, where: str = "", severity: Severity | None = None, **params: Param) -> Finding:
    """Return a finding with the usual severity of its code.

    >>> finding(Code.LATE_CLAIM, "move 14", player="A").severity.value
    'warning'
    """
    if severity is None:
        severity = Severity.WARNING if code in WARNINGS else Severity.ERROR
    return Finding(code, severity, where, params)


def as_json(found: Finding) -> dict[str, object]:
    """Return a finding as plain data for JSON.

    >>> as_json(finding(Code.UNFINISHED, "move 3"))
    {'code': 'unfinished', 'severity': 'error', 'where': 'move 3', 'params': {}}
    """
    return {
        "code": found.code.value,
        "severity": found.severity.value,
        "where": found.where,
        "params": dict(found.params),
    }


class _Known(dict[str, Param]):
    """The parameters of a finding; one that was not given shows as a question mark instead of failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def text(found: Finding, language: str = "de") -> str:
    """Return the sentence of a finding, in German ("de...") or else in English.

    >>> text(finding(Code.FALSE_CLAIM, "move 9", player="A", points=61), "en")
    'A claims with 61 card points, fewer than 66.'
    """
    key = found.code.value
    variant = f"{key}:{found.params.get('problem')}"
    german, english = TEXTS.get(variant) or TEXTS[key]
    template = german if language.startswith("de") else english
    return template.format_map(_Known(found.params))


def place(where: str, language: str = "de") -> str:
    """Return the place of a finding for people.

    >>> place("bummerl 2, deal 3"), place("move 14", "en")
    ('Bummerl 2, Spiel 3', 'move 14')
    """
    if not language.startswith("de"):
        return where
    return re.sub(r"[a-z]+", lambda word: PLACES.get(word[0], word[0]), where)


class RecordError(ValueError):
    """A record that cannot be read at all: wrong types, missing keys, unknown kinds of move. ``finding`` says what."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.finding = finding(Code.UNREADABLE, where, what=what)
