"""Results: recorded once, verified, journalled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import (
    LIVE,
    CardState,
    EntryCard,
    Match,
    Outcome,
    Role,
    Scope,
    Side,
    State,
    Tournament,
)
from tournament.translated import recorded_by

from .advance import advance
from .base import Actor, require_role, require_version, touch, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log
from .reports import REPORTED, Report, checked

SCOPES = (Scope.ROUND, Scope.BOARD, Scope.DRAW, Scope.PRIZES)
DECIDED_BY_PEOPLE = (*REPORTED, Outcome.EXCLUDED)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The match as it stands now: serial, version, and whether its round is decided with it."""

    serial: int
    version: int
    round_decided: bool


@use_case
def record(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    report: Report,
    version: int | None = None,
    request_key: str | None = None,
) -> Recorded:
    """Record the result of an open match (`match` is its serial).

    Conflict if it is decided already: whoever was second sees what the first one entered. Refused with every problem
    of the report.
    """
    require_role(actor, Role.SCORER)
    row = find(tournament, match)
    if row.annulled_with_id is not None:
        raise refuse("annulled", _("Die Auslosung dieser Begegnung ist aufgehoben."))
    if row.outcome != Outcome.OPEN:
        raise Conflict(
            Problem(
                "decided",
                _("Begegnung %(number)s ist schon entschieden: %(what)s.")
                % {"number": row.number, "what": in_words(row)},
            )
        )
    require_version(version, row.version)
    if row.right_card_id is None and row.right_person_id is None:
        raise refuse("waiting", _("Dieses Freilos ist noch für einen Nachkauf offen."))
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Ergebnisse werden nur eingetragen, während das Turnier läuft."))
    report, findings = checked(tournament, row, report)
    apply_report(row, actor, report, findings)
    hand_in(row, beaten_by(row, report))
    log(
        tournament, actor,
        Note(JournalKind.RESULT, f"match {row.serial}", after=as_json(row), reason=report.override_reason.strip() or None),
    )  # fmt: skip
    decided = not tournament.matches.filter(LIVE, round=row.round, stage=row.stage, outcome=Outcome.OPEN).exists()
    if decided:
        advance(tournament, actor)
    touch(tournament, SCOPES)
    return Recorded(row.serial, row.version, decided)


def find(tournament: Tournament, serial: int) -> Match:
    """The match with its cards and their owners: one query; raises NotFound for another tournament's."""
    row = (
        tournament.matches.select_related("left_card__owner", "right_card__owner", "left_person", "right_person")
        .filter(serial=serial)
        .first()
    )
    if row is None:
        raise NotFound(Problem("match", _("Diese Begegnung gibt es in diesem Turnier nicht.")))
    return row


def keep_old(row: Match) -> None:
    """Put the present result among the replaced ones; not saved."""
    at = time_text(row.decided_at or clock.now())
    row.earlier = [*row.earlier, {**as_json(row), "bummerl": row.bummerl, "reported_by": row.reported_by, "at": at}]


def open_again(row: Match) -> None:
    """Make a match open again, its present result forgotten (keep it first)."""
    row.outcome, row.winner_side, row.score_left, row.score_right = Outcome.OPEN, None, None, None
    row.bummerl, row.findings, row.override_reason = None, [], ""
    row.reported_by, row.decided_at = "", None
    row.table, row.called_at, row.started_at, row.missing_side = None, None, None, None
    row.version += 1
    row.save()


def apply_report(row: Match, actor: Actor, report: Report, findings: Sequence[dict[str, Any]]) -> None:
    """Write the report into the row, one UPDATE; nothing else follows from it here."""
    row.outcome = report.outcome
    row.winner_side = report.winner
    row.score_left, row.score_right = report.score or (None, None)
    row.bummerl = list(report.bummerl) if report.bummerl else None
    row.findings, row.override_reason = list(findings), report.override_reason.strip()
    row.reported_by, row.decided_at = actor.name, clock.now()
    row.version += 1
    row.save(
        update_fields=[
            "outcome", "winner_side", "score_left", "score_right", "bummerl", "findings", "override_reason", "earlier",
            "reported_by", "decided_at", "version",
        ]
    )  # fmt: skip


def beaten_by(row: Match, report: Report) -> list[int]:
    """The cards that this result hands in; beaten cards of placement matches are handed in already."""
    if row.stage != "main":
        return []
    losers = {
        Side.LEFT: [row.right_card_id],
        Side.RIGHT: [row.left_card_id],
        None: [row.left_card_id, row.right_card_id],
    }[report.winner]
    return [card for card in losers if card is not None]


def hand_in(row: Match, gone: Sequence[int]) -> None:
    if gone:
        EntryCard.objects.filter(pk__in=gone, state=CardState.IN).update(state=CardState.OUT)


def as_json(row: Match) -> dict[str, Any]:
    """What the journal keeps of a result: outcome, winner's card number, score."""
    card = row.left_card if row.winner_side == "left" else row.right_card if row.winner_side == "right" else None
    return {"outcome": str(row.outcome), "winner": card.number if card else None, "score": score_of(row)}


def score_of(row: Match) -> list[int] | None:
    """[left, right] won Bummerl, or None."""
    return None if row.score_left is None or row.score_right is None else [row.score_left, row.score_right]


def in_words(row: Match) -> str:
    """The result in a few words, the winner's Bummerl first: "2:1 für Huber Johann, eingetragen von Anna um 19:42"; a bye, a meeting with oneself."""
    score = score_of(row)
    if score and row.winner_side == Side.RIGHT:
        score = score[::-1]
    what = f"{score[0]}:{score[1]}" if score else str(Outcome(row.outcome).label)
    card, person = (row.left_card, row.left_person) if row.winner_side == "left" else (row.right_card, row.right_person)
    winner = card.owner if card is not None else person
    if row.outcome == Outcome.OPEN and row.right_card is None and row.right_person is None:
        what = _("ein Freilos, das im Nachkauf noch zu haben ist")
    elif row.outcome == Outcome.SELF and winner is not None:
        what = _("%(name)s gegen sich selbst") % {"name": winner.name}
    elif row.winner_side and winner is not None:
        what = _("%(what)s für %(name)s") % {"what": what, "name": winner.name}
    if row.reported_by and row.decided_at and row.outcome not in (Outcome.BYE, Outcome.SELF):
        from django.utils.timezone import localtime  # noqa: PLC0415

        at = localtime(row.decided_at).strftime("%H:%M")
        what = _("%(what)s, eingetragen von %(by)s um %(at)s") % {
            "what": what,
            "by": recorded_by(row.reported_by),
            "at": at,
        }
    return what


__all__ = [
    "DECIDED_BY_PEOPLE", "REPORTED", "SCOPES", "Recorded", "Report", "as_json", "checked", "find", "in_words", "record",
    "score_of",
]  # fmt: skip
