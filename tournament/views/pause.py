"""Requests that come while a backup is put back: a calm page that asks again by itself."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.pause import gate

SECONDS = "3"


class PauseMiddleware:
    """Counts who is being served, so that a restore can wait for them; answers 503 meanwhile, without the database."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not gate.enter():
            return one_moment(request)
        try:
            return self.get_response(request)
        finally:
            gate.leave()


def one_moment(request: HttpRequest) -> HttpResponse:
    """503. A page asks again by itself, a part that looks again every few seconds stays as it is, an entry is told."""
    reads = request.method in {"GET", "HEAD"}
    if request.headers.get("HX-Request") == "true":
        answer = HttpResponse(render_to_string("errors/one_moment_part.html"), status=503)
        if reads:
            answer["HX-Reswap"] = "none"
        else:
            answer["HX-Retarget"], answer["HX-Reswap"] = "#problems", "innerHTML show:top"
    else:
        answer = HttpResponse(render_to_string("errors/one_moment.html", {"reads": reads}), status=503)
        if reads:
            answer["Refresh"] = SECONDS
    answer["Retry-After"] = SECONDS
    answer["Cache-Control"] = "no-store"
    return answer
