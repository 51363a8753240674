"""What people see when something does not work: what happened, that nothing was lost, and what to do."""

import errno
import sys
from collections.abc import Callable

from django.db import DatabaseError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournament.services.errors import ServiceError

#: What SQLite and PostgreSQL (SQLSTATE 53100) say when nothing can be written any more.
DISK_FULL = (
    "disk is full", "no space left", "could not extend file", "disk i/o error", "readonly database",
    "unable to open database file",
)  # fmt: skip
#: ... when the file cannot be understood any more.
DAMAGED = ("malformed", "not a database", "invalid page")
#: ... and when somebody else writes for too long (55P03, 40P01, 40001).
BUSY = ("locked", "busy", "lock timeout", "deadlock", "could not serialize", "canceling statement")


class ServiceErrorMiddleware:
    """Turns refusals of the services, and a database that cannot write, into pages that help."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer for exceptions that have one; None leaves the others to Django."""
        if isinstance(exception, ServiceError):
            return service_error(request, exception)
        return _database_trouble(request, exception)


def _database_trouble(request: HttpRequest, exception: BaseException | None) -> HttpResponse | None:
    if _is_disk_full(exception):
        return unavailable(request, disk_full=True)
    if isinstance(exception, DatabaseError) and _says(exception, DAMAGED):
        return _without_database(request, "errors/damaged", retry_after="60")
    if isinstance(exception, OperationalError) and _says(exception, BUSY):
        return unavailable(request, disk_full=False)
    return None


def service_error(request: HttpRequest, error: ServiceError) -> HttpResponse:
    """All problems at once, with the status that fits; for htmx the part that goes into #problems."""
    context = {
        "problems": error.problems,
        "status": error.status,
        "title": _title(error.status),
        "back": back_address(request),
    }
    if getattr(request, "htmx", False):
        name = "components/conflict.html" if error.status == 409 else "components/problem_list.html"
        answer = _part(render(request, name, context, status=error.status))
        return look_again(answer) if error.status == 409 else answer
    name = "errors/conflict.html" if error.status == 409 else "errors/problems.html"
    return render(request, name, context, status=error.status)


def look_again(answer: HttpResponse) -> HttpResponse:
    """The living parts of the page are asked for at once: something was recorded, by this person or by a faster one."""
    answer["HX-Trigger"] = "result-recorded"
    return answer


def unavailable(request: HttpRequest, *, disk_full: bool) -> HttpResponse:
    """503 without touching the database: the disk is full, or another program holds it."""
    if disk_full:
        return _without_database(request, "errors/disk_full", retry_after="60")
    return _without_database(request, "errors/busy", retry_after="5")


def _without_database(request: HttpRequest, name: str, *, retry_after: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        answer = _part(HttpResponse(render_to_string(f"{name}_part.html"), status=503))
    else:
        answer = HttpResponse(render_to_string(f"{name}.html"), status=503)
    answer["Retry-After"] = retry_after
    return answer


def back_address(request: HttpRequest) -> str:
    """Where the person came from, if that was a page of ours; else the start page."""
    came_from = request.headers.get("Referer", "")
    if came_from and url_has_allowed_host_and_scheme(came_from, allowed_hosts={request.get_host()}):
        return came_from
    return reverse("home")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler400."""
    return HttpResponse(render_to_string("errors/400.html"), status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler403."""
    return render(request, "errors/403.html", {"needed": []}, status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """handler404; a sentence given with Http404 is shown, Django's own details are not."""
    said = exception.args[0] if exception is not None and exception.args and isinstance(exception.args[0], str) else ""
    ours = said if said and not said.startswith(("No ", "Page ")) else ""
    return render(request, "errors/404.html", {"said": ours}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """handler500: needs neither context nor database. Sessions are saved when views are through: trouble of then comes here."""
    return _database_trouble(request, sys.exception()) or HttpResponse(render_to_string("errors/500.html"), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without a valid token: most often a page that stood open since yesterday, or refused cookies."""
    answer = render(request, "errors/csrf.html", {"back": back_address(request)}, status=403)
    return _part(answer) if getattr(request, "htmx", False) else answer


def _part(answer: HttpResponse) -> HttpResponse:
    """Shown in the page's place for problems, whatever the form meant to replace."""
    answer["HX-Retarget"] = "#problems"
    answer["HX-Reswap"] = "innerHTML show:top"
    return answer


def _title(status: int) -> str:
    titles = {
        403: _("Dafür reicht Ihre Berechtigung nicht"),
        404: _("Das gibt es hier nicht"),
        409: _("Inzwischen hat sich etwas geändert"),
    }
    return titles.get(status, _("So geht es nicht – nichts wurde geändert"))


def _is_disk_full(exception: BaseException | None) -> bool:
    if isinstance(exception, OSError) and exception.errno in {errno.ENOSPC, errno.EDQUOT, errno.EROFS}:
        return True
    return isinstance(exception, OperationalError) and _says(exception, DISK_FULL)


def _says(exception: BaseException, words: tuple[str, ...]) -> bool:
    text = str(exception).lower()
    return any(word in text for word in words)
