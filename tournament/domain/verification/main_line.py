"""The rounds of the main line: every match from its draw, from the fixed bracket, or from the convention of the final.

Each round is judged by the results of the round before as they stand in the file, so that one fault is named once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournament.domain.messages import Message, gettext_noop, joined
from tournament.domain.terms import CardState, Method, Stage

from .content import Content, power_of_two
from .deviation import Code, Deviation
from .draws import Replayed
from .members import advanced_to, holdings_at, lower_left, redone
from .schema import DrawStage, TournamentState
from .stored import StoredDraw, StoredMatch

Sides = tuple[int | None, int | None]
Expected = Mapping[int, Sides]


def check(content: Content, replayed: Replayed) -> list[Deviation]:
    """All matches of the main line that are missing, too many, or of the wrong cards; draws out of sequence."""
    found = [*_sequence(content), *_state(content), *_numbers(content)]
    for draw in content.draws:
        if draw.annulled is not None and draw.number in replayed.matches:
            found += _annulled(content, draw, draw.annulled, replayed)
    round_number = 1
    while True:
        stored = content.main_rounds.get(round_number, ())
        found += _round(content, replayed, round_number, stored)
        if not stored or any(not match.decided for match in stored):
            break
        round_number += 1
    return [*found, *_too_early(content, round_number)]


def _sequence(content: Content) -> Iterator[Deviation]:
    seen: set[tuple[DrawStage, int]] = set()
    last = 0
    for draw in content.valid_draws:
        if draw.stage is DrawStage.LOT:
            continue
        if (draw.stage, draw.round) in seen:
            yield Deviation(
                Code.DRAW_SEQUENCE,
                draw.where,
                Message(gettext_noop("Runde %(round)s ist schon ausgelost."), round=draw.round),
            )
        seen.add((draw.stage, draw.round))
        if draw.stage is DrawStage.MAIN:
            if draw.round != last + 1:
                yield Deviation(
                    Code.DRAW_SEQUENCE,
                    draw.where,
                    Message(
                        gettext_noop("Runde %(round)s folgt nicht auf Runde %(last)s."), round=draw.round, last=last
                    ),
                )
            last = draw.round
            if content.settings.fixed_bracket and draw.round > 1:
                yield Deviation(
                    Code.DRAW_SEQUENCE,
                    draw.where,
                    Message(gettext_noop("Im festen Raster wird nur Runde 1 ausgelost.")),
                )
            if content.settings.fixed_bracket and draw.method is Method.FAIR:
                yield Deviation(
                    Code.DRAW_METHOD,
                    draw.where,
                    Message(gettext_noop("Ein fester Raster wird nicht mit „fair“ ausgelost.")),
                )
            holdings = holdings_at(content, draw)
            if len(holdings) < 2 or sum(map(len, holdings.values())) <= 2:
                yield Deviation(Code.DRAW_SEQUENCE, draw.where, "Hier war nichts auszulosen.")


def _state(content: Content) -> Iterator[Deviation]:
    state = content.settings.state
    begun = bool(content.valid_draws or content.matches)
    if begun and state in (TournamentState.SALE, TournamentState.CLOSED):
        text = Message(gettext_noop("Der Stand ist „%(state)s“, aber es gibt schon Begegnungen."), state=state)
        yield Deviation(Code.STATE, "tournament.state", text)


def _numbers(content: Content) -> Iterator[Deviation]:
    """The size fixed when the sale was closed holds what was sold, and the next smaller one does not."""
    if content.settings.state is TournamentState.SALE:
        return
    numbers = content.settings.numbers or 0
    sold = sum(card.state is not CardState.REFUNDED for card in content.cards.values()) - len(content.rebought)
    fits = numbers / 2 < sold <= numbers if sold else numbers <= 1
    if not fits or numbers & (numbers - 1):
        text = Message(
            gettext_noop("%(numbers)s Nummern passen nicht zu %(sold)s verkauften Karten."), numbers=numbers, sold=sold
        )
        yield Deviation(Code.NUMBERS, "tournament.numbers", text)


def _round(
    content: Content, replayed: Replayed, round_number: int, stored: tuple[StoredMatch, ...]
) -> Iterator[Deviation]:
    draw = content.main_draws.get(round_number)
    if content.settings.fixed_bracket and round_number > 1 and content.main_rounds.get(1):
        yield from _bracket_round(content, round_number, stored)
    elif draw is not None:
        expected = drawn_matches(content, draw, replayed)
        if expected is not None:
            yield from compare(stored, expected, stage=Stage.MAIN, round_number=round_number, draw=draw.number)
    else:
        yield from _undrawn_round(content, round_number, stored)


def _undrawn_round(content: Content, round_number: int, stored: tuple[StoredMatch, ...]) -> Iterator[Deviation]:
    """No draw: the final, or the end of the main line, or the next draw is still awaited."""
    winners = advanced_to(content, round_number, len(content.draws) + 1) - absent(content, round_number)
    finished = content.settings.state is TournamentState.FINISHED
    begun = finished or content.settings.state is TournamentState.RUNNING
    expected: Expected = {}
    if len(winners) == 2 and (begun or stored):
        expected = {1: lower_left(winners, content.standing_swaps(round_number - 1))}
    elif len({content.cards[card].owner for card in winners}) > 1 and finished and not stored:
        text = Message(
            gettext_noop("%(winners)s Karten sind noch im Spiel, aber Runde %(round_number)s fehlt."),
            winners=len(winners),
            round_number=round_number,
        )
        yield Deviation(Code.MATCH_MISSING, f"round {round_number}", text)
    yield from compare(stored, expected, stage=Stage.MAIN, round_number=round_number, draw=None)


def _bracket_round(content: Content, round_number: int, stored: tuple[StoredMatch, ...]) -> Iterator[Deviation]:
    numbers = content.numbers_of_round(1) >> (round_number - 1)
    gone = absent(content, round_number)
    before = content.main_rounds.get(round_number - 1, ())
    winners = {match.number: match.winner for match in before if match.winner not in gone}
    pairs = {i: (winners.get(2 * i - 1), winners.get(2 * i)) for i in range(1, numbers // 2 + 1)}
    expected: dict[int, Sides] = {number: sides for number, sides in pairs.items() if sides != (None, None)}
    if numbers == 2 and None not in expected.get(1, (None,)):
        cards = {card for card in expected[1] if card is not None}
        expected[1] = lower_left(cards, content.standing_swaps(round_number - 1))
    draw = content.main_draws.get(1)
    number = draw.number if draw is not None and numbers > 2 else None
    yield from compare(stored, expected, stage=Stage.MAIN, round_number=round_number, draw=number)


def _too_early(content: Content, last: int) -> Iterator[Deviation]:
    """Rounds after the first that is not there, or not decided."""
    text = Message(gettext_noop("Runde %(last)s ist nicht fertig."), last=last)
    for round_number, matches in content.main_rounds.items():
        if round_number > last:
            yield from (Deviation(Code.MATCH_UNEXPECTED, match.where, text) for match in matches)
    for round_number, draw in content.main_draws.items():
        if round_number > last:
            yield Deviation(Code.DRAW_SEQUENCE, draw.where, text)
    unfinished = any(not match.decided for match in content.matches)
    if unfinished and content.settings.state is TournamentState.FINISHED:
        yield Deviation(
            Code.STATE,
            "tournament.state",
            Message(gettext_noop("Das Turnier ist beendet, aber eine Begegnung ist offen.")),
        )


def absent(content: Content, round_number: int) -> set[int]:
    """The cards that had left before this round was made."""
    playing = {
        card
        for number, matches in content.main_rounds.items()
        if number >= round_number
        for match in matches
        for card in match.sides
    }
    gone: set[int] = set()
    for leaving in content.leavings:
        if leaving.before_round is not None and leaving.before_round <= round_number:
            gone.update(leaving.cards)
        elif leaving.before_round is None and content.rolled_back_since(leaving):
            gone.update(card for card in leaving.cards if card not in playing)
    return gone


def drawn_matches(content: Content, draw: StoredDraw, replayed: Replayed) -> dict[int, Sides] | None:
    """The matches of a draw by number, after exchanges and rebuys; None if the draw could not be repeated."""
    drawn = replayed.matches.get(draw.number)
    if drawn is None:
        return None
    until = content.redrawn_as(draw)
    before = draw.round - 1 if draw.stage is DrawStage.MAIN else draw.round
    swaps = tuple(swap for swap in content.swaps_of_round(before) if swap.after_draw < until)
    matches: dict[int, Sides] = {
        number: (redone(left, swaps, draw.number), redone(right, swaps, draw.number))
        for number, (left, right) in sorted(drawn.items())
    }
    if draw.stage is DrawStage.MAIN and draw.round == 1:
        stored = content.matches if draw.annulled is None else draw.annulled
        filled = {each.right: each.number for each in stored if each.draw == draw.number and each.round == 1}
        _fill_byes(content, matches, draw.number, until, filled)
    return matches


def _fill_byes(
    content: Content, matches: dict[int, Sides], draw_number: int, until: int, filled: Mapping[int | None, int]
) -> None:
    """A card bought after the draw takes the lowest-numbered open bye that is not the buyer's own.

    The bye of a card that left is open no more; whether it left before the rebuy, only `filled` tells.
    """
    for rebuy in content.rebuys:
        if draw_number <= rebuy.after_draw < until:
            buyer = content.owner_after(rebuy.card, rebuy.after_draw - 1)
            for number, (left, right) in matches.items():
                owner = None if left is None else content.owner_after(left, rebuy.after_draw - 1)
                closed = left in content.gone and filled.get(rebuy.card) != number
                if right is None and owner != buyer and not closed:
                    matches[number] = (left, rebuy.card)
                    break


def _annulled(
    content: Content, draw: StoredDraw, matches: tuple[StoredMatch, ...], replayed: Replayed
) -> Iterator[Deviation]:
    """The matches of an annulled draw live there; with the fixed bracket also those that followed from it."""
    expected = drawn_matches(content, draw, replayed)
    if expected is not None:
        stage = Stage.MAIN if draw.stage is DrawStage.MAIN else Stage.PLACES
        own = tuple(each for each in matches if each.round == draw.round and each.stage is stage)
        yield from compare(own, expected, stage=stage, round_number=draw.round, draw=draw.number)
        drawn = replayed.matches[draw.number].values()
        numbers = 8 if stage is Stage.PLACES else power_of_two(sum(card is not None for each in drawn for card in each))
        for match in own:
            if match.numbers not in (None, numbers):
                yield Deviation(
                    Code.NUMBERS,
                    match.where,
                    Message(gettext_noop("Die Runde hatte %(numbers)s Nummern."), numbers=numbers),
                )


def compare(
    stored: tuple[StoredMatch, ...], expected: Expected, *, stage: Stage, round_number: int, draw: int | None
) -> Iterator[Deviation]:
    """The matches of a round against what they must be."""
    seen: set[int] = set()
    for match in stored:
        sides = expected.get(match.number)
        if sides is None or match.number in seen:
            yield Deviation(
                Code.MATCH_UNEXPECTED,
                match.where,
                Message(gettext_noop("%(stage)s gibt es nicht."), stage=_name(stage, round_number, match.number)),
            )
            continue
        seen.add(match.number)
        if match.sides != sides:
            text = Message(
                gettext_noop("Hier spielt %(sides)s, nicht %(sides_2)s."),
                sides=_cards(sides),
                sides_2=_cards(match.sides),
            )
            yield Deviation(Code.MATCH_CARDS, match.where, text)
        if match.draw != draw:
            text = (
                Message(gettext_noop("Die Begegnung kommt aus Auslosung %(draw)s."), draw=draw)
                if draw
                else Message(gettext_noop("Die Begegnung kommt aus keiner Auslosung."))
            )
            yield Deviation(Code.MATCH_CARDS, match.where, text)
    for number in sorted(expected.keys() - seen):
        text = Message(gettext_noop("Es fehlt: %(expected)s."), expected=_cards(expected[number]))
        yield Deviation(Code.MATCH_MISSING, _name(stage, round_number, number), text)


def _name(stage: Stage, round_number: int, number: int) -> str:
    return f"round {round_number} number {number}" if stage is Stage.MAIN else f"P{number}"


def _cards(sides: Sides) -> str:
    bye, one = Message(gettext_noop("Freilos")), gettext_noop("Karte %(card)s")
    return joined(", ", [bye if card is None else Message(one, card=card) for card in sides])
