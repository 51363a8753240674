"""The start list on paper."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import Tournament

from .printing import NothingToPrint
from .start_list import Entrant, start_list


@dataclass(frozen=True, slots=True)
class PrintedStartList:
    """Everybody with a card, by name and by number. `seal`: what the draws lead to, "" when there is none."""

    by_name: tuple[Entrant, ...]
    by_number: tuple[Entrant, ...]
    cards: int
    seal: str


def printed_start_list(tournament: Tournament, options: Options) -> PrintedStartList:
    """Three queries."""
    found = start_list(tournament)
    if not found.by_number:
        raise NothingToPrint(_("Noch ist keine Karte verkauft."))
    chain = tournament.chains.order_by("-first_draw").values_list("seal", flat=True).first()
    return PrintedStartList(found.by_name, found.by_number, found.cards, chain or "")
