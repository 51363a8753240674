"""What can be wrong in a draw by hand, as codes and as German sentences."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .messages import Message, gettext_noop


class ProblemCode(StrEnum):
    """What can be wrong with a slip, or with a draw that is said to be complete."""

    NUMBER_OUTSIDE = "number_outside"
    NUMBER_TAKEN = "number_taken"
    CARD_UNKNOWN = "card_unknown"
    CARD_DRAWN = "card_drawn"
    WRONG_POT = "wrong_pot"
    OWN_NUMBER = "own_number"
    ONLY_OWN_NUMBERS = "only_own_numbers"
    SELF_MEETING_UNAVOIDABLE = "self_meeting_unavoidable"
    CARDS_MISSING = "cards_missing"
    LEFT_NOT_EMPTY = "left_not_empty"
    TOO_MANY_CARDS = "too_many_cards"
    RIGHT_UNTOUCHED = "right_untouched"
    NOT_STUCK = "not_stuck"


_TEXTS: dict[ProblemCode, str] = {
    ProblemCode.NUMBER_OUTSIDE: gettext_noop("Nummer %(number)s gibt es nicht: im Topf sind 1 bis %(last)s."),
    ProblemCode.NUMBER_TAKEN: gettext_noop("Nummer %(number)s ist in diesem Topf schon gezogen: Karte %(holder)s."),
    ProblemCode.CARD_UNKNOWN: gettext_noop("Karte %(card)s ist nicht in dieser Auslosung."),
    ProblemCode.CARD_DRAWN: gettext_noop("Karte %(card)s hat schon gezogen."),
    ProblemCode.WRONG_POT: gettext_noop("Der linke Topf ist noch nicht leer: noch %(left)s Nummern."),
    ProblemCode.OWN_NUMBER: gettext_noop("Nummer %(number)s hält links dieselbe Person: zurücklegen, neu ziehen."),
    ProblemCode.ONLY_OWN_NUMBERS: gettext_noop(
        "Rechts sind nur noch eigene Nummern: alle rechten Zettel zurücklegen und neu ziehen."
    ),
    ProblemCode.SELF_MEETING_UNAVOIDABLE: gettext_noop(
        "Rechts sind nur noch eigene Nummern, und das ist unvermeidlich: die Begegnung mit sich selbst annehmen "
        "oder die rechten Zettel neu ziehen."
    ),
    ProblemCode.CARDS_MISSING: gettext_noop("%(count)s Karten haben noch nicht gezogen."),
    ProblemCode.LEFT_NOT_EMPTY: gettext_noop("Im linken Topf sind noch %(left)s Nummern."),
    ProblemCode.TOO_MANY_CARDS: gettext_noop("%(cards)s Karten, aber nur %(numbers)s Nummern."),
    ProblemCode.RIGHT_UNTOUCHED: gettext_noop("Aus dem rechten Topf ist noch nichts gezogen."),
    ProblemCode.NOT_STUCK: gettext_noop("Es gibt noch fremde Nummern: die rechten Zettel gelten."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule, with what the sentence needs."""

    code: ProblemCode
    text: Message


def problem(code: ProblemCode, **params: int) -> Problem:
    """The problem with its sentence filled in."""
    return Problem(code, Message(_TEXTS[code], **params))
