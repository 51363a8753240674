"""The journal as a table: newest first, every entry a sentence."""

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.queries.journal import JournalLine
from tournament.templatetags.look import clock
from tournament.translated import recorded_reason


class JournalTable(tables.Table):  # type: ignore[misc]
    """Lines of the journal; `links` gives the address of the thing an entry is about."""

    number = tables.Column(
        verbose_name=_("Nr."), attrs={"td": {"class": "number-cell"}, "th": {"class": "number-cell"}}
    )
    at = tables.Column(verbose_name=_("Zeit"), attrs={"td": {"class": "nowrap"}})
    by = tables.Column(verbose_name=_("Wer"))
    text = tables.Column(verbose_name=_("Was"), attrs={"td": {"class": "journal-text"}})
    hash = tables.Column(verbose_name=_("Hash"))

    class Meta:
        orderable = False
        attrs = {"class": "journal"}

    def __init__(self, lines: tuple[JournalLine, ...], links: dict[tuple[str, int], str]) -> None:
        super().__init__(lines, empty_text=_("Dazu steht nichts im Protokoll."))
        self._links = links

    def render_at(self, record: JournalLine) -> SafeString:
        """Time of day, and the day for whoever points at it."""
        return format_html(
            '<time datetime="{}" title="{}">{}</time>', record.at.isoformat(), record.at, clock(record.at)
        )

    def render_text(self, record: JournalLine) -> SafeString:
        """The sentence, linked to the thing, with the reason below."""
        url = self._links.get(record.about, "")
        text = (
            format_html('<a class="tap" href="{}">{}</a>', url, record.text) if url else format_html("{}", record.text)
        )
        if not record.reason:
            return text
        return format_html('{}<span class="sub">{} {}</span>', text, _("Grund:"), recorded_reason(record.reason))

    def render_hash(self, record: JournalLine) -> SafeString:
        """Its first eight digits; the whole hash for whoever points at it."""
        return format_html('<code class="hash" title="{}">{}</code>', record.hash, record.hash[:8])
