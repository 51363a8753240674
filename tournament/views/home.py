"""The start page: the tournaments of this installation."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse

from tournament.models import State, User
from tournament.queries.home import TournamentLine, tournaments_for
from tournament.services.backups import status

from .context import entries, may_see, url_of

#: The page one most likely wants, by where the evening is.
USUAL_PAGE = {State.SALE: "sale", State.CLOSED: "draw", State.RUNNING: "round", State.FINISHED: "prizes"}
PILL = {State.SALE: "wait", State.CLOSED: "wait", State.RUNNING: "good", State.FINISHED: "quiet"}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the page: the tournament, where its name leads, and the colour of its state."""

    line: TournamentLine
    url: str
    pill: str


def home(request: HttpRequest) -> HttpResponse:
    """The list; the access rule leads everybody who is not logged in elsewhere."""
    assert isinstance(request.user, User)  # noqa: S101 - for the types only
    rows = [Row(line, _usual_page(line), PILL[line.state]) for line in tournaments_for(request.user)]
    failure = status().failure if request.user.is_superuser else None
    return render(request, "home.html", {"rows": rows, "new_url": _new_url(request.user), "backup_failure": failure})


def _usual_page(line: TournamentLine) -> str:
    page = USUAL_PAGE[line.state]
    if may_see(page, line.roles) and (url := url_of(page, line.tournament)):
        return url
    shown = entries(line.tournament, line.roles)
    return shown[0].url if shown else ""


def _new_url(user: User) -> str:
    if not user.is_superuser:
        return ""
    try:
        return reverse("tournament-new")
    except NoReverseMatch:
        return ""
