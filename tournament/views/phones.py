"""The phone at a table: the Bummerlzähler of one match, its state, its taps, its result. The link is all the right there is."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import parse_etags
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from tournament import links
from tournament.access import Linked
from tournament.domain import tap_fold
from tournament.forms.phones import ScoreForm
from tournament.models import Match, Side, Tournament
from tournament.queries import phones as query
from tournament.queries.rounds import code_of
from tournament.services import phone_reports, taps
from tournament.services.base import Actor
from tournament.services.errors import Problem, ServiceError
from tournament.services.tallies import rules_of

from .asked import request_key

_DEVICE = re.compile(r"[0-9a-f]{16,32}")
_MOST_BODY = 32 * 1024


class LinkedRequest(HttpRequest):
    """A request that came by a signed link; `linked` is the match."""

    tournament: Tournament
    actor: Actor
    linked: Match


class AskingRequest(HttpRequest):
    """The same, of a phone that asks; `linked` is what it may have seen already."""

    tournament: Tournament
    linked: query.Seen


class WritingRequest(HttpRequest):
    """The same, of a phone that sends: the match is looked for where it is locked."""

    tournament: Tournament


def linked_match(slug: str, number: int) -> Linked | None:
    """What a match's link leads to: one query for match and tournament."""
    match = query.find_match(slug, number)
    return None if match is None else Linked(match.tournament, match)


def linked_seen(slug: str, number: int) -> Linked | None:
    """The same for phones that ask every few seconds: one small query, enough to say that nothing has changed."""
    found = query.find_seen(slug, number)
    return None if found is None else Linked(*found)


def linked_tournament(slug: str, _number: int) -> Linked | None:
    """What taps need before the match is looked for where it is locked: no more than their link is judged by."""
    found = Tournament.objects.filter(slug=slug).only("slug", "psd1_id", "slip_series").order_by().first()
    return None if found is None else Linked(found)


@never_cache
@require_GET
def table(request: LinkedRequest, number: int) -> HttpResponse:
    """The code on a table leads to the match that is being played there now."""
    match = query.match_at(request.tournament, number)
    if match is None:
        return render(request, "table/free.html", {"number": number})
    return redirect(_address(request.tournament, match.serial))


@never_cache
@require_GET
def show(request: LinkedRequest, number: int) -> HttpResponse:
    """The Bummerlzähler; for a match that is over, one sentence that says so."""
    match = request.linked
    if ended := taps.ended_text(request.tournament, match):
        return render(
            request, "table/ended.html",
            {"ended": ended, "code": code_of(match), "result": query.result_text(match), "address": request.path},
        )  # fmt: skip
    state = query.state(match, "", "")
    standing = tap_fold.fold(
        rules_of(request.tournament), match.bummerl_to_win, [tap_fold.read(text) for text in state["entries"]]
    )
    return render(
        request, "table/phone.html",
        {"page": query.phone_page(match), "state": state, "standing": standing, "address": request.path},
    )  # fmt: skip


@require_GET
def state(request: AskingRequest, number: int) -> HttpResponse:
    """Where the match stands, for a phone that asks every few seconds: 304 with the one query of the link if it knows."""
    device = _device(request.GET.get("handy", ""))
    tag = query.etag(request.linked, device)
    known = {each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))}
    if tag.removeprefix("W/") in known:
        return _tagged(HttpResponseNotModified(), tag)
    return _state(request, number, device)


def _writes(
    view: Callable[[WritingRequest, int, str, dict[str, Any]], taps.Delivered | None],
) -> Callable[..., HttpResponse]:
    """A POST of JSON by a phone; the answer is the state as it is afterwards, with what was wrong."""

    @csrf_exempt
    @require_POST
    def answer(request: WritingRequest, number: int) -> HttpResponse:
        given = _json(request)
        device = _device(given.get("phone"))
        if not device:
            return JsonResponse({"problems": [{"code": "unreadable", "text": ""}]}, status=400)
        try:
            done = view(request, number, device, given)
        except (KeyError, TypeError, ValueError):
            return JsonResponse({"problems": [{"code": "unreadable", "text": ""}]}, status=400)
        except ServiceError as error:
            return _state(request, number, device, error.problems, status=error.status)
        if done is not None and done.seen:
            state = query.state_after(done.entries, done.seen, device, term=done.term, last=done.last)
            return _tagged(JsonResponse(state | {"problems": []}), str(state["etag"]))
        problems = (Problem("refused", done.refused),) if done is not None and done.refused else ()
        return _state(request, number, device, problems, status=422 if problems else 200)

    return answer


