"""What taking in a participant list would do, line by line, before anything is taken in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.domain import names
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.messages import Message
from tournament.domain.participant_lists import BadLine, ListEntry, ListPreview
from tournament.models import CardState, Tournament
from tournament.translated import translated

from .offers import Offer, offer_of, with_cards

NEW, SKIP = "new", "skip"


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line that can be taken in. `same`: people here with this name; `choice`: NEW, SKIP, a start number, "" = asked."""

    entry: ListEntry
    same: tuple[Offer, ...]
    choice: str

    @property
    def is_sale(self) -> bool:
        """Paid: the cards are sold."""
        return self.entry.paid and bool(self.entry.cards)

    @property
    def is_wish(self) -> bool:
        """Not paid: the cards are reserved."""
        return not self.entry.paid and bool(self.entry.cards)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that is not taken in: its number, its text, and in the reader's language what to do."""

    line: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class ListPage:
    """The whole preview: lines, bad lines, warnings; what would be sold and reserved; how many cards are left."""

    lines: tuple[PreviewLine, ...]
    bad: tuple[LeftOut, ...]
    warnings: tuple[str, ...]
    preview: ListPreview
    people: int
    sold: int
    reserved: int
    amount: Decimal
    left: int
    seen_before: bool

    @property
    def asked(self) -> tuple[PreviewLine, ...]:
        """Lines of which nobody has said yet who they are."""
        return tuple(line for line in self.lines if not line.choice)

    @property
    def too_many(self) -> bool:
        """More cards are paid in the list than are left."""
        return self.sold > self.left


def list_page(tournament: Tournament, preview: ListPreview, fingerprint: str, choices: Mapping[int, str]) -> ListPage:
    """Three queries, whatever the size. `choices`: line number -> what somebody chose for it."""
    here = _by_name(tournament)
    lines, bad = [], list(preview.bad_lines)
    for entry in preview.entries:
        if fault := _too_long(entry):
            bad.append(BadLine(entry.line, entry.name, fault))
            continue
        same = _same(here, entry.name)
        lines.append(PreviewLine(entry, same, choices.get(entry.line) or _guess(entry, same)))
    left_out = (LeftOut(line.line, line.text, translated(line.reason)) for line in bad)
    taken = [line for line in lines if line.choice != SKIP]
    sold = sum(line.entry.cards or 0 for line in taken if line.is_sale)
    in_hand = tournament.cards.exclude(state=CardState.REFUNDED).count()
    seen = tournament.journal.filter(kind=JournalKind.LIST_TAKEN_IN.value, after__fingerprint=fingerprint).exists()
    return ListPage(
        lines=tuple(lines), bad=tuple(sorted(left_out, key=lambda line: line.line)), preview=preview,
        warnings=tuple(translated(warning) for warning in preview.warnings), people=sum(line.choice == NEW for line in taken),
        sold=sold, reserved=sum(line.entry.cards or 0 for line in taken if line.is_wish),
        amount=sold * tournament.card_price, left=tournament.cards_offered - in_hand, seen_before=seen,
    )  # fmt: skip


def _by_name(tournament: Tournament) -> dict[str, list[Offer]]:
    found: dict[str, list[Offer]] = {}
    for person in with_cards(tournament.people.all()).order_by("start_number"):
        offer = offer_of(tournament, person)
        for key in person.name_keys.strip("|").split("|"):
            found.setdefault(key, []).append(offer)
    return found


def _same(here: Mapping[str, Sequence[Offer]], name: str) -> tuple[Offer, ...]:
    found = {offer.start_number: offer for key in names.name_keys(name) for offer in here.get(key, ())}
    return tuple(found[number] for number in sorted(found))


def _guess(entry: ListEntry, same: tuple[Offer, ...]) -> str:
    """Who a line is where it is clear: nobody of the name here, or the places say it. Else "": it is asked."""
    if not same:
        return NEW
    place = names.fold(entry.place)
    if place and all(offer.place for offer in same):
        there = [offer for offer in same if names.fold(offer.place) == place]
        if not there:
            return NEW
        if len(there) == 1:
            return str(there[0].start_number)
    return ""


def _too_long(entry: ListEntry) -> Message | None:
    for text, limit in ((entry.place, 80), (entry.club, 80), *((label, 60) for label in entry.categories)):
        try:
            names.clean_text(text, limit=limit)
        except names.InvalidText as error:
            return error.message
    return None
