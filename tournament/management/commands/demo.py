"""`demo`: an evening in the middle of round 2, to look around in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from tournament.management import serving
from tournament.management.base import OneLineCommand, refuse
from tournament.management.database import database_errors_in_one_line
from tournament.services import demo
from tournament.services.errors import ServiceError
from tournament.services.simulated_options import require_possible
from tournament.services.simulation import Options, SimulationError

FEWEST_PEOPLE = 4


class Command(OneLineCommand):
    help = (
        "Richtet alles ein, spielt einen Abend bis zur Mitte der zweiten Runde, nennt die Anmeldung der Turnierleitung und "
        "läuft dann wie serve. Noch einmal gestartet geht es dort weiter, wo man war."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-serve", action="store_true", help="nur einrichten")
        parser.add_argument("--people", type=int, default=17, help="Personen (17)")
        parser.add_argument("--cards", type=int, default=64, help="Karten im Angebot: Zweierpotenz, 8 bis 4096 (64)")
        parser.add_argument(
            "--seed", type=int, default=1, metavar="N", help="ganze Zahl, aus der der Abend gelost wird"
        )
        parser.add_argument("--host", default="0.0.0.0", help="wie bei serve")  # noqa: S104
        parser.add_argument("--port", type=int, default=8000, help="wie bei serve")

    def handle(self, *args: Any, **options: Any) -> None:
        evening = _options(options)
        with serving.one_program_per_folder():
            serving.prepare(self.say)
            with database_errors_in_one_line():
                self._set_up(evening)
            if not options["no_serve"]:
                serving.serve(self.say, options["host"], options["port"])

    def _set_up(self, evening: Options) -> None:
        try:
            if demo.seed_evenings(evening):
                self.say(f"Ein Abend mit {evening.people} Personen ist eingerichtet: Runde 2 ist halb gespielt.")
            else:
                self.say("Der Abend ist schon eingerichtet; es geht dort weiter, wo Sie waren.")
            login = demo.director()
        except ServiceError as error:
            refuse(str(error))
        password = login.password or "(wie bei der ersten Anmeldung gewählt)"
        self.say(f"Turnierleitung:    Name {login.username}, Passwort {password}")

    def say(self, text: str) -> None:
        """At once, also into a file or pipe."""
        self.stdout.write(text)
        self.stdout.flush()


def _options(given: dict[str, Any]) -> Options:
    """One card stays unsold: whoever draws its number has a bye."""
    options = Options(seed=given["seed"], cards=given["cards"], people=given["people"], sold=given["cards"] - 1)
    try:
        require_possible(options)
    except SimulationError as error:
        refuse(str(error))
    if not FEWEST_PEOPLE <= given["people"] < given["cards"]:
        refuse(f"--people {given['people']}: von {FEWEST_PEOPLE} bis {given['cards'] - 1}")
    return options
