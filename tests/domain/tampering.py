"""How archives are forged in tests: leaves changed, digest and chains renewed as a forger would."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from tournament.domain.archive import digest_of, hash_of

Path = tuple[str | int, ...]

WORDS = (
    "sale", "closed", "running", "finished", "cards", "lives", "two-pot", "fair", "by-hand", "lot", "several",
    "one_prize_per_person", "play_off", "shared", "in", "out", "withdrawn", "excluded", "refunded", "main", "place5-8",
    "place3", "place5", "place7", "open", "played", "bye", "self", "walkover", "retired", "double_walkover", "match",
    "left", "right", "redraw", "order", "void", "0.00", "99.00", "-5.00", "2026-01-10T18:38:41+00:00", "0" * 64,
    "turnier-weich", "none", "refund", "expense",
)  # fmt: skip
"""Texts a forger would put in place of others: words of the format, amounts, times, a hash."""


def forged(archive: dict[str, Any], *, chains: bool = False) -> dict[str, Any]:
    """The same with a digest that fits again, and with journal and cash book linked again if asked for."""
    if chains:
        for name in ("journal", "cash"):
            before = None
            for entry in archive[name]:
                entry["prev"] = before
                before = entry["hash"] = hash_of(entry)
    archive["digest"] = digest_of(archive)
    return archive


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all values that are no objects and no lists; empty ones count."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list) and value:
        for position, inner in enumerate(value):
            yield from leaves(inner, (*path, position))
    else:
        yield path


def at(archive: dict[str, Any], path: Path) -> Any:
    """The value there."""
    value: Any = archive
    for step in path:
        value = value[step]
    return value


def with_leaf(archive: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy with another value there, and a digest that fits."""
    changed = copy.deepcopy(archive)
    at(changed, path[:-1])[path[-1]] = value
    return forged(changed)


def other_values(value: Any) -> list[Any]:
    """What a forger could write instead: of the same type, or nothing."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 1, 2, None]
    if isinstance(value, str):
        return [*(word for word in WORDS if word != value), value + "1", None]
    if value is None:
        return [1, 2, "lot", [2, 1], "0" * 64, True]
    return [[1], {"a": 1}]


#: What a file cannot prove, because only it contains it; `*` stands for any key or position.
UNPROVABLE: tuple[tuple[str, ...], ...] = (
    ("tournament", "cards_offered"), ("tournament", "tie_policy"), ("tournament", "psd1", "chains", "*", "s0"), ("digest",),
    ("people", "*", "name"), ("people", "*", "place"), ("people", "*", "club"), ("people", "*", "public"),
    ("people", "*", "categories"), ("people", "*", "withdrawn"),
    ("cards", "*", "sold_at"),
    ("draws", "*", "by"), ("draws", "*", "at"),
    ("draws", "*", "annulled", "reason"), ("draws", "*", "annulled", "by"), ("draws", "*", "annulled", "at"),
    ("matches", "*", "reported_by"), ("matches", "*", "at"),
    ("draws", "*", "annulled", "matches", "*", "reported_by"), ("draws", "*", "annulled", "matches", "*", "at"),
    ("prizes", "*", "description"), ("prizes", "*", "value"), ("prizes", "*", "sponsor"),
    ("prizes", "*", "handed_out_at"),
    ("rebuys", "*", "at"), ("rebuys", "*", "by"), ("exchanges", "*", "at"), ("exchanges", "*", "by"),
    ("withdrawals", "*", "at"), ("withdrawals", "*", "by"), ("card_moves", "*", "at"), ("card_moves", "*", "by"),
    ("withdrawals", "*", "reason"), ("exchanges", "*", "reason"), ("rebuys", "*", "before_round"),
    ("rebuys", "*", "match"), ("exchanges", "*", "match"),
    ("prizes", "*", "ranking"),
)  # fmt: skip


def provable(path: Path) -> bool:
    """Whether a change there must be noticed."""
    return not any(
        len(pattern) == len(path) and all(p in ("*", s) for p, s in zip(pattern, path, strict=True))
        for pattern in UNPROVABLE
    )
