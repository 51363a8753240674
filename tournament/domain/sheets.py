"""The sheets of paper a tournament can print, and what may be chosen for each."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum


class SheetName(StrEnum):
    """Every sheet by the name it has in commands and addresses, in the order of the evening."""

    ANNOUNCEMENT = "announcement"
    RULES = "rules"
    START_LIST = "start-list"
    CARDS = "cards"
    DRAW = "draw"
    SLIPS = "slips"
    TABLE_CARDS = "table-cards"
    ROUND = "round"
    TREE = "tree"
    PRIZES = "prizes"
    RECEIPTS = "receipts"
    CERTIFICATES = "certificates"
    CASH = "cash"
    RESULTS = "results"
    PROTOCOL = "protocol"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Options:
    """What is to be on the sheet; None: what is usual at the moment.

    `round`: of slips, round result, draw. `draw`: number of a draw (draw sheet, protocol). `match`: the serial of the one match
    whose slip is printed again. `person`: the start number whose cards, receipt or certificate is printed again.
    `paper`: `a4` or `a3` (tree). `changed`: only the pieces that are not yet printed as they are now.
    """

    round: int | None = None
    draw: int | None = None
    match: int | None = None
    person: int | None = None
    paper: str | None = None
    changed: bool = False

    def chosen(self) -> dict[str, int | str | bool]:
        """The choices that were made.

        >>> Options(round=2).chosen()
        {'round': 2}
        """
        return {name: value for name, value in asdict(self).items() if value not in (None, False)}


def key(sheet: SheetName, options: Options) -> str:
    """The same sheet with the same choices has the same key: its printouts are counted together.

    >>> key(SheetName.SLIPS, Options(round=2, match=17))
    'slips match=17 round=2'
    """
    return " ".join([sheet.value, *(f"{name}={value}" for name, value in sorted(options.chosen().items()))])
