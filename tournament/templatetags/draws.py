"""Hashes and public numbers as people read them."""

from django import template

register = template.Library()


@register.filter
def groups(digits: str, size: int = 8) -> list[str]:
    """A hash in groups of eight digits, to be read out."""
    return [digits[start : start + size] for start in range(0, len(digits), size)]


@register.filter
def spoken(public: str | None) -> str:
    """PUBLIC as it is said: "4711 · 33 · 12"; "0" stays."""
    return (public or "").replace(".", " · ")
