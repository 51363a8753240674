"""How each sheet stands: can it be printed, was it, and is it still true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.domain.sheets import Options, SheetName
from tournament.queries.printing import NothingToPrint, printed_parts
from tournament.queries.printouts import PrintedLine, printouts
from tournament.queries.sheet_titles import TITLES

from .catalogue import KINDS, prepare

if TYPE_CHECKING:
    from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class SheetState:
    """A line of the print page. `why_not`: a sentence when there is nothing to print yet; `last`: the last printout of what would be
    printed now; `changed`: it no longer says what holds; `waiting`: pieces not yet printed as they are now, of `pieces`.
    """

    sheet: SheetName
    title: str
    what: str
    choices: frozenset[str]
    why_not: str = ""
    last: PrintedLine | None = None
    changed: bool = False
    pieces: int = 0
    waiting: int = 0


def sheet_states(tournament: Tournament, sheets: Iterable[SheetName]) -> tuple[SheetState, ...]:
    """The sheets that are built, in the order of the evening; a fixed number of queries, whatever the size."""
    shown = [sheet for sheet in SheetName if sheet in set(sheets) and sheet in KINDS]
    printed = printouts(tournament, shown)
    return tuple(_state(tournament, sheet, [line for line in printed if line.sheet == sheet.value]) for sheet in shown)


def _state(tournament: Tournament, sheet: SheetName, printed: list[PrintedLine]) -> SheetState:
    title, what = (str(text) for text in TITLES[sheet])
    choices = KINDS[sheet].choices
    try:
        now = prepare(tournament, sheet, Options())
    except NothingToPrint as reason:
        return SheetState(sheet, title, what, choices, why_not=str(reason), last=printed[0] if printed else None)
    last = next((line for line in printed if line.key == now.key), None)
    before = printed_parts(tournament, sheet) if now.parts else {}
    waiting = sum(before.get(key) != fingerprint for key, fingerprint in now.parts.items())
    changed = waiting > 0 if now.parts else last is not None and last.fingerprint != now.fingerprint
    return SheetState(
        sheet,
        title,
        what,
        choices,
        last=last,
        changed=changed and bool(printed),
        pieces=len(now.parts),
        waiting=waiting,
    )
