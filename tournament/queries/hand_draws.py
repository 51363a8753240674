"""The draw by hand that is being typed in: both pots, whose turn it is, what is missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import convert
from tournament.domain import by_hand
from tournament.domain.by_hand import HandDraw, HandStep, Pot
from tournament.domain.drawing import StepKind
from tournament.domain.hand_problems import Problem
from tournament.domain.slip_line import Named, waiting_cards, whose_turn
from tournament.models import CardState, DrawStage, Tournament
from tournament.models import State as Phase

from .draws import draw_title

LAST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Drawer:
    """A person who draws: cards that still need a slip, and how many he has in this draw."""

    start_number: int
    named: Named
    waiting: tuple[int, ...]
    cards: int


@dataclass(frozen=True, slots=True)
class SlipCell:
    """A number of a pot; `card` and `holder` once it is drawn; `is_last`: by the last step."""

    number: int
    card: int | None
    holder: str
    is_last: bool


@dataclass(frozen=True, slots=True)
class StepText:
    """A step for the protocol at the side."""

    text: str
    who: str
    remark: str


@dataclass(frozen=True, slots=True)
class HandPage:
    """All the page of the draw by hand shows. `missing`: why it is not complete yet; `is_early`: begun while selling."""

    version: int
    title: str
    numbers: int
    by: str
    at: datetime
    state: HandDraw
    people: Mapping[int, Named]
    left: tuple[SlipCell, ...]
    right: tuple[SlipCell, ...]
    turn: Drawer | None
    waiting: tuple[Drawer, ...]
    steps: tuple[StepText, ...]
    missing: tuple[Problem, ...]
    is_early: bool
    may_void: bool

    @property
    def half(self) -> int:
        """How many numbers each pot holds."""
        return self.numbers // 2

    @property
    def cards(self) -> int:
        """Cards in this draw."""
        return len(self.state.owners)

    @property
    def drawn(self) -> int:
        """Cards that have their slip."""
        return len(self.state.left) + len(self.state.right)

    @property
    def left_inside(self) -> int:
        """Numbers still in the left pot."""
        return self.half - len(self.state.left)

    @property
    def right_inside(self) -> int:
        """Numbers still in the right pot."""
        return self.half - len(self.state.right)


def hand_page(tournament: Tournament) -> HandPage | None:
    """The draw by hand as typed so far; None where none was begun. Three queries, whatever the size."""
    row = getattr(tournament, "hand_draw", None)
    if row is None:
        return None
    held = convert.holdings(convert.cards_of(tournament, Q(state=CardState.IN)))
    people = people_in(tournament, held)
    state = by_hand.restore(row.numbers, held, row.slips)
    still = waiting_cards(state)
    drawers = tuple(Drawer(start, people[start], tuple(cards), len(held[start])) for start, cards in still.items())
    turn = whose_turn(state)
    return HandPage(
        version=row.version, title=draw_title(DrawStage.MAIN, row.round, row.numbers), numbers=row.numbers,
        by=row.by, at=row.at, state=state, people=people,
        left=_cells(state, Pot.LEFT, people), right=_cells(state, Pot.RIGHT, people),
        turn=next((drawer for drawer in drawers if drawer.start_number == turn), None), waiting=drawers,
        steps=tuple(_step_text(step, state, people) for step in reversed(state.steps[-LAST_STEPS:])),
        missing=by_hand.verify_complete(state), is_early=tournament.state == Phase.SALE,
        may_void=not by_hand.verify_void_right(state),
    )  # fmt: skip


def people_in(tournament: Tournament, held: Mapping[int, list[int]]) -> dict[int, Named]:
    """Start number -> name of everybody who holds a card: one query."""
    rows = tournament.people.order_by("start_number").values_list("start_number", "name", "place")
    return {start: Named(name, place) for start, name, place in rows if start in held}


def _cells(state: HandDraw, pot: Pot, people: Mapping[int, Named]) -> tuple[SlipCell, ...]:
    taken = state.left if pot is Pot.LEFT else state.right
    last = state.steps[-1] if state.steps else ()
    now = last[1] if last and last[0] == pot.value else None
    cells = []
    for number in range(1, state.half + 1):
        card = taken.get(number)
        holder = str(people[state.owners[card]]) if card is not None else ""
        cells.append(SlipCell(number, card, holder, number == now))
    return tuple(cells)


def _step_text(step: HandStep, state: HandDraw, people: Mapping[int, Named]) -> StepText:
    if step[0] is StepKind.VOID:
        return StepText(_("Alle rechten Zettel zurückgelegt"), "", "")
    kind, number, card = step[0], int(step[1]), int(step[2])
    who = people[state.owners[card]].name
    if kind is StepKind.LEFT:
        return StepText(_("links %(number)s") % {"number": number}, who, _("Karte %(card)s") % {"card": card})
    text = _("rechts %(number)s") % {"number": number}
    if kind is StepKind.REDRAW:
        return StepText(f"{text} ↩", who, _("eigene Nummer"))
    opponent = state.owners[state.left[number]]
    remark = (
        _("gegen sich selbst")
        if opponent == state.owners[card]
        else _("gegen %(name)s") % {"name": people[opponent].name}
    )
    return StepText(text, who, remark)
