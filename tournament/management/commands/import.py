"""`import`: an archive becomes a tournament of this installation."""  # noqa: N999 - the command is called so

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tournament.domain.archive import MAX_BYTES, ArchiveError
from tournament.management.base import UNUSABLE, OneLineCommand, refuse
from tournament.management.database import database_errors_in_one_line
from tournament.services.archives import import_archive
from tournament.services.errors import Refused
from tournament.services.installation import bring_up_to_date


class Command(OneLineCommand):
    help = (
        "Liest ein Archiv als Turnier ein. Es wird zuerst nachgerechnet; eine veränderte Datei wird abgelehnt, ebenso ein "
        "Kürzel, das es hier schon gibt. Eine leere Installation wird dabei eingerichtet."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="Archiv")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        data = _read(path)
        with database_errors_in_one_line():
            bring_up_to_date(say=self.stderr.write)
            try:
                slug = import_archive(data, _who())
            except ArchiveError as error:
                refuse(f"{path}: {error}")
            except Refused as error:
                self._end_with(path, error)
        self.stdout.write(f"{path}: als Turnier „{slug}“ eingelesen")

    def _end_with(self, path: Path, error: Refused) -> None:
        """A slug that is taken is unusable input; deviations are a fault that was found, each on a line of its own."""
        if error.codes == ("slug",):
            raise CommandError(f"{path}: {error}", returncode=UNUSABLE) from error
        for problem in error.problems:
            self.stderr.write(problem.text)
        raise CommandError(
            f"{path}: nicht eingelesen, denn die Datei widerspricht sich selbst", returncode=1
        ) from error


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        refuse(f"{path}: nicht lesbar ({error.strerror})")


def _who() -> str:
    """The account of this computer, for the record of the import."""
    try:
        return getpass.getuser()[:60]
    except (OSError, KeyError, ImportError):
        return "import"
