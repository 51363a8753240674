"""The end of the sale: the field that fits what was sold, its neighbours, and the way back."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.domain.knockout import field_sizes
from tournament.models import State
from tournament.queries import sale as shown
from tournament.services import tournaments
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key


@never_cache
def close(request: GuardedRequest) -> HttpResponse:
    """What closing now would mean, and closing."""
    tournament, status = request.tournament, 200
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        numbers = number_or_none(request.POST.get("numbers")) or 0
        try:
            closed = tournaments.close_sale(
                tournament=tournament, actor=request.actor, numbers=numbers, request_key=request_key(request, numbers)
            )  # fmt: skip
            messages.success(request, _closed_text(closed))
            return redirect("sale", slug=tournament.slug)
        except ServiceError as error:
            problems, status = error.problems, error.status
            tournament.refresh_from_db()
    if tournament.state != State.SALE and not problems:
        return redirect("sale", slug=tournament.slug)
    counter = shown.counter(tournament, request.actor.desk)
    proposal = field_sizes(counter.sold, tournament.cards_offered)
    context = {"counter": counter, "proposal": proposal, "problems": problems, "open": tournament.state == State.SALE}
    return render(request, "desk/close.html", context, status=status)


def _closed_text(closed: tournaments.Closed) -> str:
    text = ngettext(
        "Der Verkauf ist geschlossen: %(numbers)s Nummern, %(byes)s Freilos.",
        "Der Verkauf ist geschlossen: %(numbers)s Nummern, %(byes)s Freilose.",
        closed.byes,
    )
    return text % {"numbers": closed.numbers, "byes": closed.byes}


@require_POST
def reopen(request: GuardedRequest) -> HttpResponse:
    """Sell again, as long as nothing is drawn."""
    tournaments.reopen_sale(tournament=request.tournament, actor=request.actor, request_key=request_key(request))
    messages.success(request, _("Der Verkauf ist wieder offen."))
    return redirect("sale", slug=request.tournament.slug)
