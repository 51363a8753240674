"""The schema of what this program keeps beyond the agreed minimum: looked at wherever a file has it.

None of it can be replayed, but everything of it is read back by an import, which must not stumble.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import CardWord, Side

from . import limits
from .limits import amount, named, short
from .shape import Listing, Node, Record, anything, moment, one_of, or_null, text, truth, whole

_COUNT = whole()
_NUMBER = whole(1)
_TIME_OR_NULL = or_null(moment)
_AMOUNT = amount(limits.CASH_DIGITS)
_LINE = short(limits.NAME)
_SMALL = whole(0, limits.SMALL)


class ReservationState(StrEnum):
    """What became of a reservation."""

    OPEN = "open"
    PAID = "paid"
    RELEASED = "released"


def _coins(value: object) -> str | None:
    counted = isinstance(value, dict) and all(_COUNT(pieces) is None for pieces in value.values())
    return None if counted else Message(gettext_noop("ein Objekt mit Stückzahlen erwartet"))


def _slip(value: object) -> str | None:
    """A step of a draw by hand: words and numbers."""
    good = isinstance(value, list) and bool(value) and all(type(part) in (str, int) for part in value)
    return None if good else Message(gettext_noop("ein Schritt einer Auslosung erwartet"))


SETTINGS: Mapping[str, Node] = {
    "starts_at": _TIME_OR_NULL, "created_at": _TIME_OR_NULL, "venue": _LINE, "organiser": _LINE,
    "purpose": short(limits.NOTE), "notes": text, "sponsors_text": text, "card_word": one_of(CardWord),
    "bummerl_word": short(limits.WORD), "match_word": short(limits.WORD), "rebuy_until_round": _SMALL,
    "lives": whole(1, 9), "three_way_final": truth, "rounds": _SMALL, "standings_criteria": Listing(text),
    "phone_results_count_at_once": truth, "no_show_minutes": _SMALL, "published": truth,
    "paper_language": named(limits.LANGUAGE), "public_address": short(limits.ADDRESS),
}  # fmt: skip
PERSON: Mapping[str, Node] = {
    "members": Listing(text), "note": or_null(short(limits.NOTE)), "phone": or_null(short(limits.PHONE)),
    "created_at": _TIME_OR_NULL,
}  # fmt: skip
MATCH: Mapping[str, Node] = {
    "findings": Listing(anything), "override_reason": or_null(short(limits.REASON)), "created_at": _TIME_OR_NULL,
    "called_at": _TIME_OR_NULL, "started_at": _TIME_OR_NULL, "version": _NUMBER, "table": or_null(_NUMBER),
    "missing": or_null(one_of(Side)),
}  # fmt: skip
PRIZE: Mapping[str, Node] = {"handed_out_by": or_null(short(limits.WHO))}

_RESERVATION = Record(
    {
        "start_number": _NUMBER,
        "cards": _NUMBER,
        "until": _TIME_OR_NULL,
        "state": one_of(ReservationState),
        "made_at": _TIME_OR_NULL,
        "ended_at": _TIME_OR_NULL,
    },
    optional={"number": _NUMBER},
)
_CASH_COUNT = Record(
    {
        "desk": short(limits.DESK),
        "coins": _coins,
        "counted": _AMOUNT,
        "expected": _AMOUNT,
        "by": short(limits.WHO),
        "at": _TIME_OR_NULL,
    },
    optional={"number": _NUMBER},
)
_TABLE = Record({"number": _NUMBER, "out_of_order": truth})
_HAND_DRAW = Record(
    {
        "round": _NUMBER,
        "numbers": whole(2),
        "slips": Listing(_slip),
        "version": _NUMBER,
        "by": short(limits.WHO),
        "at": moment,
    },
    nullable=True,
)

LISTS: Mapping[str, Node] = {
    "reservations": Listing(_RESERVATION),
    "cash_counts": Listing(_CASH_COUNT),
    "tables": Listing(_TABLE),
    "hand_draw": _HAND_DRAW,
}
