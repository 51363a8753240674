"""What phones have sent: about matches there are, each tap once, each of them readable."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from tournament.domain import tap_fold
from tournament.domain.messages import Message, gettext_noop

from .deviation import Code, Deviation
from .stored import Json


def check(archive: Json) -> Iterator[Deviation]:
    """All tallies and reports that belong to nothing, are there twice, or hold what no phone sends."""
    annulled = (match for draw in archive["draws"] if draw["annulled"] for match in draw["annulled"]["matches"])
    known = {match["id"] for match in (*archive["matches"], *annulled)}
    for name in ("tallies", "phone_reports"):
        entries = archive.get(name, ())
        for entry in entries:
            if entry["match"] not in known:
                text = Message(gettext_noop("Begegnung %(number)s gibt es nicht."), number=entry["match"])
                yield Deviation(Code.PHONE, name, text)
        if _twice(entry["match"] for entry in entries):
            yield Deviation(Code.PHONE, name, Message(gettext_noop("Eine Begegnung steht zweimal da.")))
    for tally in archive.get("tallies", ()):
        yield from _taps(tally)


def _taps(tally: Json) -> Iterator[Deviation]:
    taps, where = tally["taps"], f"match {tally['match']}"
    if _twice(tap["number"] for tap in taps) or _twice((tap["phone"], tap["sequence"]) for tap in taps):
        yield Deviation(Code.PHONE, where, Message(gettext_noop("Ein Strich des Handys steht zweimal da.")))
    for tap in taps:
        try:
            tap_fold.read(tap_fold.text_of(tap["kind"], tap["side"], tap["points"]))
        except ValueError:
            text = Message(gettext_noop("Strich %(number)s des Handys ist nicht zu lesen."), number=tap["number"])
            yield Deviation(Code.PHONE, where, text)


def _twice(values: Iterable[Hashable]) -> bool:
    listed = list(values)
    return len(set(listed)) < len(listed)
