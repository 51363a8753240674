"""Putting a backup back: into the running program in one step, with the state before kept.

Everything that can fail is done on a copy first: it is checked, its tables are brought up to date, and what must not come
back (sessions, secrets of draws that were shown since) is taken out. Then everybody else waits a moment, the state before
is saved, and the copy goes into the database in use as one transaction of SQLite: whatever happens, the one state or the
other is there, never a mixture.
"""

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F, Max
from django.db.models.functions import Greatest
from django.db.utils import load_backend
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import time_text
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Draw, State, Tournament, User
from tournament.pause import StillBusy, gate

from . import backups
from .backup_contents import contents, opened
from .backups import Backup, Why
from .base import Actor
from .errors import refuse
from .installation import is_of_a_newer_version
from .journal import Note, log

#: The copy's name among Django's databases while it is prepared.
ALIAS = "restored"
#: Requests take milliseconds; a large draw or a print takes a few seconds.
PATIENCE = 20.0
#: Another program that writes all the time would be one that must not be there.
LOCKED_FOR = 30.0
FAST = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;"
#: What pages and phones hold against what they were shown: raised above all they can have seen.
VERSION_FIELD = "version"


@dataclass(frozen=True, slots=True)
class Loss:
    """What a tournament loses by going back: entries of its journal; `new_seal`: draws that were shown since are among them;
    `draws`: draws of any kind are, whose slips are void.
    """

    slug: str
    name: str
    entries: int
    new_seal: bool
    draws: bool


def restore(chosen: Backup, actor: Actor) -> Backup:
    """Let the running program go on from a backup; the backup of the state before.

    All sessions end; the journal of every tournament that loses something says so. Raises Refused: not SQLite, the
    backup is damaged, newer than the program or without a director, or others are busy; then nothing was changed.
    """
    if connection.vendor != "sqlite":
        raise refuse("database", _("Auf PostgreSQL spielt der Betreiber Sicherungen der Datenbank zurück."))
    live = Path(str(connection.settings_dict["NAME"]))
    with prepared(chosen.path, beside=live) as copy:
        connection.close()
        try:
            with gate.closed(patience=PATIENCE):
                before = _state_before()
                _carry_over(chosen, actor)
                _put_in(copy, live)
        except StillBusy as error:
            raise refuse(
                "busy", _("Gerade wird noch gearbeitet. Es wurde nichts geändert; bitte gleich noch einmal.")
            ) from error
    return before


def put_in_place(chosen: Path, actor: Actor) -> Path | None:
    """For a program that is not running: a backup becomes the database; where the former one is kept, None if there was none.

    A former database that can be read is treated as in `restore`, a damaged one is laid aside with all that belongs to
    it. Raises Refused; then nothing was changed.
    """
    live = Path(str(connection.settings_dict["NAME"]))
    if live.exists() and not contents(_settled(live)).fault:
        return restore(Backup(chosen, clock.now(), 0), actor).path
    connection.close()
    aside = live.with_name(f"{live.name}.beschaedigt-{clock.now():%Y%m%d-%H%M%S}")
    with prepared(chosen, beside=live) as copy:
        with copy.open("rb+") as file:
            os.fsync(file.fileno())
        kept = None
        for ending in ("-wal", "-shm", ""):
            with contextlib.suppress(FileNotFoundError):
                kept = Path(shutil.move(f"{live}{ending}", f"{aside}{ending}"))
        copy.replace(live)
    return kept


def losses(chosen: Backup) -> tuple[Loss, ...]:
    """What every tournament of now would lose: for the page that asks. Raises Refused for a backup that cannot be used."""
    live = Path(str(connection.settings_dict["NAME"]))
    with prepared(chosen.path, beside=live):
        return tuple(_losses())


@contextlib.contextmanager
def prepared(path: Path, *, beside: Path) -> Iterator[Path]:
    """A copy of a backup, checked, with the tables of this version, as the database ALIAS; gone afterwards. Raises Refused."""
    if found := contents(path).fault:
        raise refuse("damaged", _("Diese Sicherung kann nicht verwendet werden: %(why)s.") % {"why": found})
    copy = beside.with_name(f"{beside.name}.restore-{uuid4().hex[:8]}")
    try:
        os.close(os.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with contextlib.closing(opened(path)) as source, contextlib.closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        with _as_database(copy):
            _bring_up_to_date()
            _require_director()
            Session.objects.using(ALIAS).all().delete()
            connections[ALIAS].close()
            yield copy
    except (OSError, sqlite3.Error, DatabaseError) as error:
        raise refuse(
            "failed", _("Zurückspielen nicht möglich (%(why)s). Es wurde nichts geändert.") % {"why": error}
        ) from error
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            Path(f"{copy}{ending}").unlink(missing_ok=True)


@contextlib.contextmanager
def _as_database(path: Path) -> Iterator[None]:
    """For this thread only: the settings, which all threads read, stay as they are."""
    given = connections.settings["default"]
    options = {**given["OPTIONS"], "init_command": FAST}
    backend = load_backend(given["ENGINE"])
    connections[ALIAS] = backend.DatabaseWrapper({**given, "NAME": str(path), "OPTIONS": options}, ALIAS)
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]


