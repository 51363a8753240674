"""Cards that belong to somebody else: which, to whom, why."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services.people import PersonData

from .fields import count_field

NEW = "new"


class CardMoveForm(forms.Form):
    """`numbers`: the cards that can go; `to`: a start number, or `new` with a name."""

    cards = forms.TypedMultipleChoiceField(coerce=int, required=False)
    to = forms.CharField(max_length=9, error_messages={"required": _("Bitte wählen, wem die Karten gehören.")})
    name = forms.CharField(label=_("Name"), max_length=4000, required=False)
    place = forms.CharField(label=_("Ort"), max_length=4000, required=False)
    reason = forms.CharField(
        label=_("Grund (steht im Protokoll)"), max_length=200,
        error_messages={"required": _("Bitte den Grund eingeben.")},
    )  # fmt: skip

    def __init__(self, *args: Any, numbers: tuple[int, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cards"].choices = [(n, str(n)) for n in numbers]  # type: ignore[attr-defined]

    def clean_to(self) -> int | None:
        """The start number; None for a new person."""
        text = str(self.cleaned_data["to"])
        if text == NEW:
            return None
        if not (text.isascii() and text.isdigit()):
            raise forms.ValidationError(_("Bitte wählen, wem die Karten gehören."))
        return int(text)

    def person(self) -> PersonData:
        """Who is added to the list."""
        return PersonData(self.cleaned_data["name"], self.cleaned_data["place"])

    def marked(self) -> set[str]:
        """What is ticked, for the page."""
        return set(self.data.getlist("cards")) if self.is_bound else set()  # type: ignore[attr-defined]


class RebuyForm(forms.Form):
    """Who buys a card after the draw: somebody of the list, or a new name."""

    to = forms.CharField(max_length=9, error_messages={"required": _("Bitte wählen, wer nachkauft.")})
    name = forms.CharField(label=_("Name"), max_length=4000, required=False)
    place = forms.CharField(label=_("Ort"), max_length=4000, required=False)
    another = forms.BooleanField(required=False)

    def clean_to(self) -> int | None:
        """The start number; None for a new person."""
        text = str(self.cleaned_data["to"])
        return int(text) if text.isascii() and text.isdigit() else None

    def person(self) -> PersonData | None:
        """Who is added to the list; None where somebody of the list was chosen."""
        if self.cleaned_data["to"] is not None:
            return None
        return PersonData(self.cleaned_data["name"], self.cleaned_data["place"])


class SellerForm(forms.Form):
    """Somebody who sells beforehand, and how many cards he takes along."""

    name = forms.CharField(
        label=_("Name"), max_length=4000, error_messages={"required": _("Bitte einen Namen eingeben.")}
    )
    cards = count_field(_("Karten mitgegeben"), most=4096)
