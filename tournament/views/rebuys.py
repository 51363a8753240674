"""The rebuy at the desk: who buys into which bye, and closing it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.forms.card_moves import NEW, RebuyForm
from tournament.models import Role
from tournament.queries import leaving as search
from tournament.queries.rebuys import rebuy_page
from tournament.services import rebuys
from tournament.services.errors import Problem, ServiceError
from tournament.translated import stored_amount

from .asked import GuardedRequest, request_key


@never_cache
def rebuy(request: GuardedRequest) -> HttpResponse:
    """Open byes and one sale after the other."""
    if request.method != "POST":
        return _page(request, RebuyForm())
    form = RebuyForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    typed = form.cleaned_data
    try:
        made = rebuys.rebuy(
            tournament=request.tournament, actor=request.actor, start_number=typed["to"], new_person=form.person(),
            another_with_this_name=typed["another"], request_key=request_key(request, "rebuy", typed["to"], form.person()),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, form, error.problems, status=error.status)
    said = _("Karte %(card)s verkauft, € %(amount)s: sie spielt in Begegnung %(match)s der Runde 1.")
    messages.success(
        request, said % {"card": made.card, "amount": stored_amount(made.amount), "match": made.match_number}
    )
    return redirect("rebuy", slug=request.tournament.slug)


@require_POST
def close(request: GuardedRequest) -> HttpResponse:
    """Byes that nobody bought into are byes now."""
    try:
        made = rebuys.close(
            tournament=request.tournament, actor=request.actor, request_key=request_key(request, "close")
        )
    except ServiceError as error:
        return _page(request, RebuyForm(), error.problems, status=error.status)
    messages.success(request, _("Der Nachkauf ist geschlossen; Freilose: %(byes)s.") % {"byes": made.byes})
    return redirect("rebuy", slug=request.tournament.slug)


def _page(
    request: GuardedRequest, form: RebuyForm, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    request.page = "sale"
    text = request.GET.get("q", "")
    page = rebuy_page(request.tournament)
    context = {
        "page": page, "form": form, "problems": problems, "search": text, "new": NEW, "desk": request.actor.desk,
        "offers": search.offers(request.tournament, text) if text and page.is_open else (), "chosen": form.data.get("to", ""),
        "asks": any(problem.code == "namesake" for problem in problems), "is_director": Role.DIRECTOR in request.roles,
    }  # fmt: skip
    return render(request, "desk/rebuy.html", context, status=status)
