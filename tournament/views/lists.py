"""Participant lists: uploaded, looked at, confirmed."""

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.domain.list_words import Column
from tournament.domain.participant_lists import read_list
from tournament.queries.lists import NEW, SKIP, ListPage, list_page
from tournament.services.errors import Problem, ServiceError
from tournament.services.list_files import ListFile, read_list_file
from tournament.services.list_limits import MAX_BYTES, ListFileError
from tournament.services.lists import ListPerson, take_in
from tournament.templatetags.look import euro
from tournament.translated import translated

from . import uploads
from .asked import GuardedRequest, number_or_none, request_key

CHOICES = tuple(column for column in Column if column is not Column.IGNORED)


@never_cache
def upload(request: GuardedRequest) -> HttpResponse:
    """Choose a file; one that is no list is refused with what it is and what to do."""
    request.page = "sale"
    if request.method != "POST":
        return _upload_page(request, ())
    file = request.FILES.get("file")
    if file is None:
        return _upload_page(request, (Problem("file", _("Bitte eine Datei wählen.")),), status=422)
    data = file.read(MAX_BYTES + 1)
    try:
        read_list_file(data)
    except ListFileError as error:
        problems = tuple(Problem("file", translated(message)) for message in error.messages)
        return _upload_page(request, problems, status=422)
    token = uploads.keep(data, name=file.name or "", owner=_owner(request), slug=request.tournament.slug)
    return redirect("list-preview", slug=request.tournament.slug, token=token)


@never_cache
def preview(request: GuardedRequest, token: str) -> HttpResponse:
    """What the list would bring; confirmed, everything is taken in at once."""
    request.page = "sale"
    kept = uploads.find(token, owner=_owner(request), slug=request.tournament.slug)
    if kept is None:
        problem = Problem(
            "gone", _("Diese Liste ist schon übernommen oder nicht mehr da. Sonst bitte noch einmal hochladen.")
        )
        return _upload_page(request, (problem,), status=404)
    file = read_list_file(kept.data)
    asked = request.POST if request.method == "POST" else request.GET
    page = _page(request, file, asked)
    problems: tuple[Problem, ...] = ()
    if request.method == "POST" and not page.asked:
        try:
            return _take_in(request, token, file, page)
        except ServiceError as error:
            problems = error.problems
    elif request.method == "POST":
        problems = (Problem("namesake", _("Bitte bei jeder Zeile mit gleichem Namen sagen, wer es ist.")),)
    context = {
        "shown": page, "file": file, "name": kept.name, "token": token, "problems": problems, "choices": CHOICES,
        "columns": [column.name for column in page.preview.columns], "chosen": asked.getlist("c"),
        "new": NEW, "skip": SKIP,
    }  # fmt: skip
    return render(request, "desk/list_preview.html", context, status=422 if problems else 200)


def _page(request: GuardedRequest, file: ListFile, asked: QueryDict) -> ListPage:
    columns = [Column[name] for name in asked.getlist("c")[:50] if name in Column.__members__] or None
    read = read_list(file.rows, columns=columns, max_cards_per_person=request.tournament.max_cards_per_person)
    chosen = {}
    for name, value in asked.items():
        line = number_or_none(name.removeprefix("line-")) if name.startswith("line-") else None
        if line and (value in {NEW, SKIP} or number_or_none(value)):
            chosen[line] = str(value)
    return list_page(request.tournament, read, file.fingerprint, chosen)


def _take_in(request: GuardedRequest, token: str, file: ListFile, page: ListPage) -> HttpResponse:
    rows = [
        ListPerson(line.entry, None if line.choice == NEW else int(line.choice))
        for line in page.lines if line.choice != SKIP
    ]  # fmt: skip
    taken = take_in(
        tournament=request.tournament, actor=request.actor, rows=rows, fingerprint=file.fingerprint,
        again=bool(request.POST.get("again")), request_key=request_key(request, file.fingerprint),
    )  # fmt: skip
    uploads.forget(token, owner=_owner(request), slug=request.tournament.slug)
    text = _("Übernommen: %(people)s neue Personen, %(sold)s Karten verkauft (%(amount)s), %(reserved)s reserviert.")
    values = {"people": taken.people, "sold": taken.sold, "amount": euro(taken.money), "reserved": taken.reserved}
    messages.success(request, text % values)
    return redirect("people", slug=request.tournament.slug)


def _upload_page(request: GuardedRequest, problems: tuple[Problem, ...], *, status: int = 200) -> HttpResponse:
    return render(request, "desk/list_import.html", {"problems": problems}, status=status)


def _owner(request: GuardedRequest) -> int:
    return request.user.pk or 0
