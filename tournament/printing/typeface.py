"""The one face of all sheets, Source Sans 3 in three weights: how wide a text is, and what can be printed at all."""

import functools
import re
import unicodedata
from enum import StrEnum
from pathlib import Path

from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent / "fonts"
#: Stands for a character the face does not have (Hebrew, Chinese, emoji): better a box than a hole.
BOX = "□"
#: Points to millimetres.
PT = 25.4 / 72
#: How far letters reach above and below the line, as parts of the size.
ASCENT, DESCENT = 0.76, 0.24
#: Joiners, direction marks, variation selectors and skin tones: they print nothing of their own.
_SILENT = re.compile(
    r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
_JOINED = re.compile(rf"(?<=\u200d){BOX}")


class Face(StrEnum):
    """A weight; the value is the family's name inside the PDF."""

    REGULAR = "Regular"
    SEMIBOLD = "Semibold"
    BOLD = "Bold"

    @property
    def path(self) -> Path:
        """The font file."""
        return FOLDER / f"SourceSans3-{self.value}.ttf"


@functools.cache
def _advances(face: Face) -> dict[int, float]:
    """Code point -> advance as part of the size, for everything the face has."""
    with TTFont(face.path, lazy=True) as font:
        metrics, unit = font["hmtx"], font["head"].unitsPerEm
        return {code: metrics[glyph][0] / unit for code, glyph in font.getBestCmap().items()}


def width(text: str, face: Face, size: float) -> float:
    """How wide a printable text is, in millimetres, at a size in points. Unkerned, as it is set."""
    advances = _advances(face)
    return sum(advances[ord(char)] for char in text) * size * PT


@functools.lru_cache(maxsize=20_000)
def printable(text: str) -> str:
    """The text in characters the face has: composed where possible, a letter without its mark before a box.

    >>> printable("Šnjarić"), printable("Nguye" + chr(0x302) + chr(0x323) + "n"), printable("שלום 🎉")
    ('Šnjarić', 'Nguyện', '□□□□ □')
    """
    advances = _advances(Face.REGULAR)
    composed = unicodedata.normalize("NFC", text)
    if all(ord(char) in advances for char in composed) and not _SILENT.search(composed):
        return composed
    # Several pictures joined to one (a family, a flag) are one box.
    boxed = "".join(
        char if char == "\u200d" else _shown(char, advances)
        for char in composed
        if char == "\u200d" or not _SILENT.match(char)
    )
    return _JOINED.sub("", boxed).replace("\u200d", "")


def _shown(char: str, advances: dict[int, float]) -> str:
    if ord(char) in advances:
        return char
    if char.isspace() or unicodedata.category(char) == "Cc":
        return " "
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me"}:
        return ""
    simpler = "".join(part for part in unicodedata.normalize("NFKD", char) if ord(part) in advances)
    return simpler or BOX
