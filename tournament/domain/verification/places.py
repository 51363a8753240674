"""Places: from matches, leavings and settled ties; and the ties that were settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournament.domain.awards import Awards, Tie, all_ranked, award
from tournament.domain.extra_rankings import ExtraAwards, Participant, award_extra, owners_of
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.placements import PlaceRow, Settlement, TieGroup, rank, tie_groups
from tournament.domain.terms import CardState, Policy, SettledBy, TiePolicy

from .content import Content
from .deviation import Code, Deviation
from .draws import Replayed
from .schema import DrawStage, TournamentState
from .stored import StoredDraw


@dataclass(frozen=True, slots=True)
class Ranking:
    """The true places and prizes, and what is wrong with those of the file."""

    rows: tuple[PlaceRow, ...]
    awards: Awards
    extra: ExtraAwards
    deviations: tuple[Deviation, ...]


def check(content: Content, replayed: Replayed) -> Ranking:
    """Rank again; compare the places once the tournament is finished."""
    found: list[Deviation] = []
    groups = {group.first: group for group in tie_groups(_rows(content, {}))}
    settlements = dict(_play_offs(content, groups, found))
    settlements.update(_lots(content, replayed, groups, found))
    rows = _rows(content, settlements)
    awards = awarded(content, rows)
    extra = extra_awarded(content, rows, awards)
    if content.settings.state is TournamentState.FINISHED:
        found += _compare(content, rows)
        found += _needless(content, settlements)
        for tie in _every_tie(awards, extra):
            text = Message(
                gettext_noop("Um die Plätze %(first)s bis %(last)s geht es um einen Preis; sie sind nicht gereiht."),
                first=tie.first,
                last=tie.last,
            )
            found.append(Deviation(Code.TIE_OPEN, f"place {tie.first}", text))
    elif content.places:
        text = Message(gettext_noop("Plätze stehen erst da, wenn das Turnier beendet ist."))
        found.append(Deviation(Code.PLACE, "places", text))
    return Ranking(rows, awards, extra, tuple(found))


def _rows(content: Content, settlements: Mapping[int, Settlement]) -> tuple[PlaceRow, ...]:
    cards = {card.number: card for card in content.card_records}
    settings = content.settings
    return rank(
        cards,
        content.records,
        content.departures,
        settings.blocks,
        settlements,
        fixed_bracket=settings.fixed_bracket,
    )


def awarded(content: Content, rows: tuple[PlaceRow, ...], tie_policy: TiePolicy | None = None) -> Awards:
    """The prizes of the main ranking that these places give."""
    cards = {card.number: card for card in content.card_records}
    ranks = [prize.place for prize in content.prizes if prize.ranking is None]
    policy, ties = content.settings.policy, tie_policy or content.settings.tie_policy
    return award(ranks, rows, policy, ties, complete=all_ranked(cards, rows, content.departures))


def extra_awarded(
    content: Content, rows: tuple[PlaceRow, ...], main: Awards, tie_policy: TiePolicy | None = None
) -> ExtraAwards:
    """The prizes of the extra rankings that these places, categories and clubs give."""
    ranks: dict[str, list[int]] = {}
    for prize in content.prizes:
        if prize.ranking is not None:
            ranks.setdefault(prize.ranking, []).append(prize.place)
    settings, cards = content.settings, {card.number: card for card in content.card_records}
    complete = all_ranked(cards, rows, content.departures)
    held = Counter(card.owner for card in cards.values() if card.state not in (CardState.EXCLUDED, CardState.REFUNDED))
    people = [
        Participant(start, tuple(person["categories"]), person["club"] or "", held[start])
        for start, person in sorted(content.people.items())
    ]
    bound = settings.policy is Policy.ONE and not settings.extra_rankings_exempt
    prizes = sum(prize.ranking is None for prize in content.prizes)
    return award_extra(
        ranks, rows, people, tie_policy or settings.tie_policy, complete=complete,
        field_fixed=(settings.state in (TournamentState.RUNNING, TournamentState.FINISHED) and not settings.rebuy_open)
        or complete,
        bound_by=owners_of(main) if bound else None,
        main_open=bool(main.open_ties) or (not complete and len(main.awarded) < prizes),
    )  # fmt: skip


def _every_tie(main: Awards, extra: ExtraAwards) -> tuple[Tie, ...]:
    found = {tie.first: tie for tie in (*main.open_ties, *extra.open_ties)}
    return tuple(found[first] for first in sorted(found))


def _play_offs(
    content: Content, groups: Mapping[int, TieGroup], found: list[Deviation]
) -> Iterator[tuple[int, Settlement]]:
    for place, cards in content.play_offs.items():
        group = groups.get(place)
        if group is None or sorted(cards) != sorted(group.cards):
            text = Message(gettext_noop("Um Platz %(place)s waren diese Karten nicht zu reihen."), place=place)
            found.append(Deviation(Code.LOT, f"play_offs {place}", text))
        else:
            yield place, Settlement(cards, SettledBy.PLAY_OFF)


def _lots(
    content: Content, replayed: Replayed, groups: Mapping[int, TieGroup], found: list[Deviation]
) -> Iterator[tuple[int, Settlement]]:
    for draw in content.valid_draws:
        if draw.stage is not DrawStage.LOT or draw.place is None or draw.number not in replayed.fields:
            continue
        group = groups.get(draw.place)
        if group is None:
            text = Message(gettext_noop("Um Platz %(place)s war nichts auszulosen."), place=draw.place)
            found.append(Deviation(Code.LOT, draw.where, text))
            continue
        order = _order(content, replayed, draw, group)
        if order is None:
            text = Message(
                gettext_noop("Das Los reiht nicht genau die Karten auf den Plätzen %(first)s bis %(last)s."),
                first=group.first,
                last=group.last,
            )
            found.append(Deviation(Code.LOT, draw.where, text))
        else:
            yield draw.place, Settlement(order, SettledBy.LOT)


def _order(content: Content, replayed: Replayed, draw: StoredDraw, group: TieGroup) -> tuple[int, ...] | None:
    """The cards of the group as drawn: a person's lowest card number comes first."""
    holdings = content.by_owner(group.cards, draw.number - 1)
    if replayed.fields[draw.number].people != tuple(sorted((start, len(each)) for start, each in holdings.items())):
        return None
    waiting = {start: iter(cards) for start, cards in holdings.items()}
    return tuple(next(waiting[start]) for start in replayed.orders[draw.number])


