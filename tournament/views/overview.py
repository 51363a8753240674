"""Where the evening is: the page one lands on."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.models import Role
from tournament.queries.overview import overview

from .asked import GuardedRequest
from .context import url_of

#: Pages one may want besides the next step: text, name, who.
PAGES: tuple[tuple[str, str, frozenset[Role]], ...] = (
    (gettext_noop("Verkauf"), "sale", frozenset({Role.CASHIER})),
    (gettext_noop("Personen"), "people", frozenset({Role.CASHIER})),
    (gettext_noop("Runde"), "round", frozenset({Role.SCORER})),
    (gettext_noop("Tafel im Saal"), "board-control", frozenset({Role.SCORER})),
    (gettext_noop("Seite für Gäste"), "public", frozenset({Role.SCORER, Role.CASHIER})),
    (gettext_noop("Rückzug"), "withdraw", frozenset({Role.SCORER, Role.CASHIER})),
    (gettext_noop("Plätze"), "places", frozenset({Role.SCORER, Role.CASHIER})),
    (gettext_noop("Turnierbaum"), "tree", frozenset({Role.SCORER, Role.CASHIER})),
    (gettext_noop("Preise"), "prizes", frozenset({Role.CASHIER})),
    (gettext_noop("Kassabuch"), "cash", frozenset({Role.CASHIER})),
    (gettext_noop("Ausschreibung"), "settings", frozenset()),
    (gettext_noop("Auslosung"), "draw", frozenset()),
    (gettext_noop("Protokoll"), "journal", frozenset()),
    (gettext_noop("Konten und Rechte"), "accounts", frozenset()),
    (gettext_noop("Was öffentlich ist"), "privacy", frozenset()),
    (gettext_noop("Archiv"), "export", frozenset()),
)


def show(request: GuardedRequest) -> HttpResponse:
    """The next step as one big button, then the evening in numbers."""
    tournament, roles = request.tournament, request.roles
    page = overview(tournament, roles)
    mine = [step for step in page.steps if step.is_for(roles)]
    main = (mine or list(page.steps))[0]
    context = {
        "page": page,
        "main": main,
        "is_mine": bool(mine),
        "main_url": url_of(main.page, tournament) if mine else "",
        "others": [step for step in page.steps if step is not main],
        "links": [
            (_(text), url)
            for text, name, allowed in PAGES
            if (Role.DIRECTOR in roles or roles & allowed) and (url := url_of(name, tournament))
        ],
        "last": page.rounds.last,
        "state": tournament.get_state_display(),
    }
    return render(request, "overview.html", context)
