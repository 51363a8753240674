"""A whole tournament as its archive: everything that is not derivable, in the order the format fixes."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any

from tournament.domain.archive import FORMAT, VERSION, digest_of, hash_of, money_text, time_text
from tournament.models import CashEntry, Draw, JournalEntry, Match, State, Tournament

from . import archive_phones

#: Settings after those whose place the format fixes, as the model orders them.
OTHER_SETTINGS = (
    "starts_at", "venue", "organiser", "purpose", "notes", "card_word", "bummerl_word", "match_word", "play_place3",
    "play_place5", "play_place7", "extra_rankings_exempt", "tie_policy", "rebuy", "rebuy_limit", "rebuy_until_round",
    "rebuy_open", "lives", "three_way_final", "rounds", "standings_criteria", "phone_results_count_at_once",
    "no_show_minutes", "sponsors_text", "published", "paper_language", "public_address",
    "created_at",
)  # fmt: skip
#: Matches as rows: everything the archive needs in one query.
MATCH_PEOPLE = ("left_card", "right_card", "left_person", "right_person", "draw", "table")


def archive(tournament: Tournament, *, with_secret: bool = False) -> dict[str, Any]:
    """The archive of a tournament; s0 only when it is finished or `with_secret`. The number of queries is fixed."""
    finished = tournament.state == State.FINISHED
    annulled, live = _matches(tournament)
    cash = [_cash(entry) for entry in tournament.cash.order_by("number")]
    whole: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "tournament": _settings(tournament, show_secret=finished or with_secret),
        "people": _people(tournament),
        "cards": _cards(tournament),
        "draws": [_draw(draw, annulled[draw.pk]) for draw in tournament.draws.order_by("number")],
        "matches": live,
        "places": _places(tournament),
        "prizes": _prizes(tournament),
        "cash": cash,
        "cash_totals": cash_totals(cash),
        "rebuys": _rebuys(tournament),
        "exchanges": _exchanges(tournament),
        "withdrawals": _withdrawals(tournament),
        "card_moves": _card_moves(tournament),
        "reservations": _reservations(tournament),
        "play_offs": _play_offs(tournament),
        "cash_counts": _cash_counts(tournament),
        "sellers": list(tournament.sellers.order_by("number").values("number", "name", "cards")),
        "tables": list(tournament.tables.order_by("number").values("number", "out_of_order")),
        "prepared_draw": _prepared(tournament),
        "hand_draw": _hand_draw(tournament),
        "tallies": archive_phones.tallies(tournament),
        "phone_reports": archive_phones.phone_reports(tournament),
        "journal": [_journal(entry) for entry in tournament.journal.order_by("number")],
        "digest": "",
    }
    whole["digest"] = digest_of(whole)
    return whole


def in_order(value: Any) -> Any:
    """JSON with sorted keys: PostgreSQL keeps objects in an order of its own."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


def plain(value: Any) -> Any:
    """A model's value as the archive writes it."""
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, Decimal):
        return money_text(value)
    return in_order(value)


def cash_totals(cash: Iterable[dict[str, Any]]) -> dict[str, dict[str, str]]:
    """Totals by kind and by desk of cash entries in archive form."""
    by_kind: dict[str, Decimal] = defaultdict(Decimal)
    by_desk: dict[str, Decimal] = defaultdict(Decimal)
    for entry in cash:
        by_kind[entry["kind"]] += Decimal(entry["amount"])
        by_desk[entry["desk"]] += Decimal(entry["amount"])
    return {
        "by_kind": {kind: money_text(by_kind[kind]) for kind in sorted(by_kind)},
        "by_desk": {desk: money_text(by_desk[desk]) for desk in sorted(by_desk)},
    }


def _settings(t: Tournament, *, show_secret: bool) -> dict[str, Any]:
    chains = [
        {"first_draw": c.first_draw, "seal": c.seal, "length": c.length, "s0": c.s0 if show_secret else None}
        for c in t.chains.order_by("first_draw")
    ]
    fixed = {
        "slug": t.slug, "name": t.name, "state": t.state, "format": t.format, "cards_offered": t.cards_offered, "numbers": t.numbers,
        "max_cards_per_person": t.max_cards_per_person, "card_price": money_text(t.card_price), "bummerl_to_win": t.bummerl_to_win,
        "bummerl_overrides": in_order(t.bummerl_overrides), "rules": {"preset": t.rules_preset, "changed": in_order(t.rules_changed)},
        "method": t.method, "fixed_bracket": t.fixed_bracket, "prize_policy": t.prize_policy,
    }  # fmt: skip
    others = {name: plain(getattr(t, name)) for name in OTHER_SETTINGS}
    return fixed | others | {"psd1": {"id": t.psd1_id, "chains": chains}}


