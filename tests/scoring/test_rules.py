from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.findings import Code
from scoring.options import CloseBy, ClosedCount, LastTrick, LastTrickPoints, Permission, Unclaimed
from scoring.rules import (
    CHOICES,
    DEFAULT_PRESET,
    FIELDS,
    LONGEST_TEXT,
    PRESETS,
    TEXT_FIELDS,
    RulesError,
    RuleSet,
    contradictions,
    difference,
    field_value,
    from_record,
    to_record,
    written_value,
)

TABLE = {  # weich, scharf, 66-a, 66-b, 66-c
    "deck": (20, 20, 24, 24, 24),
    "exchange": ("allowed",) * 5,
    "exchange_needs_trick": (False, False, False, True, True),
    "exchange_before_first_lead": (True, False, True, False, False),
    "exchange_with_one_face_down": (True, False, True, True, True),
    "exchange_when_following": (False, False, False, False, True),
    "exchange_at_opponents_close": (False, False, False, True, False),
    "marriage_before_first_trick": (True, False, True, True, True),
    "marriage_lead": ("either", "king", "either", "either", "either"),
    "marriage_after_talon": (True, True, True, False, False),
    "close": ("allowed",) * 5,
    "close_with_one_face_down": (True, False, True, True, True),
    "close_timing": ("after_draw", "after_draw", "before_or_after", "before_or_after", "before_or_after"),
    "close_by": ("leader", "leader", "leader", "leader", "either"),
    "closed_count": ("at_close", "at_close", "at_close", "final", "final"),
    "failed_close": ("two_or_three", "two_or_three", "two_or_three", "claim_two", "two_or_three"),
    "false_claim": ("as_claimed", "as_claimed", "as_claimed", "two", "two_or_three"),
    "revoke_points": (3, 3, 3, "none", "none"),
    "last_trick": ("wins_deal", "wins_deal", "plus_ten", "plus_ten", "plus_ten"),
    "last_trick_points": ("one",) * 5,
    "unclaimed": ("higher_total", "higher_total", "higher_total", "higher_total", "draw"),
    "tie": ("redeal", "redeal", "redeal", "redeal", "carry_one"),
    "next_dealer": ("alternate", "alternate", "alternate", "winner", "alternate"),
    "bummerl_points": (7,) * 5,
    "schneider_double": (True, True, True, False, False),
    "look_back": ("own_and_first", "never", "own_and_first", "last", "never"),
    "draw_after_trick_down": (False, True, False, False, False),
}
COLUMNS = ("schnapsen-weich", "schnapsen-scharf", "66-a", "66-b", "66-c")


@pytest.mark.parametrize("field", TABLE)
def test_the_presets_are_the_columns_of_the_table(field: str) -> None:
    assert tuple(written_value(getattr(PRESETS[name], field)) for name in COLUMNS) == TABLE[field]


def test_every_field_is_in_the_table_or_printed_text() -> None:
    assert set(FIELDS) == {*TABLE, *TEXT_FIELDS}
    assert {f.name for f in fields(RuleSet)} == {"preset", *FIELDS}


def test_there_are_nine_presets() -> None:
    assert set(PRESETS) == {*COLUMNS, "turnier-weich", "turnier-scharf", "pagat", "none"}
    assert all(rules.preset == name for name, rules in PRESETS.items())


@pytest.mark.parametrize("kind", ["weich", "scharf"])
def test_the_tournament_presets_do_not_double_look_back_or_count_at_the_close(kind: str) -> None:
    changed = difference(PRESETS[f"turnier-{kind}"], f"schnapsen-{kind}")
    expected = {"schneider_double": False, "closed_count": ClosedCount.FINAL}
    if kind == "weich":
        expected["look_back"] = "never"
    assert changed == expected


def test_pagat_is_weich_with_two_or_three_for_a_false_claim_and_no_doubling() -> None:
    assert difference(PRESETS["pagat"], "schnapsen-weich") == {
        "false_claim": "two_or_three",
        "schneider_double": False,
    }


def test_none_counts_only_games() -> None:
    assert [name for name, rules in PRESETS.items() if rules.only_games] == ["none"]


def test_a_new_tournament_plays_scharf() -> None:
    assert DEFAULT_PRESET == "turnier-scharf"
    assert DEFAULT_PRESET in PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_presets_do_not_contradict_themselves(name: str) -> None:
    assert contradictions(PRESETS[name]) == ()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_as_its_name(name: str) -> None:
    assert to_record(PRESETS[name]) == name
    assert from_record(name) is PRESETS[name]


