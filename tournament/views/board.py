"""The big screen: a signed link without an account, which shows and never writes; and the desk's hand on it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament import links
from tournament.models import BoardScene, BoardState, Role, Tournament
from tournament.queries.boards import board_of
from tournament.queries.phones import running_texts
from tournament.services import boards

from .asked import GuardedRequest, number_or_none

#: There is one screen, or several that show the same.
SCREEN = 1


class LinkedRequest(HttpRequest):
    """A request that came by the screen's link."""

    tournament: Tournament


@never_cache
@require_safe
def show(request: LinkedRequest, number: int) -> HttpResponse:
    """The whole page; from then on it asks for what changed."""
    token = links.token(request.tournament, links.Opens.BOARD, number)
    context = {"board": board_of(request.tournament), "number": number, "token": token}
    return render(request, "board/board.html", context)


@require_safe
def content(request: LinkedRequest, number: int) -> HttpResponse:
    """All scenes of the moment."""
    return render(request, "board/_stage.html", {"board": board_of(request.tournament)})


@require_safe
def state(request: LinkedRequest, number: int) -> HttpResponse:
    """What changes most often: whether the picture stands or is black, and every running score. Two queries."""
    now = BoardState.objects.filter(tournament=request.tournament).first() or BoardState()
    scores = running_texts(request.tournament)
    return JsonResponse({"frozen": now.frozen, "blackout": now.blackout, "scores": scores})


@never_cache
def control(request: GuardedRequest) -> HttpResponse:
    """Link and code for the screen, and the buttons that steer it."""
    if request.method == "POST":
        _steer(request)
        return redirect("board-control", slug=request.tournament.slug)
    now = BoardState.objects.filter(tournament=request.tournament).first() or BoardState()
    context = {
        "state": now, "scenes": BoardScene.choices, "link": links.link(request.tournament, links.Opens.BOARD, SCREEN),
        "path": links.path(request.tournament, links.Opens.BOARD, SCREEN), "may_reveal": Role.DIRECTOR in request.roles,
    }  # fmt: skip
    return render(request, "director/board.html", context)


def _steer(request: GuardedRequest) -> None:
    what = request.POST.get("do", "")
    scene = BoardScene(request.POST["scene"]) if request.POST.get("scene") in BoardScene.values else None
    boards.control(
        tournament=request.tournament, actor=request.actor, scene=scene,
        frozen={"freeze": True, "move": False}.get(what), blackout={"black": True, "light": False}.get(what),
    )  # fmt: skip


@require_POST
def reveal(request: GuardedRequest, number: int) -> HttpResponse:
    """The desk shows a draw: how far, for the screen in the hall. An answer with a position: another desk has the screen there."""
    believed = [number_or_none(each) for each in request.POST.getlist("believed")]
    shown = boards.show_draw(
        tournament=request.tournament, actor=request.actor, draw=number,
        position=number_or_none(request.POST.get("position")) or 0, believed=[each for each in believed if each is not None],
    )  # fmt: skip
    return JsonResponse({"position": shown.position}) if shown.stale else HttpResponse(status=204)
