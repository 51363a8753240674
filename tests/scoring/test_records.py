"""Files of records: every line gets its answer, however bad it is."""

import io
import json
import os
import runpy
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import records
from scoring.__main__ import main
from scoring.records import verify_line, verify_lines
from scoring.rules import PRESETS

CASES = Path(__file__).parent / "cases"
MATCH = {"rules": "turnier-scharf", "players": ["Huber", "Moar"], "bummerl_to_win": 1, "bummerl": ["A3 A3 A1"]}
DEAL = json.loads((CASES / "deals.jsonl").read_text("utf-8").splitlines()[0])


def line(**changed):
    return json.dumps({**MATCH, **changed}).encode()


def answers(*lines, rules=None):
    return list(verify_lines(io.BytesIO(b"\n".join(lines)), rules))


def codes(answer):
    return [found["code"] for found in answer["findings"]]


# the recorded cases


EXPECTED = {
    "ok 2:1": set(),
    "winner differs": {("score_differs", "result"), ("winner_differs", "result")},
    "deal after the Bummerl's end": {("deal_after_bummerl_end", "bummerl 1, deal 4")},
    "four points": {("points_impossible", "bummerl 1, deal 1")},
    "third Bummerl though 2:0": {("bummerl_after_match_end", "bummerl 3"), ("score_differs", "result")},
    "7:0 doubled at home": set(),
    "countdown": set(),
    "countdown in which both fall": {("countdown_both_fall", "bummerl 1, deal 2")},
}


@pytest.mark.parametrize("text", (CASES / "matches.jsonl").read_text("utf-8").splitlines(), ids=list(EXPECTED))
def test_recorded_matches_give_their_result_or_the_noted_fault(text):
    record = json.loads(text)
    answer = verify_line(text.encode())
    expected = EXPECTED[record["note"]]
    assert {(found["code"], found["where"]) for found in answer["findings"]} == expected
    assert answer["ok"] == (not expected)
    if not expected:
        assert [answer["winner"], answer["score"]] == [record["result"]["winner"], record["result"]["score"]]


# the form of the answers


def test_the_answer_about_a_deal():
    answer = verify_line(json.dumps(DEAL).encode(), 5)
    assert list(answer) == ["line", "kind", "ok", "winner", "points", "card_points", "tricks", "findings"]
    assert (answer["line"], answer["kind"], answer["ok"]) == (5, "deal", True)
    assert list(answer["card_points"]) == list(answer["tricks"]) == ["A", "B"]


def test_the_answer_about_a_match():
    text = json.dumps(verify_line(line(), 2), separators=(",", ":"))
    assert text == (
        '{"line":2,"kind":"match","ok":true,"winner":"Huber","score":[1,0],'
        '"bummerl":[{"winner":"Huber","deals":3}],"findings":[]}'
    )


def test_the_three_forms_in_one_match():
    record = {
        "rules": "turnier-scharf",
        "players": ["Huber", "Moar"],
        "bummerl_to_win": 2,
        "bummerl": [
            [["Huber", 1], ["Moar", 3], ["Huber", 2, "close", [70, 20]], ["Huber", 3], ["Huber", 1]],
            {"countdown": ["7 7 7 7", "7 4 1 0"]},
            "A3 A3 A2",
        ],
        "result": {"winner": "Huber", "score": [2, 1]},
    }
    answer = verify_line(json.dumps(record).encode())
    assert answer["findings"] == []
    assert answer["bummerl"] == [
        {"winner": "Huber", "deals": 5},
        {"winner": "Moar", "deals": 3},
        {"winner": "Huber", "deals": 3},
    ]


def test_the_answer_about_a_line_that_cannot_be_read():
    answer = verify_line(b"{", 3)
    assert list(answer) == ["line", "kind", "ok", "findings"]
    assert (answer["line"], answer["kind"], answer["ok"], codes(answer)) == (3, "unreadable", False, ["unreadable"])


# rules of a record


