"""A match: Bummerl hung on the other until one has hung enough, compared with the result that was reported."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.bummerl import Outcome, fold_countdown, fold_deals
from scoring.findings import Code, Finding, Severity, as_json, finding
from scoring.rules import RuleSet
from scoring.tally import Countdown, Tally, read_bummerl

NOBODY: Final = ""
"""A recorded winner that says: nobody has won."""
_NO_NAME: Final = "–"

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BummerlVerdict:
    """A Bummerl of a match: its winner (None if nobody got far enough), and how many deals counted."""

    winner: str | None
    deals: int


_verdict = lru_cache(maxsize=1024)(BummerlVerdict)


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """What the tally of a match amounts to: winner, Bummerl each player hung on the other, every Bummerl, all findings.

    A doubled Schneider counts two, so that a score may exceed what was needed.
    """

    winner: str | None
    score: Score
    bummerl: tuple[BummerlVerdict, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error among the findings."""
        return all(found.severity is not Severity.ERROR for found in self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the verdict as plain data for JSON."""
        return {
            "ok": self.ok,
            "winner": self.winner,
            "score": list(self.score),
            "bummerl": [{"winner": one.winner, "deals": one.deals} for one in self.bummerl],
            "findings": [as_json(found) for found in self.findings],
        }


def verify_match(
    rules: RuleSet,
    bummerl_to_win: int,
    bummerl: Sequence[object] | str,
    players: tuple[str, str] = ("A", "B"),
    *,
    winner: str | None = None,
    score: Score | None = None,
) -> MatchVerdict:
    """Check the tally of a match against the rules and against the recorded ``winner`` and ``score``, where given.

    Every Bummerl is a list of deals, a countdown or compact text (see ``scoring.tally``); text may hold several,
    separated by ``|``. ``winner`` is a player's name, or ``NOBODY`` if the record says so.

    >>> from scoring.rules import PRESETS
    >>> verdict = verify_match(PRESETS["turnier-scharf"], 2, "A3 B1 A3 A1 | B3 B3 B1 | A2 A2 A3", score=(2, 0))
    >>> verdict.winner, verdict.score, [one.deals for one in verdict.bummerl]
    ('A', (2, 1), [4, 3, 3])
    >>> [found.code.value for found in verdict.findings]
    ['score_differs']

    Raises RecordError for a Bummerl that cannot be read.
    """
    found: list[Finding] = []
    outcomes = [
        _fold(rules, tally, f"bummerl {number}", found) for number, tally in enumerate(_tallies(bummerl, players), 1)
    ]
    hung, side, counted = _hang(outcomes, bummerl_to_win, doubled=rules.schneider_double)
    found += _surplus(len(outcomes), counted if side is not None else None, bummerl_to_win)
    if side is None:
        found.append(finding(Code.MATCH_UNFINISHED))
    won_by = None if side is None else players[side]
    if score is not None and tuple(score) != hung:
        other, _, _ = _hang(outcomes, bummerl_to_win, doubled=not rules.schneider_double)
        found.append(_score_finding(rules, tuple(score), hung, explained=tuple(score) == other))
    if winner is not None and winner != (won_by or NOBODY):
        found.append(finding(Code.WINNER_DIFFERS, "result", recorded=winner or _NO_NAME, right=won_by or _NO_NAME))
    verdicts = [_verdict(None if one.winner is None else players[one.winner], one.deals) for one in outcomes]
    return MatchVerdict(won_by, hung, tuple(verdicts), tuple(found))


def _tallies(bummerl: Sequence[object] | str, players: tuple[str, str]) -> list[Tally]:
    """Read all Bummerl, with text of several taken apart."""
    values: list[object] = []
    for value in [bummerl] if isinstance(bummerl, str) else bummerl:
        values += value.split("|") if isinstance(value, str) else [value]
    return [read_bummerl(value, players, f"bummerl {number}") for number, value in enumerate(values, 1)]


def _fold(rules: RuleSet, tally: Tally, where: str, found: list[Finding]) -> Outcome:
    if isinstance(tally, Countdown):
        return fold_countdown(rules, tally, where, found)
    return fold_deals(rules, tally, where, found)


def _hang(outcomes: Sequence[Outcome], needed: int, *, doubled: bool) -> tuple[Score, int | None, int]:
    """Return the score, the winning side and how many Bummerl counted. What comes after the end does not."""
    hung = [0, 0]
    for number, outcome in enumerate(outcomes[: 2 * needed - 1], 1):
        if outcome.winner is None:
            continue
        hung[outcome.winner] += 2 if doubled and outcome.schneider else 1
        if hung[outcome.winner] >= needed:
            return (hung[0], hung[1]), outcome.winner, number
    return (hung[0], hung[1]), None, len(outcomes)


def _surplus(number: int, decided_after: int | None, needed: int) -> list[Finding]:
    """Return the findings about Bummerl that should not be there."""
    found = []
    if decided_after is not None:
        found += [
            finding(Code.BUMMERL_AFTER_MATCH_END, f"bummerl {late}") for late in range(decided_after + 1, number + 1)
        ]
    most = 2 * needed - 1
    if number > most:
        found.append(finding(Code.TOO_MANY_BUMMERL, f"bummerl {most + 1}", most=most))
    return found


def _score_finding(rules: RuleSet, recorded: tuple[int, ...], right: Score, *, explained: bool) -> Finding:
    code = Code.SCORE_DIFFERS
    if explained:
        code = Code.SCHNEIDER_NOT_DOUBLED if rules.schneider_double else Code.SCHNEIDER_DOUBLED
    return finding(code, "result", recorded=written_score(recorded), right=written_score(right))


def written_score(score: Sequence[int]) -> str:
    """Return a score as people write it.

    >>> written_score((2, 1))
    '2:1'
    """
    return ":".join(str(part) for part in score)


@lru_cache(maxsize=64)
def _possible_scores(needed: int, doubled: bool) -> frozenset[Score]:
    most = needed + 1 if doubled else needed  # a doubled Schneider at one before the end goes one beyond it
    winners = [(won, lost) for won in range(needed, most + 1) for lost in range(needed)]
    return frozenset(winners) | {(lost, won) for won, lost in winners}


def possible_scores(bummerl_to_win: int, rules: RuleSet) -> frozenset[Score]:
    """Return every score a finished match can have.

    >>> from scoring.rules import PRESETS
    >>> sorted(possible_scores(2, PRESETS["turnier-scharf"]))
    [(0, 2), (1, 2), (2, 0), (2, 1)]
    >>> (3, 1) in possible_scores(2, PRESETS["schnapsen-scharf"])  # 7:0 when already one ahead, counted twice
    True
    """
    return _possible_scores(bummerl_to_win, rules.schneider_double)


def verify_score(rules: RuleSet, bummerl_to_win: int, score: Score) -> tuple[Finding, ...]:
    """Check a reported score of which no deals are known.

    Codes: match_unfinished (nobody has hung enough), schneider_doubled (possible only with doubling, which these rules
    do not know), too_many_bummerl, bummerl_after_match_end (it went on when it was decided), score_differs (negative).

    >>> from scoring.rules import PRESETS
    >>> [found.code.value for found in verify_score(PRESETS["turnier-scharf"], 2, (3, 2))]
    ['too_many_bummerl']
    >>> verify_score(PRESETS["turnier-scharf"], 2, (1, 2))
    ()
    """
    score = (score[0], score[1])
    if score in possible_scores(bummerl_to_win, rules):
        return ()
    most = 2 * bummerl_to_win - 1
    if min(score) < 0:
        found = finding(Code.SCORE_DIFFERS, "result", recorded=written_score(score), right=_NO_NAME)
    elif max(score) < bummerl_to_win:
        found = finding(Code.MATCH_UNFINISHED, "result")
    elif score in _possible_scores(bummerl_to_win, True):
        right = written_score((min(score[0], bummerl_to_win), min(score[1], bummerl_to_win)))
        found = finding(Code.SCHNEIDER_DOUBLED, "result", recorded=written_score(score), right=right)
    elif sum(score) > most and not rules.schneider_double:
        found = finding(Code.TOO_MANY_BUMMERL, "result", most=most)
    else:
        found = finding(Code.BUMMERL_AFTER_MATCH_END, "result")
    return (found,)
