"""Draws: the secret to the seal, the FIELD to the cards still in, RESULT and steps to what PSD1 gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest

from tournament.domain import by_hand, fair, psd1
from tournament.domain.messages import Message, gettext_noop, sentence
from tournament.domain.psd1 import CHAIN_LENGTH, DrawError, Drawn, Field, FieldError, Mode
from tournament.domain.terms import Method

from .content import Content, power_of_two
from .deviation import Code, Deviation
from .members import Holdings, holdings_at, holdings_from_steps
from .schema import DrawStage
from .stored import Chain, StoredDraw

Sides = tuple[int, int | None]
"""Left card and right card; None: a bye."""

_MODES: Mapping[Method, tuple[Mode, ...]] = {
    Method.TWO_POT: (Mode.TWOPOT, Mode.TWOPOT_MULTIFIRST),
    Method.FAIR: (Mode.UNIFORM,),
    Method.LOT: (Mode.LOT,),
}


@dataclass(slots=True)
class Replayed:
    """What the draws give: the match of every number of draws with matches, the order of lots; and what is wrong."""

    matches: dict[int, Mapping[int, Sides]] = field(default_factory=dict)
    orders: dict[int, tuple[int, ...]] = field(default_factory=dict)
    fields: dict[int, Field] = field(default_factory=dict)
    deviations: list[Deviation] = field(default_factory=list)


def replay(content: Content) -> Replayed:
    """Carry out every draw again, annulled ones included."""
    replayed = Replayed()
    for draw in content.draws:
        found = replayed.deviations
        found += _form(draw)
        if draw.method is Method.BY_HAND:
            _by_hand(content, draw, replayed)
        elif None in (draw.field, draw.secret, draw.public, draw.result, draw.check):
            text = Message(gettext_noop("Von field, secret, public, result und check fehlt etwas."))
            found.append(Deviation(Code.DRAW_INCOMPLETE, draw.where, text))
        else:
            found += _secret(content, draw)
            _by_machine(content, draw, replayed)
    return replayed


def _form(draw: StoredDraw) -> Iterator[Deviation]:
    stages = {
        DrawStage.MAIN: (Method.TWO_POT, Method.FAIR, Method.BY_HAND),
        DrawStage.PLACES: (Method.FAIR,),
        DrawStage.LOT: (Method.LOT,),
    }
    if draw.method not in stages[draw.stage]:
        text = Message(
            gettext_noop("„%(stage)s“ wird nicht mit „%(method)s“ ausgelost."), stage=draw.stage, method=draw.method
        )
        yield Deviation(Code.DRAW_METHOD, draw.where, text)
    if (draw.place is not None) != (draw.stage is DrawStage.LOT):
        yield Deviation(
            Code.DRAW_METHOD,
            draw.where,
            Message(gettext_noop("Ein Platz steht bei der Auslosung genau dann, wenn es ein Los ist.")),
        )
    if draw.stage is DrawStage.LOT and draw.round:
        yield Deviation(Code.DRAW_METHOD, draw.where, Message(gettext_noop("Ein Los gehört zu keiner Runde.")))


# --- draws by hand ----------------------------------------------------------------------------


def _by_hand(content: Content, draw: StoredDraw, replayed: Replayed) -> None:
    if any(value is not None for value in (draw.field, draw.secret, draw.public, draw.result, draw.check)):
        text = Message(gettext_noop("Mit der Hand gezogen: field, secret, public, result und check müssen leer sein."))
        replayed.deviations.append(Deviation(Code.HAND_DRAW, draw.where, text))
    holdings = holdings_at(content, draw) if draw.annulled is None else None
    if holdings is None:
        cards = {step[2] for step in draw.steps if len(step) == 3 and step[2] in content.cards}
        holdings = content.by_owner((card for card in cards if isinstance(card, int)), draw.number - 1)
    numbers = power_of_two(sum(map(len, holdings.values())))
    if draw.numbers not in (None, numbers):
        text = Message(
            gettext_noop("Mit der Hand gezogen aus %(numbers)s Nummern, nicht aus %(numbers_2)s."),
            numbers=numbers,
            numbers_2=draw.numbers,
        )
        replayed.deviations.append(Deviation(Code.NUMBERS, draw.where, text))
    try:
        result = by_hand.result(by_hand.replay(max(2, numbers), holdings, draw.steps))
    except (by_hand.HandDrawError, ValueError) as error:
        replayed.deviations.append(Deviation(Code.HAND_DRAW, draw.where, str(error)))
        return
    replayed.matches[draw.number] = {
        **{pairing.number: (pairing.left, pairing.right) for pairing in result.matches},
        **{bye.number: (bye.card, None) for bye in result.byes},
    }


# --- draws by PSD1 ----------------------------------------------------------------------------


def _chain_of(content: Content, draw: int) -> Chain | None:
    """The chain in force: the latest that began with this draw or before."""
    begun = [chain for chain in content.settings.chains if chain.first_draw <= draw]
    return max(begun, key=lambda chain: chain.first_draw, default=None)


def _secret(content: Content, draw: StoredDraw) -> Iterator[Deviation]:
    chain = _chain_of(content, draw.number)
    if chain is None or draw.secret is None:
        yield Deviation(Code.SEAL, draw.where, Message(gettext_noop("Für diese Auslosung gibt es kein Siegel.")))
        return
    steps = draw.number - chain.first_draw + 1
    if not psd1.leads_to(draw.secret, chain.seal, steps):
        text = Message(
            gettext_noop("Das Geheimnis führt in %(steps)s Schritten nicht zum Siegel %(seal)s…"),
            steps=steps,
            seal=chain.seal[:8],
        )
        yield Deviation(Code.SECRET, draw.where, text)


def _by_machine(content: Content, draw: StoredDraw, replayed: Replayed) -> None:
    found = replayed.deviations
    assert draw.field is not None and draw.secret is not None and draw.public is not None  # noqa: S101, PT018
    found += _public(draw, draw.public)
    if draw.check != psd1.hex_of(draw.result or "") if (draw.result or "").isascii() else True:
        found.append(
            Deviation(Code.CHECK, draw.where, Message(gettext_noop("CHECK ist nicht die Prüfsumme von RESULT.")))
        )
    try:
        drawn_field = Field.parse(draw.field)
    except FieldError as error:
        found.append(Deviation(Code.FIELD, draw.where, Message("FIELD: %(error)s.", error=sentence(error))))
        return
    faults = list(_field(content, draw, drawn_field))
    found += faults
    holdings = holdings_at(content, draw) if draw.annulled is None and draw.stage is not DrawStage.LOT else None
    if holdings is not None:
        wrong = list(_members(draw, drawn_field, holdings))
        found += wrong
        holdings = None if wrong else holdings
    if drawn_field.total > len(content.cards) or faults:
        return  # a field that cannot be ours is not worth the time
    try:
        drawn = psd1.carry_out(drawn_field, draw.secret, draw.public)
    except DrawError as error:
        found.append(
            Deviation(
                Code.RESULT,
                draw.where,
                Message(gettext_noop("Die Auslosung lässt sich nicht wiederholen: %(error)s."), error=sentence(error)),
            )
        )
        return
    found += _result(draw, drawn)
    replayed.fields[draw.number] = drawn_field
    replayed.orders[draw.number] = drawn.order
    if holdings is None and draw.stage is not DrawStage.LOT:
        holdings = holdings_from_steps(content, draw, drawn)
    _steps(draw, drawn, holdings or {}, replayed)


def _public(draw: StoredDraw, public: str) -> Iterator[Deviation]:
    try:
        written = psd1.parse_public(public)
    except DrawError as error:
        yield Deviation(Code.PUBLIC, draw.where, Message("PUBLIC: %(error)s.", error=sentence(error)))
        return
    if written != public:
        yield Deviation(
            Code.PUBLIC,
            draw.where,
            Message(
                gettext_noop("PUBLIC „%(public)s“ wird „%(written)s“ geschrieben."), public=public, written=written
            ),
        )


def _field(content: Content, draw: StoredDraw, drawn: Field) -> Iterator[Deviation]:
    if drawn.id != content.settings.psd1_id:
        yield Deviation(Code.FIELD, draw.where, Message(gettext_noop("FIELD gehört zu „%(id)s“."), id=drawn.id))
    if draw.numbers not in (None, drawn.numbers):
        yield Deviation(
            Code.NUMBERS,
            draw.where,
            Message(
                gettext_noop("FIELD hat %(numbers)s Nummern, nicht %(numbers_2)s."),
                numbers=drawn.numbers,
                numbers_2=draw.numbers,
            ),
        )
    if drawn.round != draw.number:
        yield Deviation(
            Code.FIELD, draw.where, Message(gettext_noop("FIELD ist das der Auslosung %(round)s."), round=drawn.round)
        )
    if drawn.mode not in _MODES.get(draw.method, ()):
        yield Deviation(
            Code.DRAW_METHOD,
            draw.where,
            Message(
                gettext_noop("„%(method)s“ wird nicht als „%(mode)s“ gezogen."), method=draw.method, mode=drawn.mode
            ),
        )
    elif draw.method is Method.TWO_POT:
        late_without_byes = draw.round > 1 and drawn.total == drawn.numbers
        if (drawn.mode is Mode.TWOPOT_MULTIFIRST) != late_without_byes:
            text = Message(gettext_noop("„twopot-multifirst“ gilt genau in späteren Runden ohne Freilose."))
            yield Deviation(Code.DRAW_METHOD, draw.where, text)
    if drawn.mode is Mode.UNIFORM and fair.too_costly(cards for _, cards in drawn.people):
        yield Deviation(
            Code.DRAW_METHOD,
            draw.where,
            Message(gettext_noop("Mit dieser Verteilung der Karten wird „fair“ nicht ausgelost.")),
        )


def _members(draw: StoredDraw, drawn: Field, holdings: Holdings) -> Iterator[Deviation]:
    """FIELD against the cards that were to be drawn."""
    named, true = dict(drawn.people), {start: len(cards) for start, cards in holdings.items()}
    for start in sorted(named.keys() | true.keys()):
        if named.get(start, 0) != true.get(start, 0):
            text = Message(
                gettext_noop("FIELD gibt Startnummer %(start)s %(start_2)s Karten, es waren %(start_3)s."),
                start=start,
                start_2=named.get(start, 0),
                start_3=true.get(start, 0),
            )
            yield Deviation(Code.FIELD_MEMBERS, draw.where, text)


def _result(draw: StoredDraw, drawn: Drawn) -> Iterator[Deviation]:
    if draw.result == drawn.result:
        return
    lines = zip_longest((draw.result or "").split("\n"), drawn.result.split("\n"), fillvalue="(nichts)")
    stored, true = next((pair for pair in lines if pair[0] != pair[1]), ("", ""))
    text = Message(
        gettext_noop("RESULT folgt nicht aus FIELD, Geheimnis und PUBLIC: „%(stored)s“ statt „%(true)s“."),
        stored=stored[:40],
        true=true,
    )
    yield Deviation(Code.RESULT, draw.where, text)


def _steps(draw: StoredDraw, drawn: Drawn, holdings: Holdings, replayed: Replayed) -> None:
    """Compare what was shown; note which cards meet."""
    numbers = {(start, k): card for start, cards in holdings.items() for k, card in enumerate(cards, start=1)}
    try:
        true = psd1.map_steps(drawn, numbers)
        if draw.stage is not DrawStage.LOT:
            replayed.matches[draw.number] = {
                **{each.number: (numbers[each.left], numbers[each.right]) for each in drawn.matches},
                **{each.number: (numbers[each.card], None) for each in drawn.byes},
            }
    except KeyError:
        replayed.deviations.append(
            Deviation(Code.STEPS, draw.where, Message(gettext_noop("Die Schritte passen nicht zu den Karten.")))
        )
        return
    if true != draw.steps:
        at = next((i for i, pair in enumerate(zip_longest(true, draw.steps), start=1) if pair[0] != pair[1]), 0)
        replayed.deviations.append(
            Deviation(Code.STEPS, draw.where, Message(gettext_noop("Schritt %(at)s ist nicht der gezogene."), at=at))
        )


# --- seals ------------------------------------------------------------------------------------


def check_chains(content: Content) -> list[Deviation]:
    """The seals as such: their order, their length, and s0 where it is told."""
    found: list[Deviation] = []
    chains = content.settings.chains
    firsts = [chain.first_draw for chain in chains]
    if not chains or firsts[0] != 1 or sorted(set(firsts)) != firsts:
        found.append(
            Deviation(
                Code.SEAL,
                "tournament.psd1",
                Message(gettext_noop("Die Siegel beginnen bei Auslosung 1 und folgen aufeinander.")),
            )
        )
    if firsts and firsts[-1] > len(content.draws) + 1:
        found.append(
            Deviation(
                Code.SEAL,
                "tournament.psd1",
                Message(gettext_noop("Ein Siegel beginnt erst nach der nächsten Auslosung.")),
            )
        )
    for chain in chains:
        where = f"tournament.psd1.chains[{chain.first_draw}]"
        if chain.length != CHAIN_LENGTH:
            found.append(
                Deviation(
                    Code.SEAL,
                    where,
                    Message(gettext_noop("Eine Kette hat %(chain_length)s Glieder."), chain_length=CHAIN_LENGTH),
                )
            )
        if chain.s0 is not None and psd1.seal_of(chain.s0) != chain.seal:
            found.append(
                Deviation(Code.SEAL, where, Message(gettext_noop("Der Anfang der Kette führt nicht zum Siegel.")))
            )
    return found
