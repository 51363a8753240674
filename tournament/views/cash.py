"""The cash book: entered, cancelled, counted, added up."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.forms.cash import BookForm, CountForm, VoidForm
from tournament.queries import cash as shown
from tournament.services import cash as service
from tournament.services.errors import Problem, ServiceError
from tournament.tables.base import Pages
from tournament.tables.cash import CashBook

from . import undo
from .asked import GuardedRequest, request_key

ROWS = 50


@never_cache
def cash(request: GuardedRequest) -> HttpResponse:
    """The book, and entries made by hand."""
    if request.method != "POST":
        return _page(request)
    form = BookForm(request.POST)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    typed = form.cleaned_data
    try:
        service.book(
            tournament=request.tournament, actor=request.actor, kind=typed["kind"], amount=typed["amount"],
            text=typed["text"], request_key=request_key(request, *typed.values()),
        )  # fmt: skip
    except ServiceError as error:
        problems = _at_fields(form, error.problems)
        return _page(request, form=form, problems=problems, status=error.status)
    messages.success(request, _("Gebucht."))
    return redirect("cash", slug=request.tournament.slug)


@require_POST
def count(request: GuardedRequest) -> HttpResponse:
    """The drawer of this desk is counted."""
    form = CountForm(request.POST)
    if not form.is_valid():
        return _page(request, counting=form, status=422)
    coins = form.coins()
    try:
        service.count(
            tournament=request.tournament, actor=request.actor, coins=coins,
            request_key=request_key(request, *coins.values()),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, counting=form, problems=error.problems, status=error.status)
    messages.success(request, _("Der Kassasturz ist eingetragen."))
    return redirect("cash", slug=request.tournament.slug)


@never_cache
def void(request: GuardedRequest, number: int) -> HttpResponse:
    """An entry made by hand is cancelled by another one, with a reason."""
    entry = shown.entries(request.tournament).filter(number=number).first()
    if entry is None:
        raise Http404(_("Diese Buchung gibt es nicht."))
    form = VoidForm(request.POST or None)
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        key = request_key(request, number, reason)
        try:
            service.void(
                tournament=request.tournament, actor=request.actor, number=number, reason=reason, request_key=key
            )
            messages.success(request, _("Die Buchung ist storniert."))
            return redirect("cash", slug=request.tournament.slug)
        except ServiceError as error:
            problems = error.problems
    status = 422 if request.method == "POST" else 200
    return render(request, "desk/void.html", {"entry": entry, "form": form, "problems": problems}, status=status)


@require_GET
def book(request: GuardedRequest) -> HttpResponse:
    """The book alone, looked at again every few seconds."""
    return render(request, "desk/_book.html", _book_context(request))


def _book_context(request: GuardedRequest) -> dict[str, Any]:
    table = CashBook(shown.entries(request.tournament), tournament=request.tournament)
    Pages(request, ROWS).configure(table)
    return {
        "table": table, "totals": shown.totals(request.tournament, request.actor.desk), "desk": request.actor.desk,
        "counts": shown.counts(request.tournament),
    }  # fmt: skip


def _page(
    request: GuardedRequest,
    *,
    form: BookForm | None = None,
    counting: CountForm | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    context = _book_context(request) | {
        "form": form or BookForm(), "counting": counting or CountForm(), "problems": problems,
        "counts_now": counting is not None, "undo": undo.button(request, at_the_desk=True),
    }  # fmt: skip
    return render(request, "desk/cash.html", context, status=status)


def _at_fields(form: BookForm, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Problems of a field are shown there; the others are returned."""
    for problem in problems:
        if problem.code in form.fields:
            form.add_error(problem.code, problem.text)
    return tuple(problem for problem in problems if problem.code not in form.fields)
