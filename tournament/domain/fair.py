"""The fair draw: byes first, then uniform among all pairings without a self-meeting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .drawing import Bye, Card, Draw, Numbers, Pairing, People, Step, StepKind, base_list

COSTLY_ABOVE = 6
"""About e^6 = 400 attempts on average; beyond that the draw could take minutes."""


def draw(people: People, *, numbers: int, words: Numbers) -> Draw:
    """Draw the byes, each card with the same chance, then the matches of the cards left.

    `people` ascending by start number, `numbers` a power of two with numbers/2 < cards <= numbers.
    Matches are numbered from 1 in the order made, the byes after them in the order drawn.
    Discarded attempts stay in the steps, each ended by a VOID.
    """
    steps: list[Step] = []
    byes, pot = _draw_byes(people, numbers, words, steps)
    matches = _draw_matches(pot, words, steps)
    return Draw(
        matches=tuple(Pairing(i, x, y) for i, (x, y) in enumerate(matches, start=1)),
        byes=tuple(Bye(i, card) for i, card in enumerate(byes, start=len(matches) + 1)),
        order=(),
        steps=tuple(steps),
    )


def self_meetings_unavoidable(cards_after_byes: Iterable[int]) -> int:
    """g - m, if positive: g = most cards of one person after the byes, m = matches.

    >>> self_meetings_unavoidable([5, 2, 1])
    1
    """
    cards = list(cards_after_byes)
    return max(0, max(cards, default=0) - sum(cards) // 2)


def too_costly(cards_per_person: Iterable[int]) -> bool:
    """Whether the draw is to be refused because pairings without a self-meeting are too rare.

    The rule: the sum of c(c-1) over all persons but the largest, divided by 2(S-1), exceeds 6.

    >>> too_costly([3] * 17), too_costly([20, 20, 20, 20])
    (False, True)
    """
    cards = sorted(cards_per_person)
    weight = sum(c * (c - 1) for c in cards[:-1])
    return weight > COSTLY_ABOVE * 2 * (sum(cards) - 1)


def _draw_byes(people: People, numbers: int, words: Numbers, steps: list[Step]) -> tuple[list[Card], list[Card]]:
    """The byes in the order drawn, and the cards left for matches in base order."""
    base = base_list(people)
    count = numbers - len(base)
    if count == 0:
        return [], base
    matches = len(base) - numbers // 2
    avoidable = all(cards <= numbers // 2 for _, cards in people)
    # Only these can end up with more than half of the cards left.
    large = {start for start, cards in people if cards > matches} if avoidable else set()
    while True:
        pot = base.copy()
        byes: list[Card] = []
        for _ in range(count):
            card = pot.pop(words.uint(len(pot)))
            byes.append(card)
            steps.append((StepKind.BYE, card))
        if not large or max(_holdings(pot, large).values(), default=0) <= matches:
            return byes, pot
        steps.append((StepKind.VOID,))


def _holdings(pot: list[Card], owners: set[int]) -> Counter[int]:
    return Counter(card.start_number for card in pot if card.start_number in owners)


def _draw_matches(pot: list[Card], words: Numbers, steps: list[Step]) -> list[tuple[Card, Card]]:
    """Pair the whole pot; the person with most cards (tie: lowest start number) goes first."""
    holdings = Counter(card.start_number for card in pot)
    giant = min(holdings, key=lambda start: (-holdings[start], start))
    giants = [card for card in pot if card.start_number == giant]
    others = [card for card in pot if card.start_number != giant]
    while True:
        made, valid = _attempt(giants, others.copy(), words)
        steps.extend((StepKind.MATCH, x, y) for x, y in made)
        if valid:
            return made
        steps.append((StepKind.VOID,))


def _attempt(giants: list[Card], others: list[Card], words: Numbers) -> tuple[list[tuple[Card, Card]], bool]:
    """One attempt at all matches; a self-meeting that could be avoided ends it as void."""
    made = [(x, others.pop(words.uint(len(others)))) for x in giants[: len(others)]]
    alone = giants[len(made) :]
    made.extend(zip(alone[::2], alone[1::2], strict=True))
    while others:
        x = others.pop(0)
        y = others.pop(words.uint(len(others)))
        made.append((x, y))
        if x.start_number == y.start_number:
            return made, False
    return made, True
