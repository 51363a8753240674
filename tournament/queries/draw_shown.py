"""A draw as the hall sees it: step by step, by number and by name; worked out from its steps alone."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.domain import psd1
from tournament.domain.psd1 import Field
from tournament.models import Draw, DrawMethod, DrawStage, SealChain, Tournament

from . import checker
from .draws import draw_title

RawStep = list[Any]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who drew: a card (0: the person as such) and its owner at the time of the draw."""

    card: int
    start_number: int
    name: str
    place: str
    sort_key: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Match `number`; `right` None: a bye of the left holder."""

    number: int
    left: Holder
    right: Holder | None

    @property
    def is_self(self) -> bool:
        """Whether a person meets himself."""
        return self.right is not None and self.left.start_number == self.right.start_number


@dataclass(frozen=True, slots=True)
class NameLine:
    """A card on the sheet by name: its match and its opponent (None: bye)."""

    holder: Holder
    number: int
    opponent: Holder | None
    is_self: bool


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step in words: `kind` as in the archive, `number` of the slip or place, who, and a remark."""

    index: int
    kind: str
    number: int | None
    who: Holder | None
    other: Holder | None
    remark: str


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A draw with all that was shown. `steps`: as stored, a void naming what it voids (`byes`, `matches`, `right`)."""

    row: Draw
    title: str
    method: str
    chain: SealChain | None
    holders: Mapping[int, Holder]
    people: Mapping[int, Holder]
    counts: Mapping[int, int]
    steps: tuple[RawStep, ...]
    meetings: tuple[Meeting, ...]
    order: tuple[Holder, ...]

    @property
    def kind(self) -> str:
        """How it is shown: `pots`, `pairs` or `lot`."""
        if self.row.stage == DrawStage.LOT:
            return "lot"
        return "pairs" if self.row.method == DrawMethod.FAIR else "pots"

    @property
    def half(self) -> int:
        """How many numbers each pot held."""
        return self.row.numbers // 2

    @property
    def matches(self) -> tuple[Meeting, ...]:
        """Those with two cards."""
        return tuple(meeting for meeting in self.meetings if meeting.right is not None)

    @property
    def byes(self) -> tuple[Meeting, ...]:
        """Those with one."""
        return tuple(meeting for meeting in self.meetings if meeting.right is None)

    @property
    def self_meetings(self) -> tuple[Meeting, ...]:
        """Those of a person with himself."""
        return tuple(meeting for meeting in self.meetings if meeting.is_self)

    @property
    def redraws(self) -> int:
        """How often a number went back into the pot."""
        return sum(step[0] == "redraw" for step in self.steps)

    @property
    def key(self) -> str:
        """The key of PSD1; "" for a draw by hand."""
        row = self.row
        return (
            psd1.key(row.secret, row.public, Field.parse(row.field)) if row.field and row.secret and row.public else ""
        )

    @property
    def field_hash(self) -> str:
        """HEX(FIELD); "" for a draw by hand."""
        return psd1.hex_of(self.row.field) if self.row.field else ""

    @property
    def hashes_to_seal(self) -> int:
        """How often the secret is hashed to give the seal."""
        return self.row.number - self.chain.first_draw + 1 if self.chain else 0

    @property
    def checker_link(self) -> str:
        """What follows # in the link to the guest's page that recomputes this draw; "" for a draw by hand."""
        return checker.link_of(self.row, self.chain)


def shown(tournament: Tournament, number: int) -> ShownDraw | None:
    """The draw with this number; None if there is none. Four queries, whatever the size."""
    row = tournament.draws.filter(number=number).first()
    if row is None:
        return None
    chain = tournament.chains.filter(first_draw__lte=number).order_by("-first_draw").first()
    holders, people = _holders(tournament, row)
    steps = tuple(row.steps if row.stage == DrawStage.LOT else _with_voids(row.steps, row.method))
    order = [step for step in steps if step[0] == "order"]
    starts = [start for step in order for start in step[1:]]
    return ShownDraw(
        row=row,
        title=draw_title(DrawStage(row.stage), row.round, row.numbers, row.place),
        method=str(DrawMethod(row.method).label),
        chain=chain,
        holders=holders,
        people=people,
        counts=Counter(starts) if row.stage == DrawStage.LOT else Counter(h.start_number for h in holders.values()),
        steps=steps,
        meetings=_meetings(steps, row, holders),
        order=tuple(people[start] for start in starts),
    )


def _holders(tournament: Tournament, row: Draw) -> tuple[dict[int, Holder], dict[int, Holder]]:
    """Card number -> holder at the time of the draw, and start number -> person: two queries (one for a lot)."""
    columns = ("start_number", "name", "place", "sort_key")
    named = {number for step in row.steps if step[0] != "order" for number in _cards_in(step)}
    everybody = {start: Holder(0, start, *rest) for start, *rest in tournament.people.values_list(*columns)}
    if not named:
        starts = {start for step in row.steps for start in step[1:]}
        return {}, {start: everybody[start] for start in starts if start in everybody}
    rows = tournament.cards.filter(number__gte=min(named), number__lte=max(named))
    owners = dict(rows.values_list("number", "owner__start_number"))
    moves = tournament.card_moves.filter(after_draw__gte=row.number).order_by("-number")
    # A card that changed hands afterwards was drawn for the one who held it then.
    owners |= dict(moves.values_list("card__number", "from_person__start_number"))
    holders = {}
    for number in sorted(named):
        person = everybody[owners[number]]
        holders[number] = Holder(number, person.start_number, person.name, person.place, person.sort_key)
    drawn = {holder.start_number for holder in holders.values()}
    return holders, {start: everybody[start] for start in sorted(drawn)}


