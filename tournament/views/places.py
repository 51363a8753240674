"""The places of everybody, and the result list to copy."""

from django.http import HttpResponse
from django.shortcuts import render
from django_tables2 import RequestConfig

from tournament.queries.places import as_text, places
from tournament.tables.places import PlaceTable

from .asked import GuardedRequest, number_or_none

ROWS_A_PAGE = 50
USUAL_LENGTH = 8


def show(request: GuardedRequest) -> HttpResponse:
    """All certain places; `?q=` finds a person, `?bis=` says how long the list to copy is."""
    search = request.GET.get("q", "")
    everybody = places(request.tournament)
    shown = places(request.tournament, search=search) if search else everybody
    table = PlaceTable(shown)
    RequestConfig(request, paginate={"per_page": ROWS_A_PAGE, "silent": True}).configure(table)
    most = number_or_none(request.GET.get("bis")) or max(
        USUAL_LENGTH, request.tournament.prizes.filter(ranking=None).count()
    )
    request.page = "prizes"
    context = {
        "table": table,
        "found": len(shown),
        "search": search,
        "most": most,
        "text": as_text(everybody, most=most),
    }
    return render(request, "places.html", context)
