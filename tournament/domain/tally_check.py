"""A recorded tally against the house rules: the one check for the form, the use case and the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.findings import Code, Finding, Severity, place, text
from scoring.match import verify_match
from scoring.rules import RuleSet

from .terms import Side

PLAYERS = ("A", "B")


@dataclass(frozen=True, slots=True)
class BummerlOutcome:
    """A Bummerl of the tally: who won it (None: unfinished), and how many of its deals counted."""

    winner: Side | None
    deals: int


@dataclass(frozen=True, slots=True)
class TallyCheck:
    """What a tally amounts to: Bummerl won by (left, right), the winner (None: undecided), and all findings."""

    score: tuple[int, int]
    winner: Side | None
    bummerl: tuple[BummerlOutcome, ...]
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What cannot be."""
        return tuple(found for found in self.findings if found.severity is Severity.ERROR)

    @property
    def warnings(self) -> tuple[Finding, ...]:
        """What can be, but is worth a look."""
        return tuple(found for found in self.findings if found.severity is not Severity.ERROR)


def check_tally(
    rules: RuleSet,
    bummerl_to_win: int,
    bummerl: Sequence[object],
    *,
    score: tuple[int, int] | None = None,
    winner: Side | None = None,
    retired: bool = False,
) -> TallyCheck:
    """Check every Bummerl (compact text, deals or countdown; A = left) against the rules, the score and the winner.

    `retired`: the match was given up, so that it and its last Bummerl may be unfinished.

    >>> from scoring.rules import PRESETS
    >>> check_tally(PRESETS["turnier-scharf"], 2, ["A3 A3 A1", "A2"], retired=True).findings
    ()

    Raises scoring.findings.RecordError for a Bummerl that cannot be read.
    """
    named = None if winner is None else _letter(winner)
    verdict = verify_match(rules, bummerl_to_win, bummerl, PLAYERS, score=score, winner=named)
    last = f"bummerl {len(verdict.bummerl)}"
    findings = tuple(found for found in verdict.findings if not (retired and _may_be(found, last)))
    outcomes = tuple(BummerlOutcome(_side(one.winner), one.deals) for one in verdict.bummerl)
    return TallyCheck(verdict.score, _side(verdict.winner), outcomes, findings)


def _may_be(found: Finding, last_bummerl: str) -> bool:
    """What is no fault in a match that was given up."""
    return found.code is Code.MATCH_UNFINISHED or (
        found.code is Code.BUMMERL_UNFINISHED and found.where == last_bummerl
    )


def _letter(side: Side) -> str:
    return PLAYERS[0] if side is Side.LEFT else PLAYERS[1]


def _side(letter: str | None) -> Side | None:
    return {PLAYERS[0]: Side.LEFT, PLAYERS[1]: Side.RIGHT}.get(letter or "")


def finding_text(found: Finding, language: str = "de", bummerl_word: str = "") -> str:
    """A finding with its place, in words; `bummerl_word`: what the house calls a Bummerl.

    >>> finding_text(Finding(Code.DEAL_AFTER_BUMMERL_END, Severity.ERROR, "bummerl 1, deal 4"))
    'Bummerl 1, Spiel 4: Das Bummerl war schon zu Ende.'
    """
    said = text(found, language)
    if not found.where:
        return said
    where = place(found.where, language)
    if bummerl_word:
        where = where.replace("Bummerl", bummerl_word).replace("bummerl", bummerl_word)
    return f"{where[:1].upper()}{where[1:]}: {said}"
