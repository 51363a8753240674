"""The round: the quick line for results, the table of matches, who the round waits for, and what comes next."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.domain.result_line import Code, LineError, parse_code
from tournament.forms.results import QuickEntryForm, score_choices
from tournament.live import once
from tournament.models import Match, Outcome, Role, Scope, Tournament
from tournament.queries import rounds as query
from tournament.queries.calling import hall_of
from tournament.queries.namesakes import where_from
from tournament.queries.next_step import next_steps
from tournament.queries.phones import running_scores, running_texts, waiting_serials
from tournament.queries.rounds import Rounds, RoundTab, Wanted
from tournament.services import results
from tournament.services.errors import Problem, ServiceError
from tournament.tables.base import Pages
from tournament.tables.matches import MatchTable

from . import undo
from .asked import GuardedRequest, number_or_none, request_key
from .errors import look_again

#: How long "wartet 9 min" and the forecast may stand unchanged.
EACH = timedelta(seconds=30)
FILTERS = {
    Wanted.ALL: gettext_noop("alle"),
    Wanted.OPEN: gettext_noop("offen"),
    Wanted.DECIDED: gettext_noop("entschieden"),
    Wanted.BYES: gettext_noop("Freilose"),
    Wanted.WALKOVERS: gettext_noop("kampflos u. a."),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Which round is looked at, among which, and its matches."""

    rounds: Rounds
    tab: RoundTab
    matches: QuerySet[Match]

    @property
    def is_last(self) -> bool:
        """The round the evening is in, or the placement beside it."""
        return self.tab.number == 0 or self.tab == self.rounds.last

    @property
    def entry_round(self) -> int:
        """The round whose pot numbers are meant on the quick line."""
        last = self.rounds.last
        return self.tab.number or (last.number if last else 0)

    def path(self, tournament: Tournament, name: str) -> str:
        """The address of a part of this page, "round-live" for example."""
        return reverse(name, kwargs={"slug": tournament.slug, "number": self.tab.number})


def show(request: GuardedRequest, number: int | None = None) -> HttpResponse:
    """A round, the present one unless a number is given; 0 is the placement."""
    shown = _shown(request.tournament, number)
    if shown is None:
        context = {"steps": _steps(request, None)}
        return render(request, "scorer/no_round.html", context)
    request.shown_round = shown.tab.number or None
    context = _live_context(request, shown) | _entry_context(request, shown, QuickEntryForm())
    return render(request, "scorer/round.html", context)


def live(request: GuardedRequest, number: int) -> HttpResponse:
    """The part of the page that changes while results come in: table, aside, last entries."""
    shown = _shown(request.tournament, number)
    if shown is None:
        raise Http404(_("Diese Runde gibt es nicht mehr."))
    context = _live_context(request, shown) | {"out_of_band": True}
    context["matches"] = once(
        request, Scope.ROUND, each=EACH, make=lambda: render_to_string("scorer/_matches.html", context, request)
    )
    return render(request, "scorer/_live.html", context)


def scores(request: GuardedRequest) -> HttpResponse:
    """What the tables' phones change all the time: only the running scores, for the cells that stand there."""
    return JsonResponse(running_texts(request.tournament))


def look_up(request: GuardedRequest, number: int) -> HttpResponse:
    """Who meets in the match that is being typed: both names, the possible scores."""
    text = request.GET.get("number", "").strip()
    context: dict[str, Any] = {"typed": text}
    if text:
        try:
            code = parse_code(text)
        except LineError:
            code = None
        context |= _meeting(request.tournament, number, code)
    return render(request, "scorer/_entry_match.html", context)


def enter(request: GuardedRequest, number: int) -> HttpResponse:
    """Record what was typed on the quick line; whoever was second sees what the first one entered."""
    shown = _shown(request.tournament, number)
    if shown is None or request.method != "POST":
        return redirect("round", slug=request.tournament.slug)
    form, status = QuickEntryForm(request.POST), 422
    problems: tuple[Problem, ...] = ()
    try:
        if (match := _record(request, shown, form)) is not None:
            return _entered(request, shown, match)
    except ServiceError as error:
        problems, status = form.show(error.problems), error.status
    context = _entry_context(request, shown, form, problems) | {"conflict": status == 409}
    if getattr(request, "htmx", False):
        answer = render(request, "scorer/_entry.html", context, status=status)
        return look_again(answer) if status == 409 else answer
    return render(request, "scorer/round.html", _live_context(request, shown) | context, status=status)


def _record(request: GuardedRequest, shown: Shown, form: QuickEntryForm) -> Match | None:
    """The match whose result is stored now; None with errors in the form."""
    if not form.is_valid():
        return None
    code: Code = form.cleaned_data["number"]
    match = query.by_code(request.tournament, shown.entry_round, code)
    if match is None:
        form.add_error("number", _missing(shown, code))
        return None
    report = form.report(match)
    if report is None:
        return None
    # The version belongs to the match whose names were shown; a quick typist may be ahead of them.
    seen = number_or_none(request.POST.get("seen")) == match.serial
    results.record(
        tournament=request.tournament,
        actor=request.actor,
        match=match.serial,
        report=report,
        version=number_or_none(request.POST.get("version")) if seen else None,
        request_key=request_key(request, match.serial, report),
    )
    return match


