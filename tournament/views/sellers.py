"""Advance sale: sellers, what they took along, what they owe, the settlement; and selling in a seller's name."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.forms.card_moves import SellerForm
from tournament.forms.fields import parse_money
from tournament.models import Tournament
from tournament.queries.sellers import SellerLine
from tournament.queries.sellers import sellers as lines_of
from tournament.services import sellers as service
from tournament.services.errors import Problem, ServiceError, refuse
from tournament.templatetags.look import euro
from tournament.translated import stored_amount

from .asked import GuardedRequest, request_key


def lines(tournament: Tournament) -> tuple[SellerLine, ...]:
    """Every seller with his money: two queries."""
    numbers = tournament.sellers.values_list("number", flat=True)
    return lines_of(tournament, {number: service.desk_of(number) for number in numbers})


@never_cache
def sellers(request: GuardedRequest) -> HttpResponse:
    """All sellers; a POST adds one."""
    if request.method != "POST":
        return _page(request, SellerForm())
    form = SellerForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        made = service.add(
            tournament=request.tournament, actor=request.actor, **form.cleaned_data,
            request_key=request_key(request, *form.cleaned_data.values()),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, form, error.problems, status=error.status)
    messages.success(request, _("%(desk)s ist angelegt.") % {"desk": made.desk})
    return redirect("sellers", slug=request.tournament.slug)


@never_cache
def seller(request: GuardedRequest, number: int) -> HttpResponse:
    """One seller: other name, more or fewer cards, the settlement."""
    found = service.find(request.tournament, number)
    form = SellerForm(request.POST if request.POST.get("action") == "change" else None, initial=_initial(found))
    if request.method != "POST":
        return _one(request, number, form)
    try:
        if request.POST.get("action") == "settle":
            said = _settle(request, number)
        elif form.is_valid():
            service.change(
                tournament=request.tournament, actor=request.actor, number=number, **form.cleaned_data,
                request_key=request_key(request, *form.cleaned_data.values()),
            )  # fmt: skip
            said = _("Gespeichert.")
        else:
            return _one(request, number, form, status=422)
    except ServiceError as error:
        return _one(request, number, form, error.problems, status=error.status)
    messages.success(request, said)
    return redirect("seller", slug=request.tournament.slug, number=number)


def _initial(found: Any) -> dict[str, object]:
    return {"name": found.name, "cards": found.cards}


def _settle(request: GuardedRequest, number: int) -> str:
    amount = parse_money(request.POST.get("amount", ""))
    if amount is None:
        raise refuse("amount", _("Bitte einen Betrag eingeben, zum Beispiel 5 oder 2,50."))
    made = service.settle(
        tournament=request.tournament, actor=request.actor, number=number, amount=amount,
        request_key=request_key(request, amount),
    )  # fmt: skip
    return _("Abgerechnet: € %(amount)s in %(desk)s; offen bleiben € %(owes)s.") % {
        "amount": stored_amount(made.amount), "desk": request.actor.desk, "owes": stored_amount(made.owes),
    }  # fmt: skip


@require_POST
def sell_for(request: GuardedRequest, number: int) -> HttpResponse:
    """From now on this device enters what this seller has sold; the cashier chooses his own desk again afterwards."""
    service.find(request.tournament, number)
    request.session["desk"] = service.desk_of(number)
    said = _("Dieses Gerät trägt jetzt für %(desk)s ein. Danach bitte rechts unten wieder die eigene Kassa wählen.")
    messages.info(request, said % {"desk": service.desk_of(number)})
    return redirect("sale", slug=request.tournament.slug)


def _page(
    request: GuardedRequest, form: SellerForm, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    request.page = "cash"
    found = lines(request.tournament)
    context = {
        "form": form, "problems": problems, "sellers": found, "owed": euro(sum((line.owes for line in found), start=0)),
    }  # fmt: skip
    return render(request, "desk/sellers.html", context, status=status)


def _one(
    request: GuardedRequest, number: int, form: SellerForm, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    request.page = "cash"
    line = next(line for line in lines(request.tournament) if line.number == number)
    context = {
        "form": form, "problems": problems, "line": line, "desk": request.actor.desk,
        "given": request.POST.get("amount", ""), "here": request.actor.desk == line.desk,
    }  # fmt: skip
    return render(request, "desk/seller.html", context, status=status)
