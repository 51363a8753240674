"""The journal for people: filtered, newest first, in sentences, with links; and whether its chain is whole."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.domain import names as spelling
from tournament.domain.archive import hash_of, time_text
from tournament.models import JournalEntry, Match, Tournament
from tournament.translated import recorded_by

from .journal_sentences import sentence
from .journal_words import GROUPS, Entry, MatchNames, Names

PER_PAGE = 50
#: More people than this are no search for somebody.
MOST_PEOPLE = 40
_SUBJECT = re.compile(r"(match|card|person|draw|round|cash|count|place|prize|table|seller) (\d{1,9})")
MATCH_WORDS = frozenset({"begegnung", "partie"})
#: The words of the page for what entries are about.
_WORDS = {
    "karte": "card", "startnummer": "person", "person": "person", "auslosung": "draw",
    "runde": "round", "kassa": "cash", "platz": "place", "preis": "prize", "tisch": "table",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class JournalLine:
    """An entry as it is shown. `about`: kind of thing and its number ("match", 12), or ("", 0)."""

    number: int
    at: datetime
    by: str
    kind: str
    text: str
    reason: str
    about: tuple[str, int]
    hash: str


@dataclass(frozen=True, slots=True)
class JournalPage:
    """A page of lines, newest first. `total`: all entries that fit the filter."""

    lines: tuple[JournalLine, ...]
    page: int
    pages: int
    total: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Whether every entry follows from the one before. `broken_at`: the first entry that does not."""

    entries: int
    broken_at: int | None
    last_hash: str


def journal_page(
    tournament: Tournament, *, group: str = "", subject: str = "", text: str = "", page: int | str = 1
) -> JournalPage:
    """A page of the journal, newest first: at most seven queries, whatever its length."""
    rows = tournament.journal.order_by("-number")
    if group in GROUPS:
        rows = rows.filter(kind__in=[kind.value for kind in GROUPS[group][1]])
    if subject.strip():
        rows = rows.filter(subject__in=_subjects(tournament, subject))
    if text.strip():
        rows = _containing(tournament, rows, text.strip())
    found = Paginator(rows, PER_PAGE).get_page(page)
    lines = tuple(_lines(tournament, list(found.object_list)))
    return JournalPage(lines, found.number, found.paginator.num_pages, found.paginator.count)


def _subjects(tournament: Tournament, text: str) -> list[str]:
    """What is meant by "Karte 7" or "card 7", as the journal writes it.

    People count matches by their number in the round, the journal by their serial: "Begegnung 12" is every match 12.
    """
    word, _space, number = " ".join(text.split()).lower().partition(" ")
    if word in MATCH_WORDS and number.isascii() and number.isdigit() and len(number) <= 6:
        return [
            f"match {serial}"
            for serial in tournament.matches.filter(number=int(number)).values_list("serial", flat=True)
        ]
    return [f"{_WORDS.get(word, word)} {number}".strip()]


def _containing(tournament: Tournament, rows: QuerySet[JournalEntry], text: str) -> QuerySet[JournalEntry]:
    """Entries with the word in reason, name of the clerk or kind, or about somebody of that name: three queries."""
    wanted = Q(reason__icontains=text) | Q(by__icontains=text) | Q(kind__icontains=text) | Q(subject__icontains=text)
    people = tournament.people.all()
    for term in spelling.search_terms(text):
        people = people.filter(search_text__contains=term)
    starts = dict(people.values_list("pk", "start_number")[: MOST_PEOPLE + 1])
    if starts and len(starts) <= MOST_PEOPLE:
        cards = dict(tournament.cards.filter(owner__in=list(starts)).values_list("pk", "number"))
        matches = tournament.matches.filter(Q(left_card__in=list(cards)) | Q(right_card__in=list(cards)))
        about = [f"person {start}" for start in starts.values()] + [f"card {number}" for number in cards.values()]
        wanted |= Q(subject__in=about + [f"match {serial}" for serial in matches.values_list("serial", flat=True)])
    return rows.filter(wanted)


