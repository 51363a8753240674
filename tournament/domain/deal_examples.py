"""Deals to try the replay with, as a referee would type them: one for each thing that is disputed most."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.rules import RuleSet

from .deal_notation import TypedDeal
from .messages import Message, gettext_noop


class ExampleKey(StrEnum):
    """What an example shows."""

    RIGHT = "richtig"
    REVOKE = "renonce"
    CALLED = "angesagt"
    FALSE_CLAIM = "zu-frueh"


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that can be tried."""

    key: ExampleKey
    title: Message
    typed: TypedDeal


_TITLES: Final = {
    ExampleKey.RIGHT: gettext_noop("Zugedreht und ausgemeldet: alles richtig"),
    ExampleKey.REVOKE: gettext_noop("Nach dem Zudrehen gestochen statt Farbe bekannt"),
    ExampleKey.CALLED: gettext_noop("Renonce, vom Gegner angesagt"),
    ExampleKey.FALSE_CLAIM: gettext_noop("Zu früh ausgemeldet"),
}
_20: Final = TypedDeal("A", "HD CD DA SK HB", "D10 DK SB DD SD", "CK HK HA S10 DB SA C10 CA CB H10", "")
_24: Final = TypedDeal("A", "S9 D10 SD SB SA D9", "CA C10 DB HD DA SK", "HA H10 DD CK CB HK H9 CD HB S10 C9 DK", "")
_MOVES: Final = {
    (20, ExampleKey.RIGHT): "DA SB\n20 C tausch CK D10\nH10 SD\nzu SK S10\n20 D DK DB\nDD HD\n66",
    (20, ExampleKey.REVOKE): "DA SB\n20 C tausch CK D10\nH10 SD\nzu SK S10\n20 D DK HD\n66",
    (20, ExampleKey.CALLED): "DA SB\n20 C tausch CK D10\nH10 SD\nzu SK S10\n20 D DK HD\nrenonce",
    (20, ExampleKey.FALSE_CLAIM): "DA SB\n20 C tausch CK D10\nH10 SD\n66",
    (24, ExampleKey.RIGHT): "SB C10\ntausch zu S9 SK\nCA D10\nSD DB\nDA DK\nHD HA\nSA H10\n66",
    (24, ExampleKey.REVOKE): "SB C10\ntausch zu S9 SK\nCA D10\nSD DB\nDA SA\nHD HA",
    (24, ExampleKey.CALLED): "SB C10\ntausch zu S9 SK\nCA D10\nSD DB\nDA SA\nrenonce",
    (24, ExampleKey.FALSE_CLAIM): "SB C10\ntausch zu S9 SK\nCA D10\n66",
}


def examples(rules: RuleSet) -> tuple[Example, ...]:
    """The examples with the cards of these rules.

    >>> from scoring.rules import PRESETS
    >>> [str(example.key) for example in examples(PRESETS["66-b"])]
    ['richtig', 'renonce', 'angesagt', 'zu-frueh']
    """
    cards = _20 if rules.deck == 20 else _24
    return tuple(
        Example(key, Message(_TITLES[key]), replace(cards, moves=_MOVES[rules.deck, key])) for key in ExampleKey
    )
