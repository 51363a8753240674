"""Results as they are typed: on the quick line of the round, and on the page of a match."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.domain import result_line
from tournament.domain.result_line import Code, LineError
from tournament.domain.scores import ScoreCode, possible_scores
from tournament.domain.terms import Outcome as DomainOutcome
from tournament.domain.terms import Side as DomainSide
from tournament.models import Match, Outcome, Side
from tournament.services.errors import Problem
from tournament.services.reports import Report
from tournament.translated import translated

#: Where on the quick line a problem of the report is: its code -> the field.
FIELD_OF = {"winner": "winner", "score": "score", "outcome": "score"} | {code.value: "score" for code in ScoreCode}
PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class QuickEntryForm(forms.Form):
    """Match, winner, score. `bind_match` gives it the names; only then winner and score can be understood."""

    number = forms.CharField(
        label=_("Begegnung"),
        max_length=8,
        error_messages={"required": _("Bitte die Nummer der Begegnung eingeben.")},
        widget=forms.TextInput(attrs={**PLAIN, "inputmode": "text"}),
    )
    winner = forms.CharField(label=_("Sieger"), max_length=120, required=False, widget=forms.TextInput(attrs=PLAIN))
    score = forms.CharField(label=_("Stand"), max_length=20, required=False, widget=forms.TextInput(attrs=PLAIN))

    def clean_number(self) -> Code | None:
        """The match that is meant."""
        code: Code | None = self._understood("number", lambda: result_line.parse_code(self.cleaned_data["number"]))
        return code

    def report(self, match: Match) -> Report | None:
        """What is reported of this match; None with errors in the form where it cannot be understood.

        With one possible score it need not be typed.
        """
        text = self.cleaned_data.get("score") or only_score(match)
        winner = self._understood("winner", lambda: _winner(self.cleaned_data.get("winner", ""), match))
        said = self._understood("score", lambda: result_line.parse_score(text, winner))
        if said is None or self.errors:
            return None
        return Report(Outcome(said.outcome.value), Side(said.winner.value) if said.winner else None, said.score)

    def show(self, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Put what is wrong with winner or score beside its field, where the cursor goes; the others are returned."""
        for problem in problems:
            if field := FIELD_OF.get(problem.code):
                self.add_error(field, problem.text)
        return tuple(problem for problem in problems if problem.code not in FIELD_OF)

    def _understood(self, field: str, parse: Any) -> Any:
        try:
            return parse()
        except LineError as error:
            self.add_error(field, translated(error.message))
            return None


def _winner(text: str, match: Match) -> DomainSide | None:
    names = [card.owner.name if card is not None else "" for card in (match.left_card, match.right_card)]
    return result_line.parse_winner(text, names[0], names[1])


def only_score(match: Match) -> str:
    """The score that need not be typed, because no other is possible; "" where there are several."""
    scores = possible_scores(match.bummerl_to_win)
    return "{}:{}".format(*scores[0]) if len(scores) == 1 else ""


def score_choices(match: Match) -> list[str]:
    """What the score field takes for this match, the clearest first: 2:0, 2:1."""
    return [f"{won}:{lost}" for won, lost in possible_scores(match.bummerl_to_win)]


class ReportForm(forms.Form):
    """The whole result of one match: every ending, the winner, the score from the winner's side."""

    outcome = forms.ChoiceField(label=_("Ausgang"), widget=forms.RadioSelect, initial=Outcome.PLAYED)
    winner = forms.ChoiceField(label=_("Sieger"), widget=forms.RadioSelect, required=False)
    score = forms.CharField(
        label=_("Stand in Bummerln, der Sieger zuerst"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )
    reason = forms.CharField(label=_("Grund (steht im Protokoll)"), max_length=200, required=False)

    def __init__(self, *args: Any, match: Match, correcting: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.match = match
        outcomes = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DOUBLE_WALKOVER)
        self.fields["outcome"].choices = [(o.value, o.label) for o in outcomes]  # type: ignore[attr-defined]
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            (side.value, f"{card.owner.name} ({label})")
            for side, card, label in (
                (Side.LEFT, match.left_card, Side.LEFT.label), (Side.RIGHT, match.right_card, Side.RIGHT.label),
            )
            if card is not None
        ]  # fmt: skip
        self.fields["score"].help_text = " · ".join(score_choices(match))
        if correcting:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]

    def report(self) -> Report | None:
        """What is reported; None with errors where the score cannot be understood."""
        outcome = Outcome(self.cleaned_data["outcome"])
        if outcome == Outcome.DOUBLE_WALKOVER:
            return Report(outcome)  # a chosen winner cannot be taken back in the browser: it does not count here
        winner = Side(self.cleaned_data["winner"]) if self.cleaned_data["winner"] else None
        text = self.cleaned_data["score"]
        if outcome == Outcome.PLAYED:
            text = text or only_score(self.match)
        elif outcome == Outcome.RETIRED:
            text = f"a {text}"
        try:
            said = result_line.parse_score(text, DomainSide(winner.value) if winner else None)
        except LineError as error:
            self.add_error("score", translated(error.message))
            return None
        if outcome == Outcome.PLAYED and said.outcome != DomainOutcome.PLAYED:
            outcome = Outcome(said.outcome.value)
        return Report(outcome, winner, said.score)
