"""`print`: sheets of a tournament as PDF files."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournament.domain.sheets import Options, SheetName
from tournament.files import write_whole
from tournament.management.base import OneLineCommand, not_written, refuse, require_writable
from tournament.management.database import database_errors_in_one_line
from tournament.models import Tournament
from tournament.printing.catalogue import KINDS, prepare
from tournament.queries import printouts as stored
from tournament.queries.printing import NothingToPrint
from tournament.services import printouts
from tournament.services.base import Actor
from tournament.services.errors import ServiceError

_ACTOR = Actor(name="print")
_QUIET_SECONDS = 1.5


class Command(OneLineCommand):
    help = (
        "Schreibt Blätter eines Turniers als PDF in einen Ordner, jedes unter seinem Namen (slips.pdf). Ohne --what alle, "
        "die es schon gibt. Jeder Ausdruck wird aufgehoben und gezählt wie am Bildschirm."
    )
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG", help="Kürzel des Turniers, wie in der Adresse seiner Seiten")
        names = ", ".join(name.value for name in SheetName)
        parser.add_argument("--what", metavar="NAME[,NAME...]", help=f"welche Blätter: {names}")
        parser.add_argument(
            "--out", metavar="DIR", type=Path, required=True, help="Ordner; wird angelegt, wenn er fehlt"
        )
        parser.add_argument("--round", metavar="N", type=int, help="Runde, wo eine gemeint ist (sonst die letzte)")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["out"]
        sheets = _named(options["what"])
        round_number: int | None = options["round"]
        if round_number is not None and not 1 <= round_number <= 256:
            refuse(f"--round {round_number}: Runden zählen von 1 an.")
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            refuse(f"{folder}: kann nicht angelegt werden ({error.strerror})")
        for sheet in sheets:  # what was printed is in the journal: nothing is made that cannot be written
            require_writable(folder / f"{sheet.value}.pdf")
        with database_errors_in_one_line():
            tournament = Tournament.objects.filter(slug=options["slug"]).first()
            if tournament is None:
                refuse(f"Ein Turnier „{options['slug']}“ gibt es hier nicht.")
            self._print(tournament, sheets, round_number, folder, must_exist=options["what"] is not None)

    def _print(
        self,
        tournament: Tournament,
        sheets: Sequence[SheetName],
        round_number: int | None,
        folder: Path,
        *,
        must_exist: bool,
    ) -> None:
        pages, written, missing = 0, [], []
        for sheet in sheets:
            try:
                made = self._one(tournament, sheet, round_number, folder / f"{sheet.value}.pdf")
            except NothingToPrint as reason:
                if must_exist:
                    refuse(f"{sheet.value}: {reason}")
                missing.append(sheet.value)
            else:
                pages += made.pages
                written.append(sheet.value)
        self.stdout.write(f"{folder}: {len(written)} Blätter, {pages} Seiten ({', '.join(written)})")
        if missing:
            self.stdout.write(f"Noch nicht zu drucken: {', '.join(missing)}")

    def _one(self, tournament: Tournament, sheet: SheetName, round_number: int | None, path: Path) -> printouts.Made:
        progress = _Progress(sheet.value)
        prepared = prepare(tournament, sheet, Options(round=round_number), progress)
        try:
            made = printouts.make(tournament=tournament, actor=_ACTOR, prepared=prepared)
        except ServiceError as error:
            refuse(f"{sheet.value}: {error}")
        finally:
            progress.end()
        row = stored.one(tournament, made.number)
        try:
            write_whole(path, bytes(row.pdf) if row is not None else b"")
        except OSError as error:
            refuse(not_written(path, error))
        return made


def _named(what: str | None) -> list[SheetName]:
    """The sheets of `--what`, in the order given; all that are built without it."""
    if what is None:
        return [name for name in SheetName if name in KINDS]
    known = {name.value: name for name in SheetName if name in KINDS}
    asked = [word.strip() for word in what.split(",") if word.strip()]
    unknown = [word for word in asked if word not in known]
    if unknown or not asked:
        refuse(f"--what {what}: „{', '.join(unknown)}“ gibt es nicht. Bekannt sind: {', '.join(known)}")
    return [known[word] for word in dict.fromkeys(asked)]


class _Progress:
    """Counts on standard error once it takes longer than a moment."""

    def __init__(self, name: str) -> None:
        self._name, self._start, self._shown = name, time.monotonic(), False

    def __call__(self, done: int, total: int) -> None:
        if time.monotonic() - self._start > _QUIET_SECONDS:
            sys.stderr.write(f"\r{self._name}: {done} / {total}")
            sys.stderr.flush()
            self._shown = True

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\n")
