"""What a phone at a table shows: who plays, where the match stands, whose pencil it is; and what the desk has to confirm."""

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.options import NextDealer, Tie
from tournament.domain.card_rules import rule_set
from tournament.domain.scores import possible_scores
from tournament.models import LIVE, Match, Outcome, Person, PhoneReport, PhoneTally, Side, Tap, Tournament

from .namesakes import where_from
from .rounds import code_of, late_name

OPEN = {"match__annulled_with": None, "match__outcome": Outcome.OPEN}
#: The columns of `Seen`.
_SEEN = (
    "pk", "version", "outcome", "annulled_with", "table", "tournament", "tournament__version", "tournament__state",
    "tally__version", "left_card", "right_card", "left_person", "right_person",
    "left_card__owner", "right_card__owner",
)  # fmt: skip
#: What taps, their link and the state of a match depend on.
_STANDING = (
    "serial", "version", "outcome", "annulled_with", "started_at", "bummerl_to_win", "score_left", "score_right", "left_card",
    "right_card", "left_card__owner", "right_card__owner", "left_person", "right_person", "table__number",
    *(f"tournament__{name}" for name in ("slug", "psd1_id", "slip_series", "version", "state", "rules_preset", "rules_changed")),
    *(f"tally__{field.name}" for field in PhoneTally._meta.concrete_fields),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PhoneSide:
    """A player as his table sees him; `short` tells the two apart in a line of deals."""

    side: Side
    name: str
    place: str
    short: str


@dataclass(frozen=True, slots=True)
class PossibleScore:
    """A score that can be reported without a tally: who won, (left, right)."""

    winner: Side
    name: str
    text: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PhonePage:
    """The Bummerlzähler of a match. `points`: what a Bummerl is counted down from; `ties`: whether a tie is worth a tap."""

    serial: int
    code: str
    where: str
    to_win: int
    points: int
    only_games: bool
    ties: bool
    winner_deals: bool
    schneider_double: bool
    sides: tuple[PhoneSide, PhoneSide]
    scores: tuple[PossibleScore, ...]
    bummerl_word: str
    match_word: str


@dataclass(frozen=True, slots=True)
class Seen:
    """What the state of a match depends on. A result that waits for the desk is in the tally's version."""

    match: int
    version: int
    outcome: str
    annulled_with: int | None
    table: int | None
    tournament: int
    tournament_version: int
    tournament_state: str
    tally_version: int | None
    left_card: int | None
    right_card: int | None
    left_person: int | None
    right_person: int | None
    left_owner: int | None
    right_owner: int | None

    @property
    def players(self) -> str:
        """Whose names a phone shows, {card}.{owner}-{card}.{owner}; nothing to read.

        A phone counts for others since a correction put somebody else here, and shows an old name since a card was
        given to another person.
        """
        return "-".join(
            f"{card}.{owner}" if card else f"{person or 0}"
            for card, owner, person in (
                (self.left_card, self.left_owner, self.left_person),
                (self.right_card, self.right_owner, self.right_person),
            )
        )

    def is_counted_for(self, players: str) -> bool:
        """Whether taps for these `players` are taps of this match: they go with the cards, whoever these belong to."""
        return _cards(players) == _cards(self.players)

    def is_shown_as(self, players: str) -> bool:
        """Whether a phone that shows these `players` shows the present names; one from before it knew owners is believed."""
        return players == self.players or ("." not in players and self.is_counted_for(players))


def _cards(players: str) -> str:
    return re.sub(r"\.\d+", "", players)


@dataclass(frozen=True, slots=True)
class RunningScore:
    """Where a match stands by its taps: Bummerl (left, right), and what each still needs in the present one."""

    serial: int
    score: tuple[int, int]
    needs: tuple[int, int]
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class WaitingReport:
    """A result from a phone that the desk has not confirmed yet, the winner's name and Bummerl first. `id`: of the report."""

    id: int
    serial: int
    code: str
    round: str
    table: int | None
    winner: str
    winner_where: str
    loser: str
    loser_where: str
    score: str
    tapped: bool
    at: datetime


def find_match(slug: str, serial: int) -> Match | None:
    """A match with all a phone needs to know, its tournament too: one query."""
    return (
        Match.objects.filter(tournament__slug=slug, serial=serial)
        .select_related(
            "tournament", "table", "tally", "left_card__owner", "right_card__owner", "left_person", "right_person"
        )
        .first()
    )


def find_standing(slug: str, serial: int) -> Match | None:
    """The same match without names, for taps and for what a phone shows of it: one query, a fraction of the work."""
    found = (
        Match.objects.filter(tournament__slug=slug, serial=serial)
        .select_related("tournament", "table", "tally", "left_card", "right_card")
        .only(*_STANDING)
    )
    return next(iter(found.order_by()), None)


def find_seen(slug: str, serial: int) -> tuple[Tournament, Seen] | None:
    """What a phone that asks every few seconds may have seen already, and of which tournament its link must be: one small query."""
    found = (
        Match.objects.filter(tournament__slug=slug, serial=serial)
        .order_by()
        .values_list("tournament__psd1_id", "tournament__slip_series", *_SEEN)
    )
    for psd1_id, slip_series, *seen in found:
        one = Seen(*seen)
        return Tournament(pk=one.tournament, slug=slug, psd1_id=psd1_id, slip_series=slip_series), one
    return None


def is_reported(match: Match) -> bool:
    """Whether a result of this match waits for the desk: one query."""
    return PhoneReport.objects.filter(match_id=match.pk, state=PhoneReport.State.WAITING).exists()


def match_at(tournament: Tournament, table: int) -> Match | None:
    """The match that is being played at a table, the one called last if there are several: one query."""
    return (
        tournament.matches.filter(LIVE, outcome=Outcome.OPEN, table__number=table)
        .order_by("-called_at", "-serial")
        .first()
    )


def seen(match: Match) -> Seen:
    """The same of a match that is at hand. No query."""
    tally: PhoneTally | None = getattr(match, "tally", None)
    return Seen(
        match.pk, match.version, match.outcome, match.annulled_with_id, match.table_id, match.tournament_id,
        match.tournament.version, match.tournament.state, tally.version if tally else None, match.left_card_id,
        match.right_card_id, match.left_person_id, match.right_person_id,
        match.left_card.owner_id if match.left_card else None, match.right_card.owner_id if match.right_card else None,
    )  # fmt: skip


def etag(seen: Seen, device: str) -> str:
    """What the state of a match depends on, for this phone and language. No query."""
    depends = repr([astuple(seen), device, get_language()])
    return f'W/"{salted_hmac("tournament.phone", depends, algorithm="sha256").hexdigest()[:32]}"'


def state(match: Match, device: str, ended: str) -> dict[str, Any]:
    """The state as the phone's script takes it; other phones' names are not in it. Two queries for a phone that has tapped."""
    tally: PhoneTally | None = getattr(match, "tally", None)
    holder = "none" if tally is None or not tally.device else "me" if tally.device == device else "other"
    last = 0
    if tally is not None and device:
        last = Tap.objects.filter(match=match, device=device).aggregate(last=Max("sequence"))["last"] or 0
    return {
        "etag": etag(seen(match), device), "players": seen(match).players, "entries": tally.entries if tally else [], "term": tally.term if tally else 0,
        "holder": holder, "last": last, "ended": ended, "reported": is_reported(match),
        "result": result_text(match),
    }  # fmt: skip


def state_after(entries: Sequence[str], given: Sequence[Any], device: str, *, term: int, last: int) -> dict[str, Any]:
    """The same right after a phone's taps were all taken: it has the pencil, and nothing is decided or reported. No query.

    `given`: the fields of `Seen`.
    """
    now = Seen(*given)
    return {
        "etag": etag(now, device), "players": now.players, "entries": list(entries), "term": term, "holder": "me",
        "last": last, "ended": "", "reported": False, "result": "",
    }  # fmt: skip


def result_text(match: Match) -> str:
    """2 : 1, left before right, "" while nothing was played to an end."""
    if match.score_left is None or match.score_right is None:
        return ""
    return f"{match.score_left} : {match.score_right}"


def phone_page(match: Match) -> PhonePage:
    """The page of an open match that came from `find_match`. One query, for namesakes."""
    tournament = match.tournament
    rules = rule_set(tournament.rules_preset, tournament.rules_changed)
    sides = _sides(match, where_from(tournament, public_only=True))
    possible = possible_scores(match.bummerl_to_win, schneider_double=rules.schneider_double)
    scores = [
        PossibleScore(one.side, one.name, f"{won} : {lost}", (won, lost) if one.side == Side.LEFT else (lost, won))
        for one in sides
        for won, lost in possible
    ]
    return PhonePage(
        serial=match.serial, code=code_of(match), where=_where(match), to_win=match.bummerl_to_win, points=rules.bummerl_points,
        only_games=rules.only_games, ties=rules.tie is Tie.CARRY_ONE and not rules.only_games,
        winner_deals=rules.next_dealer is NextDealer.WINNER, schneider_double=rules.schneider_double, sides=sides,
        scores=tuple(scores), bummerl_word=tournament.bummerl_word or _("Bummerl"),
        match_word=tournament.match_word or _("Partie"),
    )  # fmt: skip


def _where(match: Match) -> str:
    named = str(match.get_stage_display())
    if match.stage == "main":
        named = late_name(match.numbers) or _("Runde %(round)s") % {"round": match.round}
    table = _("Tisch %(number)s") % {"number": match.table.number} if match.table else ""
    return " · ".join(filter(None, (named, table)))


def _sides(match: Match, where: dict[int, str]) -> tuple[PhoneSide, PhoneSide]:
    """Names and places; of somebody who is not public the start number only: a link needs no account."""
    people = [
        card.owner if card is not None else person
        for card, person in ((match.left_card, match.left_person), (match.right_card, match.right_person))
    ]
    shown = [_shown(person, where) for person in people]
    short = shorts(shown[0][0], shown[1][0])
    left, right = (
        PhoneSide(side, name, place, letters)
        for side, (name, place), letters in zip((Side.LEFT, Side.RIGHT), shown, short, strict=True)
    )
    return left, right


def _shown(person: Person | None, where: dict[int, str]) -> tuple[str, str]:
    if person is None:
        return "–", ""
    if not person.public:
        return _("Nr. %(number)s") % {"number": person.start_number}, ""
    return person.name, where.get(person.pk) or person.place or person.club


def shorts(left: str, right: str) -> tuple[str, str]:
    """The fewest initials that tell two names apart; where none do, up and down as they stand on the page.

    >>> shorts("Öllinger Max", "Kővári Anna"), shorts("Huber Hans", "Huber Josef"), shorts("Moar", "Moar")
    (('Ö', 'K'), ('HH', 'HJ'), ('↑', '↓'))
    """
    initials = [[word[0].upper() for word in name.split()] for name in (left, right)]
    for length in (1, 2):
        first, second = ("".join(letters[:length]) for letters in initials)
        if first and second and first != second:
            return first, second
    return "↑", "↓"


def running_scores(tournament: Tournament) -> dict[int, RunningScore]:
    """Serial -> where each open match stands by its taps; matches nobody taps are missing. One query."""
    rows = PhoneTally.objects.filter(match__tournament=tournament, count__gt=0, **OPEN).values_list(
        "match__serial", "score_left", "score_right", "needs_left", "needs_right", "changed_at"
    )
    return {
        serial: RunningScore(serial, (left, right), (needs_left, needs_right), at)
        for serial, left, right, needs_left, needs_right, at in rows
    }


def running_texts(tournament: Tournament) -> dict[int, str]:
    """The same as pages write it: serial -> "1 : 0". One query."""
    return {serial: f"{one.score[0]} : {one.score[1]}" for serial, one in running_scores(tournament).items()}


def waiting_serials(tournament: Tournament) -> frozenset[int]:
    """The matches whose result waits for the desk, by serial: one query."""
    return frozenset(_waiting(tournament).values_list("match__serial", flat=True))


def waiting_reports(tournament: Tournament) -> tuple[WaitingReport, ...]:
    """The results that wait, the oldest first: two queries."""
    rows = _waiting(tournament).select_related(
        "match__left_card__owner",
        "match__right_card__owner",
        "match__left_person",
        "match__right_person",
        "match__table",
    )
    where = where_from(tournament)
    return tuple(_report(row, where) for row in rows.order_by("at", "id"))


def _waiting(tournament: Tournament) -> QuerySet[PhoneReport]:
    return PhoneReport.objects.filter(match__tournament=tournament, state=PhoneReport.State.WAITING, **OPEN)


def _report(row: PhoneReport, where: dict[int, str]) -> WaitingReport:
    match = row.match
    people = [
        card.owner if card is not None else person
        for card, person in ((match.left_card, match.left_person), (match.right_card, match.right_person))
    ]
    score = (row.score_left, row.score_right)
    if row.winner_side == Side.RIGHT:
        people, score = people[::-1], score[::-1]
    (winner, winner_where), (loser, loser_where) = (
        (person.name, where.get(person.pk) or person.place) if person else ("–", "") for person in people
    )
    return WaitingReport(
        row.pk, match.serial, code_of(match), _where(match), match.table.number if match.table else None, winner, winner_where, loser,
        loser_where, f"{score[0]} : {score[1]}", row.bummerl is not None, row.at,
    )  # fmt: skip
