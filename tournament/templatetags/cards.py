"""Playing cards drawn in HTML: rank and suit in two corners, the suit in the middle; the colours are the style sheet's."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.domain.drawn_deal import DrawnCard

register = template.Library()

#: Looks of a card besides the plain one: lying face up under the talon, small in a row of moves, the one that is wrong.
LOOKS = frozenset({"", "small", "wrong", "small wrong", "turned"})


@register.simple_tag
def playing_card(card: DrawnCard, look: str = "") -> SafeString:
    """A card, face up. Raises ValueError for an unknown look."""
    if look not in LOOKS:
        raise ValueError(f"unknown look of a card: {look}")
    pip = _pip(card.suit)
    trump = " trump" if card.is_trump else ""
    return format_html(
        '<span class="playing-card suit-{}{}{}" role="img" aria-label="{}"><span class="corner">{}{}</span><span class="middle">{}</span></span>',
        card.suit.lower(),
        trump,
        f" {look}" if look else "",
        card.words,
        card.rank,
        pip,
        pip,
    )


@register.simple_tag
def card_suit(card: DrawnCard) -> SafeString:
    """The suit of a card as a symbol with its word."""
    return format_html('<span class="suit suit-{}">{}{}</span>', card.suit.lower(), _pip(card.suit), card.suit_words)


def _pip(suit: str) -> SafeString:
    return format_html(
        '<svg class="pip" aria-hidden="true"><use href="{}#{}"/></svg>', static("tournament/suits.svg"), suit.lower()
    )
