"""The cash close: totals, counts and differences on one page to print and sign."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.queries.cash_close import cash_close

from . import sellers
from .asked import GuardedRequest


@require_GET
@never_cache
def close(request: GuardedRequest) -> HttpResponse:
    """What the book says against what is in the drawers."""
    request.page = "cash"
    in_advance = sellers.lines(request.tournament)
    found = cash_close(request.tournament, without=frozenset(line.desk for line in in_advance))
    context = {"close": found, "sellers": in_advance, "owing": [line for line in in_advance if line.owes]}
    return render(request, "desk/cash_close.html", context)
