"""The database of this installation: checked, backed up and migrated before anybody works with it."""

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.translation import gettext as _

from . import backups
from .backup_contents import contents

Say = Callable[[str], object]


class InstallationError(RuntimeError):
    """This installation cannot work; the message is a German sentence that says why and what to do."""


class DamagedError(InstallationError):
    """The database file is damaged, or no database at all."""


def bring_up_to_date(*, say: Say) -> bool:
    """Check the database, back it up if its tables must change, change them; True if they did. Raises InstallationError."""
    check_database()
    try:
        executor = MigrationExecutor(connection)
        applied = set(executor.loader.applied_migrations)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise InstallationError(_("Die Datenbank antwortet nicht: %(why)s") % {"why": error}) from error
    if is_of_a_newer_version(executor):
        raise InstallationError(
            _("Die Datenbank stammt von einer neueren Version des Programms. Bitte die neuere Version verwenden.")
        )
    if not plan:
        return False
    if applied:
        _back_up(say)
    say(_("Die Datenbank wird eingerichtet …"))
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except (DatabaseError, InconsistentMigrationHistory) as error:
        raise InstallationError(_("Die Datenbank kann nicht erneuert werden: %(why)s") % {"why": error}) from error
    return True


def is_of_a_newer_version(executor: MigrationExecutor) -> bool:
    """Whether a database has tables that this version of the program does not know."""
    applied = {name for app, name in executor.loader.applied_migrations if app == "tournament"}
    return bool(applied - {name for app, name in executor.loader.disk_migrations if app == "tournament"})


def _back_up(say: Say) -> None:
    try:
        made = backups.backup(why=backups.Why.UPGRADE)
    except backups.BackupError as error:
        if connection.vendor == "sqlite":
            raise InstallationError(
                _("Die Datenbank muss erneuert werden, aber: %(why)s. Es wurde nichts geändert.") % {"why": error}
            ) from error
        # Archives need the new tables; a PostgreSQL server has dumps of its own.
        say(_("Keine Archive vor dem Erneuern der Datenbank (%(why)s).") % {"why": error})
    else:
        say(_("Gesichert vor dem Erneuern der Datenbank: %(path)s") % {"path": made.path})


def check_database() -> None:
    """Raise InstallationError where the database file is damaged, no database at all, or may not be written."""
    if connection.vendor != "sqlite":
        return
    path = Path(str(connection.settings_dict["NAME"]))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            return
        with path.open("rb+"):
            pass
    except OSError as error:
        raise InstallationError(
            _("Die Datenbank %(path)s kann nicht beschrieben werden (%(why)s). Bitte Schreibrechte geben.")
            % {"path": path, "why": error.strerror}
        ) from error
    if found := damage(path):
        said = _("Die Datenbank %(path)s ist beschädigt (%(found)s).") % {"path": path, "found": found}
        raise DamagedError(f"{said} {_what_to_do()}")


def damage(path: Path) -> str:
    """What is wrong with a database file, "" if nothing is."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as opened:
            found = str(opened.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.Error as error:
        found = str(error)
    return "" if found == "ok" else " ".join(found.split())


def _what_to_do() -> str:
    sound = next((each for each in backups.status().backups if not contents(each.path).fault), None)
    if sound is None:
        return _(
            "In %(folder)s liegt keine brauchbare Sicherung. Bitte eine von einem anderen Ort holen und „manage.py restore DATEI“ aufrufen."
        ) % {"folder": backups.folder()}
    return _("Die neueste brauchbare Sicherung ist von %(at)s: bitte „manage.py restore %(name)s“ aufrufen; die beschädigte Datei wird dabei aufgehoben.") % {
        "at": f"{timezone.localtime(sound.at):%d.%m.%Y %H:%M}", "name": sound.path.name,
    }  # fmt: skip
