"""The cards: how they are written, what they count, which one beats which.

Inside the engine a card is a small integer, ``suit * 8 + rank``, so that a hand can be a bit mask and the duty to
follow a few "and" operations. On paper and in records a card is text: suit ``C S H D`` and rank ``A T K Q J 9``.
"""

from typing import Final

SUITS: Final = "CSHD"
RANKS: Final = "9JQKTA"  # rising strength: the index is the rank
NINE, JACK, QUEEN, KING, TEN, ACE = range(6)

_RANK_VALUES: Final = (0, 2, 3, 4, 10, 11)
_SUIT_SPELLINGS: Final = {"C": "C♣♧", "S": "S♠♤", "H": "H♥♡", "D": "D♦♢"}
_RANK_SPELLINGS: Final = {
    "A": ("A",),
    "T": ("T", "10"),
    "K": ("K",),
    "Q": ("Q", "O", "D"),
    "J": ("J", "U", "B"),
    "9": ("9",),
}
_SYMBOLS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
_VARIATION_SELECTORS: Final = ("\ufe0e", "\ufe0f")  # keyboards add them to a suit symbol: as text, as picture

SUIT_OF: Final[dict[str, int]] = {
    symbol + selector: SUITS.index(suit)
    for suit, symbols in _SUIT_SPELLINGS.items()
    for symbol in symbols
    for selector in ("", *(_VARIATION_SELECTORS if symbol != suit else ()))
}
"""Every accepted spelling of a suit -> 0..3."""

CARD_OF: Final[dict[str, int]] = {
    suit_text + rank_text: suit * 8 + RANKS.index(rank)
    for suit_text, suit in SUIT_OF.items()
    for rank, spellings in _RANK_SPELLINGS.items()
    for rank_text in spellings
}
"""Every accepted spelling of a card -> the card."""

NAMES: Final[tuple[str, ...]] = tuple(
    SUITS[card >> 3] + RANKS[card & 7] if card & 7 < len(RANKS) else "" for card in range(32)
)
"""Card -> its one written form (empty for the numbers that are no card)."""

VALUES: Final[tuple[int, ...]] = tuple(_RANK_VALUES[card & 7] if card & 7 < len(RANKS) else 0 for card in range(32))
"""Card -> its card points."""

SUIT_MASKS: Final[tuple[int, ...]] = tuple(0xFF << (suit * 8) for suit in range(4))
"""Suit -> mask of all its cards."""

HIGHER_MASKS: Final[tuple[int, ...]] = tuple(SUIT_MASKS[card >> 3] & ~((2 << card) - 1) for card in range(32))
"""Card -> mask of the higher cards of its suit."""


class CardError(ValueError):
    """A text that is no card."""


def parse_card(text: str) -> int:
    """Return the card a text means.

    The first character is the suit, the rest the rank; ``10``, suit symbols and the letters U/B, O/D for Unter/Bube,
    Ober/Dame are understood.

    >>> parse_card("DT") == parse_card("D10") == parse_card("♦10")
    True
    >>> format_card(parse_card("DD"))
    'DQ'

    Raises CardError for everything else.
    """
    card = CARD_OF.get(text)
    if card is None:
        raise CardError(text)
    return card


def format_card(card: int) -> str:
    """Return the written form of a card.

    >>> format_card(parse_card("♥U"))
    'HJ'
    """
    return NAMES[card]


def symbol_card(card: int) -> str:
    """Return a card for people, with the symbol of its suit.

    >>> symbol_card(parse_card("ST"))
    '♠10'
    """
    rank = RANKS[card & 7]
    return _SYMBOLS[SUITS[card >> 3]] + ("10" if rank == "T" else rank)


def card_value(card: int) -> int:
    """Return the card points (Augen) of a card: ace 11, ten 10, king 4, queen 3, jack 2, nine 0.

    >>> sum(card_value(card) for card in deck(20))
    120
    """
    return VALUES[card]


def suit_of(card: int) -> int:
    """Return the suit of a card, 0..3 in the order of ``SUITS``."""
    return card >> 3


def deck(size: int) -> tuple[int, ...]:
    """Return all cards of a deck of 20 (Schnapsen) or 24 (Sechsundsechzig, with the nines).

    >>> " ".join(format_card(card) for card in deck(20)[:5])
    'CJ CQ CK CT CA'

    Raises ValueError for another size.
    """
    if size not in (20, 24):
        raise ValueError(size)
    lowest = JACK if size == 20 else NINE
    return tuple(suit * 8 + rank for suit in range(4) for rank in range(lowest, ACE + 1))


def mask_of(cards: tuple[int, ...] | list[int]) -> int:
    """Return the bit mask of several cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a bit mask, in rising order.

    >>> [format_card(card) for card in cards_in(mask_of([parse_card("HA"), parse_card("C9")]))]
    ['C9', 'HA']
    """
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def beats(card: int, led: int, trump: int) -> bool:
    """Whether the second card of a trick wins it: higher in the led suit, or a trump on another suit.

    >>> beats(parse_card("CJ"), parse_card("HA"), trump=SUITS.index("C"))
    True
    >>> beats(parse_card("CJ"), parse_card("HA"), trump=SUITS.index("S"))
    False
    """
    if card >> 3 == led >> 3:
        return card > led
    return card >> 3 == trump


def duty(hand: int, led: int, trump: int) -> int:
    """Return the mask of the cards that may follow once the talon is closed or empty.

    Head in suit, else follow suit, else trump, else anything.

    >>> hand = mask_of([parse_card("HJ"), parse_card("HT"), parse_card("CA")])
    >>> [format_card(card) for card in cards_in(duty(hand, parse_card("HK"), trump=0))]
    ['HT']
    >>> [format_card(card) for card in cards_in(duty(hand, parse_card("HA"), trump=0))]
    ['HJ', 'HT']
    >>> [format_card(card) for card in cards_in(duty(hand, parse_card("SJ"), trump=0))]
    ['CA']
    """
    return hand & HIGHER_MASKS[led] or hand & SUIT_MASKS[led >> 3] or hand & SUIT_MASKS[trump] or hand
