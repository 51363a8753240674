"""The result of a round on paper: who met whom, how it ended, who is further."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import LIVE, CardState, EntryCard, Match, Outcome, Side, Tournament

from .draw_shown import Holder
from .matches import title_of
from .printing import NothingToPrint
from .rounds import RoundTab, code_of, rounds_of, score_text


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match: `winner` stands first; while it is open, and where nobody won, the left one does (`decided` and `won` tell).

    `score` as Bummerl of the first against the second; `outcome` in words where it was not simply played; `title` of a placement match.
    """

    code: str
    title: str
    first: Holder
    second: Holder | None
    decided: bool
    won: bool
    score: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Further:
    """Somebody who is in the next round, with so many cards."""

    person: Holder
    cards: int


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round. `further`: whoever is still in it for the next, by name; the winner alone after the final. `complete`: nothing is open."""

    title: str
    decided: tuple[MatchResult, ...]
    open: tuple[MatchResult, ...]
    placement: tuple[MatchResult, ...]
    further: tuple[Further, ...]
    complete: bool
    over: bool


def resolve(tournament: Tournament, options: Options) -> Options:
    """Without a choice: the round the evening has come to. One query at most."""
    if options.round is not None:
        return Options(round=options.round)
    last = rounds_of(tournament).last
    return Options(round=last.number if last else None)


def printed_round(tournament: Tournament, options: Options) -> PrintedRound:
    """Two queries, whatever the size."""
    rounds = rounds_of(tournament)
    tab = rounds.find(options.round or 0)
    if tab is None:
        if options.round is None:
            raise NothingToPrint(_("Noch ist nichts ausgelost."))
        raise NothingToPrint(_("Runde %(round)s gibt es noch nicht.") % {"round": options.round})
    is_last = rounds.last is not None and tab.number == rounds.last.number
    rows = _rows(tournament, tab, is_last=is_last)
    main = [row for row in rows if row.stage == "main"]
    results = [_result(row) for row in main]
    complete = all(result.decided for result in results)
    further = _further(main) if complete else ()
    return PrintedRound(
        title=tab.title,
        decided=tuple(result for result in results if result.decided),
        open=tuple(result for result in results if not result.decided),
        placement=tuple(_result(row, title_of(row)) for row in rows if row.stage != "main"),
        further=further, complete=complete, over=complete and is_last and len(further) == 1,
    )  # fmt: skip


def _rows(tournament: Tournament, tab: RoundTab, *, is_last: bool) -> list[Match]:
    """The round's matches by number, then the placement matches played beside it."""
    beside = Q(round=tab.number - 1) | (Q(round=tab.number) if is_last else Q(pk=None))
    found = Match.objects.filter(LIVE, tournament=tournament).filter(
        (Q(stage="main") & Q(round=tab.number)) | (~Q(stage="main") & beside)
    )
    rows = found.select_related("left_card__owner", "right_card__owner")
    return sorted(rows, key=lambda row: (row.stage != "main", row.number))


def _result(row: Match, title: str = "") -> MatchResult:
    cards = [row.left_card, row.right_card]
    if row.winner_side == Side.RIGHT:
        cards.reverse()
    people = [_holder(card) for card in cards if card is not None]
    outcome = Outcome(row.outcome)
    plain = outcome in (Outcome.OPEN, Outcome.PLAYED)
    return MatchResult(
        code=code_of(row), title=title, first=people[0], second=people[1] if len(people) > 1 else None,
        decided=outcome != Outcome.OPEN, won=row.winner_side is not None, score=score_text(row, winner_first=True),
        outcome="" if plain else str(outcome.label),
    )  # fmt: skip


def _holder(card: EntryCard) -> Holder:
    owner = card.owner
    return Holder(card.number, owner.start_number, owner.name, owner.place or owner.club, owner.sort_key)


def _further(rows: Iterable[Match]) -> tuple[Further, ...]:
    """The winners' cards by owner; a card that has been withdrawn since is not counted."""
    winners = [
        row.left_card if row.winner_side == Side.LEFT else row.right_card for row in rows if row.winner_side is not None
    ]
    gone = (CardState.WITHDRAWN, CardState.EXCLUDED)
    holders = [_holder(card) for card in winners if card is not None and card.state not in gone]
    counts = Counter(holder.start_number for holder in holders)
    people = {
        holder.start_number: Holder(0, holder.start_number, holder.name, holder.place, holder.sort_key)
        for holder in holders
    }
    in_order = sorted(people.values(), key=lambda person: (person.sort_key, person.start_number))
    return tuple(Further(person, counts[person.start_number]) for person in in_order)
