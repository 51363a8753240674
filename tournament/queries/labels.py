"""People as pages name them: with the place where a name occurs twice, short for long lists, as a number for whoever wants no name in public."""

from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Tournament

from .namesakes import where_from


@dataclass(frozen=True, slots=True)
class Label:
    """A person. `name` is "Nr. 17" for somebody who is not named where this is shown; `where` is set for namesakes only.

    `place` is shown where there is room for it, `short` ("Huber J.", "Moar") is different for everybody.
    """

    start_number: int
    name: str
    where: str
    place: str
    short: str
    hidden: bool = False

    @property
    def full(self) -> str:
        """The name, for namesakes with the place."""
        return f"{self.name}, {self.where}" if self.where else self.name


#: Whoever is unknown: nobody can be, but a page must not fail for it.
NOBODY = Label(0, "–", "", "", "–")


def labels_of(tournament: Tournament, *, staff: bool = False) -> dict[int, Label]:
    """Start number -> label of everybody, two queries. Only `staff` sees those who do not want to be named in public."""
    where = where_from(tournament, public_only=not staff)
    rows = list(
        tournament.people.order_by("start_number").values_list("pk", "start_number", "name", "place", "club", "public")
    )
    # Whoever is not named must not show through the initials of somebody who is.
    short = shortened({start: (name, where.get(pk, "")) for pk, start, name, *_rest, public in rows if public or staff})
    return {
        start: Label(start, name, where.get(pk, ""), place or club, short[start]) if start in short else _hidden(start)
        for pk, start, name, place, club, _public in rows
    }


def _hidden(start: int) -> Label:
    text = _("Nr. %(number)s") % {"number": start}
    return Label(start, text, "", "", text, hidden=True)


def shortened(names: dict[int, tuple[str, str]]) -> dict[int, str]:
    """Number -> the shortest form that still is one person's: what the name begins with, with an initial, whole, with the place.

    Lists are written either way, "Huber Johann" or "Johann Huber": a beginning that is a part of somebody else's name
    too, wherever it stands there, does not say who is meant.

    >>> shortened({1: ("Huber Johann", "Rassach"), 2: ("Huber Johann", "St. Stefan"), 3: ("Huber Karl", ""), 4: ("van Dyck Jan", "")})
    {1: 'Huber J. (Rassach)', 2: 'Huber J. (St. Stefan)', 3: 'Huber K.', 4: 'van Dyck'}
    >>> shortened({1: ("Paul Johann", ""), 2: ("Huber Paul", ""), 3: ("Norbert Moar", "")})
    {1: 'Paul J.', 2: 'Huber', 3: 'Norbert'}
    """
    forms = {number: _forms(name, where) for number, (name, where) in names.items()}
    counts = [Counter(each[depth] for each in forms.values()) for depth in range(3)]
    words = Counter(word for name, _where in names.values() for word in set(name.split()))
    # The word that counts in "van Dyck" is the last one.
    counts[0] = Counter({form: max(count, words[form.split()[-1]] if form else 0) for form, count in counts[0].items()})
    return {
        number: next((each[depth] for depth in range(3) if counts[depth][each[depth]] == 1), each[3])
        for number, each in forms.items()
    }


def _forms(name: str, where: str) -> tuple[str, str, str, str]:
    words = name.split()
    # "van Dyck", "Ó Súilleabháin": what is small or very short is no name by itself.
    end = next((at for at, word in enumerate(words, start=1) if len(word) > 2 and not word.islower()), len(words))
    first = " ".join(words[:end])
    rest = words[end:]
    initial = f"{first} {rest[0][0]}." if rest and rest[0][0].isalpha() else name
    placed = f"{initial} ({where})" if where else name
    return first, initial, placed, f"{name} ({where})" if where else name
