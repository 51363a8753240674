"""A round: how far it is, its matches, who still owes how many, and what was entered last."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Case, Count, IntegerField, Max, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from tournament.domain import names
from tournament.domain.result_line import Code
from tournament.models import LIVE, Match, Outcome, Side, Tournament
from tournament.translated import recorded_by

MAIN = Q(stage="main")
BY_PEOPLE = (Outcome.PLAYED, Outcome.WALKOVER, Outcome.RETIRED, Outcome.DOUBLE_WALKOVER, Outcome.EXCLUDED)
ROWS_A_PAGE = 50


class Wanted(StrEnum):
    """Which matches the table shows."""

    ALL = ""
    OPEN = "offen"
    DECIDED = "entschieden"
    BYES = "freilose"
    WALKOVERS = "kampflos"


_OPEN = Q(outcome=Outcome.OPEN)
#: A bye, decided or still to be had.
_ALONE = Q(right_card=None, right_person=None)
_WANTED = {
    Wanted.ALL: Q(),
    Wanted.OPEN: Q(outcome=Outcome.OPEN),
    Wanted.DECIDED: ~Q(outcome=Outcome.OPEN),
    Wanted.BYES: Q(outcome__in=[Outcome.BYE, Outcome.SELF]),
    Wanted.WALKOVERS: Q(outcome__in=[Outcome.WALKOVER, Outcome.RETIRED, Outcome.EXCLUDED, Outcome.DOUBLE_WALKOVER]),
}


@dataclass(frozen=True, slots=True)
class RoundTab:
    """A round that can be looked at: its number, what it is called, how far it is."""

    number: int
    numbers: int
    total: int
    open: int
    open_byes: int = 0

    @property
    def to_play(self) -> int:
        """Open matches somebody has to play; a bye that the rebuy may still fill is none."""
        return self.open - self.open_byes

    @property
    def decided(self) -> int:
        """Matches that are over, byes included."""
        return self.total - self.open

    @property
    def name(self) -> str:
        """Runde 5, or what the late rounds are called."""
        return late_name(self.numbers) or _("Runde %(round)s") % {"round": self.number}

    @property
    def title(self) -> str:
        """With both where there are both: "Runde 4 · Viertelfinale"."""
        late = late_name(self.numbers)
        plain = _("Runde %(round)s") % {"round": self.number}
        return f"{plain} · {late}" if late else plain


@dataclass(frozen=True, slots=True)
class Rounds:
    """All rounds so far, and the placement matches together; `placement` has number 0."""

    rounds: tuple[RoundTab, ...]
    placement: RoundTab | None

    @property
    def last(self) -> RoundTab | None:
        """The round the evening has come to."""
        return self.rounds[-1] if self.rounds else None

    def find(self, number: int) -> RoundTab | None:
        """The round with this number."""
        return next((tab for tab in self.rounds if tab.number == number), None)


@dataclass(frozen=True, slots=True)
class Owing:
    """Somebody the round waits for."""

    start_number: int
    name: str
    where: str
    open: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A result as it was entered: in words, by whom and when."""

    serial: int
    code: str
    winner: str
    winner_where: str
    loser: str
    loser_where: str
    score: str
    outcome: Outcome
    by: str
    at: datetime | None


def late_name(numbers: int) -> str:
    """What a main round with so few numbers is called, "" for the others."""
    return {2: _("Finale"), 4: _("Halbfinale"), 8: _("Viertelfinale")}.get(numbers, "")


def code_of(match: Match) -> str:
    """12, or P3 for a placement match."""
    return str(Code(match.number, match.stage != "main"))


def rounds_of(tournament: Tournament) -> Rounds:
    """The rounds that stand, each with its counts: one query."""
    rows = (
        tournament.matches.filter(LIVE)
        .order_by()
        .values_list("stage", "round")
        .annotate(
            numbers=Max("numbers"),
            total=Count("pk"),
            open=Count("pk", filter=_OPEN),
            byes=Count("pk", filter=_OPEN & _ALONE),
        )
    )
    main = sorted((RoundTab(*counts) for stage, *counts in rows if stage == "main"), key=lambda tab: tab.number)
    late = [(total, still_open) for stage, _round, _numbers, total, still_open, _byes in rows if stage != "main"]
    placement = (
        RoundTab(0, 0, sum(total for total, _open in late), sum(open_ for _total, open_ in late)) if late else None
    )
    return Rounds(tuple(main), placement)


