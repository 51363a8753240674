"""The list of prizes as rows; how many there are is one number on top."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Prize, Tournament
from tournament.services.prizes import PrizeData

from .fields import MoneyField

MOST_ROWS = 1000  # more fields than that no browser sends
NO_NUMBER = _("Bitte die Zahl der Preise als ganze Zahl eingeben.")


class PrizeForm(forms.Form):
    """One prize; all may be empty: that there is one is what the row says."""

    description = forms.CharField(label=_("Preis"), max_length=200, required=False)
    value = MoneyField(label=_("Wert in Euro"), required=False)
    sponsor = forms.CharField(label=_("Gespendet von"), max_length=120, required=False)

    def clean_value(self) -> Any:
        """Not below zero."""
        value = self.cleaned_data["value"]
        if value is not None and value < 0:
            raise forms.ValidationError(_("Der Wert darf nicht negativ sein."))
        return value


class BasePrizeRows(forms.BaseFormSet):  # type: ignore[type-arg]
    """The rows, ranks 1 ... n from the top."""

    default_error_messages = {"missing_management_form": NO_NUMBER}

    def clean(self) -> None:
        """A number below zero is none."""
        if (self.management_form.cleaned_data["TOTAL_FORMS"] or 0) < 0:
            raise forms.ValidationError(NO_NUMBER)

    def prizes(self) -> list[PrizeData]:
        """The prizes as the services take them; only of a valid list."""
        rows = [form.cleaned_data for form in self.forms]
        return [
            PrizeData(place, row.get("description", ""), row.get("value"), row.get("sponsor", ""))
            for place, row in enumerate(rows, start=1)
        ]  # fmt: skip


_PrizeRows = forms.formset_factory(
    PrizeForm, formset=BasePrizeRows, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
)


def prize_rows(data: Mapping[str, Any] | None = None, *, initial: list[dict[str, Any]] | None = None) -> BasePrizeRows:
    """The list as it was sent, or as it is stored."""
    return cast(BasePrizeRows, _PrizeRows(data, initial=initial, prefix="prize"))


def stored_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The stored prizes of the main ranking as rows. One query."""
    rows = Prize.objects.filter(tournament=tournament, ranking=None).order_by("place")
    return [dict(row) for row in rows.values("description", "value", "sponsor")]