@_writes
def deliver(request: WritingRequest, number: int, device: str, given: dict[str, Any]) -> taps.Delivered | None:
    """Taps: `{"phone", "players", "term", "taps": [[sequence, "L3"], ...]}`."""
    read = [
        taps.GivenTap(_whole(sequence), tap_fold.read(str(text)))
        for sequence, text in given["taps"][: taps.MOST_AT_ONCE]
    ]
    return taps.deliver(
        tournament=request.tournament, match=number, device=device, term=_whole(given["term"]), taps=read,
        players=_players(given.get("players")),
    )  # fmt: skip


@_writes
def take_over(request: WritingRequest, number: int, device: str, given: dict[str, Any]) -> taps.Delivered | None:
    """This phone counts on: `{"phone", "players"}`."""
    return taps.take_over(
        tournament=request.tournament, match=number, device=device, players=_players(given.get("players"))
    )


@_writes
def report(request: WritingRequest, number: int, device: str, given: dict[str, Any]) -> taps.Delivered | None:
    """The result, confirmed with both names: `{"phone", "players", "winner", "score": [left, right], "key"}`.

    `key` is made by the phone when somebody confirms: the same report delivered again gets its first answer, though
    the desk may have rejected it since. One from before there were keys is judged each time.
    """
    left, right = given["score"]
    phone_reports.report(
        tournament=request.tournament, match=number, device=device,
        winner=Side(given["winner"]), score=(_whole(left), _whole(right)), players=_players(given.get("players")),
        request_key=_key(given.get("key"), number, device),
    )  # fmt: skip
    return None


@csrf_exempt
@never_cache
def report_form(request: LinkedRequest, number: int) -> HttpResponse:
    """Only the score, without a script: choose, see both names, confirm."""
    match = request.linked
    if taps.ended_text(request.tournament, match):
        return redirect(_address(request.tournament, match.serial))
    page = query.phone_page(match)
    form = ScoreForm(request.POST if request.method == "POST" else None, page=page)
    problems: tuple[Problem, ...] = ()
    status = 200
    if request.method == "POST" and form.is_valid() and "confirmed" in request.POST:
        chosen = form.chosen()
        try:
            phone_reports.report(
                tournament=request.tournament, match=match.serial, device="", winner=chosen.winner, score=chosen.score,
                players=request.POST.get("players", ""),
                request_key=request_key(request, match.serial, chosen.winner, chosen.score),
            )  # fmt: skip
            return redirect(_address(request.tournament, match.serial))
        except ServiceError as error:
            problems, status = error.problems, error.status
    context = {"page": page, "form": form, "problems": problems, "address": _address(request.tournament, match.serial)}
    context["players"] = query.seen(match).players
    context["chosen"] = form.chosen() if form.is_bound and form.is_valid() and not problems else None
    return render(request, "table/score.html", context, status=422 if form.is_bound and not form.is_valid() else status)


def _state(
    request: AskingRequest | WritingRequest,
    number: int,
    device: str,
    problems: tuple[Problem, ...] = (),
    *,
    status: int = 200,
) -> HttpResponse:
    """The match as it stands now."""
    match = query.find_standing(request.tournament.slug, number)
    if match is None:
        raise Http404
    found = query.state(match, device, taps.ended_text(match.tournament, match))
    found["problems"] = [{"code": each.code, "text": each.text} for each in problems]
    return _tagged(JsonResponse(found, status=status), str(found["etag"]))


def _tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    answer["ETag"], answer["Cache-Control"] = tag, "no-cache"
    return answer


def _address(tournament: Tournament, serial: int) -> str:
    return links.path(tournament, links.Opens.MATCH, serial)


def _device(text: object) -> str:
    return text if isinstance(text, str) and _DEVICE.fullmatch(text) else ""


def _players(value: object) -> str:
    """Who the phone counts for; "" from a page that was opened before it knew."""
    return value if isinstance(value, str) else ""


def _key(value: object, number: int, device: str) -> str | None:
    """The key of a report as the server remembers it: it holds for this phone at this match; None without a usable one."""
    if not isinstance(value, str) or not _DEVICE.fullmatch(value):
        return None
    return hashlib.sha256(f"report {number} {device} {value}".encode()).hexdigest()


def _whole(value: object) -> int:
    """A whole number of at most nine digits; ValueError for everything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 10**9:
        raise ValueError("no whole number")
    return value


def _json(request: HttpRequest) -> dict[str, Any]:
    if len(request.body) > _MOST_BODY:
        return {}
    try:
        given = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}
