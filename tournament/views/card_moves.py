"""Cards sold to the wrong person, or two namesakes mixed up: who they belong to, with a reason."""

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.forms.card_moves import NEW, CardMoveForm
from tournament.models import CardState, Person, Role, State
from tournament.queries import leaving as search
from tournament.services import card_moves, people
from tournament.services.errors import Problem, ServiceError, refuse

from .asked import GuardedRequest, request_key


@never_cache
def move(request: GuardedRequest, start_number: int) -> HttpResponse:
    """Some cards of a person go to another one, to a new one, or two people's cards are exchanged."""
    person = people.find(request.tournament, start_number)
    held = tuple(request.tournament.cards.filter(owner=person, state=CardState.IN).values_list("number", flat=True))
    if request.method != "POST":
        return _page(request, person, held, CardMoveForm(numbers=held))
    form = CardMoveForm(request.POST, numbers=tuple({*held, *_asked(request)}))
    if not form.is_valid():
        return _page(request, person, held, form, status=422)
    try:
        moved = _carry_out(request, person, held, form)
    except ServiceError as error:
        return _page(request, person, held, form, error.problems, status=error.status)
    messages.success(request, _said(moved))
    return redirect("person", slug=request.tournament.slug, start_number=start_number)


def _asked(request: GuardedRequest) -> list[int]:
    """The cards of a repeated request are not held any more: the service knows it, not the form."""
    return [int(text) for text in request.POST.getlist("cards")[:4096] if text.isascii() and text.isdigit()]


def _carry_out(request: GuardedRequest, person: Person, held: tuple[int, ...], form: CardMoveForm) -> card_moves.Moved:
    tournament, typed = request.tournament, form.cleaned_data
    swap = "swap" in request.POST
    key = request_key(request, "move", person.start_number, swap, typed["to"], *typed["cards"])
    with transaction.atomic():
        to = typed["to"]
        if to is None:
            if swap:
                raise refuse("to", _("Mit einer neuen Person ist nichts zu tauschen."))
            if not typed["name"].strip():
                raise refuse("name", _("Bitte den Namen der neuen Person eingeben."))
            to = people.add(
                tournament=tournament, actor=request.actor, data=form.person(), another_with_this_name=True,
                request_key=request_key(request, "move-new", form.person()),
            ).start_number  # fmt: skip
        moves = [(card, to) for card in (held if swap else typed["cards"])]
        if swap:
            theirs = tournament.cards.filter(owner__start_number=to, state=CardState.IN)
            moves += [(card, person.start_number) for card in theirs.values_list("number", flat=True)]
        return card_moves.move(
            tournament=tournament, actor=request.actor, moves=moves, reason=typed["reason"], request_key=key
        )  # fmt: skip


def _said(moved: card_moves.Moved) -> str:
    text = _("Umgeschrieben: Karte %(cards)s.") % {"cards": ", ".join(map(str, moved.cards))}
    if moved.self_meetings:
        text += " " + _("Dadurch trifft jemand auf eine eigene Karte: die linke steigt auf.")
    return text


def _page(
    request: GuardedRequest,
    person: Person,
    held: tuple[int, ...],
    form: CardMoveForm,
    problems: tuple[Problem, ...] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    request.page = "sale"
    tournament = request.tournament
    text = request.GET.get("q", "")
    offers = search.offers(tournament, text or person.name)
    marked = form.marked() or {str(card) for card in held}
    context = {
        "person": person, "form": form, "problems": problems, "search": text, "new": NEW,
        "offers": [offer for offer in offers if offer.person.pk != person.pk],
        "cards": [(card, str(card) in marked) for card in held], "chosen": form.data.get("to", ""),
        "allowed": tournament.state == State.SALE or Role.DIRECTOR in request.roles,
    }  # fmt: skip
    return render(request, "desk/card_move.html", context, status=status)
