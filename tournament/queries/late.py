"""A correction after the next draw, as it is shown: what depends on the result, what an exchange does, what is lost."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Draw, DrawStage, EntryCard, Match, Outcome, Side, Tournament

from .draws import draw_title
from .matches import title_of
from .namesakes import where_from
from .rounds import score_text


@dataclass(frozen=True, slots=True)
class DependentLine:
    """A match that depends on the result: who plays, and its result that a roll back would lose ("" while open)."""

    serial: int
    title: str
    players: str
    result: str


@dataclass(frozen=True, slots=True)
class LatePage:
    """Everything that depends on a result. `swap`: what an exchange does, in a sentence ("" where it can do nothing)."""

    draws: tuple[str, ...]
    matches: tuple[DependentLine, ...]
    swap: str

    @property
    def lost(self) -> int:
        """How many results a roll back would annul."""
        return sum(bool(line.result) for line in self.matches)


def late_page(tournament: Tournament, match: Match, draws: Sequence[Draw], matches: Sequence[Match]) -> LatePage:
    """From the dependent draws and matches, with cards and owners loaded: one query."""
    where = where_from(tournament)
    return LatePage(
        tuple(
            _("Auslosung %(number)s: %(title)s")
            % {"number": draw.number, "title": draw_title(DrawStage(draw.stage), draw.round, draw.numbers, draw.place)}
            for draw in draws
        ),
        tuple(_line(row, where) for row in matches),
        _swap(match, matches, where),
    )  # fmt: skip


def handed_out(tournament: Tournament) -> int:
    """How many prizes are with their winners already. One query."""
    return tournament.prizes.filter(handed_out_at__isnull=False).count()


def _line(row: Match, where: dict[int, str]) -> DependentLine:
    players = _(" gegen ").join(_name(card, where) for card in (row.left_card, row.right_card) if card is not None)
    result = ""
    if row.outcome not in (Outcome.OPEN, Outcome.BYE, Outcome.SELF):
        won = row.left_card if row.winner_side == Side.LEFT else row.right_card if row.winner_side else None
        result = score_text(row, winner_first=True) or str(Outcome(row.outcome).label)
        if won is not None:
            result = _("%(what)s für %(name)s") % {"what": result, "name": won.owner.name}
    return DependentLine(row.serial, title_of(row), players, result)


def _name(card: EntryCard, where: dict[int, str]) -> str:
    place = where.get(card.owner_id, "")
    named = f"{card.owner.name} ({place})" if place else card.owner.name
    return _("%(name)s, Karte %(card)s") % {"name": named, "card": card.number}


def _swap(match: Match, matches: Sequence[Match], where: dict[int, str]) -> str:
    cards = (match.left_card, match.right_card)
    if match.winner_side is None or cards[0] is None or cards[1] is None:
        return ""
    goes, comes = cards if match.winner_side == Side.LEFT else (cards[1], cards[0])
    assert goes is not None  # noqa: S101  (both sides are there)
    assert comes is not None  # noqa: S101
    after = next(
        (
            row for row in matches
            if row.stage == "main" and row.round == match.round + 1 and goes.pk in (row.left_card_id, row.right_card_id)
        ),
        None,
    )  # fmt: skip
    if after is None:
        return ""
    return _("%(comes)s spielt statt %(goes)s weiter: %(match)s.") % {
        "comes": _name(comes, where), "goes": _name(goes, where), "match": title_of(after),
    }  # fmt: skip
