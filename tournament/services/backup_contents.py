"""What is in a backup, and whether it can be relied on, read from its file without touching the database in use."""

import contextlib
import functools
import sqlite3
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation import gettext as _

#: Without these a file is no database of this program.
NEEDED = frozenset({"django_migrations", "tournament_tournament", "tournament_journalentry", "tournament_user"})
#: Whoever looks at the list again wants no file read again that has not changed.
REMEMBERED = 100


@dataclass(frozen=True, slots=True)
class Held:
    """A tournament in a backup; `entries` of its journal, None where only the archive could tell."""

    slug: str
    name: str
    entries: int | None = None


@dataclass(frozen=True, slots=True)
class Contents:
    """Why a backup cannot be used ("": it is sound), and the tournaments in it."""

    fault: str
    tournaments: tuple[Held, ...] = ()


def contents(path: Path) -> Contents:
    """Check a backup and list what is in it. Never raises: what cannot be read is a fault."""
    try:
        found = path.stat()
    except OSError as error:
        return Contents(error.strerror or str(error))
    return _contents(path, found.st_size, found.st_mtime_ns)


@functools.lru_cache(maxsize=REMEMBERED)
def _contents(path: Path, _size: int, _changed: int) -> Contents:
    try:
        return _of_zip(path) if path.suffix == ".zip" else _of_sqlite(path)
    except sqlite3.Error as error:
        return Contents(" ".join(str(error).split()))
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, ValueError) as error:
        return Contents(" ".join(str(getattr(error, "strerror", None) or error).split()))


def opened(path: Path) -> sqlite3.Connection:
    """A backup as a database that is only read and leaves no files beside it."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def hashes(path: Path, slug: str) -> list[str]:
    """The hashes of a tournament's journal in a backup, in order."""
    with contextlib.closing(opened(path)) as database:
        rows = database.execute(
            "SELECT j.hash FROM tournament_journalentry j JOIN tournament_tournament t ON t.id = j.tournament_id "
            "WHERE t.slug = ? ORDER BY j.number",
            (slug,),
        )
        return [row[0] for row in rows]


def _of_sqlite(path: Path) -> Contents:
    with contextlib.closing(opened(path)) as database:
        found = str(database.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if found != "ok":
            return Contents(" ".join(found.split()))
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables >= NEEDED:
            return Contents(_("das ist keine Datenbank dieses Programms"))
        rows = database.execute(
            "SELECT t.slug, t.name, (SELECT count(*) FROM tournament_journalentry j WHERE j.tournament_id = t.id) "
            "FROM tournament_tournament t ORDER BY t.id DESC"
        )
        return Contents("", tuple(Held(*row) for row in rows))


def _of_zip(path: Path) -> Contents:
    with zipfile.ZipFile(path) as archives:
        if (damaged := archives.testzip()) is not None:
            return Contents(_("%(file)s ist beschädigt") % {"file": damaged})
        slugs = [name.removesuffix(".json") for name in archives.namelist() if name.endswith(".json")]
        return Contents("", tuple(Held(slug, slug) for slug in slugs))