def _cards_in(step: RawStep) -> list[int]:
    return step[2:] if step[0] in ("left", "right", "redraw") else step[1:]


def _with_voids(steps: Iterable[RawStep], method: str) -> Iterable[RawStep]:
    """The steps, each void saying what it voids: all that was drawn since the byes or the matches began."""
    last = ""
    for step in steps:
        if step[0] == "void":
            what = "right" if method == DrawMethod.BY_HAND else "matches" if last == "match" else "byes"
            yield ["void", what]
        else:
            yield list(step)
            last = step[0]


def _meetings(steps: Iterable[RawStep], row: Draw, holders: Mapping[int, Holder]) -> tuple[Meeting, ...]:
    if row.stage == DrawStage.LOT:
        return ()
    if row.method == DrawMethod.FAIR:
        return _pairs(steps, holders)
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for step in steps:
        if step[0] == "left":
            left[step[1]] = step[2]
        elif step[0] == "right":
            right[step[1]] = step[2]
        elif step[0] == "void":
            right = {}
    return tuple(Meeting(n, holders[left[n]], holders[right[n]] if n in right else None) for n in sorted(left))


def _pairs(steps: Iterable[RawStep], holders: Mapping[int, Holder]) -> tuple[Meeting, ...]:
    byes: list[int] = []
    pairs: list[tuple[int, int]] = []
    for step in steps:
        if step[0] == "bye":
            byes.append(step[1])
        elif step[0] == "match":
            pairs.append((step[1], step[2]))
        elif step[1:] == ["byes"]:
            byes = []
        elif step[0] == "void":
            pairs = []
    matches = [Meeting(i, holders[a], holders[b]) for i, (a, b) in enumerate(pairs, start=1)]
    return (*matches, *(Meeting(i, holders[a], None) for i, a in enumerate(byes, start=len(pairs) + 1)))


def by_name(draw: ShownDraw) -> tuple[NameLine, ...]:
    """Every card with its match, people as Austrians sort them."""
    lines = []
    for meeting in draw.meetings:
        lines.append(NameLine(meeting.left, meeting.number, meeting.right, meeting.is_self))
        if meeting.right is not None:
            lines.append(NameLine(meeting.right, meeting.number, meeting.left, meeting.is_self))
    return tuple(sorted(lines, key=lambda line: (line.holder.sort_key, line.holder.start_number, line.holder.card)))


def step_lines(draw: ShownDraw) -> tuple[StepLine, ...]:
    """Every step for people to read, in order. A step `order` is one line for each person."""
    lines: list[StepLine] = []
    left: dict[int, Holder] = {}

    def add(kind: str, number: int | None, who: Holder | None, other: Holder | None = None, remark: str = "") -> None:
        lines.append(StepLine(len(lines) + 1, kind, number, who, other, remark))

    for step in draw.steps:
        match step:
            case ["order", *starts]:
                for place, start in enumerate(starts, start=1):
                    add("order", place, draw.people[start])
            case ["left", number, card]:
                left[number] = draw.holders[card]
                add("left", number, draw.holders[card])
            case ["right", number, card]:
                add("right", number, draw.holders[card], left.get(number))
            case ["redraw", number, card]:
                add("redraw", number, draw.holders[card], remark=_("eigene Nummer: zurückgelegt, neu gezogen"))
            case ["bye", card]:
                add("bye", None, draw.holders[card])
            case ["match", one, two]:
                add("match", None, draw.holders[one], draw.holders[two])
            case ["void", what]:
                add("void", None, None, remark=void_text(what))
    return tuple(lines)


def void_text(what: str) -> str:
    """What a void step means."""
    return {
        "byes": _(
            "Freilose verworfen: einer müsste sonst gegen sich selbst spielen. Alle Freilose werden neu gezogen."
        ),
        "matches": _("Versuch verworfen: jemand träfe auf sich selbst. Alle Begegnungen werden neu gezogen."),
        "right": _(
            "Alle rechten Zettel zurückgelegt: es waren nur noch eigene Nummern übrig. Rechts wird neu gezogen."
        ),
    }[what]


@dataclass(frozen=True, slots=True)
class LastHashes:
    """The last entries of journal and cash book, whose printed hashes prove all before them."""

    journal_number: int
    journal_hash: str
    cash_number: int
    cash_hash: str
    at: datetime | None


def last_hashes(tournament: Tournament) -> LastHashes:
    """Numbers and hashes of the last entries: two queries."""
    journal = tournament.journal.order_by("-number").values_list("number", "hash", "at").first() or (0, "", None)
    cash = tournament.cash.order_by("-number").values_list("number", "hash").first() or (0, "")
    return LastHashes(journal[0], journal[1], cash[0], cash[1], journal[2])
