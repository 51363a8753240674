"""A tiny tournament on paper: plays whole evenings by the rules alone, with any results one likes to try."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from tournament.domain.knockout import Due, Situation, due
from tournament.domain.placements import PlaceRow, Settlement, rank
from tournament.domain.records import Blocks, Card, Departure, Match
from tournament.domain.steps import DrawPlaces, DrawRound, MakeMatches, NewMatch, meeting
from tournament.domain.terms import CardState, Outcome, Stage


def dealt(holdings: Sequence[int]) -> dict[int, Card]:
    """Cards 1, 2, ... for persons 1, 2, ...: as many as `holdings` says for each."""
    owners = [owner for owner, count in enumerate(holdings, start=1) for _ in range(count)]
    return {number: Card(number, owner, CardState.IN) for number, owner in enumerate(owners, start=1)}


@dataclass
class Evening:
    """Everything that would be stored, and the few things a hall does with it."""

    cards: dict[int, Card]
    blocks: Blocks = field(default_factory=Blocks)
    fixed_bracket: bool = False
    matches: list[Match] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)
    draws: list[DrawRound | DrawPlaces] = field(default_factory=list)

    # what stands

    @property
    def last_round(self) -> int:
        return max((match.round for match in self.matches if match.stage is Stage.MAIN), default=0)

    @property
    def last_numbers(self) -> int:
        return next((match.numbers for match in self.round_matches(self.last_round)), 0)

    def round_matches(self, number: int) -> list[Match]:
        return [match for match in self.matches if match.stage is Stage.MAIN and match.round == number]

    def p(self, number: int) -> Match:
        """P1 ... P5."""
        return next(match for match in self.matches if match.stage is not Stage.MAIN and match.number == number)

    def made(self) -> set[int]:
        """Which of P1 ... P5 exist."""
        return {match.number for match in self.matches if match.stage is not Stage.MAIN}

    def open(self) -> list[Match]:
        return [match for match in self.matches if match.outcome is Outcome.OPEN]

    def still_in(self) -> list[int]:
        return [card.number for card in self.cards.values() if card.state is CardState.IN]

    def due(self) -> Due:
        """Asked with no more than the rules promise to need."""
        needed = tuple(
            match
            for match in self.matches
            if match.numbers <= 8 or (match.stage is Stage.MAIN and match.round == self.last_round)
        )
        named = {card for match in needed for card in (match.left, match.right)} | set(self.still_in())
        return due(
            Situation(
                cards={number: card for number, card in self.cards.items() if number in named},
                matches=needed,
                departures=tuple(self.departures),
                blocks=self.blocks,
                fixed_bracket=self.fixed_bracket,
                last_round=self.last_round,
                last_numbers=self.last_numbers,
            )
        )

    def rank(self, settlements: Mapping[int, Settlement] | None = None) -> tuple[PlaceRow, ...]:
        return rank(
            self.cards, self.matches, self.departures, self.blocks, settlements, fixed_bracket=self.fixed_bracket
        )

    def places(self) -> dict[int, int]:
        """Card number -> place."""
        return {row.card: row.place for row in self.rank()}

    # what happens

    def store(self, new: NewMatch) -> None:
        key = (new.stage, new.round, new.number)
        assert key not in {(match.stage, match.round, match.number) for match in self.matches}, f"{key} made twice"
        match = Match(
            id=len(self.matches) + 1,
            stage=new.stage,
            round=new.round,
            numbers=new.numbers,
            number=new.number,
            left=new.left,
            right=new.right,
            outcome=new.outcome,
            winner=new.winner,
        )
        self.matches.append(match)
        for card in new.handed_in:
            self.hand_in(card)

    def hand_in(self, card: int) -> None:
        if self.cards[card].state is CardState.IN:
            self.cards[card] = replace(self.cards[card], state=CardState.OUT)

    def decide(self, match: Match, outcome: Outcome, winner: int | None) -> None:
        self.matches[match.id - 1] = replace(match, outcome=outcome, winner=winner)
        for card in (match.left, match.right):
            if card is not None and card != winner:
                self.hand_in(card)

    def win(self, *winners: int) -> None:
        """Each of these cards wins its open match by play."""
        for winner in winners:
            (match,) = [match for match in self.open() if winner in (match.left, match.right)]
            self.decide(match, Outcome.PLAYED, winner)

    def nobody_came(self, card: int) -> None:
        """The open match of this card is a double walkover."""
        (match,) = [match for match in self.open() if card in (match.left, match.right)]
        self.decide(match, Outcome.DOUBLE_WALKOVER, None)

    def draw(self, pairs: Iterable[tuple[int, int | None]]) -> None:
        """Carry out the draw that is due (of the main line first), with these pairs; None is a bye."""
        (step, *_) = [step for step in self.due().steps if isinstance(step, DrawRound | DrawPlaces)]
        places = isinstance(step, DrawPlaces)
        self.draws.append(step)
        for number, (left, right) in enumerate(pairs, start=1):
            self.store(
                meeting(
                    stage=Stage.PLACES if places else Stage.MAIN,
                    round_number=step.round,
                    numbers=8 if places else step.numbers,
                    number=number,
                    left=left,
                    right=right,
                    cards=self.cards,
                )
            )

    def make(self) -> None:
        """Make all matches that are due without a draw."""
        while steps := [step for step in self.due().steps if isinstance(step, MakeMatches)]:
            for new in steps[0].matches:
                self.store(new)

    def leave(self, cards: Iterable[int], kind: CardState = CardState.WITHDRAWN) -> None:
        """These cards leave together: open matches end, beaten ones play for no place any more."""
        group = list(cards)
        at_once: list[int] = []
        before: list[int] = []
        for card in group:
            was_in = self.cards[card].state is CardState.IN
            if was_in:
                self.cards[card] = replace(self.cards[card], state=kind)
            elif self.cards[card].state is not CardState.OUT:
                continue
            playing = any(card in (match.left, match.right) for match in self.open())
            (before if was_in and not playing else at_once).append(card)
        for match in self.open():
            gone = [card for card in (match.left, match.right) if card in group]
            if len(gone) == 2:
                self.decide(match, Outcome.DOUBLE_WALKOVER, None)
            elif gone:
                outcome = Outcome.EXCLUDED if kind is CardState.EXCLUDED else Outcome.WALKOVER
                self.decide(match, outcome, match.right if match.left == gone[0] else match.left)
        if at_once:
            self.departures.append(Departure(kind, tuple(at_once), None))
        if before:
            self.departures.append(Departure(kind, tuple(before), self.last_round + 1))


def shuffled_pairs(cards: Sequence[int], numbers: int, random: Random) -> list[tuple[int, int | None]]:
    """Any pairing of the cards on `numbers` places, byes last; now and then neighbours stay together."""
    order = list(cards)
    if random.randrange(4):
        random.shuffle(order)
    byes = numbers - len(order)
    paired, alone = order[: len(order) - byes], order[len(order) - byes :]
    return [*zip(paired[::2], paired[1::2], strict=True), *((card, None) for card in alone)]


def play(evening: Evening, random: Random, *, trouble: int = 0, watch: Callable[[], None] = lambda: None) -> None:
    """Play to the end by what is due. `trouble`: in so many of a hundred moments somebody leaves or nobody comes."""
    for _ in range(20 * len(evening.cards) + 50):
        watch()
        if random.randrange(100) < trouble:
            _somebody_leaves(evening, random)
        now = evening.due()
        if now.over:
            assert not now.steps
            return
        opened = evening.open()
        if now.steps and not (opened and random.randrange(2)):
            _carry_out(evening, random)
        else:
            assert opened, "nothing is due, nothing is open, and yet it is not over"
            match = random.choice(opened)
            if random.randrange(100) < trouble:
                evening.decide(match, Outcome.DOUBLE_WALKOVER, None)
            else:
                kind = random.choice(
                    [Outcome.PLAYED, Outcome.RETIRED, Outcome.WALKOVER] if trouble else [Outcome.PLAYED]
                )
                evening.decide(match, kind, random.choice([match.left, match.right]))
    raise AssertionError("the tournament does not end")


def _carry_out(evening: Evening, random: Random) -> None:
    step = evening.due().steps[0]
    if isinstance(step, DrawRound):
        evening.draw(shuffled_pairs(evening.still_in(), step.numbers, random))
    elif isinstance(step, DrawPlaces):
        evening.draw(shuffled_pairs(step.cards, 4, random))
    else:
        evening.make()


def _somebody_leaves(evening: Evening, random: Random) -> None:
    """A card, several cards, or a person with all his cards; also beaten ones that have no place yet."""
    ranked = {row.card for row in evening.rank()}
    here = [
        number
        for number, card in evening.cards.items()
        if card.state is CardState.IN or (card.state is CardState.OUT and number not in ranked)
    ]
    if not here:
        return
    kind = random.choice([CardState.WITHDRAWN, CardState.WITHDRAWN, CardState.EXCLUDED])
    if random.randrange(2):
        evening.leave(random.sample(here, min(len(here), random.randrange(1, 4))), kind)
    else:
        owner = evening.cards[random.choice(here)].owner
        evening.leave([number for number in here if evening.cards[number].owner == owner], kind)


# evenings many tests begin with

ONE_EACH = [1] * 8


def quarter_final(holdings: list[int] | None = None, **kind: Any) -> Evening:
    """Eight cards drawn 1-2, 3-4, 5-6, 7-8."""
    evening = Evening(dealt(holdings or ONE_EACH), **kind)
    evening.draw([(1, 2), (3, 4), (5, 6), (7, 8)])
    return evening


def semi_final(**kind: Any) -> Evening:
    """1, 3, 5, 7 have won the quarter-final and are drawn 1-3, 5-7."""
    evening = quarter_final(**kind)
    evening.win(1, 3, 5, 7)
    evening.draw([(1, 3), (5, 7)])
    return evening


# how many cards each person holds: ordinary halls, and one person with most of the cards
HOLDINGS = st.one_of(
    st.lists(st.integers(1, 4), min_size=1, max_size=16).filter(lambda each: sum(each) <= 40),
    st.tuples(st.integers(3, 30), st.lists(st.integers(1, 2), max_size=5)).map(lambda each: [each[0], *each[1]]),
)
BLOCKS = st.builds(Blocks, st.booleans(), st.booleans(), st.booleans())
