"""Cards: where each must be after all results and leavings, and whose it is; leavings and exchanges themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from tournament.domain.messages import Message, gettext_noop
from tournament.domain.placement_matches import QUARTER_FINAL, SEMI_FINAL
from tournament.domain.terms import CardState, Outcome, Stage

from .content import Content
from .deviation import Code, Deviation
from .stored import Leaving, StoredMatch, Swap


def check(content: Content) -> list[Deviation]:
    """All cards, leavings and exchanges that do not follow from the results."""
    lost = _lost_matches(content)
    return [
        *_states(content, lost),
        *_outcomes(content),
        *_owners(content),
        *_leavings(content, lost),
        *_swaps(content),
        *_rebuys(content),
    ]


def _lost_matches(content: Content) -> Mapping[int, StoredMatch]:
    """The match of the main line that put each card out."""
    return {
        card: match
        for match in content.matches
        if match.stage is Stage.MAIN and match.decided
        for card in match.sides
        if card is not None and card != match.winner
    }


def _states(content: Content, lost: Mapping[int, StoredMatch]) -> Iterator[Deviation]:
    left = _kinds_of_leaving(content)
    for card in content.cards.values():
        possible = _possible_states(content, card.number, lost.get(card.number), left.get(card.number, frozenset()))
        if card.state is not CardState.REFUNDED and card.state not in possible:
            text = Message(
                gettext_noop("Die Karte steht als „%(state)s“ da, richtig ist „%(possible)s“."),
                state=card.state,
                possible="“, „".join(sorted(possible)),
            )
            yield Deviation(Code.CARD_STATE, f"card {card.number}", text)


def _kinds_of_leaving(content: Content) -> Mapping[int, frozenset[CardState]]:
    kinds: dict[int, set[CardState]] = {}
    for leaving in content.leavings:
        for card in leaving.cards:
            kinds.setdefault(card, set()).add(leaving.kind)
    return {card: frozenset(each) for card, each in kinds.items()}


def _possible_states(
    content: Content, card: int, lost: StoredMatch | None, left: frozenset[CardState]
) -> frozenset[CardState]:
    if lost is None:
        return left or frozenset({CardState.IN})
    # Beaten by absence, a card may be named by a leaving later too, if it came far enough to play for places.
    later = any(content.numbers_of(match) in (QUARTER_FINAL, SEMI_FINAL) for match in content.main_matches_of(card))
    if lost.outcome is Outcome.EXCLUDED:
        return left & {CardState.EXCLUDED}
    if lost.outcome is Outcome.WALKOVER:
        own = left & {CardState.WITHDRAWN}
        return own | {CardState.OUT} if later or not own else own
    if lost.outcome is Outcome.DOUBLE_WALKOVER:
        # An exclusion names all cards of a person, beaten ones too: he ranks nowhere.
        return left | {CardState.OUT} if later or not left or CardState.EXCLUDED in left else left
    return frozenset({CardState.OUT})


def _outcomes(content: Content) -> Iterator[Deviation]:
    """A match ends by exclusion exactly when an exclusion took a card out of it."""
    left = _kinds_of_leaving(content)
    for match in content.placement:
        excluded = match.loser is not None and CardState.EXCLUDED in left.get(match.loser, frozenset())
        if match.outcome is Outcome.EXCLUDED and not excluded:
            yield Deviation(
                Code.OUTCOME,
                match.where,
                Message(gettext_noop("Karte %(loser)s wurde nie ausgeschlossen."), loser=match.loser),
            )


def _owners(content: Content) -> Iterator[Deviation]:
    moves_of: dict[int, list[tuple[int, int]]] = {}
    for move in content.moves:
        moves_of.setdefault(move.card, []).append((move.old, move.new))
    for number, moves in moves_of.items():
        broken = any(first[1] != second[0] for first, second in pairwise(moves))
        if broken or moves[-1][1] != content.cards[number].owner or any(old == new for old, new in moves):
            text = Message(gettext_noop("Die Besitzerwechsel der Karte führen nicht zu ihrer Startnummer."))
            yield Deviation(Code.CARD_OWNER, f"card {number}", text)


def _leavings(content: Content, lost: Mapping[int, StoredMatch]) -> Iterator[Deviation]:
    for position, leaving in enumerate(content.leavings, start=1):
        where = f"withdrawals {position}"
        person = leaving.start_number
        if person is not None and not content.people[person]["withdrawn"]:
            text = Message(
                gettext_noop("Startnummer %(person)s hat sich zurückgezogen, steht aber nicht so da."), person=person
            )
            yield Deviation(Code.PERSON_WITHDRAWN, f"person {person}", text)
        for card in leaving.cards:
            owners = content.owners_from(card, leaving.after_draw)
            if person is not None and person not in owners:
                text = Message(
                    gettext_noop("Karte %(card)s gehörte nicht Startnummer %(person)s."), card=card, person=person
                )
                yield Deviation(Code.WITHDRAWAL, where, text)
            if not content.rolled_back_since(leaving) and (fault := _fault_of_leaving(content, leaving, card, lost)):
                yield Deviation(Code.WITHDRAWAL, where, fault)


def _fault_of_leaving(content: Content, leaving: Leaving, card: int, lost: Mapping[int, StoredMatch]) -> str | None:
    """`before_round` is the round the card would have been drawn for; null out of a match, or beaten before."""
    if card in lost:
        return (
            None
            if leaving.before_round is None
            else Message(
                gettext_noop("Karte %(card)s ist in Runde %(round)s ausgeschieden."), card=card, round=lost[card].round
            )
        )
    awaited = 1 + max((match.round for match in content.main_matches_of(card)), default=0)
    if leaving.before_round != awaited:
        return Message(
            gettext_noop("Karte %(card)s wäre für Runde %(awaited)s ausgelost worden."), card=card, awaited=awaited
        )
    return None


def _swaps(content: Content) -> Iterator[Deviation]:
    """The corrected match is won by the card that took the other's place."""
    for position, swap in enumerate(content.swaps, start=1):
        met = [match for match in content.matches if {swap.old, swap.new} == set(match.sides)]
        again = {swap.old, swap.new} in ({other.old, other.new} for other in content.swaps[position:])
        where = f"exchanges {position}"
        if swap.match is not None and not {swap.old, swap.new} & content.cards_in(swap.match):
            yield Deviation(
                Code.EXCHANGE,
                where,
                Message(gettext_noop("Begegnung %(match)s hat mit dem Tausch nichts zu tun."), match=swap.match),
            )
        if not met and not any(draw.annulled for draw in content.draws):
            text = Message(
                gettext_noop("Die Karten %(old)s und %(new)s sind nie aufeinandergetroffen."),
                old=swap.old,
                new=swap.new,
            )
            yield Deviation(Code.EXCHANGE, where, text)
        elif met and not again and swap in _standing(content, met[-1]) and met[-1].winner != swap.new:
            yield Deviation(
                Code.EXCHANGE,
                where,
                Message(
                    gettext_noop("Begegnung %(id)s hat Karte %(new)s nicht gewonnen."), id=met[-1].id, new=swap.new
                ),
            )


