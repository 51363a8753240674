"""`simulate`: play a whole tournament by a seed, in a database that is gone afterwards."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import CommandParser

from tournament.files import write_whole
from tournament.management.base import OneLineCommand, not_written, refuse, require_writable
from tournament.models import DrawMethod, PrizePolicy
from tournament.services.errors import ServiceError
from tournament.services.simulation import Options, SimulationError, simulate

#: Nobody needs to hear about what is done sooner.
SILENT_SECONDS = 2.0


class Command(OneLineCommand):
    help = (
        "Spielt ein ganzes Turnier in einer Wegwerf-Datenbank, durch dieselben Dienste wie die Seiten. Alle Ergebnisse "
        "kommen aus der Zahl hinter --seed: dieselbe Zahl gibt dieselbe Datei, Byte für Byte."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--format", default="cards", choices=["cards", "lives", "danish"], help="Turnierform")
        parser.add_argument("--cards", type=int, default=64, help="Karten im Angebot: Zweierpotenz, 8 bis 4096")
        parser.add_argument("--people", type=int, help="Personen; sonst so viele, wie die Karten füllen")
        parser.add_argument("--sold", type=int, help="verkaufte Karten; sonst alle")
        parser.add_argument("--max-cards", type=int, default=4, help="Karten je Person, höchstens (4)")
        parser.add_argument(
            "--holdings",
            type=_holdings,
            default=(),
            metavar="40,5,5",
            help="Karten der ersten Personen; hebt die Grenze",
        )
        methods = [DrawMethod.TWO_POT.value, DrawMethod.FAIR.value, DrawMethod.BY_HAND.value]
        parser.add_argument("--method", default="two-pot", choices=methods, help="Art der Auslosung")
        parser.add_argument("--withdrawals", type=int, default=0, metavar="N", help="so oft geht jemand früher")
        parser.add_argument("--bracket", action="store_true", help="fester Turnierbaum")
        parser.add_argument(
            "--policy",
            default=PrizePolicy.SEVERAL.value,
            choices=PrizePolicy.values,
            help="mehrere Preise oder einer je Person",
        )
        parser.add_argument("--lives", type=int, default=3, help="Leben je Person (Turnierform lives)")
        parser.add_argument("--rounds", type=int, default=7, help="Runden (Turnierform danish)")
        parser.add_argument("--seed", type=int, required=True, help="ganze Zahl, aus der alles gelost wird")
        parser.add_argument("--out", type=Path, metavar="FILE", help="Archiv, das geschrieben wird")
        parser.add_argument("--json", action="store_true", help="Zusammenfassung als ein JSON-Objekt")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] != "cards":
            refuse(f"--format {options['format']}: diese Turnierform gibt es noch nicht; gespielt werden kann cards")
        if options["out"] is None and not options["json"]:
            refuse("--out fehlt: wohin soll das Archiv geschrieben werden?")
        if options["out"] is not None:
            require_writable(options["out"])
        try:
            played = simulate(_options(options), self._progress())
        except (SimulationError, ServiceError) as error:
            refuse(str(error))
        if options["out"] is not None:
            try:
                write_whole(options["out"], played.archive_text.encode("utf-8"))
            except OSError as error:
                refuse(not_written(options["out"], error))
        summary = played.summary
        if options["json"]:
            self.stdout.write(json.dumps(summary.as_json(), ensure_ascii=False))
        else:
            self.stdout.write(
                f"{options['out']}: {_count(summary.people, 'Person', 'Personen')}, "
                f"{_count(summary.cards_sold, 'Karte', 'Karten')}, {_count(summary.rounds, 'Runde', 'Runden')}, "
                f"{_count(summary.matches_played, 'gespielte Begegnung', 'gespielte Begegnungen')}, "
                f"{sum(summary.seconds.values()):.1f} s"
            )

    def _progress(self) -> Any:
        """Say how far it is once a second, from the third one on."""
        said = monotonic() + SILENT_SECONDS - 1

        def progress(what: str, done: int, of: int) -> None:
            nonlocal said
            if monotonic() - said >= 1:
                said = monotonic()
                self.stderr.write(f"{what}: {done} von {of}")

        return progress


def _count(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _holdings(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise ArgumentTypeError(f"„{text}“: Kartenzahlen mit Beistrichen erwartet, zum Beispiel 40,5,5") from error


def _options(given: dict[str, Any]) -> Options:
    return Options(
        seed=given["seed"],
        cards=given["cards"],
        people=given["people"],
        sold=given["sold"],
        max_cards=given["max_cards"],
        holdings=given["holdings"],
        method=DrawMethod(given["method"]),
        withdrawals=given["withdrawals"],
        bracket=given["bracket"],
        policy=PrizePolicy(given["policy"]),
    )
