"""The result of a match as a phone reports it without a tally: one choice among the scores that can be."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.queries.phones import PhonePage, PossibleScore


class ScoreForm(forms.Form):
    """Who won and how: every possible score by name."""

    result = forms.ChoiceField(
        label=_("Wer hat gewonnen, und wie?"), widget=forms.RadioSelect,
        error_messages={"required": _("Bitte wählen, wer gewonnen hat.")},
    )  # fmt: skip

    def __init__(self, *args: Any, page: PhonePage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._scores = {f"{one.score[0]}-{one.score[1]}": one for one in page.scores}
        self.fields["result"].choices = [(key, f"{one.text}  {one.name}") for key, one in self._scores.items()]  # type: ignore[attr-defined]

    def chosen(self) -> PossibleScore:
        """The score that was chosen; only of a valid form."""
        return self._scores[self.cleaned_data["result"]]