def _standing(content: Content, match: StoredMatch) -> tuple[Swap, ...]:
    """The exchanges of that round that were not rolled back; of placement matches all."""
    return content.standing_swaps(match.round) if match.stage is Stage.MAIN else content.swaps


def _rebuys(content: Content) -> Iterator[Deviation]:
    """A card bought after the draw plays in round 1."""
    if (content.rebuys or content.settings.rebuy_open) and not content.settings.rebuy:
        yield Deviation(Code.REBUY, "tournament.rebuy", Message(gettext_noop("Der Nachkauf ist nicht eingeschaltet.")))
    first = content.main_draws.get(1)
    playing = {card for match in content.main_rounds.get(1, ()) for card in match.sides}
    for position, rebuy in enumerate(content.rebuys, start=1):
        if rebuy.after_draw == 0:
            yield Deviation(
                Code.REBUY, f"rebuys {position}", Message(gettext_noop("Ein Nachkauf kommt nach einer Auslosung."))
            )
        buyers = content.owners_from(rebuy.card, rebuy.after_draw)
        if rebuy.buyer is not None and rebuy.buyer not in buyers:
            text = Message(
                gettext_noop("Karte %(card)s gehörte nicht Startnummer %(buyer)s."), card=rebuy.card, buyer=rebuy.buyer
            )
            yield Deviation(Code.REBUY, f"rebuys {position}", text)
        if rebuy.match is not None and rebuy.card not in content.cards_in(rebuy.match):
            yield Deviation(
                Code.REBUY,
                f"rebuys {position}",
                Message(
                    gettext_noop("Karte %(card)s ist nicht in Begegnung %(match)s."), card=rebuy.card, match=rebuy.match
                ),
            )
        if first is not None and rebuy.card not in playing:
            yield Deviation(
                Code.REBUY,
                f"rebuys {position}",
                Message(gettext_noop("Karte %(card)s ist in Runde 1 nicht dabei."), card=rebuy.card),
            )
