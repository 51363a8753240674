"""Small pieces of the big screen and the pages for guests."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TypeVar

import segno
from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

Row = TypeVar("Row")
register = template.Library()


@register.filter
def halves(items: Sequence[Row]) -> tuple[Sequence[Row], Sequence[Row]]:
    """In two columns, the first the longer one."""
    middle = (len(items) + 1) // 2
    return items[:middle], items[middle:]


@register.filter
def seconds_of_day(moment: datetime) -> str:
    """The time of day for a clock that runs on by itself: 19:47:05."""
    return timezone.localtime(moment).strftime("%H:%M:%S")


@register.simple_tag
@lru_cache(maxsize=64)
def qr_code(text: str, label: str = "") -> SafeString:
    """A QR code as a drawing inside the page: black on white, whatever the theme."""
    code = segno.make(text, error="m", micro=False)
    svg = code.svg_inline(
        border=3, omitsize=True, svgclass="qr-code", lineclass=None, dark="#000", light="#fff", title=label or None
    )
    return mark_safe(svg)  # noqa: S308  (segno escapes the title; the rest are numbers)
