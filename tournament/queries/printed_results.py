"""The result list for newspaper and web: places with names, and only a number for whoever does not want to be named."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count
from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import CardState, State, Tournament

from .places import PlaceLine, places
from .printing import NothingToPrint

#: So far down the list is read even where there are fewer prizes.
USUAL = 8


@dataclass(frozen=True, slots=True)
class ResultPerson:
    """Somebody on a place. `name` "" for whoever is not to be named; `cards`: how many of his stand on it."""

    start_number: int
    name: str
    where: str
    cards: int


@dataclass(frozen=True, slots=True)
class ResultPlace:
    """A place, or several that are shared; `settled`: what decided it, where it was not played out."""

    label: str
    first: int
    people: tuple[ResultPerson, ...]
    settled: str


@dataclass(frozen=True, slots=True)
class PrintedResults:
    """All places that are certain. `top`: how far down they are set large; `finished`: nothing can change any more."""

    places: tuple[ResultPlace, ...]
    top: int
    people: int
    cards: int
    finished: bool
    sponsors: str


def printed_results(tournament: Tournament, options: Options) -> PrintedResults:
    """Nine queries, whatever the size; raises NothingToPrint while no place is certain."""
    lines = places(tournament)
    if not lines:
        raise NothingToPrint(_("Noch steht kein Platz fest."))
    return results_of(tournament, lines)


def results_of(tournament: Tournament, lines: Iterable[PlaceLine]) -> PrintedResults:
    """The list of these places: two queries."""
    played = tournament.cards.exclude(state=CardState.REFUNDED)
    sizes = played.aggregate(cards=Count("pk"), people=Count("owner", distinct=True))
    prizes = tournament.prizes.filter(ranking=None).count()
    groups = groupby(lines, key=lambda line: (line.place, line.shared_until))
    return PrintedResults(
        places=tuple(_place(tuple(group)) for _key, group in groups), top=max(USUAL, prizes), people=sizes["people"],
        cards=sizes["cards"], finished=tournament.state == State.FINISHED, sponsors=tournament.sponsors_text,
    )  # fmt: skip


def _place(lines: tuple[PlaceLine, ...]) -> ResultPlace:
    counts = Counter(line.start_number for line in lines)
    named = {line.start_number: line for line in lines}
    people = sorted(named.values(), key=lambda line: (line.sort_key, line.start_number))
    settled = {line.settled for line in lines} - {""}
    return ResultPlace(
        lines[0].label,
        lines[0].place,
        tuple(_person(line, counts[line.start_number]) for line in people),
        ", ".join(sorted(settled)),
    )


def _person(line: PlaceLine, cards: int) -> ResultPerson:
    if not line.public:
        return ResultPerson(line.start_number, "", "", cards)
    return ResultPerson(line.start_number, line.name, line.where or line.club, cards)
