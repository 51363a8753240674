"""The cash book as a table."""

from datetime import datetime
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.models import CashEntry, Tournament
from tournament.services.cash import CAN_BE_VOIDED
from tournament.templatetags.look import clock, euro, pill
from tournament.translated import recorded_cards

from .base import PageTable


class CashBook(PageTable):
    """Entries of the cash book, newest first; rows as `queries.cash.entries` gives them."""

    number = tables.Column(verbose_name=_("Nr."))
    at = tables.Column(verbose_name=_("Zeit"), order_by=("number",))
    kind = tables.Column(verbose_name=_("Was"), order_by=("kind", "number"), attrs={"td": {"class": "strong"}})
    text = tables.Column(verbose_name=_("Wofür"), orderable=False)
    desk = tables.Column(verbose_name=_("Kassa"), order_by=("desk", "number"))
    by = tables.Column(verbose_name=_("Wer"), order_by=("by", "number"))
    amount = tables.Column(
        verbose_name=_("Betrag"), attrs={"td": {"class": "nowrap number-cell"}, "th": {"class": "number-cell"}}
    )
    undo = tables.Column(verbose_name="", empty_values=(), orderable=False)

    class Meta:
        default = ""
        order_by = "-number"

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)

    def render_at(self, value: datetime) -> str:
        """The time of day."""
        return clock(value)

    def render_amount(self, value: Decimal) -> str:
        """In euro, outgoing with a minus."""
        return euro(value)

    def render_text(self, value: str, record: CashEntry) -> str:
        """The text, and what a void cancels."""
        text = recorded_cards(value)
        return f"{_now('hebt %(number)s auf') % {'number': record.voids}}: {text}" if record.voids else text

    def render_undo(self, record: CashEntry) -> SafeString | str:
        """Only what was entered by hand can be cancelled, once."""
        if record.voided:  # type: ignore[attr-defined]
            return pill(_now("storniert"), "quiet")
        if record.kind not in CAN_BE_VOIDED:
            return ""
        url = reverse("cash-void", kwargs={"slug": self.tournament.slug, "number": record.number})
        return format_html('<a class="button quiet small" href="{}">{}</a>', url, _now("Stornieren"))
