"""How people type a tally: compact text with endings, countdowns, several Bummerl; everything wrong is named at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal import TalliedDeal
from scoring.options import Reason
from scoring.rules import PRESETS
from scoring.tally import Countdown, read_compact, write_compact, write_countdown
from tournament.domain.tally_check import check_tally
from tournament.domain.tally_notation import LONGEST, compact, compact_or_none, read_tally

SCHARF = PRESETS["turnier-scharf"]
CARRY = PRESETS["66-c"]


def codes(text: str, rules=SCHARF, to_win: int = 1) -> list[str]:
    return [found.code.value for found in check_tally(rules, to_win, read_tally(text).bummerl).findings]


@pytest.mark.parametrize(
    "text",
    ["A3 A3 A1 | B2 B2 B3", "a3, a3, a1\nb2 b2 b3", "L3 L3 L1 | R2 R2 R3", "  A3;A3;A1\r\n\r\n|B2 B2 B3 |", "l3 A3 a1|r2 B2 b3"],
)  # fmt: skip
def test_compact_text_is_read_in_every_spelling(text: str) -> None:
    read = read_tally(text)
    assert read.problems == ()
    assert write_compact(read.bummerl) == "A3 A3 A1 | B2 B2 B3"


@pytest.mark.parametrize("dash", ["-", "–", "—", "="])
def test_a_dash_is_a_tie(dash: str) -> None:
    assert read_tally(f"A3 {dash} A3 A1").bummerl[0][1].winner is None


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("aus", Reason.CLAIM), ("66", Reason.CLAIM), ("zu", Reason.CLOSE), ("verdreht", Reason.CLOSE_FAILED), ("zu!", Reason.CLOSE_FAILED),
        ("falsch", Reason.FALSE_CLAIM), ("renonce", Reason.REVOKE), ("letzter", Reason.LAST_TRICK), ("gezählt", Reason.COUNTED),
    ],
)  # fmt: skip
def test_the_ending_stands_in_brackets(word: str, reason: Reason) -> None:
    assert read_tally(f"A2({word})").bummerl[0][0].reason is reason
    assert read_tally(f"A2({word} 70:20)").bummerl[0][0] == TalliedDeal(0, 2, reason, (70, 20))


@pytest.mark.parametrize(
    "text",
    [
        "7 4 1 0\n7 7 7 7",
        "7 4 1 0 / 7 7 7 7",
        "A: 7 4 1 0\nB: 7 7 7 7",
        "B: 7 7 7 7\nA: 7 4 1 0",
        "l 7,4,1,0 / r 7,7,7,7",
    ],
)
def test_two_lines_of_a_countdown_are_one_bummerl(text: str) -> None:
    assert read_tally(text).bummerl == (Countdown((7, 4, 1, 0), (7, 7, 7, 7)),)


def test_countdowns_and_compact_text_may_follow_each_other() -> None:
    read = read_tally("7 4 1 0\n7 7 7 7\n\nB3 B3 B1\n7 7 7 7\n7 4 1 0")
    assert [compact(one, SCHARF) for one in read.bummerl] == ["A3 A3 A1", "B3 B3 B1", "B3 B3 B1"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A3 X9", "„X9“ ist kein Spiel"), ("A", "wie viele Siegpunkte"), ("A3(quer)", "„quer“"), ("7 4 1 0", "zweite Zeile"),
        ("7 4 1 0\nA3 A3 A1", "zweite Zeile"), ("-3 A1", "„-3“ ist kein Spiel"), ("A3 (70:20)", "kein Spiel"), ("A3(70:20", "kein Spiel"),
        ("x" * (LONGEST + 1), "zu lang"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(text: str, said: str) -> None:
    assert said in str(read_tally(text).problems[0].text)


def test_all_that_cannot_be_read_is_named_with_its_place() -> None:
    problems = read_tally("A3 foo | B2 A3(bar) baz").problems
    assert [(problem.bummerl, problem.deal) for problem in problems] == [(1, 2), (2, 2), (2, 3)]


def test_where_only_games_count_a_letter_is_a_won_game() -> None:
    read = read_tally("A B A A", only_games=True)
    assert read.problems == ()
    assert write_compact(read.bummerl) == "A1 B1 A1 A1"


def test_what_is_too_much_to_read_is_refused_at_once() -> None:
    assert read_tally("1" * LONGEST + "x").problems


@pytest.mark.parametrize("lines", ["7 4 1 0\n7 7 7", "7 4 5 0\n7 7 7 7", "7 4 1 0\n7 6 6 6"])
def test_a_countdown_that_stands_for_no_row_of_deals_has_no_compact_text(lines: str) -> None:
    assert compact_or_none(read_tally(lines).bummerl[0], SCHARF) is None
    assert codes(lines)


def test_a_countdown_cut_at_0_after_a_tie_that_carries_over_is_stored_as_a_deal_that_can_be() -> None:
    lines = "7 4 1 1 0\n7 7 7 7 7"
    assert codes(lines, CARRY) == []
    stored = compact(read_tally(lines).bummerl[0], CARRY)
    assert stored == "A3 A3 - A2"
    assert codes(stored, CARRY) == []


deals = st.lists(st.builds(TalliedDeal, st.sampled_from([0, 1]), st.integers(1, 3)), min_size=1, max_size=13)


@given(st.lists(deals, min_size=1, max_size=5))
def test_what_is_stored_is_read_back_the_same(bummerl: list[list[TalliedDeal]]) -> None:
    read = read_tally(write_compact(bummerl))
    assert read.problems == ()
    assert [list(one) for one in read.bummerl] == bummerl


@given(deals)
def test_a_countdown_and_its_compact_text_are_judged_alike(row: list[TalliedDeal]) -> None:
    row = row[: check_tally(SCHARF, 1, [tuple(row)]).bummerl[0].deals]
    tally = read_tally("\n".join(write_countdown(row))).bummerl[0]
    again = check_tally(SCHARF, 1, [compact(tally, SCHARF)])
    as_typed = check_tally(SCHARF, 1, [tuple(row)])
    assert (again.score, again.winner, again.findings) == (as_typed.score, as_typed.winner, as_typed.findings)


@given(st.text(alphabet="AaBbLR0123456789-|()/:,\n zu", max_size=60))
def test_nothing_typed_ever_raises(text: str) -> None:
    read = read_tally(text)
    assert all(problem.bummerl >= 0 and str(problem.text) for problem in read.problems)
    for one in read.bummerl:
        read_compact(compact_or_none(one, SCHARF) or "")
