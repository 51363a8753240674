"""The desk's hand on the big screen: which scene, still or black, how far the draw is shown.

Nothing of it belongs to the record of the evening: no journal entry, nothing in the archive.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.domain.showing import steps_to_show
from tournament.models import LIVE, BoardScene, BoardState, Draw, Outcome, Role, Scope, Tournament

from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem

NOT_PLAYED = (Outcome.OPEN, Outcome.BYE, Outcome.SELF)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the screen shows from now on."""

    scene: str
    frozen: bool
    blackout: bool
    draw: int | None
    position: int


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
def show_draw(
    *, tournament: Tournament, actor: Actor, draw: int, position: int, request_key: str | None = None
) -> Shown:
    """Let the hall see the draw with this number as far as `position` (steps shown; more than there are: all of it).

    Looking at an old draw again changes nothing on the screen: only one that stands and is not older than what is shown
    there, and only before its matches have begun.
    """
    require_role(actor)
    state = _state(tournament)
    row = tournament.draws.filter(number=draw).first()
    if row is None:
        raise NotFound(Problem("draw", _("Auslosung %(number)s gibt es nicht.") % {"number": draw}))
    position = max(0, min(position, steps_to_show(row.stage, row.steps)))
    if not _is_news(tournament, state, row) or (state.draw, state.position) == (draw, position):
        return _answer(state)
    state.draw, state.position = draw, position
    return _save(tournament, state)


def _is_news(tournament: Tournament, state: BoardState, row: Draw) -> bool:
    if row.annulled_at is not None or row.number < (state.draw or 0):
        return False
    made = tournament.matches.filter(LIVE, draw=row)
    return not made.exclude(outcome__in=NOT_PLAYED).exists() and not made.filter(called_at__isnull=False).exists()


def _state(tournament: Tournament) -> BoardState:
    return BoardState.objects.get_or_create(tournament=tournament)[0]


def _save(tournament: Tournament, state: BoardState) -> Shown:
    state.save()
    touch(tournament, [Scope.BOARD])
    return _answer(state)


def _answer(state: BoardState) -> Shown:
    return Shown(state.scene, state.frozen, state.blackout, state.draw, state.position)
