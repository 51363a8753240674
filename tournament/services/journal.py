"""Adding to the journal: numbered and hash-chained per tournament."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament import clock
from tournament.domain.archive import hash_of, time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import JournalEntry, State, Tournament

from .base import Actor


@dataclass(frozen=True, slots=True)
class Note:
    """What a journal entry says. `subject` like `match 12`, `card 7`, `person 3`; before and after hold integers and texts only."""

    kind: JournalKind
    subject: str
    before: Any = None
    after: Any = None
    reason: str | None = None


def log(tournament: Tournament, actor: Actor, *notes: Note) -> None:
    """Append entries; the tournament's row must be locked (every use case does)."""
    last = tournament.journal.order_by("-number").values_list("number", "hash").first()
    number, prev = last or (0, None)
    at = clock.now()
    entries = []
    for note in notes:
        number += 1
        entry = JournalEntry(
            tournament=tournament, number=number, at=at, by=actor.name, kind=note.kind.value, subject=note.subject,
            before=note.before, after=note.after, reason=note.reason, prev=prev,
        )  # fmt: skip
        prev = entry.hash = hash_of(record(entry))
        entries.append(entry)
    store(entries)


def log_afterwards(tournament: Tournament, actor: Actor, *notes: Note) -> None:
    """Append entries about what may still happen when the tournament is finished; its journal ends with `finish` again."""
    end = Note(JournalKind.FINISH, "tournament", after={"ranked": tournament.places.count()})
    log(tournament, actor, *notes, *([end] if tournament.state == State.FINISHED else []))


def store(entries: Sequence[JournalEntry]) -> None:
    """Write entries whose numbers and hashes are set."""
    if len(entries) == 1:
        entries[0].save(force_insert=True)
    else:
        JournalEntry.objects.bulk_create(entries, batch_size=500)


def record(entry: JournalEntry) -> dict[str, Any]:
    """The entry as the archive holds it, without its hash."""
    return {
        "number": entry.number, "at": time_text(entry.at), "by": entry.by, "kind": entry.kind, "subject": entry.subject,
        "before": entry.before, "after": entry.after, "reason": entry.reason, "prev": entry.prev,
    }  # fmt: skip
