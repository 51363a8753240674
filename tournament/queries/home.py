"""The tournaments an account can open."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import CardState, Membership, Role, State, Tournament, User


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament in the list: what, when, where, how far, and the account's roles in it."""

    tournament: Tournament
    roles: frozenset[Role]
    name: str
    starts_at: datetime | None
    venue: str
    state: State
    cards_sold: int
    cards_offered: int


def tournaments_for(user: User) -> tuple[TournamentLine, ...]:
    """Newest first. One query for a superuser, two for others, however many tournaments there are."""
    sold = Count("cards", filter=~Q(cards__state=CardState.REFUNDED))
    found = Tournament.objects.annotate(cards_sold=sold)
    roles: dict[int, set[Role]] = {}
    if not user.is_superuser:
        for pk, role in Membership.objects.filter(user=user).values_list("tournament_id", "role"):
            roles.setdefault(pk, set()).add(Role(role))
        found = found.filter(pk__in=roles)
    return tuple(
        TournamentLine(
            tournament=tournament,
            roles=frozenset(roles.get(tournament.pk, {Role.DIRECTOR})),
            name=tournament.name,
            starts_at=tournament.starts_at,
            venue=tournament.venue,
            state=State(tournament.state),
            cards_sold=tournament.cards_sold,
            cards_offered=tournament.cards_offered,
        )
        for tournament in found
    )
