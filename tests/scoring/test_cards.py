import pytest

from scoring.cards import (
    CARD_OF,
    NAMES,
    CardError,
    beats,
    card_value,
    cards_in,
    deck,
    duty,
    format_card,
    mask_of,
    parse_card,
    suit_of,
    symbol_card,
)


def mask(text: str) -> int:
    return mask_of([parse_card(card) for card in text.split()])


def names(mask: int) -> set[str]:
    return {format_card(card) for card in cards_in(mask)}


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("D10", "DT"),
        ("DT", "DT"),
        ("♦10", "DT"),
        ("DU", "DJ"),
        ("DB", "DJ"),
        ("DO", "DQ"),
        ("DD", "DQ"),  # Ober (Dame) of diamonds
        ("♣A", "CA"),
        ("♠K", "SK"),
        ("♥D", "HQ"),
        ("♥\ufe0fU", "HJ"),  # as phones write it
        ("♡9", "H9"),
        ("C9", "C9"),
    ],
)
def test_every_accepted_spelling(written: str, card: str) -> None:
    assert format_card(parse_card(written)) == card


@pytest.mark.parametrize("written", ["", "D", "10", "XA", "D11", "DTT", "ca", "TD", "D 10", "C8", "♦"])
def test_what_is_no_card(written: str) -> None:
    with pytest.raises(CardError):
        parse_card(written)


@pytest.mark.parametrize(("size", "lowest"), [(20, "J"), (24, "9")])
def test_a_deck_counts_120(size: int, lowest: str) -> None:
    cards = deck(size)
    assert len(set(cards)) == size
    assert sum(card_value(card) for card in cards) == 120
    assert min(cards) == parse_card("C" + lowest)


def test_there_are_only_two_decks() -> None:
    with pytest.raises(ValueError, match="32"):
        deck(32)


def test_values() -> None:
    assert [card_value(parse_card("S" + rank)) for rank in "ATKQJ9"] == [11, 10, 4, 3, 2, 0]


def test_writing_and_reading_round_trips() -> None:
    assert [parse_card(format_card(card)) for card in deck(24)] == list(deck(24))
    assert set(CARD_OF.values()) == set(deck(24))
    assert sum(bool(name) for name in NAMES) == 24


def test_symbols_for_people() -> None:
    assert [symbol_card(parse_card(card)) for card in ("ST", "HQ", "C9")] == ["♠10", "♥Q", "♣9"]


def test_suit() -> None:
    assert [suit_of(parse_card(suit + "A")) for suit in "CSHD"] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("card", "led", "wins"),
    [
        ("CA", "CT", True),
        ("CT", "CA", False),
        ("CT", "CK", True),
        ("HJ", "CA", True),
        ("CA", "HJ", False),
        ("SA", "CJ", False),
        ("HQ", "HJ", True),
        ("HJ", "HQ", False),
    ],
)
def test_the_higher_card_of_the_led_suit_or_a_trump_wins(card: str, led: str, wins: bool) -> None:
    assert beats(parse_card(card), parse_card(led), trump=2) is wins


@pytest.mark.parametrize(
    ("hand", "led", "allowed"),
    [
        ("CA CJ HA SK", "CK", "CA"),  # head in suit
        ("CQ CJ HA SK", "CK", "CQ CJ"),  # else follow suit, not trump
        ("HA HJ SK", "CK", "HA HJ"),  # else trump, any
        ("SK DA", "CK", "SK DA"),  # else discard
        ("HA HJ SK", "HT", "HA"),  # trump led: head
        ("HK HJ SK", "HT", "HK HJ"),  # trump led: follow
    ],
)
def test_duty_to_head_follow_trump(hand: str, led: str, allowed: str) -> None:
    assert names(duty(mask(hand), parse_card(led), trump=2)) == set(allowed.split())
