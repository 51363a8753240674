"""The prizes as a table, each with its winner and what can be done with it."""

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.queries.prizes import PrizeLine, PrizeState
from tournament.templatetags.look import euro

from .base import PageTable


class PrizeTable(PageTable):
    """Rank, prize, winner with the reason, state or button."""

    rank = tables.Column(verbose_name=gettext_lazy("Preis"), attrs={"td": {"class": "strong"}}, orderable=False)
    what = tables.Column(verbose_name=gettext_lazy("Was"), accessor="description", empty_values=(), orderable=False)
    winner = tables.Column(
        verbose_name=gettext_lazy("Wer"),
        accessor="winners",
        empty_values=(),
        orderable=False,
        attrs={"cell": {"class": "side-cell"}},
    )
    state = tables.TemplateColumn(
        verbose_name=gettext_lazy("Ausgabe"), template_name="desk/_prize_action.html", orderable=False
    )

    class Meta:
        attrs = {"id": "prizes"}

    def render_rank(self, record: PrizeLine) -> str:
        """1. Preis."""
        return f"{record.rank}. {record.ranking_title}".strip() if record.ranking else f"{record.rank}."

    def render_what(self, record: PrizeLine) -> SafeString:
        """Description, value, sponsor."""
        about = " · ".join(text for text in (euro(record.value), record.sponsor) if text)
        return format_html('{}<span class="sub soft small-text">{}</span>', record.description or "–", about)

    def render_winner(self, record: PrizeLine) -> SafeString:
        """Who wins, on which place, and why the prize went past others."""
        if not record.winners:
            return format_html('<span class="soft">{}</span>', WAITING_TEXTS[record.state]())
        names = format_html_join(
            ", ",
            '<strong><bdi>{}</bdi></strong> <span class="place">{}</span>',
            ((w.name, w.where) for w in record.winners),
        )
        earned = _("%(place)s. Platz") % {"place": record.place} if record.place else ""
        why = f"{earned}, {record.why}" if record.why else earned
        if record.card:
            why = _("%(why)s · Karte %(card)s") % {"why": why, "card": record.card}
        return format_html('{}<span class="sub soft small-text">{}</span>', names, why)


WAITING_TEXTS = {
    PrizeState.OPEN: lambda: _("steht noch nicht fest"),
    PrizeState.TIE: lambda: _("hängt an einer Entscheidung weiter unten"),
    PrizeState.NO_TAKER: lambda: _("dafür gibt es niemanden mehr"),
}
