"""`export`: one tournament as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournament.files import write_whole
from tournament.management.base import OneLineCommand, not_written, refuse, require_writable
from tournament.management.database import database_errors_in_one_line
from tournament.services.archives import export_archive
from tournament.services.errors import ServiceError


class Command(OneLineCommand):
    help = (
        "Schreibt ein Turnier als Archiv: alles, was geschehen ist, in einer Datei. Ohne --with-secret bleibt bei einem "
        "Turnier, das noch nicht beendet ist, das Geheimnis der Auslosungen hier."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="Kürzel des Turniers, wie in der Adresse seiner Seiten")
        parser.add_argument("file", metavar="FILE", type=Path, help="Datei, die geschrieben wird")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="auch das Geheimnis der Auslosungen, die noch kommen (nur zur Sicherung)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        require_writable(path)
        try:
            with database_errors_in_one_line():
                text = export_archive(options["slug"], with_secret=options["with_secret"])
        except ServiceError as error:
            refuse(str(error))
        data = text.encode("utf-8")
        try:
            write_whole(path, data)
        except OSError as error:
            refuse(not_written(path, error))
        self.stdout.write(f"{path}: Turnier „{options['slug']}“, {len(data) / 1024:.0f} kB")
