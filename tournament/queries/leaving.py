"""Who can leave, and what it does: shown before anybody confirms it."""

from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament.domain import names
from tournament.models import LIVE, CardState, EntryCard, Match, Outcome, Person, Tournament

from .matches import title_of
from .namesakes import where_from

MOST_OFFERED = 12


@dataclass(frozen=True, slots=True)
class Offer:
    """A person who might be meant, with the numbers of the cards still in play."""

    person: Person
    where: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """An open match that is decided by the leaving: its title, and who advances ("" if both leave)."""

    title: str
    opponent: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """What happens if these cards leave. `byes_round`: the round whose draw lacks the cards in `without_match`."""

    person: Person
    where: str
    whole_person: bool
    going: tuple[int, ...]
    beaten: tuple[int, ...]
    given_up: tuple[GivenUp, ...]
    without_match: tuple[int, ...]
    byes_round: int


def offers(tournament: Tournament, text: str) -> tuple[Offer, ...]:
    """People whose name, place, start number or card fits what was typed: three queries."""
    found = Q()
    for term in names.search_terms(text[:200]):
        found &= Q(search_text__contains=term)
    plain = text.strip()
    if plain.isascii() and plain.isdigit():
        number = int(plain[:9])
        found = Q(start_number=number) | Q(cards__number=number)
    elif not found:
        return ()
    people = list(tournament.people.filter(found).distinct().order_by("sort_key", "start_number")[:MOST_OFFERED])
    held: dict[int, list[int]] = {}
    rows = (
        tournament.cards.filter(owner__in=people, state=CardState.IN).order_by("number").values_list("owner", "number")
    )
    for owner, number in rows:
        held.setdefault(owner, []).append(number)
    where = where_from(tournament)
    return tuple(Offer(person, where.get(person.pk, person.place), tuple(held.get(person.pk, ()))) for person in people)


def leaving(tournament: Tournament, *, card: int | None = None, start_number: int | None = None) -> Leaving | None:
    """What happens if this card, or this person with all cards, leaves; None if there is no such card or person."""
    chosen = list(_chosen(tournament, card, start_number))
    if not chosen:
        return None
    owner = chosen[0].owner
    going = [row for row in chosen if row.state == CardState.IN]
    beaten = [row for row in chosen if row.state == CardState.OUT]
    leaving_ids = {row.pk for row in chosen}
    open_matches = list(
        tournament.matches.filter(
            LIVE, Q(left_card__in=leaving_ids) | Q(right_card__in=leaving_ids), outcome=Outcome.OPEN
        )
        .select_related("left_card__owner", "right_card__owner")
        .order_by("serial")
    )
    busy = {pk for match in open_matches for pk in (match.left_card_id, match.right_card_id)}
    last_round = tournament.matches.filter(LIVE, stage="main").aggregate(last=Max("round"))["last"] or 0
    return Leaving(
        person=owner,
        where=where_from(tournament).get(owner.pk, owner.place),
        whole_person=start_number is not None,
        going=tuple(row.number for row in going),
        beaten=tuple(row.number for row in beaten),
        given_up=tuple(_given_up(match, leaving_ids) for match in open_matches),
        without_match=tuple(row.number for row in going if row.pk not in busy),
        byes_round=last_round + 1,
    )


def _chosen(tournament: Tournament, card: int | None, start_number: int | None) -> list[EntryCard]:
    cards = tournament.cards.select_related("owner").exclude(state=CardState.REFUNDED).order_by("number")
    if start_number is not None:
        return list(cards.filter(owner__start_number=start_number))
    return list(cards.filter(number=card)) if card is not None else []


def _given_up(match: Match, leaving_ids: set[int]) -> GivenUp:
    staying = [card for card in (match.left_card, match.right_card) if card is not None and card.pk not in leaving_ids]
    return GivenUp(title_of(match), staying[0].owner.name if staying else "")


def in_words(found: Leaving) -> list[str]:
    """Everything that happens, one sentence each."""
    said = []
    if found.going:
        cards = ", ".join(map(str, found.going))
        one, many = _("Karte %(cards)s wird abgegeben."), _("Die Karten %(cards)s werden abgegeben.")
        said.append((one if len(found.going) == 1 else many) % {"cards": cards})
    for match in found.given_up:
        text = _("%(match)s: kampflos für %(name)s.") if match.opponent else _("%(match)s: beide nicht angetreten.")
        said.append(text % {"match": match.title, "name": match.opponent})
    if found.without_match:
        text = _("Die nächste Auslosung (Runde %(round)s) hat an ihrer Stelle %(count)s Freilos(e).")
        said.append(text % {"round": found.byes_round, "count": len(found.without_match)})
    return said