def matches_in(tournament: Tournament, tab: RoundTab, *, with_placement: bool) -> QuerySet[Match]:
    """The standing matches of a round (number 0: of the placement), with cards and owners; those of the placement behind."""
    if tab.number == 0:
        chosen = ~MAIN
    else:
        chosen = MAIN & Q(round=tab.number)
        if with_placement:
            chosen |= ~MAIN
    in_order = Case(When(MAIN, then=Value(0)), default=Value(1), output_field=IntegerField())
    return (
        Match.objects.filter(LIVE, chosen, tournament=tournament)
        .select_related("left_card__owner", "right_card__owner", "table")
        .annotate(block=in_order)
        .order_by("block", "number")
    )


def narrowed(
    found: QuerySet[Match], *, wanted: Wanted = Wanted.ALL, search: str = "", person: int | None = None
) -> QuerySet[Match]:
    """Only matches in this state, of people whose names, places or clubs begin so, of this start number."""
    found = found.filter(_WANTED[wanted])
    for term in names.search_terms(search[:200]):
        found = found.filter(
            Q(left_card__owner__search_text__contains=term) | Q(right_card__owner__search_text__contains=term)
        )
    if person is not None:
        found = found.filter(Q(left_card__owner__start_number=person) | Q(right_card__owner__start_number=person))
    return found


def by_code(tournament: Tournament, round_number: int, code: Code) -> Match | None:
    """The standing match with this number of this round, or this placement match: one query."""
    where = ~MAIN & Q(number=code.number) if code.placement else MAIN & Q(round=round_number, number=code.number)
    return (
        Match.objects.filter(LIVE, where, tournament=tournament)
        .select_related("left_card__owner", "right_card__owner")
        .order_by("-serial")
        .first()
    )


def owing(tournament: Tournament, found: QuerySet[Match], where: dict[int, str], *, most: int = 4) -> tuple[Owing, ...]:
    """Who has the most open matches, the busiest first: two queries."""
    pairs = found.filter(outcome=Outcome.OPEN).order_by().values_list("left_card__owner", "right_card__owner")
    counts = Counter(owner for pair in pairs for owner in pair if owner is not None)
    busiest = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]
    people = tournament.people.in_bulk([pk for pk, _count in busiest])
    return tuple(
        Owing(people[pk].start_number, people[pk].name, where.get(pk, ""), count)
        for pk, count in busiest
        if pk in people
    )


def entered_last(found: QuerySet[Match], where: dict[int, str], *, most: int = 5) -> tuple[Entered, ...]:
    """The last results people entered in these matches, the newest first: one query."""
    rows = found.filter(outcome__in=BY_PEOPLE).order_by("-decided_at", "-serial")[:most]
    return tuple(entered(match, where) for match in rows)


def entered(match: Match, where: dict[int, str]) -> Entered:
    """A decided match in words; without a winner the left one is named first."""
    sides: Sequence[object] = (match.left_card, match.right_card)
    if match.winner_side == Side.RIGHT:
        sides = (match.right_card, match.left_card)
    (winner, winner_where), (loser, loser_where) = ((_named(card, where)) for card in sides)
    return Entered(
        match.serial, code_of(match), winner, winner_where, loser, loser_where, score_text(match, winner_first=True),
        Outcome(match.outcome), recorded_by(match.reported_by), match.decided_at,
    )  # fmt: skip


def _named(card: object, where: dict[int, str]) -> tuple[str, str]:
    owner = getattr(card, "owner", None)
    return (owner.name, where.get(owner.pk, "")) if owner is not None else ("", "")


def score_text(match: Match, *, winner_first: bool = False) -> str:
    """2 : 1, left before right unless asked otherwise; "" without a score."""
    turned = winner_first and match.winner_side == Side.RIGHT
    score = (match.score_left, match.score_right)
    return score_of(*(reversed(score) if turned else score))


def score_of(first: int | None, second: int | None) -> str:
    """2 : 1; "" where there is no score."""
    return "" if first is None or second is None else f"{first} : {second}"
