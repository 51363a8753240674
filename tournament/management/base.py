"""What all commands share: whatever is unusable is answered by one line and exit code 2, never by a traceback."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.files import try_to_write

UNUSABLE = 2


def refuse(message: str) -> NoReturn:
    """End the command: one line says what is unusable and where; exit code 2."""
    raise CommandError(" ".join(message.split()), returncode=UNUSABLE)


def require_writable(path: Path) -> None:
    """Before long work: end the command where the file could not be written at its end."""
    # os.path answers also for names that no system takes; Path raises.
    if os.path.isdir(path):  # noqa: PTH112
        refuse(f"{path}: ist ein Ordner. Bitte eine Datei nennen, zum Beispiel {path / 'turnier.json'}")
    if not os.path.isdir(path.parent):  # noqa: PTH112
        refuse(f"{path}: den Ordner {path.parent} gibt es nicht")
    try:
        try_to_write(path)
    except (OSError, ValueError) as error:
        refuse(not_written(path, error))


def not_written(path: Path, error: Exception) -> str:
    """Why a file could not be written."""
    return f"{path}: kann nicht geschrieben werden ({getattr(error, 'strerror', None) or error})"


class OneLineCommand(BaseCommand):
    """A command whose errors, also those in its arguments, are one line on standard error.

    Called from Python (`call_command`) it raises CommandError with the same text and `returncode`.
    """

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser that does not print its usage with every error."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = refuse  # type: ignore[method-assign]
        return parser

    def run_from_argv(self, argv: list[str]) -> None:
        """Arguments are read before Django looks out for errors: those are caught here."""
        try:
            super().run_from_argv(argv)
        except CommandError as error:
            self._end(error)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Django would write the name of the exception in front of the line."""
        try:
            return super().execute(*args, **options)
        except CommandError as error:
            if not getattr(self, "_called_from_command_line", False):
                raise
            self._end(error)

    def _end(self, error: CommandError) -> NoReturn:
        self.stderr.write(" ".join(str(error).split()))
        sys.exit(error.returncode)
