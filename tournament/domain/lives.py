"""The draw of a round between persons: one bye if need be, and no repeat meeting if possible."""

from __future__ import annotations

from collections.abc import Iterable

from .drawing import Bye, Draw, Numbers, Pairing, People, Step, StepKind, person

ATTEMPTS = 200

Meetings = tuple[tuple[int, int], ...]


def draw(people: People, *, met: Iterable[tuple[int, int]], words: Numbers) -> Draw:
    """Pair all persons; `people` are (start number, byes so far), ascending.

    With an odd number one of those with the fewest byes has the bye. Up to 200 attempts are
    made at pairing the rest; the first without a repeat of `met` (a < b) counts, else the
    earliest with the fewest repeats. The steps show the bye and the attempt that counts.
    """
    alive = [start for start, _ in people]
    byes: list[int] = []
    if len(alive) % 2:
        byes.append(_draw_bye(people, words))
        alive.remove(byes[0])
    meetings = _fewest_repeats(alive, frozenset(met), words)
    steps: list[Step] = [(StepKind.BYE, person(start)) for start in byes]
    steps += [(StepKind.MATCH, person(x), person(y)) for x, y in meetings]
    return Draw(
        matches=tuple(Pairing(i, person(x), person(y)) for i, (x, y) in enumerate(meetings, start=1)),
        byes=tuple(Bye(len(meetings) + 1, person(start)) for start in byes),
        order=(),
        steps=tuple(steps),
    )


def _draw_bye(people: People, words: Numbers) -> int:
    fewest = min(byes for _, byes in people)
    eligible = [start for start, byes in people if byes == fewest]
    return eligible[words.uint(len(eligible))]


def _fewest_repeats(alive: list[int], met: frozenset[tuple[int, int]], words: Numbers) -> Meetings:
    repeat = met | {(b, a) for a, b in met}
    best: Meetings = ()
    fewest = len(alive)  # more than any attempt can have
    for _ in range(ATTEMPTS):
        meetings = _attempt(alive.copy(), words)
        repeats = sum(pair in repeat for pair in meetings)
        if repeats < fewest:
            best, fewest = meetings, repeats
        if repeats == 0:
            break
    return best


def _attempt(waiting: list[int], words: Numbers) -> Meetings:
    meetings = []
    while waiting:
        x = waiting.pop(0)
        meetings.append((x, waiting.pop(words.uint(len(waiting)))))
    return tuple(meetings)
