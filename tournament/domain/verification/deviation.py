"""What a check of an archive can find."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What is wrong; the values are for machines and never change."""

    # the file as such
    NESTED_TOO_DEEP = "nested_too_deep"
    NOT_WHOLE_NUMBER = "not_whole_number"
    MISSING_KEY = "missing_key"
    WRONG_VALUE = "wrong_value"
    WRONG_ORDER = "wrong_order"
    UNKNOWN_PERSON = "unknown_person"
    UNKNOWN_CARD = "unknown_card"
    UNKNOWN_DRAW = "unknown_draw"
    PERSON_TWICE = "person_twice"
    TABLE = "table"
    CARD_TWICE = "card_twice"
    NUMBER_TWICE = "number_twice"
    PHONE = "phone"
    SETTINGS = "settings"
    FORMAT_UNSUPPORTED = "format_unsupported"
    # hashes and money
    DIGEST = "digest"
    JOURNAL_CHAIN = "journal_chain"
    JOURNAL_NUMBER = "journal_number"
    CASH_CHAIN = "cash_chain"
    CASH_NUMBER = "cash_number"
    CASH_VOID = "cash_void"
    CASH_SIGN = "cash_sign"
    CASH_TOTAL = "cash_total"
    CARD_MONEY = "card_money"
    # draws
    DRAW_NUMBER = "draw_number"
    DRAW_SEQUENCE = "draw_sequence"
    DRAW_METHOD = "draw_method"
    DRAW_INCOMPLETE = "draw_incomplete"
    FIELD = "field"
    FIELD_MEMBERS = "field_members"
    SEAL = "seal"
    SECRET = "secret"  # noqa: S105 - the code of a deviation
    SECRET_REVEALED = "secret_revealed"  # noqa: S105
    PUBLIC = "public"
    RESULT = "result"
    CHECK = "check"
    STEPS = "steps"
    HAND_DRAW = "hand_draw"
    LOT = "lot"
    PREPARED_DRAW = "prepared_draw"
    # the course of play
    NUMBERS = "numbers"
    STATE = "state"
    MATCH_NUMBER = "match_number"
    MATCH_MISSING = "match_missing"
    MATCH_UNEXPECTED = "match_unexpected"
    MATCH_CARDS = "match_cards"
    OUTCOME = "outcome"
    WINNER = "winner"
    SCORE = "score"
    RULES = "rules"
    BUMMERL = "bummerl"
    EARLIER = "earlier"
    CARD_STATE = "card_state"
    CARD_OWNER = "card_owner"
    PERSON_WITHDRAWN = "person_withdrawn"
    WITHDRAWAL = "withdrawal"
    EXCHANGE = "exchange"
    REBUY = "rebuy"
    # the end
    PLACE = "place"
    PLACE_MISSING = "place_missing"
    PRIZE = "prize"
    TIE_OPEN = "tie_open"
    JOURNAL_DRAW = "journal_draw"
    JOURNAL_MATCH = "journal_match"
    JOURNAL_FINISH = "journal_finish"
    JOURNAL_PRIZE = "journal_prize"
    JOURNAL_SALE = "journal_sale"


@dataclass(frozen=True, slots=True)
class Deviation:
    """Something in the file that does not follow from the rest: what, where, and in a German sentence."""

    code: Code
    where: str
    text: str
