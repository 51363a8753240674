"""Names inside a drawing: a browser breaks no line there, so a long one is cut before it is sent."""

import functools
import unicodedata

from tournament.printing.typeface import PT, Face, printable, width

ELLIPSIS = "…"
#: What stays of a place beside a name that is too long for both.
_PLACE_SHARE = 0.4


def text_width(text: str, size: float) -> float:
    """About how wide a text is in the units of the drawing, at a font size in the same units; rather more than less."""
    return sum(_advance(char) for char in text) * size


def fit_name(name: str, where: str, available: float, size: float) -> str:
    """Name and place in the room there is: whole, or the name cut so that the place can still be read."""
    if not where:
        return _cut(name, available, size)
    whole = f"{name}, {where}"
    if text_width(whole, size) <= available:
        return whole
    place = _cut(where, available * _PLACE_SHARE, size)
    return f"{_cut(name, available - text_width(f', {place}', size), size)}, {place}"


def _cut(text: str, available: float, size: float) -> str:
    if text_width(text, size) <= available:
        return text
    room, kept = available - text_width(ELLIPSIS, size), 0
    for index, char in enumerate(text):
        room -= _advance(char) * size
        if room < 0:
            break
        kept = index + 1
    return _without_half_sign(text, kept).rstrip() + ELLIPSIS


def _without_half_sign(text: str, kept: int) -> str:
    """Never between a letter and its mark, nor inside a picture that is joined of several."""
    while 0 < kept < len(text) and (_is_attached(text[kept]) or text[kept - 1] == "\u200d"):
        kept -= 1
    return text[:kept]


def _is_attached(char: str) -> bool:
    return unicodedata.category(char) in {"Mn", "Me", "Cf"} or "\U0001f3fb" <= char <= "\U0001f3ff"


@functools.lru_cache(maxsize=4096)
def _advance(char: str) -> float:
    """As a part of the size. Signs another font must bring are taken as wide: signs of the east and pictures as squares."""
    if _is_attached(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF" or unicodedata.category(char) == "So":
        return 1.2
    return width(printable(char), Face.SEMIBOLD, 1) / PT
