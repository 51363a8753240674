"""The matches P1 to P5: who meets for the places 3 to 8, from the losers of quarter-final and semi-final."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament.domain.messages import Message, gettext_noop
from tournament.domain.placement_matches import QUARTER_FINAL, SEMI_FINAL
from tournament.domain.terms import Stage

from .content import Content
from .deviation import Code, Deviation
from .draws import Replayed
from .main_line import Sides, compare, drawn_matches
from .members import beaten_in, lower_left
from .schema import DrawStage, TournamentState
from .stored import StoredMatch

_STAGES = {1: Stage.PLACES, 2: Stage.PLACES, 3: Stage.PLACE3, 4: Stage.PLACE5, 5: Stage.PLACE7}


def check(content: Content, replayed: Replayed) -> list[Deviation]:
    """All placement matches that are missing, too many, or of the wrong cards."""
    quarter, semi = (_round_of(content, numbers) for numbers in (QUARTER_FINAL, SEMI_FINAL))
    found = [*_draws(content, quarter)]
    stored: dict[int, list[StoredMatch]] = {}
    for match in content.placement:
        of_round = semi if match.number == 3 else quarter
        if _STAGES.get(match.number) is not match.stage or match.round != of_round:
            text = Message(gettext_noop("Eine solche Platzierungsbegegnung gibt es nicht."))
            found.append(Deviation(Code.MATCH_UNEXPECTED, match.where, text))
        else:
            stored.setdefault(match.number, []).append(match)
    third = _third(content, semi) if semi is not None else {}
    found += compare(tuple(stored.get(3, ())), third, stage=Stage.PLACE3, round_number=semi or 0, draw=None)
    if quarter is None:
        return found
    draw = content.place_draws.get(quarter)
    if draw is not None:
        expected = drawn_matches(content, draw, replayed) or {}
        drawn = (*stored.get(1, ()), *stored.get(2, ()))
        if expected:
            found += compare(drawn, expected, stage=Stage.PLACES, round_number=quarter, draw=draw.number)
        after = _after_the_draw(content, {number: each[0] for number, each in stored.items()})
    else:
        found += compare(
            (*stored.get(1, ()), *stored.get(2, ())), {}, stage=Stage.PLACES, round_number=quarter, draw=None
        )
        after, missing = _alone(content, quarter, stored.get(4, [])[:1])
        found += missing
    for number in (4, 5):
        wanted: dict[int, Sides] = {number: after[number]} if number in after else {}
        found += compare(tuple(stored.get(number, ())), wanted, stage=_STAGES[number], round_number=quarter, draw=None)
    return found


def _round_of(content: Content, numbers: int) -> int | None:
    return next((each for each in content.main_rounds if content.numbers_of_round(each) == numbers), None)


def _decided(content: Content, round_number: int) -> bool:
    return all(match.decided for match in content.main_rounds[round_number])


def _draws(content: Content, quarter: int | None) -> Iterator[Deviation]:
    """The draw of the places 5 to 8 belongs to the quarter-final and comes after the next main draw."""
    for round_number, draw in content.place_draws.items():
        if round_number != quarter or not content.settings.blocks.place5 or not _decided(content, round_number):
            text = Message(gettext_noop("Um die Plätze 5 bis 8 war nichts auszulosen."))
            yield Deviation(Code.DRAW_SEQUENCE, draw.where, text)
        # An annulled draw of the next round counts: it was there when the places were drawn.
        following = [
            each.number for each in content.draws if each.stage is DrawStage.MAIN and each.round == round_number + 1
        ]
        if following and min(following) > draw.number:
            text = Message(gettext_noop("Die nächste Runde wird vor den Plätzen 5 bis 8 ausgelost."))
            yield Deviation(Code.DRAW_SEQUENCE, draw.where, text)


def _third(content: Content, semi: int) -> dict[int, Sides]:
    """P3: both losers of the semi-final, as soon as it is decided."""
    cards = beaten_in(content, semi)
    if not content.settings.blocks.place3 or not _decided(content, semi) or len(cards) != 2:
        return {}
    return {3: lower_left(cards, content.standing_swaps(semi))}


def _after_the_draw(content: Content, stored: Mapping[int, StoredMatch]) -> dict[int, Sides]:
    """P4 of the winners, P5 of the losers of P1 and P2; none for a card alone."""
    first, second = stored.get(1), stored.get(2)
    if first is None or second is None or not (first.decided and second.decided):
        return {}
    after: dict[int, Sides] = {}
    if first.winner is not None and second.winner is not None:
        after[4] = (first.winner, second.winner)
    losers = first.loser, second.loser
    if None not in losers and content.settings.blocks.place7:
        after[5] = losers
    return after


def _alone(content: Content, quarter: int, stored: list[StoredMatch]) -> tuple[dict[int, Sides], list[Deviation]]:
    """Without a draw of P1 and P2: P4 of two losers, where no more are there to play.

    Whoever left after P4 was made is still in it, so it may name a card that has gone.
    """
    settings = content.settings
    if not settings.blocks.place5 or not _decided(content, quarter):
        return {}, []
    beaten = beaten_in(content, quarter)
    staying = beaten - content.gone.keys()
    finished = settings.state is TournamentState.FINISHED
    if len(staying) > 2:
        text = Message(gettext_noop("Die Auslosung um die Plätze 5 bis 8 fehlt."))
        return {}, [Deviation(Code.MATCH_MISSING, "P1", text)] if finished else []
    named = {card for match in stored for card in match.sides if card is not None}
    if len(named) == 2 and staying <= named <= beaten:
        return {4: lower_left(named, content.standing_swaps(quarter))}, []
    if len(staying) == 2 and (finished or quarter + 1 in content.main_rounds):
        return {4: lower_left(staying, content.standing_swaps(quarter))}, []
    return {}, []
