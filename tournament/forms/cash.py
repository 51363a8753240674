"""What is entered into the cash book by hand, and the count of a drawer."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import CashKind
from tournament.services.cash import BY_HAND, DENOMINATIONS

from .fields import MoneyField, count_field


class BookForm(forms.Form):
    """An entry: the kind gives the sign, the amount is typed without one."""

    kind = forms.TypedChoiceField(
        label=_("Was"), coerce=CashKind, choices=[(kind.value, kind.label) for kind in BY_HAND], initial=CashKind.FLOAT_IN,
    )  # fmt: skip
    amount = MoneyField(label=_("Betrag in Euro"))
    text = forms.CharField(label=_("Wofür"), max_length=200, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)


class VoidForm(forms.Form):
    """Why an entry is cancelled."""

    reason = forms.CharField(
        label=_("Grund"), max_length=200, error_messages={"required": _("Bitte den Grund dazuschreiben.")}
    )


class CountForm(forms.Form):
    """Pieces of every note and coin."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for cents in DENOMINATIONS:
            self.fields[f"pieces_{cents}"] = count_field(name_of(cents), most=100_000, required=False)
            self.fields[f"pieces_{cents}"].widget.attrs["data-cents"] = str(cents)

    def coins(self) -> dict[int, int]:
        """Denomination in cents -> pieces."""
        return {cents: self.cleaned_data[f"pieces_{cents}"] or 0 for cents in DENOMINATIONS}


def name_of(cents: int) -> str:
    """What a note or coin is called.

    >>> name_of(5000), name_of(200), name_of(5)
    ('€ 50', '€ 2', '5 Cent')
    """
    return f"€ {Decimal(cents) / 100:.0f}" if cents >= 100 else f"{cents} Cent"
