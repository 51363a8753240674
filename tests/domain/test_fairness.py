"""Draws counted by the ten thousand: every outcome as often as it should be.

Outcome = set of byes and set of pairs. The key of draw i is HEX("<label> <i>"), with labels that never change, so a
correct program passes always; a wrong one would have to be very lucky.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations

from tournament.domain import fair, pots, psd1
from tournament.domain.drawing import Card, Draw, base_list
from tournament.domain.psd1 import Stream

Outcome = tuple[frozenset[Card], frozenset[frozenset[Card]]]


def draws(label: str, count: int, people: tuple[tuple[int, int], ...], numbers: int) -> Iterable[Draw]:
    for i in range(1, count + 1):
        yield fair.draw(people, numbers=numbers, words=Stream(psd1.hex_of(f"{label} {i}")))


def outcome(draw: Draw) -> Outcome:
    return (
        frozenset(bye.card for bye in draw.byes),
        frozenset(frozenset((pairing.left, pairing.right)) for pairing in draw.matches),
    )


def pairings(cards: tuple[Card, ...]) -> list[frozenset[frozenset[Card]]]:
    """All ways to pair these cards without a self-meeting."""
    if not cards:
        return [frozenset()]
    first, *others = cards
    return [
        rest | {frozenset((first, other))}
        for other in others
        if other.start_number != first.start_number
        for rest in pairings(tuple(card for card in others if card != other))
    ]


def expectation(people: tuple[tuple[int, int], ...], byes: int) -> dict[Outcome, Fraction]:
    """The probability of every outcome: all sets of byes alike, then all pairings of the rest alike."""
    cards = base_list(people)
    bye_sets = list(combinations(cards, byes))
    expected = {}
    for bye_set in bye_sets:
        rest = pairings(tuple(card for card in cards if card not in bye_set))
        for pairing in rest:
            expected[frozenset(bye_set), pairing] = Fraction(1, len(bye_sets) * len(rest))
    return expected


def chi_square(counts: Counter[Outcome], expected: dict[Outcome, Fraction], total: int) -> float:
    assert counts.keys() <= expected.keys()
    return float(sum((counts[key] - total * p) ** 2 / (total * p) for key, p in expected.items()))


def test_eight_cards_of_four_people_every_pairing_equally_often() -> None:
    people = ((1, 2), (2, 2), (3, 2), (4, 2))
    expected = expectation(people, byes=0)
    assert set(expected.values()) == {Fraction(1, 60)}
    counts = Counter(outcome(draw) for draw in draws("fairness 2222", 60_000, people, 8))
    assert chi_square(counts, expected, 60_000) < 133.7  # 59 degrees of freedom


def test_six_cards_of_eight_every_pair_of_byes_equally_often_then_every_pairing() -> None:
    people = ((1, 2), (2, 2), (3, 1), (4, 1))
    expected = expectation(people, byes=2)
    assert len(expected) == 34
    assert set(expected.values()) == {Fraction(1, 30), Fraction(1, 45)}
    counts = Counter(outcome(draw) for draw in draws("fairness 2211", 60_000, people, 8))
    assert chi_square(counts, expected, 60_000) < 93.7  # 33 degrees of freedom


def sold_48_of_64() -> tuple[tuple[int, int], ...]:
    return tuple((i, i % 3 + 1) for i in range(1, 25))


def test_48_sold_of_64_every_card_a_bye_in_a_third_of_the_draws() -> None:
    people = sold_48_of_64()
    cards = base_list(people)
    assert len(cards) == 48
    counts = Counter(bye.card for draw in draws("fairness 48 of 64", 20_000, people, 64) for bye in draw.byes)
    byes, sold = 16, 48
    each = 20_000 * byes / sold
    spread = sum((counts[card] - each) ** 2 for card in cards) / (each * (1 - byes / sold))
    assert (sold - 1) / sold * spread < 115.7  # 47 degrees of freedom


def test_two_pots_give_late_buyers_as_many_byes_as_early_ones() -> None:
    """48 single cards of 64: the half with the low start numbers has no fewer and no more byes than the other."""
    people = tuple((i, 1) for i in range(1, 49))
    early = 0
    for i in range(1, 2_001):
        draw = pots.draw(people, numbers=64, words=Stream(psd1.hex_of(f"fairness two-pot {i}")))
        early += sum(bye.card.start_number <= 24 for bye in draw.byes)
    # Per draw hypergeometric: mean 8, variance 16 x 1/4 x 32/47.
    deviation = (early - 2_000 * 8) / (2_000 * 16 / 4 * 32 / 47) ** 0.5
    assert abs(deviation) < 5.4


def test_fair_byes_are_independent_of_the_word_count_of_the_draw_before() -> None:
    """The same stream used on: a second draw from it is as fair as the first."""
    people = ((1, 2), (2, 2), (3, 1), (4, 1))
    words = Stream(psd1.hex_of("fairness goes on"))
    counts = Counter(outcome(fair.draw(people, numbers=8, words=words)) for _ in range(20_000))
    assert chi_square(counts, expectation(people, byes=2), 20_000) < 93.7
