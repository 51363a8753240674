"""What the big screen shows: scenes with their pages, for the moment the evening is in. Names as the public may see them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from tournament import clock, links
from tournament.models import (
    LIVE,
    BoardScene,
    BoardState,
    CardState,
    Draw,
    DrawMethod,
    DrawStage,
    HandDraw,
    State,
    Tournament,
)

from . import board_scenes as scenes
from . import checker, counted
from .board_draw import PLAYED_OR_CALLED, TAPPED, being_shown, revealed_at, revealed_by_hand
from .calling import HallMatch, HallPage, hall_of
from .draw_shown import shown
from .draws import draw_title, seal_for
from .labels import Label, labels_of
from .phones import running_scores
from .rounds import Rounds, rounds_of

T = TypeVar("T")
#: Seconds a page stands; what is read in passing less.
SECONDS = {
    BoardScene.CALLS: 14, BoardScene.SCORES: 10, BoardScene.ROUND: 12, BoardScene.START_LIST: 10, BoardScene.BRACKET: 14,
    BoardScene.PRIZES: 12, BoardScene.DRAW: 12, BoardScene.SPONSORS: 8,
}  # fmt: skip
#: So many people who are still in are shown one by one; of more only those with the most cards.
MOST_STILL_IN = 72
#: So many pages of matches being played stand beside the calls; where there are more they have a scene of their own.
MOST_PLAYING_PAGES = 4
#: A draw that was shown to its end stays on the screen until matches begin, but not for ever.
STAYS_AFTER_THE_SHOW = timedelta(minutes=45)
#: Any position behind the end of a draw.
LAST_STEP = 1 << 30
#: So many matches that can begin have room below so many calls; alone, so many are written large.
WAITING_BELOW = {0: 12, 1: 8, 2: 4, 3: 2}
MOST_LARGE = 4
#: So few matches being played may take two lines each.
MOST_ROOMY = 4
#: Calls come back after so many other pages.
OTHERS_BETWEEN_CALLS = 2


@dataclass(frozen=True, slots=True)
class ScenePage:
    """A page of a scene, with what its template needs."""

    scene: BoardScene
    title: str
    sub: str
    page: int
    pages: int
    data: Any

    @property
    def key(self) -> str:
        """What the screen knows it by, so that it stays on it while its contents change."""
        return f"{self.scene.value}-{self.page}"

    @property
    def seconds(self) -> int:
        """How long it stands."""
        return SECONDS[self.scene]

    @property
    def template(self) -> str:
        """The file that draws it."""
        return f"board/_{self.scene.value}.html"


@dataclass(frozen=True, slots=True)
class Board:
    """The whole screen. `reveal`: a draw is being shown, look again soon; `end`: when the round will be over; `guests`: the
    address of the page for guests, "" where there is none; `called`: serials of the matches whose players are being called.
    """

    pages: tuple[ScenePage, ...]
    frozen: bool
    blackout: bool
    reveal: bool
    seal: str
    end: datetime | None
    now: datetime
    guests: str
    called: tuple[int, ...]


def board_of(tournament: Tournament) -> Board:
    """The screen at this moment: a fixed number of queries for each kind of moment, whatever the size."""
    state = BoardState.objects.filter(tournament=tournament).first()
    labels = labels_of(tournament)
    on_show = being_shown(tournament, state)
    last = tournament.draws.order_by("-number").values_list("number", flat=True).first() or 0
    prepared = getattr(tournament, "prepared_draw", None)
    by_hand = getattr(tournament, "hand_draw", None)
    seal = seal_for(tournament, last + (1 if prepared or not last else 0) or 1)
    hall = None
    if on_show is not None:
        pages = _reveal(tournament, on_show[0].number, on_show[1], labels)
    elif prepared is not None:
        pages = [_page(BoardScene.DRAW, _("Auslosung"), prepared_title(prepared), scenes.prepared(prepared, seal))]
    elif by_hand is not None and tournament.state != State.SALE:
        pages = [_by_hand(tournament, by_hand, labels)]
    elif tournament.state in (State.SALE, State.CLOSED):
        pages = _before(tournament, labels, seal)
        if by_hand is not None:  # people draw while they buy
            rest = [page for page in pages if page.scene != BoardScene.DRAW]
            pages = [_by_hand(tournament, by_hand, labels), *rest]
    else:
        hall = hall_of(tournament, labels=labels)
        pages = _running(tournament, hall, labels)
        just_seen = _seen_to_the_end(tournament, state)
        if just_seen is not None:
            pages = _after_the_reveal(pages, _reveal(tournament, just_seen.number, LAST_STEP, labels), just_seen)
    drawing_now = on_show is not None or (by_hand is not None and tournament.state != State.SALE)
    if not drawing_now and prepared is None:
        pages = _chosen(pages, state)
    end = hall.forecast.end if hall is not None and hall.forecast is not None else None
    return Board(
        pages=tuple(pages), frozen=bool(state and state.frozen), blackout=bool(state and state.blackout), reveal=drawing_now,
        seal=seal, end=end, now=clock.now(), guests=links.public_address(tournament) if tournament.published else "",
        called=tuple(one.serial for one in hall.called) if hall is not None else (),
    )  # fmt: skip


def prepared_title(prepared: Any) -> str:
    """What is about to be drawn."""
    return draw_title(DrawStage(prepared.stage), prepared.round, prepared.numbers, prepared.place)


def _page(scene: BoardScene, title: str, sub: str, data: Any, page: int = 1, pages: int = 1) -> ScenePage:
    return ScenePage(scene, title, sub, page, pages, data)


def pages_of(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """In pieces of at most so many; one empty piece for nothing."""
    return [items[first : first + size] for first in range(0, len(items), size)] or [items]


def _paged(scene: BoardScene, title: str, sub: str, items: Sequence[Any], size: int, **more: Any) -> list[ScenePage]:
    """A list spread over pages; none at all for an empty one."""
    if not items:
        return []
    pieces = pages_of(items, size)
    return [
        _page(scene, title, sub, {"items": piece, "dense": len(piece) > size // 2, **more}, number, len(pieces))
        for number, piece in enumerate(pieces, start=1)
    ]


def _chosen(pages: list[ScenePage], state: BoardState | None) -> list[ScenePage]:
    """Only the scene the desk wants; where there is nothing of it, everything there is."""
    wanted = state.scene if state is not None else BoardScene.AUTO
    if wanted != BoardScene.AUTO:
        return list({page.key: page for page in pages if page.scene == wanted}.values()) or pages
    return pages


def _reveal(tournament: Tournament, number: int, position: int, labels: Mapping[int, Label]) -> list[ScenePage]:
    draw = shown(tournament, number)
    assert draw is not None  # noqa: S101  (it was found a moment ago)
    revealed = revealed_at(draw, position, labels)
    sub = _("Schritt %(number)s von %(count)s") % {"number": revealed.position, "count": revealed.count}
    content = {"revealed": revealed, "public": scenes.numbers_of_the_hall(draw.row)}
    return [_page(BoardScene.DRAW, _("Auslosung %(title)s") % {"title": draw.title}, sub, content)]


def _seen_to_the_end(tournament: Tournament, state: BoardState | None) -> Draw | None:
    """The draw that the hall has just been shown completely, until somebody plays or is called; two queries."""
    if state is None or not state.draw or not state.position:
        return None
    drawn = tournament.draws.filter(number=state.draw, annulled_at=None, at__gte=clock.now() - STAYS_AFTER_THE_SHOW)
    row = drawn.exclude(method=DrawMethod.BY_HAND).only("number", "stage").first()
    if row is None or tournament.matches.filter(LIVE, PLAYED_OR_CALLED | TAPPED, draw=row).exists():
        return None
    return row


def _after_the_reveal(pages: Sequence[ScenePage], reveal: Sequence[ScenePage], draw: Draw) -> list[ScenePage]:
    """The last step, the check number, who meets whom and who can begin: nothing else until they do. A lot begins nothing."""
    of_the_draw: tuple[BoardScene, ...] = (BoardScene.DRAW, BoardScene.ROUND, BoardScene.CALLS)
    if draw.stage == DrawStage.LOT:
        of_the_draw = (BoardScene.DRAW, *(scene for scene in BoardScene if scene != BoardScene.DRAW))
    rest = sorted((page for page in pages if page.scene in of_the_draw), key=lambda page: of_the_draw.index(page.scene))
    # Another page of the scene than the last step, without being counted as its second one.
    return [*reveal, *(replace(page, page=page.page + 1) if page.scene == BoardScene.DRAW else page for page in rest)]


def _by_hand(tournament: Tournament, row: HandDraw, labels: Mapping[int, Label]) -> ScenePage:
    """The draw by hand slip by slip, as it is typed: one query."""
    owners = dict(tournament.cards.filter(state=CardState.IN).values_list("number", "owner__start_number"))
    revealed = revealed_by_hand(row.numbers, owners, row.slips, labels)
    sub = _("%(drawn)s von %(cards)s Karten haben gezogen.") % {"drawn": revealed.position, "cards": revealed.count}
    title = _("Auslosung %(title)s") % {"title": draw_title(DrawStage.MAIN, row.round, row.numbers)}
    return _page(BoardScene.DRAW, title, sub, {"revealed": revealed})


def _before(tournament: Tournament, labels: Mapping[int, Label], seal: str) -> list[ScenePage]:
    entrants, cards = scenes.entrants(tournament, labels)
    sub = f"{counted.people(len(entrants))}, {counted.cards(cards)}"
    return [
        *_paged(BoardScene.START_LIST, _("Startliste"), sub, entrants, 42),
        _page(BoardScene.DRAW, _("Siegel der Auslosung"), tournament.name, {"rest": scenes.resting(None, seal)}),
        *_prizes(tournament, labels, with_winners=False),
        *_sponsors(tournament),
    ]


def _running(tournament: Tournament, hall: HallPage, labels: Mapping[int, Label]) -> list[ScenePage]:
    rounds = rounds_of(tournament)
    last = rounds.last
    title = last.title if last else tournament.name
    sub = (
        _("%(decided)s von %(total)s Begegnungen entschieden") % {"decided": last.decided, "total": last.total}
        if last
        else ""
    )
    scores = {serial: f"{one.score[0]} : {one.score[1]}" for serial, one in running_scores(tournament).items()}
    calls = _calls(hall, title, sub, scores) if hall.matches else []
    late = last is None or last.numbers <= 8 or tournament.state == State.FINISHED
    others = [
        *_paged(BoardScene.SCORES, _("Es wird gespielt"), title, scenes.running(hall.playing, scores), 32),
        *_round(tournament, rounds, labels, sub, scores),
        *_bracket(tournament, rounds, labels),
        *_prizes(tournament, labels, with_winners=late),
        *_resting(tournament),
        *_sponsors(tournament),
    ]
    return _mixed(calls, others, again=bool(hall.called))


def _mixed(calls: list[ScenePage], others: list[ScenePage], *, again: bool) -> list[ScenePage]:
    """Calls first, and in between while somebody is being called."""
    mixed = list(calls)
    for number, page in enumerate(others, start=1):
        mixed.append(page)
        if again and number % OTHERS_BETWEEN_CALLS == 0 and number < len(others):
            mixed += calls
    return mixed


def _calls(hall: HallPage, title: str, sub: str, scores: Mapping[int, str]) -> list[ScenePage]:
    called, playing = pages_of(hall.called, 4), pages_of(scenes.running(hall.playing, scores), 7)
    pages = max(len(called), min(len(playing), MOST_PLAYING_PAGES))
    return [
        _page(BoardScene.CALLS, title, sub, _calls_page(hall, called_now, playing_now), number, pages)
        for number, called_now, playing_now in (
            (number, called[min(number, len(called)) - 1], playing[min(number, len(playing)) - 1])
            for number in range(1, pages + 1)
        )
    ]


def _calls_page(hall: HallPage, called: Sequence[HallMatch], playing: Sequence[scenes.Running]) -> dict[str, Any]:
    """Who is called stands first; what can begin fills the room below."""
    waiting = scenes.apart(hall.ready, WAITING_BELOW.get(len(called), 0))
    return {
        "called": called, "playing": playing, "waiting": waiting, "large": not called and len(waiting) <= MOST_LARGE,
        "tight": len(called) > (2 if waiting else 3), "roomy": len(playing) <= MOST_ROOMY, "owing": scenes.owing(hall, playing),
        "in_use": hall.in_use,
    }  # fmt: skip


def _round(
    tournament: Tournament, rounds: Rounds, labels: Mapping[int, Label], sub: str, scores: Mapping[int, str]
) -> list[ScenePage]:
    last = rounds.last
    if last is None or not last.open:
        return []
    rows = scenes.pairings(tournament, last.number, labels, scores)
    return _paged(BoardScene.ROUND, _("%(round)s: wer gegen wen") % {"round": last.title}, sub, rows, 32)


def _bracket(tournament: Tournament, rounds: Rounds, labels: Mapping[int, Label]) -> list[ScenePage]:
    if any(tab.numbers <= 16 for tab in rounds.rounds):
        columns = scenes.columns(tournament, rounds, labels)
        return [_page(BoardScene.BRACKET, _("Der Weg ins Finale"), tournament.name, {"columns": columns})]
    people, cards = scenes.still_in(tournament, labels)
    if len(people) > MOST_STILL_IN:
        return _paged(BoardScene.BRACKET, _("Die meisten Karten"), tournament.name, people[:36], 36)
    sub = _("%(cards)s bei %(people)s") % {"cards": counted.cards(cards), "people": counted.people(len(people))}
    return _paged(BoardScene.BRACKET, _("Noch im Spiel"), sub, people, 36)


def _prizes(tournament: Tournament, labels: Mapping[int, Label], *, with_winners: bool) -> list[ScenePage]:
    lines = scenes.prizes(tournament, labels, with_winners=with_winners)
    return _paged(BoardScene.PRIZES, _("Preise"), tournament.name, lines, 10)


def _resting(tournament: Tournament) -> list[ScenePage]:
    row = tournament.draws.filter(annulled_at=None).defer("field", "steps", "result").order_by("-number").first()
    if row is None or row.check_sum is None:
        return []
    seal = seal_for(tournament, row.number)
    return [
        _page(
            BoardScene.DRAW,
            _("Nachrechnen erlaubt"),
            tournament.name,
            {"rest": scenes.resting(row, seal, checker.draw_page(tournament, row.number))},
        )
    ]


def _sponsors(tournament: Tournament) -> list[ScenePage]:
    lines = [line.strip() for line in tournament.sponsors_text.splitlines() if line.strip()]
    return _paged(BoardScene.SPONSORS, _("Danke"), tournament.name, lines, 12)
