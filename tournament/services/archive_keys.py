"""What reading an archive back needs everywhere: rows by their numbers, values from texts, lengths that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import TypeVar

from django.db.models import CharField, Model
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import ArchiveError
from tournament.models import Draw, EntryCard, GameTable, Match, Person, Tournament

M = TypeVar("M", bound=Model)
BATCH = 500


@dataclass(slots=True)
class Keys:
    """The rows stored so far, by the numbers the archive calls them."""

    tournament: Tournament
    people: dict[int, Person] = field(default_factory=dict)
    cards: dict[int, EntryCard] = field(default_factory=dict)
    draws: dict[int, Draw] = field(default_factory=dict)
    tables: dict[int, GameTable] = field(default_factory=dict)
    matches: dict[int, Match] = field(default_factory=dict)

    def person(self, start_number: int | None) -> Person | None:
        """The person, or None for null."""
        return None if start_number is None else self.people[start_number]

    def card(self, number: int | None) -> EntryCard | None:
        """The card, or None for null."""
        return None if number is None else self.cards[number]


def bulk(rows: Sequence[M]) -> Sequence[M]:
    """Store rows of one model; ArchiveError for a text that is longer than its column."""
    if rows:
        for row in rows:
            require_fits(row)
        type(rows[0])._default_manager.bulk_create(rows, batch_size=BATCH)
    return rows


def require_fits(row: Model) -> None:
    """Raise ArchiveError for a text longer than its column: SQLite would take it, PostgreSQL not."""
    for column in row._meta.concrete_fields:
        value = getattr(row, column.attname)
        if isinstance(column, CharField) and isinstance(value, str) and len(value) > (column.max_length or len(value)):
            raise ArchiveError(
                _(
                    "Das Archiv kann nicht übernommen werden: „%(text)s…“ ist für „%(name)s“ zu lang (%(length)s statt höchstens %(limit)s Zeichen)."
                )
                % {"text": value[:30], "name": column.name, "length": len(value), "limit": column.max_length}
            )


def moment(text: str | None) -> datetime | None:
    """A moment from its text, or None."""
    return None if text is None else datetime.fromisoformat(text)


def moment_or_now(text: str | None) -> datetime:
    """A moment from its text; the present one where the file has none."""
    return datetime.fromisoformat(text) if text else clock.now()


def money(text: str | None) -> Decimal | None:
    """An amount from its text, or None."""
    return None if text is None else Decimal(text)
