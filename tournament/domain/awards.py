"""Prizes: they walk down the places, and stop where a tie has to be settled first."""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from .placements import PlaceRow, without_place
from .records import Card, Departure
from .terms import Policy, TiePolicy


@dataclass(frozen=True, slots=True)
class Skipped:
    """A card the prize went past, because its owner has a prize already."""

    owner: int
    place: int
    card: int


@dataclass(frozen=True, slots=True)
class Award:
    """Prize `rank` goes to `owner` for `card` on `place`; `skipped` is why nobody before got it.

    A shared prize has no card and no owner: it belongs to all start numbers in `shared_with`, ascending.
    """

    rank: int
    card: int | None
    owner: int | None
    place: int
    shared_with: tuple[int, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Tie:
    """Places `first` ... `last` that a prize depends on; `cards`: the whole group, ascending."""

    first: int
    last: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Awards:
    """What is certain, by rank, and the tie that stops the rest. Ranks missing without a tie found no taker."""

    awarded: tuple[Award, ...]
    open_ties: tuple[Tie, ...]


@dataclass(slots=True)
class _Walk:
    """The state of the walk: the position of the next card that counts, and who has a prize."""

    ranks: frozenset[int]
    policy: Policy
    eligible: Container[int] | None = None
    position: int = 1
    rewarded: set[int] = field(default_factory=set)
    skipped: list[Skipped] = field(default_factory=list)
    awarded: list[Award] = field(default_factory=list)

    def counts(self, row: PlaceRow) -> bool:
        return self.eligible is None or row.owner in self.eligible

    def can_get(self, row: PlaceRow) -> bool:
        return self.counts(row) and (self.policy is Policy.SEVERAL or row.owner not in self.rewarded)

    def pass_by(self, row: PlaceRow) -> None:
        """Past this card; worth telling only of somebody who has a prize already."""
        if self.counts(row):
            self.skipped.append(Skipped(row.owner, row.place, row.card))

    def take(self, row: PlaceRow) -> None:
        """One card: past it, or the next position is his."""
        if not self.can_get(row):
            self.pass_by(row)
            return
        if self.position in self.ranks:
            self._hand(Award(self.position, row.card, row.owner, row.place, skipped=tuple(self.skipped)), row.owner)
        self.position += 1

    def share(self, rows: Sequence[PlaceRow]) -> None:
        """A whole group: the prizes that fall on it belong to all who could get one."""
        takers = [row for row in rows if self.can_get(row)]
        owners = tuple(sorted({row.owner for row in takers}))
        falling = len(takers) if self.policy is Policy.SEVERAL else len(owners)
        for row in rows:
            if not self.can_get(row):
                self.pass_by(row)
        for position in range(self.position, self.position + falling):
            if position in self.ranks:
                self._hand(Award(position, None, None, rows[0].place, owners, tuple(self.skipped)), *owners)
        self.position += falling

    def _hand(self, award: Award, *owners: int) -> None:
        self.awarded.append(award)
        self.rewarded.update(owners)
        self.skipped.clear()


def award(
    ranks: Sequence[int],
    rows: Iterable[PlaceRow],
    policy: Policy,
    tie_policy: TiePolicy,
    *,
    complete: bool = True,
    eligible: Container[int] | None = None,
    rewarded: Iterable[int] = (),
) -> Awards:
    """Give the prizes of these ranks (1 = the best) to the places.

    `several`: prize k to the k-th card. `one_prize_per_person`: owners who have one are skipped. A shared group that a
    prize is left for and that more than one owner could get it from stops the walk until it is settled, unless prizes
    are shared. `complete` False: cards are still in play, and the walk stops at the first place that is missing.
    `eligible`: the only owners who count (an extra ranking); `rewarded`: who has a prize from another ranking.
    """
    walk = _Walk(frozenset(ranks), policy, eligible, rewarded=set(rewarded))
    highest = max(ranks, default=0)
    expected = 1
    for place, same in groupby(rows, key=lambda row: row.place):
        group = list(same)
        if walk.position > highest or (not complete and place != expected):
            break
        expected = place + len(group)
        takers = [row for row in group if walk.can_get(row)]
        left = any(walk.position + behind in walk.ranks for behind in range(len(takers)))
        if len({row.owner for row in takers}) > 1 and left:
            if tie_policy is not TiePolicy.SHARED:
                tie = Tie(place, expected - 1, tuple(row.card for row in group))
                return Awards(tuple(walk.awarded), (tie,))
            walk.share(group)
        else:
            for row in group:  # ascending card numbers: of one owner's cards the lowest counts first
                walk.take(row)
    return Awards(tuple(walk.awarded), ())


def all_ranked(cards: Mapping[int, Card], rows: Collection[PlaceRow], departures: Iterable[Departure] = ()) -> bool:
    """Every card that can have a place has one."""
    return {row.card for row in rows} >= cards.keys() - without_place(cards, departures)


def may_be_handed_out(
    owner: int, cards: Mapping[int, Card], rows: Iterable[PlaceRow], departures: Iterable[Departure] = ()
) -> bool:
    """Nothing is handed out to a person while a card of his is still in play, that is, has no certain place yet."""
    own = {number: card for number, card in cards.items() if card.owner == owner}
    return {row.card for row in rows} >= own.keys() - without_place(own, departures)
