import string

import pytest

from scoring.finding_texts import TEXTS
from scoring.findings import Code, RecordError, Severity, as_json, finding, place, text


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_sentence_in_both_languages(code: Code) -> None:
    german, english = text(finding(code)), text(finding(code), "en")
    assert german.endswith(".")
    assert english.endswith(".")
    assert german != english


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_use_the_same_parameters(key: str) -> None:
    names = [{name for _, name, _, _ in string.Formatter().parse(template) if name} for template in TEXTS[key]]
    assert names[0] == names[1]
    assert key.split(":", maxsplit=1)[0] in set(Code)


def test_parameters_are_filled_in() -> None:
    found = finding(Code.BAD_DEAL, problem="missing", cards="CA, ST")
    assert text(found, "de-at") == "Es fehlen Karten: CA, ST."
    assert text(found, "en") == "Cards are missing: CA, ST."


def test_a_parameter_that_was_not_given_is_a_question_mark() -> None:
    assert text(finding(Code.NOT_IN_HAND, card="CA"), "en") == "? does not hold CA."


def test_a_text_from_a_record_is_never_a_template() -> None:
    assert text(finding(Code.UNKNOWN_RULES, name="{0.__class__}"), "en") == "There are no such rules: {0.__class__}."


@pytest.mark.parametrize(
    ("code", "severity"),
    [(Code.FALSE_CLAIM, "warning"), (Code.LATE_CLAIM, "warning"), (Code.REVOKE, "error"), (Code.UNFINISHED, "error")],
)
def test_the_usual_severity(code: Code, severity: str) -> None:
    assert finding(code).severity == severity


def test_a_called_revoke_is_only_a_warning() -> None:
    assert finding(Code.REVOKE, severity=Severity.WARNING).severity is Severity.WARNING


def test_plain_data() -> None:
    assert as_json(finding(Code.NOT_IN_HAND, "move 3", player="A", card="CA")) == {
        "code": "not_in_hand",
        "severity": "error",
        "where": "move 3",
        "params": {"player": "A", "card": "CA"},
    }


def test_findings_compare_and_hash() -> None:
    assert finding(Code.UNFINISHED, "move 3") == finding(Code.UNFINISHED, "move 3")
    assert len({finding(Code.NOT_IN_HAND, "move 3", card="CA"), finding(Code.NOT_IN_HAND, "move 3", card="CA")}) == 1


def test_places_for_people() -> None:
    assert place("bummerl 2, deal 3", "de") == "Bummerl 2, Spiel 3"
    assert place("bummerl 2, deal 3", "en") == "bummerl 2, deal 3"
    assert place("rules") == "rules"


def test_an_unreadable_record_says_what_and_where() -> None:
    error = RecordError("not a move", "move 2")
    assert (error.finding.code, error.finding.where) == (Code.UNREADABLE, "move 2")
    assert str(error) == "move 2: not a move"
    assert str(RecordError("no record")) == "no record"
