"""Who can play, whom to call next, which tables are free, who is missing, when the round will be over."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.domain.calling import Hall, NoShow, OpenMatch, Table, Where, look
from tournament.domain.forecast import (
    PRIOR,
    Bound,
    Pace,
    PlayedMatch,
    forecast,
    pace_of,
)

NOW = datetime(2026, 1, 10, 20, tzinfo=UTC)
ALOIS, BERTA, CILLI, DORA, EMIL, FRANZ = range(1, 7)
TABLES = [Table(1), Table(2), Table(3)]
_ids = count(1)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def match(left: int, right: int, *, waits: float = 10, **known: object) -> OpenMatch:
    return OpenMatch(next(_ids), left, right, NOW - minutes(waits), **known)


def playing(left: int, right: int, table: int | None = None, *, since: float = 5) -> OpenMatch:
    return match(left, right, table=table, started_at=NOW - minutes(since))


def called(left: int, right: int, table: int, *, since: float = 2) -> OpenMatch:
    return match(left, right, table=table, called_at=NOW - minutes(since))


def hall(*matches: OpenMatch, tables: list[Table] = TABLES, no_show_minutes: int | None = 10) -> Hall:
    return look(matches, tables, now=NOW, no_show_minutes=no_show_minutes)


def where(found: Hall, wanted: OpenMatch) -> Where:
    return next(line.where for line in found.lines if line.match.id == wanted.id)


# --- who can play now -----------------------------------------------------------------------------


def test_a_match_can_be_played_when_neither_player_sits_at_a_table() -> None:
    now, blocked, ready = playing(ALOIS, BERTA, 1), match(BERTA, CILLI), match(CILLI, DORA)
    found = hall(now, blocked, ready)
    assert [where(found, one) for one in (now, blocked, ready)] == [Where.PLAYING, Where.BLOCKED, Where.READY]
    assert found.to_call == (ready.id,)


def test_who_blocks_a_match_is_named() -> None:
    found = hall(playing(ALOIS, BERTA, 1), match(ALOIS, CILLI), match(BERTA, ALOIS))
    assert [line.blocked_by for line in found.lines] == [(), (ALOIS,), (BERTA, ALOIS)]


def test_whoever_is_called_is_taken_too() -> None:
    found = hall(called(ALOIS, BERTA, 1), match(BERTA, CILLI))
    assert [line.where for line in found.lines] == [Where.CALLED, Where.BLOCKED]


def test_a_match_its_players_began_by_themselves_needs_no_table() -> None:
    found = hall(playing(ALOIS, BERTA, None), match(CILLI, ALOIS))
    assert [line.where for line in found.lines] == [Where.PLAYING, Where.BLOCKED]
    assert found.free_tables == (1, 2, 3)


# --- the order ------------------------------------------------------------------------------------


def test_the_busier_players_open_matches_come_first() -> None:
    # Alois owes three matches, Berta two, all others one.
    one_card = match(CILLI, DORA, waits=60)
    busy = match(ALOIS, EMIL, waits=1)
    middle = match(BERTA, FRANZ, waits=1)
    rest = [match(ALOIS, 11), match(ALOIS, 12), match(BERTA, 13)]
    order = hall(one_card, busy, middle, *rest).to_call
    assert order.index(busy.id) < order.index(middle.id) < order.index(one_card.id)


def test_between_equally_busy_players_the_other_ones_open_matches_decide() -> None:
    lone, twice = match(ALOIS, CILLI, waits=60), match(ALOIS, BERTA, waits=1)
    order = hall(lone, twice, match(BERTA, DORA)).to_call
    assert order[:2] == (twice.id, lone.id)


def test_then_whoever_waits_longer_comes_first() -> None:
    short, long = match(ALOIS, BERTA, waits=5), match(CILLI, DORA, waits=6)
    assert hall(short, long).to_call == (long.id, short.id)


def test_matches_under_way_count_as_open_ones_of_their_players() -> None:
    # Berta and Cilli can both be called for one match only, but Cilli plays another afterwards.
    plain = match(ALOIS, BERTA, waits=30)
    busier = match(CILLI, DORA, waits=1)
    blocked = match(CILLI, EMIL)
    found = hall(plain, busier, blocked, playing(EMIL, FRANZ, 1))
    assert found.to_call == (busier.id, plain.id)


# --- tables ---------------------------------------------------------------------------------------


def test_free_tables_are_neither_taken_nor_called_to_nor_out_of_order() -> None:
    tables = [Table(5), Table(4, out_of_order=True), Table(3), Table(2), Table(1)]
    assert hall(playing(ALOIS, BERTA, 1), called(CILLI, DORA, 3), tables=tables).free_tables == (2, 5)


def test_nobody_is_called_to_two_tables() -> None:
    first, second, third = match(ALOIS, BERTA), match(ALOIS, CILLI), match(DORA, EMIL)
    calls = hall(first, second, third).calls
    assert [(call.match, call.table) for call in calls] == [(first.id, 1), (third.id, 2)]


def test_without_a_free_table_nobody_is_called_but_the_order_is_known() -> None:
    found = hall(match(ALOIS, BERTA), tables=[])
    assert (len(found.to_call), found.calls) == (1, ())


# --- time -----------------------------------------------------------------------------------------


def test_running_time_counts_from_the_start_and_waiting_from_when_both_were_known() -> None:
    found = hall(playing(ALOIS, BERTA, 1, since=18), called(CILLI, DORA, 2, since=3), match(EMIL, FRANZ, waits=9))
    assert [line.for_so_long for line in found.lines] == [minutes(18), minutes(3), minutes(9)]


def test_a_clock_set_back_shows_no_negative_time() -> None:
    assert hall(playing(ALOIS, BERTA, 1, since=-5)).lines[0].for_so_long == minutes(0)


@pytest.mark.parametrize(
    ("since", "expected"),
    [
        (-60, NoShow(minutes(10), False)), (0, NoShow(minutes(10), False)), (9.5, NoShow(minutes(0.5), False)),
        (10, NoShow(minutes(0), True)), (31, NoShow(minutes(0), True)),
    ],
)  # fmt: skip
def test_the_no_show_timer_runs_from_the_call(since: float, expected: NoShow) -> None:
    assert hall(called(ALOIS, BERTA, 1, since=since)).lines[0].no_show == expected


def test_no_timer_runs_once_they_play_or_without_a_setting() -> None:
    assert hall(replace(called(ALOIS, BERTA, 1, since=30), started_at=NOW)).lines[0].no_show is None
    assert hall(called(ALOIS, BERTA, 1), no_show_minutes=None).lines[0].no_show is None


def test_a_persons_matches_are_listed_the_nearest_first() -> None:
    blocked, ready = match(ALOIS, BERTA), match(ALOIS, CILLI)
    found = hall(blocked, ready, playing(BERTA, DORA, 1))
    assert [line.match.id for line in found.of_person(ALOIS)] == [ready.id, blocked.id]
    assert found.of_person(99) == ()


# --- forecast -------------------------------------------------------------------------------------


def played(lasted: float, *, bummerl_to_win: int = 2, at: float = 0) -> PlayedMatch:
    end = NOW - minutes(at)
    players = next(_ids) * 1000
    return PlayedMatch(players, players + 1, end - minutes(90), end, bummerl_to_win, started_at=end - minutes(lasted))


def test_before_anything_is_played_the_prior_counts() -> None:
    assert pace_of([]) == Pace(PRIOR, 0)


def test_many_matches_of_this_evening_outweigh_the_prior() -> None:
    few, many = pace_of([played(40)] * 3), pace_of([played(40)] * 60)
    assert minutes(28) < few.per_match < minutes(32)
    assert minutes(38) < many.per_match < minutes(40)
    assert many.measured == 60


def test_one_match_with_a_supper_in_it_changes_little() -> None:
    usual = [played(20 + i) for i in range(9)]
    assert abs(pace_of([*usual, played(145)]).per_match - pace_of(usual).per_match) < minutes(1.5)


@pytest.mark.parametrize("lasted", [0, 1, 400, -3])
def test_impossible_durations_do_not_count(lasted: float) -> None:
    assert pace_of([played(lasted)]).measured == 0


def test_a_match_to_one_or_three_bummerl_tells_of_one_to_two() -> None:
    # 10 minutes a Bummerl each: 1, 2.5 and 4.125 of them on average.
    found = pace_of([played(10, bummerl_to_win=1), played(25), played(41.25, bummerl_to_win=3)])
    assert found.per_match == minutes(25)
    assert [found.of(bummerl) for bummerl in (1, 2, 3)] == [minutes(10), minutes(25), minutes(41.25)]


def test_where_nobody_called_a_match_lasts_from_the_end_of_the_players_match_before() -> None:
    start = NOW - minutes(60)
    matches = [PlayedMatch(1, 2, start, start + minutes(30)), PlayedMatch(1, 3, start, start + minutes(60))]
    assert pace_of(matches).per_match == minutes((6 * 25 + 2 * 30) / 8)


def test_no_open_match_no_forecast() -> None:
    assert forecast([], TABLES, Pace(PRIOR, 0), now=NOW) is None


def test_one_match_that_begins_now_takes_its_time() -> None:
    found = forecast([match(ALOIS, BERTA)], TABLES, Pace(PRIOR, 0), now=NOW)
    assert (found.end, found.bound) == (NOW + PRIOR, Bound.PERSON)


def test_a_running_match_is_nearer_to_its_end_but_never_over_by_itself() -> None:
    pace = Pace(minutes(20), 9)
    ends = [forecast([playing(ALOIS, BERTA, 1, since=since)], TABLES, pace, now=NOW).end for since in (0, 12, 90)]
    assert ends == [NOW + minutes(20), NOW + minutes(8), NOW + minutes(5)]


def test_whoever_has_most_cards_holds_the_round_up() -> None:
    found = forecast([match(ALOIS, other) for other in range(2, 6)], TABLES, Pace(minutes(20), 9), now=NOW)
    assert (found.bound, found.person) == (Bound.PERSON, ALOIS)
    assert found.end >= NOW + minutes(80)


def test_few_tables_hold_the_round_up() -> None:
    matches = [match(2 * i, 2 * i + 1) for i in range(1, 9)]
    found = forecast(matches, [Table(1), Table(2), Table(3, out_of_order=True)], Pace(minutes(20), 9), now=NOW)
    assert found.bound == Bound.TABLES
    assert NOW + minutes(80) <= found.end <= NOW + minutes(90)


# --- what always holds ----------------------------------------------------------------------------


@st.composite
def halls(draw: st.DrawFn) -> tuple[list[OpenMatch], list[Table]]:
    """Any evening that can be: whoever sits at a table sits at one only."""
    tables = [Table(number, draw(st.booleans())) for number in range(1, draw(st.integers(0, 5)) + 1)]
    free = [table.number for table in tables]
    sitting: set[int] = set()
    matches = []
    for number in range(draw(st.integers(0, 14))):
        left, right = draw(st.lists(st.integers(1, 8), min_size=2, max_size=2, unique=True))
        kind = draw(st.sampled_from(["waits", "called", "plays"]))
        one = OpenMatch(number, left, right, NOW - minutes(draw(st.integers(0, 99))), draw(st.sampled_from([1, 2, 3])))
        if kind != "waits" and sitting.isdisjoint((left, right)):
            sitting.update((left, right))
            table = free.pop() if free else None
            at = NOW - minutes(draw(st.integers(0, 60)))
            one = replace(one, table=table, called_at=at, started_at=at if kind == "plays" else None)
        matches.append(one)
    return matches, tables


@given(halls())
def test_calls_never_name_a_taken_person_a_taken_table_or_anyone_twice(given_hall) -> None:
    matches, tables = given_hall
    found = look(matches, tables, now=NOW, no_show_minutes=10)
    by_id = {one.id: one for one in matches}
    busy = [player for one in matches if one.is_under_way for player in one.players]
    seated = [player for call in found.calls for player in by_id[call.match].players]
    assert len({*busy, *seated}) == len(set(busy)) + len(seated)
    assert {call.table for call in found.calls} <= set(found.free_tables)
    assert not {one.table for one in matches} & set(found.free_tables)


@given(halls())
def test_no_table_stays_free_while_a_match_could_be_called(given_hall) -> None:
    matches, tables = given_hall
    found = look(matches, tables, now=NOW)
    by_id = {one.id: one for one in matches}
    seated = {player for call in found.calls for player in by_id[call.match].players}
    if len(found.calls) < len(found.free_tables):
        assert all(not seated.isdisjoint(by_id[number].players) for number in found.to_call)


@given(halls(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(given_hall, random) -> None:
    matches, tables = given_hall
    found = look(matches, tables, now=NOW)
    mixed = random.sample(matches, len(matches))
    again = look(mixed, random.sample(tables, len(tables)), now=NOW)
    assert (again.to_call, again.free_tables, again.calls) == (found.to_call, found.free_tables, found.calls)


@given(halls(), st.integers(1, 100))
def test_the_forecast_lies_ahead_and_a_further_match_or_a_slower_pace_never_makes_it_earlier(given_hall, pace) -> None:
    matches, tables = given_hall
    before = forecast(matches, tables, Pace(minutes(pace), 3), now=NOW)
    after = forecast([*matches, OpenMatch(99, 1, 2, NOW)], tables, Pace(minutes(pace), 3), now=NOW)
    slower = forecast(matches, tables, Pace(minutes(pace + 1), 3), now=NOW)
    if before is None:
        assert matches == []
        return
    assert before.end > NOW
    assert slower.end >= before.end
    # A second of rounding for every match; a further pair of players may make use of a further table.
    usable = sum(not table.out_of_order for table in tables)
    if usable == 1:
        assert after.end >= before.end - timedelta(seconds=len(matches) + 1)
