"""The places of everybody, and the result list to copy."""

from django.http import HttpResponse
from django.shortcuts import render

from tournament import clock
from tournament.printing import results
from tournament.queries.places import places
from tournament.queries.printed_results import results_of
from tournament.queries.printing import imprint
from tournament.tables.base import Pages
from tournament.tables.places import PlaceTable

from .asked import GuardedRequest, number_or_none

ROWS_A_PAGE = 50


def show(request: GuardedRequest) -> HttpResponse:
    """All certain places; `?q=` finds a person, `?bis=` says how long the list to copy is."""
    search = request.GET.get("q", "")
    everybody = places(request.tournament)
    shown = places(request.tournament, search=search) if search else everybody
    table = PlaceTable(shown)
    Pages(request, ROWS_A_PAGE).configure(table)
    content = results_of(request.tournament, everybody)
    most = number_or_none(request.GET.get("bis")) or content.top
    text = results.as_text(imprint(request.tournament, made_at=clock.now()), content, most=most) if everybody else ""
    request.page = "prizes"
    context = {
        "table": table,
        "found": len(shown),
        "search": search,
        "most": most,
        "text": text,
    }
    return render(request, "places.html", context)