def test_last_trick_ten() -> None:
    assert [PRESETS[name].has_ten_for_last_trick for name in COLUMNS] == [False, False, True, True, True]


CHANGES = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from(values) for name, values in CHOICES.items()},
        **{name: st.text(max_size=20) for name in TEXT_FIELDS},
    },
)


@given(preset=st.sampled_from(sorted(PRESETS)), changed=CHANGES)
def test_changed_rules_round_trip(preset: str, changed: dict[str, object]) -> None:
    rules = from_record({"preset": preset, "changed": changed})
    assert {name: written_value(getattr(rules, name)) for name in changed} == changed
    assert from_record(to_record(rules)) == rules
    assert set(difference(rules)) <= set(changed)


@pytest.mark.parametrize(("value", "read"), [("yes", True), ("no", False), (True, True), (False, False)])
def test_yes_and_no_are_understood(value: object, read: bool) -> None:
    assert field_value("schneider_double", value) is read


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("deck", 32),
        ("deck", "20"),
        ("deck", True),
        ("bummerl_points", 4),
        ("bummerl_points", 12),
        ("revoke_points", 2),
        ("revoke_points", False),
        ("exchange", True),
        ("exchange", "sometimes"),
        ("schneider_double", 1),
        ("schneider_double", "perhaps"),
        ("schneider_double", None),
        ("cutting", 5),
        ("cutting", "x" * (LONGEST_TEXT + 1)),
        ("preset", "66-a"),
        ("no_such_field", 1),
        ("close_by", ["leader"]),
        pytest.param("deck", 10**6000, id="a number too long to print"),
    ],
)
def test_impossible_fields_and_values_are_refused(field: str, value: object) -> None:
    with pytest.raises(RulesError) as refused:
        from_record({"preset": "66-a", "changed": {field: value}})
    assert refused.value.finding.code is Code.BAD_RULES


def test_a_number_is_no_yes_even_after_a_yes() -> None:
    assert from_record({"preset": "66-a", "changed": {"schneider_double": True}}).schneider_double
    with pytest.raises(RulesError):
        from_record({"preset": "66-a", "changed": {"schneider_double": 1}})


@pytest.mark.parametrize("value", [None, 5, [], {"changed": {}}, {"preset": 1}, {"preset": "66-a", "changed": []},
                                   {"preset": "66-a", "more": 1}, {"preset": "66-a", "changed": {1: 2}}])  # fmt: skip
def test_other_shapes_are_bad_rules(value: object) -> None:
    with pytest.raises(RulesError) as refused:
        from_record(value)
    assert refused.value.finding.code is Code.BAD_RULES


@pytest.mark.parametrize("value", ["", "weich", "x" * 500, {"preset": "weich"}])
def test_unknown_names_are_unknown_rules(value: object) -> None:
    with pytest.raises(RulesError) as refused:
        from_record(value)
    assert refused.value.finding.code is Code.UNKNOWN_RULES
    assert len(str(refused.value.finding.params["name"])) <= 41


def test_difference_to_an_unknown_preset() -> None:
    with pytest.raises(RulesError):
        difference(PRESETS["66-a"], "66-z")


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        (
            {"exchange_needs_trick": True, "exchange_before_first_lead": True},
            "exchange_needs_trick, exchange_before_first_lead",
        ),
        ({"exchange": Permission.NEVER, "exchange_when_following": True}, "exchange, exchange_when_following"),
        ({"exchange": Permission.NEVER, "exchange_at_opponents_close": True}, "exchange, exchange_at_opponents_close"),
        ({"close": Permission.NEVER, "exchange_at_opponents_close": True}, "close, exchange_at_opponents_close"),
        ({"close": Permission.NEVER, "close_by": CloseBy.EITHER}, "close, close_by"),
        (
            {"last_trick": LastTrick.PLUS_TEN, "last_trick_points": LastTrickPoints.BY_TABLE},
            "last_trick, last_trick_points",
        ),
        ({"last_trick": LastTrick.WINS_DEAL, "unclaimed": Unclaimed.DRAW}, "last_trick, unclaimed"),
    ],
)
def test_contradictory_fields_are_named(changed: dict[str, object], named: str) -> None:
    found = contradictions(replace(PRESETS["schnapsen-weich"], **changed))
    assert [(one.code, one.params["fields"]) for one in found] == [(Code.BAD_RULES, named)]


@pytest.mark.parametrize("field", ["exchange", "close"])
def test_a_condition_of_something_that_never_happens_is_only_idle(field: str) -> None:
    assert contradictions(replace(PRESETS["turnier-weich"], **{field: Permission.NEVER})) == ()
