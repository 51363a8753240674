"""The archive of a tournament: downloaded, and read back in."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.domain.archive import MAX_BYTES, ArchiveError
from tournament.models import State
from tournament.services import archives
from tournament.services.errors import Problem, ServiceError
from tournament.translated import said

from .asked import GuardedRequest


def export(request: GuardedRequest) -> HttpResponse:
    """The page of the archive; a POST downloads it, with the secret of a running tournament only by explicit choice."""
    tournament = request.tournament
    if request.method != "POST":
        return render(request, "director/export.html", {"finished": tournament.state == State.FINISHED})
    with_secret = request.POST.get("secret") == "on"
    text = archives.export_archive(tournament.slug, with_secret=with_secret)
    answer = HttpResponse(text.encode("utf-8"), content_type="application/json; charset=utf-8")
    name = f"{tournament.slug}-mit-geheimnis.json" if with_secret else f"{tournament.slug}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def read_in(request: GuardedRequest) -> HttpResponse:
    """Upload an archive; whatever is wrong with it is said, and then nothing was changed."""
    if request.method != "POST":
        return render(request, "director/import.html")
    try:
        slug = archives.import_archive(_uploaded(request), request.actor.name)
    except ArchiveError as error:
        return _refused(request, (Problem("archive", said(error)),), 422)
    except ServiceError as error:
        return _refused(request, error.problems, error.status)
    messages.success(request, _("Das Archiv ist geprüft und eingelesen."))
    return redirect("overview", slug=slug)


def _uploaded(request: GuardedRequest) -> bytes:
    file = request.FILES.get("archive")
    if file is None or isinstance(file, list):
        raise ArchiveError(_("Bitte eine Datei auswählen."))
    if (file.size or 0) > MAX_BYTES:
        raise ArchiveError(_("Die Datei ist zu groß für ein Archiv (über 100 MB)."))
    data: bytes = file.read()
    return data


def _refused(request: GuardedRequest, problems: tuple[Problem, ...], status: int) -> HttpResponse:
    return render(request, "director/import.html", {"problems": problems}, status=status)
