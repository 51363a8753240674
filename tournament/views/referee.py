"""The referee's help: what a disputed deal is worth under this tournament's rules, and the replay of the cards played."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.findings import RecordError, text
from scoring.options import Reason
from scoring.sentences import display_name
from scoring.situation import Ending
from tournament.domain.deal_examples import ExampleKey, examples
from tournament.domain.disputed_deal import decide
from tournament.domain.drawn_deal import DrawnDeal, draw_deal
from tournament.forms.referee import DealForm, SituationForm
from tournament.services.tallies import rules_of

from .asked import GuardedRequest, number_or_none


def _language() -> str:
    return get_language() or "de"


def situation(request: GuardedRequest) -> HttpResponse:
    """A disputed deal by its situation. Nothing is stored: the answers stand in the address."""
    rules = rules_of(request.tournament)
    form = SituationForm(request.GET, rules=rules)
    answers = form.answers()
    verdict = None if answers is None else decide(rules, form.case, answers, _language())
    context: dict[str, Any] = {
        "form": form, "verdict": verdict, "rules_name": display_name(rules, _language()), "only_games": rules.only_games,
        "tab": "situation",
    }  # fmt: skip
    if verdict is not None:
        context |= {
            "winner": _winner(form.case.ending, verdict.winner), "reason": _reason(verdict.reason),
            "findings": [text(found, _language()) for found in verdict.findings], "carries": rules.tie == "carry_one",
        }  # fmt: skip
    part = request.headers.get("HX-Target", "")
    name = {"situation": "_situation", "verdict": "_verdict"}.get(part, "referee")
    return render(request, f"scorer/{name}.html", context)


def deal(request: GuardedRequest) -> HttpResponse:
    """The replay of a deal as typed; an example is asked for in the address. Nothing is stored."""
    rules = rules_of(request.tournament)
    wanted = request.GET.get("beispiel", "")
    example = (
        next((each for each in examples(rules) if each.key == wanted), None) if wanted in set(ExampleKey) else None
    )
    given: Any = request.POST if request.method == "POST" else None
    if example is not None and given is None:
        given = {name: getattr(example.typed, name) for name in ("forehand", "hand_a", "hand_b", "talon", "moves")}
    form = DealForm(given, rules=rules)
    at = number_or_none(request.POST.get("at"))
    drawn, findings = _replayed(form, at) if form.is_bound and form.is_valid() else (None, ())
    context: dict[str, Any] = {
        "form": form, "drawn": drawn, "findings": drawn.findings if drawn else findings, "examples": examples(rules),
        "rules_name": display_name(drawn.rules if drawn else rules, _language()), "only_games": rules.only_games, "tab": "deal",
    }  # fmt: skip
    if drawn is not None:
        context |= {
            "reason": _reason(drawn.verdict.reason), "before": drawn.position.move - 1, "after": drawn.position.move + 1,
            "first_finding": next((found for found in drawn.findings if found.is_error and found.move == drawn.first_wrong), None),
        }  # fmt: skip
    status = 422 if form.is_bound and (form.errors or drawn is None) else 200
    return render(request, "scorer/referee_deal.html", context, status=status)


def _replayed(form: DealForm, at: int | None) -> tuple[DrawnDeal | None, tuple[Any, ...]]:
    """The replay, or the findings why there is none; a record that cannot be read is an error of its field."""
    if form.record is None:
        return None, ()
    try:
        drawn = draw_deal(form.record, form.rules, at=at, language=_language())
    except RecordError as error:
        form.add_error("record_text" if form.cleaned_data["record_text"] else "moves", text(error.finding, _language()))
        return None, ()
    return (drawn, ()) if isinstance(drawn, DrawnDeal) else (None, drawn)


def _winner(ending: Ending, winner: int | None) -> str:
    """Whom the points are for."""
    if winner is None:
        return ""
    if winner == 1:
        return _("für den Gegner")
    return {
        Ending.CLAIM: _("für den, der sich ausgemeldet hat"),
        Ending.REVOKE: _("für den, der Renonce gemacht hat"),
        Ending.PLAYED_OUT: _("für den, der den letzten Stich gemacht hat"),
    }[ending]


def _reason(reason: Reason | None) -> str:
    """Why a deal ended as it did, in a few words."""
    words = {
        Reason.CLAIM: _("richtig ausgemeldet"), Reason.CLOSE: _("zugedreht und ausgemeldet"), Reason.CLOSE_FAILED: _("zugedreht und nicht geschafft"),
        Reason.FALSE_CLAIM: _("falsch ausgemeldet"), Reason.REVOKE: _("Renonce"), Reason.LAST_TRICK: _("letzter Stich"),
        Reason.COUNTED: _("mehr Augen"), Reason.TIE: _("unentschieden"),
    }  # fmt: skip
    return "" if reason is None else words[reason]
