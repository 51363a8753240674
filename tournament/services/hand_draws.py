"""Draws by hand: slips are typed as they are called, every rule is checked at once, and a restart loses nothing."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament import clock, convert
from tournament.domain import by_hand, knockout
from tournament.domain.journal_kinds import JournalKind
from tournament.domain.terms import Outcome, Stage
from tournament.models import CardState, Draw, DrawMethod, DrawStage, HandDraw, Scope, State, Tournament
from tournament.translated import translated

from . import rebuys
from .advance import advance, live_main_exists, store_matches
from .backups import backed_up_before
from .base import Actor, require_role, require_version, touch, use_case
from .draws import CarriedOut, due_round, next_number
from .errors import Problem, Refused, refuse
from .journal import Note, log

SCOPES = (Scope.DRAW, Scope.BOARD)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the draw by hand is: its version, slips in all pots, cards still to draw, the last step."""

    version: int
    drawn: int
    missing: int
    last_step: tuple[Any, ...]


def state_of(tournament: Tournament) -> by_hand.HandDraw:
    """The draw as typed so far, over the cards that are in now; refused where none was begun."""
    hand = getattr(tournament, "hand_draw", None)
    if hand is None:
        raise refuse("no_hand_draw", _("Es ist keine Handauslosung begonnen."))
    return by_hand.restore(hand.numbers, _held(tournament), hand.slips)


def _held(tournament: Tournament) -> dict[int, list[int]]:
    return convert.holdings(convert.cards_of(tournament, Q(state=CardState.IN)))


@use_case
def start(*, tournament: Tournament, actor: Actor, request_key: str | None = None) -> Progress:
    """Begin: for the round that is due, or already during the sale (then over all cards offered: late buyers get no bye)."""
    require_role(actor)
    if hasattr(tournament, "hand_draw") or hasattr(tournament, "prepared_draw"):
        raise refuse("pending", _("Es ist schon eine Auslosung begonnen."))
    if tournament.state == State.SALE:
        if live_main_exists(tournament):
            raise refuse("not_due", _("Die erste Runde ist schon gelost."))
        round_, numbers = 1, tournament.cards_offered
    else:
        step, _cards = due_round(tournament)
        round_, numbers = step.round, step.numbers
    next_number(tournament)
    HandDraw.objects.create(tournament=tournament, round=round_, numbers=numbers, by=actor.name, at=clock.now())
    log(tournament, actor, Note(JournalKind.HAND_DRAW_STARTED, f"round {round_}", after={"numbers": numbers}))
    touch(tournament, SCOPES)
    return Progress(1, 0, sum(map(len, _held(tournament).values())), ())


@use_case
def add_slip(
    *,
    tournament: Tournament,
    actor: Actor,
    pot: str,
    number: int,
    card: int,
    accept_self_meeting: bool = False,
    version: int | None = None,
    request_key: str | None = None,
) -> Progress:
    """Take the slip that was called: pot `left` or `right`, its number, the card (number) it was drawn for.

    His own number on the right is noted as a redraw. Refused with all problems otherwise.
    """
    require_role(actor)
    state = state_of(tournament)
    require_version(version, tournament.hand_draw.version)
    try:
        after = by_hand.add(
            state, by_hand.Slip(by_hand.Pot(pot), number, card), accept_self_meeting=accept_self_meeting
        )
    except by_hand.HandDrawError as error:
        raise _as_refusal(error) from error
    except ValueError as error:
        raise refuse("pot", _("Der Topf heißt L (links) oder R (rechts).")) from error
    step = [part.value if hasattr(part, "value") else part for part in after.steps[-1]]
    return _save(tournament, actor, after, Note(JournalKind.HAND_SLIP, f"card {card}", after={"step": step}))


@use_case
def take_back(
    *, tournament: Tournament, actor: Actor, version: int | None = None, request_key: str | None = None
) -> Progress:
    """Take the last typed step back: it was mistyped."""
    require_role(actor)
    state = state_of(tournament)
    require_version(version, tournament.hand_draw.version)
    if not state.steps:
        raise refuse("nothing", _("Es ist noch nichts eingegeben."))
    step = [part.value if hasattr(part, "value") else part for part in state.steps[-1]]
    return _save(
        tournament,
        actor,
        by_hand.take_back(state),
        Note(JournalKind.HAND_SLIP_TAKEN_BACK, f"round {tournament.hand_draw.round}", before={"step": step}),
    )