def _needless(content: Content, settlements: Mapping[int, Settlement]) -> Iterator[Deviation]:
    """A tie is settled only where a prize is left for it and more than one owner could get it."""
    for place in settlements:
        others = {first: each for first, each in settlements.items() if first != place}
        rows = _rows(content, others)
        main = awarded(content, rows, TiePolicy.LOT)
        ties = _every_tie(main, extra_awarded(content, rows, main, TiePolicy.LOT))
        if place not in {tie.first for tie in ties}:
            text = Message(gettext_noop("An der Reihung um Platz %(place)s hing kein Preis."), place=place)
            yield Deviation(Code.LOT, f"place {place}", text)


def _compare(content: Content, rows: tuple[PlaceRow, ...]) -> Iterator[Deviation]:
    stored = {each.card: each for each in content.places}
    for row in rows:
        place = stored.pop(row.card, None)
        if place is None:
            yield Deviation(
                Code.PLACE_MISSING,
                f"card {row.card}",
                Message(gettext_noop("Karte %(card)s fehlt auf Platz %(place)s."), card=row.card, place=row.place),
            )
            continue
        true = (row.place, row.shared_until, row.owner, row.settled_by)
        if (place.place, place.shared_until, place.start_number, place.settled_by) != true:
            until = (
                Message(gettext_noop(" bis %(until)s"), until=row.shared_until) if row.shared_until is not None else ""
            )
            by = (
                Message(gettext_noop(", entschieden durch „%(settled_by)s“"), settled_by=row.settled_by)
                if row.settled_by is not None
                else ""
            )
            text = Message(
                gettext_noop("Karte %(card)s (Startnummer %(owner)s) gehört auf Platz %(place)s%(until)s%(by)s."),
                card=row.card,
                owner=row.owner,
                place=row.place,
                until=until,
                by=by,
            )
            yield Deviation(Code.PLACE, f"place {place.place}", text)
    for place in stored.values():
        yield Deviation(
            Code.PLACE,
            f"place {place.place}",
            Message(gettext_noop("Karte %(card)s hat keinen Platz."), card=place.card),
        )
