"""Participant lists as clubs have them: rows of texts in, a preview of what would be taken in out.

Nothing is stored here and nothing is guessed silently: whatever was assumed, left out or looks odd is in the preview,
every line that cannot be taken is listed with its number and what to do about it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament.domain.list_columns import ListRow, guess_columns, header_columns
from tournament.domain.list_notices import Notices, before_header, guessed, left_out, namesakes
from tournament.domain.list_words import Column, is_category, is_total, parse_cards, parse_paid
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.names import MAX_NOTE, InvalidText, clean_name, clean_text, fold

# A tournament has at most this many cards, so nobody can have more of them.
MAX_CARDS = 4_096
_HEADER_WITHIN = 10
# An umlaut in UTF-8 that some program has read as Windows-1252.
_BROKEN_UMLAUT = re.compile("Ã[¤¶¼Ÿ„–œ©¡]")
_FAMILY_NAME_FIRST = re.compile(r"^([^\s,]+), ?([^,]+)$")
_NUMBERED = re.compile(r"\s*([0-9]{1,4})\s*[.)]\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """A person of the list. `cards` is None where the list does not say how many: known, but nothing reserved yet."""

    line: int
    name: str
    place: str = ""
    club: str = ""
    categories: tuple[str, ...] = ()
    cards: int | None = None
    paid: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not taken in: its number in the file, its text (shortened) and what to do."""

    line: int
    text: str
    reason: Message


@dataclass(frozen=True, slots=True)
class ListPreview:
    """What a list would bring: `headings` are the words of the file over `columns`, empty if it has no header."""

    entries: tuple[ListEntry, ...]
    bad_lines: tuple[BadLine, ...]
    columns: tuple[Column, ...]
    warnings: tuple[Message, ...]
    headings: tuple[str, ...] = ()
    header_line: int | None = None

    @property
    def cards(self) -> int:
        """How many cards all entries ask for together."""
        return sum(entry.cards or 0 for entry in self.entries)


def read_list(
    rows: Sequence[ListRow],
    *,
    columns: Sequence[Column] | None = None,
    max_cards_per_person: int = MAX_CARDS,
    categories: Collection[str] = (),
) -> ListPreview:
    """Read the rows of a list into a preview.

    `columns` overrules the guess where a list has no header (or its header is misunderstood); `categories` are the
    labels of the tournament, recognised in a column that mixes clubs and categories.
    """
    filled = [row for row in rows if not row.is_blank]
    header = _find_header(filled)
    warnings: list[Message] = []
    headings: tuple[str, ...] = ()
    if header is not None:
        headings = tuple(cell.strip() for cell in filled[header].cells)
        warnings += before_header(filled[:header])
        body = filled[header + 1 :]
        found = header_columns(filled[header].cells) or ()
    else:
        body = _without_numbering(filled)
        found = guess_columns(body)
    used = tuple(columns) if columns is not None else found
    if header is None and columns is None and len(used) > 1:
        warnings.append(guessed(used))
    warnings += left_out(headings, used)

    reader = _Reader(used, max_cards_per_person, frozenset(fold(label) for label in categories))
    entries: list[ListEntry] = []
    bad: list[BadLine] = []
    for row in body:
        if headings and tuple(cell.strip() for cell in row.cells) == headings:
            reader.notices.repeated_header.append(row.line)
            continue
        try:
            entries.append(reader.entry(row))
        except InvalidText as fault:
            bad.append(BadLine(row.line, row.text, fault.message))
    if not entries and not bad:
        warnings.append(Message(gettext_noop("Die Liste enthält keine Namen. Bitte eine andere Datei wählen.")))
    warnings += reader.notices.messages() + namesakes((entry.line, entry.name) for entry in entries)
    return ListPreview(
        entries=tuple(entries),
        bad_lines=tuple(bad),
        columns=used,
        warnings=tuple(warnings),
        headings=headings,
        header_line=None if header is None else filled[header].line,
    )


