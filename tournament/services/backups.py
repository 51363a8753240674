"""Backups while serving: on demand, before every draw, and every ten minutes in which something happened.

SQLite: a copy of the whole database by its backup API, checked before it counts. PostgreSQL: the archives of all
tournaments with their secrets in one zip; the database's own dump is the host's business.
"""

import contextlib
import functools
import logging
import os
import sqlite3
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import ParamSpec, TypeVar
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, connection, connections, transaction
from django.utils.translation import gettext as _

from tournament import clock
from tournament.models import Tournament
from tournament.process_lock import AlreadyLocked, ProcessLock

from .archives import export_archive

logger = logging.getLogger(__name__)

_paused: ContextVar[bool] = ContextVar("backups_paused", default=False)

P = ParamSpec("P")
A = TypeVar("A")

KEPT = 20
#: Of those that hold a state which the program itself replaced: they are not pushed out by those of ten minutes.
KEPT_OF_EACH_OTHER = 5
INTERVAL = timedelta(minutes=10)
PREFIX = "preisschnapsen-"
STAMP = "%Y%m%d-%H%M%S"
#: Beside the backups' folder: that may be what is wrong.
FAILURE = "backup-failure"
PAGES_AT_ONCE = -1  # all in one go: readers do not hold writers up, and nothing changes in between


class Why(StrEnum):
    """What a backup was made for; the value is part of its file's name, for people who look into the folder."""

    BY_HAND = "von-hand"
    DRAW = "vor-auslosung"
    ACTIVITY = "laufend"
    UPGRADE = "vor-erneuerung"
    RESTORE = "vor-zurueckspielen"
    UPLOAD = "hochgeladen"
    UNKNOWN = ""


#: What nobody can make again: kept apart from the last twenty.
APART = (Why.UPGRADE, Why.RESTORE, Why.UPLOAD)


class BackupError(RuntimeError):
    """No backup was made; the message is a German sentence that says why."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that is there: its file, when it was made, its size in bytes, what it was made for."""

    path: Path
    at: datetime
    size: int
    why: Why = Why.UNKNOWN


@dataclass(frozen=True, slots=True)
class Status:
    """For the page: the backups, newest first, and what went wrong since (None: nothing)."""

    backups: tuple[Backup, ...]
    failure: str | None


def folder() -> Path:
    """Where backups lie unless somebody names another folder."""
    return Path(settings.DATA_DIR) / "backups"


def _failure_file() -> Path:
    return Path(settings.DATA_DIR) / FAILURE


def status() -> Status:
    """The backups of this installation, newest first, and the last failure if no backup succeeded after it."""
    try:
        failure: str | None = _failure_file().read_text(encoding="utf-8").strip()
    except OSError:
        failure = None
    return Status(tuple(_kept_in(folder())), failure)


def new_path(target: Path, why: Why, suffix: str) -> Path:
    """Where a backup made now goes: its name says when and what for."""
    stamp = clock.now().astimezone(UTC).strftime(STAMP)
    return target / f"{'-'.join(filter(None, [PREFIX + stamp, uuid4().hex[:4], why.value]))}{suffix}"


def backup(into: Path | None = None, *, why: Why = Why.BY_HAND) -> Backup:
    """Make a consistent copy while others work, and keep the last 20 of the folder. Raises BackupError."""
    target = into or folder()
    try:
        target.mkdir(parents=True, exist_ok=True)
        path = new_path(target, why, ".sqlite3" if connection.vendor == "sqlite" else ".zip")
        beside = path.with_suffix(path.suffix + ".part")
        try:
            with contextlib.suppress(OSError):
                os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # secrets are in it
            if connection.vendor == "sqlite":
                _copy_sqlite(beside)
            else:
                _zip_archives(beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, sqlite3.Error, DatabaseError) as error:
        said = getattr(error, "strerror", None) or error
        raise BackupError(_("Keine Sicherung nach %(folder)s: %(why)s") % {"folder": target, "why": said}) from error
    clear_away(target)
    if target == folder():
        _failure_file().unlink(missing_ok=True)
    return Backup(path, _made_at(path), path.stat().st_size, why)


