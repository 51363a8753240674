"""The tournament tree on paper: one sheet or several, each line with its name, and the number of the sheet where it goes on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.domain.terms import Stage
from tournament.domain.tree import Forest, Joint, Slot, Standing, Tree, grow, lay_out
from tournament.domain.tree_pages import Band, PaperSize, TreeSheet, paged
from tournament.models import Format, Tournament

from .printing import NothingToPrint
from .tree import ListedMatch, Player, TreeData, figure_of, listed_match, outcome_of, read_tree, round_title

#: What can still be read on a sheet on its side.
SIZES: Mapping[str, PaperSize] = {"a4": PaperSize(34, 6), "a3": PaperSize(64, 8)}


@dataclass(frozen=True, slots=True)
class TreeLine:
    """A name on a line. `figure`: what stands at its end; `sheet`: where it comes from (at the left edge) or goes on (at the end)."""

    column: int
    row: float
    start_number: int
    name: str
    figure: str
    standing: Standing
    sheet: int | None


@dataclass(frozen=True, slots=True)
class TreeBand:
    """Trees below each other, their columns headed."""

    columns: tuple[str, ...]
    lines: tuple[TreeLine, ...]
    joints: tuple[Joint, ...]
    rows: float


@dataclass(frozen=True, slots=True)
class PrintedTree:
    """The whole tree. `late`: matches for the places behind the final; `winner` "" until it is over."""

    paper: str
    sheets: tuple[tuple[TreeBand, ...], ...]
    late: tuple[str, ...]
    winner: str
    over: bool


def resolve(tournament: Tournament, options: Options) -> Options:
    """A4, unless A3 is chosen."""
    return Options(paper=options.paper or "a4")


def printed_tree(tournament: Tournament, options: Options) -> PrintedTree:
    """Four queries, whatever the size; raises NothingToPrint before the first draw."""
    if tournament.format != Format.CARDS:
        raise NothingToPrint(_("Einen Turnierbaum gibt es nur beim Karten-K.o."))
    data = read_tree(tournament, member=True)
    forest = grow(data.matches.values(), fixed_bracket=tournament.fixed_bracket)
    if not forest.matches:
        raise NothingToPrint(_("Noch ist nichts ausgelost."))
    paper = options.paper or "a4"
    over, winner = outcome_of(forest, data)
    late = sorted(
        (match for match in data.matches.values() if match.stage is not Stage.MAIN), key=lambda match: match.number
    )
    return PrintedTree(
        paper=paper, sheets=on_sheets(forest, data, paper, over=over),
        late=tuple(_late(listed_match(match, f"P{match.number}", data)) for match in late), winner=winner.label if winner else "", over=over,
    )  # fmt: skip


def on_sheets(forest: Forest, data: TreeData, paper: str, *, over: bool) -> tuple[tuple[TreeBand, ...], ...]:
    """The tree on sheets of this paper (`a4`, `a3`), every line with its name."""
    setting = _Setting(forest, data, paged(forest, SIZES[paper]), over=over)
    return tuple(tuple(setting.bands(index)) for index in range(len(setting.sheets)))


class _Setting:
    """The sheets while they are written; it knows which match is on which."""

    def __init__(self, forest: Forest, data: TreeData, sheets: tuple[TreeSheet, ...], *, over: bool) -> None:
        self.forest, self.data, self.sheets, self.over = forest, data, sheets, over
        self.trees = [
            [lay_out(forest, band.roots, first_round=band.first_round) for band in sheet.bands] for sheet in sheets
        ]
        self.sheet_of = {
            joint.match: number for number, trees in enumerate(self.trees, 1) for tree in trees for joint in tree.joints
        }
        self.parents = {child: match for match, pair in forest.sides.items() for child in pair if child is not None}

    def bands(self, index: int) -> Iterable[TreeBand]:
        """The bands of a sheet."""
        for band, tree in zip(self.sheets[index].bands, self.trees[index], strict=True):
            yield TreeBand(
                self._columns(tree, band), tuple(self._line(slot) for slot in tree.slots), tree.joints, tree.rows
            )

    def _columns(self, tree: Tree, band: Band) -> tuple[str, ...]:
        goes_on = any(root in self.parents for root in band.roots)
        last = _("Sieger") if self.over and not goes_on else _("weiter")
        return (*(round_title(number, numbers) for number, numbers in tree.rounds), last)

    def _line(self, slot: Slot) -> TreeLine:
        player = self.data.owners[slot.card]
        return TreeLine(
            slot.column,
            slot.row,
            player.start_number,
            player.label,
            figure_of(slot, self.data),
            slot.standing,
            self._elsewhere(slot),
        )

    def _elsewhere(self, slot: Slot) -> int | None:
        if slot.hidden and slot.origin is not None:
            return self.sheet_of[slot.origin]
        if slot.match is None and slot.origin in self.parents:
            return self.sheet_of[self.parents[slot.origin]]
        return None


def _late(match: ListedMatch) -> str:
    """P3: Huber Johann 2 : 1 Moser Karl."""
    first, second = (_name(player) for player in (match.first, match.second))
    between = match.score or ("–" if not match.decided else _("gegen"))
    said = f"{match.number}: {first} {between} {second}" if second else f"{match.number}: {first}"
    return f"{said} ({match.outcome})" if match.outcome else said


def _name(player: Player | None) -> str:
    return player.label if player is not None else ""