@use_case
def void_right(
    *, tournament: Tournament, actor: Actor, version: int | None = None, request_key: str | None = None
) -> Progress:
    """Put all right-hand slips back, where somebody is left with nothing but his own numbers."""
    require_role(actor)
    state = state_of(tournament)
    require_version(version, tournament.hand_draw.version)
    try:
        after = by_hand.void_right(state)
    except by_hand.HandDrawError as error:
        raise _as_refusal(error) from error
    return _save(tournament, actor, after, Note(JournalKind.HAND_DRAW_VOIDED, f"round {tournament.hand_draw.round}"))


@use_case
def discard(*, tournament: Tournament, actor: Actor, reason: str, request_key: str | None = None) -> Progress:
    """Throw the unfinished draw by hand away."""
    require_role(actor)
    state = state_of(tournament)
    if not reason.strip():
        raise refuse("reason", _("Bitte den Grund eingeben."))
    round_ = tournament.hand_draw.round
    tournament.hand_draw.delete()
    log(
        tournament,
        actor,
        Note(
            JournalKind.HAND_DRAW_DISCARDED,
            f"round {round_}",
            before={"steps": len(state.steps)},
            reason=reason.strip(),
        ),
    )
    touch(tournament, SCOPES)
    return Progress(0, 0, 0, ())


@backed_up_before
@use_case
def complete(
    *, tournament: Tournament, actor: Actor, version: int | None = None, request_key: str | None = None
) -> CarriedOut:
    """Make the draw count: every card has its slip and the pots add up; refused with everything that is missing."""
    require_role(actor)
    state = state_of(tournament)
    hand = tournament.hand_draw
    require_version(version, hand.version)
    if tournament.state == State.SALE:
        raise refuse("state", _("Der Verkauf läuft noch: bitte zuerst schließen, dann gilt die Auslosung."))
    step, _cards = due_round(tournament)
    if (step.round, step.numbers) != (hand.round, hand.numbers):
        raise refuse(
            "numbers",
            _("Das Feld hat jetzt %(now)s Nummern, gelost wurde mit %(then)s. Bitte verwerfen und neu beginnen.")
            % {"now": step.numbers, "then": hand.numbers},
        )
    try:
        result = by_hand.result(state)
    except by_hand.HandDrawError as error:
        raise _as_refusal(error) from error
    steps = [[part.value if hasattr(part, "value") else part for part in each] for each in result.steps]
    draw = Draw.objects.create(
        tournament=tournament, number=next_number(tournament), round=hand.round, numbers=hand.numbers, stage=DrawStage.MAIN,
        method=DrawMethod.BY_HAND, steps=steps, by=actor.name, at=clock.now(),
    )  # fmt: skip
    made = [_new(hand, pair.number, pair.left, pair.right, state) for pair in result.matches]
    made += [_new(hand, bye.number, bye.card, None, state) for bye in result.byes]
    HandDraw.objects.filter(pk=hand.pk).delete()
    tournament.refresh_from_db()
    log(tournament, actor, Note(JournalKind.DRAW, f"draw {draw.number}", after={"public": None, "check": None}))
    store_matches(tournament, actor, rebuys.with_open_byes(tournament, made), draw=draw)
    advance(tournament, actor)
    touch(tournament, (*SCOPES, Scope.ROUND, Scope.SALE, Scope.PRIZES))
    return CarriedOut(draw.number, draw.round, "")


def _new(hand: HandDraw, number: int, left: int, right: int | None, state: by_hand.HandDraw) -> knockout.NewMatch:
    outcome, winner = Outcome.OPEN, None
    if right is None:
        outcome, winner = Outcome.BYE, left
    elif state.owners[left] == state.owners[right]:
        outcome, winner = Outcome.SELF, left
    return knockout.NewMatch(
        stage=Stage.MAIN,
        round=hand.round,
        numbers=hand.numbers,
        number=number,
        left=left,
        right=right,
        outcome=outcome,
        winner=winner,
    )


def _save(tournament: Tournament, actor: Actor, after: by_hand.HandDraw, note: Note) -> Progress:
    hand = tournament.hand_draw
    hand.slips = [[part.value if hasattr(part, "value") else part for part in step] for step in after.steps]
    hand.version += 1
    hand.save(update_fields=["slips", "version"])
    log(tournament, actor, note)
    touch(tournament, SCOPES)
    missing = len(after.owners.keys() - after.drawn)
    last = tuple(hand.slips[-1]) if hand.slips else ()
    return Progress(hand.version, len(after.drawn), missing, last)


def _as_refusal(error: by_hand.HandDrawError) -> Refused:
    return Refused(*(Problem(each.code.value, translated(each.text)) for each in error.problems))
