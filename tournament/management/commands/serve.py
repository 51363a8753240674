"""`serve`: the program for the evening, on this device and in the hall's network."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from tournament.management import serving
from tournament.management.base import OneLineCommand


class Command(OneLineCommand):
    help = (
        "Richtet die Datenbank ein oder erneuert sie (nach einer Sicherung), nennt die Adressen für dieses Gerät und für "
        "den Saal, mit QR-Code, und läuft bis Strg+C."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="Adresse, auf der gelauscht wird (0.0.0.0: überall)")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="Port (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        with serving.one_program_per_folder():
            serving.prepare(self.say)
            serving.serve(self.say, options["host"], options["port"])

    def say(self, text: str) -> None:
        """At once, also into a file or pipe."""
        self.stdout.write(text)
        self.stdout.flush()
