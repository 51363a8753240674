"""The places as they stand, with names."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament import convert
from tournament.domain import names
from tournament.domain.placements import PlaceRow
from tournament.models import Person, SettledBy, Tournament

from .namesakes import where_from


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A ranked card with its owner."""

    place: int
    shared_until: int | None
    card: int
    start_number: int
    name: str
    where: str
    club: str
    public: bool
    sort_key: str
    search_text: str
    settled: str

    @property
    def label(self) -> str:
        """ "3." or, shared, "9.–16."."""
        return place_label(self.place, self.shared_until)


def place_label(place: int, shared_until: int | None) -> str:
    """A place as it is written: "3." or "9.–16."."""
    return f"{place}." if shared_until is None else f"{place}.–{shared_until}."


def people_of(tournament: Tournament) -> dict[int, Person]:
    """Everybody by start number: one query."""
    return {person.start_number: person for person in tournament.people.all()}


def lines_of(tournament: Tournament, rows: Iterable[PlaceRow], people: dict[int, Person]) -> tuple[PlaceLine, ...]:
    """Ranked cards with names, in order: one query."""
    where = where_from(tournament)
    settled = {value: str(label) for value, label in SettledBy.choices}
    lines = []
    for row in rows:
        person = people[row.owner]
        lines.append(
            PlaceLine(
                place=row.place, shared_until=row.shared_until, card=row.card, start_number=row.owner, name=person.name,
                where=where.get(person.pk, person.place), club=person.club, public=person.public, sort_key=person.sort_key,
                search_text=person.search_text, settled=settled.get(row.settled_by.value, "") if row.settled_by else "",
            )
        )  # fmt: skip
    return tuple(lines)


def places(tournament: Tournament, *, search: str = "") -> tuple[PlaceLine, ...]:
    """All certain places, of the people whose names, places or clubs begin so: a fixed number of queries."""
    standing = convert.ranking(tournament)
    lines = lines_of(tournament, standing.rows, people_of(tournament))
    terms = names.search_terms(search[:200])
    return tuple(line for line in lines if all(term in line.search_text for term in terms))
