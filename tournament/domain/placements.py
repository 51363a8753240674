"""Places: from matches, departures and settlements to the ranking of every card.

Cards are ranked by the main round that put them out; a group starts at 1 + the cards that got further. Within it come
first the cards beaten in play (ordered by P1 ... P5 where those are played, else sharing), then, sharing, those that
withdrew or met in a double walkover. An excluded card has no place; the one it would have had stays empty.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from .placement_slots import Slot, one, quarter_slots, semi_slots, shared
from .records import Blocks, Card, Departure, Match
from .steps import leavers
from .terms import CardState, Outcome, SettledBy, Stage


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a tie was settled: all cards of the group, best first; `by` play-off or lot."""

    order: tuple[int, ...]
    by: SettledBy


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A ranked card. `shared_until`: the last place of its shared group, or None; `owner`: a start number.

    `settled_by` None: shared, withdrawn, or never played out.
    """

    place: int
    shared_until: int | None
    card: int
    owner: int
    settled_by: SettledBy | None


@dataclass(frozen=True, slots=True)
class TieGroup:
    """Cards that share the places `first` ... `last`, ascending."""

    first: int
    last: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class _Group:
    """The cards one main round put out."""

    beaten: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    excluded: list[int] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)

    @property
    def size(self) -> int:
        return len(self.beaten) + len(self.gone) + len(self.excluded)

    @property
    def numbers(self) -> int:
        return self.matches[0].numbers if self.matches else 0


def without_place(cards: Mapping[int, Card], departures: Iterable[Departure]) -> frozenset[int]:
    """The cards that can get no place: refunded, excluded, or beaten and named in an exclusion."""
    named = {card for card, kind in leavers(departures).items() if kind is CardState.EXCLUDED}
    never = (CardState.EXCLUDED, CardState.REFUNDED)
    return frozenset(named | {card.number for card in cards.values() if card.state in never})


def rank(
    cards: Mapping[int, Card],
    matches: Iterable[Match],
    departures: Iterable[Departure] = (),
    blocks: Blocks | None = None,
    settlements: Mapping[int, Settlement] | None = None,
    *,
    fixed_bracket: bool = False,
) -> tuple[PlaceRow, ...]:
    """All places that are certain, by place, then card number.

    `cards`: all of the tournament; `matches`: all live ones; `settlements`: by the first place of the group, counting
    only while they name exactly its cards. While the tournament runs, cards still in play are missing.
    """
    matches, departures = list(matches), list(departures)
    blocks, settlements = blocks or Blocks(), settlements or {}
    main = [match for match in matches if match.stage is Stage.MAIN]
    late = {match.number: match for match in matches if match.stage not in (Stage.MAIN, Stage.THREE)}
    left_hall, placeless = leavers(departures), without_place(cards, departures)
    groups = _groups(cards, main, departures, placeless)
    out = {card for group in groups.values() for card in (*group.beaten, *group.gone, *group.excluded)}
    still_in = sorted(card.number for card in cards.values() if card.state is CardState.IN and card.number not in out)
    complete = _complete_rounds(cards, main, still_in, fixed_bracket=fixed_bracket)

    slots = _top(still_in, main) if complete is None else [Slot((), None, len(still_in), decided=False)]
    for round_number in sorted(groups, reverse=True):
        group = groups[round_number]
        if complete is not None and round_number > complete:
            slots.append(Slot((), None, group.size, decided=False))
        else:
            slots += _group_slots(group, late, blocks, left_hall, placeless)
    return _rows(slots, cards, settlements)


def tie_groups(rows: Iterable[PlaceRow]) -> tuple[TieGroup, ...]:
    """The groups that still share places, best first; `rows` as from `rank`."""
    shared_rows = [row for row in rows if row.shared_until is not None]
    return tuple(
        TieGroup(first, last or first, tuple(row.card for row in group))
        for (first, last), group in groupby(shared_rows, key=lambda row: (row.place, row.shared_until))
    )


def _groups(
    cards: Mapping[int, Card], main: Iterable[Match], departures: Iterable[Departure], placeless: frozenset[int]
) -> dict[int, _Group]:
    """The cards that are out, by the round that put them out."""
    groups: dict[int, _Group] = {}
    seen: set[int] = set()
    for match in main:
        group = groups.setdefault(match.round, _Group())
        group.matches.append(match)
        if match.outcome is Outcome.OPEN:
            continue
        for card in (match.left, match.right):
            if card is not None and card != match.winner:
                beaten = match.winner is not None and cards[card].state is CardState.OUT
                seen.add(card)
                _put(group, card, beaten=beaten, placeless=placeless)
    for departure in departures:
        for card in departure.cards if departure.before_round is not None else ():
            if card not in seen:
                seen.add(card)
                group = groups.setdefault(departure.before_round or 0, _Group())
                _put(group, card, beaten=False, placeless=placeless)
    return groups


def _put(group: _Group, card: int, *, beaten: bool, placeless: frozenset[int]) -> None:
    # A beaten card that is excluded later stays among the beaten: its placement matches leave its place empty.
    if beaten and (card not in placeless or group.numbers in (4, 8)):
        group.beaten.append(card)
    elif card in placeless:
        group.excluded.append(card)
    else:
        group.gone.append(card)


def _complete_rounds(
    cards: Mapping[int, Card], main: list[Match], still_in: list[int], *, fixed_bracket: bool
) -> int | None:
    """The last round that is completely decided; None if the main line is over."""
    open_rounds = [match.round for match in main if match.outcome is Outcome.OPEN]
    if open_rounds:
        return min(open_rounds) - 1
    one_owner = len(still_in) > 2 and len({cards[card].owner for card in still_in}) == 1
    if len(still_in) <= 1 or (one_owner and not (fixed_bracket and main)):  # a drawn bracket plays on by self-meetings
        return None
    return max((match.round for match in main), default=0)


def _top(still_in: list[int], main: list[Match]) -> list[Slot]:
    """The places of those who never lost: the winner, or all cards of one person by their number."""
    if len(still_in) != 1:
        return [Slot((card,), None, 1) for card in still_in]
    played = any(match.winner == still_in[0] and match.outcome is not Outcome.BYE for match in main)
    return [Slot((still_in[0],), SettledBy.MATCH if played else None, 1)]


def _group_slots(
    group: _Group,
    late: Mapping[int, Match],
    blocks: Blocks,
    left_hall: Mapping[int, CardState],
    placeless: frozenset[int],
) -> list[Slot]:
    """The slots of a round's group, best first; together as large as the group."""
    if group.numbers == 2:
        return _final_slots(group)
    if group.numbers == 8 and blocks.place5:
        slots = quarter_slots(group.beaten, late, blocks, left_hall, placeless)
    elif group.numbers == 4 and blocks.place3:
        slots = semi_slots(group.beaten, late, placeless)
    else:
        slots = shared(group.beaten, placeless)
    slots.append(Slot(tuple(group.gone), None, len(group.gone)))
    # The empty places of the excluded come last of the whole group, unless a placement match has named them.
    return [*slots, Slot((), None, group.size - sum(slot.size for slot in slots))]


