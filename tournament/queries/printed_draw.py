"""A draw on paper: the sheet that hangs on the wall, and the protocol that proves it."""

from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.domain.sheets import Options
from tournament.models import Draw, DrawStage, Tournament

from . import checker
from .draw_shown import (
    Holder,
    LastHashes,
    Meeting,
    NameLine,
    ShownDraw,
    StepLine,
    by_name,
    last_hashes,
    shown,
    step_lines,
)
from .draws import DrawRow, draw_rows
from .printing import NothingToPrint


@dataclass(frozen=True, slots=True)
class Annulled:
    """A draw that does not count, and why."""

    number: int
    title: str
    by: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class DrawHead:
    """What was drawn, how, by whom. `kind`: `pots`, `pairs` or `lot`; `place`: first place of a lot; `annulled`: None while it counts."""

    number: int
    title: str
    method: str
    kind: str
    numbers: int
    cards: int
    people: int
    by: str
    at: datetime
    check: str
    public: str
    place: int
    annulled: Annulled | None


@dataclass(frozen=True, slots=True)
class PersonLines:
    """Everything a person has to play, card by card."""

    person: Holder
    lines: tuple[NameLine, ...]


@dataclass(frozen=True, slots=True)
class PrintedDraw:
    """The draw sheet. `order`: who was drawn, one after the other, in a lot; `link`: for the code with which everybody can
    recompute it, "" where there is none.

    `last` changes with every entry of the journal, this printout's too: it says nothing about whether the sheet still holds.
    """

    head: DrawHead
    meetings: tuple[Meeting, ...]
    people: tuple[PersonLines, ...]
    order: tuple[Holder, ...]
    last: LastHashes = field(repr=False)
    link: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody needs to recompute the draw; all "" for a draw by hand. `link` fits a QR code and fills in the guest's page,
    or leads to where one touch does; `address` is that page."""

    seal: str
    first_draw: int
    hashes: int
    field: str
    field_hash: str
    secret: str
    key: str
    result: str
    check: str
    link: str
    address: str


@dataclass(frozen=True, slots=True)
class PrintedProtocol:
    """The protocol of a draw. `order`: in which order people drew; `steps`: every number that was drawn, redraws and voids too."""

    slug: str
    head: DrawHead
    proof: Proof
    byes: int
    self_meetings: int
    redraws: int
    order: tuple[Holder, ...]
    steps: tuple[StepLine, ...]
    annulled: tuple[Annulled, ...]
    last: LastHashes = field(repr=False)


def resolve(tournament: Tournament, options: Options) -> Options:
    """The draw that is meant: the one chosen, that of the chosen round, else the last one that counts. One query at most."""
    if options.draw is not None:
        return Options(draw=options.draw)
    rows = tournament.draws.filter(annulled_at=None).order_by("-number")
    if options.round is not None:
        rows = rows.filter(stage=DrawStage.MAIN, round=options.round)
    number = rows.values_list("number", flat=True).first()
    return Options(round=options.round) if number is None else Options(draw=number)


def printed_draw(tournament: Tournament, options: Options) -> PrintedDraw:
    """Seven queries, whatever the size."""
    draw = _found(tournament, options)
    lines = groupby(by_name(draw), key=lambda line: line.holder.start_number)
    people = tuple(_person(tuple(group)) for _start, group in lines)
    order = draw.order if draw.kind == "lot" else ()
    link = checker.code_for(tournament, draw.row.number, draw.checker_link)
    return PrintedDraw(_head(draw), draw.meetings, people, order, last_hashes(tournament), link)


def printed_protocol(tournament: Tournament, options: Options) -> PrintedProtocol:
    """Eight queries, whatever the size."""
    draw = _found(tournament, options)
    # The order is a list of its own; in a lot it is all there is.
    steps = () if draw.kind == "lot" else tuple(line for line in step_lines(draw) if line.kind != "order")
    annulled = tuple(found for row in draw_rows(tournament) if (found := _annulled(row, row.title)) is not None)
    return PrintedProtocol(
        slug=tournament.slug, head=_head(draw), proof=_proof(tournament, draw), byes=len(draw.byes),
        self_meetings=len(draw.self_meetings), redraws=draw.redraws, order=draw.order, steps=steps, annulled=annulled,
        last=last_hashes(tournament),
    )  # fmt: skip


def _found(tournament: Tournament, options: Options) -> ShownDraw:
    if options.draw is None:
        if options.round is not None:
            raise NothingToPrint(_("In Runde %(round)s wurde nicht gelost.") % {"round": options.round})
        raise NothingToPrint(_("Noch ist nichts ausgelost."))
    draw = shown(tournament, options.draw)
    if draw is None:
        raise NothingToPrint(_("Auslosung %(number)s gibt es nicht.") % {"number": options.draw})
    return draw


def _head(draw: ShownDraw) -> DrawHead:
    row = draw.row
    cards = len(draw.order) if draw.kind == "lot" else len(draw.holders)
    return DrawHead(
        number=row.number, title=draw.title, method=draw.method, kind=draw.kind, numbers=row.numbers, cards=cards,
        people=len(draw.people), by=row.by, at=row.at, check=row.check_sum or "", public=row.public or "", place=row.place or 1,
        annulled=_annulled(row, draw.title),
    )  # fmt: skip


def _annulled(row: DrawRow | Draw, title: str) -> Annulled | None:
    """Of a draw or a line of the list of draws."""
    if row.annulled_at is None:
        return None
    return Annulled(row.number, title, row.annulled_by, row.annulled_at, row.annulled_reason)


def _person(lines: tuple[NameLine, ...]) -> PersonLines:
    holder = lines[0].holder
    in_order = sorted(lines, key=lambda line: (line.number, line.holder.card))
    return PersonLines(Holder(0, holder.start_number, holder.name, holder.place), tuple(in_order))


def _proof(tournament: Tournament, draw: ShownDraw) -> Proof:
    row, chain = draw.row, draw.chain
    address = checker.page_address(tournament)
    if row.field is None or row.secret is None:
        return Proof("", 1, 0, "", "", "", "", "", "", "", address)
    return Proof(
        seal=chain.seal if chain else "", first_draw=chain.first_draw if chain else 1, hashes=draw.hashes_to_seal, field=row.field,
        field_hash=draw.field_hash, secret=row.secret, key=draw.key, result=row.result or "", check=row.check_sum or "",
        link=checker.code_for(tournament, row.number, draw.checker_link), address=address,
    )  # fmt: skip
