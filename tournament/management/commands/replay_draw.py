"""`replay_draw`: recompute a draw from FIELD, secret and public numbers, as any guest can."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournament.domain import psd1
from tournament.management.base import OneLineCommand, refuse


class Command(OneLineCommand):
    help = (
        "Rechnet eine Auslosung nach: FIELD aus einer Datei (- für die Standardeingabe), das aufgedeckte Geheimnis "
        "und die öffentlichen Zahlen. Gibt RESULT und die Prüfzahl aus. Braucht weder Datenbank noch Datenordner."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("field", metavar="FIELDFILE", help="Datei mit FIELD; - liest von der Standardeingabe")
        parser.add_argument("--secret", required=True, help="das aufgedeckte Geheimnis: 64 Hexadezimalziffern")
        parser.add_argument("--public", required=True, help="die öffentlichen Zahlen mit Punkten, 0 für keine")
        parser.add_argument("--seal", help="das Siegel: prüft auch, ob das Geheimnis dorthin führt")
        parser.add_argument(
            "--first-draw",
            type=int,
            default=1,
            metavar="N",
            help="Nummer der ersten Auslosung unter diesem Siegel (nach einem Import beginnt ein neues)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            drawn = psd1.replay(
                _read(options["field"]),
                secret=options["secret"],
                public=options["public"],
                seal=options["seal"],
                first_draw=options["first_draw"],
            )
        except psd1.DrawError as error:
            refuse(str(error))
        self.stdout.write(drawn.result, ending="")
        self.stdout.write(f"check {drawn.check}")


def _read(name: str) -> bytes:
    """FIELD as bytes: a newline that somebody's system translated would be a different FIELD."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        refuse(f"{name}: nicht lesbar ({getattr(error, 'strerror', None) or error})")
