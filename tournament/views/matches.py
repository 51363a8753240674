"""One match: its result with every outcome, its correction, its history."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.forms.results import ReportForm
from tournament.models import Match, Outcome, Role, Side, State
from tournament.queries.late import handed_out, late_page
from tournament.queries.matches import match_page, title_of
from tournament.services import corrections, late_corrections, reports, results, roll_backs
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key

#: What a form about a decided match can ask for.
CORRECTIONS = ("correct", "exchange", "roll_back")


def show(request: GuardedRequest, serial: int) -> HttpResponse:
    """The match; a POST records its result, or corrects it once it has one."""
    match = results.find(request.tournament, serial)
    if request.method == "POST":
        return _write(request, match)
    correcting = match.outcome in reports.REPORTED
    form = ReportForm(match=match, correcting=correcting, initial=_proposed(request))
    return render(request, "scorer/match.html", _context(request, match, form))


def _proposed(request: GuardedRequest) -> dict[str, str]:
    """What a link has filled in, such as the walkover for who is there: `?outcome=walkover&winner=left`."""
    asked = {"outcome": request.GET.get("outcome", ""), "winner": request.GET.get("winner", "")}
    known = {"outcome": set(Outcome.values), "winner": set(Side.values)}
    return {"outcome": Outcome.PLAYED.value} | {name: value for name, value in asked.items() if value in known[name]}


def _write(request: GuardedRequest, match: Match) -> HttpResponse:
    action = request.POST.get("action", "")
    correcting = action in CORRECTIONS
    form = ReportForm(request.POST, match=match, correcting=correcting)
    problems: tuple[Problem, ...] = ()
    status = 422
    report = form.report() if form.is_valid() else None
    if report is not None:
        given: dict[str, Any] = {
            "tournament": request.tournament, "actor": request.actor, "match": match.serial, "report": report,
            "version": number_or_none(request.POST.get("version")),
            "request_key": request_key(request, match.serial, action, report, form.cleaned_data.get("reason")),
        }  # fmt: skip
        try:
            _carry_out(request, action, given, form.cleaned_data.get("reason", ""))
        except ServiceError as error:
            problems, status = error.problems, error.status
        else:
            return _written(request, match, correcting=correcting)
    fresh = results.find(request.tournament, match.serial)
    context = _context(request, fresh, form) | {"problems": problems, "conflict": status == 409}
    return render(request, "scorer/match.html", context, status=status)


def _carry_out(request: GuardedRequest, action: str, given: dict[str, Any], reason: str) -> None:
    if action not in CORRECTIONS:
        results.record(**given)
    elif action == "exchange":
        late_corrections.exchange(**given, reason=reason)
    elif action == "roll_back":
        roll_backs.roll_back(**given, reason=reason, typed=request.POST.get("typed", ""))
    else:
        corrections.correct(**given, reason=reason)


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
    """What a correction would bring along; after the next draw: all that depends on it, exchange and roll back."""
    tournament = request.tournament
    if tournament.state == State.FINISHED:
        return {"finished": True}
    out = handed_out(tournament)
    try:
        found = corrections.followers_of(tournament, match)
    except ServiceError:
        depends = late_corrections.dependents(tournament, match)
        return {
            "late": late_page(tournament, match, depends.draws, depends.matches), "handed_out": out,
            "against": depends.against_exchange, "round_name": roll_backs.round_name(match),
            "typed": request.POST.get("typed", ""),
        }  # fmt: skip
    return {"followers": [title_of(follower) for follower in found], "handed_out": out}
