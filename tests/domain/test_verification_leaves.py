"""Whatever single value of a file is changed, `verify` notices; whatever it is given, it never stumbles."""

import copy
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.archive_builder import Builder
from tests.domain.tampering import at, forged, leaves, other_values, provable, with_leaf
from tournament.domain.terms import CardState, Policy
from tournament.domain.verification import verify
from tournament.domain.verification.deviation import Code


@cache
def scenes():
    """Evenings that together have everything: every method, everything that can be annulled, exchanged, moved."""
    evening = Builder([2, 1, 2, 1, 1, 3], prizes=4, policy=Policy.ONE).close()
    evening.draw()
    running = copy.deepcopy(evening.archive())
    evening.annul()
    evening.draw("fair")
    evening.play_round()
    evening.leave([next(card.number for card in evening.cards.values() if card.state is CardState.IN)])
    annulled = evening.play_out("by-hand").settle().finish().archive()

    evening = Builder([3, 2, 2], fixed_bracket=True, seed="b").close()
    evening.draw()
    evening.move(evening.open()[0]["left"], 1 + evening.cards[evening.open()[0]["left"]].owner % 3)
    bracket = evening.play_out().settle(play_off=True).finish().archive()

    evening = Builder([1] * 8, seed="c", prizes=6).close()
    evening.draw()
    first = evening.open()[0]["id"]
    evening.report(first)
    evening.correct(first)
    evening.play_round()
    evening.draw()
    evening.exchange(first)
    exchanged = evening.play_out().settle().finish().archive()

    evening = Builder([2, 1, 2], rebuy=True).close()
    evening.draw()
    evening.rebuy(1)
    evening.rebuy(2)
    rebought = evening.archive()
    whole = (running, annulled, bracket, exchanged, rebought)
    return [(each, list(leaves(each)), list(filter(provable, leaves(each)))) for each in whole]


def test_the_scenes_are_whole():
    assert [verify(archive) for archive, _, _ in scenes()] == [()] * 5


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_any_single_value_changed_is_noticed_though_the_digest_was_renewed(data):
    archive, _, paths = data.draw(st.sampled_from(scenes()), label="scene")
    path = data.draw(st.sampled_from(paths), label="path")
    old = at(archive, path)
    value = data.draw(st.sampled_from([each for each in other_values(old) if each != old]), label="value")
    assert verify(with_leaf(archive, path, value)), f"{old!r} -> {value!r}"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
def test_json_that_is_no_archive_never_raises(value):
    assert verify(value)


@given(st.data(), JSON)
@settings(max_examples=200, deadline=None)
def test_garbage_anywhere_in_an_archive_never_raises(data, garbage):
    archive, paths, _ = data.draw(st.sampled_from(scenes()))
    path = data.draw(st.sampled_from(paths))
    changed = copy.deepcopy(archive)
    inner = path[: data.draw(st.integers(1, len(path)))]
    at(changed, inner[:-1])[inner[-1]] = garbage
    verify(changed)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_several_plausible_changes_at_once_never_raise(data):
    """Numbers exchanged for others of the same file: everything exists, nothing fits."""
    archive, paths, _ = data.draw(st.sampled_from(scenes()))
    changed = copy.deepcopy(archive)
    course = [path for path in paths if path[0] not in ("journal", "cash", "digest", "format", "version")]
    for _ in range(data.draw(st.integers(1, 12))):
        path = data.draw(st.sampled_from(course))
        old = at(changed, path)
        at(changed, path[:-1])[path[-1]] = data.draw(st.sampled_from([*other_values(old), 3, 4, 5, 6]))
    assert isinstance(verify(forged(changed, chains=True)), tuple)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_thing_less_or_twice_is_noticed_though_everything_was_renewed(data):
    archive, _, _ = data.draw(st.sampled_from(scenes()))
    names = ("cards", "draws", "matches", "places", "cash", "withdrawals", "exchanges", "rebuys", "card_moves")
    name = data.draw(st.sampled_from([each for each in names if archive[each]]))
    changed = copy.deepcopy(archive)
    position = data.draw(st.integers(0, len(changed[name]) - 1))
    if data.draw(st.booleans()):
        changed[name].insert(position, copy.deepcopy(changed[name][position]))
    else:
        changed[name].pop(position)
    assert {each.code for each in verify(forged(changed, chains=True))} - {Code.DIGEST}


def test_nested_too_deep_is_named():
    value = {}
    for _ in range(100_000):
        value = {"a": value}
    assert [each.code for each in verify(value)] == [Code.NESTED_TOO_DEEP]


@pytest.mark.parametrize("slug", [".", ".."])
def test_a_slug_that_would_lead_elsewhere_in_an_address_is_refused(slug):
    archive, _, _ = scenes()[0]
    assert [each.where for each in verify(with_leaf(archive, ("tournament", "slug"), slug))] == ["tournament.slug"]
