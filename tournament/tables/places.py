"""Everybody's place as a table."""

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.queries.places import PlaceLine

from .base import PageTable


class PlaceTable(PageTable):
    """Place, name, where from, card, what decided it."""

    place = tables.Column(
        verbose_name=_("Platz"), accessor="label", order_by=("place", "card"), attrs={"td": {"class": "strong nowrap"}}
    )
    name = tables.Column(verbose_name=_("Name"), order_by=("sort_key", "place"), attrs={"cell": {"class": "side-cell"}})
    where = tables.Column(verbose_name=_("Ort"), order_by=("where", "place"))
    start_number = tables.Column(verbose_name=_("Startnr."), order_by=("start_number", "place"))
    card = tables.Column(verbose_name=_("Karte"))
    settled = tables.Column(verbose_name=_("entschieden durch"), order_by=("settled", "place"))

    class Meta:
        attrs = {"id": "places"}

    def render_name(self, record: PlaceLine) -> SafeString:
        """The name; the first of all with emphasis."""
        return format_html("<strong><bdi>{}</bdi></strong>" if record.place == 1 else "<bdi>{}</bdi>", record.name)
