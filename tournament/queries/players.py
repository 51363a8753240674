"""A player's own page: whom he plays next and where, who is free, his cards, and the way so far. Names as the public may see them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import LIVE, CardState, EntryCard, Match, Outcome, Person, Side, State, Tournament

from .board_draw import kept_back
from .calling import HallMatch, hall_of, state_text
from .labels import NOBODY, Label, labels_of
from .matches import title_of
from .rounds import code_of, late_name

#: The colour of a card by where it is.
PILLS = {
    CardState.IN: "good",
    CardState.OUT: "quiet",
    CardState.WITHDRAWN: "quiet",
    CardState.EXCLUDED: "bad",
    CardState.REFUNDED: "quiet",
}


@dataclass(frozen=True, slots=True)
class Due:
    """A match still to be played. `free`: both can begin now; `called`: to `table` (None: any)."""

    code: str
    round: str
    card: int | None
    opponent: Label
    state: str
    pill: str
    free: bool
    called: bool
    table: int | None
    timer: str


@dataclass(frozen=True, slots=True)
class Past:
    """A match that is over. `won` None: nobody did."""

    round: str
    code: str
    card: int | None
    opponent: Label | None
    score: str
    outcome: str
    won: bool | None


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A card, and where it is."""

    number: int
    state: str
    pill: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page. `waiting_for_draw`: a draw is just being shown in the hall, its matches come afterwards."""

    who: Label
    place: str
    due: tuple[Due, ...]
    past: tuple[Past, ...]
    cards: tuple[OwnCard, ...]
    still_in: int
    draw_running: bool
    state: State

    @property
    def next(self) -> Due | None:
        """The match to think of now."""
        return self.due[0] if self.due else None


def player_page(tournament: Tournament, person: Person, *, own: bool) -> PlayerPage:
    """The page of one person; `own`: opened by his own code, so that his name may stand there. Eleven queries at most.

    His opponents are named only as the public may see them: whoever has the code need not be the player.
    """
    labels = dict(labels_of(tournament))
    if own:
        labels[person.start_number] = Label(person.start_number, person.name, "", person.place, person.name)
    hidden = kept_back(tournament)
    rows = _rows(tournament, person)
    cards = list(person.cards.order_by("number"))
    if hidden:
        not_yet = {draw.pk for draw in hidden}
        _as_before(cards, [row for row in rows if row.draw_id in not_yet])
        rows = [row for row in rows if row.draw_id not in not_yet]
    hall = hall_of(tournament, labels=labels)
    by_serial = {row.serial: row for row in rows}
    due = tuple(
        _due(one, by_serial[one.serial], person)
        for one in hall.of_person(person.start_number)
        if one.serial in by_serial
    )
    return PlayerPage(
        who=labels.get(person.start_number, NOBODY), place=person.place if own or person.public else "", due=due,
        past=tuple(_past(row, person, labels) for row in reversed(rows) if row.outcome != Outcome.OPEN),
        cards=tuple(OwnCard(card.number, str(CardState(card.state).label), PILLS[CardState(card.state)]) for card in cards),
        still_in=sum(card.state == CardState.IN for card in cards), draw_running=bool(hidden), state=State(tournament.state),
    )  # fmt: skip


def _as_before(cards: Iterable[EntryCard], hidden: Iterable[Match]) -> None:
    """Whoever met himself in a draw that is only being shown still has both cards."""
    drawn = {card for row in hidden for card in (row.left_card_id, row.right_card_id)}
    for card in cards:
        if card.pk in drawn:
            card.state = CardState.IN


def find_person(tournament: Tournament, start_number: int) -> Person | None:
    """Who has this start number: one query."""
    return tournament.people.filter(start_number=start_number).first()


def _rows(tournament: Tournament, person: Person) -> list[Match]:
    own = Q(left_card__owner=person) | Q(right_card__owner=person) | Q(left_person=person) | Q(right_person=person)
    people = ("left_card__owner", "right_card__owner", "left_person", "right_person", "table")
    return list(tournament.matches.filter(LIVE, own).select_related(*people).order_by("serial"))


def _round_text(row: Match) -> str:
    if row.stage != "main":
        return title_of(row)
    return late_name(row.numbers) or _("Runde %(round)s") % {"round": row.round}


def _due(one: HallMatch, row: Match, person: Person) -> Due:
    mine, other = (one.left, one.right) if one.left.start_number == person.start_number else (one.right, one.left)
    text, pill = state_text(one)
    free = not one.is_playing and not one.is_called and not one.blocked_by
    if one.blocked_by:
        who, table = one.blocked_by[0]
        if who.start_number == mine.start_number:
            text = _("nach deiner jetzigen Begegnung")
        else:
            text = (_("spielt noch an Tisch %(table)s") if table else _("spielt noch")) % {"table": table}
    elif free:
        text = _("ist frei, ihr könnt beginnen")
    elif one.is_called:
        text = _("gerufen an Tisch %(table)s") % {"table": one.table} if one.table else _("gerufen, irgendein Tisch")
    elif one.table:
        text = _("ihr spielt an Tisch %(table)s") % {"table": one.table}
    left = row.left_card is not None and row.left_card.owner_id == person.pk
    card = row.left_card if left else row.right_card
    return Due(
        code=one.code, round=_round_text(row), card=card.number if card else None, opponent=other, state=text,
        pill="good" if free or one.is_playing else "bad" if one.is_called else pill, free=free, called=one.is_called,
        table=one.table, timer=one.timer,
    )  # fmt: skip


def _past(row: Match, person: Person, labels: Mapping[int, Label]) -> Past:
    sides = [
        (card, card.owner if card is not None else guest)
        for card, guest in ((row.left_card, row.left_person), (row.right_card, row.right_person))
    ]
    mine = 0 if sides[0][1] is not None and sides[0][1].pk == person.pk else 1
    other = sides[1 - mine][1]
    won = None if row.winner_side is None else row.winner_side == (Side.LEFT, Side.RIGHT)[mine]
    score = ""
    if row.score_left is not None and row.score_right is not None:
        pair = (row.score_left, row.score_right)
        score = f"{pair[mine]} : {pair[1 - mine]}"
    outcome = "" if row.outcome == Outcome.PLAYED else str(Outcome(row.outcome).label)
    card = sides[mine][0]
    return Past(
        _round_text(row), code_of(row), card.number if card else None,
        labels.get(other.start_number, NOBODY) if other is not None else None, score, outcome, won,
    )  # fmt: skip
