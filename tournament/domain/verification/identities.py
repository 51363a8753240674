"""The numbers of matches: counted over the whole tournament without gaps, in the order in which they were made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tournament.domain.messages import Message, gettext_noop

from .content import Content
from .deviation import Code, Deviation
from .stored import StoredMatch


def check(content: Content) -> list[Deviation]:
    """All numbers that are missing, twice, or out of order."""
    every = sorted(content.every_match, key=lambda match: match.id)
    if [match.id for match in every] != list(range(1, len(every) + 1)):
        text = Message(gettext_noop("Die Begegnungen sind nicht lückenlos von 1 an gezählt."))
        return [Deviation(Code.MATCH_NUMBER, "matches", text)]
    return [*_of_one_draw(content), *_of_rounds(content)]


def _of_one_draw(content: Content) -> Iterator[Deviation]:
    """The matches of a draw follow each other by pot number, and those of a later draw come later."""
    last = 0
    for draw in content.draws:
        made = content.matches if draw.annulled is None else draw.annulled
        group = [
            each
            for each in made
            if (each.draw, each.stage.value, each.round) == (draw.number, draw.stage.value, draw.round)
        ]
        yield from _consecutive(group)
        if group and min(each.id for each in group) < last:
            text = Message(
                gettext_noop("Die Begegnungen der Auslosung %(number)s sind vor denen einer früheren gezählt."),
                number=draw.number,
            )
            yield Deviation(Code.MATCH_NUMBER, draw.where, text)
        last = max([last, *(each.id for each in group)])


def _of_rounds(content: Content) -> Iterator[Deviation]:
    """Rounds of the fixed bracket by number; a round is made when the one before is decided."""
    for (_, before), (_, after) in pairwise(content.main_rounds.items()):
        yield from _consecutive(list(after))
        if max(each.id for each in before) > min(each.id for each in after):
            text = Message(gettext_noop("Die Begegnung ist vor einer gezählt, aus der sie folgt."))
            yield Deviation(Code.MATCH_NUMBER, after[0].where, text)
    for match in content.placement:
        before = content.main_rounds.get(match.round, ())
        if match.id < max((each.id for each in before), default=0):
            text = Message(gettext_noop("Die Begegnung ist vor einer gezählt, aus der sie folgt."))
            yield Deviation(Code.MATCH_NUMBER, match.where, text)


def _consecutive(matches: list[StoredMatch]) -> Iterator[Deviation]:
    for first, second in pairwise(sorted(matches, key=lambda match: match.number)):
        if second.id != first.id + 1:
            text = Message(gettext_noop("Die Begegnungen einer Runde sind nicht nach ihrer Nummer gezählt."))
            yield Deviation(Code.MATCH_NUMBER, second.where, text)