def _people(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "start_number": p.start_number,
            "name": p.name,
            "place": p.place,
            "club": p.club,
            "categories": p.categories,
            "public": p.public,
            "withdrawn": p.withdrawn,
            "members": p.members,
            "note": p.note,
            "phone": p.phone,
            "created_at": time_text(p.created_at),
        }  # fmt: skip
        for p in t.people.order_by("start_number")
    ]


def _cards(t: Tournament) -> list[dict[str, Any]]:
    rows = t.cards.order_by("number").values_list("number", "owner__start_number", "state", "sold_at", "price")
    return [
        {"number": number, "start_number": owner, "state": state, "sold_at": time_text(at), "price": money_text(price)}
        for number, owner, state, at, price in rows
    ]


def _matches(t: Tournament) -> tuple[dict[int, list[dict[str, Any]]], list[dict[str, Any]]]:
    annulled: dict[int, list[dict[str, Any]]] = defaultdict(list)
    live = []
    for match in t.matches.select_related(*MATCH_PEOPLE).order_by("serial"):
        if match.annulled_with_id is None:
            live.append(_match(match))
        else:
            annulled[match.annulled_with_id].append(_match(match))
    return annulled, live


def _match(m: Match) -> dict[str, Any]:
    left = m.left_card.number if m.left_card else m.left_person.start_number if m.left_person else None
    right = m.right_card.number if m.right_card else m.right_person.start_number if m.right_person else None
    return {
        "id": m.serial, "draw": m.draw.number if m.draw else None, "round": m.round, "stage": m.stage, "number": m.number,
        "left": left, "right": right, "outcome": m.outcome,
        "winner": left if m.winner_side == "left" else right if m.winner_side == "right" else None,
        "score": None if m.score_left is None or m.score_right is None else [m.score_left, m.score_right],
        "bummerl": m.bummerl, "reported_by": m.reported_by, "at": time_text(m.decided_at) if m.decided_at else None,
        "earlier": in_order(m.earlier), "findings": in_order(m.findings), "override_reason": m.override_reason,
        "numbers": m.numbers, "bummerl_to_win": m.bummerl_to_win, "created_at": time_text(m.created_at),
        "called_at": time_text(m.called_at) if m.called_at else None, "started_at": time_text(m.started_at) if m.started_at else None,
        "version": m.version, "table": m.table.number if m.table else None, "missing": m.missing_side,
    }  # fmt: skip


def _draw(d: Draw, matches: list[dict[str, Any]]) -> dict[str, Any]:
    annulled = None
    if d.annulled_at is not None:
        annulled = {
            "reason": d.annulled_reason,
            "by": d.annulled_by,
            "at": time_text(d.annulled_at),
            "matches": matches,
        }
    return {
        "number": d.number, "round": d.round, "stage": d.stage, "method": d.method, "place": d.place, "field": d.field,
        "secret": d.secret, "public": d.public, "result": d.result, "check": d.check_sum, "steps": d.steps, "annulled": annulled,
        "by": d.by, "at": time_text(d.at), "numbers": d.numbers,
    }  # fmt: skip


def _places(t: Tournament) -> list[dict[str, Any]]:
    rows = t.places.order_by("place", "card__number").values_list(
        "place", "shared_until", "card__number", "person__start_number", "settled_by"
    )
    names = ("place", "shared_until", "card", "start_number", "settled_by")
    return [dict(zip(names, row, strict=True)) for row in rows]


def _prizes(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "ranking": p.ranking,
            "place": p.place,
            "description": p.description,
            "value": None if p.value is None else money_text(p.value),
            "sponsor": p.sponsor,
            "winner": p.winner.start_number if p.winner else None,
            "reason": {"place": p.reason_place, "card": p.reason_card.number} if p.reason_card else None,
            "handed_out_at": time_text(p.handed_out_at) if p.handed_out_at else None,
            "handed_out_by": p.handed_out_by,
            "shared_with": p.shared_with,
        }  # fmt: skip
        for p in t.prizes.select_related("winner", "reason_card")
    ]


