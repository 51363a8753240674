"""Receipts and certificates: who has won what."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import Tournament

from .printing import NothingToPrint
from .prizes import PrizeState, prizes_page

_CERTAIN = frozenset({PrizeState.READY, PrizeState.SHARED, PrizeState.HANDED_OUT, PrizeState.IN_PLAY})


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize that somebody has won; `key` names ranking, rank and winner. `start_number`: 0 for a club.

    `place`: what it was won with; `shared`: by how many.
    """

    key: str
    ranking: str
    rank: int
    description: str
    value: Decimal | None
    sponsor: str
    start_number: int
    name: str
    where: str
    place: int | None
    shared: int


@dataclass(frozen=True, slots=True)
class WonPrizes:
    """Every prize with a winner, the last one first (so that the first is on top of the heap, and handed out last)."""

    pieces: tuple[WonPrize, ...]
    organiser: str


def won_prizes(tournament: Tournament, options: Options) -> WonPrizes:
    """All prizes whose winner is certain, or those of one person (`person`); raises NothingToPrint while there is none."""
    found = _with_place(tournament, list(_won(tournament)))
    if options.person is not None:
        found = [prize for prize in found if prize.start_number == options.person]
    if not found:
        raise NothingToPrint(_("Noch steht kein Preis fest."))
    return WonPrizes(tuple(reversed(found)), tournament.organiser)


def _won(tournament: Tournament) -> Iterator[WonPrize]:
    page = prizes_page(tournament)
    for line in (*page.prizes, *page.extra):
        if line.state not in _CERTAIN:
            continue
        for winner in line.winners:
            ranking = f"{line.ranking}/" if line.ranking else ""
            yield WonPrize(
                key=f"{ranking}{line.rank}/{winner.start_number or winner.name}", ranking=line.ranking_title, rank=line.rank,
                description=line.description, value=line.value, sponsor=line.sponsor, start_number=winner.start_number,
                name=winner.name, where=winner.where, place=line.place, shared=len(line.winners),
            )  # fmt: skip


def _with_place(tournament: Tournament, found: list[WonPrize]) -> list[WonPrize]:
    """Everybody's own place or club: what a list says to tell namesakes apart does not belong on a certificate."""
    people = {
        start: place or club for start, place, club in tournament.people.values_list("start_number", "place", "club")
    }
    return [replace(prize, where=people.get(prize.start_number, "")) for prize in found]
