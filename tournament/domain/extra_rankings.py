"""Extra rankings over the same field: categories of persons by their best card, and the club with most participants."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from .awards import Awards, Tie, award
from .placements import PlaceRow
from .terms import Policy, TiePolicy

#: The name of the ranking of clubs; every other name is a category.
CLUBS = "club"
NOTHING = Awards((), ())


@dataclass(frozen=True, slots=True)
class Participant:
    """A person who takes part. `cards`: how many of his count, that is, neither refunded nor excluded."""

    start_number: int
    categories: tuple[str, ...]
    club: str
    cards: int


@dataclass(frozen=True, slots=True)
class ClubAward:
    """Prize `rank` goes to a club, or to several that are equal: `people` participants each, all of them `members`."""

    rank: int
    clubs: tuple[str, ...]
    people: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExtraAwards:
    """What is certain in every extra ranking, by its name; and of the clubs."""

    categories: Mapping[str, Awards] = field(default_factory=dict)
    clubs: tuple[ClubAward, ...] = ()

    @property
    def open_ties(self) -> tuple[Tie, ...]:
        """Ties that a prize of a category waits for, each once, best places first."""
        found = {tie.first: tie for awards in self.categories.values() for tie in awards.open_ties}
        return tuple(found[first] for first in sorted(found))


def same_label(text: str) -> str:
    """What makes two spellings of a category or club the same one.

    >>> same_label(" FF  Großsölk") == same_label("ff grosssölk")
    True
    """
    return " ".join(text.split()).casefold()


def award_extra(
    ranks: Mapping[str, Sequence[int]],
    rows: Sequence[PlaceRow],
    participants: Collection[Participant],
    tie_policy: TiePolicy,
    *,
    complete: bool,
    field_fixed: bool,
    bound_by: Iterable[int] | None = None,
    main_open: bool = False,
) -> ExtraAwards:
    """Give the prizes of the extra rankings.

    `ranks`: ranking -> ranks of its prizes. In a category each person counts once, with the best card; ties are those
    of the main ranking. `bound_by`: owners with a prize of the main ranking, where one prize per person holds for the
    extra rankings too (None: they are exempt); then they wait for the main ranking (`main_open`), and for each other
    in the order of their names. Clubs are certain once nobody can join any more (`field_fixed`).
    """
    clubs = award_clubs(ranks.get(CLUBS, ()), participants) if field_fixed else ()
    taken, waiting = set(bound_by or ()), bound_by is not None and main_open
    categories: dict[str, Awards] = {}
    for label in sorted(name for name in ranks if name != CLUBS):
        if waiting:
            categories[label] = NOTHING
            continue
        of_it = {p.start_number for p in participants if same_label(label) in map(same_label, p.categories)}
        made = award(
            ranks[label], rows, Policy.ONE, tie_policy, complete=complete, eligible=of_it, rewarded=taken
        )  # fmt: skip
        categories[label] = made
        if bound_by is not None:
            taken |= owners_of(made)
            waiting = bool(made.open_ties) or (not complete and len(made.awarded) < len(ranks[label]))
    return ExtraAwards(categories, clubs)


def owners_of(awards: Awards) -> set[int]:
    """Everybody who has a prize, alone or with others."""
    return {owner for given in awards.awarded for owner in (given.owner, *given.shared_with) if owner is not None}


def award_clubs(ranks: Sequence[int], participants: Iterable[Participant]) -> tuple[ClubAward, ...]:
    """Most participants first, then most cards; clubs equal in both share what falls on them."""
    members: dict[str, list[Participant]] = {}
    for person in sorted(participants, key=lambda p: p.start_number):
        if person.cards and person.club.strip():
            members.setdefault(same_label(person.club), []).append(person)

    def size(club: str) -> tuple[int, int]:
        return -len(members[club]), -sum(person.cards for person in members[club])

    found, position = [], 1
    for (people, _cards), group in groupby(sorted(members, key=lambda club: (size(club), club)), key=size):
        equal = list(group)
        names = tuple(members[club][0].club for club in equal)
        numbers = tuple(sorted(person.start_number for club in equal for person in members[club]))
        for rank in range(position, position + len(equal)):
            if rank in ranks:
                found.append(ClubAward(rank, names, -people, numbers))
        position += len(equal)
    return tuple(found)
