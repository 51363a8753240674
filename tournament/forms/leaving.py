"""A card or a person leaves: the reason, and whether it is an exclusion."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LeavingForm(forms.Form):
    """Reason and kind; the card or person is in the address of the page."""

    reason = forms.CharField(
        label=_("Grund (steht im Protokoll)"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    excluded = forms.BooleanField(
        label=_("Ausschluss durch die Turnierleitung: kein Platz, kein Preis"), required=False
    )

    def __init__(self, *args: object, may_exclude: bool, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if not may_exclude:
            del self.fields["excluded"]
