"""A database for one simulation: made empty, migrated, and gone afterwards, whatever happens."""

import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

#: Nothing has to survive a power cut here.
FAST_SQLITE = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;"


@contextmanager
def throwaway_database() -> Iterator[None]:
    """Let this thread's connection lead to a new database: a file in a temporary folder, or one on the PostgreSQL server.

    Made and dropped by Django's creation API, under a name that nobody else has.
    """
    connection.close()
    settings = connection.settings_dict
    kept = {**settings, "TEST": {**settings["TEST"]}, "OPTIONS": {**settings["OPTIONS"]}}
    with tempfile.TemporaryDirectory(prefix="preisschnapsen-") as folder:
        if connection.vendor == "sqlite":
            name = str(Path(folder) / "simulation.sqlite3")
            settings["OPTIONS"] = {**settings["OPTIONS"], "init_command": FAST_SQLITE}
        else:
            name = f"preisschnapsen_simulation_{uuid.uuid4().hex}"
        settings["TEST"]["NAME"] = name
        try:
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
            yield
        finally:
            try:
                connection.creation.destroy_test_db(str(kept["NAME"]), verbosity=0)
            finally:
                connection.close()
                settings.update(kept)
