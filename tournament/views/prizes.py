"""Prizes: the list with its winners and reasons, ties, handing out, the end of the tournament."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.forms.play_offs import FIELDS_UP_TO, order_from
from tournament.models import Role, State, TiePolicy
from tournament.queries.next_step import next_steps
from tournament.queries.prizes import missing, prizes_page
from tournament.services import prizes
from tournament.services.errors import NotFound, Problem, ServiceError
from tournament.services.handing_out import title
from tournament.tables.base import Pages
from tournament.tables.prizes import PrizeTable

from .asked import GuardedRequest, number_or_none, request_key

ROWS_A_PAGE = 40


def show(request: GuardedRequest) -> HttpResponse:
    """Prizes with winners, ties to settle, placement matches, the first places."""
    return _page(request)


def _page(request: GuardedRequest, error: ServiceError | None = None) -> HttpResponse:
    tournament = request.tournament
    page = prizes_page(tournament)
    table = PrizeTable(page.prizes)
    Pages(request, ROWS_A_PAGE).configure(table)
    steps = next_steps(tournament)
    context: dict[str, Any] = {
        "page": page,
        "table": table,
        "extra": PrizeTable(page.extra, attrs={"id": "extra-prizes"}, prefix="x-") if page.extra else None,
        "tournament": tournament,
        "is_director": Role.DIRECTOR in request.roles,
        "lot_first": tournament.tie_policy != TiePolicy.PLAY_OFF,
        "fields_up_to": FIELDS_UP_TO,
        "problems": error.problems if error else (),
        "given": request.POST if error else {},
        "steps": [{"step": step, "mine": step.is_for(request.roles)} for step in steps if step.page != "prizes"],
        "is_over": all(step.page == "prizes" for step in steps),
    }
    return render(request, "desk/prizes.html", context, status=error.status if error else 200)


def hand_out(request: GuardedRequest, rank: int) -> HttpResponse:
    """Note that the winner has his prize."""
    if request.method != "POST":
        return redirect("prizes", slug=request.tournament.slug)
    try:
        given = prizes.hand_out(
            tournament=request.tournament, actor=request.actor, place=rank, ranking=request.POST.get("ranking") or None,
            to=number_or_none(request.POST.get("to")),
            request_key=request_key(request, rank, *filter(None, [request.POST.get("ranking")])),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, error)
    said = _("%(prize)s ausgegeben an Startnummer %(number)s.")
    messages.success(request, said % {"prize": title(given.place, given.ranking), "number": given.start_number})
    answer = redirect("prizes", slug=request.tournament.slug)
    page = request.POST.get("page", "")
    if page.isascii() and page.isdigit() and page != "1":
        answer["Location"] += f"?page={page[:6]}"
    return answer


def take_back(request: GuardedRequest, rank: int) -> HttpResponse:
    """A prize that is with somebody comes back, with a reason."""
    tournament, ranking = request.tournament, request.GET.get("ranking", "").replace("\x00", "") or None
    problems: tuple[Problem, ...] = ()
    if not tournament.prizes.filter(place=rank, ranking=ranking).exists():
        raise Http404(_("Diesen Preis gibt es nicht: %(prize)s.") % {"prize": title(rank, ranking)})
    if request.method == "POST":
        reason = request.POST.get("reason", "")
        try:
            back = prizes.take_back(
                tournament=tournament, actor=request.actor, place=rank, ranking=ranking, reason=reason[:200],
                request_key=request_key(request, "back", rank, ranking),
            )  # fmt: skip
        except NotFound:
            raise
        except ServiceError as error:
            problems = error.problems
        else:
            said = _("%(prize)s ist wieder da (war bei Startnummer %(number)s).")
            messages.success(request, said % {"prize": title(rank, ranking), "number": back.start_number})
            return redirect("prizes", slug=tournament.slug)
    context = {
        "prize": title(rank, ranking), "problems": problems, "given_reason": request.POST.get("reason", ""),
        "consequences": [_("Der Preis gilt wieder als nicht ausgegeben und kann neu ausgegeben werden.")],
    }  # fmt: skip
    return render(request, "director/take_back.html", context, status=422 if problems else 200)


def lot(request: GuardedRequest, place: int) -> HttpResponse:
    """Prepare the lot over the tie that begins at this place; it is drawn on the page of the draw."""
    if request.method != "POST":
        return redirect("prizes", slug=request.tournament.slug)
    try:
        prizes.prepare_lot(
            tournament=request.tournament, actor=request.actor, place=place, request_key=request_key(request, place)
        )
    except ServiceError as error:
        return _page(request, error)
    return redirect("draw", slug=request.tournament.slug)


def play_off(request: GuardedRequest, place: int) -> HttpResponse:
    """Record the order a play-off gave."""
    tournament = request.tournament
    if request.method != "POST":
        return redirect("prizes", slug=tournament.slug)
    cards = tuple(int(card) for card in request.POST.getlist("card") if card.isascii() and card.isdigit())
    try:
        order = order_from(request.POST, cards)
        prizes.record_play_off(
            tournament=tournament, actor=request.actor, place=place, order=order, note=request.POST.get("note", ""),
            request_key=request_key(request, place, order),
        )  # fmt: skip
    except ServiceError as error:
        return _page(request, error)
    messages.success(request, _("Stechen eingetragen: die Plätze ab %(place)s stehen fest.") % {"place": place})
    return redirect("prizes", slug=tournament.slug)


def finish(request: GuardedRequest) -> HttpResponse:
    """End the tournament, after its word is typed; names everything that is missing first."""
    tournament, word, error, status = request.tournament, _("beenden"), "", 200
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        status = 422
        if request.POST.get("confirm", "").strip().casefold() != word.casefold():
            error = _("Bitte genau dieses Wort eintippen.")
        else:
            try:
                prizes.finish(tournament=tournament, actor=request.actor, request_key=request_key(request))
            except ServiceError as refused:
                problems, status = refused.problems, refused.status
            else:
                messages.success(request, _("Das Turnier ist beendet: Plätze und Preise sind festgeschrieben."))
                return redirect("prizes", slug=tournament.slug)
    found = missing(tournament)
    context = {
        "missing": found,
        "word": word,
        "error": error,
        "problems": problems,
        "running": tournament.state == State.RUNNING,
        "consequences": [
            _("Alle Plätze und Preise werden festgeschrieben."),
            _(
                "Der Anfang der geheimen Kette wird mit dem Archiv veröffentlicht: jeder kann dann jede Auslosung nachrechnen."
            ),
            *found.remarks,
        ],
    }
    return render(request, "director/finish.html", context, status=status)


def reopen(request: GuardedRequest) -> HttpResponse:
    """Take the end back, with a reason."""
    status, given = 200, request.POST.get("reason", "")
    problems: tuple[Problem, ...] = ()
    if request.method == "POST":
        try:
            prizes.reopen(
                tournament=request.tournament,
                actor=request.actor,
                reason=given,
                request_key=request_key(request, given),
            )
        except ServiceError as refused:
            problems, status = refused.problems, refused.status
        else:
            messages.success(request, _("Das Turnier ist wieder offen."))
            return redirect("prizes", slug=request.tournament.slug)
    consequences = [
        _("Die festgeschriebenen Plätze werden gelöscht und beim nächsten Beenden neu berechnet."),
        _("Ausgegebene Preise bleiben ausgegeben."),
    ]
    context = {"problems": problems, "given_reason": given, "consequences": consequences}
    return render(request, "director/reopen.html", context, status=status)
