"""From the archive to rows: the reverse of `queries.archives`, one function per list of the file.

What only our own files carry may be missing in the file of another program; then it gets a plain default.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import DateTimeField
from django.utils.translation import gettext as _

from tournament.domain.archive import ArchiveError
from tournament.domain.psd1 import Field
from tournament.models import (
    Draw,
    EntryCard,
    Format,
    GameTable,
    Match,
    Person,
    Scope,
    ScopeVersion,
    SealChain,
    Side,
    Tournament,
)
from tournament.queries.archives import OTHER_SETTINGS

from . import archive_events, archive_phones
from .archive_keys import Keys, bulk, moment, moment_or_now, require_fits
from .tournaments import settings_problems

Entry = Mapping[str, Any]
#: Settings of the archive's fixed part that are stored as they are.
PLAIN_SETTINGS = (
    "slug", "name", "state", "format", "cards_offered", "numbers", "max_cards_per_person", "bummerl_to_win",
    "bummerl_overrides", "method", "fixed_bracket", "prize_policy",
)  # fmt: skip


def store(archive: Entry) -> Tournament:
    """Store a verified archive, inside a transaction. ArchiveError names what does not fit into this installation."""
    tournament = _tournament(archive["tournament"])
    keys = Keys(tournament)
    keys.people = {p.start_number: p for p in bulk([_person(tournament, each) for each in archive["people"]])}
    keys.cards = {card.number: card for card in bulk([_card(keys, each) for each in archive["cards"]])}
    keys.draws = {draw.number: draw for draw in bulk([_draw(tournament, each) for each in archive["draws"]])}
    tables = [GameTable(tournament=tournament, **each) for each in archive.get("tables", [])]
    keys.tables = {table.number: table for table in bulk(tables)}
    keys.matches = {match.serial: match for match in bulk(_matches(keys, archive))}
    for name, make in archive_events.EVENTS.items():
        bulk([make(keys, each, position) for position, each in enumerate(archive.get(name, []), start=1)])
    for name, make_one in (
        ("prepared_draw", archive_events.prepared_draw),
        ("hand_draw", archive_events.hand_draw),
    ):
        if archive.get(name):
            bulk([make_one(keys, archive[name])])
    archive_phones.store(keys, archive)
    return tournament


def _tournament(given: Entry) -> Tournament:
    """The settings, their versions for the pages, and the chains as far as the file has them."""
    row = Tournament(
        **{name: given[name] for name in PLAIN_SETTINGS}, card_price=Decimal(given["card_price"]), psd1_id=given["psd1"]["id"],
        rules_preset=given["rules"]["preset"], rules_changed=given["rules"]["changed"],
    )  # fmt: skip
    for name in OTHER_SETTINGS:
        is_time = isinstance(Tournament._meta.get_field(name), DateTimeField)
        if name in given:
            setattr(row, name, moment(given[name]) if is_time else given[name])
    row.created_at = row.created_at or moment_or_now(None)
    require_fits(row)
    row.clean_fields(exclude=["id"])
    if problems := settings_problems(row):
        raise ArchiveError(
            _("Das Archiv kann nicht übernommen werden: %(why)s") % {"why": "; ".join(each.text for each in problems)}
        )
    row.save(force_insert=True)
    bulk([ScopeVersion(tournament=row, scope=scope) for scope in Scope])
    bulk([SealChain(tournament=row, **chain) for chain in given["psd1"]["chains"]])
    return row


def _person(tournament: Tournament, e: Entry) -> Person:
    person = Person(
        tournament=tournament, start_number=e["start_number"], name=e["name"], place=e["place"] or "", club=e["club"] or "",
        categories=e["categories"], public=e["public"], withdrawn=e["withdrawn"], members=e.get("members", []),
        note=e.get("note") or "", phone=e.get("phone") or "", created_at=moment_or_now(e.get("created_at")),
    )  # fmt: skip
    person.refresh_keys()
    return person


def _card(keys: Keys, e: Entry) -> EntryCard:
    return EntryCard(
        tournament=keys.tournament, number=e["number"], owner=keys.people[e["start_number"]], state=e["state"],
        sold_at=moment_or_now(e["sold_at"]), price=Decimal(e["price"]),
    )  # fmt: skip


def _draw(tournament: Tournament, e: Entry) -> Draw:
    annulled = e["annulled"] or {"reason": "", "by": "", "at": None}
    return Draw(
        tournament=tournament, number=e["number"], round=e["round"], numbers=e.get("numbers") or _numbers_of_draw(e),
        stage=e["stage"], method=e["method"], place=e["place"], field=e["field"], secret=e["secret"], public=e["public"],
        result=e["result"], check_sum=e["check"], steps=e["steps"], by=e["by"], at=moment_or_now(e["at"]),
        annulled_reason=annulled["reason"], annulled_by=annulled["by"], annulled_at=moment(annulled["at"]),
    )  # fmt: skip


def _numbers_of_draw(e: Entry) -> int:
    """As FIELD says; by hand each pot holds half, and the left one is always emptied."""
    if e["field"] is not None:
        return int(Field.parse(str(e["field"])).numbers)
    return 2 * len([step for step in e["steps"] if step[0] == "left"])


def _matches(keys: Keys, archive: Entry) -> list[Match]:
    rows = [_match(keys, each, None) for each in archive["matches"]]
    for draw in archive["draws"]:
        if draw["annulled"]:
            rows += [_match(keys, each, keys.draws[draw["number"]]) for each in draw["annulled"]["matches"]]
    return sorted(rows, key=lambda match: match.serial)


def _match(keys: Keys, e: Entry, annulled_with: Draw | None) -> Match:
    tournament = keys.tournament
    draw = None if e["draw"] is None else keys.draws[e["draw"]]
    winner = None if e["winner"] is None else Side.LEFT if e["winner"] == e["left"] else Side.RIGHT
    score_left, score_right = e["score"] or (None, None)
    table = e.get("table")
    match = Match(
        tournament=tournament, serial=e["id"], draw=draw, round=e["round"], numbers=e.get("numbers") or _numbers(tournament, draw, e),
        stage=e["stage"], number=e["number"], bummerl_to_win=e.get("bummerl_to_win", tournament.bummerl_to_win),
        outcome=e["outcome"], winner_side=winner, score_left=score_left, score_right=score_right, bummerl=e["bummerl"],
        findings=e.get("findings", []), override_reason=e.get("override_reason") or "", earlier=e["earlier"],
        reported_by=e["reported_by"] or "", decided_at=moment(e["at"]), table=None if table is None else keys.tables[table],
        called_at=moment(e.get("called_at")), started_at=moment(e.get("started_at")),
        missing_side=e.get("missing") if e.get("missing") in Side.values else None,
        annulled_with=annulled_with,
        created_at=moment_or_now(e.get("created_at") or e["at"] or (draw.at.isoformat() if draw else None)), version=e.get("version", 1),
    )  # fmt: skip
    if tournament.format == Format.CARDS:
        match.left_card, match.right_card = keys.card(e["left"]), keys.card(e["right"])
    else:
        match.left_person, match.right_person = keys.person(e["left"]), keys.person(e["right"])
    return match


def _numbers(tournament: Tournament, draw: Draw | None, e: Entry) -> int:
    """The size of the match's main round, by the conventions of the archive."""
    if e["stage"] != "main":
        return 4 if e["stage"] == "place3" else 8
    if draw is None:
        return 2
    later = e["round"] - draw.round if tournament.fixed_bracket else 0
    return max(2, draw.numbers >> later)
