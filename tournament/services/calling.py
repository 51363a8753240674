"""Calling: a match to a table, who has begun, who has not come, which table cannot be used.

An aid, never a duty: players may look for each other themselves, and a result is taken whether its match was called or
not. A table is free as soon as its match is decided; nobody has to say so.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import LIVE, GameTable, Match, Outcome, Role, Scope, Side, State, Tournament

from . import results
from .base import Actor, require_role, touch, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log
from .reports import Report

SCOPES = (Scope.ROUND, Scope.BOARD)
#: Where a page shows a match.
WAITS, CALLED, PLAYS = "waits", "called", "plays"
_UNDER_WAY = ~Q(table=None) | ~Q(called_at=None) | ~Q(started_at=None)


@dataclass(frozen=True, slots=True)
class Called:
    """Where the match stands now; `table` None: it was called to no particular table, or is not called any more."""

    serial: int
    table: int | None


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as it is now."""

    number: int
    out_of_order: bool


@use_case
def call(
    *,
    tournament: Tournament,
    actor: Actor,
    match: int,
    table: int | None,
    seen: str | None = None,
    request_key: str | None = None,
) -> Called:
    """Call an open match (`match` is its serial) to a table, or to any (None); called again it moves there.

    `seen`, here and below: where the page showed it (WAITS, CALLED, PLAYS); Conflict where somebody else has gone on.
    Refused while one of the two plays elsewhere, while somebody else has the table, and where it is out of order.
    """
    require_role(actor, Role.SCORER)
    row = _open(tournament, match)
    _require_seen(row, seen)
    place = None if table is None else _table(tournament, table)
    if place is not None and place.out_of_order:
        raise refuse("out_of_order", _("Tisch %(number)s ist außer Betrieb.") % {"number": place.number})
    _require_free(tournament, row, place)
    before = _state(row)
    if row.called_at is None:
        row.called_at, row.missing_side = clock.now(), None
    row.table = place
    if _state(row) != before:
        _save(tournament, actor, row, "called", before)
    return Called(row.serial, table)


@use_case
def uncall(
    *, tournament: Tournament, actor: Actor, match: int, seen: str | None = None, request_key: str | None = None
) -> Called:
    """Take a call back: the match waits again, its table is free. Nothing happens to one that was not called."""
    require_role(actor, Role.SCORER)
    row = _open(tournament, match)
    _require_seen(row, seen)
    before = _state(row)
    row.table = row.called_at = row.started_at = row.missing_side = None
    if _state(row) != before:
        _save(tournament, actor, row, "taken_back", before)
    return Called(row.serial, None)


@use_case
def start(*, tournament: Tournament, actor: Actor, match: int, request_key: str | None = None) -> Called:
    """Both are there and play, whether they were called or found each other; the first time counts."""
    require_role(actor, Role.SCORER)
    row = _open(tournament, match)
    if row.started_at is None:
        before = _state(row)
        row.started_at, row.missing_side = clock.now(), None
        _save(tournament, actor, row, "started", before)
    return Called(row.serial, row.table.number if row.table else None)


@use_case
def set_missing(
    *, tournament: Tournament, actor: Actor, match: int, side: Side | None, request_key: str | None = None
) -> Called:
    """Note who of a called match has not come; None: he is there after all. Refused for one that was not called, or has begun."""
    require_role(actor, Role.SCORER)
    row = _open(tournament, match)
    if row.called_at is None or row.started_at is not None:
        raise refuse("not_called", _("Fehlen kann nur jemand, der gerufen ist und noch nicht spielt."))
    before = _state(row)
    row.missing_side = None if side is None else side.value
    if _state(row) != before:
        _save(tournament, actor, row, "missing" if side else "came", before)
    return Called(row.serial, row.table.number if row.table else None)


@use_case
def no_show(
    *, tournament: Tournament, actor: Actor, match: int, winner: Side, request_key: str | None = None
) -> results.Recorded:
    """Who was called and has not come loses without a fight; Conflict where he came, or they play, meanwhile."""
    require_role(actor, Role.SCORER)
    row = _open(tournament, match)
    _require_seen(row, CALLED)
    if row.missing_side is None or row.missing_side == winner.value:
        raise _changed()
    report = Report(Outcome.WALKOVER, winner)
    return results.record(tournament=tournament, actor=actor, match=match, report=report)


