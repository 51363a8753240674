"""While the hall is being shown a draw, no page without an account tells what was drawn.

The same moment twice, drawn with different numbers from the hall: every address for guests must answer the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client

from tests.factories import (
    DIRECTOR,
    SCORER,
    close,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    play_round,
    sell,
)
from tests.views.every_page import addresses
from tournament import clock
from tournament.access import Who, who
from tournament.domain import tap_fold
from tournament.links import Opens
from tournament.models import BoardState, DrawMethod, DrawStage, Side, Tournament
from tournament.queries.board_draw import kept_back
from tournament.queries.tree import View, tree_page
from tournament.services import boards, calling, draws, hand_draws, prizes, taps, withdrawals
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db
NOW = datetime(2025, 11, 29, 19, 0, tzinfo=UTC)
#: What is no result: the key of a form, how many steps there are altogether, and the numbers that the hall itself named.
NO_RESULT = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|Schritt \d+ von \d+|<p class="now-who">(?:4711|815)</p>'
)


def before_the_first(method: DrawMethod | None = None) -> Tournament:
    """Somebody has more than half of the cards: he meets himself, with cards that depend on the draw."""
    tournament = make_tournament(published=True)
    sell(tournament, 5, 1, 1, 1)
    close(tournament)
    draws.prepare(tournament=tournament, actor=DIRECTOR, method=method)
    return fresh(tournament)


def before_a_later_one() -> Tournament:
    tournament = make_tournament(published=True, cards_offered=16)
    sell(tournament, *[4] * 4)
    close(tournament)
    with clock.use(lambda: NOW - timedelta(hours=1)):
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"])
        play_round(tournament)
    draws.prepare(tournament=tournament, actor=DIRECTOR)
    return fresh(tournament)


def before_the_places() -> Tournament:
    tournament = make_tournament(published=True)
    sell(tournament, *[1] * 8)
    close(tournament)
    with clock.use(lambda: NOW - timedelta(hours=1)):
        play_on_with(tournament, until_numbers=4)
    draws.prepare(tournament=tournament, actor=DIRECTOR, stage=DrawStage.PLACES)
    return fresh(tournament)


def before_a_lot() -> Tournament:
    tournament = make_tournament(published=True, cards_offered=16)
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(n, "Speck") for n in range(1, 11)])
    sell(tournament, *[1] * 16)
    close(tournament)
    with clock.use(lambda: NOW - timedelta(hours=1)):
        play_on_with(tournament)
    prizes.prepare_lot(tournament=fresh(tournament), actor=DIRECTOR, place=9)
    return fresh(tournament)


def play_on_with(tournament: Tournament, until_numbers: int = 0) -> None:
    """From the first draw on."""
    draws.prepare(tournament=tournament, actor=DIRECTOR)
    draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"])
    play_on(fresh(tournament), until_numbers)


MOMENTS: dict[str, Callable[[], Tournament]] = {
    "the first round out of two pots": before_the_first,
    "the first round with the same chance": lambda: before_the_first(DrawMethod.FAIR),
    "a later round": before_a_later_one,
    "the places 5 to 8": before_the_places,
    "a lot for a prize": before_a_lot,
}


@contextmanager
def drawn(tournament: Tournament, public: str) -> Iterator[Tournament]:
    """The draw carried out with these numbers from the hall, and undone afterwards."""
    with transaction.atomic():
        with clock.use(lambda: NOW):
            draws.carry_out(tournament=tournament, actor=DIRECTOR, public=[public])
            boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=_last(tournament), position=0)
            yield fresh(tournament)
        transaction.set_rollback(True)


def _last(tournament: Tournament) -> int:
    return tournament.draws.order_by("-number").values_list("number", flat=True).first() or 0


def answers(tournament: Tournament) -> dict[str, tuple[int, str]]:
    """What every address for guests answers. A match's own link is on its slip, beside both names."""
    client, found = Client(), {}
    numbers = range(1, max(min(5, tournament.people.count()), _last(tournament)) + 1)
    for number in numbers:
        for one in addresses(tournament, number_of_all=number):
            if who(one.rule) not in (Who.PUBLISHED, Who.LINK) or one.rule == Opens.MATCH:
                continue
            answer = client.get(one.path)
            found[one.path] = (answer.status_code, NO_RESULT.sub("", answer.content.decode()))
            found[f"{one.path}?nr"] = (client.get(one.path, {"nr": str(number)}).status_code, "")
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_page_for_guests_depends_on_what_was_drawn(moment: str) -> None:
    tournament = MOMENTS[moment]()
    with drawn(tournament, "4711") as now:
        one = answers(now)
    with drawn(tournament, "815") as now:
        other = answers(now)
    assert len(one) > 20
    assert [path for path in one if one[path] != other[path]] == []


