"""The tally of a match, deal by deal: typed from the slip, judged while typing, recorded, looked at afterwards."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.sentences import display_name
from tournament.forms.tallies import TallyForm
from tournament.models import Match, Outcome, Role
from tournament.queries.tallies import countdowns, tally_of
from tournament.services import corrections, reports, results, tallies
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key


def show(request: GuardedRequest, serial: int) -> HttpResponse:
    """The tally as a form while the match is open, and for the director afterwards; else as it was written down."""
    match = results.find(request.tournament, serial)
    if request.method != "POST":
        typed = {"bummerl_text": "\n".join(match.bummerl or [])}
        return _page(request, match, TallyForm(initial=typed, match=match, correcting=_may_correct(request, match)))
    correcting = request.POST.get("action") == "correct"
    form = TallyForm(request.POST, match=match, correcting=correcting)
    if not form.is_valid():
        return _page(request, match, form, status=422)
    given: dict[str, Any] = {
        "tournament": request.tournament, "actor": request.actor, "match": match.serial, "report": form.report(),
        "version": number_or_none(request.POST.get("version")),
        "request_key": request_key(request, match.serial, form.report(), form.cleaned_data.get("reason")),
    }  # fmt: skip
    try:
        if correcting:
            corrections.correct(**given, reason=form.cleaned_data["reason"])
        else:
            results.record(**given)
    except ServiceError as error:
        return _page(request, results.find(request.tournament, serial), form, error.problems, status=error.status)
    row = results.find(request.tournament, serial)
    messages.success(request, _("Eingetragen: %(what)s.") % {"what": results.in_words(row)})
    return redirect("match-tally", slug=request.tournament.slug, serial=serial)


def check(request: GuardedRequest, serial: int) -> HttpResponse:
    """What is to be said about a tally while it is being typed; nothing is stored."""
    match = results.find(request.tournament, serial)
    given = request.POST if request.method == "POST" else request.GET
    return render(request, "scorer/_tally_verdict.html", _judged(request, match, given))


def _judged(request: GuardedRequest, match: Match, given: Any) -> dict[str, Any]:
    """What was typed, judged by the rules of the tournament; nothing for an empty field."""
    typed, retired = given.get("bummerl_text", ""), given.get("outcome") == Outcome.RETIRED.value
    if not typed.strip():
        return {"tally": None}
    tally = tallies.judge(request.tournament, bummerl_to_win=match.bummerl_to_win, texts=typed, retired=retired)
    side = tally.check.winner if tally.check and not retired else None
    card = {"left": match.left_card, "right": match.right_card}.get(side.value) if side else None
    return {
        "tally": tally, "winner": card.owner.name if card else "", "reason": given.get("override_reason", "").strip(),
        "drawn": countdowns(request.tournament, tally.bummerl),
    }  # fmt: skip


def _may_correct(request: GuardedRequest, match: Match) -> bool:
    return Role.DIRECTOR in request.roles and match.outcome in reports.REPORTED


def _page(
    request: GuardedRequest, match: Match, form: TallyForm, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    request.page = "round"
    request.shown_round = match.round if match.stage == "main" else None
    typed = form.data if form.is_bound else form.initial
    context = {
        "page": tally_of(request.tournament, match), "form": form, "problems": problems, "conflict": status == 409,
        "may_correct": _may_correct(request, match), "rules_name": display_name(tallies.rules_of(request.tournament), get_language() or "de"),
    }  # fmt: skip
    return render(request, "scorer/match_tally.html", context | _judged(request, match, typed), status=status)
