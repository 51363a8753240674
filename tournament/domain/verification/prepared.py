"""A draw that is prepared but not made: its FIELD, and that no secret of a draw to come is told anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tournament.domain import psd1
from tournament.domain.messages import Message, gettext_noop, sentence
from tournament.domain.psd1 import Field, FieldError, Mode
from tournament.domain.terms import CardState

from .content import Content
from .deviation import Code, Deviation
from .schema import ARCHIVE, DrawStage, TournamentState
from .stored import Json

_HEX = re.compile(r"[0-9a-f]{64}")
_MOST_LOOKED_AT = 1000
"""Hashing each forward to the seal takes a moment; an honest file has a few per draw at most."""


def check(archive: Json, content: Content) -> list[Deviation]:
    """All that is wrong with a prepared draw, and secrets that are told too early."""
    return [*_field(archive.get("prepared_draw"), content), *_told_too_early(archive, content)]


def _field(prepared: Json | None, content: Content) -> Iterator[Deviation]:
    if prepared is None:
        return
    where = "prepared_draw"
    number = len(content.draws) + 1
    try:
        field = Field.parse(prepared["field"])
    except FieldError as error:
        yield Deviation(Code.PREPARED_DRAW, where, Message("FIELD: %(error)s.", error=sentence(error)))
        return
    stages = {Mode.LOT: (DrawStage.LOT,), Mode.UNIFORM: (DrawStage.MAIN, DrawStage.PLACES)}
    if prepared.get("stage", field.mode) not in (*stages.get(field.mode, (DrawStage.MAIN,)), field.mode):
        yield Deviation(
            Code.PREPARED_DRAW,
            where,
            Message(
                gettext_noop("mode=%(mode)s passt nicht zu „%(prepared)s“."),
                mode=field.mode,
                prepared=prepared["stage"],
            ),
        )
    if prepared.get("stage") == DrawStage.MAIN:
        awaited = 1 + max(content.main_rounds, default=0)
        if prepared.get("round", awaited) != awaited:
            yield Deviation(
                Code.PREPARED_DRAW,
                where,
                Message(gettext_noop("Die nächste Runde ist die %(awaited)s."), awaited=awaited),
            )
        playing = [card.number for card in content.cards.values() if card.state is CardState.IN]
        holdings = content.by_owner(playing, len(content.draws))
        if dict(field.people) != {start: len(cards) for start, cards in holdings.items()}:
            yield Deviation(
                Code.PREPARED_DRAW,
                where,
                Message(gettext_noop("FIELD nennt nicht genau die Karten, die noch im Spiel sind.")),
            )
    if content.settings.state not in (TournamentState.CLOSED, TournamentState.RUNNING):
        yield Deviation(
            Code.PREPARED_DRAW, where, Message(gettext_noop("Vorbereitet wird nur zwischen Verkauf und Ende."))
        )
    if (prepared["number"], field.round, field.id) != (number, number, content.settings.psd1_id):
        text = Message(
            gettext_noop("Die nächste Auslosung ist die %(number)s. von „%(psd1_id)s“."),
            number=number,
            psd1_id=content.settings.psd1_id,
        )
        yield Deviation(Code.PREPARED_DRAW, where, text)


def _told_too_early(archive: Json, content: Content) -> Iterator[Deviation]:
    """A running tournament may tell its secrets only up to its last draw, unless it tells s0 itself."""
    chains = content.settings.chains
    chain = max(chains, key=lambda each: each.first_draw, default=None)
    if chain is None or chain.s0 is not None or content.settings.state is TournamentState.FINISHED:
        return
    revealed = len(content.draws) - chain.first_draw + 1
    for where, text in list(_hex_texts(archive))[:_MOST_LOOKED_AT]:
        element = text
        for steps in range(1, psd1.CHAIN_LENGTH + 1):
            element = psd1.make_chain_element(element, 1)
            if element == chain.seal:
                if steps > revealed:
                    yield Deviation(
                        Code.SECRET_REVEALED,
                        where,
                        Message(gettext_noop("Hier steht das Geheimnis einer künftigen Auslosung.")),
                    )
                break


def _hex_texts(archive: Json) -> Iterator[tuple[str, str]]:
    """64 hex digits wherever they have no meaning of their own."""
    for name, value in archive.items():
        if name not in ARCHIVE.keys or name == "tournament":
            yield from ((name, text) for text in _texts(value) if _HEX.fullmatch(text))
    for entry in archive["journal"]:
        told = [*_texts(entry["before"]), *_texts(entry["after"])]
        yield from ((f"journal {entry['number']}", text) for text in told if _HEX.fullmatch(text))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
