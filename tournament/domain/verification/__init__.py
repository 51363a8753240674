"""The archive proves itself: everything in it is replayed from the file alone, and every deviation is named."""

from __future__ import annotations

from typing import Any

from . import (
    chains,
    draws,
    identities,
    journal,
    main_line,
    placement,
    places,
    prepared,
    prizes,
    references,
    results,
    shape,
    states,
)
from .content import Content
from .deviation import Code, Deviation
from .reading import read
from .schema import ARCHIVE, Format

__all__ = ["Code", "Deviation", "verify"]


def verify(archive: dict[str, Any]) -> tuple[Deviation, ...]:
    """Everything in an archive that does not follow from the rest of it; nothing for a file that is whole.

    Takes any JSON value and never raises. What cannot be read as an archive is named first; only a file whose shape
    and references are right is replayed.
    """
    found = shape.depth_and_numbers(archive) or shape.check(ARCHIVE, archive)
    if found:
        return tuple(found)
    if archive["tournament"]["format"] != Format.CARDS:
        content = read(archive)
        text = f"Das Format „{content.settings.format}“ kann noch nicht nachgespielt werden."
        unsupported = Deviation(Code.FORMAT_UNSUPPORTED, "tournament.format", text)
        return (*chains.check(archive, content), unsupported)
    found = references.check(archive)
    content = read(archive)
    if found:
        return (*found, *chains.check(archive, content))
    return tuple(dict.fromkeys((*chains.check(archive, content), *_replayed(archive, content))))


def _replayed(archive: dict[str, Any], content: Content) -> list[Deviation]:
    """The whole evening once more, from the first draw to the last prize."""
    replayed = draws.replay(content)
    ranking = places.check(content, replayed)
    return [
        *draws.check_chains(content),
        *replayed.deviations,
        *prepared.check(archive, content),
        *identities.check(content),
        *main_line.check(content, replayed),
        *placement.check(content, replayed),
        *results.check(content),
        *states.check(content),
        *ranking.deviations,
        *prizes.check(content, ranking),
        *journal.check(content, archive["journal"]),
    ]