def _cash(entry: CashEntry) -> dict[str, Any]:
    record = {
        "number": entry.number, "at": time_text(entry.at), "kind": entry.kind, "amount": money_text(entry.amount),
        "desk": entry.desk, "text": entry.text, "by": entry.by, "voids": entry.voids, "prev": entry.prev,
    }  # fmt: skip
    return record | {"hash": entry.hash}


def _journal(entry: JournalEntry) -> dict[str, Any]:
    return {
        "number": entry.number, "at": time_text(entry.at), "by": entry.by, "kind": entry.kind, "subject": entry.subject,
        "before": in_order(entry.before), "after": in_order(entry.after), "reason": entry.reason, "prev": entry.prev,
        "hash": entry.hash,
    }  # fmt: skip


def _rebuys(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "at": time_text(r.at),
            "after_draw": r.after_draw,
            "card": r.card.number if r.card else None,
            "to": r.person.start_number,
            "match": r.match.serial if r.match else None,
            "before_round": r.before_round,
            "number": r.number,
            "by": r.by,
        }  # fmt: skip
        for r in t.rebuys.select_related("card", "person", "match").order_by("number")
    ]


def _exchanges(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "at": time_text(e.at),
            "after_draw": e.after_draw,
            "match": e.match.serial,
            "from": e.from_card.number,
            "to": e.to_card.number,
            "before_round": e.before_round,
            "reason": e.reason,
            "number": e.number,
            "by": e.by,
        }  # fmt: skip
        for e in t.exchanges.select_related("match", "from_card", "to_card").order_by("number")
    ]


def _withdrawals(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "at": time_text(w.at),
            "after_draw": w.after_draw,
            "cards": w.card_numbers,
            "before_round": w.before_round,
            "reason": w.reason,
            "kind": w.kind,
            "start_number": w.person.start_number if w.person else None,
            "number": w.number,
            "by": w.by,
        }  # fmt: skip
        for w in t.withdrawals.select_related("person").order_by("number")
    ]


def _card_moves(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "at": time_text(m.at),
            "after_draw": m.after_draw,
            "card": m.card.number,
            "from": m.from_person.start_number,
            "to": m.to_person.start_number,
            "reason": m.reason,
            "number": m.number,
            "by": m.by,
        }  # fmt: skip
        for m in t.card_moves.select_related("card", "from_person", "to_person").order_by("number")
    ]


def _reservations(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "number": r.number,
            "start_number": r.person.start_number,
            "cards": r.cards,
            "until": time_text(r.until) if r.until else None,
            "state": r.state,
            "made_at": time_text(r.made_at),
            "ended_at": time_text(r.ended_at) if r.ended_at else None,
        }  # fmt: skip
        for r in t.reservations.select_related("person").order_by("number")
    ]


def _play_offs(t: Tournament) -> list[dict[str, Any]]:
    return [
        {"place": p.place, "cards": p.card_numbers, "note": p.note, "by": p.by, "at": time_text(p.at)}
        for p in t.play_offs.order_by("place")
    ]


def _cash_counts(t: Tournament) -> list[dict[str, Any]]:
    return [
        {
            "number": c.number,
            "desk": c.desk,
            "coins": in_order(c.coins),
            "counted": money_text(c.counted),
            "expected": money_text(c.expected),
            "by": c.by,
            "at": time_text(c.at),
        }  # fmt: skip
        for c in t.cash_counts.order_by("number")
    ]


def _prepared(t: Tournament) -> dict[str, Any] | None:
    p = getattr(t, "prepared_draw", None)
    if p is None:
        return None
    return {
        "number": p.number, "round": p.round, "numbers": p.numbers, "stage": p.stage, "method": p.method, "place": p.place,
        "field": p.field, "by": p.by, "at": time_text(p.at),
    }  # fmt: skip


def _hand_draw(t: Tournament) -> dict[str, Any] | None:
    h = getattr(t, "hand_draw", None)
    if h is None:
        return None
    return {
        "round": h.round,
        "numbers": h.numbers,
        "slips": h.slips,
        "version": h.version,
        "by": h.by,
        "at": time_text(h.at),
    }


def journal_tail_is_whole(tournament: Tournament) -> bool:
    """Whether the last journal entry still hashes to what it says: a quick check at start."""
    entry = tournament.journal.order_by("-number").first()
    return entry is None or hash_of(_journal(entry)) == entry.hash
