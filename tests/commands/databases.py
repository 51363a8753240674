"""A database of its own for a program that a test starts and kills."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.db import connections


@contextmanager
def own_database(django_db_blocker: Any, what: str) -> Iterator[dict[str, str]]:
    """Environment of the program: SQLite in its folder ({}), or a new database on the PostgreSQL server these tests run on."""
    url = os.environ.get("DATABASE_URL")
    if url is None or settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield {}
        return
    name = f"preisschnapsen_{what}_{uuid.uuid4().hex}"
    with django_db_blocker.unblock(), connections["default"]._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
    try:
        yield {"DATABASE_URL": f"{url.rpartition('/')[0]}/{name}"}
    finally:
        with django_db_blocker.unblock(), connections["default"]._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
