"""Prizes: who wins which and why, which ties a prize depends on, what is handed out, what is still missing."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _

from tournament import convert
from tournament.convert import Ranking
from tournament.domain import knockout, placements
from tournament.domain.awards import Award, Awards
from tournament.domain.extra_rankings import CLUBS, NOTHING, ClubAward
from tournament.models import LIVE, Outcome, Person, Prize, State, Tournament

from .matches import title_of
from .namesakes import where_from
from .places import PlaceLine, lines_of, people_of
from .rounds import Entered, entered


class PrizeState(StrEnum):
    """How far a prize is."""

    OPEN = "open"
    TIE = "tie"
    NO_TAKER = "no_taker"
    IN_PLAY = "in_play"
    READY = "ready"
    SHARED = "shared"
    HANDED_OUT = "handed_out"


@dataclass(frozen=True, slots=True)
class Named:
    """A person as prizes name people."""

    start_number: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize: what it is, whose, why, and what can be done with it.

    `elsewhere`: it was handed out to somebody it does not belong to any more. `takers`: who may take a club's prize.
    """

    rank: int
    description: str
    value: Decimal | None
    sponsor: str
    state: PrizeState
    winners: tuple[Named, ...] = ()
    place: int | None = None
    card: int | None = None
    why: str = ""
    handed_out_at: datetime | None = None
    handed_out_by: str = ""
    changed_to: str = ""
    elsewhere: bool = False
    ranking: str | None = None
    takers: tuple[Named, ...] = ()

    @property
    def ranking_title(self) -> str:
        """What the extra ranking is called; "" for the main one."""
        return ranking_title(self.ranking)


@dataclass(frozen=True, slots=True)
class TieCard:
    """A card of a tie."""

    card: int
    start_number: int
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class TieLine:
    """Places that a prize depends on and that several people share."""

    first: int
    last: int
    cards: tuple[TieCard, ...]

    @property
    def people(self) -> int:
        """How many different people share them."""
        return len({card.start_number for card in self.cards})


@dataclass(frozen=True, slots=True)
class PlacementLine:
    """A placement match: what it is about, who plays, how it ended."""

    title: str
    said: Entered
    is_open: bool


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """Everything on the page of prizes."""

    prizes: tuple[PrizeLine, ...]
    ties: tuple[TieLine, ...]
    placement: tuple[PlacementLine, ...]
    top: tuple[PlaceLine, ...]
    ranked: int
    finished: bool
    extra: tuple[PrizeLine, ...] = ()

    @property
    def elsewhere(self) -> tuple[PrizeLine, ...]:
        """Prizes that have to come back before the end."""
        return tuple(line for line in (*self.prizes, *self.extra) if line.elsewhere)

    @property
    def to_hand_out(self) -> int:
        """Prizes that can go to their winners now."""
        return sum(prize.state == PrizeState.READY for prize in (*self.prizes, *self.extra))


@dataclass(frozen=True, slots=True)
class Missing:
    """What keeps the tournament from ending, and what would only stay open."""

    obstacles: tuple[str, ...]
    remarks: tuple[str, ...]


def prizes_page(tournament: Tournament) -> PrizesPage:
    """Prizes, ties, placement and the first places: a fixed number of queries, whatever the size."""
    standing = convert.ranking(tournament)
    made = convert.all_awards(tournament, standing)
    people = people_of(tournament)
    where = where_from(tournament)
    rows = tournament.prizes.select_related("winner", "reason_card").order_by("ranking", "place")
    prizes = [row for row in rows if row.ranking is None]
    listing = _Listing(standing, made.main, people, where)
    top = standing.rows[: max(8, min(len(prizes), 20))]
    return PrizesPage(
        prizes=tuple(listing.line(prize) for prize in prizes),
        ties=tuple(listing.tie(tie.first, tie.last, tie.cards) for tie in made.open_ties),
        placement=_placement(tournament, where),
        top=lines_of(tournament, top, people),
        ranked=len(standing.rows),
        finished=tournament.state == State.FINISHED,
        extra=tuple(
            _extra(row, made, listing, bound=not tournament.extra_rankings_exempt)
            for row in rows
            if row.ranking is not None
        ),
    )


def ranking_title(ranking: str | None) -> str:
    """What a ranking is called on screen and paper; "" for the main one."""
    return "" if ranking is None else _("Verein mit den meisten Teilnehmern") if ranking == CLUBS else ranking