def clear_away(target: Path) -> None:
    """Keep the last 20 of a folder, and the last few of those kept apart."""
    found = _kept_in(target)
    old = [each for each in found if each.why not in APART][KEPT:]
    for why in APART:
        old += [each for each in found if each.why is why][KEPT_OF_EACH_OTHER:]
    for each in old:
        with contextlib.suppress(OSError):
            each.path.unlink()


def before_draw() -> None:
    """A backup before a draw, where this installation makes backups. Never raises: the draw goes on, the page shows the failure."""
    if not settings.AUTOMATIC_BACKUPS or _paused.get():
        return
    if connection.in_atomic_block and connection.vendor != "sqlite":
        # Through this connection: what fails there would undo the use case it is part of.
        transaction.on_commit(functools.partial(_try, Why.DRAW), robust=True)
    else:
        _try(Why.DRAW)


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """No backups before draws within this block: what is set up here in one transaction is all or nothing anyway."""
    token = _paused.set(True)
    try:
        yield
    finally:
        _paused.reset(token)


def backed_up_before(use_case: Callable[P, A]) -> Callable[P, A]:
    """Let a use case that draws begin with a backup, outside its transaction."""

    @functools.wraps(use_case)
    def run(*args: P.args, **kwargs: P.kwargs) -> A:
        before_draw()
        return use_case(*args, **kwargs)

    return run


def backup_if_due() -> threading.Thread | None:
    """A backup in the background if the last one is ten minutes old; call it when something was changed. Never raises."""
    if not settings.AUTOMATIC_BACKUPS:
        return None
    newest = next(iter(_kept_in(folder())), None)
    if newest is not None and clock.now() - newest.at < INTERVAL:
        return None
    thread = threading.Thread(target=_in_background, name="backup", daemon=True)
    thread.start()
    return thread


def _in_background() -> None:
    try:
        _try(Why.ACTIVITY, only_if_due=True)
    finally:
        connections.close_all()


def _try(why: Why, *, only_if_due: bool = False) -> None:
    """One process and thread at a time; whoever comes second needs none of his own."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with ProcessLock(folder() / "lock"):
            newest = next(iter(_kept_in(folder())), None)
            if only_if_due and newest is not None and clock.now() - newest.at < INTERVAL:
                return
            backup(why=why)
    except AlreadyLocked:
        return
    except Exception as error:
        logger.exception("backup failed")
        with contextlib.suppress(OSError):
            _failure_file().write_text(f"{error}\n", encoding="utf-8")


def _kept_in(place: Path) -> list[Backup]:
    """Backups in a folder, newest first; other files are none of ours."""
    found = []
    for path in place.glob(f"{PREFIX}*"):
        if path.suffix in (".sqlite3", ".zip"):
            with contextlib.suppress(OSError, ValueError):
                found.append(Backup(path, _made_at(path), path.stat().st_size, _made_for(path)))
    return sorted(found, key=lambda each: (each.at, each.path.name), reverse=True)


def _made_at(path: Path) -> datetime:
    """By the name: a copied file has another time. ValueError for a name that is not ours."""
    stamp = path.name.removeprefix(PREFIX)[: len("20260110-180000")]
    return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)


def _made_for(path: Path) -> Why:
    """By the name, too; a name from elsewhere says nothing."""
    said = path.stem.removeprefix(PREFIX).split("-", 3)[3:]
    return Why(said[0]) if said and said[0] in set(Why) else Why.UNKNOWN


def _copy_sqlite(path: Path) -> None:
    """Through a connection of its own: it sees what is committed, whatever this thread is in the middle of."""
    with (
        contextlib.closing(sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=30)) as source,
        contextlib.closing(sqlite3.connect(path)) as copy,
    ):
        source.backup(copy, pages=PAGES_AT_ONCE)
        # One file that can be carried away: no -wal beside it.
        copy.execute("PRAGMA journal_mode = DELETE")
        found = copy.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(_("die Kopie ist beschädigt (%(found)s)") % {"found": found})
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _zip_archives(path: Path) -> None:
    slugs = Tournament.objects.order_by("slug").values_list("slug", flat=True)
    with path.open("wb") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archives:
            for slug in slugs:
                archives.writestr(f"{slug}.json", export_archive(slug, with_secret=True))
        file.flush()
        os.fsync(file.fileno())
