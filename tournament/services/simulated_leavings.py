"""Who leaves a simulated evening, and when: before a draw, in the middle of a round, or beaten and gone home."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from tournament.domain.knockout import numbers_for
from tournament.models import CardState, Outcome, Side, Tournament

from . import results, withdrawals
from .base import Actor
from .errors import Refused
from .results import Report
from .simulated_luck import Luck

REASONS = ("muss heim", "ist krank geworden", "nicht mehr da", "holt die Kinder ab")


class Kind(Enum):
    """How somebody leaves."""

    CARD = "card"
    PERSON = "person"
    WALKOVER = "walkover"
    EXCLUSION = "exclusion"


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """Before the draw of a round (0), in the middle of it (1), or after it, beaten, before placement matches (2)."""

    round: int
    phase: int


BEFORE, DURING, BEATEN = 0, 1, 2


class Leavings:
    """The plan: each leaving has a kind and a moment by the seed; what is not possible then happens at the next moment."""

    def __init__(self, luck: Luck, *, sold: int, withdrawals: int, exclusions: int) -> None:
        self._luck = luck
        rounds = max(1, (numbers_for(sold) - 1).bit_length())
        kinds = [luck.choice((Kind.CARD, Kind.PERSON, Kind.WALKOVER)) for _each in range(withdrawals)]
        kinds += [Kind.EXCLUSION] * exclusions
        self._waiting = [(Moment(luck.between(1, rounds), luck.below(3)), kind) for kind in kinds]

    @property
    def left_over(self) -> int:
        """How many found no moment."""
        return len(self._waiting)

    def due(self, moment: Moment) -> list[Kind]:
        """Take what happens at this moment out of the plan; walkovers need an open match."""
        now = [
            (planned, kind)
            for planned, kind in self._waiting
            if planned <= moment and (kind is not Kind.WALKOVER or moment.phase == DURING)
        ]
        for each in now:
            self._waiting.remove(each)
        return [kind for _planned, kind in now]

    def again(self, moment: Moment, kind: Kind) -> None:
        """Put one back that was not possible."""
        self._waiting.append((Moment(moment.round + 1, BEFORE), kind))

    def leave(self, tournament: Tournament, actor: Actor, kind: Kind) -> tuple[int, ...] | None:
        """A card, a person or an excluded one leaves; the serials of matches decided by it, or None if nobody is left."""
        reason = self._luck.choice(REASONS)
        still_in = tournament.cards.filter(state=CardState.IN).order_by("number")
        if kind is Kind.CARD:
            numbers = list(still_in.values_list("number", flat=True))
            if not numbers:
                return None
            who: dict[str, Any] = {"cards": [self._luck.choice(numbers)]}
        else:
            owners = sorted(set(still_in.values_list("owner__start_number", flat=True)))
            if not owners:
                return None
            who = {"start_number": self._luck.choice(owners), "excluded": kind is Kind.EXCLUSION}
        try:
            return withdrawals.withdraw(tournament=tournament, actor=actor, reason=reason, **who).matches
        except Refused as refused:
            if refused.codes == ("decided",):
                return None
            raise

    def stay_away(self, tournament: Tournament, actor: Actor, open_serials: Sequence[int]) -> int | None:
        """Somebody, or once in eight times both, do not come to an open match; its serial, or None where none is open."""
        if not open_serials:
            return None
        serial = self._luck.choice(open_serials)
        report = Report(Outcome.WALKOVER, self._luck.choice((Side.LEFT, Side.RIGHT)))
        if self._luck.once_in(8):
            report = Report(Outcome.DOUBLE_WALKOVER)
        results.record(tournament=tournament, actor=actor, match=serial, report=report)
        return serial

    def go_home(self, tournament: Tournament, actor: Actor, beaten: Sequence[int]) -> bool:
        """One of the beaten cards gives up its placement matches."""
        if not beaten:
            return False
        card = self._luck.choice(beaten)
        withdrawals.withdraw(tournament=tournament, actor=actor, cards=[card], reason=self._luck.choice(REASONS))
        return True
