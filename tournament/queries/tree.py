"""The tournament tree with names: the picture's lines, the same as a list, and the ways to the parts of a large one."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament import convert
from tournament.domain.records import Match
from tournament.domain.terms import Stage
from tournament.domain.tree import Forest, Joint, Slot, Standing, grow, lay_out
from tournament.models import LIVE, CardState, Format, Outcome, Tournament

from .board_draw import kept_back
from .namesakes import where_from
from .rounds import late_name

#: So many lines below each other can be read on a sheet A3; a larger tree begins later, or is spread over pages.
USUAL_ROWS = 64
#: So many are shown to whoever asks for an earlier round.
MOST_ROWS = 128
#: Colours and marks of people: no two of the first sixty have both in common.
COLOURS, MARKS = 12, 5


@dataclass(frozen=True, slots=True)
class Player:
    """Whoever has a line in the tree. `name` is "" for somebody who is not named in public."""

    start_number: int
    name: str
    where: str
    colour: int
    mark: int

    @property
    def label(self) -> str:
        """The name, with the place of namesakes; or the start number."""
        if not self.name:
            return _("Nr. %(number)s") % {"number": self.start_number}
        return f"{self.name}, {self.where}" if self.where else self.name


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the picture: who, how it ended for him (`figure` short, `told` in words), and what can be opened before it."""

    slot: Slot
    player: Player
    figure: str
    told: str
    own: bool


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match as text. `first` is the winner if there is one."""

    number: str
    first: Player | None
    second: Player | None
    decided: bool
    score: str
    outcome: str


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round as text."""

    title: str
    matches: tuple[ListedMatch, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What of the tree is asked for: from which round on, which page, only what led to one match; whose lines to mark."""

    first_round: int | None = None
    page: int = 1
    part: int | None = None
    person: int | None = None


@dataclass(frozen=True, slots=True)
class TreePage:
    """The page. `first_rounds`: (round, title) one may begin with; `columns`: headings from left to right."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    joints: tuple[Joint, ...]
    rows: float
    listed: tuple[ListedRound, ...]
    players: tuple[Player, ...]
    first_round: int
    first_rounds: tuple[tuple[int, str], ...]
    page: int
    pages: int
    part: str
    winner: Player | None
    is_over: bool


@dataclass(frozen=True, slots=True)
class TreeData:
    """Everything that is read, by number."""

    matches: Mapping[int, Match]
    scores: Mapping[int, tuple[int, int]]
    players: Mapping[int, Player]
    states: Mapping[int, CardState]
    owners: Mapping[int, Player]


def tree_page(tournament: Tournament, view: View, *, member: bool) -> TreePage | None:
    """The tree as far as it has grown; None where there is none. Four queries, whatever the size.

    `member`: whoever has a role here sees all names, and a draw before the hall has; others only what may be published
    (up to three queries more).
    """
    if tournament.format != Format.CARDS:
        return None
    known = read_tree(tournament, member=member)
    forest = grow(known.matches.values(), fixed_bracket=tournament.fixed_bracket)
    if not forest.matches:
        return None
    least = forest.first_round_for(MOST_ROWS)
    begin, roots, page, pages = _chosen(forest, view, least)
    tree = lay_out(forest, roots, first_round=begin)
    is_over, winner = outcome_of(forest, known)
    shown = {joint.match for joint in tree.joints}
    lines = tuple(_line(slot, known, view.person) for slot in tree.slots)
    return TreePage(
        columns=(
            *(round_title(number, numbers) for number, numbers in tree.rounds),
            _("Sieger") if is_over else _("weiter"),
        ),
        lines=lines,
        joints=tree.joints,
        rows=tree.rows,
        listed=_listed(known, shown, whole=view.part is None and page == 1),
        players=_in_order({line.player for line in lines}),
        first_round=begin,
        first_rounds=tuple(
            (number, round_title(number, numbers)) for number, numbers in forest.rounds if number >= least
        ),
        page=page,
        pages=pages,
        part=_part_title(forest, view.part),
        winner=winner,
        is_over=is_over,
    )


def _chosen(forest: Forest, view: View, least: int) -> tuple[int, tuple[int, ...], int, int]:
    """First round, trees, page and number of pages of what is asked for; nonsense gets the usual view."""
    root = view.part or 0
    if root in forest.matches:
        wanted = (number for number, _n in forest.rounds if forest.matches[root].round >= number)
        begin = next((number for number in wanted if forest.rows(root, number) <= USUAL_ROWS), least)
        return begin, (root,), 1, 1
    rounds = [number for number, _numbers in forest.rounds]
    usual = forest.first_round_for(USUAL_ROWS)
    begin = view.first_round if view.first_round in rounds and view.first_round >= least else usual
    pages = forest.pages(begin, USUAL_ROWS if begin >= usual else MOST_ROWS)
    page = min(max(view.page, 1), len(pages))
    return begin, pages[page - 1], page, len(pages)


def outcome_of(forest: Forest, known: TreeData) -> tuple[bool, Player | None]:
    """Whether the main line is over, and who has won: nothing is open, and what is left is in one hand (or in none)."""
    if any(Outcome(match.outcome) == Outcome.OPEN for match in forest.matches.values()):
        return False, None
    hands = {known.owners[card] for card, state in known.states.items() if state == CardState.IN}
    return len(hands) <= 1, next(iter(hands)) if len(hands) == 1 else None


# --- reading --------------------------------------------------------------------------------------


def read_tree(tournament: Tournament, *, member: bool) -> TreeData:
    """Matches, scores, cards and whose they are: four queries; as guests may see it up to three more."""
    hidden = set() if member else {draw.pk for draw in kept_back(tournament)}
    rows = tournament.matches.filter(LIVE).order_by("serial")
    matches, scores, not_yet = {}, {}, set()
    for *columns, left, right, draw in rows.values_list(*convert.MATCH_COLUMNS, "score_left", "score_right", "draw_id"):
        match = convert.match_of(tuple(columns))
        if draw in hidden:
            not_yet |= {match.left, match.right}  # whoever met himself keeps both cards until it is shown
            continue
        matches[match.id] = match
        if left is not None and right is not None:
            scores[match.id] = (left, right)
    cards = list(
        tournament.cards.exclude(state=CardState.REFUNDED).values_list("number", "state", "owner__start_number")
    )
    held: dict[int, int] = {}
    for _number, _state, owner in cards:
        held[owner] = held.get(owner, 0) + 1
    players = _players(tournament, held, member=member)
    states = {number: CardState.IN if number in not_yet else CardState(state) for number, state, _owner in cards}
    return TreeData(matches, scores, players, states, {number: players[owner] for number, _state, owner in cards})


def _players(tournament: Tournament, held: dict[int, int], *, member: bool) -> dict[int, Player]:
    """Everybody with a card, the colours dealt to those with most cards first: two queries."""
    where = where_from(tournament, public_only=not member)
    rows = {
        start: (pk, name, public)
        for pk, start, name, public in tournament.people.values_list("pk", "start_number", "name", "public")
    }
    found = {}
    for place, start in enumerate(sorted(held, key=lambda start: (-held[start], start))):
        pk, name, public = rows[start]
        named = member or public
        found[start] = Player(
            start, name if named else "", where.get(pk, "") if named else "", place % COLOURS, place % MARKS
        )
    return found


# --- words ----------------------------------------------------------------------------------------


def round_title(number: int, numbers: int) -> str:
    """Runde 2, Halbfinale."""
    return late_name(numbers) or _("Runde %(round)s") % {"round": number}


def _part_title(forest: Forest, part: int | None) -> str:
    match = forest.matches.get(part or 0)
    if match is None:
        return ""
    return _("%(round)s, Begegnung %(number)s") % {
        "round": round_title(match.round, match.numbers),
        "number": match.number,
    }


def _line(slot: Slot, known: TreeData, person: int | None) -> Line:
    player = known.owners[slot.card]
    match = known.matches.get(slot.match or 0)
    figure = figure_of(slot, known)
    told = [player.label, _("Karte %(number)s") % {"number": slot.card}]
    if match is not None:
        told += [round_title(match.round, match.numbers), *_told(match, slot, known)]
    elif figure:
        told.append(str(known.states[slot.card].label))
    return Line(slot, player, figure, " · ".join(told), own=player.start_number == person)


def figure_of(slot: Slot, known: TreeData) -> str:
    """What stands at the end of a line: won Bummerl, or why there are none."""
    match = known.matches.get(slot.match or 0)
    if match is None:
        return _left_word(known.states[slot.card])
    short = {
        Outcome.WALKOVER: pgettext("kurz", "kampfl."), Outcome.RETIRED: pgettext("kurz", "Aufg."), Outcome.SELF: pgettext("kurz", "eigene"),
        Outcome.EXCLUDED: pgettext("kurz", "ausg."), Outcome.DOUBLE_WALKOVER: pgettext("kurz", "fehlte"),
    }  # fmt: skip
    outcome = Outcome(match.outcome)
    if outcome == Outcome.BYE:
        return str(Outcome.BYE.label)
    if outcome in short:
        return short[outcome] if slot.standing is Standing.LOST else ""
    score = known.scores.get(match.id)
    return str(score[slot.side == "right"]) if score else ""


def _left_word(state: CardState) -> str:
    return str(state.label) if state in (CardState.WITHDRAWN, CardState.EXCLUDED) else ""


def _told(match: Match, slot: Slot, known: TreeData) -> list[str]:
    other = match.right if slot.side == "left" else match.left
    words = {Standing.WON: _("gewonnen"), Standing.LOST: _("verloren"), Standing.OPEN: _("offen")}
    if other is None:
        return [str(Outcome(match.outcome).label)]
    against = _("gegen %(name)s") % {"name": known.owners[other].label}
    outcome = Outcome(match.outcome)
    extra = [] if outcome in (Outcome.OPEN, Outcome.PLAYED) else [str(outcome.label)]
    return [words[slot.standing], against, *extra]


# --- the list -------------------------------------------------------------------------------------


def _listed(known: TreeData, shown: set[int], *, whole: bool) -> tuple[ListedRound, ...]:
    """The matches of the picture as text, latest round first; with the whole tree, those for places before them."""
    late = [match for match in known.matches.values() if match.stage is not Stage.MAIN] if whole else []
    listed = []
    if late:
        matches = tuple(
            listed_match(match, f"P{match.number}", known) for match in sorted(late, key=lambda match: match.number)
        )
        listed.append(ListedRound(_("Spiele um die Plätze"), matches))
    in_tree = sorted((known.matches[number] for number in shown), key=lambda match: (-match.round, match.number))
    for (number, numbers), group in groupby(in_tree, key=lambda match: (match.round, match.numbers)):
        matches = tuple(listed_match(match, str(match.number), known) for match in group)
        listed.append(ListedRound(round_title(number, numbers), matches))
    return tuple(listed)


def listed_match(match: Match, number: str, known: TreeData) -> ListedMatch:
    """A match as text, the winner first; `number` is what it is called."""
    turned = match.winner is not None and match.winner == match.right
    sides = (match.right, match.left) if turned else (match.left, match.right)
    score = known.scores.get(match.id)
    first, second = (known.owners.get(card) if card is not None else None for card in sides)
    figures = (score[::-1] if turned else score) if score else ()
    outcome = Outcome(match.outcome)
    return ListedMatch(
        number, first or second, second if first else None, match.winner is not None, " : ".join(map(str, figures)),
        "" if outcome == Outcome.PLAYED else str(outcome.label),
    )  # fmt: skip


def _in_order(players: set[Player]) -> tuple[Player, ...]:
    return tuple(sorted(players, key=lambda player: player.start_number))
