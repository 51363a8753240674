"""Entry cards and table cards on paper."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament import links
from tournament.domain.sheets import Options
from tournament.domain.terms import CardWord
from tournament.models import CardState, Tournament

from .printing import NothingToPrint


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """An entry card; `key` is its number."""

    key: str
    number: int
    start_number: int
    name: str
    place: str
    link: str


@dataclass(frozen=True, slots=True)
class PrintedCards:
    """Entry cards by number, with what is the same on all."""

    pieces: tuple[PrintedCard, ...]
    word: CardWord
    price: Decimal


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table's card."""

    key: str
    number: int
    link: str


@dataclass(frozen=True, slots=True)
class PrintedTables:
    """The cards of all tables that are in order."""

    pieces: tuple[PrintedTable, ...]


def printed_cards(tournament: Tournament, options: Options) -> PrintedCards:
    """All cards in play, or those of one person (`person`): one query."""
    rows = tournament.cards.filter(state=CardState.IN).order_by("number")
    if options.person is not None:
        rows = rows.filter(owner__start_number=options.person)
    base = links.public_address(tournament)
    found: dict[int, str] = {}
    pieces = []
    for number, start, name, place, club in rows.values_list(
        "number", "owner__start_number", "owner__name", "owner__place", "owner__club"
    ):
        if start not in found:
            found[start] = links.link(tournament, links.Opens.PLAYER, start, base=base)
        pieces.append(PrintedCard(str(number), number, start, name, place or club, found[start]))
    if not pieces:
        raise NothingToPrint(
            _("Keine Karte, die gedruckt werden könnte: noch ist keine verkauft, oder es ist keine mehr im Spiel.")
        )
    return PrintedCards(tuple(pieces), CardWord(tournament.card_word), tournament.card_price)


def printed_tables(tournament: Tournament, options: Options) -> PrintedTables:
    """One query."""
    base = links.public_address(tournament)
    numbers = tournament.tables.filter(out_of_order=False).order_by("number").values_list("number", flat=True)
    pieces = tuple(PrintedTable(str(n), n, links.link(tournament, links.Opens.TABLE, n, base=base)) for n in numbers)
    if not pieces:
        raise NothingToPrint(_("Noch sind keine Tische eingetragen (Ausschreibung)."))
    return PrintedTables(pieces)