@use_case
def set_table_state(
    *, tournament: Tournament, actor: Actor, number: int, out_of_order: bool, request_key: str | None = None
) -> TableState:
    """Put a table out of order, or back; a match that is being played there plays on."""
    require_role(actor, Role.SCORER)
    place = _table(tournament, number)
    if place.out_of_order != out_of_order:
        place.out_of_order = out_of_order
        place.save(update_fields=["out_of_order"])
        log(
            tournament, actor,
            Note(
                JournalKind.TABLE, f"table {number}",
                before={"out_of_order": int(not out_of_order)}, after={"out_of_order": int(out_of_order)},
            ),
        )  # fmt: skip
        touch(tournament, SCOPES)
    return TableState(number, out_of_order)


def _require_seen(row: Match, seen: str | None) -> None:
    """Architecture, principle 7: what somebody does on a stale page does not undo what another did meanwhile."""
    now = PLAYS if row.started_at is not None else WAITS if row.called_at is None and row.table_id is None else CALLED
    if seen in (WAITS, CALLED, PLAYS) and seen != now:
        raise _changed()


def _changed() -> Conflict:
    return Conflict(Problem("changed", _("Diese Begegnung hat sich inzwischen geändert.")))


def _open(tournament: Tournament, serial: int) -> Match:
    """The match, if it is still to be played by two; Conflict `decided` if somebody was faster."""
    row = results.find(tournament, serial)
    if row.annulled_with_id is not None:
        raise refuse("annulled", _("Die Auslosung dieser Begegnung ist aufgehoben."))
    if row.outcome != Outcome.OPEN:
        text = _("Begegnung %(number)s ist schon entschieden: %(what)s.")
        raise Conflict(Problem("decided", text % {"number": row.number, "what": results.in_words(row)}))
    if len(_players(row)) < 2:
        raise refuse("waiting", _("Dieses Freilos ist noch für einen Nachkauf offen."))
    if tournament.state != State.RUNNING:
        raise refuse("state", _("Gerufen wird nur, während das Turnier läuft."))
    return row


def _table(tournament: Tournament, number: int) -> GameTable:
    place = tournament.tables.filter(number=number).first()
    if place is None:
        raise NotFound(Problem("table", _("Einen Tisch %(number)s gibt es nicht.") % {"number": number}))
    return place


def _require_free(tournament: Tournament, row: Match, place: GameTable | None) -> None:
    """Nobody else sits at the table, and neither of the two sits at another."""
    two = set(_players(row))
    others = tournament.matches.filter(LIVE, _UNDER_WAY, outcome=Outcome.OPEN).exclude(pk=row.pk)
    for other in others.select_related("table", "left_card__owner", "right_card__owner", "left_person", "right_person"):
        if place is not None and other.table_id == place.pk:
            text = _("An Tisch %(table)s ist schon Begegnung %(number)s.")
            raise Conflict(Problem("taken", text % {"table": place.number, "number": other.number}))
        if busy := two & set(_players(other)):
            name = _players(other)[min(busy)]
            text = _("%(name)s ist noch bei Begegnung %(number)s%(where)s.")
            where = _(" an Tisch %(table)s") % {"table": other.table.number} if other.table else ""
            raise refuse("busy", text % {"name": name, "number": other.number, "where": where})


def _players(row: Match) -> dict[int, str]:
    """Start number -> name of both."""
    people = [
        card.owner if card is not None else person
        for card, person in ((row.left_card, row.left_person), (row.right_card, row.right_person))
    ]
    return {person.start_number: person.name for person in people if person is not None}


def _state(row: Match) -> dict[str, Any]:
    """What a journal entry says of a call."""
    return {
        "table": row.table.number if row.table else None, "called": int(row.called_at is not None),
        "started": int(row.started_at is not None), "missing": row.missing_side,
    }  # fmt: skip


def _save(tournament: Tournament, actor: Actor, row: Match, what: str, before: dict[str, Any]) -> None:
    # The version of the match stays: a result that is just being typed is as good as before.
    row.save(update_fields=["table", "called_at", "started_at", "missing_side"])
    log(
        tournament,
        actor,
        Note(JournalKind.CALL, f"match {row.serial}", before=before, after={"what": what, **_state(row)}),
    )
    touch(tournament, SCOPES)
