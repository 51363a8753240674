"""The start list as a table."""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.models import Person, Tournament
from tournament.templatetags.look import card_numbers, pill

from .base import PageTable


class StartList(PageTable):
    """People by number, name, place, club or cards; rows as `queries.people.start_list` gives them."""

    start_number = tables.Column(verbose_name=_("Nr."))
    name = tables.Column(
        verbose_name=_("Name"), order_by=("sort_key", "start_number"), attrs={"td": {"class": "strong"}}
    )
    place = tables.Column(verbose_name=_("Ort"), order_by=("place", "sort_key"))
    club = tables.Column(verbose_name=_("Verein"), order_by=("club", "sort_key"))
    categories = tables.Column(verbose_name=_("Kategorie"), orderable=False)
    held = tables.Column(verbose_name=_("Karten"), order_by=("-held", "sort_key"), attrs={"td": {"class": "nowrap"}})
    state = tables.Column(verbose_name="", empty_values=(), orderable=False)

    class Meta:
        default = ""
        order_by = "start_number"

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        super().__init__(*args, **kwargs)

    def render_name(self, record: Person) -> SafeString:
        """The name leads to the person's page."""
        url = reverse("person", kwargs={"slug": self.tournament.slug, "start_number": record.start_number})
        return format_html('<a class="row-link" href="{}">{}</a>', url, record.name)

    def render_categories(self, value: list[str]) -> str:
        """All of them in one cell."""
        return ", ".join(value)

    def render_held(self, value: int, record: Person) -> str:
        """The numbers of the cards."""
        return card_numbers([card.number for card in record.shown_cards])  # type: ignore[attr-defined]

    def render_state(self, record: Person) -> SafeString | str:
        """In play, out, withdrawn; what is reserved."""
        held, still, wished = record.held, record.still, record.wished  # type: ignore[attr-defined]
        if record.withdrawn:
            return pill(_now("zurückgezogen"), "bad")
        if wished:
            return pill(_now("%(cards)s reserviert") % {"cards": wished}, "wait")
        if not held:
            return pill(_now("ohne Karte"), "quiet")
        if not still:
            return pill(_now("ausgeschieden"), "quiet")
        return pill(_now("%(still)s im Spiel") % {"still": still}) if still < held else ""
