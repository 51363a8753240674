"""The objects of an archive with the keys it must have, for `archive_builder`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournament.domain.knockout import NewMatch
from tournament.domain.placements import PlaceRow
from tournament.domain.records import Card

if TYPE_CHECKING:
    from tests.domain.archive_builder import Builder

_AT = "2026-01-10T18:38:40+00:00"


def tournament_json(builder: Builder, chains: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "slug": builder.slug,
        "name": "Preisschnapsen der Musikkapelle",
        "state": builder.state,
        "format": "cards",
        "cards_offered": max(8, builder.numbers or 8),
        "numbers": builder.numbers,
        "max_cards_per_person": 64,
        "card_price": "5.00",
        "bummerl_to_win": 2,
        "bummerl_overrides": builder.overrides,
        "rules": {"preset": "turnier-scharf", "changed": {}},
        "method": "two-pot",
        "fixed_bracket": builder.fixed_bracket,
        "prize_policy": str(builder.policy),
        "play_place3": builder.blocks.place3,
        "play_place5": builder.blocks.place5,
        "play_place7": builder.blocks.place7,
        "tie_policy": str(builder.tie_policy),
        "rebuy": builder.rebuy_on,
        "rebuy_open": builder.rebuy_open,
        "psd1": {"id": builder.slug, "chains": chains},
    }


def settings_told(settings: dict[str, Any], seal: str) -> dict[str, Any]:
    """What the journal tells of the settings when the tournament is created."""
    told = {key: value for key, value in settings.items() if key not in ("state", "numbers", "rules", "psd1")}
    told |= {f"rules_{key}": value for key, value in settings["rules"].items()}
    del told["cards_offered"], told["rebuy_open"]
    return told | {"seal": seal}


def person_json(number: int) -> dict[str, Any]:
    return {
        "start_number": number,
        "name": f"Person {number}",
        "place": "Bad Goisern",
        "club": "",
        "categories": [],
        "public": True,
        "withdrawn": False,
    }


def card_json(card: Card, price: str) -> dict[str, Any]:
    return {
        "number": card.number,
        "start_number": card.owner,
        "state": str(card.state),
        "sold_at": _AT,
        "price": price,
    }


def draw_json(number: int, round_: int, stage: str, method: str, numbers: int) -> dict[str, Any]:
    return {
        "number": number,
        "round": round_,
        "stage": stage,
        "method": method,
        "place": None,
        "field": None,
        "secret": None,
        "public": None,
        "result": None,
        "check": None,
        "steps": [],
        "annulled": None,
        "by": "Leitung",
        "at": _AT,
        "numbers": numbers,
    }


def match_json(number: int, new: NewMatch, draw: int | None, bummerl_to_win: int) -> dict[str, Any]:
    return {
        "id": number,
        "draw": draw,
        "round": new.round,
        "stage": new.stage,
        "number": new.number,
        "left": new.left,
        "right": new.right,
        "outcome": new.outcome,
        "winner": new.winner,
        "score": None,
        "bummerl": None,
        "reported_by": "",
        "at": None,
        "earlier": [],
        "numbers": new.numbers,
        "bummerl_to_win": bummerl_to_win,
        "annulled_with": None,
    }


def place_json(row: PlaceRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared_until": row.shared_until,
        "card": row.card,
        "start_number": row.owner,
        "settled_by": str(row.settled_by) if row.settled_by else None,
    }


def match_json_of(match: dict[str, Any]) -> dict[str, Any]:
    """The match as the file has it."""
    return {
        key: str(value) if key in ("outcome", "stage") else value
        for key, value in match.items()
        if key != "annulled_with"
    }
