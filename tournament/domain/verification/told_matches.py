"""The journal against who met in a match and who reported it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import Outcome

from .deviation import Code, Deviation
from .stored import Json
from .told_sale import details

_REPORTS = frozenset({JournalKind.RESULT, JournalKind.CORRECTION})
_REPORTED = frozenset({Outcome.PLAYED, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DOUBLE_WALKOVER})
_SIDES = ("stage", "number", "left", "right")


def check(archive: Json) -> list[Deviation]:
    """All matches made otherwise, or reported by somebody else, than the journal tells; annulled ones too."""
    annulled = [match for draw in archive["draws"] if draw["annulled"] for match in draw["annulled"]["matches"]]
    matches = {f"match {match['id']}": match for match in (*archive["matches"], *annulled)}
    return [*_sides(matches, archive["journal"]), *_reporters(matches, archive["journal"])]


def _sides(matches: dict[str, Json], journal: Sequence[Json]) -> Iterator[Deviation]:
    """Who meets is as it was last told; a draw tells of its matches by its own result."""
    told: dict[str, dict[str, object]] = {}
    for entry in journal:
        said = details(entry, "after")
        if entry["subject"] in matches and "outcome" in said:
            told.setdefault(entry["subject"], {}).update({key: said[key] for key in _SIDES if key in said})
    for where, said in told.items():
        if any(matches[where][key] != value for key, value in said.items()):
            text = Message(gettext_noop("Das Protokoll nennt andere Gegner oder eine andere Begegnung."))
            yield Deviation(Code.JOURNAL_MATCH, where, text)


def _reporters(matches: dict[str, Json], journal: Sequence[Json]) -> Iterator[Deviation]:
    """Whoever is said to have reported a result has written the last entry about it."""
    last: dict[str, Json] = {
        entry["subject"]: entry
        for entry in journal
        if entry["kind"] in _REPORTS and entry["subject"] in matches and "outcome" in details(entry, "after")
    }
    for where, entry in last.items():
        match = matches[where]
        if match["outcome"] in _REPORTED and match["reported_by"] and match["reported_by"] != entry["by"]:
            text = Message(gettext_noop("Laut Protokoll hat das jemand anderer eingetragen."))
            yield Deviation(Code.JOURNAL_MATCH, where, text)
