"""The archive proves itself: everything in it is replayed from the file alone, and every deviation is named."""

from __future__ import annotations

from typing import Any

from tournament.domain.messages import Message, gettext_noop

from . import (
    chains,
    draws,
    identities,
    journal,
    main_line,
    phones,
    placement,
    places,
    prepared,
    prizes,
    references,
    results,
    settings,
    shape,
    states,
    told,
    told_matches,
    told_sale,
)
from .content import Content
from .deviation import Code, Deviation
from .reading import read
from .schema import ARCHIVE, Format

__all__ = ["Code", "Deviation", "verify"]


def verify(archive: dict[str, Any]) -> tuple[Deviation, ...]:
    """Everything in an archive that does not follow from the rest of it; nothing for a file that is whole.

    Takes any JSON value and never raises. Only a file with the right shape, in which everything that is named exists,
    is replayed; of any other what is wrong with that is named.
    """
    found = shape.depth_and_numbers(archive) or shape.check(ARCHIVE, archive)
    if found:
        return tuple(found)
    if archive["tournament"]["format"] != Format.CARDS:
        content = read(archive)
        text = Message(
            gettext_noop("Das Format „%(format)s“ kann noch nicht nachgespielt werden."), format=content.settings.format
        )
        unsupported = Deviation(Code.FORMAT_UNSUPPORTED, "tournament.format", text)
        return (*chains.check(archive, content), unsupported)
    found, unknown = references.check(archive), references.unknown(archive)
    found += [*settings.check(archive["tournament"]), *phones.check(archive)]
    content = read(archive)
    replayed = _replayed(archive, content) if not unknown else []
    return tuple(dict.fromkeys((*found, *unknown, *chains.check(archive, content), *replayed)))


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
        *prizes.check(content, ranking, archive["journal"]),
        *journal.check(content, archive["tournament"], archive["journal"]),
        *told.check(archive),
        *told_sale.check(archive),
        *told_matches.check(archive),
    ]
