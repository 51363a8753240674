"""The words of the domain as enums; their values are the words of the archive."""

from enum import StrEnum


class Stage(StrEnum):
    """What a match decides."""

    MAIN = "main"
    PLACES = "place5-8"
    PLACE3 = "place3"
    PLACE5 = "place5"
    PLACE7 = "place7"
    THREE = "three"


class Outcome(StrEnum):
    """How a match ended."""

    OPEN = "open"
    PLAYED = "played"
    BYE = "bye"
    SELF = "self"
    WALKOVER = "walkover"
    RETIRED = "retired"
    EXCLUDED = "excluded"
    DOUBLE_WALKOVER = "double_walkover"


class CardState(StrEnum):
    """Where a card is."""

    IN = "in"
    OUT = "out"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"
    REFUNDED = "refunded"


class Method(StrEnum):
    """How a round is drawn; `fixed` rounds follow from the first draw."""

    TWO_POT = "two-pot"
    FAIR = "fair"
    BY_HAND = "by-hand"
    LIVES = "lives"
    LOT = "lot"
    FIXED = "fixed"


class SettledBy(StrEnum):
    """What decided a place."""

    MATCH = "match"
    PLAY_OFF = "play_off"
    LOT = "lot"


class Policy(StrEnum):
    """Whether a person may win several prizes."""

    SEVERAL = "several"
    ONE = "one_prize_per_person"


class TiePolicy(StrEnum):
    """How a tie is settled where a prize depends on it."""

    LOT = "lot"
    PLAY_OFF = "play_off"
    SHARED = "shared"


class Side(StrEnum):
    """The left holder's side, and the right one's."""

    LEFT = "left"
    RIGHT = "right"


class Format(StrEnum):
    """How a winner is found."""

    CARDS = "cards"
    LIVES = "lives"
    DANISH = "danish"


class CardWord(StrEnum):
    """What the house calls an entry card."""

    TEILNAHMEKARTE = "teilnahmekarte"
    LOS = "los"
    LEBEN = "leben"
    STANDKARTE = "standkarte"
