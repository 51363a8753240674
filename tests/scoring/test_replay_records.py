"""Records: read, written again, and of any badness without a traceback."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal_record import DealError, read_deal, write_deal
from scoring.findings import Code, RecordError
from scoring.moves import CLOSE, STRANGE_CARD, read_move, read_moves, write_move
from scoring.replay import replay
from scoring.rules import PRESETS
from tests.scoring.dealt import LONG, LONG_TO_END, PAIRS, deal_of, record_of, rules_of

CASES = [json.loads(line) for line in (Path(__file__).parent / "cases" / "deals.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def record() -> dict[str, Any]:
    return record_of(LONG, LONG_TO_END, rules="schnapsen-weich", result={"winner": "A", "points": 1})


def codes(record: Any) -> list[str]:
    return [found.code.value for found in replay(record).findings]


class TestWriting:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']} {case['note']}")
    def test_reading_and_writing_gives_the_same_record(self, case: dict[str, Any]) -> None:
        assert {**write_deal(read_deal(case)), "note": case["note"]} == case

    def test_every_spelling_is_written_one_way(self, record: dict[str, Any]) -> None:
        spelled = json.loads(
            json.dumps(record).replace('"ST"', '"♠10"').replace('"DJ"', '"DU"').replace('"CQ"', '"CD"')
        )
        assert spelled != record
        assert write_deal(read_deal(spelled)) == record
        assert replay(spelled) == replay(record)

    def test_cards_and_suits_that_do_not_exist_survive(self) -> None:
        deal = deal_of(rules_of(), PAIRS, "A marriage X, A XX")
        written = write_deal(deal)
        assert written["moves"] == [["A", "marriage", "?"], ["A", "XX"]]
        assert "result" not in written
        assert write_deal(read_deal(written)) == written
        assert (
            replay(written).findings == replay(record_of(PAIRS, "A marriage X, A XX", rules="schnapsen-weich")).findings
        )

    def test_changed_rules_are_written_with_the_record(self, record: dict[str, Any]) -> None:
        record["rules"] = {"preset": "turnier-weich", "changed": {"closed_count": "at_close"}}
        assert write_deal(read_deal(record)) == record


class TestMoves:
    @pytest.mark.parametrize(
        "move",
        [
            None,
            5,
            "A",
            "AX",
            [],
            ["A"],
            ["C", "DT"],
            ["a", "DT"],
            [["A"], "DT"],
            ["A", 5],
            ["A", None],
            ["A", ["DT"]],
            ["A", "shuffle"],
            ["A", "DT", "undrawn"],
            ["A", "exchange", "S"],
            ["A", "close", "drawn"],
            ["A", "close", 1],
            ["A", "marriage"],
            ["A", "marriage", 3],
            ["A", "marriage", "S", "S"],
            {"A": "DT"},
        ],
    )
    def test_what_is_no_move_makes_the_record_unreadable(self, record: dict[str, Any], move: object) -> None:
        record["moves"][2] = move
        with pytest.raises(RecordError) as refused:
            replay(record)
        assert (refused.value.finding.code, refused.value.finding.where) == (Code.UNREADABLE, "move 3")

    def test_tuples_are_moves_too(self) -> None:
        assert read_moves((("A", "close"), ("B", "DT"))) == ((0, CLOSE), read_move(["B", "DT"]))

    def test_a_card_that_does_not_exist_is_written_as_given(self) -> None:
        assert write_move((1, STRANGE_CARD), "C2") == ("B", "C2")


class TestRecordsThatCannotBeRead:
    @pytest.mark.parametrize("record", [None, [], "deal", 7])
    def test_no_record(self, record: Any) -> None:
        with pytest.raises(RecordError):
            replay(record)

    @pytest.mark.parametrize("forehand", [None, "C", "", 0, ["A"], {}])
    def test_forehand(self, record: dict[str, Any], forehand: object) -> None:
        record["forehand"] = forehand
        with pytest.raises(RecordError):
            replay(record)

    @pytest.mark.parametrize("moves", [None, "A DT", {}, 3])
    def test_moves(self, record: dict[str, Any], moves: object) -> None:
        record["moves"] = moves
        with pytest.raises(RecordError):
            replay(record)

    @pytest.mark.parametrize("result", [[], "A", 3, True])
    def test_result(self, record: dict[str, Any], result: object) -> None:
        record["result"] = result
        with pytest.raises(RecordError) as refused:
            replay(record)
        assert refused.value.finding.where == "result"


class TestRules:
    def test_a_record_that_names_none_is_judged_by_those_given(self, record: dict[str, Any]) -> None:
        del record["rules"]
        assert codes(record) == ["unknown_rules"]
        assert replay(record, PRESETS["schnapsen-weich"]).ok

    def test_its_own_rules_come_first(self, record: dict[str, Any]) -> None:
        assert replay(record, PRESETS["66-b"]).ok

    @pytest.mark.parametrize(
        ("rules", "code"),
        [
            ("weich", "unknown_rules"),
            (7, "bad_rules"),
            ({"preset": "66-a", "changed": {"deck": 32}}, "bad_rules"),
            ({"preset": "66-z"}, "unknown_rules"),
        ],
    )
    def test_unknown_and_bad_rules_are_findings(self, record: dict[str, Any], rules: object, code: str) -> None:
        record["rules"] = rules
        verdict = replay(record)
        assert codes(record) == [code]
        assert (verdict.ok, verdict.winner, verdict.points) == (False, None, None)


class TestBadDeal:
    def problems(self, record: dict[str, Any]) -> list[object]:
        verdict = replay(record)
        assert {found.code for found in verdict.findings} == {Code.BAD_DEAL}
        assert (verdict.winner, verdict.points, verdict.reason, verdict.ok) == (None, None, None, False)
        return [found.params.get("problem") for found in verdict.findings]

    def test_a_card_missing(self, record: dict[str, Any]) -> None:
        record["talon"].pop(0)
        assert self.problems(record) == ["size", "missing"]

    def test_a_card_twice(self, record: dict[str, Any]) -> None:
        record["hands"]["A"][0] = record["hands"]["B"][0]
        assert self.problems(record) == ["twice", "missing"]

    @pytest.mark.parametrize("card", ["C9", "XX", "", 5, None, ["CA"], {}])
    def test_a_foreign_card(self, record: dict[str, Any], card: object) -> None:
        record["hands"]["A"][0] = card
        assert self.problems(record) == ["foreign", "missing"]

    def test_wrong_sizes(self, record: dict[str, Any]) -> None:
        record["talon"].append(record["hands"]["A"].pop())
        verdict = replay(record)
        assert [(one.where, one.params["count"], one.params["expected"]) for one in verdict.findings] == [
            ("hands", 4, 5),
            ("talon", 11, 10),
        ]

    def test_nines_missing_in_a_deck_of_24(self, record: dict[str, Any]) -> None:
        record["rules"] = "66-a"
        assert self.problems(record) == ["size", "size", "size", "missing"]

    @pytest.mark.parametrize("hands", [None, [], "AB", {}, {"A": []}, {"A": "x", "B": []}, {"A": {}, "B": {}},
                                       {"A": [], "B": [], "C": []}])  # fmt: skip
    def test_no_hands(self, record: dict[str, Any], hands: object) -> None:
        record["hands"] = hands
        assert self.problems(record) == [None]

    @pytest.mark.parametrize("talon", [None, "CA", {}, 4])
    def test_no_talon(self, record: dict[str, Any], talon: object) -> None:
        record["talon"] = talon
        assert self.problems(record) == [None]

    def test_the_reader_says_why(self, record: dict[str, Any]) -> None:
        record["talon"] = None
        with pytest.raises(DealError, match="bad_deal"):
            read_deal(record)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["A", "B", "DT", "close"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["A", "B", "preset", "x"]), inner),
    max_leaves=8,
)


def judged(record: dict[str, Any]) -> list[tuple[str, str]]:
    """Codes and places of whatever is wrong; any exception but RecordError is a fault of the program."""
    try:
        verdict = replay(record)
    except RecordError as error:
        return [(error.finding.code.value, error.finding.where)]
    json.dumps(verdict.as_json())
    return [(found.code.value, found.where) for found in verdict.findings]


@given(key=st.sampled_from(["rules", "forehand", "hands", "talon", "moves"]), value=JSON)
def test_any_value_for_any_key_is_judged_or_unreadable(key: str, value: object) -> None:
    record = record_of(LONG, LONG_TO_END, rules="schnapsen-weich")
    record[key] = value
    assert judged(record) or record[key] == "A"  # the one drawn value that is right somewhere: forehand A


@given(value=JSON)
def test_any_value_for_the_result_is_judged_or_unreadable(value: object) -> None:
    record = record_of(LONG, LONG_TO_END, rules="schnapsen-weich", result=value)
    assert judged(record) or value is None


@given(place=st.integers(0, 19), value=JSON)
def test_any_value_for_any_move_or_card_is_judged_or_unreadable(place: int, value: object) -> None:
    record = record_of(LONG, LONG_TO_END, rules="schnapsen-weich")
    broken = copy.deepcopy(record)
    record["moves"][place] = value
    assert judged(record) == [("unreadable", f"move {place + 1}")] or isinstance(value, list)
    broken["talon"][place // 2] = value
    assert judged(broken) or broken["talon"] == LONG["talon"].split()