def _extra(row: Prize, made: convert.AllAwards, listing: "_Listing", *, bound: bool) -> PrizeLine:
    if row.ranking == CLUBS:
        return listing.club_line(row, next((given for given in made.extra.clubs if given.rank == row.place), None))
    return listing.within(made.extra.categories.get(row.ranking or "", NOTHING), bound=bound).line(row)


def missing(tournament: Tournament) -> Missing:
    """What stands against the end, in words, and what would stay open after it."""
    obstacles, remarks = [], []
    due = knockout.due(convert.situation(tournament))
    still_open = tournament.matches.filter(LIVE, outcome=Outcome.OPEN).count()
    if still_open:
        obstacles.append(_("Offene Begegnungen: %(count)s.") % {"count": still_open})
    for step in due.steps:
        if isinstance(step, knockout.DrawRound):
            obstacles.append(_("Runde %(round)s ist noch zu losen.") % {"round": step.round})
        elif isinstance(step, knockout.DrawPlaces):
            obstacles.append(_("Die Plätze 5 bis 8 sind noch zu losen."))
    if hasattr(tournament, "prepared_draw") or hasattr(tournament, "hand_draw"):
        obstacles.append(_("Eine Auslosung ist begonnen und nicht fertig."))
    page = prizes_page(tournament)
    if due.over:
        obstacles += [
            _("Um die Plätze %(first)s bis %(last)s ist zu entscheiden: ein Preis hängt davon ab.")
            % {"first": tie.first, "last": tie.last}
            for tie in page.ties
        ]
    if due.over:
        said = _("%(prize)s ist noch bei %(name)s und muss zurückgeholt werden.")
        obstacles += [said % {"prize": prize_name(line), "name": line.winners[0].name} for line in page.elsewhere]
    waiting = [prize.rank for prize in page.prizes if prize.state in (PrizeState.READY, PrizeState.IN_PLAY)]
    if waiting:
        remarks.append(_("Noch nicht ausgegeben: Preis %(ranks)s.") % {"ranks": _ranks(waiting)})
    nobody = [prize.rank for prize in page.prizes if prize.state == PrizeState.NO_TAKER]
    if nobody:
        remarks.append(_("Ohne Gewinner bleiben: Preis %(ranks)s.") % {"ranks": _ranks(nobody)})
    return Missing(tuple(obstacles), tuple(remarks))


def prize_name(line: PrizeLine) -> str:
    """ "2. Preis", "1. Preis · Damen"."""
    plain = _("%(rank)s. Preis") % {"rank": line.rank}
    return f"{plain} · {line.ranking_title}" if line.ranking else plain


def _ranks(ranks: list[int]) -> str:
    shown = ", ".join(map(str, ranks[:12]))
    return f"{shown} …" if len(ranks) > 12 else shown


def _placement(tournament: Tournament, where: dict[int, str]) -> tuple[PlacementLine, ...]:
    found = tournament.matches.filter(LIVE).exclude(stage="main").order_by("number")
    rows = found.select_related("left_card__owner", "right_card__owner")
    return tuple(PlacementLine(title_of(row), entered(row, where), row.outcome == Outcome.OPEN) for row in rows)


