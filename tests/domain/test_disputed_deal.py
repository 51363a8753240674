"""The referee is asked only what matters, and gets the points of the tournament's rules."""

import itertools

import pytest

from scoring.rules import PRESETS, from_record
from scoring.situation import Ending
from tournament.domain.disputed_deal import Case, ClosedBy, Question, closing_matters, decide, questions

SCHARF, WEICH, B66, C66 = (PRESETS[name] for name in ("turnier-scharf", "schnapsen-weich", "66-b", "66-c"))
ALL = {Question.POINTS_ONE, Question.TRICKS_ONE, Question.POINTS_OTHER, Question.TRICKS_OTHER}


def verdict(rules, ending: Ending, closed_by: ClosedBy = ClosedBy.NOBODY, **answers: int):
    found = decide(rules, Case(ending, closed_by), {Question(name): number for name, number in answers.items()})
    return found.winner, found.points


@pytest.mark.parametrize(
    ("rules", "ending", "closed_by", "asked"),
    [
        (SCHARF, Ending.REVOKE, ClosedBy.NOBODY, set()),
        (SCHARF, Ending.PLAYED_OUT, ClosedBy.NOBODY, set()),
        (SCHARF, Ending.PLAYED_OUT, ClosedBy.ONE, {Question.TRICKS_AT_CLOSE}),
        (SCHARF, Ending.CLAIM, ClosedBy.NOBODY, ALL),
        (SCHARF, Ending.CLAIM, ClosedBy.ONE, ALL | {Question.TRICKS_AT_CLOSE}),
        (WEICH, Ending.CLAIM, ClosedBy.ONE, ALL | {Question.TRICKS_AT_CLOSE, Question.POINTS_AT_CLOSE}),
        (WEICH, Ending.CLAIM, ClosedBy.OTHER, ALL | {Question.TRICKS_AT_CLOSE}),
        (B66, Ending.PLAYED_OUT, ClosedBy.NOBODY, ALL),
        (C66, Ending.PLAYED_OUT, ClosedBy.NOBODY, set()),
    ],
)
def test_only_what_matters_is_asked(rules, ending: Ending, closed_by: ClosedBy, asked: set[Question]) -> None:
    assert set(questions(rules, Case(ending, closed_by))) == asked


@pytest.mark.parametrize("ending", list(Ending))
@pytest.mark.parametrize("closed_by", list(ClosedBy))
@pytest.mark.parametrize("preset", [name for name in PRESETS if name != "none"])
def test_what_is_not_asked_changes_no_verdict(preset: str, ending: Ending, closed_by: ClosedBy) -> None:
    case = Case(ending, closed_by)
    unasked = (
        set(Question) - set(questions(PRESETS[preset], case)) - {Question.POINTS_AT_CLOSE, Question.TRICKS_AT_CLOSE}
    )
    base = dict.fromkeys(Question, 3)
    found = {
        (result.winner, result.points)
        for number, question in itertools.product((0, 40, 70), [*unasked, None])
        for result in [decide(PRESETS[preset], case, base | ({question: number} if question else {}))]
    }  # fmt: skip
    assert len(found) == 1


@pytest.mark.parametrize(
    ("rules", "ending", "closed_by", "answers", "expected"),
    [
        (SCHARF, Ending.CLAIM, ClosedBy.NOBODY, {"points_one": 68, "tricks_one": 5, "points_other": 30, "tricks_other": 2}, (0, 2)),
        (SCHARF, Ending.CLAIM, ClosedBy.NOBODY, {"points_one": 60, "tricks_one": 5, "points_other": 40, "tricks_other": 3}, (1, 1)),
        (B66, Ending.CLAIM, ClosedBy.NOBODY, {"points_one": 61, "tricks_one": 5, "points_other": 40, "tricks_other": 3}, (1, 2)),
        (SCHARF, Ending.CLAIM, ClosedBy.ONE, {"points_one": 60, "tricks_one": 5, "points_other": 0, "tricks_other": 0, "tricks_at_close": 0}, (1, 3)),
        (WEICH, Ending.CLAIM, ClosedBy.ONE,
         {"points_one": 66, "tricks_one": 5, "points_other": 40, "tricks_other": 3, "tricks_at_close": 0, "points_at_close": 0}, (0, 3)),
        (SCHARF, Ending.CLAIM, ClosedBy.ONE, {"points_one": 66, "tricks_one": 5, "points_other": 40, "tricks_other": 3, "tricks_at_close": 1}, (0, 1)),
        (B66, Ending.CLAIM, ClosedBy.OTHER, {"points_one": 66, "tricks_one": 5, "points_other": 40, "tricks_other": 3, "tricks_at_close": 0}, (0, 2)),
        (SCHARF, Ending.REVOKE, ClosedBy.NOBODY, {}, (1, 3)),
        (B66, Ending.REVOKE, ClosedBy.NOBODY, {}, (None, None)),
        (SCHARF, Ending.PLAYED_OUT, ClosedBy.NOBODY, {}, (0, 1)),
        (SCHARF, Ending.PLAYED_OUT, ClosedBy.ONE, {"tricks_at_close": 0}, (1, 3)),
        (SCHARF, Ending.PLAYED_OUT, ClosedBy.OTHER, {"tricks_at_close": 2}, (0, 2)),
        (C66, Ending.PLAYED_OUT, ClosedBy.NOBODY, {}, (None, 0)),
    ],
)  # fmt: skip
def test_the_points_of_the_house(
    rules, ending: Ending, closed_by: ClosedBy, answers: dict[str, int], expected: tuple
) -> None:
    assert verdict(rules, ending, closed_by, **answers) == expected


def test_what_cannot_be_is_said() -> None:
    answers = {Question.POINTS_ONE: 70, Question.TRICKS_ONE: 1, Question.POINTS_OTHER: 30, Question.TRICKS_OTHER: 2}
    assert [found.code for found in decide(SCHARF, Case(Ending.CLAIM), answers).findings] == ["card_points_impossible"]


def test_the_closer_with_a_few_tricks_of_the_other_is_no_contradiction() -> None:
    answers = {"points_one": 70, "tricks_one": 5, "points_other": 40, "tricks_other": 3, "tricks_at_close": 1}
    found = decide(
        SCHARF, Case(Ending.CLAIM, ClosedBy.ONE), {Question(name): number for name, number in answers.items()}
    )
    assert found.findings == ()


def test_the_sentence_of_the_rule_is_read_out() -> None:
    assert "Renonce" in decide(SCHARF, Case(Ending.REVOKE), {}).sentence
    assert "revoke" in decide(SCHARF, Case(Ending.REVOKE), {}, "en").sentence


def test_where_nobody_may_close_it_is_not_asked() -> None:
    rules = from_record({"preset": "turnier-scharf", "changed": {"close": "never"}})
    assert not closing_matters(rules, Ending.CLAIM)
    assert closing_matters(SCHARF, Ending.PLAYED_OUT)
