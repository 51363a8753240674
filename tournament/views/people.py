"""The start list, a person, and people leaving."""

import csv
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.domain.csv_text import csv_safe
from tournament.forms.people import LeaveForm, PersonForm, initial_of
from tournament.models import Role, State
from tournament.queries.people import person_page, stamp, start_list
from tournament.services import people as service
from tournament.services import withdrawals
from tournament.services.errors import Conflict, Problem, ServiceError
from tournament.tables.base import Pages
from tournament.tables.people import StartList

from .asked import GuardedRequest, numbers, request_key

ROWS = 100


@require_GET
def people(request: GuardedRequest) -> HttpResponse:
    """The start list: by number or by name, found by two letters."""
    request.page = "sale"
    text = request.GET.get("q", "")
    table = StartList(start_list(request.tournament, text), tournament=request.tournament)
    Pages(request, ROWS).configure(table)
    total = table.paginator.count
    return render(request, "desk/people.html", {"table": table, "text": text, "total": total})


@require_GET
def people_csv(request: GuardedRequest) -> HttpResponse:
    """The start list as a file for a spreadsheet: no telephone numbers, no formulas."""
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="startliste-{request.tournament.slug}.csv"'
    answer.write("\ufeff")
    writer = csv.writer(answer, delimiter=";", lineterminator="\r\n")
    writer.writerow([_("Nr."), _("Name"), _("Ort"), _("Verein"), _("Kategorie"), _("Karten"), _("Kartennummern")])
    for person in start_list(request.tournament).order_by("start_number"):
        cards = [card.number for card in person.shown_cards]  # type: ignore[attr-defined]
        texts = [person.name, person.place, person.club, ", ".join(person.categories)]
        held = [str(len(cards)), " ".join(map(str, cards))]
        writer.writerow([str(person.start_number), *map(csv_safe, texts), *held])
    return answer


@never_cache
def person(request: GuardedRequest, start_number: int) -> HttpResponse:
    """One person: corrected, with cards and the way so far."""
    if request.method != "POST":
        return _person(request, start_number)
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _person(request, start_number, form=form, status=422)
    try:
        _change(request, start_number, form)
    except ServiceError as error:
        _show(form, error.problems)
        return _person(request, start_number, form=form, problems=error.problems, status=error.status)
    messages.success(request, _("Gespeichert."))
    return redirect("person", slug=request.tournament.slug, start_number=start_number)


def _change(request: GuardedRequest, start_number: int, form: PersonForm) -> None:
    """Save what was typed, unless somebody else was faster."""
    given = form.person()
    stored = service.find(request.tournament, start_number)
    same = (stored.name, stored.place, stored.club, stored.note, stored.phone, stored.public) == (
        given.name, given.place, given.club, given.note, given.phone, given.public,
    )  # fmt: skip
    if form.cleaned_data["stamp"] != stamp(stored) and not same:
        raise Conflict(
            Problem("stale", _("Inzwischen hat jemand anderer diese Person geändert. Unten steht der neue Stand."))
        )
    service.change(
        tournament=request.tournament, actor=request.actor, start_number=start_number, data=given,
        request_key=request_key(request, start_number, given),
    )  # fmt: skip


def _show(form: PersonForm, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        if problem.code in form.fields:
            form.add_error(problem.code, problem.text)


def _person(
    request: GuardedRequest,
    start_number: int,
    *,
    form: PersonForm | None = None,
    leaving: LeaveForm | None = None,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    request.page = "sale"
    found = service.find(request.tournament, start_number)
    shown = person_page(request.tournament, found)
    if form is None or status == 409:
        form = PersonForm(initial=initial_of(found, shown.stamp))
    on_top = tuple(problem for problem in problems if problem.code not in form.fields)
    context: dict[str, Any] = {
        "form": form, "shown": shown, "problems": on_top, "is_director": Role.DIRECTOR in request.roles,
        "leaving": leaving or LeaveForm(numbers=()), "finished": request.tournament.state == State.FINISHED,
    }  # fmt: skip
    return render(request, "desk/person.html", context, status=status)


@never_cache
def withdraw(request: GuardedRequest, start_number: int) -> HttpResponse:
    """Some cards of a person, or the person with all of them, leave; the director may exclude."""
    if request.method != "POST":
        return redirect("person", slug=request.tournament.slug, start_number=start_number)
    form = LeaveForm(request.POST, numbers=numbers(",".join(request.POST.getlist("cards"))))
    if not form.is_valid():
        return _person(request, start_number, leaving=form, status=422)
    excluded, chosen = "exclude" in request.POST, form.cleaned_data["cards"]
    whole = excluded or "person" in request.POST
    if not whole and not chosen:
        problem = Problem("card", _("Bitte die Karten ankreuzen, oder die ganze Person zurückziehen."))
        return _person(request, start_number, leaving=form, problems=(problem,), status=422)
    try:
        left = withdrawals.withdraw(
            tournament=request.tournament, actor=request.actor, reason=form.cleaned_data["reason"],
            cards=() if whole else chosen, start_number=start_number if whole else None, excluded=excluded,
            request_key=request_key(request, start_number, whole, excluded, *chosen),
        )  # fmt: skip
    except ServiceError as error:
        return _person(request, start_number, leaving=form, problems=error.problems, status=error.status)
    messages.success(request, _("Aus dem Turnier: Karten %(cards)s.") % {"cards": ", ".join(map(str, left.cards))})
    return redirect("person", slug=request.tournament.slug, start_number=start_number)
