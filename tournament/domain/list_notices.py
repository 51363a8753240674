"""What a preview of a participant list points out without refusing it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tournament.domain.list_columns import ListRow
from tournament.domain.list_words import Column
from tournament.domain.messages import Message, gettext_noop, joined
from tournament.domain.names import name_keys

_SHOWN_LINES = 12


@dataclass(slots=True)
class Notices:
    """Line numbers by kind of warning, collected while the lines are read."""

    repeated_header: list[int] = field(default_factory=list)
    no_cards: list[int] = field(default_factory=list)
    paid_nothing: list[int] = field(default_factory=list)
    broken_umlauts: list[int] = field(default_factory=list)

    def messages(self) -> list[Message]:
        """Return one message for each kind that occurred."""
        texts = (
            (
                self.repeated_header,
                gettext_noop("Die Kopfzeile kommt noch einmal vor und wird ausgelassen: Zeile %(lines)s."),
            ),
            (self.no_cards, gettext_noop("Ohne Kartenzahl, es wird nichts reserviert: Zeile %(lines)s.")),
            (self.paid_nothing, gettext_noop("Bezahlt, aber die Liste nennt keine Kartenzahl: Zeile %(lines)s.")),
            (
                self.broken_umlauts,
                gettext_noop("Umlaute sehen beschädigt aus (Ã¶ statt ö): Zeile %(lines)s. Bitte als UTF-8 speichern."),
            ),
        )
        return [Message(text, lines=_lines(numbers)) for numbers, text in texts if numbers]


def before_header(rows: Iterable[ListRow]) -> list[Message]:
    """Return a message for each line above the header: titles and remarks are not people."""
    text = gettext_noop("Zeile %(line)s steht vor der Kopfzeile und wird nicht übernommen: %(text)s")
    return [Message(text, line=row.line, text=row.text) for row in rows]


def guessed(columns: Sequence[Column]) -> Message:
    """Return the message that says how columns without a header were understood."""
    return Message(
        gettext_noop("Keine Kopfzeile gefunden. Angenommen wurde: %(columns)s. Bitte prüfen oder Spalten zuordnen."),
        columns=joined(", ", [Message(column.value) for column in columns]),
    )


def left_out(headings: Sequence[str], columns: Sequence[Column]) -> list[Message]:
    """Return the message that names the columns nothing is taken from (a telephone number, say)."""
    words = [word for word, column in zip(headings, columns, strict=False) if column is Column.IGNORED and word]
    if not words:
        return []
    shown = ", ".join(f"„{word[:40]}“" for word in words)
    return [Message(gettext_noop("Diese Spalten werden nicht übernommen: %(columns)s."), columns=shown)]


def namesakes(people: Iterable[tuple[int, str]]) -> list[Message]:
    """Return a message for each name that several people (line number, name) of the list have."""
    groups: dict[str, list[tuple[int, str]]] = {}
    for line, name in people:
        keys = sorted(name_keys(name))
        group = next((groups[key] for key in keys if key in groups), [])
        group.append((line, name))
        for key in keys:
            groups.setdefault(key, group)
    several = {id(group): group for group in groups.values() if len(group) > 1}
    text = gettext_noop("„%(name)s“ steht mehrmals in der Liste (Zeilen %(lines)s): Das werden %(count)s Personen.")
    return [
        Message(text, name=group[0][1], lines=_lines([line for line, _ in group]), count=len(group))
        for group in several.values()
    ]


def _lines(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:_SHOWN_LINES]))
    return shown if len(numbers) <= _SHOWN_LINES else f"{shown} … ({len(numbers)})"
