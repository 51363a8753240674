"""Cells of CSV files that people open in a spreadsheet."""

from __future__ import annotations

import re
import unicodedata

_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)*")
_STARTS_FORMULA = frozenset("=+-@|")


def csv_safe(cell: str) -> str:
    """Return the cell so that no spreadsheet takes it for a formula: dangerous beginnings get an apostrophe.

    Dangerous are = + - @ (also in full width), the pipe of DDE, and these after white space or invisible characters;
    a plain number keeps its sign. The caller still writes the file with the `csv` module, which does the quoting.
    """
    if _NUMBER.fullmatch(cell):
        return cell
    if cell[:1] in {"\t", "\r", "\n"}:
        return f"'{cell}"
    for char in cell:
        if char.isspace() or unicodedata.category(char) in {"Cc", "Cf"}:
            continue
        return f"'{cell}" if unicodedata.normalize("NFKC", char)[:1] in _STARTS_FORMULA else cell
    return cell
