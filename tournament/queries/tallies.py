"""A match for the page of its tally: who plays, what was written down, and how both countdowns fell."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.findings import Code, Finding, Severity
from scoring.tally import read_compact, write_countdown
from tournament.domain.card_rules import rule_set
from tournament.domain.tally_check import finding_text
from tournament.models import EntryCard, Match, Outcome, Tournament

from .namesakes import where_from


@dataclass(frozen=True, slots=True)
class Player:
    """A side of the match: the letter of the tally, name, place."""

    letter: str
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class CountdownCell:
    """A value of a countdown; `fell`: this deal was won."""

    value: str
    fell: bool


@dataclass(frozen=True, slots=True)
class BummerlLines:
    """Both countdowns of a Bummerl, left first, and its compact text."""

    number: int
    lines: tuple[tuple[CountdownCell, ...], tuple[CountdownCell, ...]]
    text: str


@dataclass(frozen=True, slots=True)
class MatchTally:
    """Everything the page shows; `bummerl` is empty where nothing was written down."""

    serial: int
    number: int
    round: int
    version: int
    is_open: bool
    bummerl_to_win: int
    players: tuple[Player, Player]
    bummerl: tuple[BummerlLines, ...]
    findings: tuple[str, ...]
    override_reason: str


def tally_of(tournament: Tournament, match: Match) -> MatchTally:
    """The tally of a match that came with its cards and owners. One query, for namesakes."""
    where = where_from(tournament)
    return MatchTally(
        serial=match.serial, number=match.number, round=match.round, version=match.version,
        is_open=match.outcome == Outcome.OPEN, bummerl_to_win=match.bummerl_to_win,
        players=(_player("A", match.left_card, where), _player("B", match.right_card, where)),
        bummerl=countdowns(tournament, match.bummerl or []),
        findings=tuple(finding_text(_finding(each), get_language() or "de", tournament.bummerl_word) for each in match.findings),
        override_reason=match.override_reason,
    )  # fmt: skip


def countdowns(tournament: Tournament, texts: Sequence[str]) -> tuple[BummerlLines, ...]:
    """Both countdowns of every Bummerl, given as compact texts that have been read before. No query."""
    points = rule_set(tournament.rules_preset, tournament.rules_changed).bummerl_points
    return tuple(_lines(number, text, points) for number, text in enumerate(texts, 1))


def _player(letter: str, card: EntryCard | None, where: dict[int, str]) -> Player:
    if card is None:
        return Player(letter, _("Freilos"), "")
    return Player(letter, card.owner.name, where.get(card.owner_id) or card.owner.place or card.owner.club)


def _lines(number: int, text: str, points: int) -> BummerlLines:
    lines = [line.split() for line in write_countdown(read_compact(text)[0], points)]
    cells = tuple(
        tuple(CountdownCell(value, column > 0 and value != line[column - 1]) for column, value in enumerate(line))
        for line in lines
    )
    return BummerlLines(number, (cells[0], cells[1]), text)


def _finding(stored: dict[str, object]) -> Finding:
    """A stored finding as scoring knows it."""
    params = stored.get("params")
    return Finding(
        Code(str(stored["code"])), Severity(str(stored["severity"])), str(stored.get("where", "")),
        dict(params) if isinstance(params, dict) else {},
    )  # fmt: skip
