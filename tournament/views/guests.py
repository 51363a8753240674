"""Pages for guests and players: small, without an account, as useful without a script. They show and never write."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.access import Linked
from tournament.models import Person, Role, Tournament
from tournament.queries import players, published

from .asked import number_or_none


class GuestRequest(HttpRequest):
    """A request that a public rule or a player's link has let in; `linked` is the person of the link."""

    tournament: Tournament
    roles: frozenset[Role]
    linked: Person


def linked_person(slug: str, number: int) -> Linked | None:
    """Whose page a code on an entry card opens: one query for person and tournament."""
    person = Person.objects.select_related("tournament").filter(tournament__slug=slug, start_number=number).first()
    return None if person is None else Linked(person.tournament, person)


@require_safe
def front(request: GuestRequest) -> HttpResponse:
    """The address in the announcement: guests to their page, whoever works here to the overview."""
    return redirect("overview" if request.roles else "public", slug=request.tournament.slug)


@require_safe
def public(request: GuestRequest) -> HttpResponse:
    """What the organiser published; a start number that was typed leads to that player's page."""
    typed = request.GET.get("nr", "").strip()
    number = number_or_none(typed)
    if number is not None and players.find_person(request.tournament, number) is not None:
        return redirect("public-player", slug=request.tournament.slug, number=number)
    context = {
        "page": published.public_page(request.tournament), "typed": typed, "not_found": bool(typed),
        "state": published.state_text(request.tournament),
    }  # fmt: skip
    return render(request, "guests/public.html", context)


@require_safe
def draw(request: GuestRequest, number: int) -> HttpResponse:
    """A draw for guests: who meets whom, and everything to recompute it."""
    found = published.guest_draw(request.tournament, number, number_or_none(request.GET.get("seite")) or 1)
    if found is None:
        raise Http404(_("Diese Auslosung gibt es nicht, oder sie wird gerade erst gezeigt."))
    return render(request, "guests/draw.html", {"page": found})


@require_safe
def player(request: GuestRequest, number: int) -> HttpResponse:
    """A player's page by the code on his entry card."""
    return _player(request, request.linked, own=True)


@require_safe
def public_player(request: GuestRequest, number: int) -> HttpResponse:
    """The same by start number: whoever is not public has no name here either."""
    person = players.find_person(request.tournament, number)
    if person is None:
        raise Http404(_("Eine Startnummer %(number)s gibt es nicht.") % {"number": number})
    return _player(request, person, own=False)


def _player(request: GuestRequest, person: Person, *, own: bool) -> HttpResponse:
    page = players.player_page(request.tournament, person, own=own)
    return render(request, "guests/player.html", {"page": page, "published": request.tournament.published})
