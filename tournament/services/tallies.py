"""The tally of a match, deal by deal: what was typed is read, judged by the card rules, and brought into its stored form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.findings import RecordError, as_json
from scoring.rules import RuleSet
from tournament.domain import tally_check, tally_notation
from tournament.domain.card_rules import rule_set
from tournament.domain.tally_check import TallyCheck
from tournament.domain.terms import Side
from tournament.models import Tournament

from .errors import Problem


@dataclass(frozen=True, slots=True)
class JudgedTally:
    """A tally and what is to be said about it.

    `bummerl`: compact texts to store, empty if it cannot be read. `check` is None then. `problems` refuse the result,
    `warnings` want a reason; `findings` are what is stored.
    """

    bummerl: tuple[str, ...]
    check: TallyCheck | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    findings: tuple[dict[str, Any], ...]


def rules_of(tournament: Tournament) -> RuleSet:
    """The card rules of a tournament."""
    return rule_set(tournament.rules_preset, tournament.rules_changed)


def judge(
    tournament: Tournament,
    *,
    bummerl_to_win: int,
    texts: str | Sequence[str],
    score: tuple[int, int] | None = None,
    winner: Side | None = None,
    retired: bool = False,
) -> JudgedTally:
    """Judge a tally as typed, under the tournament's rules; with `score` and `winner` also against those. No query.

    `texts`: compact text (A = left) with endings in brackets, or countdowns, see `domain.tally_notation`. Never raises.
    """
    rules = rules_of(tournament)
    typed = tally_notation.read_tally(texts, only_games=rules.only_games)
    if typed.problems:
        return JudgedTally((), None, tuple(_unreadable(tournament, problem) for problem in typed.problems), (), ())
    try:
        check = tally_check.check_tally(
            rules, bummerl_to_win, typed.bummerl, score=score, winner=winner, retired=retired
        )
    except RecordError as error:
        return JudgedTally((), None, (_said(tournament, error.finding),), (), ())
    stored = tuple(tally_notation.compact_or_none(tally, rules) for tally in typed.bummerl)
    return JudgedTally(
        bummerl=tuple(text for text in stored if text is not None),
        check=check,
        problems=tuple(_said(tournament, found) for found in check.errors),
        warnings=tuple(_said(tournament, found) for found in check.warnings),
        findings=tuple(as_json(found) for found in check.findings),
    )


def reason_needed(warnings: Sequence[Problem]) -> Problem:
    """The refusal of what is unusual and has no reason yet: it lists everything."""
    return Problem(
        "needs_reason",
        _("Das ist möglich, aber ungewöhnlich: %(what)s Wenn es stimmt, bitte den Grund angeben und trotzdem übernehmen.")
        % {"what": " ".join(warning.text for warning in warnings)},
    )  # fmt: skip


def _said(tournament: Tournament, found: Any) -> Problem:
    return Problem(found.code.value, tally_check.finding_text(found, get_language() or "de", tournament.bummerl_word))


def _unreadable(tournament: Tournament, problem: tally_notation.TallyProblem) -> Problem:
    said = _(problem.text.msgid) % problem.text.params
    if problem.bummerl:
        where = f"{tournament.bummerl_word or _('Bummerl')} {problem.bummerl}"
        if problem.deal:
            where += _(", Spiel %(deal)s") % {"deal": problem.deal}
        said = f"{where}: {said}"
    return Problem("unreadable", said)
