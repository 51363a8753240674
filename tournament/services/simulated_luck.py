"""Chance and time of a simulation: everything is drawn from the seed, nothing from the machine or its clock."""

from collections.abc import MutableSequence, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tournament.domain.psd1 import Stream, hex_of

from .people import PersonData

T = TypeVar("T")

#: A Saturday in Jänner, seven in the evening in Vienna.
START = datetime(2026, 1, 10, 18, 0, tzinfo=UTC)

FIRST_NAMES = (
    "Alois", "Berta", "Christl", "Dominik", "Elfriede", "Franz", "Gerlinde", "Hubert", "Ingrid", "Jörg", "Karoline",
    "Leopold", "Margit", "Norbert", "Ottilie", "Peter", "Quirin", "Rosa", "Sepp", "Theresia", "Ulrike", "Vinzenz",
    "Waltraud", "Xaver", "Käthe", "Günther", "Rösi", "Jürgen", "Annelies", "Matthäus",
)  # fmt: skip
LAST_NAMES = (
    "Brückler", "Daxböck", "Eder", "Fürnsinn", "Gstöttner", "Höllwarth", "Innerhofer", "Jäger", "Köberl", "Loibnegger",
    "Mößlacher", "Neuhäusl", "Oberascher", "Pürstinger", "Quehenberger", "Rührnößl", "Schörkhuber", "Tröstl",
    "Unterweißacher", "Völkl", "Wöhrer", "Zöhrer", "Ähnlich-Moser", "Šnjarić", "Strauß", "vulgo Moar", "Steinböck", "Huber",
)  # fmt: skip
PLACES = ("Großsölk", "Kötschach", "Mürzsteg", "St. Peter am Kammersberg", "Übelbach", "Öblarn", "Wörschach", "")
CLUBS = ("FF Großsölk", "Schnapserrunde Übelbach", "Landjugend Öblarn", "Sparverein Zur Brücke", "", "", "")


class Luck:
    """One stream of uniform numbers, derived from the seed and a label: streams do not disturb each other."""

    def __init__(self, seed: int, label: str) -> None:
        self._words = Stream(hex_of(f"preisschnapsen simulation\n{label}\n{seed}\n"))

    def below(self, n: int) -> int:
        """A number 0 ... n - 1."""
        return self._words.uint(n)

    def between(self, first: int, last: int) -> int:
        """A number first ... last."""
        return first + self._words.uint(last - first + 1)

    def once_in(self, n: int) -> bool:
        """True once in n times."""
        return self._words.uint(n) == 0

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self._words.uint(len(items))]

    def take(self, items: MutableSequence[T]) -> T:
        """Remove one of the items and return it."""
        return items.pop(self._words.uint(len(items)))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in an order drawn (each order equally likely)."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self._words.uint(last + 1)
            result[last], result[other] = result[other], result[last]
        return result


class Time:
    """A clock that goes on only when it is told to, in whole seconds."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start

    def now(self) -> datetime:
        """The present moment of the simulation, for `clock.use`."""
        return self._now

    def tick(self, seconds: int) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)


class InventedPeople:
    """An endless queue of invented people; one in 25 bears the name of somebody before him."""

    def __init__(self, luck: Luck) -> None:
        self._luck = luck
        self._all = [f"{last} {first}" for last in LAST_NAMES for first in FIRST_NAMES]
        self._waiting: list[str] = []
        self._known: list[str] = []

    def next(self) -> PersonData:
        """The next one who comes to the desk."""
        if not self._waiting:
            self._waiting = self._luck.shuffled(self._all)
        namesake = bool(self._known) and self._luck.once_in(25)
        name = self._luck.choice(self._known) if namesake else self._waiting.pop()
        self._known.append(name)
        return PersonData(name, place=self._luck.choice(PLACES), club=self._luck.choice(CLUBS))
