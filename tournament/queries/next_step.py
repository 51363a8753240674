"""What the evening waits for: the next thing to do, who does it, and on which page."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import convert
from tournament.domain import knockout
from tournament.models import Role, State, Tournament

from .rounds import Rounds, rounds_of


class Todo(StrEnum):
    """Kinds of next steps."""

    SELL = "sell"
    DRAW = "draw"
    GO_ON_DRAWING = "go_on_drawing"
    PLAY = "play"
    REBUY = "rebuy"
    DRAW_PLACES = "draw_places"
    PRIZES = "prizes"
    HAND_OUT = "hand_out"


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step: the words on its button, a sentence beside it, the name of its page, and whose task it is."""

    todo: Todo
    text: str
    hint: str
    page: str
    roles: frozenset[Role]

    def is_for(self, roles: frozenset[Role]) -> bool:
        """Whether somebody with these roles does it."""
        return Role.DIRECTOR in roles or bool(roles & self.roles)


DIRECTOR_ONLY: frozenset[Role] = frozenset()


def next_steps(tournament: Tournament, rounds: Rounds | None = None) -> tuple[NextStep, ...]:
    """What comes next, the most urgent first; never empty.

    No query before the sale is closed or after the end; else two (is a draw under way) and, where a round is decided
    or late, the five of `convert.situation`; one more without `rounds`.
    """
    if tournament.state == State.SALE:
        hint = _("Ist alles verkauft, wird der Verkauf geschlossen und gelost.")
        return (NextStep(Todo.SELL, _("Karten verkaufen"), hint, "sale", frozenset({Role.CASHIER})),)
    if tournament.state == State.FINISHED:
        hint = _("Das Turnier ist beendet. Was noch nicht abgeholt ist, bleibt hier offen.")
        return (NextStep(Todo.HAND_OUT, _("Preise ausgeben"), hint, "prizes", frozenset({Role.CASHIER})),)
    if under_way := _drawing(tournament):
        return (under_way,)
    known = rounds if rounds is not None else rounds_of(tournament)
    steps = [] if _only_plays(known) else _due(tournament)
    still_open = sum(tab.to_play for tab in known.rounds) + (known.placement.open if known.placement else 0)
    if still_open:
        steps.append(_play(still_open))
    if tournament.rebuy_open:
        hint = _("Freilose der ersten Runde sind noch zu haben; vor der nächsten Auslosung wird geschlossen.")
        steps.append(NextStep(Todo.REBUY, _("Nachkauf"), hint, "rebuy", frozenset({Role.CASHIER})))
    return tuple(steps) or (_prizes(),)


def _only_plays(rounds: Rounds) -> bool:
    """Whether nothing can be due besides open matches: placement begins when the quarter-final is over."""
    last = rounds.last
    return last is not None and bool(last.to_play) and last.numbers > 4


def _drawing(tournament: Tournament) -> NextStep | None:
    prepared = hasattr(tournament, "prepared_draw")
    by_hand = hasattr(tournament, "hand_draw")
    if not prepared and not by_hand:
        return None
    hint = (
        _("Das Feld ist vorbereitet und gezeigt; jetzt werden die Zahlen aus dem Saal gebraucht.")
        if prepared
        else _("Es wird mit der Hand gelost; die gezogenen Nummern sind noch nicht alle eingegeben.")
    )
    return NextStep(
        Todo.GO_ON_DRAWING, _("Auslosung fortsetzen"), hint, "draw" if prepared else "hand-draw", DIRECTOR_ONLY
    )


def _due(tournament: Tournament) -> list[NextStep]:
    steps: list[NextStep] = []
    due = knockout.due(convert.situation(tournament))
    for step in due.steps:
        if isinstance(step, knockout.DrawRound):
            text = _("Runde %(round)s auslosen") % {"round": step.round}
            steps.append(NextStep(Todo.DRAW, text, _draw_hint(step), "draw", DIRECTOR_ONLY))
        elif isinstance(step, knockout.DrawPlaces):
            hint = _("Die Verlierer des Viertelfinales spielen um diese Plätze.")
            steps.append(NextStep(Todo.DRAW_PLACES, _("Plätze 5 bis 8 auslosen"), hint, "draw", DIRECTOR_ONLY))
        elif tournament.state == State.CLOSED:
            hint = _("Für so wenige Karten ist nichts zu losen.")
            steps.append(NextStep(Todo.DRAW, _("Ohne Auslosung beginnen"), hint, "draw", DIRECTOR_ONLY))
    if due.over and tournament.state == State.CLOSED and not steps:
        hint = _("Es ist nur eine Karte oder eine Person im Spiel: zu losen ist nichts.")
        steps.append(NextStep(Todo.DRAW, _("Ohne Auslosung beginnen"), hint, "draw", DIRECTOR_ONLY))
    return steps


def _draw_hint(step: knockout.DrawRound) -> str:
    if step.round == 1:
        return _("Der Verkauf ist geschlossen, das Feld hat %(numbers)s Nummern.") % {"numbers": step.numbers}
    return _("Runde %(round)s ist entschieden.") % {"round": step.round - 1}


def _play(still_open: int) -> NextStep:
    hint = ngettext("Noch eine Begegnung ist offen.", "Noch %(count)s Begegnungen sind offen.", still_open)
    return NextStep(
        Todo.PLAY, _("Ergebnisse eintragen"), hint % {"count": still_open}, "round", frozenset({Role.SCORER})
    )


def _prizes() -> NextStep:
    hint = _("Alle Begegnungen sind entschieden.")
    return NextStep(Todo.PRIZES, _("Zu den Preisen"), hint, "prizes", frozenset({Role.CASHIER}))
