"""Taps from the phones at the tables: delivered exactly once and in order, judged by the card rules, one phone at a time."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field, replace

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.rules import RuleSet
from tournament import clock
from tournament.domain import tap_fold
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Match, Outcome, PhoneTally, Role, Scope, State, Tap, Tournament
from tournament.queries.phones import find_standing, is_reported, seen
from tournament.translated import translated

from .base import Actor, touch, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log
from .tallies import rules_of

LONGEST_DEVICE = 32
#: More than a phone can collect in a match; a larger delivery is no phone.
MOST_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class GivenTap:
    """A tap with its number among the taps of this phone in this match, from 1."""

    sequence: int
    tap: tap_fold.Tap


@dataclass(frozen=True, slots=True)
class Delivered:
    """What the server has now: the phone's turn, its last tap that is stored, and why the next one was not taken ("": all were).

    Where all were taken, `entries` are the taps that count and `seen` the fields of `queries.phones.Seen`: the phone is
    answered without looking at the match once more.
    """

    term: int
    last: int
    refused: str = ""
    entries: tuple[str, ...] = field(default=(), compare=False)
    seen: tuple[int | str | None, ...] = field(default=(), compare=False)


@use_case
def deliver(
    *,
    tournament: Tournament,
    match: int,
    device: str,
    term: int,
    taps: Sequence[GivenTap],
    players: str = "",
    request_key: str | None = None,
) -> Delivered:
    """Store the taps of a phone, each once, in the order of their sequence; sent again they are known.

    `match` is the serial, `term` the turn in which the phone counted (any where nobody counts yet: the first phone to
    tap has the pencil), `players` who it counts for ("": whoever plays). An impossible tap stops the delivery; those
    before it are stored. One journal entry a tap.

    Conflict: the match is over (`ended`), played by others now (`others`), reported (`reported`), or counted by another
    phone (`not_holder`). Refused: taps are missing in between (`gap`).
    """
    row = playable(tournament, match, players)
    tally = tally_of(row)
    last = Tap.objects.filter(match=row, device=device).aggregate(last=Max("sequence"))["last"] or 0
    new = sorted((each for each in taps if each.sequence > last), key=lambda each: each.sequence)
    if not new:
        return Delivered(tally.term, last)
    if is_reported(row):
        raise Conflict(Problem("reported", _("Das Ergebnis ist schon gemeldet und wartet auf die Turnierleitung.")))
    _require_pencil(tally, device, term)
    if new[0].sequence != last + 1:
        raise refuse("gap", _("Dazwischen fehlen Striche; das Handy schickt sie noch einmal."))
    taken, refused = _possible(tournament, row, tally, new)
    if taken:
        _store(tournament, row, tally, device, taken)
    if refused or len(taken) < len(new):
        return Delivered(tally.term, last + len(taken), refused)
    now = replace(seen(row), tally_version=tally.version)
    return Delivered(tally.term, last + len(taken), entries=tuple(tally.entries), seen=astuple(now))


@use_case
def take_over(
    *, tournament: Tournament, match: int, device: str, players: str = "", request_key: str | None = None
) -> Delivered:
    """Let this phone count on; what another one has not delivered yet comes too late from now on."""
    row = playable(tournament, match, players)
    tally = tally_of(row)
    if tally.device != device:
        before = {"phone": _short(tally.device)} if tally.device else None
        tally.device, tally.term, tally.version = device, tally.term + 1, tally.version + 1
        tally.changed_at = clock.now()
        tally.save()
        note = Note(JournalKind.PHONE_TAKEN_OVER, f"match {row.serial}", before=before, after={"phone": _short(device)})
        log(tournament, phone_actor(row), note)
    last = Tap.objects.filter(match=row, device=device).aggregate(last=Max("sequence"))["last"] or 0
    return Delivered(tally.term, last)


def playable(tournament: Tournament, serial: int, players: str = "") -> Match:
    """The match, if a phone may still write in it; Conflict `ended` with the reason in words, NotFound.

    `players`: `Seen.players` as the phone shows them; Conflict `others` if a correction put somebody else here since.
    A card that was given to another person has the same taps; only who reports must have seen the present names.
    """
    row = find_standing(tournament.slug, serial)
    if row is None:
        raise NotFound(Problem("match", _("Diese Begegnung gibt es in diesem Turnier nicht.")))
    if ended := ended_text(tournament, row):
        raise Conflict(Problem("ended", ended))
    if players and not seen(row).is_counted_for(players):
        raise Conflict(Problem("others", _("Diese Begegnung spielen seit einer Berichtigung andere.")))
    return row


def ended_text(tournament: Tournament, row: Match) -> str:
    """Why the link of this match no longer writes, "" while it does. No names: the link may lie about."""
    if row.annulled_with_id is not None:
        return _("Die Auslosung dieser Begegnung ist aufgehoben worden. Der Zettel gilt nicht mehr.")
    if row.outcome != Outcome.OPEN:
        return _("Diese Begegnung ist schon entschieden.")
    if tournament.state != State.RUNNING:
        return _("Das Turnier läuft gerade nicht.")
    if not ((row.left_card_id and row.right_card_id) or (row.left_person_id and row.right_person_id)):
        return _("Diese Begegnung hat noch keine zwei Gegner.")
    return ""


def tally_of(row: Match) -> PhoneTally:
    """The tally of a match; a new one, not saved yet, where nobody has tapped."""
    found: PhoneTally | None = getattr(row, "tally", None)
    return found or PhoneTally(match=row, version=0, changed_at=clock.now())


def phone_actor(row: Match) -> Actor:
    """Who the journal names: the phone at that table. It may record the match it was given and nothing else."""
    return Actor(name=f"Handy, Tisch {row.table.number}" if row.table else "Handy", role=Role.SCORER)


def fold_into(tally: PhoneTally, rules: RuleSet, bummerl_to_win: int) -> tap_fold.Standing:
    """Write into the tally what follows from its entries; not saved."""
    standing = tap_fold.fold(rules, bummerl_to_win, [tap_fold.read(text) for text in tally.entries])
    tally.score_left, tally.score_right = standing.score
    tally.needs_left, tally.needs_right = standing.remaining
    return standing


def _require_pencil(tally: PhoneTally, device: str, term: int) -> None:
    """The first phone gets the pencil; then only its holder writes, and only in his present turn."""
    if not tally.device:
        tally.device, tally.term = device, tally.term + 1
    elif tally.device != device or tally.term != term:
        raise Conflict(Problem("not_holder", _("Ein anderes Handy schreibt bei dieser Begegnung mit.")))


def _possible(
    tournament: Tournament, row: Match, tally: PhoneTally, given: Sequence[GivenTap]
) -> tuple[list[GivenTap], str]:
    """The taps up to the first impossible one, which are put into the tally's entries; and what is wrong with that one."""
    rules = rules_of(tournament)
    taken: list[GivenTap] = []
    entries = [tap_fold.read(text) for text in tally.entries]
    refused = ""
    for position, each in enumerate(given):
        if each.sequence != given[0].sequence + position:
            break  # the rest is sent again
        problem = tap_fold.problem(rules, row.bummerl_to_win, entries, each.tap)
        if problem is None and tally.count + len(taken) >= tap_fold.MOST_TAPS:
            problem = tap_fold.too_many()
        if problem is not None:
            refused = translated(problem.text)
            break
        entries = list(tap_fold.effective([*entries, each.tap]))
        taken.append(each)
    tally.entries = [tap_fold.write(tap) for tap in entries]
    return taken, refused