def test_rules_on_the_command_line_are_for_records_without():
    doubled = {"bummerl_to_win": 2, "bummerl": ["A3 A3 A1"]}
    assert answers(json.dumps(doubled).encode(), rules=PRESETS["pagat"])[0]["score"] == [1, 0]
    assert answers(json.dumps(doubled).encode(), rules=PRESETS["schnapsen-weich"])[0]["score"] == [2, 0]
    assert answers(line(rules=None, bummerl_to_win=2), rules=PRESETS["schnapsen-weich"])[0]["score"] == [2, 0]
    assert answers(line(bummerl_to_win=2), rules=PRESETS["schnapsen-weich"])[0]["score"] == [1, 0]
    without = {key: value for key, value in DEAL.items() if key != "rules"}
    assert answers(json.dumps(without).encode(), rules=PRESETS["schnapsen-weich"])[0]["ok"]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("unbekannt", "unknown_rules"),
        (None, "unknown_rules"),
        ({"preset": "turnier-scharf", "changed": {"deck": 21}}, "bad_rules"),
        ({"preset": "x"}, "unknown_rules"),
        (7, "bad_rules"),
        ([], "bad_rules"),
    ],
)
def test_rules_that_do_not_exist_are_a_finding(rules, code):
    for record in (MATCH, DEAL):
        answer = verify_line(json.dumps({**record, "rules": rules}).encode())
        assert (answer["ok"], answer["winner"], codes(answer)) == (False, None, [code])


def test_changed_rules_hold():
    rules = {"preset": "turnier-scharf", "changed": {"schneider_double": True}}
    assert verify_line(line(rules=rules, bummerl_to_win=2))["score"] == [2, 0]


# the result of a record


def test_a_result_may_be_missing_or_partial():
    assert verify_line(line(result=None))["ok"]
    assert verify_line(line(result={}))["ok"]
    assert verify_line(line(result={"winner": "Huber"}))["ok"]
    assert verify_line(line(result={"score": [1, 0]}))["ok"]
    assert codes(verify_line(line(result={"winner": None}))) == ["winner_differs"]
    assert codes(verify_line(line(result={"winner": "Xaver"}))) == ["winner_differs"]
    assert codes(verify_line(line(result={"score": [-1, 10**200]}))) == ["score_differs"]


# lines of any badness

