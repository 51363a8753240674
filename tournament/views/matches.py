"""One match: its result with every outcome, its correction, its history."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.forms.results import ReportForm
from tournament.models import Match, Role
from tournament.queries.matches import match_page, title_of
from tournament.services import reports, results
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key


def show(request: GuardedRequest, serial: int) -> HttpResponse:
    """The match; a POST records its result, or corrects it once it has one."""
    match = results.find(request.tournament, serial)
    if request.method == "POST":
        return _write(request, match)
    correcting = match.outcome in reports.REPORTED
    return render(
        request, "scorer/match.html", _context(request, match, ReportForm(match=match, correcting=correcting))
    )


def _write(request: GuardedRequest, match: Match) -> HttpResponse:
    correcting = request.POST.get("action") == "correct"
    form = ReportForm(request.POST, match=match, correcting=correcting)
    problems: tuple[Problem, ...] = ()
    status = 422
    report = form.report() if form.is_valid() else None
    if report is not None:
        given: dict[str, Any] = {
            "tournament": request.tournament, "actor": request.actor, "match": match.serial, "report": report,
            "version": number_or_none(request.POST.get("version")),
            "request_key": request_key(request, match.serial, report, form.cleaned_data.get("reason")),
        }  # fmt: skip
        try:
            if correcting:
                results.correct(**given, reason=form.cleaned_data["reason"])
            else:
                results.record(**given)
        except ServiceError as error:
            problems, status = error.problems, error.status
        else:
            return _written(request, match, correcting=correcting)
    fresh = results.find(request.tournament, match.serial)
    context = _context(request, fresh, form) | {"problems": problems, "conflict": status == 409}
    return render(request, "scorer/match.html", context, status=status)


def _written(request: GuardedRequest, match: Match, *, correcting: bool) -> HttpResponse:
    row = results.find(request.tournament, match.serial)
    text = _("Berichtigt: %(what)s.") if correcting else _("Eingetragen: %(what)s.")
    messages.success(request, text % {"what": results.in_words(row)})
    return redirect("match", slug=request.tournament.slug, serial=match.serial)


def _context(request: GuardedRequest, match: Match, form: ReportForm) -> dict[str, Any]:
    request.page = "round"
    request.shown_round = match.round if match.stage == "main" else None
    may_correct = Role.DIRECTOR in request.roles and match.outcome in reports.REPORTED
    back = (
        reverse("round", kwargs={"slug": request.tournament.slug, "number": match.round})
        if match.stage == "main"
        else reverse("round-placement", kwargs={"slug": request.tournament.slug})
    )
    context = {"page": match_page(request.tournament, match), "form": form, "back": back, "may_correct": may_correct}
    return context | (_what_follows(request, match) if may_correct else {})


def _what_follows(request: GuardedRequest, match: Match) -> dict[str, Any]:
    """What a correction would bring along, or why there can be none any more."""
    try:
        found = results.followers_of(request.tournament, match)
    except ServiceError as error:
        return {"refused": error.problems}
    return {"followers": [title_of(follower) for follower in found]}
