"""One button that takes the last own action back, and says which."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.models import JournalEntry
from tournament.queries.journal import entry_text
from tournament.services import undo
from tournament.services.errors import ServiceError

from .asked import GuardedRequest, number_or_none, request_key


@dataclass(frozen=True, slots=True)
class UndoButton:
    """What would be undone, where it is asked for, and the journal's number of it."""

    url: str
    entry: int
    text: str


def button(request: GuardedRequest, *, at_the_desk: bool) -> UndoButton | None:
    """The button of the desk or of the round; None where there is nothing that can be undone now."""
    entry = undo.offered(request.tournament, request.actor, at_the_desk=at_the_desk)
    if entry is None:
        return None
    name = "sale-undo" if at_the_desk else "round-undo"
    return UndoButton(reverse(name, kwargs={"slug": request.tournament.slug}), entry.number, _text(request, entry))


def _text(request: GuardedRequest, entry: JournalEntry) -> str:
    return entry_text(request.tournament, entry).rstrip(".")


@require_POST
def at_the_desk(request: GuardedRequest) -> HttpResponse:
    """A sale, refund, reservation or entry of the cash book."""
    return _undo(request, "cash" if request.POST.get("back") == "cash" else "sale", at_the_desk=True)


@require_POST
def in_the_round(request: GuardedRequest) -> HttpResponse:
    """A result: back to open, as a correction in the journal."""
    return _undo(request, "round", at_the_desk=False)


def _undo(request: GuardedRequest, back: str, *, at_the_desk: bool) -> HttpResponse:
    entry = number_or_none(request.POST.get("entry")) or 0
    try:
        undo.undo(
            tournament=request.tournament, actor=request.actor, entry=entry, at_the_desk=at_the_desk,
            request_key=request_key(request, "undo", entry),
        )  # fmt: skip
    except ServiceError as error:
        for problem in error.problems:
            messages.error(request, problem.text)
    else:
        found = request.tournament.journal.get(number=entry)
        messages.success(request, _("Rückgängig gemacht: %(what)s.") % {"what": _text(request, found)})
    return redirect(back, slug=request.tournament.slug)
