"""The matches of a round as a table."""

from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import EntryCard, Match, Outcome, Side, Tournament
from tournament.queries.rounds import BY_PEOPLE, code_of, score_text
from tournament.templatetags.look import clock, loser, pill, winner

from .base import PageTable

#: Words for outcomes that are no played match; the colour of the pill.
PILLS = {
    Outcome.WALKOVER: "quiet",
    Outcome.RETIRED: "quiet",
    Outcome.EXCLUDED: "bad",
    Outcome.DOUBLE_WALKOVER: "bad",
}


def _row_code(record: Match) -> str:
    """The library finds arguments by their names."""
    return code_of(record)


class MatchTable(PageTable):
    """Nr., left, right, score, state; the winner ticked and bold, the loser soft."""

    number = tables.Column(
        verbose_name=gettext_lazy("Nr."), order_by=("block", "number"), attrs={"td": {"class": "match-code"}}
    )
    left = tables.Column(
        verbose_name=gettext_lazy("links"), accessor="left_card",
        order_by=("left_card__owner__sort_key", "number"), empty_values=(),
        attrs={"cell": {"class": "side-cell"}},
    )  # fmt: skip
    right = tables.Column(
        verbose_name=gettext_lazy("rechts"), accessor="right_card",
        order_by=("right_card__owner__sort_key", "number"), empty_values=(),
        attrs={"cell": {"class": "side-cell"}},
    )  # fmt: skip
    score = tables.Column(
        verbose_name=gettext_lazy("Stand"), accessor="pk", orderable=False, attrs={"td": {"class": "nowrap"}}
    )
    state = tables.Column(
        verbose_name=gettext_lazy("Zustand"), accessor="outcome", order_by=("decided_at", "number"), empty_values=()
    )

    class Meta:
        template_name = "components/table.html"
        row_attrs = {"id": lambda record: f"match-{record.serial}", "data-code": _row_code}
        attrs = {"id": "matches"}

    def __init__(self, data: QuerySet[Match], *, tournament: Tournament, where: dict[int, str], **kwargs: Any) -> None:
        self.where = where
        self.slug = tournament.slug
        super().__init__(data, **kwargs)

    def render_number(self, record: Match) -> SafeString:
        """The number leads to the match's own page."""
        address = reverse("match", kwargs={"slug": self.slug, "serial": record.serial})
        return format_html('<a class="row-link" href="{}">{}</a>', address, code_of(record))

    def render_left(self, record: Match) -> str:
        """The left holder."""
        return self._side(record, record.left_card, Side.LEFT)

    def render_right(self, record: Match) -> str:
        """The right holder."""
        return self._side(record, record.right_card, Side.RIGHT)

    def _side(self, record: Match, card: EntryCard | None, side: Side) -> str:
        if card is None:
            return loser(_("Freilos"))
        name, place = card.owner.name, self.where.get(card.owner_id, "")
        if record.winner_side == side:
            return winner(name, place)
        if record.outcome != Outcome.OPEN:
            return loser(name, place)
        shown_place = format_html(' <span class="place">{}</span>', place) if place else ""
        return format_html("<span><bdi>{}</bdi>{}</span>", name, shown_place)

    def render_score(self, record: Match) -> str:
        """Won Bummerl, left before right."""
        return score_text(record)

    def render_state(self, record: Match) -> str:
        """What is to be done, or what happened, when and by whom."""
        if record.outcome == Outcome.OPEN:
            return pill(_("offen"), "wait")
        if record.outcome == Outcome.BYE:
            return format_html('<span class="soft">{}</span>', _("Freilos, kampflos weiter"))
        if record.outcome == Outcome.SELF:
            return format_html('<span class="soft">{}</span>', _("eigene Karten: die linke steigt auf"))
        what = (
            pill(str(Outcome(record.outcome).label), PILLS[Outcome(record.outcome)]) if record.outcome in PILLS else ""
        )
        by = _("%(at)s, %(by)s") if record.outcome in BY_PEOPLE else "%(at)s"
        when = by % {"at": clock(record.decided_at), "by": record.reported_by}
        return format_html('{} <span class="soft small-text">{}</span>', what, when)
