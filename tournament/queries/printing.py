"""What every sheet of paper says besides its content: whose it is, when it was printed, which copy it is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.domain.sheets import Options, SheetName, key
from tournament.models import Tournament


class NothingToPrint(Exception):
    """There is nothing on this sheet yet; the text is a sentence that says what must happen first."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """Head, footer and properties of a printed document. `copy_number`: 1 for the first printout of this sheet."""

    tournament: str
    starts_at: datetime | None
    venue: str
    organiser: str
    language: str
    made_at: datetime
    copy_number: int = 1


@dataclass(frozen=True, slots=True)
class Prepared:
    """A sheet ready to be set: what is on it is fixed, only moment and copy number are to come.

    `parts`: key of each piece -> first digits of its fingerprint; `render` gives the PDF.
    """

    sheet: SheetName
    options: Options
    fingerprint: str
    parts: Mapping[str, str]
    render: Callable[[Imprint], bytes]

    @property
    def key(self) -> str:
        """Sheet and choices: the same ones are copies of each other. What had changed is another choice each time."""
        plain = key(self.sheet, self.options)
        return f"{plain} {self.fingerprint[:8]}" if self.options.changed else plain


def imprint(tournament: Tournament, *, made_at: datetime, copy_number: int = 1) -> Imprint:
    """The imprint of a tournament's printout. No query."""
    return Imprint(
        tournament=tournament.name,
        starts_at=tournament.starts_at,
        venue=tournament.venue,
        organiser=tournament.organiser,
        language=tournament.paper_language,
        made_at=made_at,
        copy_number=copy_number,
    )


def printed_parts(tournament: Tournament, sheet: SheetName) -> dict[str, str]:
    """Every piece of a sheet that was printed, with the fingerprint it was last printed with. One query."""
    found: dict[str, str] = {}
    for parts in tournament.printouts.filter(sheet=sheet.value).order_by("number").values_list("parts", flat=True):
        found |= parts
    return found