def _final_slots(group: _Group) -> list[Slot]:
    """The finalist is second however the final was lost; a double walkover shares; earlier leavers come behind."""
    final = {card for match in group.matches for card in (match.left, match.right)}
    lost = [card for card in group.gone if card in final]
    earlier = [card for card in group.gone if card not in final]
    empty = [card for card in group.excluded if card in final]
    slots = [one(card) for card in group.beaten]
    slots.append(Slot(tuple(lost), None, len(lost) + len(empty)))
    slots.append(Slot(tuple(earlier), None, len(earlier)))
    return [*slots, Slot((), None, len(group.excluded) - len(empty))]


def _rows(
    slots: Iterable[Slot], cards: Mapping[int, Card], settlements: Mapping[int, Settlement]
) -> tuple[PlaceRow, ...]:
    rows: list[PlaceRow] = []
    place = 1
    for slot in slots:
        if slot.decided:
            rows += _slot_rows(slot, place, cards, settlements.get(place))
        place += slot.size
    return tuple(rows)


def _slot_rows(slot: Slot, place: int, cards: Mapping[int, Card], settlement: Settlement | None) -> list[PlaceRow]:
    group = sorted(slot.cards)
    if len(group) == 1:
        return [PlaceRow(place, None, group[0], cards[group[0]].owner, slot.settled_by)]
    if settlement is not None and sorted(settlement.order) == group:
        return [
            PlaceRow(place + behind, None, card, cards[card].owner, settlement.by)
            for behind, card in enumerate(settlement.order)
        ]
    last = place + len(group) - 1
    return [PlaceRow(place, last, card, cards[card].owner, None) for card in group]
