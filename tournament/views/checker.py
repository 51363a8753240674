"""The guest's page that recomputes a draw on his own device; it belongs to no tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournament.queries.checker import single_file


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page as the server shows it: style and scripts are files of their own."""
    return render(request, "public/checker.html", {"speak": get_language()})


@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """The same page as one file, to keep: a download, so that this server's policy does not bind it."""
    text = single_file(render_to_string("public/checker.html", {"single_file": True}))
    answer = HttpResponse(text, content_type="text/html; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="auslosung-pruefen.html"'
    return answer
