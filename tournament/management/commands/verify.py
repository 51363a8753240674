"""Replay an archive and name every deviation; needs neither database nor data folder."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser

from tournament.domain.archive import ArchiveError, load
from tournament.domain.verification import Deviation, verify

_FAULT, _UNUSABLE = 1, 2


class Command(BaseCommand):
    help = (
        "Prüft eine Archivdatei: jede Auslosung, jede Begegnung, jeden Platz, jeden Preis und die Kassa, "
        "aus der Datei allein. Ende mit 0: alles stimmt; 1: Abweichungen; 2: keine brauchbare Datei."
    )
    requires_system_checks: list[str] = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.error = _usage_error  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="die Archivdatei, oder - für die Standardeingabe")
        parser.add_argument("--json", action="store_true", help="ein JSON-Objekt mit ok und deviations")

    def handle(self, *args: Any, **options: Any) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a forged file may hold what a terminal cannot show
                stream.reconfigure(errors="backslashreplace")
        name = options["file"]
        try:
            archive = load(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
        except OSError as error:
            _usage_error(f"{name}: {error.strerror or error}")
        except (ArchiveError, ValueError) as error:
            _usage_error(f"{name}: {error}")
        deviations = verify(archive)
        text = _as_json(deviations) if options["json"] else _as_lines(archive, deviations)
        self.stdout.write(text)
        if deviations:
            sys.exit(_FAULT)


def _usage_error(message: str) -> NoReturn:
    """One line on standard error, and out."""
    line = " ".join(message.split())
    sys.stderr.write(f"verify: {line}\n")
    sys.exit(_UNUSABLE)


def _as_json(deviations: tuple[Deviation, ...]) -> str:
    listed = [{"code": each.code.value, "where": each.where, "text": each.text} for each in deviations]
    return json.dumps({"ok": not deviations, "deviations": listed}, indent=2, ensure_ascii=False)


def _as_lines(archive: dict[str, Any], deviations: tuple[Deviation, ...]) -> str:
    lines = [f"{each.where}: {each.text} [{each.code}]" for each in deviations]
    lines = [" ".join(line.split()) for line in lines]
    if deviations:
        count = len(deviations)
        return "\n".join([*lines, f"{count} {'Abweichung' if count == 1 else 'Abweichungen'} gefunden."])
    counts = {name: len(archive[name]) for name in ("people", "cards", "draws", "matches", "journal")}
    words = (
        ("people", "Person", "Personen"), ("cards", "Karte", "Karten"), ("draws", "Auslosung", "Auslosungen"),
        ("matches", "Begegnung", "Begegnungen"), ("journal", "Eintrag", "Einträge"),
    )  # fmt: skip
    said = ", ".join(f"{counts[name]} {one if counts[name] == 1 else more}" for name, one, more in words)
    return f"Alles stimmt: {said} im Protokoll."
