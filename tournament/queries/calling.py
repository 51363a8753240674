"""The hall as it is now: open matches, tables, whom to call next, when the round will be over. Rows in, `domain.calling` out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain import calling, forecast
from tournament.domain.calling import Line, OpenMatch, Where
from tournament.domain.forecast import Forecast, PlayedMatch
from tournament.domain.result_line import Code
from tournament.models import LIVE, Outcome, Side, Tournament

from .labels import NOBODY, Label, labels_of

#: So many of the latest results say how long a match takes.
MEASURED = 300
#: So many matches are proposed at a time.
PROPOSED = 4
#: Somebody has called, or said that a match is being played.
CALLED = ~Q(table=None) | ~Q(called_at=None) | ~Q(started_at=None)
#: Who plays, by a card or as a person of the placement.
LEFT_START_NUMBER = Coalesce("left_card__owner__start_number", "left_person__start_number")
RIGHT_START_NUMBER = Coalesce("right_card__owner__start_number", "right_person__start_number")


@dataclass(frozen=True, slots=True)
class HallMatch:
    """An open match with names. `table` None: at none, or at any; `missing`: who has not come."""

    serial: int
    code: str
    round: int
    placement: bool
    left: Label
    right: Label
    line: Line
    table: int | None
    missing_side: Side | None
    blocked_by: tuple[tuple[Label, int | None], ...]

    @property
    def is_playing(self) -> bool:
        """It has begun."""
        return self.line.where is Where.PLAYING

    @property
    def is_called(self) -> bool:
        """Its players are on their way."""
        return self.line.where is Where.CALLED

    @property
    def missing(self) -> Label | None:
        """Who of the two has not come."""
        return {None: None, Side.LEFT: self.left, Side.RIGHT: self.right}[self.missing_side]

    @property
    def waiting(self) -> Label | None:
        """Who sits there and waits for the other."""
        return {None: None, Side.LEFT: self.right, Side.RIGHT: self.left}[self.missing_side]

    @property
    def minutes(self) -> int:
        """For so long it has been played, called, or waiting."""
        return int(self.line.for_so_long.total_seconds() // 60)

    @property
    def timer(self) -> str:
        """The same as 3:12."""
        return timer(int(self.line.for_so_long.total_seconds()))

    @property
    def left_to_come(self) -> str:
        """How long the missing player still has, as 6:48; "" without a call."""
        return timer(int(self.line.no_show.left.total_seconds())) if self.line.no_show else ""

    @property
    def too_late(self) -> bool:
        """The time to come is over."""
        return self.line.no_show is not None and self.line.no_show.due


@dataclass(frozen=True, slots=True)
class Proposal:
    """A match that can begin, and the table it could be called to (None: none is free for it)."""

    match: HallMatch
    table: int | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table and the match at it."""

    number: int
    out_of_order: bool
    match: HallMatch | None

    @property
    def is_free(self) -> bool:
        """A match can be called to it."""
        return not self.out_of_order and self.match is None


@dataclass(frozen=True, slots=True)
class HallPage:
    """Everything about open matches. `ready`: all that can begin, the most urgent first; `in_use`: somebody calls or counts
    here, so that "can begin" means something.
    """

    matches: Mapping[int, HallMatch]
    proposals: tuple[Proposal, ...]
    ready: tuple[HallMatch, ...]
    tables: tuple[TableLine, ...]
    forecast: Forecast | None
    owing: tuple[tuple[int, tuple[Label, ...]], ...]
    labels: Mapping[int, Label]
    in_use: bool

    @property
    def called(self) -> tuple[HallMatch, ...]:
        """Called and not begun, the longest waiting first."""
        found = (match for match in self.matches.values() if match.is_called)
        return tuple(sorted(found, key=lambda match: (match.line.since, match.serial)))

    @property
    def playing(self) -> tuple[HallMatch, ...]:
        """Being played, by table, those without one last."""
        found = (match for match in self.matches.values() if match.is_playing)
        return tuple(sorted(found, key=lambda match: (match.table is None, match.table or 0, match.serial)))

    @property
    def free(self) -> tuple[int, ...]:
        """Numbers of the free tables."""
        return tuple(table.number for table in self.tables if table.is_free)

    def of_person(self, start_number: int) -> tuple[HallMatch, ...]:
        """What this person still has to play, the nearest first."""
        nearness = {where: place for place, where in enumerate(Where)}
        own = (match for match in self.matches.values() if start_number in match.line.match.players)
        return tuple(sorted(own, key=lambda match: (nearness[match.line.where], match.line.since, match.serial)))


def timer(seconds: int) -> str:
    """Minutes and seconds: 3:12, 75:00.

    >>> timer(192), timer(5)
    ('3:12', '0:05')
    """
    return f"{seconds // 60}:{seconds % 60:02d}"


