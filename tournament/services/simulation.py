"""A whole tournament played by the seed through the services: the same seed gives the same archive, byte for byte."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from time import perf_counter

from django.db import transaction

from tournament import clock
from tournament.domain.archive import dump
from tournament.models import LIVE, Outcome, State
from tournament.queries.archives import archive

from .simulated_evening import Evening, Progress, no_progress
from .simulated_leavings import Leavings
from .simulated_luck import START, Luck, Time
from .simulated_options import Options, SimulationError, Summary, holdings_of, require_possible
from .throwaway import throwaway_database


@dataclass(frozen=True, slots=True)
class Simulated:
    """The archive as it stands in its file, and what was played."""

    archive_text: str
    summary: Summary


def simulate(options: Options, progress: Progress = no_progress) -> Simulated:
    """Play in a database of its own that is gone afterwards. Raises SimulationError for options that do not fit together."""
    require_possible(options)
    # One transaction around all of them: nobody else looks, and nothing has to last.
    with throwaway_database(), transaction.atomic():
        return play(options, progress)


def play(options: Options, progress: Progress = no_progress) -> Simulated:
    """Play in the present database; the tournament's slug is `simulation-<seed>`."""
    require_possible(options)
    time, seconds = Time(), dict.fromkeys(("sale", "draws", "results", "prizes"), 0.0)
    with clock.use(time.now):
        with _measured(seconds, "sale"):
            evening = Evening(
                options.seed, time, slug=f"simulation-{options.seed}", settings=_settings(options), progress=progress
            )
            held = holdings_of(options, Luck(options.seed, "holdings"))
            evening.sell(held)
            if any(held):
                evening.close()
        if any(held):
            _play_rounds(evening, options, sum(held), seconds)
            with _measured(seconds, "prizes"):
                evening.award()
        return Simulated(dump(archive(evening.tournament)), _summary(evening, seconds))


def _play_rounds(evening: Evening, options: Options, sold: int, seconds: dict[str, float]) -> None:
    leavings = Leavings(
        Luck(options.seed, "leavings"), sold=sold, withdrawals=options.withdrawals, exclusions=options.exclusions
    )
    over = False
    while not over:
        drawn = evening.tournament.draws.count()
        began = perf_counter()
        over = evening.next_step(leavings)
        phase = "draws" if evening.tournament.draws.count() > drawn else "results"
        seconds[phase] += perf_counter() - began


@contextmanager
def _measured(seconds: dict[str, float], phase: str) -> Iterator[None]:
    began = perf_counter()
    yield
    seconds[phase] += perf_counter() - began


def _settings(options: Options) -> dict[str, object]:
    place3, place5, place7 = options.blocks
    return {
        "name": f"Simuliertes Preisschnapsen {options.seed}", "starts_at": START, "venue": "Gasthof Zur Brücke, Großsölk",
        "organiser": "FF Großsölk", "purpose": "Neues Tanklöschfahrzeug", "cards_offered": options.cards,
        "max_cards_per_person": options.limit, "card_price": Decimal("5.00"), "method": options.method.value,
        "fixed_bracket": options.bracket, "prize_policy": options.policy.value, "tie_policy": options.tie_policy.value,
        "play_place3": place3, "play_place5": place5, "play_place7": place7,
    }  # fmt: skip


def _summary(evening: Evening, seconds: dict[str, float]) -> Summary:
    tournament = evening.tournament
    sold = tournament.cards.count()
    numbers = 0 if tournament.state == State.SALE else tournament.numbers or 0
    live = tournament.matches.filter(LIVE)
    return Summary(
        people=tournament.people.count(),
        cards_sold=sold,
        numbers=numbers,
        byes=numbers - sold,
        rounds=evening.rounds(),
        matches_played=live.filter(outcome=Outcome.PLAYED).count(),
        self_meetings=live.filter(outcome=Outcome.SELF).count(),
        places=tuple(
            tournament.places.order_by("place", "card__number").values_list("person__start_number", flat=True)
        ),
        seconds={phase: round(took, 3) for phase, took in seconds.items()},
    )


__all__ = ["Options", "Simulated", "SimulationError", "Summary", "play", "simulate"]
