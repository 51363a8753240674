"""Where the evening is, in a few numbers."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, Sum

from tournament.models import CardState, Role, Tournament

from .next_step import NextStep, next_steps
from .rounds import Rounds, rounds_of


@dataclass(frozen=True, slots=True)
class Overview:
    """Cards, people, rounds, money and prizes; `cash` None for whom it does not concern."""

    sold: int
    offered: int
    in_play: int
    people: int
    rounds: Rounds
    cash: Decimal | None
    prizes: int
    handed_out: int
    steps: tuple[NextStep, ...]


def overview(tournament: Tournament, roles: frozenset[Role]) -> Overview:
    """The overview for somebody with these roles: at most eleven queries."""
    cards = tournament.cards.aggregate(
        sold=Count("pk", filter=~Q(state=CardState.REFUNDED)), in_play=Count("pk", filter=Q(state=CardState.IN))
    )
    prizes = tournament.prizes.aggregate(all=Count("pk"), out=Count("pk", filter=Q(handed_out_at__isnull=False)))
    holders = tournament.cards.exclude(state=CardState.REFUNDED).aggregate(people=Count("owner", distinct=True))
    rounds = rounds_of(tournament)
    cash = None
    if roles & {Role.DIRECTOR, Role.CASHIER}:
        cash = tournament.cash.aggregate(total=Sum("amount"))["total"] or Decimal(0)
    return Overview(
        sold=cards["sold"], offered=tournament.cards_offered, in_play=cards["in_play"], people=holders["people"],
        rounds=rounds, cash=cash, prizes=prizes["all"], handed_out=prizes["out"], steps=next_steps(tournament, rounds),
    )  # fmt: skip
