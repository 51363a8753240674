"""Rows to the plain records of the domain; a fixed number of queries each, whatever the size."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from tournament.domain import awards, extra_rankings, placements
from tournament.domain.knockout import Situation
from tournament.domain.placements import PlaceRow, Settlement
from tournament.domain.psd1 import Field
from tournament.domain.psd1_field import Mode
from tournament.domain.records import Blocks, Card, Departure, Match
from tournament.domain.terms import CardState, Outcome, Policy, SettledBy, Stage, TiePolicy
from tournament.models import LIVE, DrawMethod, DrawStage, EntryCard, State, Tournament
from tournament.models import CardState as CardStates

MATCH_COLUMNS = (
    "serial", "stage", "round", "numbers", "number", "left_card__number", "right_card__number", "outcome", "winner_side",
)  # fmt: skip


def blocks(tournament: Tournament) -> Blocks:
    """Which placement blocks this tournament plays."""
    return Blocks(tournament.play_place3, tournament.play_place5, tournament.play_place7)


def cards_of(tournament: Tournament, *conditions: Q) -> tuple[Card, ...]:
    """Cards with their owners' start numbers, by number: one query."""
    rows = EntryCard.objects.filter(*conditions, tournament=tournament).order_by("number")
    return tuple(
        Card(number, owner, CardState(state))
        for number, owner, state in rows.values_list("number", "owner__start_number", "state")
    )


def matches_of(tournament: Tournament, *conditions: Q) -> tuple[Match, ...]:
    """Live matches in order of creation: one query."""
    rows = tournament.matches.filter(LIVE, *conditions).order_by("serial").values_list(*MATCH_COLUMNS)
    return tuple(match_of(row) for row in rows)


def match_of(row: tuple[object, ...]) -> Match:
    """A match from a row of MATCH_COLUMNS."""
    serial, stage, round_, numbers, number, left, right, outcome, side = row
    winner = left if side == "left" else right if side == "right" else None
    return Match(serial, Stage(stage), round_, numbers, number, left, right, Outcome(outcome), winner)  # type: ignore[arg-type]


def departures_of(tournament: Tournament) -> tuple[Departure, ...]:
    """Withdrawals and exclusions in order: one query."""
    rows = tournament.withdrawals.order_by("number").values_list("kind", "card_numbers", "before_round")
    return tuple(Departure(CardState(kind), tuple(numbers), before) for kind, numbers, before in rows)


def situation(tournament: Tournament) -> Situation:
    """What the knock-out needs to know what is due next: the last main round, all late matches, the cards; four queries."""
    last = (
        tournament.matches.filter(LIVE, stage=Stage.MAIN.value)
        .order_by("-round", "-serial")
        .values_list("round", "numbers")
        .first()
    )
    last_round, last_numbers = last or (0, tournament.numbers or 0)
    matches = matches_of(tournament, Q(stage="main", round=last_round) | Q(numbers__lte=8))
    # All cards in one query, although only those in play and those in these matches count: losers are named by hundreds.
    known = {card.number: card for card in cards_of(tournament, ~Q(state=CardStates.REFUNDED))}
    return Situation(
        cards=known, matches=matches, departures=departures_of(tournament), blocks=blocks(tournament), fixed_bracket=tournament.fixed_bracket,
        last_round=last_round, last_numbers=last_numbers,
    )  # fmt: skip


def holdings(cards: tuple[Card, ...]) -> dict[int, list[int]]:
    """Start number -> its card numbers ascending, start numbers ascending: the k-th card of a person is entry k-1."""
    held: dict[int, list[int]] = {}
    for card in cards:
        held.setdefault(card.owner, []).append(card.number)
    return {owner: sorted(held[owner]) for owner in sorted(held)}


def field_of(tournament: Tournament, *, draw: int, numbers: int, mode: Mode, held: dict[int, list[int]]) -> Field:
    """The FIELD of a draw of cards."""
    people = tuple((owner, len(cards)) for owner, cards in held.items())
    return Field(id=tournament.psd1_id, round=draw, numbers=numbers, mode=mode, people=people)


def card_tokens(held: dict[int, list[int]]) -> dict[tuple[int, int], int]:
    """(start number, k) -> card number."""
    return {(owner, k): number for owner, cards in held.items() for k, number in enumerate(cards, start=1)}


def mode_of(*, stage: DrawStage, method: DrawMethod, first: bool, byes: int) -> Mode:
    """The mode of PSD1 for a stage and method: two pots let holders of several cards go first only where nobody can get a bye."""
    if stage == DrawStage.LOT:
        return Mode.LOT
    if stage == DrawStage.PLACES or method == DrawMethod.FAIR:
        return Mode.UNIFORM
    return Mode.TWOPOT if first or byes else Mode.TWOPOT_MULTIFIRST