def before_the_semi_final() -> Tournament:
    tournament = make_tournament(published=True)
    sell(tournament, *[1] * 8)
    close(tournament)
    with clock.use(lambda: NOW - timedelta(hours=1)):
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["1"])
        play_round(tournament)
    draws.prepare(tournament=tournament, actor=DIRECTOR, stage=DrawStage.MAIN)
    return fresh(tournament)


@contextmanager
def both_drawn(tournament: Tournament, public: str) -> Iterator[Tournament]:
    """The places 5 to 8 are drawn while the hall still watches the semi-final."""
    with drawn(tournament, public) as now, clock.use(lambda: NOW + timedelta(minutes=1)):
        draws.prepare(tournament=now, actor=DIRECTOR, stage=DrawStage.PLACES)
        draws.carry_out(tournament=now, actor=DIRECTOR, public=["1"])
        yield fresh(now)


def test_a_draw_after_it_does_not_tell_what_the_hall_is_still_watching() -> None:
    tournament = before_the_semi_final()
    with both_drawn(tournament, "4711") as now:
        one = answers(now)
    with both_drawn(tournament, "815") as now:
        other = answers(now)
    assert len(one) > 20
    assert [path for path in one if one[path] != other[path]] == []


def test_the_hall_sees_one_draw_to_its_end_and_then_the_next() -> None:
    with both_drawn(before_the_semi_final(), "4711") as now:
        places, semi_final = _last(now), _last(now) - 1

        def held() -> list[int]:
            return [draw.number for draw in kept_back(fresh(now))]

        assert held() == [semi_final, places]
        boards.show_draw(tournament=now, actor=DIRECTOR, draw=semi_final, position=2)
        assert now.board.draw == semi_final
        boards.show_draw(tournament=now, actor=DIRECTOR, draw=semi_final, position=10_000)
        assert held() == [places]
        boards.show_draw(tournament=now, actor=DIRECTOR, draw=places, position=1)
        assert held() == [places]
        boards.show_draw(tournament=now, actor=DIRECTOR, draw=semi_final, position=1)  # looked at again: no news
        assert held() == [places]
        boards.show_draw(tournament=now, actor=DIRECTOR, draw=places, position=10_000)
        assert held() == []


def test_what_is_drawn_meanwhile_waits_for_the_end_of_the_show() -> None:
    with both_drawn(before_the_semi_final(), "4711") as now:
        places, semi_final = _last(now), _last(now) - 1
        boards.begin_to_show(tournament=now, actor=DIRECTOR, draw=places)
        assert fresh(now).board.draw == semi_final
        with clock.use(lambda: NOW + timedelta(minutes=10)):
            assert [draw.number for draw in kept_back(fresh(now))] == [semi_final, places]
            boards.show_draw(tournament=now, actor=DIRECTOR, draw=semi_final, position=10_000)
            assert [draw.number for draw in kept_back(fresh(now))] == [places]
        with clock.use(lambda: NOW + timedelta(minutes=11)):
            assert kept_back(fresh(now)) == ()


@pytest.mark.parametrize("moment", MOMENTS)
def test_once_it_is_shown_to_its_end_they_all_tell_it(moment: str) -> None:
    tournament = MOMENTS[moment]()
    told = []
    for public in ("4711", "815"):
        with drawn(tournament, public) as now:
            boards.show_draw(tournament=now, actor=DIRECTOR, draw=_last(now), position=10_000)
            told.append(answers(fresh(now)))
    differ = {path for path in told[0] if told[0][path] != told[1][path]}
    assert f"/t/feuerwehr/gast/auslosung/{_last(tournament) + 1}/" in differ
    if moment != "a lot for a prize":
        assert "/t/feuerwehr/baum/" in differ


class TestTree:
    """The tree waits for the hall, and whoever works here does not."""

    def test_it_shows_the_rounds_before(self) -> None:
        tournament = before_a_later_one()
        with drawn(tournament, "4711") as now:
            shown, staff = tree_page(now, View(), member=False), tree_page(now, View(), member=True)
            assert [round_.title for round_ in shown.listed] == ["Runde 1"]
            assert [round_.title for round_ in staff.listed] == ["Viertelfinale", "Runde 1"]
            assert not shown.is_over

    def test_before_the_first_round_it_has_not_begun(self) -> None:
        with drawn(before_the_first(), "4711"):
            assert "Noch kein Baum" in Client().get("/t/feuerwehr/baum/").content.decode()

    def test_it_costs_at_most_seven_queries(self, django_assert_max_num_queries) -> None:
        with drawn(before_a_later_one(), "4711") as now, django_assert_max_num_queries(7):
            tree_page(now, View(), member=False)


