"""Every sheet that can be printed: where its content is read, and what sets it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.translation import gettext as _

from tournament.domain.sheets import Options, SheetName
from tournament.queries import (
    printed_announcement,
    printed_cards,
    printed_cash,
    printed_draw,
    printed_prize_list,
    printed_prizes,
    printed_results,
    printed_round,
    printed_slips,
    printed_start_list,
    printed_tree,
    printed_trouble,
)  # fmt: skip
from tournament.queries.printing import Imprint, NothingToPrint, Prepared, printed_parts
from tournament.services.sellers import desk_of

from . import (
    announcement,
    cards,
    cash_close,
    certificates,
    draw_sheet,
    prize_list,
    protocol,
    receipts,
    results,
    round_result,
    rules,
    slips,
    start_list,
    table_cards,
    tree,
    trouble,
)  # fmt: skip
from .sheet import Progress

if TYPE_CHECKING:
    from tournament.models import Tournament

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class SheetKind:
    """A sheet: `load` reads its content (raising NothingToPrint), `render` sets it.

    A content with a tuple `pieces`, each with a text `key`, can be printed piece by piece (`Options.changed`).
    `resolve` fills in what was not chosen (the present round), so that equal sheets get equal keys. `choices`: the
    options that mean something here.
    """

    load: Callable[[Tournament, Options], Any]
    render: Callable[[Imprint, Any, Progress], bytes]
    choices: frozenset[str] = frozenset()
    resolve: Callable[[Tournament, Options], Options] = lambda tournament, options: options


_CHANGED = frozenset({"changed"})
_PERSON = frozenset({"person", "changed"})
_SLIPS = frozenset({"round", "match", "changed"})
_DRAW = frozenset({"round", "draw"})
_ROUND = frozenset({"round"})
#: What is built, in any order; a name that is missing here cannot be printed yet.
KINDS: Mapping[SheetName, SheetKind] = {
    SheetName.ANNOUNCEMENT: SheetKind(printed_announcement.printed_announcement, announcement.render),
    SheetName.RULES: SheetKind(printed_announcement.printed_rules, rules.render),
    SheetName.START_LIST: SheetKind(printed_start_list.printed_start_list, start_list.render),
    SheetName.CARDS: SheetKind(printed_cards.printed_cards, cards.render, _PERSON),
    SheetName.DRAW: SheetKind(printed_draw.printed_draw, draw_sheet.render, _DRAW, printed_draw.resolve),
    SheetName.SLIPS: SheetKind(printed_slips.printed_slips, slips.render, _SLIPS, printed_slips.resolve),
    SheetName.TABLE_CARDS: SheetKind(printed_cards.printed_tables, table_cards.render, _CHANGED),
    SheetName.ROUND: SheetKind(printed_round.printed_round, round_result.render, _ROUND, printed_round.resolve),
    SheetName.TREE: SheetKind(printed_tree.printed_tree, tree.render, frozenset({"paper"}), printed_tree.resolve),
    SheetName.PRIZES: SheetKind(printed_prize_list.printed_prize_list, prize_list.render),
    SheetName.RECEIPTS: SheetKind(printed_prizes.won_prizes, receipts.render, _PERSON),
    SheetName.CERTIFICATES: SheetKind(printed_prizes.won_prizes, certificates.render, _PERSON),
    SheetName.CASH: SheetKind(partial(printed_cash.printed_cash, desk_of=desk_of), cash_close.render),
    SheetName.RESULTS: SheetKind(printed_results.printed_results, results.render),
    SheetName.PROTOCOL: SheetKind(printed_draw.printed_protocol, protocol.render, _DRAW, printed_draw.resolve),
    SheetName.TROUBLE: SheetKind(printed_trouble.printed_trouble, trouble.render),
}


def prepare(
    tournament: Tournament, sheet: SheetName, options: Options | None = None, progress: Progress | None = None
) -> Prepared:
    """Read a sheet's content in the paper's language; raises NothingToPrint with what must happen first."""
    kind = KINDS[sheet]
    chosen = (options or Options()).chosen()
    allowed = Options(**{name: value for name, value in chosen.items() if name in kind.choices})  # type: ignore[arg-type]
    reader = translation.get_language()
    with translation.override(tournament.paper_language):
        try:
            resolved = kind.resolve(tournament, allowed)
            content = kind.load(tournament, resolved)
        except NothingToPrint:
            with translation.override(reader):  # the reason is for whoever looks at the page, not for the paper
                kind.load(tournament, kind.resolve(tournament, allowed))
            raise
        parts = parts_of(content)
        if resolved.changed:
            printed = printed_parts(tournament, sheet)
            content = replace(
                content, pieces=tuple(piece for piece in content.pieces if printed.get(piece.key) != parts[piece.key])
            )
            if not content.pieces:
                with translation.override(reader):
                    raise NothingToPrint(_("Alles ist schon so gedruckt, wie es jetzt ist."))
            parts = parts_of(content)

    def render(imprint: Imprint) -> bytes:
        with translation.override(imprint.language):
            return kind.render(imprint, content, progress or _silent)

    return Prepared(sheet, resolved, fingerprint(content), parts, render)


def fingerprint(content: object) -> str:
    """Equal contents have equal fingerprints: SHA-256 of how Python writes the dataclass down."""
    return hashlib.sha256(repr(content).encode()).hexdigest()


def parts_of(content: object) -> dict[str, str]:
    """The pieces that can be printed alone: key -> first digits of the fingerprint."""
    return {piece.key: fingerprint(piece)[:_DIGITS] for piece in getattr(content, "pieces", ())}


def _silent(done: int, total: int) -> None:
    """Progress nobody asked for."""
