"""What is public of a tournament, on one page; and the names taken out when it is over."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournament.models import State
from tournament.queries.privacy import privacy_page
from tournament.services import privacy
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, request_key
from .permission_matrix import Column, matrix


@never_cache
@require_GET
def show(request: GuardedRequest) -> HttpResponse:
    """Which pages strangers can open, and what of the people stands there."""
    pages = [
        row
        for row in matrix()
        if row.columns & {Column.TABLE, Column.BOARD, Column.PLAYER, Column.PUBLIC} and "<str:slug>" in row.address
    ]
    context = {
        "shown": privacy_page(request.tournament),
        "pages": pages,
        "finished": request.tournament.state == State.FINISHED,
    }
    return render(request, "director/privacy.html", context)


@never_cache
def anonymise(request: GuardedRequest) -> HttpResponse:
    """Take the names out for good: only with the tournament's short name typed."""
    tournament, typed = request.tournament, request.POST.get("confirm", "").strip()
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and typed == tournament.slug:
        try:
            done = privacy.anonymise(tournament=tournament, actor=request.actor, request_key=request_key(request))
        except ServiceError as error:
            problems = error.problems
        else:
            said = ngettext(
                "Von %(count)s Person steht nur noch die Startnummer da.",
                "Von %(count)s Personen steht nur noch die Startnummer da.",
                done.people,
            )
            messages.success(request, said % {"count": done.people})
            return redirect("privacy", slug=tournament.slug)
    elif request.method == "POST":
        problems = (
            Problem("confirm", _("Zur Bestätigung bitte genau %(word)s eintippen.") % {"word": tournament.slug}),
        )
    context = {"shown": privacy_page(tournament), "problems": problems, "finished": tournament.state == State.FINISHED}
    return render(request, "director/anonymise.html", context, status=422 if problems else 200)
