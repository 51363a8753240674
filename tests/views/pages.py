"""A few addresses behind each access rule; and views that raise."""

import errno

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path

from tournament.access import guard, guard_installation, guard_public
from tournament.models import Role
from tournament.services.errors import Conflict, Forbidden, NotFound, Problem, Refused

RAISED: dict[str, Exception] = {
    "refused": Refused(
        Problem("limit", "Mehr als 4 Karten <darf> niemand haben."), Problem("sold_out", "Nur noch 2 frei.")
    ),
    "not_found": NotFound(Problem("match", "Begegnung 99 gibt es nicht.")),
    "forbidden": Forbidden(Problem("role", "Das darf nur die Turnierleitung.")),
    "conflict": Conflict(Problem("stale", "Resi hat diese Begegnung um 19:42 eingetragen.")),
    "full": OperationalError("database or disk is full"),
    "no_space": OSError(errno.ENOSPC, "No space left on device"),
    "locked": OperationalError("database is locked"),
    "other": OperationalError("no such table: nonsense"),
    "bug": ZeroDivisionError("division by zero"),
}


def show(request: HttpRequest) -> HttpResponse:
    actor = getattr(request, "actor", None)
    return HttpResponse(f"{actor.name} {actor.role.value}" if actor else "public")


def page(request: HttpRequest) -> HttpResponse:
    messages.success(request, "Verkauft: 2 Karten.")
    return render(request, "base.html")


def fail(request: HttpRequest, kind: str) -> HttpResponse:
    raise RAISED[kind]


urlpatterns = [
    *guard(
        Role.DIRECTOR,
        [
            path("t/<str:slug>/auslosung/", show, name="draw"),
            path("t/<str:slug>/protokoll/", show, name="journal"),
            path("t/<str:slug>/ausschreibung/", show, name="settings"),
        ],
    ),
    *guard(
        Role.CASHIER,
        [path("t/<str:slug>/kassa/", show, name="sale"), path("t/<str:slug>/preise/", show, name="prizes")],
    ),
    *guard(
        Role.SCORER,
        [path("t/<str:slug>/runde/", page, name="round"), path("t/<str:slug>/runde/neu/", page, name="round-enter")],
    ),
    *guard([Role.CASHIER, Role.SCORER], [path("t/<str:slug>/beide/", show, name="both")]),
    *guard_installation([path("neu/", show, name="tournament-new")]),
    *guard_public([path("o/<str:slug>/", show, name="public")]),
    path("fehler/<str:kind>/", fail, name="fail"),
    path("", include("tournament.urls")),
]
handler400 = "tournament.views.errors.bad_request"
handler403 = "tournament.views.errors.forbidden"
handler404 = "tournament.views.errors.not_found"
handler500 = "tournament.views.errors.server_error"
