"""What the columns of a participant list mean: by their headings, or by a guess where there are none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournament.domain.list_words import Column, heading, parse_cards, parse_paid


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row of a file: the number of its first line (from 1) and the texts of its cells."""

    line: int
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        """The row as shown to people: its cells with bars between, at most 200 characters."""
        shown = " | ".join(" ".join(cell[:300].split()) for cell in self.cells[:20])
        return shown if len(shown) <= 200 else f"{shown[:199]}…"

    @property
    def is_blank(self) -> bool:
        """Whether no cell holds anything but white space."""
        return not any(cell.strip() for cell in self.cells)


def header_columns(cells: Sequence[str]) -> tuple[Column, ...] | None:
    """Return the meaning of each column if `cells` are a header row, else None.

    A header names the person (in one column or two), and most of its headings are known. A heading that is unknown or
    comes a second time is ignored; "Name" beside "Vorname" is the family name.
    """
    headings = [heading(cell) for cell in cells]
    if Column.FIRST_NAME in headings and Column.FAMILY_NAME not in headings:
        headings = [Column.FAMILY_NAME if column is Column.NAME else column for column in headings]
    if Column.FIRST_NAME in headings and Column.FAMILY_NAME in headings:
        headings = [Column.IGNORED if column is Column.NAME else column for column in headings]
    filled = sum(bool(cell.strip()) for cell in cells)
    known = sum(column is not None for column in headings)
    if not {Column.NAME, Column.FAMILY_NAME}.intersection(headings) or known * 2 < filled:
        return None
    seen: set[Column] = set()
    columns: list[Column] = []
    for column in headings:
        columns.append(Column.IGNORED if column is None or column in seen else column)
        seen.add(columns[-1])
    return tuple(columns)


def guess_columns(rows: Sequence[ListRow]) -> tuple[Column, ...]:
    """Return the most likely meaning of the columns of rows without a header.

    A running number in front is skipped. Then comes the name: in one column if most of its cells have several words,
    else family name and first name. Of the rest, the first column of numbers is cards, the first of yes and no is
    paid, and texts are place, club and note in this order.
    """
    width = max((len(row.cells) for row in rows), default=0)
    columns: list[Column] = []
    start = int(width > 1 and _counts_up([row.cells[0] for row in rows]))
    columns += [Column.NUMBER] * start
    names = _cells(rows, start)
    several_words = sum(len(cell.split()) > 1 for cell in names) * 2 >= len(names)
    if several_words or width - start < 2 or not _mostly(_cells(rows, start + 1), _is_word):
        columns.append(Column.NAME)
    else:
        columns += [Column.FAMILY_NAME, Column.FIRST_NAME]
    texts = [Column.PLACE, Column.CLUB, Column.NOTE]
    for position in range(len(columns), width):
        cells = _cells(rows, position)
        if Column.CARDS not in columns and _mostly(cells, lambda cell: parse_cards(cell) is not None):
            columns.append(Column.CARDS)
        elif Column.PAID not in columns and _mostly(cells, lambda cell: parse_paid(cell) is not None):
            columns.append(Column.PAID)
        else:
            columns.append(texts.pop(0) if cells and texts else Column.IGNORED)
    return tuple(columns)


def _cells(rows: Iterable[ListRow], position: int) -> list[str]:
    cells = (row.cells[position].strip() for row in rows if position < len(row.cells))
    return [cell for cell in cells if cell]


def _mostly(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    return bool(cells) and Counter(map(fits, cells))[True] * 5 >= len(cells) * 4


def _is_word(cell: str) -> bool:
    return parse_cards(cell) is None and parse_paid(cell) is None


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether the cells are 1, 2, 3 ... (also "1."): a running number, not a number of cards."""
    numbers = [cell.strip().rstrip(".)") for cell in cells]
    return len(numbers) > 1 and numbers == [str(number) for number in range(1, len(numbers) + 1)]
