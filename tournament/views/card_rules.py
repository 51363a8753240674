"""The card rules of a tournament: edited field by field, and read as a rule sheet."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.rules import PRESETS
from scoring.sentences import display_name, rule_sheet
from tournament.forms.card_rules import CardRulesForm
from tournament.forms.settings import round_name
from tournament.models import Role, Tournament
from tournament.queries.settings import fixed_fields
from tournament.services import tournaments
from tournament.services.errors import ServiceError
from tournament.services.tallies import rules_of

from .asked import GuardedRequest, number_or_none, request_key

LANGUAGES = ("de", "en")


@never_cache
def edit(request: GuardedRequest) -> HttpResponse:
    """The rules as a form; another preset first fills it in, and is saved only then."""
    tournament = request.tournament
    stored = rules_of(tournament)
    locked = fixed_fields(tournament).get("rules_preset", "")
    if request.method != "POST":
        return _page(request, CardRulesForm(start=stored, locked=locked), locked)
    preset = request.POST.get("preset", "")
    if preset in PRESETS and preset != request.POST.get("shown_preset"):
        return _page(
            request,
            CardRulesForm(start=stored if preset == stored.preset else PRESETS[preset], locked=locked),
            locked,
            filled_in=True,
        )
    form = CardRulesForm(request.POST, start=stored)
    valid = form.is_valid()
    if "check" in request.POST:
        return render(request, "director/_rules_changed.html", {"form": form})
    if not valid:
        return _page(request, form, locked, status=422)
    try:
        tournaments.change_settings(
            tournament=tournament, actor=request.actor, settings=form.settings(),
            version=number_or_none(request.POST.get("version")), request_key=request_key(request),
        )  # fmt: skip
    except ServiceError as error:
        form.show(error.problems)
        return _page(request, form, locked, status=error.status)
    messages.success(request, _("Die Kartenregeln sind gespeichert."))
    return redirect("rules-edit", slug=tournament.slug)


def _page(
    request: GuardedRequest, form: CardRulesForm, locked: str, *, filled_in: bool = False, status: int = 200
) -> HttpResponse:
    request.page = "settings"
    context = {"form": form, "locked": locked, "filled_in": filled_in, "shown_preset": form["preset"].value()}
    return render(request, "director/rules_edit.html", context, status=status)


def sheet(request: HttpRequest) -> HttpResponse:
    """The rule sheet, to be read and to be printed, in the reader's language or the one that is asked for."""
    tournament: Tournament = request.tournament  # type: ignore[attr-defined]
    asked = request.GET.get("lang", "")
    language = asked if asked in LANGUAGES else (get_language() or "de")[:2]
    with override(language):
        rules = rules_of(tournament)
        context: dict[str, Any] = {
            "name": display_name(rules, language),
            "paragraphs": rule_sheet(rules, language),
            "match": _match_sentences(tournament),
            "language": language,
            "other": "en" if language == "de" else "de",
            "paper_language": tournament.paper_language,
            "may_edit": Role.DIRECTOR in request.roles,  # type: ignore[attr-defined]
        }
        return render(request, "public/rules.html", context)


def _match_sentences(tournament: Tournament) -> list[str]:
    """How many Bummerl win a match, with the rounds that are different."""
    word = tournament.bummerl_word or _("Bummerl")
    said = [
        _("Eine Partie gewinnt, wer zuerst %(count)s %(word)s gewonnen hat.")
        % {"count": tournament.bummerl_to_win, "word": word}
    ]
    for size, count in sorted(tournament.bummerl_overrides.items(), key=lambda item: int(item[0])):
        said.append(
            _("%(round)s: %(count)s %(word)s.") % {"round": round_name(int(size)), "count": count, "word": word}
        )
    return said
