"""The draw on the big screen: what the hall may see of it already, and how the pots stand at that moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.drawing import StepKind
from tournament.domain.showing import steps_to_show
from tournament.models import LIVE, BoardState, Draw, DrawMethod, Outcome, State, Tournament

from .draw_shown import Holder, ShownDraw, void_text
from .labels import NOBODY, Label

#: A draw that is not being shown step by step after so long is shown nowhere: its result may be seen.
BEFORE_THE_SHOW = timedelta(seconds=20)
#: A show that was left standing ends by itself.
LONGEST_SHOW = timedelta(minutes=45)
#: While the desk has moved it so lately, one guest with a phone does not end it.
STEPPED_LATELY = timedelta(minutes=3)
#: So many slips of a pot are in view, so many lines of what was drawn.
SLIPS, LINES = 64, 7


@dataclass(frozen=True, slots=True)
class Slip:
    """A number in a pot: `in`, `gone`, just drawn (`now`) or just put back (`back`)."""

    number: int
    state: str


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot, or the part of it that is in view. `inside`: how many slips are in it altogether."""

    title: str
    inside: int
    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """A line of what was drawn: a number or place, and who."""

    head: str
    who: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Revealed:
    """The draw at a moment. `who`, `number`, `note`, `problem` tell of the last step; `log` the latest steps first."""

    kind: str
    position: int
    count: int
    who: Label | None
    number: int | None
    note: str
    problem: str
    pots: tuple[Pot, ...]
    log: tuple[Said, ...]


#: Somebody has played, or is told to: then the desk lets everybody know who meets whom. Who left without playing says
#: nothing of that.
PLAYED_OR_CALLED = Q(outcome__in=[Outcome.PLAYED, Outcome.RETIRED]) | ~Q(called_at=None)
#: A phone counts: somebody seems to play.
TAPPED = ~Q(started_at=None)


def being_shown(tournament: Tournament, state: BoardState | None) -> tuple[Draw, int] | None:
    """The draw that the hall is just being shown, and how many of its steps; None when all there is may be seen.

    Two queries at most.
    """
    waiting = _not_yet_told(tournament, state)
    on_screen = [row for row in waiting if state is not None and row.number == state.draw]
    if not waiting:
        return None
    return (on_screen[0], state.position) if on_screen and state is not None else (waiting[-1], 0)


def kept_back(tournament: Tournament) -> tuple[Draw, ...]:
    """The draws whose results guests must not see yet: no page without an account tells them. Three queries at most."""
    return tuple(_not_yet_told(tournament, getattr(tournament, "board", None)))


def _not_yet_told(tournament: Tournament, state: BoardState | None) -> list[Draw]:
    """The draw on the screen until its last step, and what was drawn after it a moment ago, the newest last.

    A semi-final may still be on the screen when the places 5 to 8 are drawn: they wait for its end. A draw by hand has
    been seen slip by slip.
    """
    if tournament.state == State.FINISHED:
        return []
    now = clock.now()
    number = (state.draw if state is not None else None) or 0
    position, moved = (state.position, state.moved_at) if state is not None else (0, None)
    left_standing = now - LONGEST_SHOW
    moves = moved is not None and moved >= left_standing
    on_screen = Q(number=number) if moves else Q(number=number, at__gte=left_standing)
    since = left_standing if moves else now - BEFORE_THE_SHOW
    rows = [
        row
        for row in tournament.draws.filter(on_screen | Q(number__gt=number, at__gte=since), annulled_at=None)
        .exclude(method=DrawMethod.BY_HAND)
        .defer("field", "result", "public")
        .order_by("number")
        if row.number != number or position < steps_to_show(row.stage, row.steps)
    ]
    if not rows:
        return []
    begins = PLAYED_OR_CALLED if _within(STEPPED_LATELY, moved, now) else PLAYED_OR_CALLED | TAPPED
    begun = set(tournament.matches.filter(LIVE, begins, draw__in=rows).values_list("draw_id", flat=True))
    rows = [row for row in rows if row.pk not in begun]
    if any(row.number == number for row in rows) or _within(BEFORE_THE_SHOW, moved, now):
        return rows
    return [row for row in rows if _within(BEFORE_THE_SHOW, row.at, now)]


