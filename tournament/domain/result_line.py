"""The quick entry of a result: match number, winner, score, as a scorer types them with one hand.

A score is said from the winner's side, as at the table: "2:1", "21" and "2 1" mean two Bummerl for the winner, whoever
that is. Other endings have a letter: k (kampflos), a (Aufgabe, with or without a score), b (beide nicht angetreten).
"""

import re
from dataclasses import dataclass

from . import names
from .messages import Message, gettext_noop
from .terms import Outcome, Side

LEFT_WORDS = frozenset({"l", "1", "links"})
RIGHT_WORDS = frozenset({"r", "2", "rechts"})
#: What is typed in place of a score, for endings without or with less than a whole match.
ENDINGS = {
    "k": Outcome.WALKOVER,
    "kampflos": Outcome.WALKOVER,
    "a": Outcome.RETIRED,
    "aufgabe": Outcome.RETIRED,
    "b": Outcome.DOUBLE_WALKOVER,
    "beide": Outcome.DOUBLE_WALKOVER,
}
_CODE = re.compile(r"(p?)\s*0*([0-9]{1,5})", re.I)
_SCORE = re.compile(r"([0-9]{1,2})\s*[:\-–/.,; ]\s*([0-9]{1,2})|([0-9])([0-9])")
PLACEMENT_NUMBERS = range(1, 6)


class LineError(ValueError):
    """A part of the line that cannot be understood; `message` says in German what to type."""

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Code:
    """Which match is meant: the pot number of the shown round, or P1 ... P5 of the placement."""

    number: int
    placement: bool = False

    def __str__(self) -> str:
        return f"P{self.number}" if self.placement else str(self.number)


@dataclass(frozen=True, slots=True)
class Said:
    """What was said of a match: how it ended, who won, won Bummerl (left, right)."""

    outcome: Outcome
    winner: Side | None
    score: tuple[int, int] | None


def parse_code(text: str) -> Code:
    """The match of "12", "P3" or "p 3"; LineError for anything else.

    >>> parse_code(" 012 "), str(parse_code("p3"))
    (Code(number=12, placement=False), 'P3')
    """
    found = _CODE.fullmatch(text.strip())
    code = Code(int(found[2]), bool(found[1])) if found else None
    if code is None or not code.number or (code.placement and code.number not in PLACEMENT_NUMBERS):
        said = gettext_noop("„%(text)s“ ist keine Begegnung: bitte ihre Nummer eingeben, oder P1 bis P5.")
        raise LineError("number", Message(said, text=text.strip()[:20]))
    return code


def parse_winner(text: str, left: str, right: str) -> Side | None:
    """Whose side "l", "r", 1, 2 or the beginning of a name means; None for nothing typed; LineError if unclear.

    >>> parse_winner("kov", "Öllinger Ägidius", "Kővári Ödön")
    <Side.RIGHT: 'right'>
    """
    said = text.strip().casefold()
    if not said:
        return None
    if len(said) > 1:
        found = [
            side
            for side, name in ((Side.LEFT, left), (Side.RIGHT, right))
            if names.fold(said) and names.matches(said, name)
        ]
        if len(found) == 1:
            return found[0]
        if found:
            both = gettext_noop("„%(text)s“ passt auf beide Namen: bitte l für links oder r für rechts eingeben.")
            raise LineError("winner", Message(both, text=text.strip()[:40]))
    if said in LEFT_WORDS:
        return Side.LEFT
    if said in RIGHT_WORDS:
        return Side.RIGHT
    neither = gettext_noop(
        "„%(text)s“ passt auf keinen der beiden: bitte l, r oder die ersten zwei Buchstaben des Siegers eingeben."
    )
    raise LineError("winner", Message(neither, text=text.strip()[:40]))


def parse_score(text: str, winner: Side | None) -> Said:
    """The ending and the score, turned to (left, right); LineError if it cannot be understood.

    The winner's Bummerl come first. Only where the second is higher and the right one won it is read as it stands on
    paper, left before right: nothing else can be meant.

    >>> parse_score("21", Side.RIGHT).score, parse_score("1:2", Side.RIGHT).score, parse_score("k", Side.LEFT).outcome
    ((1, 2), (1, 2), <Outcome.WALKOVER: 'walkover'>)
    """
    word, _blank, rest = text.strip().casefold().partition(" ")
    outcome = ENDINGS.get(word, Outcome.PLAYED)
    digits = text.strip() if outcome is Outcome.PLAYED else rest.strip()
    if outcome is Outcome.PLAYED and word[:1] == "a" and word[1:2].isdigit():  # "a10"
        outcome, digits = Outcome.RETIRED, text.strip()[1:]
    if not digits:
        return Said(outcome, winner, None)
    found = _SCORE.fullmatch(digits)
    if found is None:
        unclear = gettext_noop("Der Stand „%(text)s“ ist nicht zu verstehen: zum Beispiel 2:1 oder 21, k für kampflos.")
        raise LineError("score", Message(unclear, text=text.strip()[:20]))
    first, second = (int(part) for part in found.groups() if part is not None)
    as_written = winner is not Side.RIGHT or (first < second and outcome is Outcome.PLAYED)
    return Said(outcome, winner, (first, second) if as_written else (second, first))