def _lines(tournament: Tournament, rows: Sequence[JournalEntry]) -> list[JournalLine]:
    names = _names(tournament, rows)
    return [
        JournalLine(
            number=row.number, at=row.at, by=recorded_by(row.by), kind=row.kind,
            text=sentence(Entry(row.kind, row.subject, row.before, row.after), names),
            reason=row.reason or "", about=_about(row.subject), hash=row.hash,
        )
        for row in rows
    ]  # fmt: skip


def entry_text(tournament: Tournament, row: JournalEntry) -> str:
    """One entry as a sentence: three queries."""
    return _lines(tournament, [row])[0].text


def _about(subject: str) -> tuple[str, int]:
    found = _SUBJECT.fullmatch(subject)
    return (found[1], int(found[2])) if found else ("", 0)


def _names(tournament: Tournament, rows: Sequence[JournalEntry]) -> Names:
    """The names behind the numbers of these entries: three queries."""
    about = [_about(row.subject) for row in rows]
    serials = {number for what, number in about if what == "match"}
    serials |= {number for row in rows if isinstance(row.after, dict) for number in _whole([row.after.get("match")])}
    columns = ("serial", "stage", "round", "number", "left_card__number", "right_card__number")
    matches = {
        serial: MatchNames(*rest)
        for serial, *rest in Match.objects.filter(tournament=tournament, serial__in=serials).values_list(*columns)
    }
    wanted = {number for what, number in about if what == "card"}
    wanted |= {card for match in matches.values() for card in (match.left, match.right) if card is not None}
    wanted |= {number for row in rows for number in _cards_named(row)}
    cards = dict(tournament.cards.filter(number__in=wanted).values_list("number", "owner__start_number"))
    starts = {number for what, number in about if what == "person"} | set(cards.values())
    starts |= {number for row in rows for number in _people_named(row)}
    people = tournament.people.filter(start_number__in=starts).values_list("start_number", "name", "place")
    return Names({start: (name, place) for start, name, place in people}, cards, matches)


def _cards_named(row: JournalEntry) -> Iterable[int]:
    """Card numbers inside an entry, wherever a sentence shows them."""
    for value in (row.before, row.after):
        if isinstance(value, dict):
            for key in ("winner", "left", "right", "card", "from", "to", "from_card", "to_card"):
                yield from _whole([value.get(key)])
            yield from _whole(value.get("order"))
            step = value.get("step")
            yield from _whole(step[2:3] if isinstance(step, list) else None)


def _people_named(row: JournalEntry) -> Iterable[int]:
    for value in (row.before, row.after):
        if isinstance(value, dict):
            yield from _whole([value.get(key) for key in ("start_number", "owner", "person")])


def _whole(values: Any) -> Iterable[int]:
    """The plain numbers of a list; an archive from elsewhere may hold anything."""
    if isinstance(values, list):
        yield from (
            value for value in values if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9
        )


def check_chain(tournament: Tournament) -> Chain:
    """Hash the whole journal anew, entry by entry: one query."""
    prev: str | None = None
    count = 0
    for row in tournament.journal.order_by("number").iterator(chunk_size=2000):
        count += 1
        record = {
            "number": row.number, "at": time_text(row.at), "by": row.by, "kind": row.kind, "subject": row.subject,
            "before": row.before, "after": row.after, "reason": row.reason, "prev": row.prev,
        }  # fmt: skip
        if row.number != count or row.prev != prev or row.hash != hash_of(record):
            return Chain(count, row.number, prev or "")
        prev = row.hash
    return Chain(count, None, prev or "")


def chain_text(chain: Chain) -> str:
    """The answer of the check, in a sentence."""
    if chain.broken_at is not None:
        return _(
            "Die Kette ist bei Eintrag %(number)s unterbrochen: dieser oder ein früherer Eintrag ist verändert."
        ) % {"number": chain.broken_at}
    return _("Kette unversehrt: %(count)s Einträge, letzter Hash %(hash)s.") % {
        "count": chain.entries, "hash": chain.last_hash[:16] or "–",
    }  # fmt: skip
