"""Replay a recorded deal card by card: is every move legal, who won, how many game points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.deal_record import Deal, DealError, read_deal
from scoring.findings import Code, Finding, Severity, as_json, finding
from scoring.moves import CLOSE_UNDRAWN, PLAYERS, Move, is_card, move_place
from scoring.options import Reason
from scoring.outcome import Outcome, next_dealer
from scoring.play import Play
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """What a replay found: winner ("A", "B" or None), game points and reason (None without a verdict), the totals.

    ``card_points`` and ``tricks`` are those of A and B when the replay stopped; ``next_dealer`` is "A", "B" or None.
    """

    winner: str | None
    points: int | None
    reason: Reason | None
    card_points: tuple[int, int]
    tricks: tuple[int, int]
    next_dealer: str | None
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
            "points": self.points,
            "card_points": dict(zip(PLAYERS, self.card_points, strict=True)),
            "tricks": dict(zip(PLAYERS, self.tricks, strict=True)),
            "findings": [as_json(found) for found in self.findings],
        }


def replay(record: Mapping[str, object], rules: RuleSet | None = None) -> DealVerdict:
    """Replay a recorded deal. ``rules`` are for records that name none.

    >>> verdict = replay({"rules": "66-b", "forehand": "A", "hands": {"A": ["C9"], "B": []}, "talon": [], "moves": []})
    >>> verdict.ok, verdict.winner, verdict.findings[0].code.value
    (False, None, 'bad_deal')

    Raises RecordError if the record cannot be read as a deal at all; everything else is a finding.
    """
    try:
        deal = read_deal(record, rules)
    except DealError as error:
        return DealVerdict(None, None, None, (0, 0), (0, 0), None, error.findings)
    return replay_deal(deal)


def replay_deal(deal: Deal) -> DealVerdict:
    """Replay a deal that has been read. A faulty move is named and the replay goes on where that is possible."""
    table = deal.table()
    play = Play(table, deal.strange)
    moves = deal.moves
    stopped = False
    for index, (player, action) in enumerate(moves):
        if not play.take(player, action, index):
            stopped = True
            break
        if table.draw_due and not close_undrawn_follows(moves, index + 1):
            table.draw()
    outcome = play.final_outcome()
    if outcome is not None:
        _check_result(deal.recorded, outcome, play.findings)
    elif not stopped:
        play.findings.append(finding(Code.UNFINISHED, move_place(len(moves) - 1) if moves else ""))
    return _verdict(deal, play, outcome)


def close_undrawn_follows(moves: Sequence[Move], start: int) -> bool:
    """Whether "close undrawn" comes before the next card: then the drawing after the last trick has not happened."""
    for index in range(start, len(moves)):
        action = moves[index][1]
        if action == CLOSE_UNDRAWN:
            return True
        if is_card(action):
            break
    return False


def _check_result(recorded: tuple[object, object] | None, outcome: Outcome, findings: list[Finding]) -> None:
    """Compare the recorded result; where there is no verdict (an unregulated revoke) it stands."""
    if recorded is None or outcome.points is None:
        return
    winner, points = recorded
    right = _letter(outcome.winner)
    if winner != right or points != outcome.points or type(points) is not int:
        found = finding(
            Code.RESULT_DIFFERS,
            "result",
            recorded=_result_text(winner, points),
            right=_result_text(right, outcome.points),
        )
        findings.append(found)


def _result_text(winner: object, points: object) -> str:
    """Return a result in short form ("A 2", "- 0" for a tie), whatever was recorded."""
    known = winner if winner in ("A", "B") else "-" if winner is None else "?"
    number = points if type(points) is int and 0 <= points <= 99 else "?"
    return f"{known} {number}"


def _letter(player: int | None) -> str | None:
    return None if player is None else PLAYERS[player]


def _verdict(deal: Deal, play: Play, outcome: Outcome | None) -> DealVerdict:
    table = play.table
    totals = (table.points[0], table.points[1]), (table.tricks[0], table.tricks[1])
    findings = tuple(play.findings)
    if outcome is None:
        return DealVerdict(None, None, None, *totals, None, findings)
    dealer = next_dealer(deal.rules, forehand=deal.forehand, outcome=outcome)
    return DealVerdict(_letter(outcome.winner), outcome.points, outcome.reason, *totals, _letter(dealer), findings)
