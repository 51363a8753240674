"""Small pieces every page uses: icons, states as words, money, days and clocks; also callable from table columns."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django import template
from django.templatetags.static import static
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.translated import recorded_by, recorded_cards

register = template.Library()

#: So many card numbers are shown one by one.
MOST_NUMBERS = 6
NBSP = "\N{NO-BREAK SPACE}"
#: Kinds of a pill: good (green), wait (gold: somebody should look), bad (red), quiet (a plain remark).
PILL_KINDS = frozenset({"good", "wait", "bad", "quiet"})


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon of static/tournament/icons.svg; with `label` it speaks for itself, without it is decoration."""
    sprite = f"{static('tournament/icons.svg')}#{name}"
    if label:
        return format_html('<svg class="icon" role="img" aria-label="{}"><use href="{}"/></svg>', label, sprite)
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"/></svg>', sprite)


@register.simple_tag
def pill(text: str, kind: str = "good") -> SafeString:
    """A state, as a word in a colour. Raises ValueError for a kind that has no colour."""
    if kind not in PILL_KINDS:
        raise ValueError(f"unknown kind of pill: {kind}")
    return format_html('<span class="pill {}">{}</span>', kind, text)


@register.simple_tag
def winner(name: str, place: str = "") -> SafeString:
    """The winner of a match: tick, bold, and a word for who cannot see either."""
    shown_place = format_html(' <span class="place">{}</span>', place) if place else ""
    return format_html(
        '<span class="winner">{} <span class="visually-hidden">{}</span><bdi>{}</bdi>{}</span>',
        icon("check"),
        _("Sieger:"),
        name,
        shown_place,
    )


@register.simple_tag
def loser(name: str, place: str = "") -> SafeString:
    """The loser of a match, in soft ink."""
    shown_place = format_html(' <span class="place">{}</span>', place) if place else ""
    return format_html('<span class="loser"><bdi>{}</bdi>{}</span>', name, shown_place)


@register.simple_tag
def request_state(version: int | None = None) -> SafeString:
    """Hidden fields of a form that writes: `version` of what it was made from, `request_key` to be carried out once."""
    key = format_html('<input type="hidden" name="request_key" value="{}">', secrets.token_hex(16))
    if version is None:
        return key
    return format_html('<input type="hidden" name="version" value="{}">{}', version, key)


@register.filter
def money(amount: Decimal | int | None) -> str:
    """An amount without the currency: 1.335,00."""
    if amount is None:
        return ""
    text = formats.number_format(Decimal(amount).copy_abs(), decimal_pos=2, use_l10n=True, force_grouping=True)
    return f"−{text}" if amount < 0 else text


@register.filter
def euro(amount: Decimal | int | None) -> str:
    """An amount in euro: € 335,00."""
    return "" if amount is None else f"€{NBSP}{money(amount)}"


register.filter(recorded_by)
register.filter(recorded_cards)


@register.filter
def card_numbers(numbers: Sequence[int]) -> str:
    """The numbers of somebody's cards: 31 · 32 · 33; many of them as 31 – 60 (30).

    >>> card_numbers([31, 32, 33]), card_numbers(range(31, 61))
    ('31 · 32 · 33', '31 – 60 (30)')
    """
    if len(numbers) <= MOST_NUMBERS:
        return " · ".join(map(str, numbers))
    return f"{numbers[0]} – {numbers[-1]} ({len(numbers)})"


@register.filter
def day(moment: datetime | None) -> str:
    """A day as it stands on a poster: Samstag, 29. November; with Jänner, as Austrians say."""
    if moment is None:
        return ""
    german = (get_language() or "de").startswith("de")
    text = formats.date_format(timezone.localtime(moment), "l, j. F" if german else "l, j F")
    return text.replace("Januar", "Jänner") if german else text


@register.filter
def day_and_year(moment: datetime | None) -> str:
    """A day with its year: Samstag, 29. November 2025."""
    return "" if moment is None else f"{day(moment)} {timezone.localtime(moment).year}"


@register.filter
def clock(moment: datetime | None) -> str:
    """The time of day: 19:42."""
    return "" if moment is None else timezone.localtime(moment).strftime("%H:%M")
