"""Results from the phones that wait for the desk: one key confirms the oldest."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.queries.phones import waiting_reports
from tournament.services import phone_reports, results
from tournament.services.errors import ServiceError

from .asked import GuardedRequest, number_or_none, request_key


def show(request: GuardedRequest) -> HttpResponse:
    """The list, the oldest first and with the cursor on it."""
    return render(request, "scorer/phone_reports.html", _context(request) | {"whole": True})


def live(request: GuardedRequest) -> HttpResponse:
    """The list alone, as it is now."""
    return render(request, "scorer/_phone_reports.html", _context(request))


@require_POST
def settle(request: GuardedRequest, serial: int) -> HttpResponse:
    """Confirm what was reported, or throw it away; whoever is second is told."""
    rejects = request.POST.get("action") == "reject"
    seen = number_or_none(request.POST.get("report"))
    act = phone_reports.reject if rejects else phone_reports.confirm
    try:
        act(
            tournament=request.tournament, actor=request.actor, match=serial, report=seen,
            request_key=request_key(request, serial, seen),
        )  # fmt: skip
    except ServiceError as error:
        return render(
            request, "scorer/phone_reports.html", _context(request) | {"problems": error.problems}, status=error.status
        )
    row = results.find(request.tournament, serial)
    text = _("Verworfen: das Handy kann noch einmal melden.") if rejects else _("Eingetragen: %(what)s.")
    messages.success(request, text if rejects else text % {"what": results.in_words(row)})
    return redirect("phone-reports", slug=request.tournament.slug)


def _context(request: GuardedRequest) -> dict[str, object]:
    request.page = "round"
    return {"reports": waiting_reports(request.tournament), "at_once": request.tournament.phone_results_count_at_once}
