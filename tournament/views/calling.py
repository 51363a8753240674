"""Calling matches to tables, from the round and from the page of the tables."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.domain.result_line import LineError, parse_code
from tournament.models import Side
from tournament.queries import rounds
from tournament.queries.calling import hall_of
from tournament.services import calling
from tournament.services.errors import Problem, ServiceError
from tournament.translated import translated

from .asked import GuardedRequest, number_or_none, request_key
from .errors import look_again

Given = dict[str, Any]


def _walkover(winner: Side) -> Callable[..., object]:
    def record(**given: Any) -> object:
        return calling.no_show(winner=winner, **given)

    return record


def _missing(side: Side | None) -> Callable[..., object]:
    def note(**given: Any) -> object:
        return calling.set_missing(side=side, **given)

    return note


#: What a button beside a match does; "call" needs a table too.
STEPS: dict[str, Callable[..., object]] = {
    "start": calling.start,
    "missing-left": _missing(Side.LEFT),
    "missing-right": _missing(Side.RIGHT),
    "came": _missing(None),
    "walkover-left": _walkover(Side.LEFT),
    "walkover-right": _walkover(Side.RIGHT),
}


@require_POST
def step(request: GuardedRequest, serial: int) -> HttpResponse:
    """One button beside a match: call, spielt, fehlt, kampflos, zurück. A page with a script looks again at once."""
    what, table = request.POST.get("do", ""), number_or_none(request.POST.get("table"))
    given: Given = {
        "tournament": request.tournament, "actor": request.actor, "match": serial,
        "request_key": request_key(request, serial, what, table),
    }  # fmt: skip
    seen = request.POST.get("seen")
    if what == "call":
        calling.call(table=table, seen=seen, **given)
    elif what == "uncall":
        calling.uncall(seen=seen, **given)
    elif what in STEPS:
        STEPS[what](**given)
    return _done(request)


@require_POST
def table_state(request: GuardedRequest, number: int) -> HttpResponse:
    """Put a table out of order, or back."""
    calling.set_table_state(
        tournament=request.tournament, actor=request.actor, number=number, out_of_order=request.POST.get("do") == "close",
        request_key=request_key(request, number, request.POST.get("do")),
    )  # fmt: skip
    return _done(request)


@require_safe
def tables(request: GuardedRequest) -> HttpResponse:
    """All tables, and a line to call any match to any of them."""
    return _page(request)


@require_safe
def tables_live(request: GuardedRequest) -> HttpResponse:
    """The tables as they are now."""
    return render(request, "scorer/_tables.html", {"hall": hall_of(request.tournament, staff=True)})


@require_POST
def call_typed(request: GuardedRequest) -> HttpResponse:
    """Call the match and to the table that were typed."""
    number, place = request.POST.get("number", "").strip(), request.POST.get("table", "").strip()
    table = number_or_none(place)
    try:
        match = _typed_match(request, number)
        if place and table is None:
            raise ServiceError(Problem("table", _("„%(text)s“ ist kein Tisch.") % {"text": place[:20]}))
        done = calling.call(
            tournament=request.tournament, actor=request.actor, match=match, table=table,
            request_key=request_key(request, number, place),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, problems=error.problems, status=error.status)
    where = _("an Tisch %(number)s") % {"number": done.table} if done.table else _("ohne Tisch")
    messages.success(
        request, _("Begegnung %(code)s ist gerufen, %(where)s.") % {"code": number.upper(), "where": where}
    )
    return redirect("tables", slug=request.tournament.slug)


def _typed_match(request: GuardedRequest, text: str) -> int:
    """The serial of the open match with this number; ServiceError in words for anything else."""
    try:
        code = parse_code(text)
    except LineError as error:
        raise ServiceError(Problem("number", translated(error.message))) from error
    last = rounds.rounds_of(request.tournament).last
    match = rounds.by_code(request.tournament, last.number if last else 0, code)
    if match is None:
        raise ServiceError(Problem("number", _("Begegnung %(code)s gibt es nicht.") % {"code": code}))
    return match.serial


def _page(request: GuardedRequest, *, problems: tuple[Problem, ...] = (), status: int = 200) -> HttpResponse:
    request.page = "round"
    context = {
        "hall": hall_of(request.tournament, staff=True), "problems": problems, "number": request.POST.get("number", ""),
        "table": request.POST.get("table") or request.GET.get("tisch", ""),
    }  # fmt: skip
    return render(request, "scorer/tables.html", context, status=status)


def _done(request: GuardedRequest) -> HttpResponse:
    if getattr(request, "htmx", False):
        return look_again(HttpResponse(status=204))
    return redirect(_back(request))


def _back(request: HttpRequest) -> str:
    """The page the button was on."""
    given = request.POST.get("back", "")
    if given.startswith("/") and url_has_allowed_host_and_scheme(given, allowed_hosts=None):
        return given
    return f"/t/{request.tournament.slug}/runde/"  # type: ignore[attr-defined]
