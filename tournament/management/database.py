"""Commands that need the database: whatever is wrong with it is one line."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

from tournament.services.installation import InstallationError

from .base import refuse


@contextmanager
def database_errors_in_one_line() -> Iterator[None]:
    """Let the command end with one line and exit code 2 where the database is missing, damaged or not reachable."""
    try:
        yield
    except InstallationError as error:
        refuse(str(error))
    except DatabaseError as error:
        refuse(
            f"Die Datenbank kann nicht verwendet werden ({error}). Ist sie schon eingerichtet? serve oder demo richten sie ein."
        )
