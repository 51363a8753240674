"""A draw by hand as it happens at the inn: one after another reaches into the pots, all of his cards in one go."""

from tournament.domain import by_hand
from tournament.domain.hand_problems import ProblemCode
from tournament.models import Tournament

from . import hand_draws
from .base import Actor
from .draws import CarriedOut
from .errors import Refused
from .simulated_luck import Luck


def draw_by_hand(tournament: Tournament, actor: Actor, luck: Luck) -> CarriedOut:
    """Begin the draw that is due, type every slip as the seed draws it, and complete it."""
    hand_draws.start(tournament=tournament, actor=actor)
    state = _state(tournament)
    held: dict[int, list[int]] = {}
    for card in sorted(state.owners):
        held.setdefault(state.owners[card], []).append(card)
    cards = [card for owner in luck.shuffled(sorted(held)) for card in held[owner]]
    left = list(range(1, state.half + 1))
    waiting = cards
    for card in cards[: state.half]:
        hand_draws.add_slip(tournament=tournament, actor=actor, pot="left", number=luck.take(left), card=card)
    waiting = cards[state.half :]
    while waiting:
        waiting = _draw_right(tournament, actor, luck, waiting, state.half)
    return hand_draws.complete(tournament=tournament, actor=actor)


def _draw_right(tournament: Tournament, actor: Actor, luck: Luck, waiting: list[int], half: int) -> list[int]:
    """Let these cards draw from the right pot; all of them again if somebody is stuck with his own numbers."""
    right = list(range(1, half + 1))
    for card in waiting:
        drawn = False
        while not drawn:
            number = luck.choice(right)
            try:
                progress = hand_draws.add_slip(
                    tournament=tournament, actor=actor, pot="right", number=number, card=card
                )
            except Refused as refusal:
                if ProblemCode.SELF_MEETING_UNAVOIDABLE.value in refusal.codes:
                    progress = hand_draws.add_slip(
                        tournament=tournament, actor=actor, pot="right", number=number, card=card, accept_self_meeting=True
                    )  # fmt: skip
                elif ProblemCode.ONLY_OWN_NUMBERS.value in refusal.codes:
                    hand_draws.void_right(tournament=tournament, actor=actor)
                    return waiting
                else:
                    raise
            drawn = progress.last_step[0] == "right"
            if drawn:
                right.remove(number)
    return []


def _state(tournament: Tournament) -> by_hand.HandDraw:
    return hand_draws.state_of(Tournament.objects.get(pk=tournament.pk))
