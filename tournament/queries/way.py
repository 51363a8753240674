"""Where a tournament is on its way from the Ausschreibung to the prizes."""

from dataclasses import dataclass
from enum import Enum

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from tournament.models import LIVE, CardState, Format, Match, MatchStage, Outcome, State, Tournament


class Stage(Enum):
    """Whether a step is behind us, now, or ahead."""

    DONE = "done"
    NOW = "now"
    LATER = "later"


class Position(Enum):
    """The step the evening has come to."""

    SALE = "sale"
    DRAW = "draw"
    ROUND = "round"
    PLACEMENT = "placement"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the way: what it is called, which page shows it, and where it lies."""

    text: str
    page: str
    stage: Stage


def way(tournament: Tournament) -> tuple[Step, ...]:
    """The steps in order, one of them NOW. One query once the tournament runs (two where a round is decided), none before."""
    played, position = _position(tournament)
    # Where all cards are in one hand before the final there are no more rounds.
    is_over = played and position in (Position.PLACEMENT, Position.PRIZES)
    rounds = played if is_over else _rounds(tournament)
    names = [
        (_("Ausschreibung"), "settings"),
        (_("Verkauf"), "sale"),
        (_("Auslosung"), "draw"),
    ]
    names += [(text, "round") for text in _round_texts(played, rounds)]
    if tournament.format == Format.CARDS and (tournament.play_place3 or tournament.play_place5):
        names.append((_("Platzierung"), "round"))
    names.append((_("Preise"), "prizes"))
    last = len(names) - 1
    now = {
        Position.SALE: 1,
        Position.DRAW: 2,
        Position.ROUND: 3 if played <= 1 else 4,
        Position.PLACEMENT: last - 1,
        Position.PRIZES: last,
    }[position]
    return tuple(Step(text, page, _stage(index, now)) for index, (text, page) in enumerate(names))


def _stage(index: int, now: int) -> Stage:
    if index == now:
        return Stage.NOW
    return Stage.DONE if index < now else Stage.LATER


def current_round(tournament: Tournament) -> int:
    """The last main round that was drawn; 0 before the first. One query."""
    found = Match.objects.filter(LIVE, tournament=tournament, stage=MatchStage.MAIN).aggregate(last=Max("round"))
    return found["last"] or 0


def _rounds(tournament: Tournament) -> int:
    """How many rounds the tournament has as far as known: those of a full field for `cards`, else what was announced."""
    if tournament.format != Format.CARDS:
        return tournament.rounds
    return max(1, ((tournament.numbers or tournament.cards_offered) - 1).bit_length())


def _position(tournament: Tournament) -> tuple[int, Position]:
    """The last drawn round, and the step the evening has come to."""
    if tournament.state == State.SALE:
        return 0, Position.SALE
    if tournament.state == State.CLOSED:
        return 0, Position.DRAW
    is_open = Q(outcome=Outcome.OPEN)
    main = Q(stage=MatchStage.MAIN)
    found = Match.objects.filter(LIVE, tournament=tournament).aggregate(
        last=Max("round", filter=main),
        open_main=Count("pk", filter=main & is_open),
        open_places=Count("pk", filter=~main & is_open),
    )
    last = found["last"] or 0
    if tournament.state == State.FINISHED:
        return last, Position.PRIZES
    if found["open_main"] or (last < _rounds(tournament) and not _in_one_hand(tournament)):
        return last, Position.ROUND if last else Position.DRAW
    return last, Position.PLACEMENT if found["open_places"] else Position.PRIZES


def _in_one_hand(tournament: Tournament) -> bool:
    """Whether all cards that are left are one person's, or none is left: one query."""
    if tournament.format != Format.CARDS:
        return False
    return tournament.cards.filter(state=CardState.IN).values("owner").distinct().count() <= 1


def _round_texts(played: int, rounds: int) -> list[str]:
    """Rounds as in "Runde 1 … 2", "Runde 3", "Runde 4 … 6"; before the first one all together."""
    if played == 0:
        return [_span(1, rounds)]
    texts = [_span(1, played - 1), _span(played, played), _span(played + 1, rounds)]
    return [text for text in texts if text]


def _span(first: int, last: int) -> str:
    if last < first:
        return ""
    if first == last:
        return _("Runde %(round)s") % {"round": first}
    return _("Runde %(first)s … %(last)s") % {"first": first, "last": last}
