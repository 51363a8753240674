"""Turn a file whose shape is right into typed records."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from tournament.domain.records import Blocks
from tournament.domain.terms import CardState, Method, Outcome, Policy, SettledBy, Stage, TiePolicy

from .content import Content
from .references import cards_of
from .schema import CashKind, DrawStage, Format, TournamentState
from .stored import (
    CashLine,
    Chain,
    Json,
    Leaving,
    Move,
    Rebuy,
    Settings,
    StoredCard,
    StoredDraw,
    StoredMatch,
    StoredPlace,
    StoredPrize,
    Swap,
)


def read(archive: Json) -> Content:
    """The content of an archive; only for one without any deviation from the schema."""
    return Content(
        settings=_settings(archive["tournament"]),
        people={each["start_number"]: each for each in archive["people"]},
        cards={each["number"]: _card(each) for each in archive["cards"]},
        draws=tuple(_draw(each) for each in archive["draws"]),
        matches=_matches(archive["matches"]),
        places=tuple(_place(each) for each in archive["places"]),
        prizes=tuple(_prize(each) for each in archive["prizes"]),
        cash=tuple(_cash(each) for each in archive["cash"]),
        leavings=tuple(_leaving(each, archive) for each in archive["withdrawals"]),
        moves=tuple(Move(each["after_draw"], each["card"], each["from"], each["to"]) for each in archive["card_moves"]),
        swaps=tuple(
            Swap(each["after_draw"], each["from"], each["to"], each.get("match")) for each in archive["exchanges"]
        ),
        rebuys=tuple(
            Rebuy(each["after_draw"], each["card"], each.get("to"), each.get("match"))
            for each in archive["rebuys"]
            if each["card"]
        ),
        play_offs={each["place"]: tuple(cards_of(each)) for each in archive.get("play_offs", ())},
    )


def _settings(raw: Json) -> Settings:
    blocks = Blocks(*(raw.get(f"play_place{place}", True) for place in (3, 5, 7)))
    return Settings(
        state=TournamentState(raw["state"]),
        format=Format(raw["format"]),
        cards_offered=raw["cards_offered"],
        numbers=raw["numbers"],
        max_cards=raw["max_cards_per_person"],
        bummerl_to_win=raw["bummerl_to_win"],
        bummerl_overrides=raw["bummerl_overrides"],
        rules=raw["rules"],
        fixed_bracket=raw["fixed_bracket"],
        policy=Policy(raw["prize_policy"]),
        tie_policy=TiePolicy(raw.get("tie_policy", TiePolicy.LOT)),
        blocks=blocks,
        rebuy=raw.get("rebuy", False),
        rebuy_open=raw.get("rebuy_open", False),
        extra_rankings_exempt=raw.get("extra_rankings_exempt", True),
        psd1_id=raw["psd1"]["id"],
        chains=tuple(
            Chain(each["first_draw"], each["seal"], each["length"], each["s0"]) for each in raw["psd1"]["chains"]
        ),
    )


def _card(raw: Json) -> StoredCard:
    return StoredCard(raw["number"], raw["start_number"], CardState(raw["state"]), Decimal(raw["price"]))


def _matches(raw: Iterable[Json]) -> tuple[StoredMatch, ...]:
    return tuple(
        StoredMatch(
            id=each["id"],
            draw=each["draw"],
            round=each["round"],
            stage=Stage(each["stage"]),
            number=each["number"],
            left=each["left"],
            right=each["right"],
            outcome=Outcome(each["outcome"]),
            winner=each["winner"],
            score=(each["score"][0], each["score"][1]) if each["score"] is not None else None,
            bummerl=tuple(each["bummerl"]) if each["bummerl"] is not None else None,
            bummerl_to_win=each.get("bummerl_to_win"),
            numbers=each.get("numbers"),
            earlier=tuple(each["earlier"]),
        )
        for each in raw
    )


def _draw(raw: Json) -> StoredDraw:
    return StoredDraw(
        number=raw["number"],
        round=raw["round"],
        stage=DrawStage(raw["stage"]),
        method=Method(raw["method"]),
        place=raw["place"],
        field=raw["field"],
        secret=raw["secret"],
        public=raw["public"],
        result=raw["result"],
        check=raw["check"],
        steps=raw["steps"],
        numbers=raw.get("numbers"),
        annulled=_matches(raw["annulled"]["matches"]) if raw["annulled"] is not None else None,
    )


def _place(raw: Json) -> StoredPlace:
    settled_by = SettledBy(raw["settled_by"]) if raw["settled_by"] is not None else None
    return StoredPlace(raw["place"], raw["shared_until"], raw["card"], raw["start_number"], settled_by)


def _prize(raw: Json) -> StoredPrize:
    reason = raw["reason"] or {"place": None, "card": None}
    return StoredPrize(
        ranking=raw["ranking"],
        place=raw["place"],
        winner=raw["winner"],
        reason_place=reason["place"],
        reason_card=reason["card"],
        handed_out=raw["handed_out_at"] is not None,
        shared_with=tuple(raw["shared_with"] or ()) if "shared_with" in raw else None,
    )


def _cash(raw: Json) -> CashLine:
    return CashLine(raw["number"], CashKind(raw["kind"]), Decimal(raw["amount"]), raw["desk"] or "", raw["voids"])


def _leaving(raw: Json, archive: Json) -> Leaving:
    """A withdrawal; where its kind is not written, the cards' states tell it."""
    kind = raw.get("kind")
    if kind is None:
        excluded = {each["number"] for each in archive["cards"] if each["state"] == CardState.EXCLUDED}
        kind = CardState.EXCLUDED if excluded.intersection(raw["cards"]) else CardState.WITHDRAWN
    return Leaving(
        raw["after_draw"], tuple(raw["cards"]), CardState(kind), raw.get("start_number"), raw.get("before_round")
    )
