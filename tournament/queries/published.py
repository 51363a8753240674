"""What guests see of a tournament that is published: announcement, state of the rounds, draws with their checks, prizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import DrawStage, State, Tournament

from .board_draw import kept_back
from .board_scenes import PrizeOnScreen
from .board_scenes import prizes as prizes_of
from .calling import hall_of
from .checker import link_of
from .draw_shown import ShownDraw, shown
from .draws import DrawRow, draw_rows, seal_for
from .labels import NOBODY, Label, labels_of
from .printed_announcement import Play, play_of
from .rounds import Rounds, rounds_of


@dataclass(frozen=True, slots=True)
class PublicPage:
    """The page. `draw_running`: a draw is being shown in the hall; it appears here afterwards."""

    play: Play
    rounds: Rounds
    end: datetime | None
    draws: tuple[DrawRow, ...]
    seal: str
    prizes: tuple[PrizeOnScreen, ...]
    draw_running: bool
    can_look_up: bool


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A card in a draw: who, which match, against whom (None: a bye)."""

    who: Label
    card: int
    number: int
    opponent: Label | None


@dataclass(frozen=True, slots=True)
class GuestDraw:
    """A draw with everything needed to recompute it; `lines` a page of its matches by number."""

    draw: ShownDraw
    checker: str
    lines: Sequence[GuestLine]
    page: int
    pages: int


MATCHES_A_PAGE = 128


def public_page(tournament: Tournament) -> PublicPage:
    """The page for guests: a fixed number of queries for each state of the tournament."""
    labels = labels_of(tournament)
    hidden = kept_back(tournament)
    not_yet = {draw.number for draw in hidden}
    rows = tuple(row for row in draw_rows(tournament) if row.number not in not_yet)
    rounds = rounds_of(tournament)
    late = tournament.state == State.FINISHED or (rounds.last is not None and rounds.last.numbers <= 8 and not hidden)
    end = None
    if hidden:
        # A round that is just being drawn is not there yet.
        stages = {draw.stage for draw in hidden}
        rounds = Rounds(
            rounds.rounds[:-1] if DrawStage.MAIN in stages else rounds.rounds,
            None if DrawStage.PLACES in stages else rounds.placement,
        )
    elif rounds.last is not None and rounds.last.open:
        found = hall_of(tournament, labels=labels).forecast
        end = found.end if found is not None else None
    return PublicPage(
        play=play_of(tournament), rounds=rounds, end=end, draws=tuple(reversed(rows)),
        seal=seal_for(tournament, (rows[-1].number if rows else 0) + 1), prizes=prizes_of(tournament, labels, with_winners=late),
        draw_running=bool(hidden), can_look_up=tournament.state != State.SALE,
    )  # fmt: skip


def guest_draw(tournament: Tournament, number: int, page: int = 1) -> GuestDraw | None:
    """A draw that has been shown, None for one there is not or that the hall has not seen to its end. Nine queries at most."""
    not_yet = {draw.number for draw in kept_back(tournament)}
    draw = None if number in not_yet else shown(tournament, number)
    if draw is None:
        return None
    labels = labels_of(tournament)
    if draw.kind == "lot":
        lines = [
            GuestLine(labels.get(one.start_number, NOBODY), 0, place, None)
            for place, one in enumerate(draw.order, start=1)
        ]
    else:
        lines = [
            GuestLine(
                labels.get(meeting.left.start_number, NOBODY), meeting.left.card, meeting.number,
                labels.get(meeting.right.start_number, NOBODY) if meeting.right is not None else None,
            )
            for meeting in draw.meetings
        ]  # fmt: skip
    pages = max(1, -(-len(lines) // MATCHES_A_PAGE))
    page = max(1, min(page, pages))
    first = (page - 1) * MATCHES_A_PAGE
    return GuestDraw(draw, link_of(draw.row, draw.chain), lines[first : first + MATCHES_A_PAGE], page, pages)


def state_text(tournament: Tournament) -> str:
    """Where the evening is, for somebody who comes in."""
    return {
        State.SALE: _("Der Verkauf läuft."),
        State.CLOSED: _("Der Verkauf ist geschlossen, gleich wird gelost."),
        State.RUNNING: _("Es wird gespielt."),
        State.FINISHED: _("Das Turnier ist beendet."),
    }[State(tournament.state)]