def hall_of(tournament: Tournament, *, staff: bool = False, labels: Mapping[int, Label] | None = None) -> HallPage:
    """The hall at this moment: five queries (three where the labels are known already), whatever the size."""
    known = labels if labels is not None else labels_of(tournament, staff=staff)
    now = clock.now()
    places = [
        calling.Table(number, out)
        for number, out in tournament.tables.order_by("number").values_list("number", "out_of_order")
    ]
    played = _played(tournament)
    through = _through(played)
    rows = _open_rows(tournament)
    opened = [_open_match(row, through) for row in rows]
    hall = calling.look(opened, places, now=now, no_show_minutes=tournament.no_show_minutes)
    at = {player: match.table for match in opened if match.is_under_way for player in match.players}
    found = {line.match.id: _named(row, line, known, at) for row, line in zip(rows, hall.lines, strict=True)}
    tables_of = {call.match: call.table for call in hall.calls}
    by_table = {match.table: match for match in found.values() if match.table is not None}
    return HallPage(
        matches=found,
        proposals=tuple(Proposal(found[serial], tables_of.get(serial)) for serial in _first(hall, tables_of)),
        ready=tuple(found[serial] for serial in hall.to_call),
        tables=tuple(TableLine(place.number, place.out_of_order, by_table.get(place.number)) for place in places),
        forecast=forecast.forecast(opened, places, forecast.pace_of(played), now=now),
        owing=_owing(opened, known),
        labels=known,
        in_use=any(match.is_under_way for match in opened)
        or any(match.called_at or match.started_at for match in played),
    )


def _first(hall: calling.Hall, tables_of: Mapping[int, int]) -> tuple[int, ...]:
    """Those that have a table first, each in order of urgency."""
    urgent = sorted(hall.to_call, key=lambda serial: serial not in tables_of)
    return tuple(urgent[:PROPOSED])


def _open_rows(tournament: Tournament) -> list[tuple[object, ...]]:
    rows = tournament.matches.filter(LIVE, outcome=Outcome.OPEN).annotate(
        one=LEFT_START_NUMBER, other=RIGHT_START_NUMBER
    )
    rows = rows.exclude(Q(one=None) | Q(other=None)).order_by("serial")
    return list(
        rows.values_list(
            "serial", "one", "other", "created_at", "bummerl_to_win", "table__number", "called_at", "started_at", "round",
            "stage", "number", "missing_side",
        )
    )  # fmt: skip


def _open_match(row: tuple[object, ...], through: Mapping[int, datetime]) -> OpenMatch:
    serial, left, right, created, to_win, table, called, started, *_rest = row
    # Both are free for it since the later of the two was through with what he played before.
    since = max([created, *(through[player] for player in (left, right) if player in through)])  # type: ignore[index,type-var]
    return OpenMatch(serial, left, right, since, to_win, table, called, started)  # type: ignore[arg-type]


def _played(tournament: Tournament) -> list[PlayedMatch]:
    """The latest matches that were played to their end."""
    rows = tournament.matches.filter(LIVE, outcome=Outcome.PLAYED, decided_at__isnull=False).annotate(
        one=LEFT_START_NUMBER, other=RIGHT_START_NUMBER
    )
    columns = ("one", "other", "created_at", "decided_at", "bummerl_to_win", "called_at", "started_at")
    return [PlayedMatch(*row) for row in rows.order_by("-decided_at", "-serial").values_list(*columns)[:MEASURED]]


def _through(played: list[PlayedMatch]) -> dict[int, datetime]:
    """Start number -> when his last match ended."""
    last: dict[int, datetime] = {}
    for match in played:  # the latest first
        for player in (match.left, match.right):
            last.setdefault(player, match.decided_at)
    return last


def _named(row: tuple[object, ...], line: Line, known: Mapping[int, Label], at: Mapping[int, int | None]) -> HallMatch:
    match = line.match
    round_, stage, number, missing = row[8:]
    return HallMatch(
        serial=match.id, code=str(Code(number, stage != "main")), round=round_, placement=stage != "main",  # type: ignore[arg-type]
        left=known.get(match.left, NOBODY), right=known.get(match.right, NOBODY), line=line, table=match.table,
        missing_side=Side(str(missing)) if missing else None,
        blocked_by=tuple((known.get(player, NOBODY), at.get(player)) for player in line.blocked_by),
    )  # fmt: skip


def _owing(opened: list[OpenMatch], known: Mapping[int, Label]) -> tuple[tuple[int, tuple[Label, ...]], ...]:
    """How many open matches who has, the most first; within a number by start number."""
    groups: dict[int, list[Label]] = {}
    for start, count in sorted(calling.open_counts(opened).items()):
        groups.setdefault(count, []).append(known.get(start, NOBODY))
    return tuple((count, tuple(groups[count])) for count in sorted(groups, reverse=True))


def state_text(match: HallMatch) -> tuple[str, str]:
    """How far a match is, in a few words, and the colour of their pill."""
    if match.is_playing:
        return _("spielt"), "good"
    if match.is_called:
        if match.missing is not None:
            return _("%(name)s fehlt") % {"name": match.missing.short}, "bad"
        return _("gerufen"), "wait"
    if match.blocked_by:
        who, table = match.blocked_by[0]
        text = _("%(name)s spielt noch an %(table)s") if table else _("%(name)s spielt noch")
        return text % {"name": who.short, "table": table}, "wait"
    return _("kann beginnen"), "wait"
