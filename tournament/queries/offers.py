"""Names offered while somebody types: people of this tournament, and people known from earlier ones."""

from dataclasses import dataclass

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.domain import names
from tournament.models import CardState, EntryCard, Membership, Person, Reservation, Tournament, User

MOST = 8
_READ_KNOWN = 40


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody of this tournament: cards held, how many more are possible, what is reserved."""

    start_number: int
    name: str
    place: str
    club: str
    held: int
    free: int
    reserved: int
    reservation: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody of an earlier tournament; `pk` is the person there, `year` the last one he came."""

    pk: int
    name: str
    place: str
    club: str
    year: int


@dataclass(frozen=True, slots=True)
class Offers:
    """What is offered for a text."""

    here: tuple[Offer, ...]
    known: tuple[Known, ...]


def offers(tournament: Tournament, text: str, *, user: User) -> Offers:
    """People whose name, place or club has words that begin as typed; a number finds a start number. Two queries."""
    terms = names.search_terms(text[:120])
    if not terms:
        return Offers((), ())
    found = Q()
    for term in terms:
        found &= Q(search_text__contains=term)
    number = Q(start_number=int(text)) if text.isascii() and text.isdigit() and len(text) < 7 else Q()
    # The few rows first: cards are counted for these only.
    first = tournament.people.filter(found | number if number else found).order_by("sort_key", "start_number")[:MOST]
    here = with_cards(Person.objects.filter(pk__in=first.values("pk")))
    return Offers(
        tuple(offer_of(tournament, person) for person in here.order_by("sort_key", "start_number")),
        _known(tournament, found, user),
    )


def with_cards(people: QuerySet[Person]) -> QuerySet[Person]:
    """The people with `held` cards, `wished` cards of their oldest open reservation and its number `wish`."""
    cards = EntryCard.objects.filter(owner=OuterRef("pk")).exclude(state=CardState.REFUNDED).order_by()
    wishes = Reservation.objects.filter(person=OuterRef("pk"), state=Reservation.State.OPEN).order_by("number")
    return people.annotate(
        held=Coalesce(
            Subquery(cards.values("owner").annotate(n=Count("pk")).values("n"), output_field=IntegerField()), 0
        ),
        wished=Coalesce(Subquery(wishes.values("cards")[:1]), 0),
        wish=Subquery(wishes.values("number")[:1]),
    )


def offer_of(tournament: Tournament, person: Person) -> Offer:
    """A person read by `with_cards` as an offer."""
    held: int = person.held  # type: ignore[attr-defined]
    return Offer(
        person.start_number, person.name, person.place, person.club, held,
        max(tournament.max_cards_per_person - held, 0), person.wished, person.wish,  # type: ignore[attr-defined]
    )  # fmt: skip


def same_name(tournament: Tournament, name: str) -> tuple[Offer, ...]:
    """The namesakes that are here already, with what tells them apart. One query."""
    if not names.name_keys(name):
        return ()
    people = with_cards(tournament.people.filter(named_like(name)))
    return tuple(offer_of(tournament, person) for person in people.order_by("start_number"))


def named_like(name: str) -> Q:
    """People with this name, whichever way round and with whatever spelling of umlauts it is written."""
    same = Q(pk=None)
    for key in names.name_keys(name):
        same |= Q(name_keys__contains=f"|{key}|")
    return same


def known_person(tournament: Tournament, pk: int, *, user: User) -> Person | None:
    """A person of an earlier tournament that this account may see. One query."""
    return _elsewhere(tournament, user).filter(pk=pk).first()


def _elsewhere(tournament: Tournament, user: User) -> QuerySet[Person]:
    """People of other tournaments of this account: a federation's clubs do not see each other's people."""
    people = Person.objects.exclude(tournament=tournament)
    if user.is_superuser:
        return people
    return people.filter(tournament__in=Membership.objects.filter(user=user).values("tournament"))


def _known(tournament: Tournament, found: Q, user: User) -> tuple[Known, ...]:
    already = tournament.people.filter(sort_key=OuterRef("sort_key"), place=OuterRef("place"))
    rows = (
        _elsewhere(tournament, user).filter(found).filter(~Exists(already)).exclude(name__startswith=f"{names.ANONYMOUS} ")
        .annotate(seen=Coalesce(F("tournament__starts_at"), F("created_at")))
        .order_by("sort_key", "-seen")[:_READ_KNOWN]
    )  # fmt: skip
    last: dict[tuple[str, str], Known] = {}
    for row in rows:
        last.setdefault((row.name, row.place), Known(row.pk, row.name, row.place, row.club, row.seen.year))
    return tuple(last.values())[:MOST]
