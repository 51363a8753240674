"""What the card game says about a recorded match: the house rules, and the Bummerl against the score."""

from __future__ import annotations

from scoring.findings import RecordError, text
from scoring.rules import RulesError, RuleSet
from tournament.domain.card_rules import rule_set as rules_of
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.tally_check import check_tally, finding_text

from .stored import Json


def rule_set(rules: Json) -> RuleSet | str:
    """The house rules of the tournament, or a sentence why there are none."""
    try:
        return rules_of(rules["preset"], rules["changed"])
    except RulesError as error:
        return text(error.finding)


def faults(
    rules: RuleSet, bummerl_to_win: int, bummerl: tuple[str, ...], score: tuple[int, int], *, retired: bool
) -> list[str]:
    """Everything impossible in the Bummerl of a match, A = left; a match given up need not be finished."""
    several = [
        Message(gettext_noop("Bummerl %(number)s: das ist mehr als eines."), number=number)
        for number, one in enumerate(bummerl, 1)
        if "|" in one
    ]
    try:
        check = check_tally(rules, bummerl_to_win, bummerl, score=score, retired=retired)
    except RecordError as error:
        return [*several, finding_text(error.finding)]
    return [*several, *(finding_text(found) for found in check.errors)]