def _within(length: timedelta, moment: datetime | None, now: datetime) -> bool:
    """Whether it was so short a time ago; a moment far ahead is one of a clock that was put back since, and long ago."""
    return moment is not None and abs(now - moment) <= length


def revealed_at(draw: ShownDraw, position: int, labels: Mapping[int, Label]) -> Revealed:
    """The draw after so many steps. No query."""
    kinds: dict[str, type[_Show]] = {"pots": _Pots, "pairs": _Pairs, "lot": _Lot}
    show = kinds[draw.kind](draw, labels)
    steps: list[list[object]] = (
        [["place", place, holder.start_number] for place, holder in enumerate(draw.order, start=1)]
        if draw.kind == "lot"
        else list(draw.steps)
    )
    for step in steps[:position]:
        show.take(step)
    return show.state(min(position, len(steps)), len(steps))


def revealed_by_hand(
    numbers: int, owners: Mapping[int, int], slips: Sequence[Sequence[object]], labels: Mapping[int, Label]
) -> Revealed:
    """A draw by hand as far as it is typed: the last slip large, both pots with what was taken; `position` and `count`
    are cards. No query.

    `owners`: card number -> start number; `slips` as in `domain.by_hand`.
    """
    holders = {card: Holder(card, start, "", "") for card, start in owners.items()}
    show = _Pots(_ByHand(numbers // 2, holders), labels)
    for step in slips:
        show.take(["void", "right"] if step[0] == StepKind.VOID else list(step))
    return show.state(len(show.left) + len(show.right), len(owners))


class _Drawn(Protocol):
    """What the shows need of a draw."""

    @property
    def kind(self) -> str: ...
    @property
    def half(self) -> int: ...
    @property
    def holders(self) -> Mapping[int, Holder]: ...


@dataclass(frozen=True, slots=True)
class _ByHand:
    half: int
    holders: Mapping[int, Holder]
    kind: str = "pots"


@dataclass
class _Show:
    """What is common to the three kinds: who drew last, and the lines."""

    draw: _Drawn
    labels: Mapping[int, Label]
    log: list[Said] = field(default_factory=list)
    who: Label | None = None
    number: int | None = None
    note: str = ""
    problem: str = ""

    def take(self, step: list[object]) -> None:
        """One step on."""
        self.who, self.number, self.note, self.problem = None, None, "", ""
        self._take(step)

    def _take(self, step: list[object]) -> None:
        raise NotImplementedError

    def _pots(self) -> tuple[Pot, ...]:
        return ()

    def state(self, position: int, count: int) -> Revealed:
        """The moment."""
        log = tuple(reversed(self.log[-LINES:]))
        kind = self.draw.kind
        return Revealed(kind, position, count, self.who, self.number, self.note, self.problem, self._pots(), log)

    def of_card(self, card: object) -> Label:
        """Who holds a card."""
        holder = self.draw.holders.get(card)  # type: ignore[call-overload]
        return self.labels.get(holder.start_number, NOBODY) if holder is not None else NOBODY

    def void(self, what: object) -> None:
        """All that was drawn of one kind does not count."""
        self.problem = void_text(str(what))
        self.log.append(Said("↩", self.problem))


@dataclass
class _Pots(_Show):
    left: dict[int, int] = field(default_factory=dict)
    right: dict[int, int] = field(default_factory=dict)
    marked: tuple[str, int, str] = ("", 0, "")

    def _take(self, step: list[object]) -> None:
        kind = str(step[0])
        self.marked = ("", 0, "")
        if kind == "order":
            self._order(step[1:])
        elif kind == "void":
            self.right = {}
            self.void(step[1])
        else:
            self._slip(kind, int(str(step[1])), int(str(step[2])))

    def _order(self, starts: list[object]) -> None:
        self.who = self.labels.get(int(str(starts[0])), NOBODY) if starts else None
        self.note = _("Die Reihenfolge ist gelost: %(count)s Personen. Es beginnt:") % {"count": len(starts)}

    def _slip(self, kind: str, number: int, card: int) -> None:
        self.who, self.number = self.of_card(card), number
        side = "left" if kind == "left" else "right"
        head = (_("links %(number)s") if side == "left" else _("rechts %(number)s")) % {"number": number}
        remark = ""
        if kind == "redraw":
            self.problem = _("%(number)s hat er schon links: zurückgelegt, neu gezogen") % {"number": number}
            self.marked, head = (side, number, "back"), f"{head} ↩"
        else:
            (self.left if side == "left" else self.right)[number] = card
            self.marked = (side, number, "now")
        self.note = _("linker Topf") if side == "left" else _("rechter Topf")
        if kind == "right" and number in self.left:
            other = self.of_card(self.left[number])
            same = other.start_number == self.who.start_number
            remark = _("gegen sich selbst") if same else _("gegen %(name)s") % {"name": other.full}
            self.note = remark
        self.log.append(Said(head, self.who.full, remark))

    def _pots(self) -> tuple[Pot, ...]:
        half = range(1, self.draw.half + 1)
        return (
            self._pot(_("Linker Topf"), "left", half, self.left),
            self._pot(_("Rechter Topf"), "right", half, self.right),
        )

    def _pot(self, title: str, side: str, numbers: range, drawn: Mapping[int, int]) -> Pot:
        marked = self.marked[1] if self.marked[0] == side else 0
        last = marked or (next(reversed(drawn)) if drawn else 1)
        begin = (last - 1) // SLIPS * SLIPS
        slips = tuple(
            Slip(n, self.marked[2] if n == marked else "gone" if n in drawn else "in")
            for n in numbers[begin : begin + SLIPS]
        )
        return Pot(title, len(numbers) - len(drawn), slips)


@dataclass
class _Pairs(_Show):
    byes: list[int] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def _take(self, step: list[object]) -> None:
        kind = str(step[0])
        if kind == "void":
            if step[1] == "byes":
                self.byes = []
            else:
                self.pairs = []
            self.void(step[1])
        elif kind == "bye":
            self.byes.append(int(str(step[1])))
            self.who, self.note = self.of_card(step[1]), _("Freilos")
            self.log.append(Said(_("Freilos"), self.who.full))
        elif kind == "match":
            self.pairs.append((int(str(step[1])), int(str(step[2]))))
            self.who, other = self.of_card(step[1]), self.of_card(step[2])
            self.number, self.note = len(self.pairs), _("gegen %(name)s") % {"name": other.full}
            self.log.append(Said(str(len(self.pairs)), self.who.full, self.note))

    def _pots(self) -> tuple[Pot, ...]:
        drawn = {*self.byes, *(card for pair in self.pairs for card in pair)}
        cards = sorted(self.draw.holders)
        latest = [
            card for card in (self.pairs[-1][0] if self.pairs else None, self.byes[-1] if self.byes else None) if card
        ]
        begin = cards.index(latest[0]) // SLIPS * SLIPS if latest else 0
        slips = tuple(Slip(card, "gone" if card in drawn else "in") for card in cards[begin : begin + SLIPS])
        return (Pot(_("Topf mit allen Karten"), len(cards) - len(drawn), slips),)


@dataclass
class _Lot(_Show):
    def _take(self, step: list[object]) -> None:
        self.who, self.number = self.labels.get(int(str(step[2])), NOBODY), int(str(step[1]))
        self.log.append(Said(f"{step[1]}.", self.who.full))
