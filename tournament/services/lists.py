"""Participant lists taken in: everybody with his cards in one transaction, or nobody."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.archive import hash_of, money_text
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.participant_lists import ListEntry
from tournament.models import (
    CardState,
    CashEntry,
    CashKind,
    EntryCard,
    Person,
    Reservation,
    Role,
    Scope,
    State,
    Tournament,
)

from . import cash, people
from .base import Actor, require_role, touch, use_case
from .cards import card_text
from .errors import Problem, Refused, refuse, refuse_all
from .journal import Note, log
from .people import PersonData

NOTE_LENGTH = 200


@dataclass(frozen=True, slots=True)
class ListPerson:
    """A line to take in: whom the list names, and the start number if that is somebody who is here already."""

    entry: ListEntry
    start_number: int | None = None


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What a list brought: new people, cards sold and what was paid for them (text), cards reserved."""

    people: int
    sold: int
    amount: str
    reserved: int

    @property
    def money(self) -> Decimal:
        """The amount to count with."""
        return Decimal(self.amount)


def person_data(entry: ListEntry) -> PersonData:
    """The person of a line as it would be stored; raises Refused for a text that is too long."""
    return people.cleaned(
        PersonData(
            name=entry.name,
            place=entry.place,
            club=entry.club,
            categories=entry.categories,
            note=entry.note[:NOTE_LENGTH].strip(),
        )  # fmt: skip
    )


def taken_in_before(tournament: Tournament, fingerprint: str) -> bool:
    """Whether a file with this fingerprint was taken in already. One query."""
    return tournament.journal.filter(
        kind=JournalKind.LIST_TAKEN_IN.value, after__fingerprint=fingerprint
    ).exists()  # fmt: skip


@use_case
def take_in(
    *,
    tournament: Tournament,
    actor: Actor,
    rows: Sequence[ListPerson],
    fingerprint: str,
    again: bool = False,
    request_key: str | None = None,
) -> TakenIn:
    """Take in a list: paid cards are sold (with cash entries), unpaid ones reserved, the others are people only.

    Refused with every problem: nothing to take in, the same file again without `again`, more cards than are left, more
    than the limit per person, cards after the sale was closed.
    """
    require_role(actor, Role.CASHIER)
    if not rows:
        raise refuse("rows", _("Es ist keine Zeile zum Übernehmen da."))
    if not again and taken_in_before(tournament, fingerprint):
        raise refuse("again", _("Diese Datei wurde schon übernommen. Sollen alle noch einmal dazukommen?"))
    known = _known(tournament, rows)
    refuse_all(_problems(tournament, rows, known))
    owners, made = _make_people(tournament, rows, known)
    sales = [(owner, row.entry.cards or 0) for owner, row in zip(owners, rows, strict=True) if _is_sale(row)]
    wishes = [(owner, row.entry.cards or 0) for owner, row in zip(owners, rows, strict=True) if _is_wish(row)]
    sold, sale_notes = _sell(tournament, actor, sales)
    reserved, wish_notes = _reserve(tournament, wishes)
    amount = tournament.card_price * sold
    after = {
        "fingerprint": fingerprint, "lines": len(rows), "people": [person.start_number for person in made],
        "sold": sold, "reserved": reserved, "amount": money_text(amount),
    }  # fmt: skip
    log(
        tournament, actor, Note(JournalKind.LIST_TAKEN_IN, "tournament", after=after), *sale_notes, *wish_notes
    )  # fmt: skip
    touch(tournament, [Scope.SALE, Scope.CASH, Scope.BOARD])
    return TakenIn(len(made), sold, money_text(amount), reserved)


def _is_sale(row: ListPerson) -> bool:
    return row.entry.paid and bool(row.entry.cards)


def _is_wish(row: ListPerson) -> bool:
    return not row.entry.paid and bool(row.entry.cards)


def _known(tournament: Tournament, rows: Sequence[ListPerson]) -> dict[int, Person]:
    """The people named by their start numbers; refused for one that does not exist."""
    named = {row.start_number for row in rows if row.start_number is not None}
    found = {person.start_number: person for person in tournament.people.filter(start_number__in=named)}
    refuse_all(
        Problem("person", _("Die Startnummer %(number)s gibt es nicht.") % {"number": number})
        for number in sorted(named - found.keys())
    )
    return found


