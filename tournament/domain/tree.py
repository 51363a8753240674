"""The tournament as a tree: after the fact, matches lead from the final back to round 1, however they were drawn.

A match of round r hangs on the match its winner played in round r + 1. While the tournament runs there are as many
trees as matches nobody has gone on from. The layout is counted in rows and columns; how large a row is, the page
decides. Works for rounds drawn afresh and for the fixed bracket, with byes, self-meetings and cards that left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from .records import Match
from .terms import Outcome, Side, Stage

#: Between the trees of a tournament in progress.
GAP = 0.5


class Standing(StrEnum):
    """How a card left its place in the tree: beaten, further, neither yet; `stands`: it has nothing to play from here."""

    OPEN = "open"
    WON = "won"
    LOST = "lost"
    STANDS = "stands"


@dataclass(frozen=True, slots=True)
class Slot:
    """A line with a card on it. `match`: where it plays from here (None: nothing); `origin`: the match it came from.

    `hidden` tells of a slot at the edge: matches before it exist and are not shown.
    """

    column: int
    row: float
    card: int
    match: int | None
    side: Side | None
    standing: Standing
    origin: int | None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Joint:
    """A match between two lines: it reaches from row `top` to `bottom` (equal for a bye) and goes on at `out`."""

    match: int
    column: int
    top: float
    bottom: float
    out: float


@dataclass(frozen=True, slots=True)
class Tree:
    """A picture: `rounds` are the columns (round, numbers), and behind them one more for whoever goes on or has won."""

    rounds: tuple[tuple[int, int], ...]
    slots: tuple[Slot, ...]
    joints: tuple[Joint, ...]
    rows: float


@dataclass(frozen=True)
class Forest:
    """All trees of a tournament. `sides`: match -> the matches its left and right card came from; `roots`: matches
    nothing hangs on to, those of the last round first, by number."""

    matches: Mapping[int, Match]
    sides: Mapping[int, tuple[int | None, int | None]]
    roots: tuple[int, ...]

    @cached_property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """(round, numbers), ascending."""
        return tuple(sorted({(match.round, match.numbers) for match in self.matches.values()}))

    def roots_from(self, first_round: int) -> tuple[int, ...]:
        """The roots that are to be seen when rounds before `first_round` are left out."""
        return tuple(root for root in self.roots if self.matches[root].round >= first_round)

    def rows(self, root: int, first_round: int) -> int:
        """How many lines the tree of this match has at its left edge."""
        return self._rows(first_round)[root]

    def _rows(self, first_round: int) -> dict[int, int]:
        counted: dict[int, int] = {}
        for match in sorted(self.matches.values(), key=lambda match: match.round):
            if match.round >= first_round:
                counted[match.id] = max(1, sum(
                    counted.get(child, 1) if child is not None else card is not None
                    for child, card in zip(self.sides[match.id], (match.left, match.right), strict=True)
                ))  # fmt: skip
        return counted

    def pages(self, first_round: int, most_rows: int) -> tuple[tuple[int, ...], ...]:
        """The roots in groups of at most so many rows; a larger tree is a group of its own."""
        rows = self._rows(first_round)
        groups: list[list[int]] = []
        used = 0
        for root in self.roots_from(first_round):
            if not groups or used + rows[root] > most_rows:
                groups.append([])
                used = 0
            groups[-1].append(root)
            used += rows[root]
        return tuple(tuple(group) for group in groups)

    def first_round_for(self, most_rows: int) -> int:
        """The first round from which on no single tree has more rows than that."""
        for number, _numbers in self.rounds:
            rows = self._rows(number)
            if all(rows[root] <= most_rows for root in self.roots_from(number)):
                return number
        return 1


def grow(matches: Iterable[Match], *, fixed_bracket: bool = False) -> Forest:
    """The forest of the main line; matches of other stages and annulled ones have no place in it. O(n log n)."""
    main = {match.id: match for match in matches if match.stage is Stage.MAIN}
    won = {(match.round, match.winner): match.id for match in main.values() if match.winner is not None}
    by_number = {(match.round, match.number): match.id for match in main.values()} if fixed_bracket else {}
    sides = {match.id: _came_from(match, won, by_number) for match in main.values()}
    hanging = {child for pair in sides.values() for child in pair if child is not None}
    last = max((match.round for match in main.values()), default=0)
    # In a fixed bracket a tree that ended early stays at its place among the others.
    roots = sorted(
        (match for match in main.values() if match.id not in hanging),
        key=lambda match: (
            ((match.number - 1) << match.round, match.id) if fixed_bracket else (last - match.round, match.number)
        ),
    )
    return Forest(main, sides, tuple(match.id for match in roots))


def _came_from(
    match: Match, won: Mapping[tuple[int, int], int], by_number: Mapping[tuple[int, int], int]
) -> tuple[int | None, int | None]:
    """The matches of the round before from which left and right came."""
    before = match.round - 1
    left = won.get((before, match.left)) if match.left is not None else None
    right = won.get((before, match.right)) if match.right is not None else None
    # The empty place of a fixed bracket: whoever should have come from there left, or both of that match did.
    pair = [by_number.get((before, 2 * match.number - 1)), by_number.get((before, 2 * match.number))]
    if match.left is None and left is None:
        left = next((child for child in pair if child not in (None, right)), None)
    if match.right is None and right is None:
        right = next((child for child in reversed(pair) if child not in (None, left)), None)
    return left, right


def lay_out(forest: Forest, roots: Sequence[int], *, first_round: int = 1) -> Tree:
    """Rows and columns of these trees, one below the other; rounds before `first_round` are cut off. O(n)."""
    last = max((forest.matches[root].round for root in roots), default=0)
    rounds = tuple(entry for entry in forest.rounds if first_round <= entry[0] <= last)
    drawing = _Drawing(forest, first_round)
    for root in roots:
        drawing.add_tree(root)
    return Tree(rounds, tuple(drawing.slots), tuple(drawing.joints), max(drawing.next_row - GAP, 0))


class _Drawing:
    """A tree while it is being laid out."""

    def __init__(self, forest: Forest, first_round: int) -> None:
        self.forest = forest
        self.first_round = first_round
        self.slots: list[Slot] = []
        self.joints: list[Joint] = []
        self.next_row = 0.0

    def add_tree(self, root: int) -> None:
        """A tree below the others; its winner, if it has one, stands at its end."""
        out = self._place(root)
        self._stand(root, out)
        self.next_row += GAP

    def _stand(self, number: int, row: float) -> None:
        """The winner of a match that leads to no further one."""
        match = self.forest.matches[number]
        if match.winner is not None:
            column = match.round - self.first_round + 1
            self.slots.append(Slot(column, row, match.winner, None, None, Standing.STANDS, number))

    def _place(self, number: int) -> float:
        """Draw a match and everything before it; the row it goes on at."""
        match = self.forest.matches[number]
        column = match.round - self.first_round
        rows: list[float] = []
        for side, card, child in zip(Side, (match.left, match.right), self.forest.sides[number], strict=True):
            shown = child is not None and column > 0
            if card is None and not shown:
                continue
            row = self._place(child) if shown and child is not None else self._new_row()
            rows.append(row)
            if card is not None:
                hidden = child is not None and not shown
                self.slots.append(Slot(column, row, card, number, side, _standing(match, card), child, hidden))
            elif child is not None:
                self._stand(child, row)
        if not rows:  # nobody at all: kept, so that nothing is silently missing
            rows.append(self._new_row())
        top, bottom = rows[0], rows[-1]
        self.joints.append(Joint(number, column, top, bottom, (top + bottom) / 2))
        return (top + bottom) / 2

    def _new_row(self) -> float:
        row = self.next_row
        self.next_row += 1
        return row


def _standing(match: Match, card: int) -> Standing:
    if match.outcome is Outcome.OPEN:
        return Standing.OPEN
    return Standing.WON if match.winner == card else Standing.LOST