class _Reader:
    """Turns one row after the other into entries, by the meaning of the columns."""

    def __init__(self, columns: tuple[Column, ...], max_cards: int, categories: frozenset[str]) -> None:
        self.columns = columns
        self.max_cards = max_cards
        self.categories = categories
        self.notices = Notices()

    def entry(self, row: ListRow) -> ListEntry:
        """Return the entry of a row or raise `InvalidText` with the reason why it cannot be taken."""
        if any(cell.strip() for cell in row.cells[len(self.columns) :]):
            raise InvalidText(
                Message(
                    gettext_noop(
                        "Mehr Spalten als erwartet (%(expected)s). Bitte Trennzeichen in dieser Zeile prüfen."
                    ),
                    expected=len(self.columns),
                )
            )
        cell = dict(zip(self.columns, row.cells, strict=False))
        name = self._name(cell)
        cards = self._cards(cell)
        paid = self._paid(cell)
        club, categories = self._club(cell)
        entry = ListEntry(
            line=row.line,
            name=name,
            place=_text(cell, Column.PLACE),
            club=club,
            categories=categories,
            cards=cards,
            paid=paid,
            note=_text(cell, Column.NOTE, limit=MAX_NOTE),
        )
        if paid and cards is None:
            self.notices.paid_nothing.append(row.line)
        elif cards is None and Column.CARDS in self.columns:
            self.notices.no_cards.append(row.line)
        if any(_BROKEN_UMLAUT.search(text) for text in row.cells):
            self.notices.broken_umlauts.append(row.line)
        return entry

    def _name(self, cell: dict[Column, str]) -> str:
        if Column.FAMILY_NAME in self.columns or Column.FIRST_NAME in self.columns:
            parts = (_text(cell, Column.FAMILY_NAME), _text(cell, Column.FIRST_NAME))
            name = clean_name(" ".join(part for part in parts if part))
        else:
            # "Huber, Johann" is the family name in front, as everywhere in the program.
            name = _FAMILY_NAME_FIRST.sub(r"\1 \2", clean_name(cell.get(Column.NAME, "")))
        if is_total(name):
            raise InvalidText(Message(gettext_noop("Das ist eine Summenzeile und keine Person. Sie wird ausgelassen.")))
        return name

    def _cards(self, cell: dict[Column, str]) -> int | None:
        text = cell.get(Column.CARDS, "").strip()
        if not text:
            return None
        cards = parse_cards(text)
        if cards is None or cards == 0:
            raise InvalidText(
                Message(
                    gettext_noop(
                        "„%(text)s“ ist keine Kartenzahl. Bitte eine ganze Zahl ab 1 eintragen oder leer lassen."
                    ),
                    text=text[:40],
                )
            )
        if cards > self.max_cards:
            raise InvalidText(
                Message(
                    gettext_noop(
                        "%(cards)s Karten sind zu viele: höchstens %(limit)s je Person. Bitte die Zahl ändern."
                    ),
                    cards=cards,
                    limit=self.max_cards,
                )
            )
        return cards

    def _paid(self, cell: dict[Column, str]) -> bool:
        text = cell.get(Column.PAID, "").strip()
        paid = parse_paid(text)
        if paid is None:
            raise InvalidText(
                Message(
                    gettext_noop("„%(text)s“ unter „bezahlt“ ist unklar. Bitte „ja“ oder „nein“ eintragen."),
                    text=text[:40],
                )
            )
        return paid

    def _club(self, cell: dict[Column, str]) -> tuple[str, tuple[str, ...]]:
        """Return club and categories; a cell of the mixed column is split only if a part of it is a category."""
        club = _text(cell, Column.CLUB)
        labels = _split(_text(cell, Column.CATEGORY))
        mixed = _text(cell, Column.CLUB_OR_CATEGORY)
        parts = _split(mixed)
        known = [part for part in parts if self._is_category(part)]
        if known:
            labels += known
            mixed = " / ".join(part for part in parts if part not in known)
        return club or mixed, tuple(dict.fromkeys(labels))

    def _is_category(self, text: str) -> bool:
        return fold(text) in self.categories or is_category(text)


def _text(cell: dict[Column, str], column: Column, *, limit: int | None = None) -> str:
    text = cell.get(column, "")
    try:
        return clean_text(text) if limit is None else clean_text(text, limit=limit)
    except InvalidText as fault:
        raise InvalidText(
            Message(gettext_noop("Spalte „%(column)s“: %(fault)s"), column=Message(column.value), fault=fault.message)
        ) from fault


def _split(text: str) -> list[str]:
    return [part for part in (piece.strip() for piece in re.split("[/,;]", text)) if part]


def _find_header(rows: Sequence[ListRow]) -> int | None:
    """Return the position of the header among the first rows; below a title it needs two headings at least."""
    for position, row in enumerate(rows[:_HEADER_WITHIN]):
        columns = header_columns(row.cells)
        if columns and (position == 0 or len(set(columns) - {Column.IGNORED}) > 1):
            return position
    return None


def _without_numbering(rows: Sequence[ListRow]) -> list[ListRow]:
    """Take "1." "2." ... off a plain list whose lines are all numbered in order."""
    numbers = [_NUMBERED.match(row.cells[0]) for row in rows if row.cells]
    counted = [int(found[1]) for found in numbers if found]
    if len(rows) < 2 or counted != list(range(1, len(rows) + 1)):
        return list(rows)
    return [ListRow(row.line, (_NUMBERED.sub("", row.cells[0], count=1), *row.cells[1:])) for row in rows]