def _missing(shown: Shown, code: Code) -> str:
    if code.placement:
        return _("%(code)s gibt es (noch) nicht.") % {"code": code}
    return _("Begegnung %(code)s gibt es in Runde %(round)s nicht.") % {"code": code, "round": shown.entry_round}


def _entered(request: GuardedRequest, shown: Shown, match: Match) -> HttpResponse:
    if getattr(request, "htmx", False):
        answer = render(request, "scorer/_entry.html", _entry_context(request, shown, QuickEntryForm()))
        return look_again(answer)
    row = results.find(request.tournament, match.serial)
    said = _("Begegnung %(code)s: %(what)s.") % {"code": query.code_of(row), "what": results.in_words(row)}
    messages.success(request, said)
    return redirect(_page(request.tournament, shown.tab))


def _page(tournament: Tournament, tab: RoundTab) -> str:
    if tab.number == 0:
        return reverse("round-placement", kwargs={"slug": tournament.slug})
    return reverse("round", kwargs={"slug": tournament.slug, "number": tab.number})


def _shown(tournament: Tournament, number: int | None) -> Shown | None:
    """None before the first draw; Http404 for a round there is not."""
    rounds = query.rounds_of(tournament)
    tab = rounds.last if number is None else rounds.placement if number == 0 else rounds.find(number)
    if tab is None:
        if number is None or (number <= 1 and rounds.last is None):
            return None
        raise Http404(_("Diese Runde gibt es nicht, oder sie ist noch nicht gelost."))
    with_placement = tab == rounds.last
    return Shown(rounds, tab, query.matches_in(tournament, tab, with_placement=with_placement))


def _live_context(request: GuardedRequest, shown: Shown) -> dict[str, Any]:
    tournament, given = request.tournament, request.GET
    where = where_from(tournament)
    wanted = Wanted(given["stand"]) if given.get("stand") in set(Wanted) else Wanted.ALL
    person = number_or_none(given.get("person"))
    found = query.narrowed(shown.matches, wanted=wanted, search=given.get("q", ""), person=person)
    hall = hall_of(tournament, staff=True)
    reported = waiting_serials(tournament)
    table = MatchTable(
        found, tournament=tournament, where=where, hall=hall, running=running_scores(tournament), reported=reported,
        request=request,
    )  # fmt: skip
    Pages(request, query.ROWS_A_PAGE).configure(table)
    asked = given.urlencode()
    return {
        "rounds": shown.rounds,
        "tab": shown.tab,
        "table": table,
        "found": table.paginator.count,
        "narrowed": bool(wanted or given.get("q") or person is not None),
        "wanted": wanted.value,
        "search": given.get("q", ""),
        "person": tournament.people.filter(start_number=person).first() if person is not None else None,
        "filters": [(key.value, _(text)) for key, text in FILTERS.items()],
        "live_url": shown.path(tournament, "round-live") + (f"?{asked}" if asked else ""),
        "page_url": _page(tournament, shown.tab),
        "hall": hall,
        "owing": query.owing(tournament, shown.matches, where),
        "recent": query.entered_last(shown.matches, where),
        "steps": _steps(request, shown.rounds),
        "may_correct": Role.DIRECTOR in request.roles,
        "phones_wait": _phones_wait(tournament, len(reported)),
    }


def _phones_wait(tournament: Tournament, count: int) -> int | None:
    """How many results wait; None where they count at once, unless some wait from before that was chosen."""
    return None if tournament.phone_results_count_at_once and not count else count


def _steps(request: GuardedRequest, rounds: Rounds | None) -> list[dict[str, Any]]:
    found = next_steps(request.tournament, rounds)
    return [{"step": step, "mine": step.is_for(request.roles)} for step in found]


def _entry_context(
    request: GuardedRequest, shown: Shown, form: QuickEntryForm, problems: tuple[Problem, ...] = ()
) -> dict[str, Any]:
    context: dict[str, Any] = {
        "form": form,
        "problems": problems,
        "enter_url": shown.path(request.tournament, "round-enter"),
        "look_up_url": shown.path(request.tournament, "round-look-up"),
        "is_last": shown.is_last,
        "undo": undo.button(request, at_the_desk=False),
        "may_correct": Role.DIRECTOR in request.roles,
    }
    if form.is_bound:
        code = form.cleaned_data.get("number") if hasattr(form, "cleaned_data") else None
        context |= {"typed": form.data.get("number", "")}
        context |= _meeting(request.tournament, shown.entry_round, code)
    if getattr(request, "htmx", False):  # a whole page has them from its living part
        context["recent"] = query.entered_last(shown.matches, where_from(request.tournament))
    return context


def _meeting(tournament: Tournament, round_number: int, code: Code | None) -> dict[str, Any]:
    """The match with this code as the quick line shows it; `match` None where there is none."""
    match = query.by_code(tournament, round_number, code) if code is not None else None
    if match is None:
        return {"match": None}
    where = where_from(tournament)
    sides = []
    for key, card in (("l", match.left_card), ("r", match.right_card)):
        name = card.owner.name if card is not None else ""
        sides.append({"key": key, "name": name, "where": where.get(card.owner_id, "") if card is not None else ""})
    return {
        "match": match,
        "code": code,
        "sides": sides,
        "scores": score_choices(match),
        "is_open": match.outcome == Outcome.OPEN,
        "what": results.in_words(match) if match.outcome in query.BY_PEOPLE else Outcome(match.outcome).label,
    }
