"""The list of prizes as rows; how many there are is one number on top."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.domain.extra_rankings import CLUBS, same_label
from tournament.models import Prize, Tournament
from tournament.queries.prizes import ranking_title
from tournament.services.prizes import ExtraPrizeData, PrizeData

from .fields import MoneyField

MOST_ROWS = 1000  # more fields than that no browser sends
MOST_EXTRA = 200
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

    def extra_prizes(self) -> list[ExtraPrizeData]:
        """The prizes of the extra rankings as the services take them; only of a valid list."""
        rows = [form.cleaned_data for form in self.forms]
        return [
            ExtraPrizeData(row.get("ranking", ""), row.get("description", ""), row.get("value"), row.get("sponsor", ""))
            for row in rows
        ]  # fmt: skip

    def prizes(self) -> list[PrizeData]:
        """The prizes as the services take them; only of a valid list."""
        rows = [form.cleaned_data for form in self.forms]
        return [
            PrizeData(place, row.get("description", ""), row.get("value"), row.get("sponsor", ""))
            for place, row in enumerate(rows, start=1)
        ]  # fmt: skip


class ExtraPrizeForm(PrizeForm):
    """A prize of an extra ranking: a category as people have it, or the clubs."""

    ranking = forms.CharField(
        label=_("Wertung"), max_length=60, widget=forms.TextInput(attrs={"list": "rankings"}),
        error_messages={"required": _("Bitte die Wertung eingeben, zum Beispiel: Damen.")},
    )  # fmt: skip
    field_order = ("ranking", "description", "value", "sponsor")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["empty_permitted"] = False  # a row that was asked for needs its ranking
        super().__init__(*args, **kwargs)

    def clean_ranking(self) -> str:
        """The clubs' ranking has a name of its own behind what the page calls it."""
        text = str(self.cleaned_data["ranking"])
        return CLUBS if same_label(text) in {same_label(ranking_title(CLUBS)), CLUBS} else text


_PrizeRows = forms.formset_factory(
    PrizeForm, formset=BasePrizeRows, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS, validate_max=True
)


_ExtraRows = forms.formset_factory(
    ExtraPrizeForm, formset=BasePrizeRows, extra=0, max_num=MOST_EXTRA, absolute_max=MOST_EXTRA, validate_max=True
)


def extra_rows(data: Mapping[str, Any] | None = None, *, initial: list[dict[str, Any]] | None = None) -> BasePrizeRows:
    """The prizes of the extra rankings as they were sent (a form without them has none), or as they are stored."""
    if data is not None and "extra-TOTAL_FORMS" not in data:
        data = {"extra-TOTAL_FORMS": "0", "extra-INITIAL_FORMS": "0"}
    return cast(BasePrizeRows, _ExtraRows(data, initial=initial, prefix="extra"))


def stored_extra_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The stored prizes of the extra rankings as rows. One query."""
    rows = Prize.objects.filter(tournament=tournament).exclude(ranking=None).order_by("ranking", "place")
    return [
        dict(row) | {"ranking": ranking_title(row["ranking"])}
        for row in rows.values("ranking", "description", "value", "sponsor")
    ]


def known_rankings(tournament: Tournament | None) -> list[str]:
    """What can be typed as a ranking: the clubs, and the categories people have. One query."""
    people = tournament.people.exclude(categories=[]).values_list("categories", flat=True) if tournament else ()
    labels = {same_label(label): label for categories in people for label in categories}
    return [ranking_title(CLUBS), *sorted(labels.values())]


def prize_rows(data: Mapping[str, Any] | None = None, *, initial: list[dict[str, Any]] | None = None) -> BasePrizeRows:
    """The list as it was sent, or as it is stored."""
    return cast(BasePrizeRows, _PrizeRows(data, initial=initial, prefix="prize"))


def stored_rows(tournament: Tournament) -> list[dict[str, Any]]:
    """The stored prizes of the main ranking as rows. One query."""
    rows = Prize.objects.filter(tournament=tournament, ranking=None).order_by("place")
    return [dict(row) for row in rows.values("description", "value", "sponsor")]
