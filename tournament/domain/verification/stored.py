"""What stands in an archive, record by record, with types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tournament.domain.records import Blocks
from tournament.domain.terms import CardState, Method, Outcome, Policy, SettledBy, Stage, TiePolicy

from .schema import CashKind, DrawStage, Format, TournamentState

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of secrets, by its seal."""

    first_draw: int
    seal: str
    length: int
    s0: str | None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the tournament was to be like."""

    state: TournamentState
    format: Format
    cards_offered: int
    numbers: int | None
    max_cards: int
    bummerl_to_win: int
    bummerl_overrides: Mapping[str, int]
    rules: Json
    fixed_bracket: bool
    policy: Policy
    tie_policy: TiePolicy
    blocks: Blocks
    rebuy: bool
    rebuy_open: bool
    extra_rankings_exempt: bool
    psd1_id: str
    chains: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A card with its latest owner and what was paid."""

    number: int
    owner: int
    state: CardState
    price: Decimal


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it stands in the file."""

    id: int
    draw: int | None
    round: int
    stage: Stage
    number: int
    left: int | None
    right: int | None
    outcome: Outcome
    winner: int | None
    score: tuple[int, int] | None
    bummerl: tuple[str, ...] | None
    bummerl_to_win: int | None
    numbers: int | None
    earlier: tuple[Json, ...]

    @property
    def where(self) -> str:
        """How deviations and the journal name it."""
        return f"match {self.id}"

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """The cards, left and right."""
        return self.left, self.right

    @property
    def decided(self) -> bool:
        """Whether nothing is awaited any more."""
        return self.outcome is not Outcome.OPEN

    @property
    def loser(self) -> int | None:
        """The card that lost; None if there is none, or two."""
        if self.winner is None or self.winner not in self.sides:
            return None
        return self.right if self.winner == self.left else self.left


@dataclass(frozen=True, slots=True)
class StoredDraw:
    """A draw as it stands in the file; `annulled`: its matches, if it was annulled."""

    number: int
    round: int
    stage: DrawStage
    method: Method
    place: int | None
    field: str | None
    secret: str | None
    public: str | None
    result: str | None
    check: str | None
    steps: list[list[str | int]]
    numbers: int | None
    annulled: tuple[StoredMatch, ...] | None

    @property
    def where(self) -> str:
        """How deviations name it."""
        return f"draw {self.number}"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Cards that left together, after so many draws."""

    after_draw: int
    cards: tuple[int, ...]
    kind: CardState
    start_number: int | None
    before_round: int | None


@dataclass(frozen=True, slots=True)
class Move:
    """A card that changed its owner, after so many draws."""

    after_draw: int
    card: int
    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Swap:
    """After a late correction: card `new` took the place of card `old`."""

    after_draw: int
    old: int
    new: int
    match: int | None

    def undo(self, card: int | None) -> int | None:
        """Which card stood there before, or stands there now: the two have only changed places."""
        return {self.old: self.new, self.new: self.old}.get(card, card) if card is not None else None


@dataclass(frozen=True, slots=True)
class Rebuy:
    """A card that was bought into an open bye of round 1, after so many draws."""

    after_draw: int
    card: int
    buyer: int | None
    match: int | None


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A line of the ranking."""

    place: int
    shared_until: int | None
    card: int | None
    start_number: int
    settled_by: SettledBy | None


@dataclass(frozen=True, slots=True)
class StoredPrize:
    """A prize and who won it with what."""

    ranking: str | None
    place: int
    winner: int | None
    reason_place: int | None
    reason_card: int | None
    handed_out: bool
    shared_with: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class CashLine:
    """A movement of money."""

    number: int
    kind: CashKind
    amount: Decimal
    desk: str
    voids: int | None
