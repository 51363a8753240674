"""`restore`: a backup becomes the database again, for when the page does not open any more."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection

from tournament.management import serving
from tournament.management.base import OneLineCommand, refuse
from tournament.management.database import database_errors_in_one_line
from tournament.services import backups, restoring
from tournament.services.base import Actor
from tournament.services.errors import ServiceError
from tournament.services.installation import DamagedError, bring_up_to_date


class Command(OneLineCommand):
    help = (
        "Spielt eine Sicherung zurück, wenn das Programm nicht läuft: die bisherige Datenbank wird vorher gesichert, eine "
        "beschädigte aufgehoben. Im laufenden Programm geht das auf der Seite Sicherungen."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", type=Path, help="Datei, oder der Name einer Sicherung im Datenordner"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            refuse(
                "Auf PostgreSQL spielt der Betreiber Sicherungen der Datenbank zurück; einzelne Turniere liest import ein."
            )
        given: Path = options["file"]
        # os.path answers also for names that no system takes; Path raises.
        file = given if os.path.exists(given) else backups.folder() / given.name  # noqa: PTH110
        if not os.path.isfile(file):  # noqa: PTH113
            refuse(f"{given}: diese Datei gibt es nicht")
        with serving.one_program_per_folder(), database_errors_in_one_line():
            try:
                bring_up_to_date(say=self.stdout.write)
            except DamagedError as error:
                self.stdout.write(str(error).partition(").")[0] + ").")
            try:
                kept = restoring.put_in_place(file, Actor(name="restore"))
            except ServiceError as error:
                refuse(str(error))
        self.stdout.write(f"Es gilt wieder der Stand von {file.name}. Der Stand davor liegt in {kept}.")
