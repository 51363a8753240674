"""The rebuy: byes that are still open, what has been bought, and what is possible now."""

from dataclasses import dataclass
from decimal import Decimal

from tournament.models import LIVE, Outcome, Person, Rebuy, State, Tournament

from .namesakes import where_from


@dataclass(frozen=True, slots=True)
class OpenBye:
    """A bye somebody may buy into: its number in round 1, and who holds the other side."""

    number: int
    serial: int
    holder: Person
    where: str


@dataclass(frozen=True, slots=True)
class RebuyPage:
    """Everything on the page of the rebuy."""

    switched_on: bool
    is_open: bool
    drawn: bool
    price: Decimal
    limit: int
    byes: tuple[OpenBye, ...]
    bought: tuple[Rebuy, ...]


def rebuy_page(tournament: Tournament) -> RebuyPage:
    """Three queries, whatever the size."""
    where = where_from(tournament)
    rows = (
        tournament.matches.filter(LIVE, stage="main", round=1, outcome=Outcome.OPEN, right_card=None)
        .select_related("left_card__owner")
        .order_by("number")
    )
    byes = tuple(
        OpenBye(
            row.number, row.serial, row.left_card.owner, where.get(row.left_card.owner_id, row.left_card.owner.place)
        )
        for row in rows
        if row.left_card is not None
    )
    bought = tuple(tournament.rebuys.select_related("person", "card", "match").order_by("-number"))
    return RebuyPage(
        switched_on=tournament.rebuy, is_open=tournament.rebuy_open and tournament.state == State.RUNNING,
        drawn=tournament.state in (State.RUNNING, State.FINISHED), price=tournament.card_price,
        limit=tournament.rebuy_limit, byes=byes, bought=bought,
    )  # fmt: skip
