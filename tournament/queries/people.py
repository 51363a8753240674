"""The start list, and what there is to know about one person."""

from dataclasses import dataclass
from decimal import Decimal
from hashlib import sha256
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from tournament.domain import names
from tournament.models import LIVE, CardState, EntryCard, Match, Person, Reservation, Side, State, Tournament
from tournament.queries.sale import may_refund


def start_list(tournament: Tournament, text: str = "") -> QuerySet[Person]:
    """People with `held` cards, those `still` in play, `wished` (reserved) ones, and `cards` read along.

    `text`: words that name, place or club begin with, or a start number. Two queries for any number of people.
    """
    people = tournament.people.all()
    if terms := names.search_terms(text[:120]):
        found = Q()
        for term in terms:
            found &= Q(search_text__contains=term)
        if text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 7:
            found |= Q(start_number=int(text))
        people = people.filter(found)
    cards = EntryCard.objects.filter(owner=OuterRef("pk")).exclude(state=CardState.REFUNDED).order_by()
    wishes = Reservation.objects.filter(person=OuterRef("pk"), state=Reservation.State.OPEN).order_by()
    shown = EntryCard.objects.exclude(state=CardState.REFUNDED).order_by("number")
    return people.annotate(
        held=_counted(cards.values("owner").annotate(n=Count("pk"))),
        still=_counted(cards.filter(state=CardState.IN).values("owner").annotate(n=Count("pk"))),
        wished=_counted(wishes.values("person").annotate(n=Sum("cards"))),
    ).prefetch_related(Prefetch("cards", queryset=shown, to_attr="shown_cards"))


def _counted(rows: QuerySet[Any, Any]) -> Coalesce:
    return Coalesce(Subquery(rows.values("n"), output_field=IntegerField()), 0)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card of the person, with what it cost."""

    number: int
    state: CardState
    price: Decimal


@dataclass(frozen=True, slots=True)
class WayLine:
    """A match of one of the person's cards, seen from him: `won` None while open or where nobody won."""

    match: Match
    card: int
    opponent: Person | None
    opponent_card: int | None
    won: bool | None

    @property
    def title(self) -> str:
        """The stage with its round."""
        return self.match.get_stage_display()

    @property
    def score(self) -> tuple[int, int] | None:
        """The score from his side."""
        left, right = self.match.score_left, self.match.score_right
        if left is None or right is None:
            return None
        return (left, right) if self.match.left_card and self.match.left_card.number == self.card else (right, left)


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person with cards, open reservations, the way so far, and what may be done now."""

    person: Person
    cards: tuple[CardLine, ...]
    reservations: tuple[Reservation, ...]
    way: tuple[WayLine, ...]
    stamp: str
    may_refund: bool
    may_withdraw: bool

    @property
    def held(self) -> tuple[CardLine, ...]:
        """The cards that are still in play."""
        return tuple(card for card in self.cards if card.state == CardState.IN)


def person_page(tournament: Tournament, person: Person) -> PersonPage:
    """At most four queries, whatever the size."""
    cards = tuple(
        CardLine(number, CardState(state), price)
        for number, state, price in tournament.cards.filter(owner=person).values_list("number", "state", "price")
    )
    wishes = tuple(tournament.reservations.filter(person=person, state=Reservation.State.OPEN).order_by("number"))
    held = any(card.state == CardState.IN for card in cards)
    return PersonPage(
        person=person, cards=cards, reservations=wishes, way=_way(tournament, person), stamp=stamp(person),
        may_refund=held and may_refund(tournament),
        may_withdraw=bool(cards) and tournament.state in {State.CLOSED, State.RUNNING},
    )  # fmt: skip


def stamp(person: Person) -> str:
    """What a form was made from: it differs as soon as anything of the person was changed."""
    said = (
        person.name, person.place, person.club, person.categories, person.members, person.note, person.phone,
        person.public,
    )  # fmt: skip
    return sha256(repr(said).encode()).hexdigest()[:24]


def _way(tournament: Tournament, person: Person) -> tuple[WayLine, ...]:
    rows = (
        tournament.matches.filter(LIVE, Q(left_card__owner=person) | Q(right_card__owner=person))
        .select_related("left_card__owner", "right_card__owner", "table").order_by(F("round"), "serial")
    )  # fmt: skip
    lines = []
    for row in rows:
        for side, card, other in (
            (Side.LEFT, row.left_card, row.right_card),
            (Side.RIGHT, row.right_card, row.left_card),
        ):
            if card is not None and card.owner_id == person.pk:
                won = None if row.winner_side is None else row.winner_side == side
                lines.append(
                    WayLine(row, card.number, other.owner if other else None, other.number if other else None, won)
                )
    return tuple(lines)
