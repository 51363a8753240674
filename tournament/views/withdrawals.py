"""Leaving: look for the card or person, see what it does, confirm it with a reason."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.forms.leaving import LeavingForm
from tournament.models import Role, State
from tournament.queries import leaving as query
from tournament.services import withdrawals
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key


def withdraw(request: GuardedRequest) -> HttpResponse:
    """`?card=` or `?person=` names who leaves; without them a search for names and numbers."""
    card, person = number_or_none(request.GET.get("card")), number_or_none(request.GET.get("person"))
    if card is None and person is None:
        return _search(request)
    found = query.leaving(request.tournament, card=card, start_number=person)
    if found is None:
        raise Http404(_("Diese Karte oder Startnummer gibt es nicht."))
    may_exclude = Role.DIRECTOR in request.roles
    form = LeavingForm(request.POST or None, may_exclude=may_exclude)
    problems: tuple[Problem, ...] = ()
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            return _left(request, card, person, form)
        except ServiceError as error:
            problems, status = error.problems, error.status
    context = {"found": found, "said": query.in_words(found), "form": form, "problems": problems}
    return render(request, "scorer/withdraw.html", context, status=status)


def _search(request: GuardedRequest) -> HttpResponse:
    text = request.GET.get("q", "")
    context = {
        "search": text,
        "offers": query.offers(request.tournament, text),
        "in_sale": request.tournament.state == State.SALE,
    }
    return render(request, "scorer/withdraw_search.html", context)


def _left(request: GuardedRequest, card: int | None, person: int | None, form: LeavingForm) -> HttpResponse:
    given = form.cleaned_data
    left = withdrawals.withdraw(
        tournament=request.tournament,
        actor=request.actor,
        reason=given["reason"],
        cards=[card] if card is not None else [],
        start_number=person if card is None else None,
        excluded=given.get("excluded", False),
        request_key=request_key(request, card, person, given["reason"]),
    )
    cards = ", ".join(map(str, left.cards))
    messages.success(request, _("Nicht mehr im Spiel: Karte %(cards)s.") % {"cards": cards})
    return redirect("withdraw", slug=request.tournament.slug)
