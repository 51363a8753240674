"""The schema of the archive: the keys every file has, and those of our own that are looked at when present."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tournament.domain.archive import FORMAT, VERSION
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import CardState, Method, Outcome, Policy, SettledBy, Stage, TiePolicy

from . import limits, schema_own
from .limits import amount, named, short
from .schema_phones import PHONES
from .shape import (
    Leaf,
    Listing,
    Node,
    Record,
    anything,
    draw_step,
    exactly,
    hexadecimal,
    moment,
    money,
    one_of,
    or_null,
    pair_of_whole,
    text,
    truth,
    whole,
)


class TournamentState(StrEnum):
    """Where the evening is."""

    SALE = "sale"
    CLOSED = "closed"
    RUNNING = "running"
    FINISHED = "finished"


class Format(StrEnum):
    """How a winner is found."""

    CARDS = "cards"
    LIVES = "lives"
    DANISH = "danish"


class DrawStage(StrEnum):
    """What is drawn."""

    MAIN = "main"
    PLACES = "place5-8"
    LOT = "lot"


class CashKind(StrEnum):
    """What an entry of the cash book was for."""

    FLOAT_IN = "float_in"
    SALE = "sale"
    REFUND = "refund"
    REBUY = "rebuy"
    ADVANCE = "advance"
    PRIZE = "prize"
    INCOME = "income"
    EXPENSE = "expense"
    VOID = "void"


class LeavingKind(StrEnum):
    """How cards leave."""

    WITHDRAWN = CardState.WITHDRAWN.value
    EXCLUDED = CardState.EXCLUDED.value


_COUNT = whole()
_NUMBER = whole(1)
_NUMBER_OR_NULL = or_null(_NUMBER)
_TEXT_OR_NULL = or_null(text)
_WHO = short(limits.WHO)
_WHO_OR_NULL = or_null(_WHO)
_REASON_OR_NULL = or_null(short(limits.REASON))
_PRICE = amount(limits.PRICE_DIGITS, negative=False)
_CASH_AMOUNT = amount(limits.CASH_DIGITS)
_TIME_OR_NULL = or_null(moment)


def _map_of(leaf: Leaf) -> Leaf:
    """An object whose values are all of one kind."""

    def check(value: object) -> str | None:
        if not isinstance(value, dict):
            return Message(gettext_noop("ein Objekt erwartet"))
        return next((fault for each in value.values() if (fault := leaf(each))), None)

    return check


def _overrides(value: object) -> str | None:
    """Bummerl to win by the size of a round: powers of two as texts."""
    sizes = {str(1 << power) for power in range(1, 13)}
    if isinstance(value, dict) and not value.keys() <= sizes:
        return Message(gettext_noop("nur Zweierpotenzen von 2 bis 4096 als Schlüssel erwartet"))
    return _map_of(whole(1, 3))(value)


def _power(value: object) -> str | None:
    """A number of cards on offer."""
    good = type(value) is int and 8 <= value <= 4096 and value & (value - 1) == 0
    return None if good else Message(gettext_noop("eine Zweierpotenz von 8 bis 4096 erwartet"))


def _json_object(value: object) -> str | None:
    return None if isinstance(value, dict) else Message(gettext_noop("ein Objekt erwartet"))


_CHAIN = Record({"first_draw": _NUMBER, "seal": hexadecimal, "length": _NUMBER, "s0": or_null(hexadecimal)})

_TOURNAMENT = Record(
    {
        "slug": limits.slug,
        "name": named(limits.NAME),
        "state": one_of(TournamentState),
        "format": one_of(Format),
        "cards_offered": _power,
        "numbers": or_null(_COUNT),
        "max_cards_per_person": _NUMBER,
        "card_price": _PRICE,
        "bummerl_to_win": whole(1, 3),
        "bummerl_overrides": _overrides,
        "rules": Record({"preset": short(limits.PRESET), "changed": _json_object}),
        "method": one_of(Method),
        "fixed_bracket": truth,
        "prize_policy": one_of(Policy),
        "psd1": Record({"id": limits.identifier, "chains": Listing(_CHAIN)}),
    },
    optional={
        "tie_policy": one_of(TiePolicy),
        "play_place3": truth,
        "play_place5": truth,
        "play_place7": truth,
        "extra_rankings_exempt": truth,
        "rebuy": truth,
        "rebuy_open": truth,
        "rebuy_limit": whole(0, limits.SMALL),
        **schema_own.SETTINGS,
    },
)

_PERSON = Record(
    {
        "start_number": _NUMBER,
        "name": named(limits.NAME),
        "place": or_null(short(limits.PLACE)),
        "club": or_null(short(limits.PLACE)),
        "categories": Listing(text),
        "public": truth,
        "withdrawn": truth,
    },
    optional=schema_own.PERSON,
)

_CARD = Record(
    {"number": _NUMBER, "start_number": _NUMBER, "state": one_of(CardState), "sold_at": moment, "price": _PRICE}
)

_EARLIER = Record({}, optional={"outcome": one_of(Outcome), "winner": _NUMBER_OR_NULL, "score": or_null(pair_of_whole)})

_MATCH = Record(
    {
        "id": _NUMBER,
        "draw": _NUMBER_OR_NULL,
        "round": _NUMBER,
        "stage": one_of(Stage),
        "number": _NUMBER,
        "left": _NUMBER_OR_NULL,
        "right": _NUMBER_OR_NULL,
        "outcome": one_of(Outcome),
        "winner": _NUMBER_OR_NULL,
        "score": or_null(pair_of_whole),
        "bummerl": Listing(text, nullable=True),
        "reported_by": _WHO_OR_NULL,
        "at": _TIME_OR_NULL,
        "earlier": Listing(_EARLIER),
    },
    optional={"bummerl_to_win": whole(1, 3), "numbers": _NUMBER, **schema_own.MATCH},
)

_DRAW = Record(
    {
        "number": whole(1, 256),
        "round": _COUNT,
        "stage": one_of(DrawStage),
        "method": one_of(Method),
        "place": _NUMBER_OR_NULL,
        "field": _TEXT_OR_NULL,
        "secret": or_null(hexadecimal),
        "public": _TEXT_OR_NULL,
        "result": _TEXT_OR_NULL,
        "check": or_null(hexadecimal),
        "steps": Listing(draw_step),
        "annulled": Record(
            {"reason": short(limits.REASON), "by": _WHO, "at": moment, "matches": Listing(_MATCH)}, nullable=True
        ),
        "by": _WHO,
        "at": moment,
    },
    optional={"numbers": _NUMBER},
)

_PLACE = Record(
    {
        "place": _NUMBER,
        "shared_until": _NUMBER_OR_NULL,
        "card": _NUMBER_OR_NULL,
        "start_number": _NUMBER,
        "settled_by": or_null(one_of(SettledBy)),
    }
)

_PRIZE = Record(
    {
        "ranking": or_null(short(limits.RANKING)),
        "place": _NUMBER,
        "description": or_null(short(limits.NOTE)),
        "value": or_null(amount(limits.VALUE_DIGITS, negative=False)),
        "sponsor": or_null(short(limits.NAME)),
        "winner": _NUMBER_OR_NULL,
        "reason": Record({"place": _NUMBER_OR_NULL, "card": _NUMBER_OR_NULL}, nullable=True),
        "handed_out_at": _TIME_OR_NULL,
    },
    optional={"shared_with": Listing(_NUMBER, nullable=True), **schema_own.PRIZE},
)

_CASH = Record(
    {
        "number": _NUMBER,
        "at": moment,
        "kind": one_of(CashKind),
        "amount": _CASH_AMOUNT,
        "desk": or_null(short(limits.DESK)),
        "text": or_null(short(limits.NOTE)),
        "by": _WHO,
        "voids": _NUMBER_OR_NULL,
        "prev": or_null(hexadecimal),
        "hash": hexadecimal,
    }
)

_JOURNAL = Record(
    {
        "number": _NUMBER,
        "at": moment,
        "by": _WHO,
        "kind": one_of(JournalKind),
        "subject": or_null(short(limits.SUBJECT)),
        "before": anything,
        "after": anything,
        "reason": _REASON_OR_NULL,
        "prev": or_null(hexadecimal),
        "hash": hexadecimal,
    }
)

_EVENT: Mapping[str, Node] = {"at": moment, "after_draw": _COUNT}
_EVENT_MAYBE: Mapping[str, Node] = {"before_round": _NUMBER_OR_NULL, "reason": _REASON_OR_NULL, "by": _WHO_OR_NULL}

_REBUY = Record({**_EVENT, "card": _NUMBER_OR_NULL}, optional={**_EVENT_MAYBE, "to": _NUMBER, "match": _NUMBER_OR_NULL})
_EXCHANGE = Record({**_EVENT, "from": _NUMBER, "to": _NUMBER}, optional={**_EVENT_MAYBE, "match": _NUMBER_OR_NULL})
_MOVE = Record({**_EVENT, "card": _NUMBER, "from": _NUMBER, "to": _NUMBER}, optional=_EVENT_MAYBE)
_WITHDRAWAL = Record(
    {**_EVENT, "cards": Listing(_NUMBER)},
    optional={**_EVENT_MAYBE, "kind": one_of(LeavingKind), "start_number": _NUMBER_OR_NULL},
)

_PLAY_OFF = Record(
    {"place": _NUMBER},
    optional={
        "cards": Listing(_NUMBER), "card_numbers": Listing(_NUMBER), "note": _REASON_OR_NULL, "by": _WHO_OR_NULL,
        "at": _TIME_OR_NULL,
    },
)  # fmt: skip
_SELLER = Record({"number": _NUMBER, "name": named(limits.NAME), "cards": _COUNT})
_PREPARED = Record(
    {"number": _NUMBER, "field": text}, optional={"stage": one_of(DrawStage), "round": _COUNT}, nullable=True
)

ARCHIVE = Record(
    {
        "format": exactly(FORMAT),
        "version": exactly(VERSION),
        "tournament": _TOURNAMENT,
        "people": Listing(_PERSON),
        "cards": Listing(_CARD),
        "draws": Listing(_DRAW),
        "matches": Listing(_MATCH),
        "places": Listing(_PLACE),
        "prizes": Listing(_PRIZE),
        "cash": Listing(_CASH),
        "cash_totals": Record({"by_kind": _map_of(money), "by_desk": _map_of(money)}),
        "rebuys": Listing(_REBUY),
        "exchanges": Listing(_EXCHANGE),
        "withdrawals": Listing(_WITHDRAWAL),
        "card_moves": Listing(_MOVE),
        "journal": Listing(_JOURNAL),
        "digest": hexadecimal,
    },
    optional={
        "play_offs": Listing(_PLAY_OFF),
        "prepared_draw": _PREPARED,
        "sellers": Listing(_SELLER),
        **schema_own.LISTS,
        **PHONES,
    },
)
