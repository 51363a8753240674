"""The prize list on paper: every prize, whose it is, and why."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.domain.terms import Policy, TiePolicy
from tournament.models import Tournament

from .printing import NothingToPrint
from .prizes import PrizeLine, PrizeState, prizes_page


@dataclass(frozen=True, slots=True)
class Winner:
    """Whoever a prize belongs to, with the place or club."""

    start_number: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class ListedPrize:
    """A prize. `place`: what it was won with; `why`: why it went past somebody; `changed_to`: who would get it after a correction."""

    rank: int
    description: str
    value: Decimal | None
    sponsor: str
    state: PrizeState
    winners: tuple[Winner, ...]
    place: int | None
    why: str
    changed_to: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """Prizes of one ranking; `name` "" for the main one."""

    name: str
    prizes: tuple[ListedPrize, ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """All prizes, the first one on top."""

    rankings: tuple[Ranking, ...]
    policy: Policy
    tie_policy: TiePolicy
    sponsors: str
    finished: bool


def printed_prize_list(tournament: Tournament, options: Options) -> PrizeList:
    """A fixed number of queries; raises NothingToPrint while no prize has a winner."""
    page = prizes_page(tournament)
    people = {
        start: place or club for start, place, club in tournament.people.values_list("start_number", "place", "club")
    }
    main = tuple(_listed(line, people) for line in page.prizes)
    extra: dict[str, list[ListedPrize]] = {}
    for line in page.extra:
        extra.setdefault(line.ranking_title, []).append(_listed(line, people))
    rankings = (Ranking("", main), *(Ranking(name, tuple(prizes)) for name, prizes in extra.items()))
    if not any(prize.winners for ranking in rankings for prize in ranking.prizes):
        raise NothingToPrint(_("Noch steht kein Preis fest."))
    return PrizeList(
        tuple(ranking for ranking in rankings if ranking.prizes), Policy(tournament.prize_policy), TiePolicy(tournament.tie_policy),
        tournament.sponsors_text, page.finished,
    )  # fmt: skip


def _listed(line: PrizeLine, people: dict[int, str]) -> ListedPrize:
    # Namesakes of one place are told apart by what the line says of them.
    winners = tuple(Winner(w.start_number, w.name, w.where or people.get(w.start_number, "")) for w in line.winners)
    return ListedPrize(
        line.rank,
        line.description,
        line.value,
        line.sponsor,
        line.state,
        winners,
        line.place,
        line.why,
        line.changed_to,
    )
