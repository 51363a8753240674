"""What a simulation is asked to play, what it answers, and who holds how many cards in it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from tournament.domain.knockout import MOST_CARDS
from tournament.models import DrawMethod, PrizePolicy, TiePolicy

from .simulated_luck import Luck

FEWEST_CARDS = 8
MOST_DIGITS = 18


class SimulationError(ValueError):
    """The options do not fit together; the message is one line."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to play. None means: what follows from the rest. `holdings`: the cards of the first persons, each.

    `exclusions`, `tie_policy` and `blocks` (places 3, 5, 7) are for tests.
    """

    seed: int
    cards: int = 64
    people: int | None = None
    sold: int | None = None
    max_cards: int = 4
    holdings: tuple[int, ...] = ()
    method: DrawMethod = DrawMethod.TWO_POT
    withdrawals: int = 0
    bracket: bool = False
    policy: PrizePolicy = PrizePolicy.SEVERAL
    exclusions: int = 0
    tie_policy: TiePolicy = TiePolicy.LOT
    blocks: tuple[bool, bool, bool] = (True, True, True)

    @property
    def limit(self) -> int:
        """The most cards one person may have; large holdings raise it."""
        return max((self.max_cards, *self.holdings))


@dataclass(frozen=True, slots=True)
class Summary:
    """What was played. `byes`: numbers less cards sold; `places`: start numbers in the order of the places; seconds per phase."""

    people: int
    cards_sold: int
    numbers: int
    byes: int
    rounds: int
    matches_played: int
    self_meetings: int
    places: tuple[int, ...]
    seconds: Mapping[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The keys in their order, tuples as lists."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}


def require_possible(options: Options) -> None:
    """Raise SimulationError with one line that names the option that does not fit."""
    size = options.cards
    if not FEWEST_CARDS <= size <= MOST_CARDS or size & (size - 1):
        raise SimulationError(f"--cards {size}: eine Zweierpotenz von {FEWEST_CARDS} bis {MOST_CARDS} (8, 16, 32 …)")
    if len(str(abs(options.seed))) > MOST_DIGITS:
        raise SimulationError(f"--seed: höchstens {MOST_DIGITS} Ziffern")
    checks: Sequence[tuple[str, int | None, int]] = (
        ("--max-cards", options.max_cards, 1),
        ("--people", options.people, 0),
        ("--sold", options.sold, 0),
        ("--withdrawals", options.withdrawals, 0),
        *(("--holdings", count, 1) for count in options.holdings),
    )
    for name, value, least in checks:
        if value is not None and not least <= value <= MOST_CARDS:
            raise SimulationError(f"{name} {value}: von {least} bis {MOST_CARDS}")
    if options.sold is not None and options.sold > size:
        raise SimulationError(f"--sold {options.sold}: es gibt nur {size} Karten (--cards)")
    given = sum(options.holdings)
    if given > (size if options.sold is None else options.sold):
        raise SimulationError(f"--holdings: zusammen {given} Karten, zu verkaufen sind {options.sold or size}")
    if options.people is not None and options.people < len(options.holdings):
        raise SimulationError(f"--people {options.people}: --holdings nennt {len(options.holdings)} Personen")
    if options.bracket and options.method == DrawMethod.FAIR:
        raise SimulationError("--bracket: ein fester Turnierbaum wird mit --method two-pot gelost, nicht mit fair")


def holdings_of(options: Options, luck: Luck) -> list[int]:
    """Cards per person in order of start numbers; 0 for somebody who comes when all are sold.

    Without --people as many come as fill the cards; with it, people x max-cards may sell fewer. Those whom --holdings
    names come first; nobody else comes unless --people or --sold says so.
    """
    named = list(options.holdings)
    if named and options.people is None and options.sold is None:
        return named
    wanted = (options.cards if options.sold is None else options.sold) - sum(named)
    if options.people is None:
        return named + _until_full(wanted, options.max_cards, luck)
    return named + _shared_out(wanted, options.people - len(named), options.max_cards, luck)


def _until_full(wanted: int, most: int, luck: Luck) -> list[int]:
    held = []
    while wanted:
        held.append(min(wanted, luck.between(1, most)))
        wanted -= held[-1]
    return held


def _shared_out(wanted: int, people: int, most: int, luck: Luck) -> list[int]:
    """Everybody one, as far as they go, then card by card to somebody who may still have one."""
    wanted = min(wanted, people * most)
    held = [1 if person < wanted else 0 for person in range(people)]
    may_buy = [person for person in range(people) if held[person] and held[person] < most]
    for _card in range(wanted - sum(held)):
        at = luck.below(len(may_buy))
        held[may_buy[at]] += 1
        if held[may_buy[at]] == most:
            may_buy[at] = may_buy[-1]
            may_buy.pop()
    return held
