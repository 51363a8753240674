"""The draw by hand: slips typed as they are called, one POST each, checked at once."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.domain.hand_problems import ProblemCode
from tournament.domain.slip_line import SlipLineError, parse, resolve
from tournament.forms.draws import SlipForm
from tournament.queries.draws import Moment, draw_page
from tournament.queries.hand_draws import hand_page
from tournament.services import hand_draws
from tournament.services.base import require_version
from tournament.services.errors import Problem, Refused, ServiceError, refuse
from tournament.translated import translated

from .asked import GuardedRequest, number_or_none, request_key


@never_cache
@require_GET
def hand_draw(request: GuardedRequest) -> HttpResponse:
    """Both pots as far as they are drawn; or the question whether to begin."""
    return _page(request)


def _page(request: GuardedRequest, *, status: int = 200, **shown: Any) -> HttpResponse:
    request.page = "draw"
    page = hand_page(request.tournament)
    if page is None:
        due = draw_page(request.tournament)
        main = next((each for each in due.due if each.stage == "main"), None)
        may_begin = main is not None or due.moment is Moment.SALE
        context = {"due": main, "moment": due.moment, "may_begin": may_begin, **shown}
        return render(request, "director/hand_draw_start.html", context, status=status)
    missing = [translated(problem.text) for problem in page.missing]
    context = {"page": page, "missing": missing, "line": "", "problems": (), "accept": "", "status": status, **shown}
    part = getattr(request, "htmx", False)
    return render(
        request, "director/hand_draw_part.html" if part else "director/hand_draw.html", context, status=status
    )


@require_POST
def slip(request: GuardedRequest) -> HttpResponse:
    """Take a slip: `L 17 23`. Refused with all problems; the line stays as it was typed."""
    form = SlipForm(request.POST)
    line = form.cleaned_data["line"] if form.is_valid() else ""
    accept = form.is_valid() and form.cleaned_data["accept"]
    try:
        _take(request, line, accept=accept)
    except ServiceError as error:
        alone = error.codes == (ProblemCode.SELF_MEETING_UNAVOIDABLE.value,)
        return _page(request, status=error.status, line=line, problems=error.problems, accept=line if alone else "")
    return _shown(request)


def _take(request: GuardedRequest, line: str, *, accept: bool) -> None:
    """Carry the line out; a line that says nothing certain is refused like a slip against the rules."""
    version = number_or_none(request.POST.get("version"))
    try:
        typed = parse(line)
        if typed.card is None:
            page = hand_page(request.tournament)
            if page is None:
                raise refuse("no_hand_draw", _("Es ist keine Handauslosung begonnen."))
            # Whose turn it is depends on the state: a stale page must not draw for somebody else.
            require_version(version, page.version)
            found = resolve(typed, page.state, page.people)
            number, card = found.number, found.card
        else:
            number, card = typed.number, typed.card
    except SlipLineError as error:
        raise Refused(Problem(error.code.value, translated(error.text))) from error
    hand_draws.add_slip(
        tournament=request.tournament, actor=request.actor, pot=typed.pot.value, number=number, card=card,
        accept_self_meeting=accept, version=version, request_key=request_key(request, line, accept),
    )  # fmt: skip


def _shown(request: GuardedRequest) -> HttpResponse:
    """After a step: the part for htmx, else the page again."""
    request.tournament.refresh_from_db()
    return _page(request) if getattr(request, "htmx", False) else redirect("hand-draw", slug=request.tournament.slug)


def _step(service: Callable[..., Any]) -> Callable[[GuardedRequest], HttpResponse]:
    @require_POST
    def view(request: GuardedRequest) -> HttpResponse:
        try:
            service(
                tournament=request.tournament, actor=request.actor, request_key=request_key(request),
                version=number_or_none(request.POST.get("version")),
            )  # fmt: skip
        except ServiceError as error:
            return _page(request, status=error.status, problems=error.problems)
        return _shown(request)

    return view


#: The last step was mistyped; and somebody is stuck with nothing but his own numbers on the right.
take_back = _step(hand_draws.take_back)
void_right = _step(hand_draws.void_right)


@require_POST
def start(request: GuardedRequest) -> HttpResponse:
    """Begin the draw by hand."""
    try:
        hand_draws.start(tournament=request.tournament, actor=request.actor, request_key=request_key(request))
    except ServiceError as error:
        return _page(request, status=error.status, problems=error.problems)
    return redirect("hand-draw", slug=request.tournament.slug)


@require_POST
def discard(request: GuardedRequest) -> HttpResponse:
    """Throw the unfinished draw away, with a reason."""
    reason = request.POST.get("reason", "")[:200]
    try:
        hand_draws.discard(
            tournament=request.tournament, actor=request.actor, reason=reason, request_key=request_key(request)
        )
    except ServiceError as error:
        return _page(request, status=error.status, problems=error.problems)
    messages.info(request, _("Die Handauslosung ist verworfen. Es kann neu gelost werden."))
    return redirect("draw", slug=request.tournament.slug)


@require_POST
def complete(request: GuardedRequest) -> HttpResponse:
    """Make it count: every card has its slip and the pots add up."""
    try:
        done = hand_draws.complete(
            tournament=request.tournament, actor=request.actor, request_key=request_key(request),
            version=number_or_none(request.POST.get("version")),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, status=error.status, problems=error.problems)
    return redirect("draw-reveal", slug=request.tournament.slug, number=done.number)
