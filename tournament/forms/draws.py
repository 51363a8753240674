"""What is typed for a draw: what to draw and how, the numbers from the hall, slips drawn by hand, filters of the journal."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.domain.psd1 import MOST_PUBLIC_NUMBERS
from tournament.models import DrawMethod, DrawStage
from tournament.queries.journal_words import GROUPS

METHODS = (
    (DrawMethod.TWO_POT.value, _("Zwei Töpfe: alle ziehen der Reihe nach, zuerst links, dann rechts")),
    (DrawMethod.FAIR.value, _("Gleiche Chance: zuerst die Freilose, dann die Paarungen")),
    (DrawMethod.BY_HAND.value, _("Mit der Hand: Zettel aus echten Töpfen, die Nummern werden getippt")),
)


class PrepareForm(forms.Form):
    """What is to be drawn: the stage, for a round its method, for a lot the first place of the group."""

    stage = forms.ChoiceField(choices=DrawStage.choices)
    method = forms.ChoiceField(choices=METHODS, required=False)
    place = forms.IntegerField(required=False, min_value=1)


class PublicNumbersForm(forms.Form):
    """Up to nine numbers named in the hall, in their order; empty fields are left out."""

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        typed = {"inputmode": "numeric", "autocomplete": "off"}
        for index in range(MOST_PUBLIC_NUMBERS):
            self.fields[f"number{index + 1}"] = forms.RegexField(
                r"^\d{1,80}$", required=False, label=_("%(nth)s. Zahl") % {"nth": index + 1},
                error_messages={"invalid": _("Bitte nur Ziffern, höchstens 80.")},
                widget=forms.TextInput(attrs=typed | ({} if index else {"autofocus": True})),
            )  # fmt: skip

    def numbers(self) -> list[str]:
        """The numbers typed, in order."""
        return [text for name in self.fields if (text := self.cleaned_data.get(name, ""))]


class SlipForm(forms.Form):
    """The fast line of a draw by hand."""

    line = forms.CharField(max_length=200, required=False, strip=True)
    accept = forms.BooleanField(required=False)


class JournalFilter(forms.Form):
    """Which entries of the journal to show; everything else than a known filter is ignored."""

    was = forms.ChoiceField(
        label=_("Was"),
        required=False,
        choices=[("", _("alles")), *((key, label) for key, (label, _kinds) in GROUPS.items())],
    )
    zu = forms.CharField(
        label=_("Zu"),
        required=False,
        max_length=60,
        widget=forms.TextInput(attrs={"placeholder": _("Begegnung 12, Karte 7")}),
    )
    text = forms.CharField(
        label=_("Name oder Wort"), required=False, max_length=100, widget=forms.TextInput(attrs={"type": "search"})
    )
