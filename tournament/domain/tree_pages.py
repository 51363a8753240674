"""A tournament tree spread over sheets of paper: the late rounds first, and what led to them on the sheets behind.

Every match is on exactly one sheet. A sheet has one or more bands side by side, and each band a column of trees.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .tree import GAP, Forest


@dataclass(frozen=True, slots=True)
class PaperSize:
    """What a sheet has room for: lines below each other, columns beside each other."""

    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Band:
    """Trees below each other, from `first_round` to their roots."""

    first_round: int
    roots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TreeSheet:
    """A sheet of paper."""

    bands: tuple[Band, ...]


def paged(forest: Forest, size: PaperSize) -> tuple[TreeSheet, ...]:
    """The sheets, the last rounds first; as few of them as can be. O(rounds² · matches)."""
    last = max((number for number, _numbers in forest.rounds), default=0)
    parents = {child: match for match, pair in forest.sides.items() for child in pair if child is not None}

    @cache
    def best(end: int) -> tuple[int, tuple[TreeSheet, ...]]:
        """Cost and sheets of all rounds before `end`. Each cut costs as much as a sheet: whoever reads has to turn over there."""
        if end <= 1:
            return 0, ()
        found: tuple[int, tuple[TreeSheet, ...]] | None = None
        for begin in range(1, end):
            sheets = _between(forest, parents, begin, end, size)
            if sheets is None:
                continue
            cost, behind = best(begin)
            cost += len(sheets) + 1
            if found is None or cost < found[0]:
                found = cost, (*sheets, *behind)
        # A single round always fits: its trees are two lines each.
        return found or (0, ())

    return best(last + 1)[1]


def _between(
    forest: Forest, parents: Mapping[int, int], begin: int, end: int, size: PaperSize
) -> tuple[TreeSheet, ...] | None:
    """The sheets with the rounds begin ... end - 1; None if one of the trees is higher than a sheet."""
    rows = _rows(forest, begin, end)
    roots = [number for number in rows if parents.get(number) not in rows]
    if any(rows[root] > size.rows for root in roots):
        return None
    order = {number: place for place, number in enumerate(_in_order(forest))}
    roots.sort(key=order.__getitem__)
    columns = max((forest.matches[root].round for root in roots), default=begin) - begin + 2
    side_by_side = max(1, size.columns // columns)
    bands: list[Band] = []
    group: list[int] = []
    used = 0.0
    for root in roots:
        if group and used + rows[root] > size.rows:
            bands.append(Band(begin, tuple(group)))
            group, used = [], 0.0
        group.append(root)
        used += rows[root] + GAP
    if group:
        bands.append(Band(begin, tuple(group)))
    return tuple(TreeSheet(tuple(bands[at : at + side_by_side])) for at in range(0, len(bands), side_by_side))


def _rows(forest: Forest, begin: int, end: int) -> dict[int, int]:
    """How many lines each match of these rounds has at its left edge."""
    counted: dict[int, int] = {}
    for match in sorted(forest.matches.values(), key=lambda match: match.round):
        if begin <= match.round < end:
            counted[match.id] = max(1, sum(
                counted.get(child, 1) if child is not None else card is not None
                for child, card in zip(forest.sides[match.id], (match.left, match.right), strict=True)
            ))  # fmt: skip
    return counted


def _in_order(forest: Forest) -> list[int]:
    """Every match before those that led to it, upper before lower: the order of a picture of the whole."""
    found: list[int] = []
    waiting = list(reversed(forest.roots))
    while waiting:
        number = waiting.pop()
        found.append(number)
        waiting += [child for child in reversed(forest.sides[number]) if child is not None]
    return found