@dataclass(frozen=True, slots=True)
class Ranking:
    """All places that are certain, and what they were worked out from. `rows` count lots and play-offs."""

    cards: dict[int, Card]
    matches: tuple[Match, ...]
    departures: tuple[Departure, ...]
    rows: tuple[PlaceRow, ...]

    @property
    def complete(self) -> bool:
        """Every card that can have a place has one."""
        return awards.all_ranked(self.cards, self.rows, self.departures)


def ranking(tournament: Tournament) -> Ranking:
    """The places as they stand: five queries, whatever the size."""
    cards = {card.number: card for card in cards_of(tournament, ~Q(state=CardStates.REFUNDED))}
    matches, gone, played = matches_of(tournament), departures_of(tournament), blocks(tournament)
    fixed = tournament.fixed_bracket
    rows = placements.rank(cards, matches, gone, played, fixed_bracket=fixed)
    settled = settlements(tournament, rows)
    return Ranking(
        cards,
        matches,
        gone,
        placements.rank(cards, matches, gone, played, settled, fixed_bracket=fixed) if settled else rows,
    )


def settlements(tournament: Tournament, rows: Iterable[PlaceRow]) -> dict[int, Settlement]:
    """Lots and play-offs by the first place of their group; `rows` are the places without them."""
    groups = {group.first: group.cards for group in placements.tie_groups(rows)}
    owners = {row.card: row.owner for row in rows}
    settled = {}
    lots = (
        tournament.draws.filter(stage=DrawStage.LOT, annulled_at=None).order_by("number").values_list("place", "steps")
    )
    for place, steps in lots:
        waiting: dict[int, list[int]] = {}
        for number in groups.get(place or 0, ()):
            waiting.setdefault(owners[number], []).append(number)
        drawn = [start for step in steps for start in step[1:] if step[0] == "order"]
        # Each time a person is drawn it is his next card, by card number.
        order = tuple(waiting[start].pop(0) for start in drawn if waiting.get(start))
        settled[place or 0] = Settlement(order, SettledBy.LOT)
    for place, numbers in tournament.play_offs.values_list("place", "card_numbers"):
        settled[place] = Settlement(tuple(numbers), SettledBy.PLAY_OFF)
    return settled


def prize_awards(tournament: Tournament, standing: Ranking) -> awards.Awards:
    """Who wins which prize of the main ranking, as far as it is certain."""
    return all_awards(tournament, standing).main


@dataclass(frozen=True, slots=True)
class AllAwards:
    """The prizes of the main ranking and of the extra ones, as far as they are certain."""

    main: awards.Awards
    extra: extra_rankings.ExtraAwards

    @property
    def open_ties(self) -> tuple[awards.Tie, ...]:
        """Every tie a prize waits for, each once, best places first."""
        found = {tie.first: tie for tie in (*self.main.open_ties, *self.extra.open_ties)}
        return tuple(found[first] for first in sorted(found))


def all_awards(tournament: Tournament, standing: Ranking) -> AllAwards:
    """Who wins which prize of every ranking: one query, and one more where there are extra rankings."""
    ranks: dict[str | None, list[int]] = {None: []}
    for label, place in tournament.prizes.order_by("place").values_list("ranking", "place"):
        ranks.setdefault(label, []).append(place)
    policy, ties = Policy(tournament.prize_policy), TiePolicy(tournament.tie_policy)
    main = awards.award(ranks[None], standing.rows, policy, ties, complete=standing.complete)
    extra = {label: places for label, places in ranks.items() if label is not None}
    if not extra:
        return AllAwards(main, extra_rankings.ExtraAwards())
    bound = policy is Policy.ONE and not tournament.extra_rankings_exempt
    return AllAwards(
        main,
        extra_rankings.award_extra(
            extra, standing.rows, participants(tournament, standing), ties, complete=standing.complete,
            field_fixed=(tournament.state in (State.RUNNING, State.FINISHED) and not tournament.rebuy_open) or standing.complete,
            bound_by=extra_rankings.owners_of(main) if bound else None,
            main_open=bool(main.open_ties) or (not standing.complete and len(main.awarded) < len(ranks[None])),
        ),
    )  # fmt: skip


def participants(tournament: Tournament, standing: Ranking) -> list[extra_rankings.Participant]:
    """Everybody with the cards that count for extra rankings: one query."""
    held = Counter(card.owner for card in standing.cards.values() if card.state is not CardState.EXCLUDED)
    rows = tournament.people.order_by("start_number").values_list("start_number", "categories", "club")
    return [extra_rankings.Participant(start, tuple(labels), club, held[start]) for start, labels, club in rows]