class _Listing:
    """Turns prizes and ties into lines; everything it needs is looked up once."""

    def __init__(
        self, standing: Ranking, awarded: Awards, people: Mapping[int, Person], where: Mapping[int, str]
    ) -> None:
        self._people, self._where = people, where
        self._awards = {award.rank: award for award in awarded.awarded}
        self._tie = bool(awarded.open_ties)
        #: Before anybody has bought a card nobody is missing yet.
        self._complete = standing.complete and bool(standing.cards)
        ranked = {row.card for row in standing.rows}
        placeless = placements.without_place(standing.cards, standing.departures)
        #: Owners with a card whose place is not certain: nothing is handed out to them yet.
        self._in_play = {
            card.owner for number, card in standing.cards.items() if number not in ranked and number not in placeless
        }
        self._owners = {card.number: card.owner for card in standing.cards.values()}
        self._prizes_of: dict[int, int] = {}
        for award in awarded.awarded:
            for owner in (award.owner, *award.shared_with):
                if owner is not None:
                    self._prizes_of.setdefault(owner, award.rank)

    def line(self, prize: Prize) -> PrizeLine:
        """The prize with its winner as far as it is certain."""
        plain: dict[str, Any] = {
            "rank": prize.place, "description": prize.description, "value": prize.value, "sponsor": prize.sponsor,
            "ranking": prize.ranking,
        }  # fmt: skip
        award = self._awards.get(prize.place)
        if prize.handed_out_at is not None and prize.winner is not None:
            now = award.owner if award is not None else None
            other = self._named(now).name if now is not None and now != prize.winner.start_number else ""
            return PrizeLine(
                **plain, state=PrizeState.HANDED_OUT, winners=(self._named(prize.winner.start_number),),
                place=prize.reason_place, card=prize.reason_card.number if prize.reason_card else None,
                why=self._why(award) if award is not None and not other else "",
                handed_out_at=prize.handed_out_at, handed_out_by=prize.handed_out_by, changed_to=other,
                elsewhere=now != prize.winner.start_number,
            )  # fmt: skip
        if award is None:
            state = PrizeState.TIE if self._tie else PrizeState.NO_TAKER if self._complete else PrizeState.OPEN
            return PrizeLine(**plain, state=state)
        if award.owner is None:
            winners = tuple(self._named(owner) for owner in award.shared_with)
            return PrizeLine(**plain, state=PrizeState.SHARED, winners=winners, place=award.place, why=self._why(award))
        state = PrizeState.IN_PLAY if award.owner in self._in_play else PrizeState.READY
        return PrizeLine(
            **plain, state=state, winners=(self._named(award.owner),), place=award.place, card=award.card,
            why=self._why(award),
        )  # fmt: skip

    def within(self, awarded: Awards, *, bound: bool) -> "_Listing":
        """The same for the prizes of an extra ranking; `bound`: who has a prize of the main one is passed by."""
        other = copy(self)
        other._prizes_of = self._prizes_of if bound else {}
        other._awards = {award.rank: award for award in awarded.awarded}
        other._tie = bool(awarded.open_ties)
        return other

    def club_line(self, prize: Prize, award: ClubAward | None) -> PrizeLine:
        """A prize of the clubs: the club with its participants, and who of them has taken it."""
        plain: dict[str, Any] = {
            "rank": prize.place, "description": prize.description, "value": prize.value, "sponsor": prize.sponsor,
            "ranking": prize.ranking,
        }  # fmt: skip
        if prize.handed_out_at is not None and prize.winner is not None:
            return PrizeLine(
                **plain, state=PrizeState.HANDED_OUT, winners=(self._named(prize.winner.start_number),),
                why=", ".join(award.clubs) if award else "", handed_out_at=prize.handed_out_at,
                handed_out_by=prize.handed_out_by,
                elsewhere=award is None or len(award.clubs) > 1 or prize.winner.start_number not in award.members,
            )  # fmt: skip
        if award is None:
            return PrizeLine(**plain, state=PrizeState.NO_TAKER if self._complete else PrizeState.OPEN)
        people = _("%(count)s Teilnehmer") % {"count": award.people}
        return PrizeLine(
            **plain, state=PrizeState.READY if len(award.clubs) == 1 else PrizeState.SHARED,
            winners=tuple(Named(0, club, people) for club in award.clubs),
            takers=tuple(self._named(number) for number in award.members) if len(award.clubs) == 1 else (),
        )  # fmt: skip

    def tie(self, first: int, last: int, cards: tuple[int, ...]) -> TieLine:
        """A tie with the names of its cards."""
        named = ((card, self._named(self._owners[card])) for card in cards)
        return TieLine(first, last, tuple(TieCard(card, who.start_number, who.name, who.where) for card, who in named))

    def _named(self, start_number: int) -> Named:
        person = self._people[start_number]
        return Named(start_number, person.name, self._where.get(person.pk, person.place))

    def _why(self, award: Award) -> str:
        """Why the prize went past somebody: "weil Huber Johann schon den 1. Preis hat"."""
        if not award.skipped:
            return ""
        passed = {skipped.owner: self._prizes_of.get(skipped.owner) for skipped in award.skipped}
        because = [
            _("%(name)s schon den %(rank)s. Preis hat") % {"name": self._named(owner).name, "rank": rank}
            for owner, rank in passed.items()
            if rank is not None
        ]
        if not because:
            return ""
        return _("weil %(reasons)s") % {"reasons": _(" und ").join(because)}
