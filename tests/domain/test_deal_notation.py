"""How a referee types a deal: forgiving, without a word about whose move it is, and what it says when it cannot read."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PRESETS, read_deal, replay_deal
from tournament.domain.deal_examples import ExampleKey, examples
from tournament.domain.deal_notation import (
    LONGEST,
    Place,
    TypedDeal,
    parse_card,
    read_cards,
    read_typed,
    shown_cards,
    typed_card,
    write_typed,
)

SCHARF = PRESETS["turnier-scharf"]
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "scoring" / "cases" / "deals.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
# A leads; A: DA CD HD SK HB and then CK; B: D10 DK SB DD SD and then HK; trumps are hearts, H10 lies face up.
A, B = "HD CD DA SK HB", "D10 DK SB DD SD"
TALON = "CK HK HA S10 DB SA C10 CA CB H10"


def typed(moves: str, **other: str) -> TypedDeal:
    return TypedDeal(
        other.get("forehand", "A"), other.get("hand_a", A), other.get("hand_b", B), other.get("talon", TALON), moves
    )


def moves_of(text: str, **other: str) -> list[list[str]]:
    read = read_typed(typed(text, **other), SCHARF)
    assert read.problems == ()
    return read.record["moves"]


def said(text: str, **other: str) -> list[str]:
    return [str(problem.text) for problem in read_typed(typed(text, **other), SCHARF).problems]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("HA", "HA"), ("♥A", "HA"), ("h10", "HT"), ("HT", "HT"), ("Hz", "HT"), ("♦️10", "DT"), ("DD", "DQ"), ("DO", "DQ"), ("DQ", "DQ"),
        ("DB", "DJ"), ("DU", "DJ"), ("dj", "DJ"), ("P9", "S9"), ("LK", "SK"), ("TA", "CA"), ("EA", "CA"), ("♧K", "CK"), ("♤10", "ST"),
    ],
)  # fmt: skip
def test_every_spelling_of_a_card(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "H", "10", "H11", "H8", "XA", "HAA", "Herz Ass", "?"])
def test_what_is_no_card(text: str) -> None:
    assert parse_card(text) is None


@pytest.mark.parametrize(
    "text",
    ["CK CJ SQ HA CQ", "♣K♣J♠D♥A♣D", "ck, cb; sd | ha (co)", "CK-CJ\nSQ\tHA – CQ", "1. CK 2. CJ 3. SQ 4. HA 5. CQ"],
)
def test_a_hand_is_read_however_it_is_parted(text: str) -> None:
    assert read_cards(text, Place.HAND_A) == (("CK", "CJ", "SQ", "HA", "CQ"), ())


class TestMoves:
    def test_whose_card_it_is_follows_from_the_hands(self) -> None:
        assert moves_of("DA SB HD SD") == [["A", "DA"], ["B", "SJ"], ["A", "HQ"], ["B", "SQ"]]

    @pytest.mark.parametrize(
        "text",
        ["DA SB CK D10", "DA-SB CK–D10", "1. DA SB 2. CK D10", "DA, SB\nCK, D10", "♦A♠B ♣K♦10", "A: DA B: SB A: CK B: D10", "A DA B SB A CK B D10"],
    )  # fmt: skip
    def test_the_same_two_tricks_in_every_spelling(self, text: str) -> None:
        assert moves_of(text) == [["A", "DA"], ["B", "SJ"], ["A", "CK"], ["B", "DT"]]

    @pytest.mark.parametrize("text", ["20 C", "20C", "20♣", "20 ♣", "20", "ansage C", "20 T", "A: 20 C"])
    def test_announcing(self, text: str) -> None:
        assert moves_of(f"DA SB {text} CK D10")[2] == ["A", "marriage", "C"]

    def test_40_is_the_trump_suit(self) -> None:
        assert moves_of("40")[0] == ["A", "marriage", "H"]

    def test_a_20_alone_with_no_pair_or_several_asks_for_the_suit(self) -> None:
        assert "Farbe" in said("20 DA SB")[0]

    @pytest.mark.parametrize("word", ["tausch", "Austauschen", "A: tausch", "A:tausch"])
    def test_exchanging(self, word: str) -> None:
        assert moves_of(f"DA SB {word}")[2] == ["A", "exchange"]

    def test_whoever_holds_the_lowest_trump_exchanges(self) -> None:
        assert moves_of("tausch", forehand="B") == [["A", "exchange"]]

    @pytest.mark.parametrize(
        ("word", "written"),
        [("zu", ["close"]), ("ZU", ["close"]), ("zugedreht", ["close"]), ("zu!", ["close", "undrawn"])],
    )
    def test_closing(self, word: str, written: list[str]) -> None:
        assert moves_of(f"DA SB {word} HD")[2] == ["A", *written]

    def test_closed_before_drawing_nobody_has_drawn(self) -> None:
        assert moves_of("DA SB zu! HD DK")[-1] == ["B", "DK"]

    @pytest.mark.parametrize("word", ["66", "stopp", "Ausmelden"])
    def test_claiming_is_for_whoever_leads(self, word: str) -> None:
        assert moves_of(f"DA SB {word}")[2] == ["A", "claim"]
        assert moves_of(f"SK D10 HB SB {word}")[-1] == ["A", "claim"]

    def test_a_revoke_is_the_last_card_players(self) -> None:
        assert moves_of("DA SB renonce")[-1] == ["B", "revoke"]
        assert moves_of("DA SB A: renonce")[-1] == ["A", "revoke"]

    def test_a_name_holds_for_one_move_only(self) -> None:
        assert moves_of("A: DA SB CK") == [["A", "DA"], ["B", "SJ"], ["A", "CK"]]

    def test_a_card_played_out_of_turn_is_given_to_its_holder(self) -> None:
        assert moves_of("DK")[0] == ["B", "DK"]

    def test_a_card_nobody_holds_is_given_to_the_one_on_turn(self) -> None:
        assert moves_of("CA")[0] == ["A", "CA"]

    def test_nothing_played_is_no_move(self) -> None:
        assert moves_of("  \n ") == []


class TestWhatCannotBeRead:
    def test_aus_may_mean_two_things(self) -> None:
        assert said("DA SB aus") == [
            "„aus“ kann zweierlei heißen: bitte „tausch“ (austauschen) oder „66“ (ausmelden) schreiben."
        ]

    def test_everything_is_named_at_once_with_its_field(self) -> None:
        read = read_typed(typed("DA quer XX A:", hand_a="HD 8C", talon="CK zwei"), SCHARF)
        assert read.record is None
        assert [problem.place for problem in read.problems] == [
            Place.HAND_A,
            Place.TALON,
            Place.MOVES,
            Place.MOVES,
            Place.MOVES,
        ]

    def test_too_long_is_not_even_tried(self) -> None:
        assert said("DA " * LONGEST) == ["Das ist zu lang für ein Spiel."]

    def test_more_moves_than_a_deal_can_have(self) -> None:
        assert said("zu " * 121) == ["Das sind mehr Züge, als ein Spiel haben kann."]

    def test_wrong_cards_are_left_to_the_replay(self) -> None:
        read = read_typed(typed("DA SB", hand_a="HD CD DA SK"), SCHARF)
        assert read.problems == ()
        assert read.record["moves"] == [["A", "DA"], ["B", "SJ"]]


@pytest.mark.parametrize("case", [case for case in CASES if case.get("hands")], ids=lambda case: case.get("note"))
def test_a_recorded_deal_typed_out_is_the_same_deal(case: dict) -> None:
    try:
        deal = read_deal(case)
    except ValueError:
        assert "note" in case  # its cards are wrong on purpose: there is no deal to type
        return
    again = read_typed(write_typed(deal), deal.rules)
    assert again.problems == ()
    assert read_deal(again.record, deal.rules).moves == deal.moves


@given(st.text(alphabet="ABab:HSDC♥♠10KQJ9246 \n.,-zu!tausch", max_size=80))
@settings(max_examples=200, deadline=None)
def test_nothing_typed_ever_raises(text: str) -> None:
    read = read_typed(typed(text), SCHARF)
    assert (read.record is None) == bool(read.problems)
    if read.record is not None:
        replay_deal(read_deal(read.record, SCHARF))


def test_cards_for_people() -> None:
    assert [typed_card(card) for card in ("HT", "SQ", "DJ", "CA")] == ["H10", "SD", "DB", "CA"]
    assert shown_cards("HT, SQ, ?") == "♥10, ♠D, ?"


@pytest.mark.parametrize("preset", ["schnapsen-weich", "turnier-weich", "turnier-scharf", "66-a", "66-b", "66-c"])
def test_the_examples_show_what_they_say(preset: str) -> None:
    rules = PRESETS[preset]
    shown = {
        example.key: replay_deal(read_deal(read_typed(example.typed, rules).record, rules))
        for example in examples(rules)
    }
    assert shown[ExampleKey.RIGHT].findings == ()
    assert (shown[ExampleKey.RIGHT].winner, shown[ExampleKey.RIGHT].reason) == ("A", "close")
    assert next(found.code for found in shown[ExampleKey.REVOKE].findings if found.severity == "error") == "revoke"
    assert shown[ExampleKey.CALLED].reason == "revoke"
    assert [found.code for found in shown[ExampleKey.FALSE_CLAIM].findings] == ["false_claim"]
