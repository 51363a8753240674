"""Fields as people here type them: money with a comma, a number with a blank beside it, nothing else assumed."""

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.translated import stored_amount

_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]{1,2})?")


def parse_money(text: str) -> Decimal | None:
    """The amount of "20", "20,5", "€ 1.335,00" or "20.50"; None for what is no amount of euros and cents.

    >>> parse_money("1.335,00"), parse_money("20.50"), parse_money("1.335"), parse_money("zwölf")
    (Decimal('1335.00'), Decimal('20.50'), Decimal('1335.00'), None)
    """
    plain = "".join(text.replace("€", "").replace("\N{MINUS SIGN}", "-").split())
    if "," in plain:
        plain = plain.replace(".", "").replace(",", ".", 1)
    elif re.fullmatch(r"-?[0-9]{1,3}(\.[0-9]{3})+", plain):
        plain = plain.replace(".", "")
    if not _PLAIN.fullmatch(plain) or len(plain) > 14:
        return None
    try:
        return Decimal(plain).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None


class MoneyField(forms.CharField):
    """Euro and cents as typed; cleans to a Decimal with two places, or None where empty is allowed."""

    default_error_messages = {"money": _("Bitte einen Betrag eingeben, zum Beispiel 5 oder 2,50.")}

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 20)
        kwargs.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> Any:
        """The amount; ValidationError for what is none."""
        if isinstance(value, Decimal):
            return value
        text = super().to_python(value)
        if not text:
            return None
        amount = parse_money(text)
        if amount is None:
            raise ValidationError(self.error_messages["money"], code="money")
        return amount

    def run_validators(self, value: Any) -> None:
        """The validators of texts do not fit an amount."""

    def prepare_value(self, value: Any) -> Any:
        """An amount as the reader writes it: 5,00."""
        return stored_amount(f"{value:.2f}") if isinstance(value, Decimal) else value


def count_field(
    label: Any, *, initial: int | None = None, most: int = 4096, required: bool = True
) -> forms.IntegerField:
    """A small whole number, typed without arrows in the way."""
    return forms.IntegerField(
        label=label, initial=initial, min_value=0, max_value=most, required=required,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"invalid": _("Bitte eine ganze Zahl eingeben.")},
    )  # fmt: skip
