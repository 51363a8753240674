"""The desk: cards sold, reserved, paid, taken back, in as few keystrokes as can be."""

from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament import clock
from tournament.forms.fields import parse_money
from tournament.forms.sale import DeskForm, RefundForm, SaleForm
from tournament.models import CardState, Role, State, Tournament, User
from tournament.queries import offers as names_offered
from tournament.queries import sale as shown
from tournament.services import cards, tournaments
from tournament.services.errors import ServiceError

from . import undo
from .asked import GuardedRequest, number_or_none, numbers, request_key


@never_cache
def sale(request: GuardedRequest) -> HttpResponse:
    """The desk, and one sale or reservation after the other."""
    tournament = request.tournament
    if request.method != "POST":
        return _page(request, SaleForm(tournament=tournament))
    form = SaleForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _page(request, form, status=422, asks_who=bool(request.POST.get("another")))
    try:
        return redirect(_carry_out(request, form))
    except ServiceError as error:
        return _page(request, form, error, status=error.status, asks_who="namesake" in error.codes)


def _carry_out(request: GuardedRequest, form: SaleForm) -> str:
    """Do what was typed; the address that shows it."""
    typed, tournament = form.cleaned_data, request.tournament
    given: dict[str, Any] = {
        "tournament": tournament, "actor": request.actor, "request_key": request_key(request, *form.asked()),
    }  # fmt: skip
    if typed["reservation"] and not form.reserves:
        sold = cards.pay_reservation(number=typed["reservation"], cards=typed["cards"], **given)
        return _sold_address(request, sold, typed["given"])
    known = None
    if typed["known"] and isinstance(request.user, User):
        known = names_offered.known_person(tournament, typed["known"], user=request.user)
    given |= {
        "cards": typed["cards"], "start_number": typed["start_number"], "new_person": form.person(known),
        "another_with_this_name": typed["another"], "meant_as_new": typed["meant_as_new"],
    }  # fmt: skip
    if form.reserves:
        return _address(request, reserved=cards.reserve(until=form.until_moment(clock.now()), **given).number)
    return _sold_address(request, cards.sell(**given), typed["given"])


def _sold_address(request: GuardedRequest, sold: cards.Sale, given: Decimal | None) -> str:
    money = {"given": f"{given:.2f}"} if given is not None else {}
    return _address(request, sold=",".join(map(str, sold.cards)), **money)


def _address(request: GuardedRequest, **what: object) -> str:
    return f"{reverse('sale', kwargs={'slug': request.tournament.slug})}?{urlencode(what)}"


def _page(
    request: GuardedRequest,
    form: SaleForm,
    error: ServiceError | None = None,
    *,
    status: int = 200,
    asks_who: bool = False,
) -> HttpResponse:
    """The whole desk: the entry or the question who it is, the counter, the last sales."""
    tournament = request.tournament
    context = _counter_context(request) | _recent_context(request) | {
        "form": form, "problems": () if asks_who or error is None else error.problems, "done": _done(request),
        **(_who_context(tournament, form) if asks_who else {}),
        "asks_who": asks_who, "words": shown.words(tournament), "desks": shown.desks(tournament),
        "undo": undo.button(request, at_the_desk=True), "may_reopen": tournaments.may_reopen(tournament),
        "can_grow": bool(error and "sold_out" in error.codes) and tournament.cards_offered < 4096,
    }  # fmt: skip
    return render(request, "desk/sale.html", context, status=status)


def _who_context(tournament: Tournament, form: SaleForm) -> dict[str, Any]:
    """Who may be meant, and the one the cursor waits at: who can take these cards; without one it waits at the new person."""
    found = names_offered.same_name(tournament, str(form.data.get("who", "")))
    wanted = form.cleaned_data.get("cards") or 1
    able = [person.start_number for person in found if form.reserves or person.free >= wanted]
    return {"namesakes": found, "likeliest": None if form.errors or not able else able[0]}


def _done(request: GuardedRequest) -> shown.Done | None:
    """What was done last, named by the address the entry led to."""
    asked, tournament = request.GET, request.tournament
    if sold := numbers(asked.get("sold")):
        return shown.done_sale(tournament, sold, parse_money(asked.get("given", "")))
    if refunded := numbers(asked.get("refunded")):
        return shown.done_refund(tournament, refunded)
    if reserved := number_or_none(asked.get("reserved")):
        return shown.done_reservation(tournament, reserved)
    return None


