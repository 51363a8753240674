"""The frame of every use case: one transaction, the tournament's row locked, a repeated request answered as before."""

import functools
import threading
import typing
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import ParamSpec, TypeVar

from django.db import connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament import clock
from tournament.models import RequestRecord, Role, Scope, ScopeVersion, Tournament

from .errors import Conflict, Forbidden, Problem

#: Held by the thread of this process that writes to SQLite.
_WRITER = threading.RLock()

P = ParamSpec("P")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts: the name for the journal, the role for what is allowed, the desk for the cash book."""

    name: str
    role: Role = Role.DIRECTOR
    desk: str = "Kassa 1"


def use_case(function: Callable[P, A]) -> Callable[P, A]:
    """Run a service in one transaction with its tournament locked.

    The service takes keyword arguments only, among them `tournament` (replaced by the locked, fresh row) and
    `request_key` (an idempotency key or None). Its answer is a frozen dataclass of JSON values: a request with a key
    that was already carried out changes nothing and gets the first answer again.
    """
    answer_type = typing.get_type_hints(function)["return"]
    name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> A:
        given = typing.cast(Tournament, kwargs["tournament"])
        key = typing.cast("str | None", kwargs.get("request_key"))
        with _turn_to_write(), transaction.atomic():
            # The lock comes first: on PostgreSQL a repeated request waits here until the first one is through.
            kwargs["tournament"] = Tournament.objects.select_for_update().get(pk=given.pk)
            if key:
                record = RequestRecord.objects.filter(key=key).first()
                if record:
                    if record.use_case != name or record.tournament_id != given.pk:
                        raise Conflict(
                            Problem(
                                "request_key",
                                _("Diese Eingabe wurde schon anders verwendet. Bitte die Seite neu laden."),
                            )
                        )
                    return typing.cast(A, _decoded(answer_type, record.answer))
            answer = function(*args, **kwargs)
            if key:
                RequestRecord.objects.create(
                    tournament=given,
                    key=key,
                    use_case=name,
                    answer=asdict(typing.cast(typing.Any, answer)),
                    at=clock.now(),
                )
        return answer

    return run


@contextmanager
def _turn_to_write() -> Iterator[None]:
    """SQLite has one writer, and who waits for it sleeps and tries again, longer each time: threads rather stand in line.

    Other processes still meet at SQLite's own lock. A use case inside another one has the turn already.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _WRITER:
        yield


def _decoded(answer_type: type, stored: dict[str, object] | None) -> object:
    lists_as_tuples = {
        name: tuple(value) if isinstance(value, list) else value for name, value in (stored or {}).items()
    }
    return answer_type(**lists_as_tuples)


def require_role(actor: Actor, *allowed: Role) -> None:
    """Raise Forbidden unless the actor is director or has one of the roles."""
    if actor.role is not Role.DIRECTOR and actor.role not in allowed:
        raise Forbidden(Problem("role", _("Das darf nur die Turnierleitung.")))


def touch(tournament: Tournament, scopes: Iterable[Scope]) -> None:
    """Let the pages of these scopes know that something changed: one UPDATE."""
    ScopeVersion.objects.filter(tournament=tournament, scope__in=list(scopes)).update(version=F("version") + 1)


def require_version(given: int | None, present: int) -> None:
    """Raise Conflict when a form was made from an older version than the present one."""
    if given is not None and given != present:
        raise Conflict(
            Problem(
                "stale",
                _(
                    "Inzwischen hat jemand anderer das geändert. Bitte den neuen Stand ansehen und noch einmal eingeben."
                ),
            )
        )
