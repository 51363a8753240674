"""The tally of a match as it is typed from the slip."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.domain.tally_notation import LONGEST
from tournament.models import Match, Outcome, Side
from tournament.services.reports import LONGEST_REASON, Report

PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
OUTCOMES = ((Outcome.PLAYED.value, gettext_lazy("zu Ende gespielt")), (Outcome.RETIRED.value, gettext_lazy("Aufgabe")))


class TallyForm(forms.Form):
    """The deals of a match; score and winner follow from them. `report` is what is recorded."""

    bummerl_text = forms.CharField(
        label=gettext_lazy("Spiel für Spiel"), max_length=LONGEST, strip=False,
        widget=forms.Textarea(attrs={**PLAIN, "rows": 4, "class": "tally"}),
        error_messages={"required": gettext_lazy("Bitte die Spiele eingeben, zum Beispiel A3 B1 A3 A1.")},
    )  # fmt: skip
    outcome = forms.ChoiceField(
        label=gettext_lazy("Ende"), choices=OUTCOMES, widget=forms.RadioSelect, initial=Outcome.PLAYED.value
    )
    winner = forms.ChoiceField(label=gettext_lazy("Sieger bei Aufgabe"), widget=forms.RadioSelect, required=False)
    override_reason = forms.CharField(
        label=gettext_lazy("Grund, wenn etwas Ungewöhnliches trotzdem stimmt (steht im Protokoll)"), max_length=LONGEST_REASON, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    reason = forms.CharField(label=gettext_lazy("Grund der Berichtigung (steht im Protokoll)"), max_length=200)

    def __init__(self, *args: Any, match: Match, correcting: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = ((Side.LEFT, "A", match.left_card), (Side.RIGHT, "B", match.right_card))
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            (side.value, f"{letter}: {card.owner.name}") for side, letter, card in sides if card is not None
        ]
        if not correcting:
            self.fields["bummerl_text"].widget.attrs["autofocus"] = True
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """A winner is named only for a match that was given up; else the deals say who won."""
        cleaned = super().clean() or {}
        if cleaned.get("outcome") == Outcome.RETIRED.value and not cleaned.get("winner"):
            self.add_error("winner", _("Bitte angeben, wer gewonnen hat."))
        return cleaned

    def report(self) -> Report:
        """What is recorded; only of a valid form."""
        cleaned = self.cleaned_data
        retired = cleaned["outcome"] == Outcome.RETIRED.value
        return Report(
            Outcome(cleaned["outcome"]), Side(cleaned["winner"]) if retired else None,
            bummerl=(cleaned["bummerl_text"],), override_reason=cleaned["override_reason"],
        )  # fmt: skip