def _bring_up_to_date() -> None:
    executor = MigrationExecutor(connections[ALIAS])
    if is_of_a_newer_version(executor):
        raise refuse("newer", _("Diese Sicherung stammt von einer neueren Version des Programms."))
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", database=ALIAS, interactive=False, verbosity=0)


def _require_director() -> None:
    if not User.objects.using(ALIAS).filter(is_superuser=True, is_active=True).exists():
        raise refuse(
            "director", _("In dieser Sicherung gibt es noch keine Turnierleitung: niemand könnte sich danach anmelden.")
        )


def _state_before() -> Backup:
    try:
        return backups.backup(why=Why.RESTORE)
    except backups.BackupError as error:
        raise refuse(
            "backup",
            _("Der jetzige Stand kann nicht gesichert werden, darum wurde nichts geändert: %(why)s") % {"why": error},
        ) from error


def _losses() -> Iterator[Loss]:
    """The tournaments of now against those of the copy; one that has just the same journal loses nothing."""
    for tournament in Tournament.objects.order_by("-pk"):
        kept = Tournament.objects.using(ALIAS).filter(slug=tournament.slug).first()
        now = _hashes(tournament)
        then = [] if kept is None else _hashes(kept)
        same = next(
            (i for i, pair in enumerate(zip(now, then, strict=False)) if pair[0] != pair[1]), min(len(now), len(then))
        )
        if same < len(now):
            yield Loss(
                tournament.slug, tournament.name, len(now) - same, kept is not None and _was_told(tournament, kept),
                kept is not None and _draws(tournament) > _draws(kept),
            )  # fmt: skip


def _hashes(tournament: Tournament) -> list[str]:
    return list(tournament.journal.order_by("number").values_list("hash", flat=True))


def _draws(tournament: Tournament) -> int:
    return Draw.objects.using(tournament._state.db).filter(tournament=tournament).count()


def _was_told(tournament: Tournament, kept: Tournament) -> bool:
    """Whether secrets that the copy keeps for its next draws have been shown since: they would decide nothing by chance any more."""
    if kept.state == State.FINISHED:
        return False
    if tournament.state == State.FINISHED:
        return True
    return bool(_secrets(tournament) - _secrets(kept))


def _secrets(tournament: Tournament) -> set[str | None]:
    return set(
        Draw.objects.using(tournament._state.db)
        .filter(tournament=tournament)
        .exclude(secret=None)
        .values_list("secret", flat=True)
    )


def _carry_over(chosen: Backup, actor: Actor) -> None:
    """What the copy must know of the state before: what was lost, which secrets are known, which versions were seen."""
    with transaction.atomic(using=ALIAS):
        for loss in _losses():
            kept = Tournament.objects.using(ALIAS).filter(slug=loss.slug).first()
            if kept is None:
                continue
            if loss.new_seal:
                kept.chains.update(s0=None)  # the next draw that is prepared begins a new chain, with a new seal
            if loss.draws:
                series = Tournament.objects.filter(slug=loss.slug).values_list("slip_series", flat=True).get()
                Tournament.objects.using(ALIAS).filter(pk=kept.pk).update(slip_series=max(series, kept.slip_series) + 1)
            after = {"backup": time_text(chosen.at), "lost": loss.entries}
            log(kept, actor, Note(JournalKind.RESTORED, "tournament", after=after))
            if kept.state == State.FINISHED:
                log(kept, actor, Note(JournalKind.FINISH, "tournament", after={"ranked": kept.places.count()}))
        _raise_versions()
    connections[ALIAS].close()


def _raise_versions() -> None:
    """No page, form, board or phone may take what it has for what there is now."""
    for model in apps.get_app_config("tournament").get_models():
        if any(field.name == VERSION_FIELD for field in model._meta.fields):
            rows = model._base_manager
            seen = rows.aggregate(most=Max(VERSION_FIELD))["most"] or 0
            rows.using(ALIAS).update(**{VERSION_FIELD: Greatest(F(VERSION_FIELD), seen) + 1})


def _put_in(copy: Path, live: Path) -> None:
    """One transaction: the pages of the copy become those of the database in use."""
    until = time.monotonic() + LOCKED_FOR

    def look_at_the_clock(_status: int, _remaining: int, _total: int) -> None:
        if time.monotonic() > until:
            raise StillBusy

    connection.close()
    with (
        contextlib.closing(sqlite3.connect(copy)) as source,
        contextlib.closing(sqlite3.connect(live, timeout=1)) as target,
    ):
        target.execute("PRAGMA synchronous = FULL")
        source.backup(target, pages=-1, progress=look_at_the_clock)
        with contextlib.suppress(sqlite3.Error):  # a reader may still need it
            target.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _settled(live: Path) -> Path:
    """The database with what its last program had not yet put into the file itself."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(live, timeout=1)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return live
