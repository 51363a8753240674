"""The draw, step by step: what is due, the field fixed and shown, numbers from the hall, drawing once, annulling."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.domain.psd1 import DrawError, public_text
from tournament.forms.draws import METHODS, PrepareForm, PublicNumbersForm
from tournament.models import Draw, DrawMethod, DrawStage
from tournament.queries.draws import Moment, draw_page, draw_title, why_not_annul
from tournament.services import boards, draws, prizes
from tournament.services.errors import Problem, ServiceError
from tournament.translated import said

from .asked import GuardedRequest, request_key


@never_cache
@require_GET
def draw(request: GuardedRequest) -> HttpResponse:
    """What is due, or the field that is shown; with `zahlen` the numbers of the hall are fixed and the draw may begin."""
    if "zahlen" not in request.GET:
        return _page(request)
    form = PublicNumbersForm(request.GET)
    if not form.is_valid():
        return _page(request, form=form, status=422)
    numbers = form.numbers()
    try:
        text = public_text(numbers)
    except DrawError as error:
        return _page(request, form=form, problems=(Problem("public", said(error)),), status=422)
    return _page(request, form=form, numbers=numbers, public=text)


def _page(
    request: GuardedRequest, *, status: int = 200, form: PublicNumbersForm | None = None, **shown: Any
) -> HttpResponse:
    page = draw_page(request.tournament)
    context = {
        "page": page, "methods": METHODS, "form": form or PublicNumbersForm(), "chosen": _proposed_method(request, page.due),
        "numbers": None, **shown,
    }  # fmt: skip
    if page.moment is Moment.PREPARED and context["numbers"] is not None:
        return render(request, "director/draw_ready.html", context, status=status)
    name = "director/draw_prepared.html" if page.moment is Moment.PREPARED else "director/draw.html"
    return render(request, name, context, status=status)


def _proposed_method(request: GuardedRequest, due: tuple[Any, ...]) -> str:
    """The tournament's method, unless this round refuses it: then two pots."""
    method = request.tournament.method
    refused = any(each.fair_refused for each in due if each.stage == DrawStage.MAIN)
    return DrawMethod.TWO_POT.value if method == DrawMethod.FAIR and refused else method


@require_POST
def prepare(request: GuardedRequest) -> HttpResponse:
    """Fix the FIELD of what is due; from now on it is shown and cannot change."""
    form = PrepareForm(request.POST)
    if not form.is_valid():
        return _page(request, problems=(Problem("form", _("Bitte wählen, wie gelost wird.")),), status=422)
    stage, method = DrawStage(form.cleaned_data["stage"]), form.cleaned_data["method"]
    if stage == DrawStage.MAIN and method == DrawMethod.BY_HAND:
        return redirect("hand-draw", slug=request.tournament.slug)
    given: dict[str, Any] = {
        "tournament": request.tournament,
        "actor": request.actor,
        "request_key": request_key(request),
    }
    try:
        if stage == DrawStage.LOT:
            prizes.prepare_lot(place=form.cleaned_data["place"] or 0, **given)
        else:
            draws.prepare(stage=stage, method=DrawMethod(method) if method else None, **given)
    except ServiceError as error:
        return _page(request, problems=error.problems, status=error.status)
    return redirect("draw", slug=request.tournament.slug)


@require_POST
def discard(request: GuardedRequest) -> HttpResponse:
    """Give the prepared draw up, with a reason; nothing was revealed yet."""
    reason = request.POST.get("reason", "").strip()[:200]
    if not reason:
        return _page(
            request, problems=(Problem("reason", _("Bitte den Grund eingeben: er kommt ins Protokoll.")),), status=422
        )
    try:
        draws.discard(
            tournament=request.tournament, actor=request.actor, reason=reason, request_key=request_key(request)
        )
    except ServiceError as error:
        return _page(request, problems=error.problems, status=error.status)
    messages.info(request, _("Die Vorbereitung ist verworfen. Das Feld kann neu festgelegt werden."))
    return redirect("draw", slug=request.tournament.slug)


@require_POST
def carry_out(request: GuardedRequest) -> HttpResponse:
    """Draw what was prepared, once; then show it number by number."""
    try:
        done = draws.carry_out(
            tournament=request.tournament, actor=request.actor, public=request.POST.getlist("public"),
            field_hash=request.POST.get("field_hash", ""), request_key=request_key(request),
        )  # fmt: skip
    except ServiceError as error:
        # Another page was faster, or shows another field: the fresh state says which.
        status = 409 if {"stale", "not_prepared"} & set(error.codes) else error.status
        return _page(request, problems=error.problems, status=status)
    boards.begin_to_show(tournament=request.tournament, actor=request.actor, draw=done.number)
    return redirect("draw-reveal", slug=request.tournament.slug, number=done.number)


@require_POST
def begin(request: GuardedRequest) -> HttpResponse:
    """Begin without a draw: one or two cards, or all in one hand."""
    try:
        draws.begin_without_draw(tournament=request.tournament, actor=request.actor, request_key=request_key(request))
    except ServiceError as error:
        return _page(request, problems=error.problems, status=error.status)
    messages.success(request, _("Das Turnier hat ohne Auslosung begonnen: es gab nichts zu losen."))
    return redirect("draw", slug=request.tournament.slug)


@never_cache
def annul(request: GuardedRequest, number: int) -> HttpResponse:
    """Annul a draw with a typed reason, as long as it can be; else say why not."""
    row = request.tournament.draws.filter(number=number).first()
    if row is None:
        raise Http404(_("Diese Auslosung gibt es nicht."))
    if request.method != "POST":
        return _annul_page(request, row, why_not=why_not_annul(request.tournament, row))
    try:
        draws.annul(
            tournament=request.tournament, actor=request.actor, number=number,
            reason=request.POST.get("reason", "")[:200], request_key=request_key(request),
        )  # fmt: skip
    except ServiceError as error:
        why_not = "" if "reason" in error.codes else why_not_annul(request.tournament, row)
        return _annul_page(request, row, why_not=why_not, problems=error.problems, status=error.status)
    messages.success(request, _("Auslosung %(number)s ist aufgehoben. Sie bleibt im Protokoll.") % {"number": number})
    return redirect("draw", slug=request.tournament.slug)


def _annul_page(request: GuardedRequest, row: Draw, *, why_not: str, status: int = 200, **shown: Any) -> HttpResponse:
    request.page = "draw"
    title = draw_title(DrawStage(row.stage), row.round, row.numbers, row.place)
    context = {"draw": row, "title": title, "why_not": why_not, "reason": request.POST.get("reason", ""), **shown}
    return render(request, "director/draw_annul.html", context, status=status)