def _problems(tournament: Tournament, rows: Sequence[ListPerson], known: dict[int, Person]) -> list[Problem]:
    if tournament.state == State.FINISHED:
        return [Problem("state", _("Das Turnier ist beendet."))]
    asks = [row for row in rows if row.entry.cards]
    if asks and tournament.state != State.SALE:
        return [
            Problem("state", _("Der Verkauf ist geschlossen: Zeilen mit Karten können nicht mehr übernommen werden."))
        ]
    problems = []
    counts = tournament.cards.exclude(state=CardState.REFUNDED).aggregate(sold=Count("id"))
    left, wanted = tournament.cards_offered - counts["sold"], sum(row.entry.cards or 0 for row in rows if _is_sale(row))
    if wanted > left:
        text = _("Bezahlt sind %(wanted)s Karten, da sind noch %(left)s. Bitte zuerst das Feld vergrößern.")
        problems.append(Problem("sold_out", text % {"wanted": wanted, "left": left}))
    limit = tournament.max_cards_per_person
    held = Counter(
        dict(
            tournament.people.filter(start_number__in=known).values_list("start_number").annotate(
                held=Count("cards", filter=~Q(cards__state=CardState.REFUNDED))
            )
        )
    )  # fmt: skip
    for row in asks:
        owned = held[row.start_number] if row.start_number is not None else 0
        asked = row.entry.cards or 0
        if owned + asked > limit:
            text = _("Zeile %(line)s, %(name)s: %(asked)s Karten und %(owned)s schon gekauft; höchstens %(limit)s.")
            values = {"line": row.entry.line, "name": row.entry.name, "asked": asked, "owned": owned, "limit": limit}
            problems.append(Problem("limit", text % values))
        elif row.start_number is not None:
            held[row.start_number] += asked
    return problems


def _make_people(
    tournament: Tournament, rows: Sequence[ListPerson], known: dict[int, Person]
) -> tuple[list[Person], list[Person]]:
    """The owner for every row, and those among them who are new, stored with the next start numbers."""
    last = tournament.people.aggregate(last=Max("start_number"))["last"] or 0
    at = clock.now()
    owners: list[Person] = []
    made: list[Person] = []
    problems: list[Problem] = []
    for row in rows:
        if row.start_number is not None:
            owners.append(known[row.start_number])
            continue
        try:
            data = person_data(row.entry)
        except Refused as refusal:
            problems += [
                Problem(p.code, _("Zeile %(line)s: %(text)s") % {"line": row.entry.line, "text": p.text})
                for p in refusal.problems
            ]
            continue
        person = Person(
            tournament=tournament, start_number=last + len(made) + 1, name=data.name, place=data.place, club=data.club,
            categories=list(data.categories), note=data.note, created_at=at,
        )  # fmt: skip
        person.refresh_keys()
        made.append(person)
        owners.append(person)
    refuse_all(problems)
    Person.objects.bulk_create(made, batch_size=500)
    return owners, made


def _sell(tournament: Tournament, actor: Actor, sales: Sequence[tuple[Person, int]]) -> tuple[int, list[Note]]:
    """Cards and cash entries for everybody who has paid; the entries continue the chain of the cash book."""
    number = tournament.cards.aggregate(last=Max("number"))["last"] or 0
    last = tournament.cash.order_by("-number").values_list("number", "hash").first()
    entry_number, prev = last or (0, None)
    at, price = clock.now(), tournament.card_price
    made, entries, notes = [], [], []
    for owner, count in sales:
        numbers = list(range(number + 1, number + count + 1))
        number += count
        made += [
            EntryCard(tournament=tournament, number=n, owner=owner, sold_at=at, price=price) for n in numbers
        ]  # fmt: skip
        amount = (price * count).quantize(Decimal("0.01"))
        if amount:
            entry_number += 1
            entry = CashEntry(
                tournament=tournament, number=entry_number, at=at, kind=CashKind.SALE.value, amount=amount,
                desk=actor.desk, text=card_text(owner.start_number, numbers), by=actor.name, prev=prev,
            )  # fmt: skip
            prev = entry.hash = hash_of(cash.record(entry))
            entries.append(entry)
        after = {"cards": numbers, "amount": money_text(amount)}
        notes.append(Note(JournalKind.CARDS_SOLD, f"person {owner.start_number}", after=after))
    EntryCard.objects.bulk_create(made, batch_size=500)
    CashEntry.objects.bulk_create(entries, batch_size=500)
    return len(made), notes


def _reserve(tournament: Tournament, wishes: Sequence[tuple[Person, int]]) -> tuple[int, list[Note]]:
    last, at = tournament.reservations.aggregate(last=Max("number"))["last"] or 0, clock.now()
    made: list[Reservation] = []
    notes: list[Note] = []
    for number, (owner, count) in enumerate(wishes, start=last + 1):
        made.append(Reservation(tournament=tournament, number=number, person=owner, cards=count, made_at=at))
        after = {"reservation": number, "cards": count}
        notes.append(Note(JournalKind.RESERVED, f"person {owner.start_number}", after=after))
    Reservation.objects.bulk_create(made, batch_size=500)
    return sum(count for _owner, count in wishes), notes
