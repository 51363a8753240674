"""Calling: an aid with its own rules, which never stands in the way of a result."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.factories import CASHIER, DIRECTOR, SCORER, drawn_tournament, fresh, open_matches, play
from tournament import clock
from tournament.models import Match, Scope, Side, Tournament
from tournament.queries.calling import HallPage, hall_of, state_text
from tournament.services import calling, corrections, results, undo
from tournament.services.errors import Conflict, Forbidden, NotFound, Refused

pytestmark = pytest.mark.django_db
START = datetime(2025, 11, 29, 18, 0, tzinfo=UTC)


@pytest.fixture
def evening() -> Tournament:
    """Eight people, eight cards, four matches, four tables."""
    return drawn_tournament(*[1] * 8)


def call(tournament: Tournament, match: int, table: int | None = 1, **more) -> calling.Called:
    return calling.call(tournament=tournament, actor=SCORER, match=match, table=table, **more)


def hall(tournament: Tournament) -> HallPage:
    return hall_of(fresh(tournament), staff=True)


def row(tournament: Tournament, serial: int) -> Match:
    return tournament.matches.select_related("table").get(serial=serial)


def version(tournament: Tournament, scope: Scope) -> int:
    return tournament.scope_versions.get(scope=scope).version


class TestCall:
    def test_a_called_match_has_a_table_and_a_time(self, evening) -> None:
        with clock.use(lambda: START):
            assert call(evening, 1, 3) == calling.Called(1, 3)
        assert (row(evening, 1).table.number, row(evening, 1).called_at, row(evening, 1).started_at) == (3, START, None)

    def test_it_says_so_in_the_journal_and_to_the_pages(self, evening) -> None:
        before = {scope: version(evening, scope) for scope in (Scope.ROUND, Scope.BOARD, Scope.SALE)}
        call(evening, 1, 3)
        entry = evening.journal.order_by("-number").first()
        assert (entry.kind, entry.subject, entry.after["table"], entry.after["what"]) == (
            "call",
            "match 1",
            3,
            "called",
        )
        grown = {scope for scope in before if version(evening, scope) > before[scope]}
        assert grown == {Scope.ROUND, Scope.BOARD}

    def test_the_version_of_the_match_stays_so_that_no_half_typed_result_is_stale(self, evening) -> None:
        before = row(evening, 1).version
        call(evening, 1)
        assert row(evening, 1).version == before

    def test_called_twice_is_once_and_the_clock_runs_on(self, evening) -> None:
        with clock.use(lambda: START):
            call(evening, 1, 3)
        entries = evening.journal.count()
        with clock.use(lambda: START + timedelta(minutes=5)):
            call(evening, 1, 3)
        assert (evening.journal.count(), row(evening, 1).called_at) == (entries, START)

    def test_called_again_to_another_table_it_moves(self, evening) -> None:
        call(evening, 1, 3)
        call(evening, 1, 4)
        assert hall(evening).free == (1, 2, 3)

    def test_without_a_table_the_two_sit_down_anywhere(self, evening) -> None:
        call(evening, 1, None)
        assert hall(evening).matches[1].is_called
        assert hall(evening).free == (1, 2, 3, 4)

    def test_a_table_holds_one_match(self, evening) -> None:
        call(evening, 1, 3)
        with pytest.raises(Conflict) as refused:
            call(evening, 2, 3)
        assert refused.value.codes == ("taken",)

    def test_nobody_is_called_while_he_plays_elsewhere(self) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        mine = [match.serial for match in hall(evening).of_person(1)]
        call(evening, mine[0], 1)
        with pytest.raises(Refused) as refused:
            call(evening, mine[1], 2)
        assert refused.value.codes == ("busy",)
        assert "Spieler 1" in str(refused.value)

    def test_not_to_a_table_out_of_order_nor_to_one_there_is_not(self, evening) -> None:
        calling.set_table_state(tournament=evening, actor=SCORER, number=2, out_of_order=True)
        with pytest.raises(Refused):
            call(evening, 1, 2)
        with pytest.raises(NotFound):
            call(evening, 1, 99)

    def test_not_a_match_that_is_decided(self, evening) -> None:
        play(evening, 1)
        with pytest.raises(Conflict) as refused:
            call(evening, 1)
        assert refused.value.codes == ("decided",)

    def test_the_cashier_calls_nobody(self, evening) -> None:
        with pytest.raises(Forbidden):
            calling.call(tournament=evening, actor=CASHIER, match=1, table=1)

    def test_taken_back_it_waits_as_before_and_the_table_is_free(self, evening) -> None:
        call(evening, 1, 3)
        calling.uncall(tournament=evening, actor=SCORER, match=1)
        found = row(evening, 1)
        assert (found.table, found.called_at, found.started_at) == (None, None, None)
        assert hall(evening).free == (1, 2, 3, 4)


class TestAidNotDuty:
    def test_a_result_frees_the_table_by_itself(self, evening) -> None:
        call(evening, 1, 3)
        play(evening, 1)
        assert hall(evening).free == (1, 2, 3, 4)
        assert row(evening, 1).table.number == 3  # where it was played stays known

    def test_a_result_is_taken_though_nobody_called_and_though_another_match_was_called(self, evening) -> None:
        call(evening, 1, 3)
        play(evening, 2)
        assert row(evening, 2).outcome == "played"

    def test_while_nobody_calls_the_hall_is_not_in_use(self, evening) -> None:
        assert not hall(evening).in_use
        call(evening, 1)
        assert hall(evening).in_use

    def test_players_who_found_each_other_can_be_said_to_play(self, evening) -> None:
        with clock.use(lambda: START):
            calling.start(tournament=evening, actor=SCORER, match=2)
        assert hall(evening).matches[2].is_playing
        with clock.use(lambda: START + timedelta(minutes=4)):
            calling.start(tournament=evening, actor=SCORER, match=2)
        assert row(evening, 2).started_at == START


class TestMissing:
    def test_who_does_not_come_can_be_noted_and_comes_after_all(self, evening) -> None:
        call(evening, 1)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.RIGHT)
        match = hall(evening).matches[1]
        assert (match.missing, match.waiting) == (match.right, match.left)
        assert state_text(match) == (f"{match.right.short} fehlt", "bad")
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=None)
        assert hall(evening).matches[1].missing is None

    def test_a_match_that_is_open_again_misses_nobody(self, evening) -> None:
        call(evening, 1)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
        calling.no_show(tournament=evening, actor=SCORER, match=1, winner=Side.RIGHT)
        assert row(evening, 1).outcome == "walkover"
        entry = evening.journal.order_by("-number").first()
        undo.undo(tournament=evening, actor=SCORER, entry=entry.number, at_the_desk=False)
        assert (row(evening, 1).outcome, row(evening, 1).missing_side) == ("open", None)

    def test_nobody_misses_a_match_he_was_not_called_to(self, evening) -> None:
        with pytest.raises(Refused):
            calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)

    def test_once_they_play_nobody_is_missing(self, evening) -> None:
        call(evening, 1)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
        calling.start(tournament=evening, actor=SCORER, match=1)
        assert row(evening, 1).missing_side is None

    def test_the_timer_runs_out_after_the_minutes_of_the_ausschreibung(self, evening) -> None:
        evening.no_show_minutes = 10
        evening.save()
        with clock.use(lambda: START):
            call(evening, 1)
        with clock.use(lambda: START + timedelta(minutes=3, seconds=12)):
            match = hall(evening).matches[1]
            assert (match.timer, match.left_to_come, match.too_late) == ("3:12", "6:48", False)
        with clock.use(lambda: START + timedelta(minutes=10)):
            assert hall(evening).matches[1].too_late


class TestHall:
    def test_who_holds_most_cards_is_called_first(self) -> None:
        evening = drawn_tournament(4, 2, 1, 1)
        first = hall(evening).proposals[0]
        assert 1 in first.match.line.match.players
        assert first.table == 1

    def test_a_blocked_match_says_who_plays_where(self) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        first, second, _third = hall(evening).of_person(1)
        call(evening, first.serial, 4)
        assert state_text(hall(evening).matches[second.serial]) == ("Spieler 1 spielt noch an 4", "wait")

    def test_a_match_waits_since_both_are_through_with_what_they_played_before(self) -> None:
        evening = drawn_tournament(3, 1, 1, 1, 1, 1)
        first, second, _third = hall(evening).of_person(1)
        later = clock.now() + timedelta(minutes=40)
        with clock.use(lambda: later):
            play(evening, first.serial)
        assert hall(evening).matches[second.serial].line.match.since == later

    def test_the_end_of_the_round_comes_nearer_as_matches_are_decided(self) -> None:
        evening = drawn_tournament(*[1] * 16, table_count=1)
        now = clock.now() + timedelta(minutes=1)
        with clock.use(lambda: now):
            before = hall(evening).forecast.end
            for serial in open_matches(evening)[:6]:
                play(evening, serial)
            assert hall(evening).forecast.end < before

    @pytest.mark.parametrize("size", [16, 256])
    def test_it_costs_five_queries_at_every_size(self, size, django_assert_num_queries) -> None:
        evening = drawn_tournament(*[2] * (size // 2))
        call(evening, open_matches(evening)[0])
        play(evening, open_matches(evening)[-1])
        with django_assert_num_queries(5):
            hall_of(evening, staff=True)

    def test_in_public_somebody_is_a_number(self, evening) -> None:
        evening.people.filter(start_number=1).update(public=False, name="Geheim Gundi")
        names = {each.left.name for each in hall_of(evening).matches.values()}
        names |= {each.right.name for each in hall_of(evening).matches.values()}
        assert "Nr. 1" in names
        assert "Geheim Gundi" not in names


def test_the_archive_brings_back_table_call_and_who_is_missing(evening) -> None:
    from tournament.queries.archives import archive

    call(evening, 1, 2)
    calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
    found = archive(fresh(evening))["matches"][0]
    assert (found["table"], found["missing"]) == (2, "left")
    assert found["called_at"] is not None


def test_a_corrected_result_frees_nothing_that_was_free(evening) -> None:
    call(evening, 1, 2)
    play(evening, 1)
    corrections.correct(
        tournament=evening, actor=DIRECTOR, match=1,
        report=results.Report("played", Side.RIGHT, (1, 2)), reason="verschrieben",
    )  # fmt: skip
    assert hall(evening).free == (1, 2, 3, 4)
