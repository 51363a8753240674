"""The schema of what phones at open matches have sent."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.domain.tap_fold import TapKind
from tournament.domain.terms import Side

from . import limits
from .limits import short
from .shape import Listing, Node, Record, moment, one_of, or_null, pair_of_whole, text, whole

_NUMBER = whole(1)

_TAP = Record(
    {
        "number": _NUMBER,
        "phone": short(limits.DEVICE),
        "sequence": _NUMBER,
        "kind": one_of(TapKind),
        "side": or_null(one_of(Side)),
        "points": whole(0, 3),
        "at": moment,
    }
)
_TALLY = Record(
    {
        "match": _NUMBER,
        "phone": short(limits.DEVICE),
        "term": whole(),
        "changed_at": moment,
        "version": _NUMBER,
        "taps": Listing(_TAP),
    }
)
_REPORT = Record(
    {
        "match": _NUMBER,
        "phone": short(limits.DEVICE),
        "winner": one_of(Side),
        "score": pair_of_whole,
        "bummerl": Listing(text, nullable=True),
        "at": moment,
    }
)

PHONES: Mapping[str, Node] = {"tallies": Listing(_TALLY), "phone_reports": Listing(_REPORT)}
