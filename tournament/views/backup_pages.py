"""Backups on the screen: what is there, made now, downloaded, brought from elsewhere, put back."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth import logout
from django.db import connection
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournament.models import Tournament
from tournament.services import backup_uploads, backups, restoring
from tournament.services.backup_contents import Contents, contents
from tournament.services.backups import Backup, BackupError, Why
from tournament.services.errors import Problem, ServiceError

from .asked import GuardedRequest

WHY = {
    Why.BY_HAND: gettext_noop("von Hand"),
    Why.DRAW: gettext_noop("vor einer Auslosung"),
    Why.ACTIVITY: gettext_noop("von selbst, alle zehn Minuten"),
    Why.UPGRADE: gettext_noop("vor dem Erneuern des Programms"),
    Why.RESTORE: gettext_noop("Stand vor dem Zurückspielen"),
    Why.UPLOAD: gettext_noop("von einem anderen Gerät"),
    Why.UNKNOWN: gettext_noop("nicht bekannt"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list."""

    backup: Backup
    why: str
    contents: Contents


@never_cache
def show(request: GuardedRequest) -> HttpResponse:
    """The list; a POST with `make` makes a backup now."""
    if request.method == "POST" and request.POST.get("make"):
        try:
            backups.backup(why=Why.BY_HAND)
        except BackupError as error:
            return _page(request, (Problem("backup", str(error)),), status=422)
        messages.success(
            request, _("Gesichert. Wer auf Nummer sicher geht, lädt die Datei auf ein anderes Gerät herunter.")
        )
        return redirect("backups")
    return _page(request)


@never_cache
@require_POST
def upload(request: GuardedRequest) -> HttpResponse:
    """A backup that was downloaded here or on another device comes into the list; nothing is put back yet."""
    file = request.FILES.get("backup")
    if file is None or isinstance(file, list):
        return _page(request, (Problem("backup", _("Bitte eine Datei auswählen.")),), status=422)
    try:
        taken = backup_uploads.take_in(file.chunks())
    except ServiceError as error:
        return _page(request, error.problems, status=error.status)
    return redirect("backup-restore", name=taken.path.name)


@never_cache
@require_GET
def download(request: GuardedRequest, name: str) -> FileResponse:
    """The file itself. It holds everything: names, the cash book, the secrets of draws to come."""
    return FileResponse(_find(name).path.open("rb"), as_attachment=True, filename=name)


@never_cache
def restore(request: GuardedRequest, name: str) -> HttpResponse:
    """What going back would cost, and going back: only with the word typed."""
    chosen = _find(name)
    if connection.vendor != "sqlite":
        return _archives_page(request, chosen)
    if request.method != "POST":
        return _restore_page(request, chosen)
    if request.POST.get("confirm", "").strip().casefold() != _word():
        wrong = _("Zur Bestätigung bitte genau %(word)s eintippen.") % {"word": _word()}
        return _restore_page(request, chosen, (Problem("confirm", wrong),), status=422)
    try:
        restoring.restore(chosen, request.actor)
    except ServiceError as error:
        return _restore_page(request, chosen, error.problems, status=error.status)
    logout(request)
    said = _("Es gilt wieder der Stand von %(at)s. Der Stand davor ist gesichert. Bitte neu anmelden.")
    messages.success(request, said % {"at": _moment(chosen)})
    return redirect("login")


def _word() -> str:
    return _("zurückspielen")


def _moment(backup: Backup) -> str:
    return f"{timezone.localtime(backup.at):%d.%m.%Y %H:%M}"


def _find(name: str) -> Backup:
    found = next((each for each in backups.status().backups if each.path.name == name), None)
    if found is None:
        raise Http404(_("Diese Sicherung gibt es nicht mehr."))
    return found


def _row(backup: Backup) -> Row:
    return Row(backup, _(WHY[backup.why]), contents(backup.path))


def _page(request: GuardedRequest, problems: tuple[Problem, ...] = (), *, status: int = 200) -> HttpResponse:
    now = backups.status()
    context = {
        "rows": [_row(each) for each in now.backups], "failure": now.failure, "problems": problems,
        "folder": backups.folder(), "sqlite": connection.vendor == "sqlite", "kept": backups.KEPT,
    }  # fmt: skip
    return render(request, "director/backups.html", context, status=status)


def _restore_page(
    request: GuardedRequest, chosen: Backup, problems: tuple[Problem, ...] = (), *, status: int = 200
) -> HttpResponse:
    losses: tuple[restoring.Loss, ...] = ()
    try:
        losses = restoring.losses(chosen)
    except ServiceError as error:
        problems, status = problems or error.problems, max(status, error.status)
    context = {"row": _row(chosen), "losses": losses, "problems": problems, "word": _word()}
    return render(request, "director/backup_restore.html", context, status=status)


def _archives_page(request: GuardedRequest, chosen: Backup) -> HttpResponse:
    """PostgreSQL: its archives one by one, beside what is there; the database as a whole is the business of who runs it."""
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and (slug := request.POST.get("slug", "")):
        try:
            backup_uploads.take_archive(chosen, slug, request.actor)
        except ServiceError as error:
            problems = error.problems
        else:
            messages.success(request, _("Das Archiv ist geprüft und eingelesen."))
            return redirect("overview", slug=slug)
    here = set(Tournament.objects.values_list("slug", flat=True))
    context = {"row": _row(chosen), "here": here, "problems": problems}
    return render(request, "director/backup_archives.html", context, status=422 if problems else 200)
