"""The contents of the scenes on the big screen. Everything is worked out from rows here; nothing is written."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count

from tournament.domain import psd1
from tournament.models import LIVE, CardState, Draw, DrawMethod, Outcome, PreparedDraw, Side, Tournament

from .calling import LEFT_START_NUMBER, RIGHT_START_NUMBER, HallMatch, HallPage
from .draws import draw_title
from .labels import NOBODY, Label
from .prizes import PrizeState, prizes_page
from .rounds import Rounds, late_name, score_of

#: What else is shown of a match.
_SHOWN = ("table__number", "score_left", "score_right", "winner_side", "outcome")
#: Number of matches, short names, how many more.
Owing = tuple[int, tuple[str, ...], int]
#: The right half of the calls, in rem of board.css: what is left below the first heading, a further heading, a row of a match, its
#: second line, a line of names and the gap after the last one; how many letters fit a line, how many of a name are shown, how many of two names.
HEIGHT, HEADING, ROW, SECOND, LINE, GAP = 49.0, 6.2, 3.75, 3.0, 2.65, 0.65
LINE_LETTERS, LONGEST_NAME, PAIR_LETTERS = 41, 26, 26


@dataclass(frozen=True, slots=True)
class Entrant:
    """A line of the start list, or of those still in: who, and how many cards."""

    who: Label
    cards: int


@dataclass(frozen=True, slots=True)
class Running:
    """A match that is being played."""

    serial: int
    table: int | None
    left: Label
    right: Label
    score: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the round: `right` None for a bye; `winner` once it is decided; `score` as far as it is known."""

    serial: int
    number: int
    left: Label
    right: Label | None
    table: int | None
    score: str
    winner: Side | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A late round: its name and its matches."""

    title: str
    matches: tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class PrizeOnScreen:
    """A prize, and whose it is as far as that is certain."""

    rank: int
    description: str
    value: Decimal | None
    sponsor: str
    winners: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """The seal, and the last draw that can be recomputed with it; `address`: where, for a code."""

    seal: str
    title: str = ""
    public: str = ""
    check: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class OnceFixed:
    """A FIELD that is shown before the numbers from the hall are named."""

    title: str
    method: str
    cards: int
    people: int
    field_hash: str
    seal: str


def entrants(tournament: Tournament, labels: Mapping[int, Label]) -> tuple[tuple[Entrant, ...], int]:
    """Everybody with a card as Austrians sort names, and all cards: one query."""
    rows = (
        tournament.people.filter(cards__state=CardState.IN)
        .annotate(held=Count("cards"))
        .order_by("sort_key", "start_number")
        .values_list("start_number", "held")
    )
    found = tuple(Entrant(labels.get(start, NOBODY), held) for start, held in rows)
    # A number among names would tell by its place how the name begins.
    shown = tuple(sorted(found, key=lambda each: (each.who.hidden, each.who.start_number if each.who.hidden else 0)))
    return shown, sum(each.cards for each in found)


def still_in(tournament: Tournament, labels: Mapping[int, Label]) -> tuple[tuple[Entrant, ...], int]:
    """Who still has cards, the most first: one query."""
    found, cards = entrants(tournament, labels)
    return tuple(sorted(found, key=lambda each: -each.cards)), cards


def running(playing: Iterable[HallMatch], scores: Mapping[int, str]) -> tuple[Running, ...]:
    """Matches being played, with their score as tapped."""
    return tuple(Running(one.serial, one.table, one.left, one.right, scores.get(one.serial, "")) for one in playing)


def owing(hall: HallPage, playing: Sequence[Running]) -> tuple[Owing, ...]:
    """How many matches who still has to play: number, as many short names as there is room for below `playing`, how many more."""
    room = HEIGHT - (sum(_height(one) for one in playing) + HEADING if playing else 0)
    # The first lines go to everybody, the others to those with the most matches.
    groups = hall.owing[: int(room / (LINE + GAP))]
    left = int((room - len(groups) * GAP) / LINE)
    found = []
    for number, (count, who) in enumerate(groups, start=1):
        shown, lines = _fill([each.short for each in who], left - (len(groups) - number))
        found.append((count, shown, len(who) - len(shown)))
        left -= lines
    return tuple(found)


def _height(one: Running) -> float:
    return ROW if len(one.left.short) + len(one.right.short) <= PAIR_LETTERS else ROW + SECOND


def _fill(names: Sequence[str], most_lines: int) -> tuple[tuple[str, ...], int]:
    """As many of these names as fit so many lines, and how many lines they take."""
    lines, used = 1, 0
    for number, name in enumerate(names):
        wide = min(len(name), LONGEST_NAME) + len(" · ")
        more = len(" · +99") if lines == most_lines and number < len(names) - 1 else 0
        if used and used + wide + more > LINE_LETTERS:
            if lines == most_lines:
                return tuple(names[:number]), lines
            lines, used = lines + 1, 0
        used += wide
    return tuple(names), lines


def apart(ready: Iterable[HallMatch], most: int) -> tuple[HallMatch, ...]:
    """So many matches that can begin all at once: nobody is in two of them."""
    found: list[HallMatch] = []
    sitting: set[int] = set()
    for match in ready:
        if len(found) < most and sitting.isdisjoint(match.line.match.players):
            found.append(match)
            sitting.update(match.line.match.players)
    return tuple(found)


def pairings(
    tournament: Tournament, round_: int, labels: Mapping[int, Label], scores: Mapping[int, str]
) -> tuple[Pairing, ...]:
    """The matches of a round with two players, open ones first: one query."""
    rows = _rows(tournament).filter(round=round_).exclude(outcome__in=[Outcome.BYE, Outcome.SELF])
    found = [_pairing(row, labels, scores) for _round, *row in rows.order_by("number")]
    return tuple(sorted(found, key=lambda each: (not each.is_open, each.number)))


def columns(tournament: Tournament, rounds: Rounds, labels: Mapping[int, Label]) -> tuple[Column, ...]:
    """The late rounds, one column each, the last four at most: one query."""
    late = [tab for tab in rounds.rounds if tab.numbers <= 16][-4:]
    rows = _rows(tournament).filter(round__in=[tab.number for tab in late]).order_by("round", "number")
    by_round: dict[int, list[Pairing]] = {}
    for round_, *row in rows:
        by_round.setdefault(round_, []).append(_pairing(row, labels, {}))
    return tuple(Column(late_name(tab.numbers) or tab.name, tuple(by_round.get(tab.number, ()))) for tab in late)


def _rows(tournament: Tournament) -> Any:
    """Matches of the main rounds, only what is shown of them: whole rows of a large round take five times as long."""
    rows = tournament.matches.filter(LIVE, stage="main").annotate(one=LEFT_START_NUMBER, other=RIGHT_START_NUMBER)
    return rows.values_list("round", "serial", "number", "one", "other", *_SHOWN)


def _pairing(row: Sequence[Any], labels: Mapping[int, Label], scores: Mapping[int, str]) -> Pairing:
    serial, number, left, right, table, score_left, score_right, winner, outcome = row
    return Pairing(
        serial=serial, number=number, left=labels.get(left, NOBODY), right=labels.get(right, NOBODY) if right else None,
        table=table, score=score_of(score_left, score_right) or scores.get(serial, ""),
        winner=Side(winner) if winner else None, is_open=outcome == Outcome.OPEN,
    )  # fmt: skip


def prizes(tournament: Tournament, labels: Mapping[int, Label], *, with_winners: bool) -> tuple[PrizeOnScreen, ...]:
    """The prizes of the main ranking that say what they are; with whom they go to a fixed number of queries more."""
    if not with_winners:
        rows = (
            tournament.prizes.filter(ranking=None)
            .order_by("place")
            .values_list("place", "description", "value", "sponsor")
        )
        return tuple(PrizeOnScreen(*row, winners=()) for row in rows if any(row[1:]))
    certain = (PrizeState.READY, PrizeState.SHARED, PrizeState.HANDED_OUT)
    lines = (
        PrizeOnScreen(
            line.rank, line.description, line.value, line.sponsor,
            tuple(labels.get(one.start_number, NOBODY) for one in line.winners) if line.state in certain else (),
        )
        for line in prizes_page(tournament).prizes
    )  # fmt: skip
    return tuple(line for line in lines if line.description or line.value or line.sponsor or line.winners)


def numbers_of_the_hall(row: Draw) -> str:
    """17 · 4711 · 7, as they were named; "" where none were."""
    return "" if row.public in (None, "0") else str(row.public).replace(".", " · ")


def resting(row: Draw | None, seal: str, address: str = "") -> Resting:
    """What everybody may write down. `row`: the last draw that stands, None before the first; `address`: its page."""
    if row is None:
        return Resting(seal)
    title = draw_title(row.stage, row.round, row.numbers, row.place)  # type: ignore[arg-type]
    public = numbers_of_the_hall(row)
    return Resting(seal, title, public, (row.check_sum or "")[:8], address)


def prepared(row: PreparedDraw, seal: str) -> dict[str, OnceFixed]:
    """The draw whose field is fixed and whose numbers the hall is about to name."""
    field = psd1.Field.parse(row.field)
    method = str(DrawMethod(row.method).label)
    title = draw_title(row.stage, row.round, row.numbers, row.place)  # type: ignore[arg-type]
    return {"fixed": OnceFixed(title, method, field.total, len(field.people), psd1.hex_of(row.field), seal)}
