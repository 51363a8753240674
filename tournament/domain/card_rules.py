"""The card rules of a tournament as it stores them: a preset and what was changed in it; what contradicts, what differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules import PRESETS, RuleSet, contradictions, difference, from_record, written_value
from scoring.sentences import field_label, value_label

from .messages import Message, gettext_noop

_CONTRADICT = gettext_noop("„%(first)s“ und „%(second)s“ widersprechen einander.")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two rules that cannot both be meant: their fields, and a sentence that quotes both."""

    fields: tuple[str, ...]
    text: Message


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that was changed: its field, and what the preset says and what holds, in words."""

    name: str
    label: str
    usual: str
    chosen: str


def rule_set(preset: str, changed: Mapping[str, Any]) -> RuleSet:
    """The rules a tournament has stored.

    >>> rule_set("turnier-scharf", {"schneider_double": True}).schneider_double
    True

    Raises scoring.rules.RulesError for what cannot be.
    """
    return from_record({"preset": preset, "changed": dict(changed)})


def stored_changes(rules: RuleSet) -> dict[str, str | int | bool]:
    """What is stored beside the preset's name.

    >>> stored_changes(rule_set("66-b", {"revoke_points": 3, "deck": 24}))
    {'revoke_points': 3}
    """
    return {name: written_value(value) for name, value in difference(rules).items()}


def contradicting(rules: RuleSet, language: str = "de") -> tuple[Contradiction, ...]:
    """Every pair of rules that cannot both be meant; none where only won games are counted.

    >>> contradicting(rule_set("66-b", {"exchange_before_first_lead": True}))[0].fields
    ('exchange_needs_trick', 'exchange_before_first_lead')
    """
    if rules.only_games:
        return ()
    pairs = [tuple(str(found.params["fields"]).split(", ")) for found in contradictions(rules)]
    return tuple(
        Contradiction(
            pair, Message(_CONTRADICT, **dict(zip(("first", "second"), (_in_words(rules, name, language) for name in pair), strict=True)))
        )
        for pair in pairs
    )  # fmt: skip


def differences(rules: RuleSet, language: str = "de") -> tuple[Difference, ...]:
    """What was changed in the preset, in the order of the rule sheet.

    >>> differences(rule_set("turnier-scharf", {"closed_count": "at_close"}))[0].chosen
    'beim Zudrehen (finster)'
    """
    usual = PRESETS[rules.preset]
    return tuple(
        Difference(name, field_label(name, language), value_label(name, getattr(usual, name), language), value_label(name, value, language))
        for name, value in difference(rules).items()
    )  # fmt: skip


def _in_words(rules: RuleSet, name: str, language: str) -> str:
    return f"{field_label(name, language)}: {value_label(name, getattr(rules, name), language)}"