def _counter_context(request: GuardedRequest) -> dict[str, Any]:
    is_director = Role.DIRECTOR in request.roles
    return {
        "counter": shown.counter(request.tournament, request.actor.desk),
        "desk": request.actor.desk,
        "is_director": is_director,
        "open": request.tournament.state == State.SALE,
    }


def _recent_context(request: GuardedRequest) -> dict[str, Any]:
    return {
        "recent": shown.last_sales(request.tournament), "reserved": shown.reserved(request.tournament, clock.now()),
        "open": request.tournament.state == State.SALE, "may_refund": shown.may_refund(request.tournament),
        "may_release": request.tournament.state != State.FINISHED,
    }  # fmt: skip


@require_GET
def counter(request: GuardedRequest) -> HttpResponse:
    """The counter alone, looked at again every few seconds; the desk is part of the address."""
    return render(request, "desk/_counter.html", _counter_context(request))


@require_GET
def recent(request: GuardedRequest) -> HttpResponse:
    """The last sales and the open reservations alone."""
    return render(request, "desk/_recent.html", _recent_context(request))


@require_GET
def suggest(request: GuardedRequest) -> HttpResponse:
    """Names for what is being typed, as the lines of a list."""
    text = request.GET.get("q", "")
    assert isinstance(request.user, User)  # noqa: S101  (the access rule has seen to it)
    found = names_offered.offers(request.tournament, text, user=request.user)
    return render(request, "desk/_offers.html", {"offers": found, "text": " ".join(text.split())})


@require_POST
def pay(request: GuardedRequest, number: int) -> HttpResponse:
    """A reservation is paid, as it was made."""
    key = request_key(request, "pay", number)
    sold = cards.pay_reservation(tournament=request.tournament, actor=request.actor, number=number, request_key=key)
    return redirect(_sold_address(request, sold, None))


@require_POST
def release(request: GuardedRequest, number: int) -> HttpResponse:
    """A reservation is let go."""
    key = request_key(request, "release", number)
    cards.release_reservation(tournament=request.tournament, actor=request.actor, number=number, request_key=key)
    return redirect("sale", slug=request.tournament.slug)


@never_cache
def refund(request: GuardedRequest, start_number: int) -> HttpResponse:
    """Cards of one person are taken back: which, and what is paid out."""
    request.page = "sale"
    tournament = request.tournament
    person = get_object_or_404(tournament.people, start_number=start_number)
    held = list(tournament.cards.filter(owner=person, state=CardState.IN))
    offered = tuple(card.number for card in held)
    # With more than one card somebody has to say which: one careless tap must not pay out all of them.
    asked = (
        numbers(",".join(request.POST.getlist("cards")))
        or _the_one(numbers(request.GET.get("cards")))
        or _the_one(offered)
    )
    form = RefundForm(request.POST or None, numbers=offered, initial={"cards": asked})
    problems: tuple[object, ...] = ()
    if request.method == "POST" and _repeatable(form, request):
        wanted, reason = form.cleaned_data["cards"], form.cleaned_data["reason"]
        key = request_key(request, "refund", *wanted)
        try:
            cards.refund(tournament=tournament, actor=request.actor, cards=wanted, reason=reason, request_key=key)
            return redirect(_address(request, refunded=",".join(map(str, wanted))))
        except ServiceError as error:
            problems = error.problems
    context = {"form": form, "person": person, "held": held, "chosen": asked, "problems": problems}
    return render(request, "desk/refund.html", context, status=422 if request.method == "POST" else 200)


def _the_one(cards: tuple[int, ...]) -> tuple[int, ...]:
    return cards if len(cards) == 1 else ()


def _repeatable(form: RefundForm, request: GuardedRequest) -> bool:
    """Valid; a card that is no longer held is left to the service, which knows a repeated request."""
    asked = [n for text in request.POST.getlist("cards") if (n := number_or_none(text))]
    field = form.fields["cards"]
    field.choices = list(dict.fromkeys([*field.choices, *((n, str(n)) for n in asked[:4096])]))  # type: ignore[attr-defined]
    return form.is_valid()


@require_POST
def choose_desk(request: GuardedRequest) -> HttpResponse:
    """This device is another cash desk from now on."""
    form = DeskForm(request.POST)
    if form.is_valid():
        request.session["desk"] = form.cleaned_data["desk"]
    return redirect("sale", slug=request.tournament.slug)
