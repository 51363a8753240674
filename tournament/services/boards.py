"""The desk's hand on the big screen: which scene, still or black, how far the draw is shown.

Nothing of it belongs to the record of the evening: no journal entry, nothing in the archive.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.showing import steps_to_show
from tournament.models import LIVE, BoardScene, BoardState, Draw, Role, Scope, Tournament
from tournament.queries.board_draw import PLAYED_OR_CALLED, being_shown

from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen shows from now on. `stale`: somebody else moved it meanwhile, so that it stays where it is."""

    scene: str
    frozen: bool
    blackout: bool
    draw: int | None
    position: int
    stale: bool = False


@use_case
def control(
    *,
    tournament: Tournament,
    actor: Actor,
    scene: BoardScene | None = None,
    frozen: bool | None = None,
    blackout: bool | None = None,
    request_key: str | None = None,
) -> Shown:
    """Change what is given, leave the rest. Choosing a scene lets the picture move again."""
    require_role(actor, Role.SCORER)
    state = _state(tournament)
    if scene is not None:
        state.scene, state.frozen = scene.value, False
    if frozen is not None:
        state.frozen = frozen
    if blackout is not None:
        state.blackout = blackout
    return _save(tournament, state)


@use_case
def begin_to_show(*, tournament: Tournament, actor: Actor, draw: int, request_key: str | None = None) -> Shown:
    """The draw with this number was just drawn: the hall waits for its first step, unless it is still being shown another."""
    require_role(actor)
    state = _state(tournament)
    on_show = being_shown(tournament, state)
    if draw <= (state.draw or 0) or (on_show is not None and on_show[0].number == state.draw):
        return _answer(state)
    state.draw, state.position, state.moved_at = draw, 0, clock.now()
    return _save(tournament, state)


@use_case
def show_draw(
    *,
    tournament: Tournament,
    actor: Actor,
    draw: int,
    position: int,
    believed: Collection[int] = (),
    request_key: str | None = None,
) -> Shown:
    """Let the hall see the draw with this number as far as `position` (steps shown; more than there are: all of it).

    Looking at an old draw again changes nothing on the screen: only one that stands and is not older than what is shown
    there, and only before its matches have begun.

    `believed`: where the screen may be as far as the page knows. Where it is elsewhere, another desk steers it, and it
    stays (`stale`). A page that knows nothing only goes forward.
    """
    require_role(actor)
    state = _state(tournament)
    row = tournament.draws.filter(number=draw).first()
    if row is None:
        raise NotFound(Problem("draw", _("Auslosung %(number)s gibt es nicht.") % {"number": draw}))
    position = max(0, min(position, steps_to_show(row.stage, row.steps)))
    if not _is_news(tournament, state, row) or (state.draw, state.position) == (draw, position):
        return _answer(state)
    if state.draw == draw and (state.position not in believed if believed else position < state.position):
        return replace(_answer(state), stale=True)
    state.draw, state.position, state.moved_at = draw, position, clock.now()
    return _save(tournament, state)


def _is_news(tournament: Tournament, state: BoardState, row: Draw) -> bool:
    if row.annulled_at is not None or row.number < (state.draw or 0):
        return False
    return not tournament.matches.filter(LIVE, PLAYED_OR_CALLED, draw=row).exists()


def _state(tournament: Tournament) -> BoardState:
    return BoardState.objects.get_or_create(tournament=tournament)[0]


def _save(tournament: Tournament, state: BoardState) -> Shown:
    state.save()
    touch(tournament, [Scope.BOARD])
    return _answer(state)


def _answer(state: BoardState) -> Shown:
    return Shown(state.scene, state.frozen, state.blackout, state.draw, state.position)
