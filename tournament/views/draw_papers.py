"""A draw that happened, on screen and on paper: the pots as they emptied, the sheet, the protocol. No view draws."""

import io

import segno
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.domain import psd1
from tournament.models import BoardState, DrawMethod
from tournament.queries import checker
from tournament.queries.board_draw import being_shown
from tournament.queries.draw_reveal import reveal_data
from tournament.queries.draw_shown import ShownDraw, by_name, last_hashes, shown, step_lines
from tournament.queries.draws import draw_rows, seal_for, why_not_annul
from tournament.queries.start_list import start_list

from .asked import GuardedRequest

STEPS_ON_PAGE = 300


@never_cache
@require_GET
def draws(request: GuardedRequest) -> HttpResponse:
    """All draws of the tournament, annulled ones too, newest first."""
    rows = tuple(reversed(draw_rows(request.tournament)))
    return render(request, "director/draws.html", {"rows": rows})


@never_cache
@require_GET
def reveal(request: GuardedRequest, number: int) -> HttpResponse:
    """The draw as the hall watches it; reloading shows it again and never draws. By hand the hall has seen it already."""
    draw = _draw(request, number)
    show_all = "alles" in request.GET or draw.row.method == DrawMethod.BY_HAND
    state = BoardState.objects.filter(tournament=request.tournament).first()
    on_show = being_shown(request.tournament, state) if show_all else None
    context = {
        "draw": draw, "data": reveal_data(draw), "names": by_name(draw),
        # Where the screen is: the page begins there. Whoever only looks it up steers nothing, but may take the show up again.
        "shown": state.position if state is not None and state.draw == number else None,
        "steers": not draw.row.annulled_at and (not show_all or (on_show is not None and on_show[0].number == number)),
        # All steps are listed here too, also without a script; those of a large draw stay in the protocol.
        "lines": step_lines(draw) if len(draw.steps) <= STEPS_ON_PAGE else (),
        "why_not": why_not_annul(request.tournament, draw.row), "show_all": show_all,
        "pot": range(1, draw.half + 1), "byes": {meeting.number for meeting in draw.byes},
    }  # fmt: skip
    return render(request, f"director/draw_reveal_{draw.kind}.html", context)


@never_cache
@require_GET
def sheet(request: GuardedRequest, number: int) -> HttpResponse:
    """The sheet to hang up: by number and by name."""
    draw = _draw(request, number)
    context = {
        "draw": draw,
        "names": by_name(draw),
        "last": last_hashes(request.tournament),
        "code": _code(request, draw),
    }
    return render(request, "director/draw_print.html", context)


@never_cache
@require_GET
def protocol(request: GuardedRequest, number: int) -> HttpResponse:
    """Everything somebody needs to recompute the draw, and what became of draws that do not count."""
    draw = _draw(request, number)
    context = {
        "draw": draw, "lines": step_lines(draw), "last": last_hashes(request.tournament), "code": _code(request, draw),
        "annulled": [row for row in draw_rows(request.tournament) if row.annulled_at],
    }  # fmt: skip
    return render(request, "director/draw_protocol.html", context)


@require_GET
def field_file(request: GuardedRequest, number: int) -> HttpResponse:
    """FIELD byte by byte, as `replay_draw` reads it."""
    field = request.tournament.draws.filter(number=number).values_list("field", flat=True).first()
    if field is None:
        raise Http404(_("Diese Auslosung hat kein FIELD: sie war mit der Hand."))
    answer = HttpResponse(field.encode("ascii"), content_type="text/plain; charset=us-ascii")
    answer["Content-Disposition"] = f'attachment; filename="{request.tournament.slug}-field-{number}.txt"'
    return answer


@require_GET
def seal_picture(request: GuardedRequest, number: int) -> HttpResponse:
    """The seal that draw `number` leads to, as a QR code: black on white, whatever the theme."""
    if not 1 <= number <= psd1.CHAIN_LENGTH:
        raise Http404(_("Auslosung %(number)s gibt es nicht.") % {"number": number})
    picture = io.BytesIO()
    segno.make(seal_for(request.tournament, number) or "-", micro=False).save(
        picture, kind="svg", scale=4, light="#fff"
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


@never_cache
@require_GET
def names_on_the_wall(request: GuardedRequest) -> HttpResponse:
    """The start list to print and hang up before the draw: by start number and by name."""
    request.page = "draw"
    return render(request, "director/draw_start_list.html", {"list": start_list(request.tournament)})


def _code(request: GuardedRequest, draw: ShownDraw) -> str:
    return checker.code_for(request.tournament, draw.row.number, draw.checker_link)


def _draw(request: GuardedRequest, number: int) -> ShownDraw:
    draw = shown(request.tournament, number)
    if draw is None:
        raise Http404(_("Auslosung %(number)s gibt es nicht.") % {"number": number})
    return draw
