"""Printing: the page with all sheets, making one, looking at it again."""

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.domain.sheets import Options, SheetName
from tournament.forms.printouts import PrintForm
from tournament.models import Role
from tournament.printing.catalogue import KINDS, prepare
from tournament.printing.sheet import Progress
from tournament.printing.state import sheet_states
from tournament.queries import printouts as stored
from tournament.queries.printing import NothingToPrint
from tournament.services import printouts
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest, number_or_none, request_key

_SECONDS = 120


def allowed_sheets(roles: frozenset[Role]) -> tuple[SheetName, ...]:
    """The sheets these roles may print, in the order of the evening."""
    return tuple(name for name in SheetName if Role.DIRECTOR in roles or printouts.ROLES[name] & roles)


@never_cache
@require_GET
def page(request: GuardedRequest) -> HttpResponse:
    """All sheets: what can be printed, what was, what is no longer true; `?fertig=12` shows the printout just made on top."""
    return _page(request)


@require_POST
def make(request: GuardedRequest) -> HttpResponse:
    """Print: set the sheet, keep it, show where it lies."""
    form = PrintForm(request.POST, tournament=request.tournament)
    if not form.is_valid():
        problems = [Problem(name, str(text)) for name, texts in form.errors.items() for text in texts]
        return _page(request, problems, status=422)
    try:
        made = _make(request, SheetName(form.cleaned_data["sheet"]), form.options())
    except NothingToPrint as reason:
        return _page(request, [Problem("nothing", str(reason))], status=409)
    except ServiceError as error:
        return _page(request, error.problems, status=error.status)
    answer = redirect("print", slug=request.tournament.slug)
    answer["Location"] += f"?fertig={made.number}"
    return answer


@never_cache
@require_GET
def document(request: GuardedRequest, number: int) -> HttpResponse:
    """The printout as it was made; `?laden` offers it as a file."""
    row = stored.one(request.tournament, number)
    if row is None or row.sheet not in allowed_sheets(request.roles):
        raise Http404(_("Diesen Ausdruck gibt es nicht."))
    if not row.pdf:
        raise Http404(
            _(
                "Dieses Blatt wurde gelöscht, als die Namen gelöscht wurden. Es lässt sich neu drucken, mit Startnummern."
            )
        )
    answer = HttpResponse(bytes(row.pdf), content_type="application/pdf")
    how = "attachment" if "laden" in request.GET else "inline"
    answer["Content-Disposition"] = f'{how}; filename="{stored.file_name(row, request.tournament.slug)}"'
    return answer


@never_cache
@require_GET
def progress(request: HttpRequest, key: str) -> HttpResponse:
    """How far the printing with this request key is."""
    done, total = cache.get(f"print-{key}", (0, 0))
    return JsonResponse({"done": done, "total": total})


def _make(request: GuardedRequest, sheet: SheetName, options: Options) -> printouts.Made:
    if sheet not in KINDS:
        raise NothingToPrint(_("Dieses Blatt kann noch nicht gedruckt werden."))
    key = request_key(request)
    prepared = prepare(request.tournament, sheet, options, _reporting(key))
    return printouts.make(tournament=request.tournament, actor=request.actor, prepared=prepared, request_key=key)


def _reporting(key: str | None) -> Progress | None:
    """Where the page that waits can ask how far it is."""
    if key is None:
        return None
    return lambda done, total: cache.set(f"print-{key}", (done, total), _SECONDS)


def _page(request: GuardedRequest, problems: object = (), *, status: int = 200) -> HttpResponse:
    request.page = "print"
    sheets = allowed_sheets(request.roles)
    lines = stored.printouts(request.tournament, sheets)
    ready = number_or_none(request.GET.get("fertig"))
    context = {
        "sheets": sheet_states(request.tournament, sheets), "lines": lines[: stored.MOST], "more": max(0, len(lines) - stored.MOST),
        "rounds": stored.round_choices(request.tournament), "draws": stored.draw_choices(request.tournament), "problems": problems,
        "ready": next((line for line in lines if line.number == ready), None), "person": number_or_none(request.GET.get("person")),
    }  # fmt: skip
    return render(request, "staff/print.html", context, status=status)
