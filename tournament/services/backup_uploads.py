"""Backups from another device, and single archives out of a backup."""

import os
import zipfile
import zlib
from collections.abc import Iterable
from uuid import uuid4

from django.db import connection
from django.utils.translation import gettext as _

from tournament.domain.archive import ArchiveError
from tournament.translated import said

from . import backups
from .archives import import_archive
from .backup_contents import contents
from .backups import Backup, Why
from .base import Actor
from .errors import refuse


def take_in(upload: Iterable[bytes]) -> Backup:
    """A backup from elsewhere becomes one of the list, if it is sound. Raises Refused."""
    suffix = ".sqlite3" if connection.vendor == "sqlite" else ".zip"
    target = backups.folder()
    beside = target / f"upload-{uuid4().hex[:8]}{suffix}"
    try:
        target.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            for piece in upload:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        if found := contents(beside).fault:
            raise refuse("damaged", _("Diese Datei ist keine brauchbare Sicherung: %(why)s.") % {"why": found})
        path = backups.new_path(target, Why.UPLOAD, suffix)
        beside.replace(path)
    except OSError as error:
        raise refuse(
            "failed", _("Die Datei kann nicht gespeichert werden (%(why)s).") % {"why": error.strerror}
        ) from error
    finally:
        beside.unlink(missing_ok=True)
    backups.clear_away(target)
    return next(each for each in backups.status().backups if each.path == path)


def take_archive(chosen: Backup, slug: str, actor: Actor) -> None:
    """PostgreSQL: one archive of a backup, read in beside what is there. Raises Refused, as for any archive."""
    try:
        with zipfile.ZipFile(chosen.path) as archives:
            data = archives.read(f"{slug}.json")
        import_archive(data, actor.name)
    except KeyError as error:
        raise refuse("archive", _("Dieses Turnier ist nicht in der Sicherung.")) from error
    except (ArchiveError, zipfile.BadZipFile, zlib.error, OSError) as error:
        raise refuse("archive", said(error)) from error
