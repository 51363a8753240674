"""Which cards were to be drawn: those still in when a draw was made, with their owners as they were then."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.domain.psd1 import Card, Drawn
from tournament.domain.terms import CardState, Outcome

from .content import Content
from .schema import DrawStage
from .stored import StoredDraw, StoredMatch, Swap

Holdings = Mapping[int, "list[int]"]
"""Start number -> his cards, ascending."""


def holdings_at(content: Content, draw: StoredDraw) -> Holdings:
    """Whose cards had to be in a valid draw of a round, or of the places 5 to 8."""
    gone = {card for leaving in content.leavings if leaving.after_draw < draw.number for card in leaving.cards}
    if draw.stage is DrawStage.PLACES:
        cards = beaten_in(content, draw.round)
        swaps = content.swaps_of_round(draw.round)
    else:
        cards = advanced_to(content, draw.round, draw.number)
        swaps = content.swaps_of_round(draw.round - 1)
    return content.by_owner((undone(cards, swaps, draw.number)) - gone, draw.number - 1)


def advanced_to(content: Content, round_number: int, draw_number: int) -> set[int]:
    """The cards that won the round before; before round 1 those sold before the draw. Leavings are not considered."""
    if round_number == 1:
        later = {rebuy.card for rebuy in content.rebuys if rebuy.after_draw >= draw_number}
        sold = {card.number for card in content.cards.values() if card.state is not CardState.REFUNDED}
        return sold - later
    return {match.winner for match in content.main_rounds.get(round_number - 1, ()) if match.winner is not None}


def beaten_in(content: Content, round_number: int) -> set[int]:
    """The cards beaten in a round of the main line; not those that left out of their match, or were absent both."""
    return {
        match.loser
        for match in content.main_rounds.get(round_number, ())
        if match.loser is not None and content.cards[match.loser].state is CardState.OUT
    }


def undone(cards: set[int], swaps: tuple[Swap, ...], draw_number: int) -> set[int]:
    """The cards before exchanges that were made since this draw."""
    for swap in reversed(swaps):
        if swap.after_draw >= draw_number:
            cards = {card for each in cards if (card := swap.undo(each)) is not None}
    return cards


def redone(card: int | None, swaps: tuple[Swap, ...], draw_number: int) -> int | None:
    """The card that stands in this place since exchanges were made after this draw."""
    for swap in swaps:
        if swap.after_draw >= draw_number:
            card = swap.undo(card)
    return card


def lower_left(cards: set[int], swaps: tuple[Swap, ...]) -> tuple[int | None, int | None]:
    """A match without a draw: lower card number left, as it was made; exchanges since change only who stands there."""
    order: list[int | None] = [*sorted(undone(cards, swaps, 0)), None, None]
    return redone(order[0], swaps, 0), redone(order[1], swaps, 0)


def holdings_from_steps(content: Content, draw: StoredDraw, drawn: Drawn) -> Holdings | None:
    """Whose cards were in a draw, read from its own steps; None if these cannot be right.

    For draws whose membership the file does not tell any more: what they depended on was rolled back.
    """
    found: dict[Card, int] = {}
    if len(draw.steps) != len(drawn.steps):
        return None
    for stored, true in zip(draw.steps, drawn.steps, strict=True):
        if len(stored) != len(true):
            return None
        for card, token in zip(stored, true, strict=True):
            if isinstance(token, Card) and isinstance(card, int):
                found.setdefault(token, card)
    owners: dict[int, list[int]] = {}
    for token in sorted(found):
        owners.setdefault(token.start_number, []).append(found[token])
    every = [card for cards in owners.values() for card in cards]
    if len(set(every)) != len(every) or not content.cards.keys() >= set(every):
        return None
    true_owners = content.by_owner(every, draw.number - 1)
    return owners if owners == true_owners else None


def opponents(match: StoredMatch, swap: Swap) -> bool:
    """Whether the two cards of an exchange met in this match."""
    return {match.left, match.right} == {swap.old, swap.new} and match.outcome is not Outcome.OPEN
