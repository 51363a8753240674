"""The Ausschreibung as one page saves it: settings, prizes and tables together, or nothing of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import GameTable, RequestRecord, Scope, State, Tournament, User

from . import prizes as prize_list
from . import tournaments
from .base import Actor, require_role, require_version, touch, use_case
from .errors import Conflict, Problem, Refused, refuse, refuse_all
from .journal import Note, log
from .prizes import ExtraPrizeData, PrizeData
from .tournaments import Saved

MOST_TABLES = 200
_CREATE = "announcement.create"


def create(
    *,
    actor: Actor,
    slug: str,
    settings: Mapping[str, Any],
    prizes: Sequence[PrizeData],
    extra: Sequence[ExtraPrizeData] = (),
    table_count: int,
    created_by: User | None = None,
    request_key: str | None = None,
) -> Saved:
    """Write a tournament down with its prizes; raises Refused with every problem. The same request twice makes one."""
    with transaction.atomic():
        if request_key and (done := RequestRecord.objects.filter(key=request_key).select_related("tournament").first()):
            if done.use_case != _CREATE or done.tournament is None:
                raise Conflict(
                    Problem("request_key", _("Diese Eingabe wurde schon anders verwendet. Bitte die Seite neu laden."))
                )
            return Saved(done.tournament.slug, done.tournament.version)
        tournaments.create(
            actor=actor, slug=slug, settings=settings, table_count=table_count, created_by=created_by
        )  # fmt: skip
        tournament = Tournament.objects.get(slug=slug)
        if differs(tournament, prizes):
            prize_list.set_prizes(tournament=tournament, actor=actor, prizes=prizes)
        if extra:
            prize_list.set_extra_prizes(tournament=tournament, actor=actor, prizes=extra)
        if request_key:
            RequestRecord.objects.create(tournament=tournament, key=request_key, use_case=_CREATE, at=clock.now())
        tournament.refresh_from_db(fields=["version"])
    return Saved(slug, tournament.version)


@use_case
def change(
    *,
    tournament: Tournament,
    actor: Actor,
    settings: Mapping[str, Any],
    prizes: Sequence[PrizeData] | None = None,
    extra: Sequence[ExtraPrizeData] | None = None,
    table_count: int | None = None,
    version: int | None = None,
    request_key: str | None = None,
) -> Saved:
    """Change settings, prizes and number of tables together: all of it, or nothing and every problem of each part."""
    require_role(actor)
    require_version(version, tournament.version)
    steps: list[Callable[[], object]] = [
        lambda: tournaments.change_settings(tournament=tournament, actor=actor, settings=settings)
    ]
    if prizes is not None and differs(tournament, prizes):
        steps.append(lambda: prize_list.set_prizes(tournament=tournament, actor=actor, prizes=prizes))
    if extra is not None and extra_differs(tournament, extra):
        steps.append(lambda: prize_list.set_extra_prizes(tournament=tournament, actor=actor, prizes=extra))
    if table_count is not None:
        steps.append(lambda: set_tables(tournament=tournament, actor=actor, count=table_count))
    problems: list[Problem] = []
    for step in steps:
        try:
            step()
        except Refused as refusal:
            problems += refusal.problems
    refuse_all({problem.code: problem for problem in problems}.values())
    tournament.refresh_from_db(fields=["version"])
    return Saved(tournament.slug, tournament.version)


@use_case
def set_tables(*, tournament: Tournament, actor: Actor, count: int, request_key: str | None = None) -> Saved:
    """Have tables 1 ... count. Refused for a number out of range, and while a match stands at a table that would go."""
    require_role(actor)
    if not 1 <= count <= MOST_TABLES:
        raise refuse("table_count", _("1 bis %(most)s Tische.") % {"most": MOST_TABLES})
    numbers = list(tournament.tables.order_by("number").values_list("number", flat=True))
    if numbers == list(range(1, count + 1)):
        return Saved(tournament.slug, tournament.version)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    going = tournament.tables.filter(number__gt=count)
    if used := tournament.matches.filter(table__in=going).values_list("table__number", flat=True).first():
        raise refuse("table_count", _("Am Tisch %(number)s ist schon gespielt worden; er bleibt.") % {"number": used})
    going.delete()
    missing = sorted(set(range(1, count + 1)) - set(numbers))
    GameTable.objects.bulk_create([GameTable(tournament=tournament, number=number) for number in missing])
    before, after = {"tables": len(numbers)}, {"tables": count}
    log(tournament, actor, Note(JournalKind.TABLE, "tournament", before=before, after=after))
    touch(tournament, [Scope.ROUND, Scope.BOARD])
    return Saved(tournament.slug, tournament.version)


def differs(tournament: Tournament, prizes: Sequence[PrizeData]) -> bool:
    """Whether the list of prizes of the main ranking is another one than the stored one. One query."""
    stored = tournament.prizes.filter(ranking=None).order_by("place")
    found = [PrizeData(p.place, p.description, p.value, p.sponsor) for p in stored]
    return found != sorted(prizes, key=lambda prize: prize.place)


def extra_differs(tournament: Tournament, prizes: Sequence[ExtraPrizeData]) -> bool:
    """Whether the list of prizes of the extra rankings is another one than the stored one. One query."""
    stored = tournament.prizes.exclude(ranking=None).order_by("ranking", "place")
    found = [ExtraPrizeData(p.ranking or "", p.description, p.value, p.sponsor) for p in stored]
    return found != sorted(prizes, key=lambda prize: prize.ranking)
