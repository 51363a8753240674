"""People of a tournament: added, changed; namesakes are asked about, not guessed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain import names
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Person, Role, Scope, State, Tournament
from tournament.translated import translated

from .base import Actor, require_role, touch, use_case
from .errors import NotFound, Problem, Refused, refuse
from .journal import Note, log

#: Where people are named.
SHOWN_ON = (Scope.SALE, Scope.ROUND, Scope.PRIZES, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class PersonData:
    """What is typed about a person."""

    name: str
    place: str = ""
    club: str = ""
    categories: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    note: str = ""
    phone: str = ""
    public: bool = True


@dataclass(frozen=True, slots=True)
class Added:
    """The start number given."""

    start_number: int


def find(tournament: Tournament, start_number: int) -> Person:
    """The person with this start number; raises NotFound."""
    person = tournament.people.filter(start_number=start_number).first()
    if person is None:
        raise NotFound(Problem("person", _("Die Startnummer %(number)s gibt es nicht.") % {"number": start_number}))
    return person


def cleaned(data: PersonData) -> PersonData:
    """Names as they are kept (NFC, no invisible characters); raises Refused with every text that cannot be taken."""
    problems: list[Problem] = []

    def text(label: str, value: str, limit: int) -> str:
        try:
            return names.clean_text(value, limit=limit)
        except names.InvalidText as error:
            problems.append(Problem(label, translated(error.message)))
            return ""

    try:
        name = names.clean_name(data.name)
    except names.InvalidText as error:
        problems.append(Problem("name", translated(error.message)))
        name = ""
    result = PersonData(
        name=name, place=text("place", data.place, 80), club=text("club", data.club, 80),
        categories=tuple(c for c in (text("categories", c, 60) for c in data.categories) if c),
        members=tuple(m for m in (text("members", m, 120) for m in data.members) if m),
        note=text("note", data.note, 200), phone=text("phone", data.phone, 40), public=data.public,
    )  # fmt: skip
    if problems:
        raise Refused(*problems)
    return result


def namesakes(tournament: Tournament, name: str) -> Sequence[Person]:
    """People of this tournament with the same name, whichever way round it is written."""
    same = Q()
    for key in names.name_keys(name):
        same |= Q(name_keys__contains=f"|{key}|")
    return list(tournament.people.filter(same).order_by("start_number"))


def create(tournament: Tournament, data: PersonData) -> Person:
    """Store a person with the next start number, inside a use case; `data` must be cleaned."""
    last = tournament.people.aggregate(last=Max("start_number"))["last"] or 0
    person = Person(
        tournament=tournament, start_number=last + 1, name=data.name, place=data.place, club=data.club,
        categories=list(data.categories), members=list(data.members), note=data.note, phone=data.phone,
        public=data.public, created_at=clock.now(),
    )  # fmt: skip
    person.refresh_keys()
    person.save(force_insert=True)
    return person


def told_apart(data: PersonData, other: Person) -> bool:
    """Whether the place or the club that is typed is another one than this namesake's."""
    typed = ((data.place, other.place), (data.club, other.club))
    return any(names.fold(mine) and names.fold(mine) != names.fold(theirs) for mine, theirs in typed)


def ask_about_namesakes(
    tournament: Tournament, data: PersonData, *, confirmed: bool, meant_as_new: bool = False
) -> None:
    """Raise Refused (code `namesake`) when the name is here already and nobody said that it is somebody else.

    Somebody chosen as a new person (`meant_as_new`) is asked about only where place and club do not tell them apart.
    """
    if confirmed:
        return
    found = namesakes(tournament, data.name)
    if found and not (meant_as_new and all(told_apart(data, other) for other in found)):
        known = ", ".join(f"{p.start_number} {p.name}{f' ({p.place})' if p.place else ''}" for p in found[:5])
        raise refuse(
            "namesake",
            _("Den Namen gibt es schon: %(known)s. Dieselbe Person? Sonst als neue Person bestätigen.")
            % {"known": known},
        )


@use_case
def add(
    *,
    tournament: Tournament,
    actor: Actor,
    data: PersonData,
    another_with_this_name: bool = False,
    request_key: str | None = None,
) -> Added:
    """Add a person without selling anything yet."""
    require_role(actor, Role.CASHIER)
    if tournament.state == State.FINISHED:
        raise refuse("state", _("Das Turnier ist beendet."))
    data = cleaned(data)
    ask_about_namesakes(tournament, data, confirmed=another_with_this_name)
    person = create(tournament, data)
    log(tournament, actor, Note(JournalKind.PERSON_ADDED, f"person {person.start_number}"))
    touch(tournament, SHOWN_ON)  # a namesake changes how others are named
    return Added(person.start_number)


def _counts_for_a_prize(tournament: Tournament) -> bool:
    return tournament.prizes.exclude(ranking=None).exists()


@use_case
def change(
    *, tournament: Tournament, actor: Actor, start_number: int, data: PersonData, request_key: str | None = None
) -> Added:
    """Correct a person's name, place, club, categories or whether the name is public; the journal names the fields, not the names."""
    require_role(actor, Role.CASHIER)
    person = find(tournament, start_number)
    data = cleaned(data)
    changed = []
    for field in ("name", "place", "club", "note", "phone", "public", "categories", "members"):
        value: object = getattr(data, field)
        value = list(value) if isinstance(value, tuple) else value
        if getattr(person, field) != value:
            setattr(person, field, value)
            changed.append(field)
    if tournament.state == State.FINISHED and {"categories", "club"} & set(changed) and _counts_for_a_prize(tournament):
        raise refuse(
            "finished",
            _("Kategorie und Verein stehen fest: davon hängt ein Sonderpreis ab. Zuerst das Turnier wieder öffnen."),
        )
    if changed:
        person.refresh_keys()
        person.save()
        log(tournament, actor, Note(JournalKind.PERSON_CHANGED, f"person {start_number}", after={"changed": changed}))
        touch(tournament, SHOWN_ON)
    return Added(start_number)
