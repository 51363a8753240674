"""The Ausschreibung: written down, looked at, changed."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import links
from tournament.forms.prizes import (
    BasePrizeRows,
    extra_rows,
    known_rankings,
    prize_rows,
    stored_extra_rows,
    stored_rows,
)
from tournament.forms.settings import DEFAULTS, NewTournamentForm, SettingsForm, initial_of
from tournament.models import Tournament, User
from tournament.queries.settings import SettingsState, proposed_slug, settings_state
from tournament.services import announcement
from tournament.services.errors import ServiceError
from tournament.services.tournaments import DEFAULT_PRIZES

from .asked import GuardedRequest, number_or_none, request_key


@dataclass(frozen=True, slots=True)
class Lists:
    """The prizes of the main ranking, and those of the extra ones."""

    prizes: BasePrizeRows
    extra: BasePrizeRows


@never_cache
def new(request: GuardedRequest) -> HttpResponse:
    """The empty Ausschreibung, and the one that was filled in."""
    if request.method != "POST":
        form = NewTournamentForm(initial=DEFAULTS | {"public_address": _guess(request)})
        return _page(request, form, Lists(prize_rows(initial=[{}] * DEFAULT_PRIZES), extra_rows(initial=[])))
    form = NewTournamentForm(request.POST, initial=DEFAULTS)
    lists = Lists(prize_rows(request.POST), extra_rows(request.POST))
    if "rows" in request.POST:
        return _page(request, form, lists)
    if not _all_valid(form, lists):
        return _page(request, form, lists, status=422)
    try:
        made = announcement.create(
            actor=request.actor, slug=form.cleaned_data["slug"] or proposed_slug(form.cleaned_data["name"]),
            settings=form.settings(), prizes=lists.prizes.prizes(), extra=lists.extra.extra_prizes(),
            table_count=form.cleaned_data["table_count"],
            created_by=request.user if isinstance(request.user, User) else None, request_key=request_key(request),
        )  # fmt: skip
    except ServiceError as error:
        form.show(error.problems)
        return _page(request, form, lists, status=error.status)
    messages.success(
        request, _("Das Turnier ist ausgeschrieben. Seine Auslosungen sind versiegelt; der Verkauf kann beginnen.")
    )
    return redirect("settings", slug=made.slug)


@never_cache
def edit(request: GuardedRequest) -> HttpResponse:
    """The Ausschreibung of a tournament; what can no longer change is shown as fixed."""
    tournament = request.tournament
    state = settings_state(tournament)
    initial = initial_of(tournament, table_count=state.tables)
    if request.method != "POST":
        form = SettingsForm(initial=initial | _wished(request, state), fixed=state.fixed)
        stored = Lists(prize_rows(initial=stored_rows(tournament)), extra_rows(initial=stored_extra_rows(tournament)))
        return _page(request, form, stored, state)
    form = SettingsForm(request.POST, initial=initial, fixed=state.fixed)
    lists = Lists(prize_rows(request.POST), extra_rows(request.POST))
    if "rows" in request.POST:
        return _page(request, form, lists, state)
    if not _all_valid(form, lists):
        return _page(request, form, lists, state, status=422)
    try:
        announcement.change(
            tournament=tournament, actor=request.actor, settings=_settings(form, tournament), prizes=lists.prizes.prizes(),
            extra=lists.extra.extra_prizes() if "extra-TOTAL_FORMS" in request.POST else None,
            table_count=form.cleaned_data["table_count"], version=number_or_none(request.POST.get("version")),
            request_key=request_key(request),
        )  # fmt: skip
    except ServiceError as error:
        form.show(error.problems)
        return _page(request, form, lists, state, status=error.status)
    messages.success(request, _("Die Ausschreibung ist gespeichert."))
    return redirect("settings", slug=tournament.slug)


def _settings(form: SettingsForm, tournament: Tournament) -> dict[str, Any]:
    """What the form says; other rules begin without the changes made to the old ones."""
    settings = form.settings()
    if settings["rules_preset"] != tournament.rules_preset:
        settings["rules_changed"] = {}
    return settings


def _wished(request: GuardedRequest, state: SettingsState) -> dict[str, Any]:
    """A larger field that the desk proposed, filled in but not saved."""
    size = number_or_none(request.GET.get("cards_offered"))
    return {"cards_offered": size} if size and "cards_offered" not in state.fixed else {}


def _all_valid(form: SettingsForm, lists: Lists) -> bool:
    return all([form.is_valid(), lists.prizes.is_valid(), lists.extra.is_valid()])


def _guess(request: GuardedRequest) -> str:
    """Where phones might find this program."""
    return links.guess(request.get_host(), request.scheme or "http")


def _page(
    request: GuardedRequest,
    form: SettingsForm,
    lists: Lists,
    state: SettingsState | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form, "rows": lists.prizes, "extra": lists.extra, "state": state, "guess": _guess(request),
        "rankings": known_rankings(getattr(request, "tournament", None)),
    }  # fmt: skip
    return render(request, "settings/edit.html", context, status=status)
