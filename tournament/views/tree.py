"""The tournament tree: for everybody once published, on the screen and on A3."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models import Role, Tournament
from tournament.queries.tree import Line, Player, TreePage, View, tree_page

from .svg_text import fit_name, text_width

# Units of the drawing: on a screen of 1920 one is a pixel for 64 cards, and on A3 their letters have 7.5 points.
ROW, COLUMN, HEAD = 21, 258, 40
FONT, SMALL_FONT = 15, 13
_MARK, _NUMBER, _NAME, _END = 5, 43, 49, 7


class PublicRequest(HttpRequest):
    """A request that guard_public has let in."""

    tournament: Tournament
    roles: frozenset[Role]


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line with everything the drawing needs, in whole units."""

    line: Line
    text: str
    x: int
    y: int
    end: int
    url: str

    @property
    def baseline(self) -> int:
        """Where the letters stand."""
        return self.y - 5

    @property
    def mark_x(self) -> int:
        """Left edge of the person's mark."""
        return self.x + _MARK

    @property
    def mark_y(self) -> int:
        """Top edge of the person's mark."""
        return self.y - 16

    @property
    def number_x(self) -> int:
        """Right edge of the start number."""
        return self.x + _NUMBER

    @property
    def name_x(self) -> int:
        """Left edge of the name."""
        return self.x + _NAME

    @property
    def figure_x(self) -> int:
        """Right edge of what stands at the end."""
        return self.end - _END

    @property
    def top(self) -> int:
        """Upper edge of the room the line has."""
        return self.y - ROW + 2


@dataclass(frozen=True, slots=True)
class DrawnJoint:
    """What joins the two lines of a match; its colour is that of whoever went on."""

    x: int
    top: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """The picture in whole units."""

    width: int
    height: int
    heads: tuple[tuple[int, str], ...]
    lines: tuple[DrawnLine, ...]
    joints: tuple[DrawnJoint, ...]
    has_links: bool
    column: int = COLUMN
    row: int = ROW - 2


@require_safe
def tree(request: PublicRequest) -> HttpResponse:
    """The tree, or a page that says what comes first."""
    view = View(
        first_round=_number(request, "ab"),
        page=_number(request, "seite") or 1,
        part=_number(request, "teil"),
        person=_number(request, "nr"),
    )
    page = tree_page(request.tournament, view, member=bool(request.roles))
    if page is None:
        return render(request, "public/tree.html", {"tree": None})
    ways = Ways(page, view.person)
    context = {
        "tree": page,
        "drawing": drawing_of(page, ways.parts),
        "marked": _marked(page, view.person),
        "view": view,
        "ways": ways,
    }
    return render(request, "public/tree.html", context)


def drawing_of(page: TreePage, parts: Mapping[int | None, str]) -> Drawing:
    """Rows and columns in units of the drawing; `parts`: the address of what is not shown before a line, by match."""
    lines = tuple(_drawn(line, parts.get(line.slot.origin, "") if line.slot.hidden else "") for line in page.lines)
    joints = tuple(
        DrawnJoint((joint.column + 1) * COLUMN, _y(joint.top), _y(joint.bottom))
        for joint in page.joints
        if joint.top != joint.bottom
    )
    heads = tuple((column * COLUMN + _MARK, title) for column, title in enumerate(page.columns))
    has_links = any(line.url for line in lines)
    return Drawing(len(page.columns) * COLUMN, _y(page.rows - 1) + ROW // 2, heads, lines, joints, has_links)


def _drawn(line: Line, url: str) -> DrawnLine:
    x = line.slot.column * COLUMN
    figure = text_width(line.figure, SMALL_FONT if len(line.figure) > 1 else FONT)
    room = COLUMN - _NAME - _END - figure - (6 if figure else 0)
    player = line.player
    text = fit_name(player.name or player.label, player.where, room, FONT)
    return DrawnLine(line, text, x, _y(line.slot.row), x + COLUMN, url)


def _y(row: float) -> int:
    return HEAD + round((row + 1) * ROW)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _marked(page: TreePage, person: int | None) -> Player | None:
    return next((player for player in page.players if player.start_number == person), None)


class Ways:
    """Addresses of other views of the tree; who is marked stays marked. Each: what it is called, address, whether one is there."""

    def __init__(self, page: TreePage, person: int | None) -> None:
        self._person = person
        self.rounds = [
            (title, self._to(ab=number), number == page.first_round and not page.part)
            for number, title in page.first_rounds
        ]
        self.pages = [
            (number, self._to(ab=page.first_round, seite=number), number == page.page)
            for number in range(1, page.pages + 1)
        ]
        self.whole = self._to()
        self.parts: dict[int | None, str] = {
            line.slot.origin: self._to(teil=line.slot.origin) for line in page.lines if line.slot.hidden
        }

    def _to(self, **given: int | None) -> str:
        person = {"nr": self._person} if self._person else {}
        return "?" + urlencode({**{name: value for name, value in given.items() if value}, **person})
