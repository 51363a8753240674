"""Hashes and public numbers as people read them."""

from collections.abc import Sequence
from typing import TypeVar

from django import template

from tournament.queries import counted

Row = TypeVar("Row")
register = template.Library()


register.filter("cards", counted.cards)
register.filter("people", counted.people)
register.filter("byes", counted.byes)
register.filter("matches", counted.matches)
register.filter("numbers", counted.numbers)


@register.filter
def groups(digits: str, size: int = 8) -> list[str]:
    """A hash in groups of eight digits, to be read out."""
    return [digits[start : start + size] for start in range(0, len(digits), size)]


@register.filter
def spoken(public: str | None) -> str:
    """PUBLIC as it is said: "4711 · 33 · 12"; "0" stays."""
    return (public or "").replace(".", " · ")


@register.filter
def chunks(rows: Sequence[Row], size: int = 100) -> list[Sequence[Row]]:
    """Rows in pieces, so that a browser lays out only those in view: a table of 4,096 rows takes it seconds."""
    return [rows[start : start + size] for start in range(0, len(rows), size)]
