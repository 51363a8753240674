"""What the evening waits for: the way through it, the next step, and how results and counts are said."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import (
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    member,
    open_matches,
    play,
    play_on,
    play_round,
    played_tournament,
    sell,
)
from tournament.models import CardState, DrawStage, Match, Outcome, Tournament
from tournament.queries.next_step import Todo, next_steps
from tournament.queries.rounds import rounds_of
from tournament.queries.way import Stage, way
from tournament.services import draws, prizes, rebuys, results, withdrawals
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db


def now(tournament: Tournament) -> str:
    return next(step.page for step in way(fresh(tournament)) if step.stage is Stage.NOW)


def texts(tournament: Tournament) -> list[str]:
    return [step.text for step in way(fresh(tournament))]


def todo(tournament: Tournament) -> list[Todo]:
    return [step.todo for step in next_steps(fresh(tournament))]


class TestWay:
    """The way in the header."""

    def in_one_hand(self) -> Tournament:
        """Round 1 of three is over; then everybody but one person goes home."""
        tournament = drawn_tournament(*[1] * 8, play_place3=False, play_place5=False, play_place7=False)
        play_round(tournament)
        left = tournament.cards.filter(state=CardState.IN).values_list("owner__start_number", flat=True)
        for start in list(left)[1:]:
            withdrawals.withdraw(tournament=fresh(tournament), actor=DIRECTOR, start_number=start, reason="heim")
        return fresh(tournament)

    def test_with_all_cards_in_one_hand_it_leads_to_the_prizes(self) -> None:
        tournament = self.in_one_hand()
        assert now(tournament) == "prizes"
        assert todo(tournament) == [Todo.PRIZES]

    def test_and_names_no_round_that_will_not_be_played(self) -> None:
        assert texts(self.in_one_hand()) == ["Ausschreibung", "Verkauf", "Auslosung", "Runde 1", "Runde 2", "Preise"]

    def test_between_two_rounds_it_stays_with_the_round(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        assert now(tournament) == "round"
        assert "Runde 2 … 3" in texts(tournament)

    def test_it_costs_one_query_more_only_where_a_round_is_decided(self, django_assert_num_queries) -> None:
        tournament = drawn_tournament(*[1] * 8)
        with django_assert_num_queries(1):
            way(tournament)
        play_round(tournament)
        tournament = fresh(tournament)
        with django_assert_num_queries(2):
            way(tournament)

    def test_after_the_final_it_leads_to_the_prizes(self) -> None:
        tournament = played_tournament(*[1] * 8)
        assert now(tournament) == "prizes"


class TestByesThatCanStillBeBought:
    """Nobody plays them: the rebuy is closed, or they are bought."""

    @pytest.fixture
    def evening(self) -> Tournament:
        return drawn_tournament(*[1] * 6, rebuy=True, max_cards_per_person=8)

    def test_they_are_not_counted_as_matches_to_play(self, evening) -> None:
        byes = evening.matches.filter(outcome=Outcome.OPEN, right_card=None).count()
        assert byes == 2
        assert rounds_of(evening).last.to_play == 2
        play_step = next(step for step in next_steps(evening) if step.todo is Todo.PLAY)
        assert "2 Begegnungen" in play_step.hint

    def test_when_all_else_is_played_only_the_rebuy_is_left(self, evening) -> None:
        for serial in evening.matches.filter(outcome=Outcome.OPEN, right_card__isnull=False).values_list(
            "serial", flat=True
        ):
            play(evening, serial)
        assert todo(evening) == [Todo.REBUY]

    def test_after_the_rebuy_the_next_draw_is_due(self, evening) -> None:
        for serial in evening.matches.filter(outcome=Outcome.OPEN, right_card__isnull=False).values_list(
            "serial", flat=True
        ):
            play(evening, serial)
        rebuys.close(tournament=fresh(evening), actor=DIRECTOR)
        assert Todo.DRAW in todo(evening)


class TestInWords:
    """A match in a few words."""

    def said(self, tournament: Tournament, **which: object) -> str:
        return results.in_words(Match.objects.filter(tournament=tournament, **which).first())

    def test_a_bye_is_somebodys(self) -> None:
        tournament = drawn_tournament(*[1] * 6)
        bye = tournament.matches.filter(outcome=Outcome.BYE).first()
        assert self.said(tournament, outcome=Outcome.BYE) == f"Freilos für {bye.left_card.owner.name}"

    def test_one_that_can_be_bought_says_so(self) -> None:
        tournament = drawn_tournament(*[1] * 6, rebuy=True, max_cards_per_person=8)
        assert (
            self.said(tournament, outcome=Outcome.OPEN, right_card=None)
            == "ein Freilos, das im Nachkauf noch zu haben ist"
        )

    def test_a_meeting_with_oneself(self) -> None:
        tournament = drawn_tournament(5, 1, 1, 1)
        assert self.said(tournament, outcome=Outcome.SELF) == "Spieler 1 gegen sich selbst"

    def test_an_open_match_is_open(self) -> None:
        assert self.said(drawn_tournament(*[1] * 8), outcome=Outcome.OPEN) == "offen"


class TestCounts:
    """One is one, and a lot has neither numbers nor byes."""

    def page(self, tournament: Tournament, path: str = "") -> str:
        client = Client()
        client.force_login(member(tournament))
        return client.get(f"/t/feuerwehr/auslosung/{path}").content.decode()

    def lot(self) -> Tournament:
        tournament = make_tournament(cards_offered=16)
        prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(n, "Speck") for n in range(1, 11)])
        sell(tournament, *[1] * 16)
        close(tournament)
        draw(tournament)
        play_on(fresh(tournament))
        prizes.prepare_lot(tournament=fresh(tournament), actor=DIRECTOR, place=9)
        return fresh(tournament)

    def test_a_prepared_lot_speaks_of_cards_and_people_only(self) -> None:
        shown = self.page(self.lot())
        assert "8 Karten · 8 Personen" in shown
        assert "Nummern" not in shown
        assert "Freilos" not in shown

    def test_so_does_one_that_is_about_to_be_drawn_and_one_that_was(self) -> None:
        tournament = self.lot()
        assert "Nummern" not in self.page(tournament, "?zahlen=1&n1=7")
        made = draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["7"])
        shown = self.page(fresh(tournament), f"{made.number}/")
        assert "Los ab Platz 9 · 8 Karten" in shown
        assert "Freilos" not in shown.partition("reveal-data")[0]

    def test_a_field_with_one_bye_and_one_person_is_in_the_singular(self) -> None:
        tournament = make_tournament()
        sell(tournament, 6, 1)
        close(tournament)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        assert "7 Karten · 2 Personen · 8 Nummern · 1 Freilos<" in self.page(tournament)

    def test_a_draw_of_the_places_counts_no_slips_put_back(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_on(tournament, 4)
        made = draw(fresh(tournament), DrawStage.PLACES)
        shown = self.page(tournament, f"{made.number}/")
        assert "2 Begegnungen · 0 Freilose · 0 gegen sich selbst" in shown
        assert open_matches(tournament)
