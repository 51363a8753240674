"""A correction puts somebody else into a match: what those before him called, tapped and reported there is not his."""

from django.db.models import Max

from tournament import clock
from tournament.domain import tap_fold
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Match, PhoneReport, PhoneTally, Scope, Side, Tap, Tournament

from .base import Actor, touch
from .journal import Note, log
from .tallies import rules_of
from .taps import fold_into

#: Under this name the taps stand that take back what was tapped before.
DESK = "desk"


def begin_anew(tournament: Tournament, actor: Actor, row: Match) -> None:
    """Before its players change: the match is not called, its tally is at the beginning, no report of it waits.

    Nothing is deleted: taps are taken back by taps. `row` is saved, with its former players.
    """
    row.table = row.called_at = row.started_at = row.missing_side = None
    row.save(update_fields=["table", "called_at", "started_at", "missing_side"])
    reports = PhoneReport.objects.filter(match=row, state=PhoneReport.State.WAITING)
    for waiting in reports:
        told = told_of(row, Side(waiting.winner_side), (waiting.score_left, waiting.score_right))
        log(tournament, actor, Note(JournalKind.PHONE_REPORT_REJECTED, f"match {row.serial}", before=told))
    reports.update(state=PhoneReport.State.REJECTED, settled_by=actor.name, settled_at=clock.now())
    tally = PhoneTally.objects.filter(match=row).first()
    if tally is not None:
        _take_back(tournament, actor, row, tally)
    touch(tournament, [Scope.TAPS])


def told_of(row: Match, winner: Side, score: tuple[int, int]) -> dict[str, object]:
    """What the journal keeps of a reported result: the winner's card and the score."""
    card = row.left_card if winner == Side.LEFT else row.right_card
    return {"winner": card.number if card else None, "score": list(score)}


def _take_back(tournament: Tournament, actor: Actor, row: Match, tally: PhoneTally) -> None:
    at, last = clock.now(), Tap.objects.filter(match=row, device=DESK).aggregate(last=Max("sequence"))["last"] or 0
    undos = [
        Tap(
            match=row, number=tally.count + each, device=DESK, sequence=last + each, kind=tap_fold.TapKind.UNDO.value, at=at,
        )
        for each in range(1, len(tally.entries) + 1)
    ]  # fmt: skip
    Tap.objects.bulk_create(undos)
    tally.count, tally.entries, tally.device = tally.count + len(undos), [], ""
    tally.term, tally.version, tally.changed_at = tally.term + 1, tally.version + 1, at
    fold_into(tally, rules_of(tournament), row.bummerl_to_win)
    tally.save()
    log(
        tournament,
        actor,
        *(
            Note(
                JournalKind.TAP, f"match {row.serial}",
                after={
                    "tap": undo.kind, "side": None, "points": 0, "number": undo.number, "phone": DESK, "sequence": undo.sequence,
                },
            )
            for undo in undos
        ),
    )  # fmt: skip
