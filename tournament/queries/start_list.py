"""Who takes part, for the list that hangs on the wall before the draw."""

from collections import defaultdict
from dataclasses import dataclass

from tournament.models import CardState, Tournament


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person with the cards that are in play."""

    start_number: int
    name: str
    place: str
    club: str
    cards: tuple[int, ...]
    sort_key: str


@dataclass(frozen=True, slots=True)
class StartList:
    """Everybody with a card, by start number and by name."""

    by_number: tuple[Entrant, ...]
    by_name: tuple[Entrant, ...]

    @property
    def cards(self) -> int:
        """All cards."""
        return sum(len(entrant.cards) for entrant in self.by_number)


def start_list(tournament: Tournament) -> StartList:
    """The start list as it stands: two queries."""
    held: dict[int, list[int]] = defaultdict(list)
    rows = tournament.cards.filter(state=CardState.IN).order_by("number")
    for number, owner in rows.values_list("number", "owner__start_number"):
        held[owner].append(number)
    people = tournament.people.order_by("start_number").values_list("start_number", "name", "place", "club", "sort_key")
    entrants = tuple(
        Entrant(start, name, place, club, tuple(held[start]), key)
        for start, name, place, club, key in people
        if start in held
    )
    return StartList(entrants, tuple(sorted(entrants, key=lambda each: (each.sort_key, each.start_number))))
