"""`backup`: a consistent copy while the program is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournament.management.base import OneLineCommand, refuse
from tournament.management.database import database_errors_in_one_line
from tournament.services.backups import KEPT, BackupError, backup
from tournament.services.installation import check_database


class Command(OneLineCommand):
    help = (
        "Sichert die Datenbank, auch während gespielt wird: SQLite als geprüfte Kopie, PostgreSQL als Archive aller "
        f"Turniere. Die letzten {KEPT} Sicherungen des Ordners bleiben."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("dir", metavar="DIR", type=Path, nargs="?", help="Ordner; sonst backups im Datenordner")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with database_errors_in_one_line():
                check_database()
                made = backup(options["dir"])
        except BackupError as error:
            refuse(str(error))
        self.stdout.write(f"{made.path}: {made.size / 1024:.0f} kB")