BAD_LINES = {
    "no JSON": b"Huber hat gewonnen",
    "cut off": line()[:-5],
    "two records": line() + b" " + line(),
    "no UTF-8": line().replace(b"Huber", b"H\xfcber"),
    "UTF-16": line().decode().encode("utf-16"),
    "NUL": b"\x00\x00",
    "NaN": line().replace(b"1,", b"NaN,", 1),
    "Infinity": b'{"bummerl": [], "x": -Infinity}',
    "a number of 5,000 digits": b'{"bummerl": ' + b"9" * 5000 + b"}",
    "deep lists": b"[" * 100_000,
    "deep and closed": b'{"bummerl":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"moves":' * 100_000,
    "a list": b"[1, 2]",
    "a number": b"3",
    "null": b"null",
    "neither deal nor match": b"{}",
    "both": b'{"moves": [], "bummerl": []}',
    "moves no list": b'{"moves": 3}',
    "bummerl no list": line(bummerl={"countdown": ["7", "7"]}),
    "bummerl null": line(bummerl=None),
    "a Bummerl that is a number": line(bummerl=[3]),
    "a Bummerl that is nothing": line(bummerl=[None]),
    "a Bummerl that is an object": line(bummerl=[{"deals": []}]),
    "a stranger": line(bummerl=[[["Xaver", 3]]]),
    "points as text": line(bummerl=[[["Huber", "3"]]]),
    "points as fraction": line(bummerl=[[["Huber", 3.5]]]),
    "a word": line(bummerl=["A3 gewonnen"]),
    "a countdown of words": line(bummerl=[{"countdown": ["sieben", "7"]}]),
    "one player": line(players=["Huber"]),
    "a player twice": line(players=["Huber", "Huber"]),
    "players as text": line(players="Huber, Moar"),
    "a player without a name": line(players=["", "Moar"]),
    "a player that is a number": line(players=[1, 2]),
    "to win nothing": line(bummerl_to_win=0),
    "to win a hundred": line(bummerl_to_win=100),
    "to win true": line(bummerl_to_win=True),
    "to win missing": line(bummerl_to_win=None),
    "result a text": line(result="2:1"),
    "winner a number": line(result={"winner": 1}),
    "score a text": line(result={"score": "1:0"}),
    "score of one": line(result={"score": [1]}),
    "score of fractions": line(result={"score": [1.0, 0]}),
    "score of truth": line(result={"score": [True, False]}),
}


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_answered_and_the_others_are_still_judged(bad):
    first, *middle, last = answers(line(), *bad.split(b"\n"), line())
    assert first["kind"] == last["kind"] == "match"
    assert first["ok"]
    assert last["ok"]
    assert [answer["kind"] for answer in middle] == ["unreadable"] * len(middle)
    assert middle
    assert json.loads(json.dumps(middle)) == middle


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["A3", "7 4", "Huber"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["A", "B", "countdown", "winner", "preset", "changed", "deck"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@settings(max_examples=600, deadline=None)
@given(record=st.sampled_from([MATCH, DEAL]), data=st.data())
def test_whatever_stands_in_a_field_there_is_an_answer(record, data):
    key = data.draw(st.sampled_from([*record, "result"]))
    answer = verify_line(json.dumps({**record, key: data.draw(JSON)}).encode())
    assert answer["kind"] in ("match", "deal", "unreadable")
    assert answer["ok"] == all(found["severity"] == "warning" for found in answer["findings"])
    json.dumps(answer)


@given(st.binary(max_size=200))
def test_whatever_bytes_a_line_has_there_is_an_answer(raw):
    assert verify_line(raw)["kind"] == "unreadable"


def test_unknown_cards_are_a_finding():
    strange = {**DEAL, "hands": {**DEAL["hands"], "A": ["X1", "CJ", "DK", "DQ", "DT"]}}
    answer = verify_line(json.dumps(strange).encode())
    assert (answer["kind"], answer["ok"]) == ("deal", False)
    assert "bad_deal" in codes(answer)


def test_huge_numbers_are_a_finding():
    big = 10**4000
    answer = verify_line(line(bummerl=[[["Huber", big], ["Huber", 1, "claim", [big, -big]]], f"A{10**3990}"]))
    assert codes(answer) == [
        "points_impossible",
        "card_points_impossible",
        "deal_after_bummerl_end",
        "points_impossible",
        "bummerl_after_match_end",
        "too_many_bummerl",
    ]
    assert json.dumps(answer)


def test_a_line_of_ten_megabytes_is_judged():
    deals = [["Huber", 3], ["Huber", 3], ["Huber", 1]]
    long = json.dumps({**MATCH, "note": "x" * 10_000_000, "bummerl": [deals]}).encode()
    assert answers(long, line())[0]["ok"]


@pytest.mark.parametrize(
    "bummerl",
    [
        [[["Huber", 1]] * 200_000],
        ["A1 " * 200_000],
        "A1 " * 200_000,
        [[]] * 200_000,
        [""] * 200_000,
        [{"countdown": ["7 " * 200_000, "7"]}],
    ],
    ids=["list", "text in a list", "text", "lists", "texts", "countdown"],
)
def test_a_match_of_absurdly_many_deals_is_not_read(bummerl):
    answer = verify_line(line(bummerl=bummerl))
    assert answer["findings"][0]["params"] == {"what": "more than 100000 deals"}


def test_a_match_of_very_many_deals_is_judged():
    answer = verify_line(line(bummerl=[[["Huber", 1]] * 20_000, "A1 " * 10_000]))
    assert (answer["kind"], answer["winner"], len(answer["findings"])) == ("match", "Huber", 29_988)


@pytest.mark.parametrize("countdown", [None, 7, [7, 8], [], {}, ["7 " * 9, None]])
def test_a_countdown_of_any_type_is_answered(countdown):
    assert verify_line(line(bummerl=[{"countdown": countdown}]))["kind"] == "unreadable"


def test_a_longer_line_than_any_is_passed_over(monkeypatch):
    monkeypatch.setattr(records, "LONGEST_LINE", len(line()) + 1)
    monkeypatch.setattr(records, "_CHUNK", 10)
    found = answers(line(), line(note="x" * 100), line(), line(note="y" * 100))
    assert [answer["kind"] for answer in found] == ["match", "unreadable", "match", "unreadable"]
    assert [answer["line"] for answer in found] == [1, 2, 3, 4]


def test_lone_surrogates_and_any_name_come_back():
    name = "Šnjarić \ud800 \u2028"
    answer = verify_line(line(players=[name, "Moar"]))
    assert json.loads(json.dumps(answer))["winner"] == name


def test_empty_lines_are_passed_over_but_counted():
    assert [answer["line"] for answer in answers(b"", line(), b"  \t", b"\r", line(), b"")] == [2, 5]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm():
    found = list(verify_lines(io.BytesIO(b"\xef\xbb\xbf" + line() + b"\r\n" + line() + b"\r\n")))
    assert [answer["ok"] for answer in found] == [True, True]


def test_lines_are_read_one_by_one():
    class Endless(io.RawIOBase):
        """A file without an end."""

        def readline(self, _size=-1, /):
            return line() + b"\n"

    stream = verify_lines(Endless())
    assert [next(stream)["line"] for _ in range(3)] == [1, 2, 3]


# the command


def run(tmp_path, capsys, *lines, options=()):
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\n".join(lines))
    status = main(["verify", str(file), *options])
    out, err = capsys.readouterr()
    assert not err
    return status, [json.loads(text) for text in out.splitlines()]


def test_the_exit_status_is_0_1_or_2(tmp_path, capsys):
    wrong = line(bummerl=["A4 A3"])
    assert run(tmp_path, capsys)[0] == 0
    assert run(tmp_path, capsys, line())[0] == 0
    assert run(tmp_path, capsys, line(), wrong, line())[0] == 1
    status, found = run(tmp_path, capsys, b"{", wrong, line())
    assert (status, len(found)) == (2, 3)


def test_a_warning_is_no_error(tmp_path, capsys):
    late = line(bummerl=[[["Huber", 3], ["Huber", 3], ["Huber", 1, "claim", [70, 70]]]])
    status, (answer,) = run(tmp_path, capsys, late)
    assert (status, answer["ok"], codes(answer)) == (0, True, ["late_claim"])


def test_rules_are_named_on_the_command_line(tmp_path, capsys):
    record = json.dumps({"bummerl_to_win": 2, "bummerl": ["A3 A3 A1"]}).encode()
    assert run(tmp_path, capsys, record)[0] == 1
    assert run(tmp_path, capsys, record, options=("--rules", "schnapsen-weich"))[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [["verify", "missing.jsonl"], ["verify", "."], ["verify"], [], ["judge"], ["verify", "-", "--rules", "x"]],
    ids=["missing file", "folder", "no file", "nothing", "unknown command", "unknown rules"],
)
def test_unusable_input_is_told_in_one_line(arguments, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    try:
        status = main(arguments)
    except SystemExit as stopped:
        status = stopped.code
    out, err = capsys.readouterr()
    assert (status, out, len(err.splitlines())) == (2, "", 1)


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line() + b"\n{")))
    assert main(["verify", "-"]) == 2
    assert [json.loads(text)["kind"] for text in capsys.readouterr().out.splitlines()] == ["match", "unreadable"]


def test_it_runs_as_a_module(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_bytes(line())
    monkeypatch.setattr(sys, "argv", ["scoring", "verify", str(tmp_path / "file")])
    monkeypatch.delitem(sys.modules, "scoring.__main__")
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("scoring", run_name="__main__")
    assert stopped.value.code == 0
    assert json.loads(capsys.readouterr().out)["winner"] == "Huber"


def test_a_reader_who_has_seen_enough_stops_it_quietly(tmp_path):
    class Gone(io.StringIO):
        """An output whose reader has gone."""

        def write(self, _text, /):
            raise BrokenPipeError

        def fileno(self):
            return descriptor

    (tmp_path / "file").write_bytes(line())
    descriptor = os.open(tmp_path / "out", os.O_WRONLY | os.O_CREAT)
    try:
        assert main(["verify", str(tmp_path / "file")], out=Gone()) == 0
    finally:
        os.close(descriptor)
