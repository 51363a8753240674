"""The start list on paper."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import CardState, State, Tournament

from .printing import NothingToPrint
from .start_list import Entrant, StartList, start_list


@dataclass(frozen=True, slots=True)
class PrintedStartList:
    """Everybody with a card, by name and by number. `seal`: what the draws lead to, "" when there is none."""

    by_name: tuple[Entrant, ...]
    by_number: tuple[Entrant, ...]
    cards: int
    seal: str


def printed_start_list(tournament: Tournament, options: Options) -> PrintedStartList:
    """Who takes part; once the first round is drawn, who took part in it, so that the list on the wall stays true. Four queries at most."""
    found = start_list(tournament) if tournament.state in (State.SALE, State.CLOSED) else _as_drawn(tournament)
    if not found.by_number:
        raise NothingToPrint(_("Noch ist keine Karte verkauft."))
    chain = tournament.chains.order_by("-first_draw").values_list("seal", flat=True).first()
    return PrintedStartList(found.by_name, found.by_number, found.cards, chain or "")


def _as_drawn(tournament: Tournament) -> StartList:
    gone: set[int] = set()
    for numbers in tournament.withdrawals.filter(before_round=1).values_list("card_numbers", flat=True):
        gone.update(numbers)
    held: dict[int, list[int]] = {}
    rows = (
        tournament.cards.exclude(state=CardState.REFUNDED)
        .order_by("number")
        .values_list("number", "owner__start_number")
    )
    for number, owner in rows:
        if number not in gone:
            held.setdefault(owner, []).append(number)
    people = tournament.people.order_by("start_number").values_list("start_number", "name", "place", "club", "sort_key")
    entrants = tuple(
        Entrant(start, name, place, club, tuple(held[start]), key)
        for start, name, place, club, key in people
        if start in held
    )
    return StartList(entrants, tuple(sorted(entrants, key=lambda each: (each.sort_key, each.start_number))))