def _store(tournament: Tournament, row: Match, tally: PhoneTally, device: str, taken: Sequence[GivenTap]) -> None:
    at = clock.now()
    rows = [
        Tap(
            match=row, number=tally.count + position, device=device, sequence=each.sequence, kind=each.tap.kind.value,
            side=each.tap.side.value if each.tap.side else None, points=each.tap.points, at=at,
        )
        for position, each in enumerate(taken, start=1)
    ]  # fmt: skip
    Tap.objects.bulk_create(rows)
    fold_into(tally, rules_of(tournament), row.bummerl_to_win)
    tally.count, tally.version, tally.changed_at = tally.count + len(rows), tally.version + 1, at
    tally.save()
    log(tournament, phone_actor(row), *(_note(row, tap) for tap in rows))
    scopes = [Scope.TAPS]
    if row.started_at is None:
        row.started_at = at
        row.save(update_fields=["started_at"])
        scopes += [Scope.ROUND, Scope.BOARD]
    touch(tournament, scopes)


def _note(row: Match, tap: Tap) -> Note:
    after = {
        "tap": tap.kind, "side": tap.side, "points": tap.points, "number": tap.number, "phone": _short(tap.device),
        "sequence": tap.sequence,
    }  # fmt: skip
    return Note(JournalKind.TAP, f"match {row.serial}", after=after)


def _short(device: str) -> str:
    """Enough to tell two phones apart, too little to pass for one."""
    return device[:8]
