"""The card rules field by field, with the words of the rule sheet, and what contradicts at its fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.rule_texts import PRESET_LABELS
from scoring.rules import CHOICES, FIELDS, LONGEST_TEXT, PRESETS, TEXT_FIELDS, RulesError, RuleSet, written_value
from scoring.sentences import field_label, value_label
from tournament.domain.card_rules import Difference, contradicting, differences, rule_set, stored_changes
from tournament.services.errors import Problem

#: Headings and their fields, in the order of the rule sheet.
GROUPS: Final[tuple[tuple[Any, tuple[str, ...]], ...]] = (
    (gettext_lazy("Das Spiel"), ("deck", "deck_conflict")),
    (gettext_lazy("Geben und Nachziehen"), ("next_dealer", "draw_after_trick_down", "look_back", "cutting")),
    (
        gettext_lazy("Austauschen"),
        (
            "exchange", "exchange_needs_trick", "exchange_before_first_lead", "exchange_with_one_face_down", "exchange_when_following",
            "exchange_at_opponents_close",
        ),
    ),
    (gettext_lazy("Ansagen"), ("marriage_before_first_trick", "marriage_lead", "marriage_after_talon", "marker_20_40")),
    (
        gettext_lazy("Zudrehen"),
        ("close", "close_by", "close_timing", "close_with_one_face_down", "closed_count", "failed_close"),
    ),
    (gettext_lazy("Ausmelden und Spielende"), ("false_claim", "last_trick", "last_trick_points", "unclaimed", "tie", "revoke_points")),
    (gettext_lazy("Bummerl"), ("bummerl_points", "schneider_double")),
)  # fmt: skip
#: All that is left of the rules where only won games are counted.
OF_GAMES: Final = ("bummerl_points", "schneider_double")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A heading with its fields."""

    heading: str
    fields: tuple[forms.BoundField, ...]


def _language() -> str:
    return get_language() or "de"


def preset_choices() -> list[tuple[str, str]]:
    """The rule sets one can begin with, in the language of the page."""
    index = 0 if _language().startswith("de") else 1
    return [(name, words[index]) for name, words in PRESET_LABELS.items()]


class CardRulesForm(forms.Form):
    """A preset and every field of the rules. `rules` is what is chosen, None as long as it cannot be."""

    rules: RuleSet | None = None

    def __init__(self, data: Mapping[str, Any] | None = None, *, start: RuleSet, locked: str = "") -> None:
        """`start` is shown where nothing was sent; of a sent form only its preset counts. `locked`: why nothing may change."""
        preset = str(data.get("preset", "")) if data is not None else start.preset
        self.start = start if preset not in PRESETS else PRESETS[preset] if data is not None else start
        super().__init__(data=data, initial={name: _shown(getattr(self.start, name)) for name in FIELDS})
        self.fields["preset"] = forms.ChoiceField(
            label=_("Voreinstellung"), choices=preset_choices(), initial=start.preset
        )
        for name in self._asked():
            self.fields[name] = _field(name)
        if locked:
            for field in self.fields.values():
                field.disabled = True

    def _asked(self) -> tuple[str, ...]:
        return OF_GAMES if self.start.only_games else FIELDS

    def groups(self) -> tuple[FieldGroup, ...]:
        """The fields under their headings; only those that are asked."""
        asked = self._asked()
        found = ((heading, tuple(self[name] for name in names if name in asked)) for heading, names in GROUPS)
        return tuple(FieldGroup(str(heading), fields) for heading, fields in found if fields)

    def clean(self) -> dict[str, Any]:
        """The rules as a whole: contradictions stand at each of their fields."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        changed = {name: _written(name, cleaned[name]) for name in self._asked()}
        try:
            rules = rule_set(cleaned["preset"], changed)
        except RulesError:  # a choice of the form is a value of the rules; texts are limited
            self.add_error(None, _("Diese Regeln gibt es nicht."))
            return cleaned
        for contradiction in contradicting(rules, _language()):
            for name in contradiction.fields:
                self.add_error(name, _(contradiction.text.msgid) % contradiction.text.params)
        self.rules = rules
        return cleaned

    def settings(self) -> dict[str, Any]:
        """What `services.tournaments.change_settings` takes; only of a valid form."""
        if self.rules is None:
            raise ValueError("the form is not valid")
        return {"rules_preset": self.rules.preset, "rules_changed": stored_changes(self.rules)}

    def changed_from_preset(self) -> tuple[Difference, ...]:
        """What differs from the preset, of what was sent or else of the start."""
        return differences(self.rules or self.start, _language())

    def error_texts(self) -> tuple[str, ...]:
        """Everything that is wrong, each sentence once: a contradiction stands at two fields."""
        texts = (str(text) for texts in self.errors.values() for text in texts)
        return tuple(dict.fromkeys(texts))

    def show(self, problems: tuple[Problem, ...]) -> None:
        """Put problems of the services on top."""
        for problem in problems:
            self.add_error(None, problem.text)


def _field(name: str) -> forms.Field:
    label = field_label(name, _language())
    if name in TEXT_FIELDS:
        area = forms.Textarea(attrs={"rows": 2})
        return forms.CharField(label=label, required=False, max_length=LONGEST_TEXT, widget=area)
    choices = [(_key(value), value_label(name, value, _language())) for value in CHOICES[name]]
    widget = forms.Select if len(choices) > 4 else forms.RadioSelect
    return forms.ChoiceField(label=label, choices=choices, widget=widget)


def _key(value: object) -> str:
    """A value of the rules as it stands in the form."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _shown(value: object) -> str:
    return _key(written_value(value))


def _written(name: str, key: str) -> str | int:
    """A value of the form as records write it."""
    return int(key) if key.isdigit() and name not in TEXT_FIELDS else key


__all__ = ["GROUPS", "OF_GAMES", "CardRulesForm", "FieldGroup", "preset_choices"]