class TestWhenItMayBeSeen:
    """The show ends with its last step; and by itself where the evening has gone on without it."""

    def kept_back(self) -> bool:
        return Client().get("/t/feuerwehr/gast/auslosung/1/").status_code == 404

    def test_a_match_that_is_called_ends_it_for_everybody(self) -> None:
        with drawn(before_the_first(), "4711") as now:
            assert self.kept_back()
            calling.call(tournament=now, actor=SCORER, match=open_matches(now)[0], table=1)
            assert not self.kept_back()

    def test_a_result_ends_it(self) -> None:
        with drawn(before_the_first(), "4711") as now:
            play(now, open_matches(now)[0], Side.RIGHT)
            assert not self.kept_back()

    @pytest.mark.parametrize("excluded", [False, True])
    def test_somebody_who_leaves_does_not_end_it_and_the_desk_goes_on(self, excluded: bool) -> None:
        with drawn(before_the_first(), "4711") as now:
            withdrawals.withdraw(tournament=now, actor=DIRECTOR, start_number=2, reason="geht heim", excluded=excluded)
            assert self.kept_back()
            shown = boards.show_draw(tournament=now, actor=DIRECTOR, draw=1, position=4)
            assert (shown.position, self.kept_back()) == (4, True)

    def test_a_phone_alone_does_not_end_it_while_the_desk_goes_on_and_a_hall_that_plays_soon_does(self) -> None:
        with drawn(before_the_first(), "4711") as now:
            with clock.use(lambda: NOW + timedelta(minutes=4)):
                boards.show_draw(tournament=now, actor=DIRECTOR, draw=1, position=2)
                given = [taps.GivenTap(1, tap_fold.read("L1"))]
                taps.deliver(tournament=now, match=open_matches(now)[0], device="a" * 16, term=0, taps=given)
                assert self.kept_back()
            with clock.use(lambda: NOW + timedelta(minutes=6)):
                assert self.kept_back()
            with clock.use(lambda: NOW + timedelta(minutes=8)):
                assert not self.kept_back()

    def test_a_show_ends_by_itself_when_the_desk_has_left_it_standing(self) -> None:
        with drawn(before_the_first(), "4711") as now:
            with clock.use(lambda: NOW + timedelta(minutes=44)):
                boards.show_draw(tournament=now, actor=DIRECTOR, draw=1, position=2)
            with clock.use(lambda: NOW + timedelta(minutes=80)):
                assert self.kept_back()
            with clock.use(lambda: NOW + timedelta(minutes=90)):
                assert not self.kept_back()

    def test_a_clock_put_back_hides_nothing_that_was_told(self) -> None:
        with drawn(before_the_first(), "4711"):
            BoardState.objects.all().delete()  # nobody shows it
            assert self.kept_back()
            with clock.use(lambda: NOW + timedelta(minutes=1)):
                assert not self.kept_back()
            with clock.use(lambda: NOW - timedelta(hours=1)):
                assert not self.kept_back()

    def test_a_show_that_a_clock_put_forward_has_told_goes_on_with_its_next_step(self) -> None:
        with drawn(before_the_first(), "4711") as now, clock.use(lambda: NOW + timedelta(hours=1)):
            boards.show_draw(tournament=now, actor=DIRECTOR, draw=1, position=2)
            assert self.kept_back()

    def test_the_end_of_the_tournament_ends_it(self) -> None:
        with drawn(before_the_first(), "4711"):
            Tournament.objects.update(state="finished")
            assert not self.kept_back()

    def test_a_draw_by_hand_was_seen_slip_by_slip(self) -> None:
        tournament = make_tournament(published=True)
        sell(tournament, *[1] * 8)
        close(tournament)
        with clock.use(lambda: NOW):
            hand_draws.start(tournament=tournament, actor=DIRECTOR)
            for card in range(1, 9):
                pot, number = ("left", card) if card <= 4 else ("right", card - 4)
                hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot=pot, number=number, card=card)
            hand_draws.complete(tournament=fresh(tournament), actor=DIRECTOR)
            assert not self.kept_back()
