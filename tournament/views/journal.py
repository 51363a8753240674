"""The journal: who did what, when and why; and whether nobody has touched it since."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.forms.draws import JournalFilter
from tournament.queries.journal import JournalPage, chain_text, check_chain, journal_page
from tournament.tables.journal import JournalTable

from .asked import GuardedRequest

#: What an entry is about -> the page that shows it and the name of its number in the address.
PAGES = {
    "match": ("match", "serial"),
    "person": ("person", "start_number"),
    "draw": ("draw-reveal", "number"),
    "card": ("card", "number"),
    "round": ("round-number", "round"),
}


@never_cache
@require_GET
def journal(request: GuardedRequest) -> HttpResponse:
    """The journal, newest first, filtered by what one looks for."""
    return _page(request)


@require_POST
def check(request: GuardedRequest) -> HttpResponse:
    """Hash the whole chain anew and say whether it is whole."""
    chain = check_chain(request.tournament)
    return _page(request, answer=chain_text(chain), whole=chain.broken_at is None)


def _page(request: GuardedRequest, **shown: object) -> HttpResponse:
    form = JournalFilter(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    page = journal_page(
        request.tournament, group=asked.get("was", ""), subject=asked.get("zu", ""), text=asked.get("text", ""),
        page=request.GET.get("page", "1"),
    )  # fmt: skip
    table = JournalTable(page.lines, _links(request, page))
    return render(request, "director/journal.html", {"form": form, "page": page, "table": table, **shown})


def _links(request: GuardedRequest, page: JournalPage) -> dict[tuple[str, int], str]:
    links = {}
    for about in {line.about for line in page.lines}:
        name, argument = PAGES.get(about[0], ("", ""))
        try:
            links[about] = reverse(name, kwargs={"slug": request.tournament.slug, argument: about[1]})
        except NoReverseMatch:
            continue
    return links
