"""What fits the big screen beside the calls: as much as there is room for, and never more."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.factories import SCORER, drawn_tournament, fresh
from tournament import clock
from tournament.queries.board_scenes import LINE_LETTERS, _fill, apart, owing
from tournament.queries.boards import WAITING_BELOW, board_of
from tournament.queries.calling import hall_of
from tournament.services import calling


@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.parametrize("length", [1, 9, 26, 80])
def test_names_fill_the_lines_there_are_and_no_more(most: int, length: int) -> None:
    names = tuple("x" * length for _ in range(60))
    shown, lines = _fill(names, most)
    assert shown == names[: len(shown)]
    assert lines == most
    assert len(shown) * (min(length, 26) + 3) <= most * LINE_LETTERS
    assert (len(shown) + 2 * most) * (min(length, 26) + 3) > most * (LINE_LETTERS - 6)


def test_where_there_is_room_nobody_is_left_out() -> None:
    assert _fill(("Huber", "Moar"), 1) == (("Huber", "Moar"), 1)


@pytest.mark.django_db
def test_everybody_who_still_plays_is_named_while_half_the_screen_is_empty() -> None:
    hall = hall_of(drawn_tournament(*[4] * 15, 2, 2))
    assert [more for _count, _names, more in owing(hall, ())] == [0] * len(hall.owing)


@pytest.mark.django_db
def test_matches_that_can_begin_are_shown_below_those_called_and_nobody_is_in_two() -> None:
    with clock.use(
        lambda: datetime.now(UTC) - timedelta(minutes=30)
    ):  # the draw has been on the screen for long enough
        evening = drawn_tournament(*[4] * 15, 2, 2)
    for called in range(4):
        page = next(one for one in board_of(fresh(evening)).pages if one.scene == "calls")
        waiting = page.data["waiting"]
        players = [player for one in waiting for player in one.line.match.players]
        assert len(set(players)) == len(players)
        assert len(page.data["called"]) == called
        possible = apart(hall_of(fresh(evening)).ready, 99)
        assert len(waiting) == min(WAITING_BELOW[called], len(possible)) > 0
        calling.call(tournament=fresh(evening), actor=SCORER, match=waiting[0].serial, table=called + 1)
