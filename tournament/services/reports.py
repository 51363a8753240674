"""What is reported of a match, and whether it can be: outcome, winner, score and tally must go together."""

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournament.domain import scores
from tournament.domain.terms import Side as DomainSide
from tournament.models import Match, Outcome, Side, Tournament
from tournament.translated import translated

from . import tallies
from .errors import Problem, refuse_all

#: Outcomes that somebody reported; byes and self-meetings come about by themselves.
REPORTED = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DOUBLE_WALKOVER)
LONGEST_REASON = 200
WITH_SCORE = (Outcome.PLAYED, Outcome.RETIRED)


@dataclass(frozen=True, slots=True)
class Report:
    """What is reported of a match. `score`: won Bummerl (left, right), for `played` and perhaps `retired`.

    `bummerl`: the tally, a text per Bummerl (A = left) as people type it, or None; where it is there and score or winner
    are not, they follow from it. `override_reason`: why unusual findings are taken all the same.
    """

    outcome: Outcome
    winner: Side | None = None
    score: tuple[int, int] | None = None
    bummerl: tuple[str, ...] | None = None
    override_reason: str = ""


def checked(tournament: Tournament, row: Match, report: Report) -> tuple[Report, list[dict[str, Any]]]:
    """The report as it is stored, with what follows from its tally, and the findings to store with it.

    Raises Refused with every problem that makes it impossible, and for unusual findings without a reason.
    """
    if not report.bummerl or not any(text.strip() for text in report.bummerl):
        refuse_all(_problems(tournament, row, report))
        return replace(report, bummerl=None), []
    if report.outcome not in WITH_SCORE:
        nothing_played = Problem("bummerl", _("Ohne gespielte Bummerl gibt es nichts mitzuschreiben."))
        refuse_all([*_problems(tournament, row, report), nothing_played])
    retired = report.outcome == Outcome.RETIRED
    tally = tallies.judge(
        tournament, bummerl_to_win=row.bummerl_to_win, texts=report.bummerl, score=report.score, retired=retired,
        winner=DomainSide(report.winner.value) if report.winner and not retired else None,
    )  # fmt: skip
    given, report = report, _completed(report, tally)
    problems = _problems(tournament, row, report)
    if tally.problems and given.score is None:
        # What the tally says is named by the tally's own problems.
        problems = [problem for problem in problems if retired and problem.code == "winner"]
    problems += tally.problems
    if tally.warnings and not report.override_reason.strip():
        problems.append(tallies.reason_needed(tally.warnings))
    refuse_all(problems)
    return report, list(tally.findings)


def _completed(report: Report, tally: tallies.JudgedTally) -> Report:
    """The report with the tally in its stored form, and score and winner from it where nobody gave them."""
    if tally.check is None:
        return report
    score, winner = report.score, report.winner
    if score is None:
        score = tally.check.score
    if winner is None and report.outcome == Outcome.PLAYED and tally.check.winner is not None:
        winner = Side(tally.check.winner.value)
    return replace(report, bummerl=tally.bummerl, score=score, winner=winner)


def _problems(tournament: Tournament, row: Match, report: Report) -> list[Problem]:
    """What is wrong with outcome, winner and score."""
    problems = []
    if len(report.override_reason.strip()) > LONGEST_REASON:
        problems.append(Problem("override_reason", _("Der Grund hat höchstens 200 Zeichen.")))
    if report.outcome not in REPORTED:
        problems.append(Problem("outcome", _("Diesen Ausgang kann man nicht eintragen.")))
    if report.outcome == Outcome.DOUBLE_WALKOVER:
        if report.winner is not None or report.score is not None:
            problems.append(Problem("winner", _("Wenn beide nicht antreten, gibt es keinen Sieger und keinen Stand.")))
    elif report.winner is None:
        problems.append(Problem("winner", _("Bitte angeben, wer gewonnen hat.")))
    elif report.outcome == Outcome.WALKOVER and report.score is not None:
        problems.append(Problem("score", _("Kampflos hat keinen Stand: es ist kein Bummerl gespielt worden.")))
    elif report.outcome == Outcome.PLAYED and report.score is None:
        problems.append(Problem("score", _("Bitte den Stand eingeben, zum Beispiel 2:1.")))
    elif report.score is not None:
        found = scores.score_problems(
            report.score, DomainSide(report.winner.value), row.bummerl_to_win,
            retired=report.outcome == Outcome.RETIRED, schneider_double=tallies.rules_of(tournament).schneider_double,
        )  # fmt: skip
        problems += [Problem(str(problem.code), translated(problem.text)) for problem in found]
    return problems
