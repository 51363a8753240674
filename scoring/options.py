"""The house options that are words: one enum each, written in records by its value."""

from enum import StrEnum, unique


@unique
class Permission(StrEnum):
    """Whether exchanging, or closing, exists at all."""

    ALLOWED = "allowed"
    NEVER = "never"


@unique
class MarriageLead(StrEnum):
    """The card to be led after an announcement."""

    EITHER = "either"
    KING = "king"


@unique
class CloseTiming(StrEnum):
    """Whether the talon may be closed before drawing ("undrawn") too."""

    AFTER_DRAW = "after_draw"
    BEFORE_OR_AFTER = "before_or_after"


@unique
class CloseBy(StrEnum):
    """Who may close; the other player too only between tricks, before the lead."""

    LEADER = "leader"
    EITHER = "either"


@unique
class ClosedCount(StrEnum):
    """Which tricks and card points of the opponent count when closing succeeds."""

    AT_CLOSE = "at_close"
    FINAL = "final"


@unique
class FailedClose(StrEnum):
    """What the opponent of a closer who fails wins."""

    TWO_OR_THREE = "two_or_three"
    CLAIM_TWO = "claim_two"


@unique
class FalseClaim(StrEnum):
    """What the opponent of a false claimant wins."""

    AS_CLAIMED = "as_claimed"
    TWO = "two"
    TWO_OR_THREE = "two_or_three"


@unique
class LastTrick(StrEnum):
    """What the last trick of an open talon brings."""

    WINS_DEAL = "wins_deal"
    PLUS_TEN = "plus_ten"


@unique
class LastTrickPoints(StrEnum):
    """What a deal won by the last trick is worth."""

    ONE = "one"
    BY_TABLE = "by_table"


@unique
class Unclaimed(StrEnum):
    """How a deal ends that was played out with the last trick's ten and not claimed."""

    HIGHER_TOTAL = "higher_total"
    DRAW = "draw"


@unique
class Tie(StrEnum):
    """What a tie does to the next deal."""

    REDEAL = "redeal"
    CARRY_ONE = "carry_one"


@unique
class NextDealer(StrEnum):
    """Who deals next (after a tie always the same player again)."""

    ALTERNATE = "alternate"
    WINNER = "winner"


@unique
class LookBack(StrEnum):
    """Which tricks may be looked at again. Printed only."""

    OWN_AND_FIRST = "own_and_first"
    LAST = "last"
    FIRST_ON_DEMAND = "first_on_demand"
    NEVER = "never"


@unique
class Reason(StrEnum):
    """Why a deal ended as it did."""

    CLAIM = "claim"
    CLOSE = "close"
    """The closer won."""
    CLOSE_FAILED = "close_failed"
    """The winner's opponent had closed."""
    FALSE_CLAIM = "false_claim"
    """By the loser; nobody had closed, or the winner had."""
    REVOKE = "revoke"
    LAST_TRICK = "last_trick"
    COUNTED = "counted"
    """Played out unclaimed, higher total."""
    TIE = "tie"
