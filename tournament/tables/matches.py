"""The matches of a round as a table."""

from collections.abc import Collection, Mapping
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.models import EntryCard, Match, Outcome, Side, Tournament
from tournament.queries.calling import HallMatch, HallPage, state_text
from tournament.queries.phones import RunningScore
from tournament.queries.rounds import BY_PEOPLE, code_of, score_text
from tournament.templatetags.look import clock, icon, loser, pill, winner
from tournament.translated import recorded_by

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
    """Nr., left, right, table, since when, score, state; the winner ticked and bold, the loser soft."""

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
    table = tables.Column(
        verbose_name=gettext_lazy("Tisch"),
        accessor="table__number",
        empty_values=(),
        attrs={"td": {"class": "hall-table"}},
    )
    since = tables.Column(
        verbose_name=gettext_lazy("seit"), accessor="called_at", order_by=("started_at", "called_at", "number"), empty_values=(),
        attrs={"td": {"class": "hall-since"}},
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

    def __init__(
        self, data: QuerySet[Match], *, tournament: Tournament, where: dict[int, str], hall: HallPage,
        running: Mapping[int, RunningScore], reported: Collection[int] = (), **kwargs: Any,
    ) -> None:  # fmt: skip
        self.where = where
        self.hall, self.running, self.reported = hall, running, reported
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

    def _in_hall(self, record: Match) -> HallMatch | None:
        """The match as the hall has it; None where nobody calls, so that there is nothing to say about it."""
        return self.hall.matches.get(record.serial) if self.hall.in_use else None

    def render_table(self, record: Match) -> str:
        """Where it is played, or was."""
        if record.table is not None:
            return str(record.table.number)
        return "–" if self._in_hall(record) else ""

    def render_since(self, record: Match) -> str:
        """How long it runs or waits; how long it took."""
        match = self._in_hall(record)
        if match is None:
            began = record.started_at or record.called_at
            took = int((record.decided_at - began).total_seconds() // 60) if began and record.decided_at else -1
            return _("%(minutes)s min") % {"minutes": took} if record.outcome == Outcome.PLAYED and took >= 0 else ""
        if match.is_called:
            shown = format_html('<span data-since="{}">{}</span>', match.line.since.isoformat(), match.timer)
            return format_html(_("gerufen {}"), shown)
        text = _("%(minutes)s min") if match.is_playing else _("wartet %(minutes)s min")
        return text % {"minutes": match.minutes}

    def render_score(self, record: Match) -> str:
        """Won Bummerl, left before right; of a match that runs, as far as the table has tapped."""
        if record.outcome == Outcome.OPEN and (running := self.running.get(record.serial)) is not None:
            return format_html('<span class="soft" data-running="{}">{} : {}</span>', record.serial, *running.score)
        return score_text(record)

    def render_state(self, record: Match) -> str:
        """What is to be done, or what happened, when and by whom."""
        if record.outcome == Outcome.OPEN and record.right_card is None:
            return pill(_("Freilos, Nachkauf offen"), "wait")
        if record.outcome == Outcome.OPEN and record.serial in self.reported:
            return format_html('<span class="pill wait">{} {}</span>', icon("clock"), _("gemeldet"))
        if record.outcome == Outcome.OPEN:
            match = self._in_hall(record)
            return pill(*state_text(match)) if match else pill(_("offen"), "wait")
        if record.outcome == Outcome.BYE:
            return format_html('<span class="soft">{}</span>', _("Freilos, kampflos weiter"))
        if record.outcome == Outcome.SELF:
            return format_html('<span class="soft">{}</span>', _("eigene Karten: die linke steigt auf"))
        what = (
            pill(str(Outcome(record.outcome).label), PILLS[Outcome(record.outcome)]) if record.outcome in PILLS else ""
        )
        by = _("%(at)s, %(by)s") if record.outcome in BY_PEOPLE else "%(at)s"
        when = by % {"at": clock(record.decided_at), "by": recorded_by(record.reported_by)}
        return format_html('{} <span class="soft small-text">{}</span>', what, when)
