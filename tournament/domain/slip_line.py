"""The fast line of a draw by hand: `L 17 23` is pot, number, card. Staff types while slips are called out.

Forgiving in form (`l17 23`, `rechts 4, Huber`), strict in meaning: what is not certain is asked, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from . import names
from .by_hand import HandDraw, Pot, Slip
from .drawing import StepKind
from .messages import Message, gettext_noop, joined

_BETWEEN = r"[\s.,:;/\-–]"
_LINE = re.compile(
    rf"\s*(?P<pot>l|li|links|left|r|re|rechts|right){_BETWEEN}*(?P<number>\d{{1,6}})(?:{_BETWEEN}+(?P<who>\S.*?))?\s*",
    re.IGNORECASE,
)
_CARD = re.compile(r"(?:karte|k|nr\.?|#)?\s*(?P<card>\d{1,6})", re.IGNORECASE)
_SHORTEST_NAME = 2
_MOST_NAMED = 4


class LineCode(StrEnum):
    """What can be wrong with a line before any rule of the draw is asked."""

    NOT_UNDERSTOOD = "line_not_understood"
    FOR_WHOM = "line_for_whom"
    NAME_TOO_SHORT = "line_name_too_short"
    NAME_UNKNOWN = "line_name_unknown"
    NAME_NOT_UNIQUE = "line_name_not_unique"
    ALL_DRAWN = "line_all_drawn"


_TEXTS = {
    LineCode.NOT_UNDERSTOOD: gettext_noop(
        "Nicht verstanden: bitte Topf, Nummer und Karte eingeben, zum Beispiel „L 17 23“ oder „R 4 Huber“."
    ),
    LineCode.FOR_WHOM: gettext_noop("Für wen? Bitte nach der Nummer die Karte oder den Namen eingeben."),
    LineCode.NAME_TOO_SHORT: gettext_noop("Bitte mindestens zwei Buchstaben des Namens eingeben."),
    LineCode.NAME_UNKNOWN: gettext_noop("„%(who)s“ ist bei dieser Auslosung nicht dabei."),
    LineCode.NAME_NOT_UNIQUE: gettext_noop("„%(who)s“ ist nicht eindeutig: %(people)s. Bitte die Karte eingeben."),
    LineCode.ALL_DRAWN: gettext_noop("%(who)s hat schon für alle Karten gezogen."),
}


class SlipLineError(ValueError):
    """The line cannot be taken; `code` and the finished German sentence say why."""

    def __init__(self, code: LineCode, **params: str) -> None:
        self.code = code
        self.text = Message(_TEXTS[code], **params)
        super().__init__(self.text)


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A line as typed: pot, number on the slip, and for whom: a card number, a name, or nothing (whose turn it is)."""

    pot: Pot
    number: int
    card: int | None = None
    who: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """What a person in the draw is called."""

    name: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.place})" if self.place else self.name


def parse(text: str) -> SlipLine:
    """Read a line. SlipLineError if pot or number are missing.

    >>> parse("L 17 23")
    SlipLine(pot=<Pot.LEFT: 'left'>, number=17, card=23, who='')
    >>> parse("r4 huber").who
    'huber'
    """
    found = _LINE.fullmatch(text)
    if not found:
        raise SlipLineError(LineCode.NOT_UNDERSTOOD)
    pot = Pot.LEFT if found["pot"].lower().startswith("l") else Pot.RIGHT
    who = found["who"] or ""
    if card := _CARD.fullmatch(who):
        return SlipLine(pot, int(found["number"]), int(card["card"]))
    return SlipLine(pot, int(found["number"]), None, who)


def resolve(line: SlipLine, state: HandDraw, people: Mapping[int, Named]) -> Slip:
    """The slip a line means: a name stands for the person's next card without a slip, nothing for whose turn it is.

    `people`: start number -> name, of everybody in the draw. SlipLineError where it is not certain.
    """
    if line.card is not None:
        return Slip(line.pot, line.number, line.card)
    waiting = waiting_cards(state)
    if not line.who:
        turn = whose_turn(state)
        if turn is None:
            raise SlipLineError(LineCode.FOR_WHOM)
        return Slip(line.pot, line.number, waiting[turn][0])
    return Slip(line.pot, line.number, waiting[_person(line.who, waiting, people)][0])


def waiting_cards(state: HandDraw) -> dict[int, list[int]]:
    """Start number -> cards that have no slip yet, ascending; only who has such cards, by start number."""
    waiting: dict[int, list[int]] = {}
    for card in sorted(state.owners.keys() - state.drawn):
        waiting.setdefault(state.owners[card], []).append(card)
    return {start: waiting[start] for start in sorted(waiting)}


def whose_turn(state: HandDraw) -> int | None:
    """Who is drawing: whoever drew last and still has cards to draw for (all in one go); None: the next to come."""
    if not state.steps or state.steps[-1][0] is StepKind.VOID:
        return None
    owner = state.owners.get(int(state.steps[-1][2]))
    return owner if owner in {state.owners[card] for card in state.owners.keys() - state.drawn} else None


def _person(who: str, waiting: Mapping[int, list[int]], people: Mapping[int, Named]) -> int:
    if len(names.fold(who).replace(" ", "")) < _SHORTEST_NAME:
        raise SlipLineError(LineCode.NAME_TOO_SHORT)
    found = [start for start, person in people.items() if names.matches(who, person.name, person.place)]
    if not found:
        raise SlipLineError(LineCode.NAME_UNKNOWN, who=who)
    still = [start for start in found if start in waiting]
    if not still:
        raise SlipLineError(LineCode.ALL_DRAWN, who=str(people[found[0]]) if len(found) == 1 else f"„{who}“")
    if len(still) > 1:
        card = gettext_noop("%(name)s, Karte %(card)s")
        named = [Message(card, name=str(people[start]), card=waiting[start][0]) for start in still[:_MOST_NAMED]]
        more = [Message("…")] if len(still) > _MOST_NAMED else []
        raise SlipLineError(LineCode.NAME_NOT_UNIQUE, who=who, people=joined("; ", named + more))
    return still[0]
