"""Settings that contradict each other: an installation would refuse them in the Ausschreibung as well."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.domain import card_rules
from tournament.domain.messages import Message, gettext_noop
from tournament.domain.terms import Method

from . import bummerl
from .deviation import Code, Deviation
from .stored import Json


def check(tournament: Json) -> Iterator[Deviation]:
    """All contradictions; rules that cannot be read are named with the results."""
    if tournament["fixed_bracket"] and tournament["method"] == Method.FAIR:
        text = Message(gettext_noop("Ein fester Turnierbaum wird nicht mit gleicher Chance gelost."))
        yield Deviation(Code.SETTINGS, "tournament.method", text)
    if tournament.get("play_place7", True) and not tournament.get("play_place5", True):
        text = Message(gettext_noop("Um Platz 7 wird nur gespielt, wenn auch um Platz 5 gespielt wird."))
        yield Deviation(Code.SETTINGS, "tournament.play_place7", text)
    rules = bummerl.rule_set(tournament["rules"])
    if not isinstance(rules, str):
        for each in card_rules.contradicting(rules):
            yield Deviation(Code.SETTINGS, "tournament.rules", each.text)
