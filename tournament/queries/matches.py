"""A match: who plays, how it ended, what was said of it before, what follows from it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournament.domain.journal_kinds import JournalKind
from tournament.models import CardState, EntryCard, JournalEntry, Match, MatchStage, Outcome, Person, Side, Tournament
from tournament.translated import recorded_by, recorded_reason

from .namesakes import where_from
from .rounds import code_of, late_name, score_text


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side of a match: its card and whose it is; `card` None is the empty place of a bye."""

    side: Side
    card: EntryCard | None
    person: Person | None
    where: str
    won: bool
    lost: bool
    in_play: bool


@dataclass(frozen=True, slots=True)
class Former:
    """A result that was replaced."""

    outcome: str
    score: str
    winner: str
    by: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Noted:
    """A journal entry about the match."""

    number: int
    at: datetime
    by: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that is known of a match."""

    match: Match
    code: str
    title: str
    sides: tuple[SideLine, SideLine]
    score: str
    earlier: tuple[Former, ...]
    journal: tuple[Noted, ...]

    @property
    def is_open(self) -> bool:
        """Nobody has won yet, its draw stands, and there is an opponent."""
        return self.match.outcome == Outcome.OPEN and self.match.annulled_with_id is None and not self.waits

    @property
    def waits(self) -> bool:
        """A bye that somebody may still buy into."""
        return self.match.outcome == Outcome.OPEN and self.sides[1].card is None


def kind_texts() -> dict[str, str]:
    """What the journal says of a match, in words."""
    return {
        JournalKind.RESULT: _("Ergebnis eingetragen"),
        JournalKind.CORRECTION: _("Ergebnis berichtigt"),
        JournalKind.MATCH_MADE: _("Begegnung entstanden"),
        JournalKind.MATCH_CHANGED: _("neu besetzt nach einer Berichtigung"),
        JournalKind.BYE: _("Freilos: kampflos weiter"),
        JournalKind.SELF_MEETING: _("eigene Karten: die linke steigt auf"),
        JournalKind.CALL: _("gerufen"),
        JournalKind.TABLE: _("Tisch"),
        JournalKind.EXCHANGE: _("Karte getauscht"),
        JournalKind.PHONE_TAKEN_OVER: _("ein anderes Handy zählt weiter"),
        JournalKind.PHONE_REPORT: _("Ergebnis vom Handy gemeldet"),
        JournalKind.PHONE_REPORT_REJECTED: _("Meldung vom Handy verworfen"),
    }


def match_page(tournament: Tournament, match: Match) -> MatchPage:
    """The page of a match that was found with its cards and owners: two queries."""
    where = where_from(tournament)
    left, right = (_side(match, side, where) for side in (Side.LEFT, Side.RIGHT))
    names = {line.card.number: line.person.name for line in (left, right) if line.card and line.person}
    right_card = right.card.number if right.card else None
    # The tally shows every deal; here they would bury what was decided.
    noted = tournament.journal.filter(subject=f"match {match.serial}").exclude(kind=JournalKind.TAP)
    entries = noted.order_by("-number")[:50]
    texts = kind_texts()
    return MatchPage(
        match=match,
        code=code_of(match),
        title=title_of(match),
        sides=(left, right),
        score=score_text(match),
        earlier=tuple(_former(old, names, right_card) for old in reversed(match.earlier)),
        journal=tuple(_noted(entry, names, texts, right_card) for entry in entries),
    )


def title_of(match: Match) -> str:
    """Runde 2, Begegnung 12; Finale; P3: Spiel um Platz 3."""
    if match.stage == MatchStage.MAIN:
        late = late_name(match.numbers)
        if match.numbers == 2:
            return late
        named = late or _("Runde %(round)s") % {"round": match.round}
        return _("%(round)s, Begegnung %(number)s") % {"round": named, "number": match.number}
    about = {
        MatchStage.PLACES: _("um die Plätze 5 bis 8"), MatchStage.PLACE3: _("um Platz 3"),
        MatchStage.PLACE5: _("um Platz 5"), MatchStage.PLACE7: _("um Platz 7"),
    }  # fmt: skip
    return _("%(code)s, Spiel %(about)s") % {"code": code_of(match), "about": about.get(MatchStage(match.stage), "")}


def _side(match: Match, side: Side, where: dict[int, str]) -> SideLine:
    card = match.left_card if side == Side.LEFT else match.right_card
    decided = match.outcome != Outcome.OPEN
    return SideLine(
        side=side,
        card=card,
        person=card.owner if card is not None else None,
        where=where.get(card.owner_id, "") if card is not None else "",
        won=match.winner_side == side,
        lost=decided and match.winner_side != side,
        in_play=card is not None and card.state == CardState.IN,
    )


def _result_in_words(stored: dict[str, Any], names: dict[int, str], right: int | None) -> tuple[str, str, str]:
    """Outcome, score (the winner's Bummerl first), winner's name of a result as the journal keeps it."""
    outcome, score = stored.get("outcome"), stored.get("score")
    label = str(Outcome(outcome).label) if outcome in Outcome.values else ""
    winner = names.get(stored.get("winner") or 0, "")
    if score and right is not None and stored.get("winner") == right:
        score = score[::-1]
    return label, f"{score[0]} : {score[1]}" if score else "", winner


def _former(old: dict[str, Any], names: dict[int, str], right: int | None) -> Former:
    outcome, score, winner = _result_in_words(old, names, right)
    return Former(outcome, score, winner, recorded_by(old.get("reported_by", "")), parse_datetime(old.get("at") or ""))


def _noted(entry: JournalEntry, names: dict[int, str], texts: dict[str, str], right: int | None) -> Noted:
    said = texts.get(entry.kind, entry.kind)
    outcome, score, winner = _result_in_words(entry.after or {}, names, right)
    if winner and entry.kind in (JournalKind.RESULT, JournalKind.CORRECTION):
        said = _("%(what)s: %(score)s für %(name)s") % {"what": said, "score": score or outcome, "name": winner}
    return Noted(
        entry.number, timezone.localtime(entry.at), recorded_by(entry.by), said, recorded_reason(entry.reason or "")
    )
