"""The trouble sheet needs only the address of the program."""

from dataclasses import dataclass

from tournament import links
from tournament.domain.sheets import Options
from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class TroubleSheet:
    """Where the program is found in the hall's network."""

    address: str


def printed_trouble(tournament: Tournament, options: Options) -> TroubleSheet:
    """No query."""
    return TroubleSheet(links.public_address(tournament).rpartition("/t/")[0] + "/")
