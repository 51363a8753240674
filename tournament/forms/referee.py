"""The referee's questions: the situation of a disputed deal, and a deal typed card by card."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, NoReturn

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import RuleSet
from scoring.situation import Ending
from tournament.domain.deal_notation import LONGEST, TypedDeal, read_typed
from tournament.domain.disputed_deal import Case, ClosedBy, Question, closing_matters, questions

ENDINGS: Final = (
    (Ending.CLAIM.value, gettext_lazy("Jemand hat sich ausgemeldet")),
    (Ending.REVOKE.value, gettext_lazy("Eine Renonce wurde angesagt")),
    (Ending.PLAYED_OUT.value, gettext_lazy("Alle Karten sind gespielt, niemand hat sich ausgemeldet")),
)
#: Who the case is about.
ONE: Final = {
    Ending.CLAIM: gettext_lazy("Wer sich ausgemeldet hat"), Ending.REVOKE: gettext_lazy("Wer Renonce gemacht hat"),
    Ending.PLAYED_OUT: gettext_lazy("Wer den letzten Stich gemacht hat"),
}  # fmt: skip
MOST_POINTS: Final = 230
LONGEST_RECORD: Final = 20_000


@dataclass(frozen=True, slots=True)
class Group:
    """Numbers asked of one player."""

    heading: str
    fields: tuple[forms.BoundField, ...]


class SituationForm(forms.Form):
    """Which case it is, and the numbers that decide it. Every number may still be missing; `answers` is None then."""

    def __init__(self, data: Mapping[str, Any], *, rules: RuleSet) -> None:
        self.case = _case(data, rules)
        given = {name: data.get(name, "") for name in Question} | {
            "ending": self.case.ending.value, "closed_by": self.case.closed_by.value,
        }  # fmt: skip
        super().__init__(given)
        self.fields["ending"] = forms.ChoiceField(
            label=_("Wie war das Ende?"), choices=ENDINGS, widget=forms.RadioSelect
        )
        self.asks_for_closing = closing_matters(rules, self.case.ending)
        if self.asks_for_closing:
            choices = [
                (ClosedBy.NOBODY.value, _("niemand")), (ClosedBy.ONE.value, _lowered(str(ONE[self.case.ending]))), (ClosedBy.OTHER.value, _("der Gegner")),
            ]  # fmt: skip
            self.fields["closed_by"] = forms.ChoiceField(
                label=_("Wer hat zugedreht?"), choices=choices, widget=forms.RadioSelect
            )
        self.asked = questions(rules, self.case)
        for question in self.asked:
            self.fields[question] = _number(
                question, most=MOST_POINTS if question.startswith("points") else rules.deck // 2
            )

    def groups(self) -> tuple[Group, ...]:
        """The numbers, by player, then those of the moment of closing."""
        one, other = str(ONE[self.case.ending]), _("Der Gegner")
        at_close = other if self.case.closed_by is ClosedBy.ONE else one
        parts = (
            (one, (Question.POINTS_ONE, Question.TRICKS_ONE)),
            (other, (Question.POINTS_OTHER, Question.TRICKS_OTHER)),
            (_("%(who)s, beim Zudrehen") % {"who": at_close}, (Question.POINTS_AT_CLOSE, Question.TRICKS_AT_CLOSE)),
        )
        found = ((heading, tuple(self[name] for name in names if name in self.asked)) for heading, names in parts)
        return tuple(Group(heading, fields) for heading, fields in found if fields)

    def answers(self) -> dict[Question, int] | None:
        """The numbers; None while one is missing or wrong."""
        if not self.is_valid():
            return None
        given = {question: self.cleaned_data[question] for question in self.asked}
        return None if None in given.values() else given


def _case(data: Mapping[str, Any], rules: RuleSet) -> Case:
    ending = data.get("ending", "")
    chosen = Ending(ending) if ending in set(Ending) else Ending.CLAIM
    closed = data.get("closed_by", "")
    known = closed in set(ClosedBy) and closing_matters(rules, chosen)
    return Case(chosen, ClosedBy(closed) if known else ClosedBy.NOBODY)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _number(question: Question, *, most: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Augen") if question.startswith("points") else _("Stiche"), required=False, min_value=0, max_value=most,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": _("Bitte eine ganze Zahl eingeben.")},
    )  # fmt: skip


class DealForm(forms.Form):
    """A deal card by card, or the record of one. `record` of a valid form is what is replayed."""

    forehand = forms.ChoiceField(
        label=gettext_lazy("Vorhand (spielt aus)"),
        choices=[("A", "A"), ("B", "B")],
        widget=forms.RadioSelect,
        initial="A",
    )
    hand_a = forms.CharField(label=gettext_lazy("Hand von A"), required=False, max_length=200)
    hand_b = forms.CharField(label=gettext_lazy("Hand von B"), required=False, max_length=200)
    talon = forms.CharField(
        label=gettext_lazy("Talon, wie gezogen wird; die aufgeschlagene Trumpfkarte zuletzt"),
        required=False,
        max_length=400,
    )
    moves = forms.CharField(
        label=gettext_lazy("Züge"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "autocapitalize": "off"}),
    )
    record_text = forms.CharField(
        label=gettext_lazy("Aufzeichnung (JSON)"), required=False, max_length=LONGEST_RECORD,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "off"}),
        help_text=gettext_lazy("Steht hier etwas, so gilt es statt der Felder darüber."),
    )  # fmt: skip

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, rules: RuleSet, typed: TypedDeal | None = None
    ) -> None:
        super().__init__(data, initial=asdict(typed) if typed else None)
        self.rules = rules
        self.record: dict[str, Any] | None = None
        for name in ("hand_a", "hand_b", "talon"):
            self.fields[name].widget.attrs.update(
                {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}
            )

    def clean(self) -> dict[str, Any]:
        """The record of what was typed; everything that cannot be read stands at its field."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if cleaned["record_text"]:
            self.record = self._pasted(cleaned["record_text"])
            return cleaned
        typed = TypedDeal(**{name: cleaned[name] for name in ("forehand", "hand_a", "hand_b", "talon", "moves")})
        read = read_typed(typed, self.rules)
        for problem in read.problems:
            self.add_error(
                problem.place.value,
                _(problem.text.msgid) % problem.text.params if problem.text.params else _(problem.text.msgid),
            )
        self.record = read.record
        return cleaned

    def _pasted(self, text: str) -> dict[str, Any] | None:
        try:
            found = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            self.add_error("record_text", _("Das ist kein JSON. Eine Aufzeichnung beginnt mit { und endet mit }."))
            return None
        if isinstance(found, dict) and "moves" in found:
            return found
        if isinstance(found, dict) and "bummerl" in found:
            self.add_error("record_text", _("Das ist die Aufzeichnung einer Begegnung, kein Spiel Karte für Karte."))
        else:
            self.add_error("record_text", _("In dieser Aufzeichnung fehlen die Züge (moves)."))
        return None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)
