"""Results: recorded once, checked, corrected while nothing drawn depends on them; a round that is over goes on by itself."""

import pytest

from tests.factories import (
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    play_round,
    played_tournament,
    sell,
)
from tournament import convert
from tournament.models import CardState, Match, Outcome, Side, Tournament
from tournament.services import corrections, draws, results
from tournament.services.errors import Conflict, Forbidden, NotFound, Refused
from tournament.services.results import Report

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(*[1] * 8)


def card_states(match: Match) -> tuple[str, str]:
    match = Match.objects.select_related("left_card", "right_card").get(pk=match.pk)
    assert match.left_card is not None
    assert match.right_card is not None
    return match.left_card.state, match.right_card.state


def report(winner: Side, left: int, right: int) -> Report:
    return Report(Outcome.PLAYED, winner, (left, right))


class TestRecord:
    def test_the_loser_hands_in_his_card(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        results.record(tournament=tournament, actor=SCORER, match=serial, report=report(Side.RIGHT, 1, 2))
        match = tournament.matches.get(serial=serial)
        assert (match.outcome, match.winner_side, match.score_left, match.score_right) == ("played", "right", 1, 2)
        assert card_states(match) == (CardState.OUT, CardState.IN)

    @pytest.mark.parametrize(
        ("winner", "score"),
        [
            (Side.LEFT, (3, 2)),
            (Side.LEFT, (1, 2)),
            (Side.LEFT, (2, 2)),
            (Side.LEFT, (1, 0)),
            (Side.RIGHT, (2, 0)),
            (Side.LEFT, (-1, 2)),
            (Side.LEFT, (2, -1)),
        ],
    )
    def test_a_score_the_match_cannot_end_with_is_refused(
        self, tournament: Tournament, winner: Side, score: tuple[int, int]
    ) -> None:
        serial = open_matches(tournament)[0]
        entries = tournament.journal.count()
        with pytest.raises(Refused):
            results.record(
                tournament=tournament, actor=SCORER, match=serial, report=Report(Outcome.PLAYED, winner, score)
            )
        assert tournament.matches.get(serial=serial).outcome == "open"
        assert tournament.journal.count() == entries

    @pytest.mark.parametrize(
        "bad",
        [
            Report(Outcome.PLAYED, Side.LEFT),
            Report(Outcome.PLAYED, None, (2, 0)),
            Report(Outcome.WALKOVER, Side.LEFT, (2, 0)),
            Report(Outcome.WALKOVER),
            Report(Outcome.DOUBLE_WALKOVER, Side.LEFT),
            Report(Outcome.BYE, Side.LEFT),
            Report(Outcome.SELF, Side.LEFT),
            Report(Outcome.EXCLUDED, Side.LEFT),
            Report(Outcome.RETIRED, Side.LEFT, (2, 0)),
        ],
    )
    def test_an_outcome_needs_what_belongs_to_it_and_nothing_else(self, tournament: Tournament, bad: Report) -> None:
        with pytest.raises(Refused):
            results.record(tournament=tournament, actor=SCORER, match=open_matches(tournament)[0], report=bad)

    def test_walkover_and_retirement_are_outcomes_of_their_own(self, tournament: Tournament) -> None:
        first, second, *_ = open_matches(tournament)
        results.record(tournament=tournament, actor=SCORER, match=first, report=Report(Outcome.WALKOVER, Side.RIGHT))
        results.record(
            tournament=tournament, actor=SCORER, match=second, report=Report(Outcome.RETIRED, Side.LEFT, (0, 1))
        )
        assert [
            (m.outcome, m.winner_side, m.score_left) for m in tournament.matches.filter(serial__in=[first, second])
        ] == [
            ("walkover", "right", None),
            ("retired", "left", 0),
        ]

    def test_in_a_double_walkover_both_cards_go(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        results.record(tournament=tournament, actor=SCORER, match=serial, report=Report(Outcome.DOUBLE_WALKOVER))
        assert card_states(tournament.matches.get(serial=serial)) == (CardState.OUT, CardState.OUT)

    def test_the_second_scorer_sees_what_the_first_one_entered(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        play(tournament, serial)
        with pytest.raises(Conflict) as conflict:
            results.record(tournament=tournament, actor=SCORER, match=serial, report=report(Side.RIGHT, 0, 2))
        assert "2:0" in str(conflict.value)
        assert "susi" in str(conflict.value)

    def test_the_same_request_again_gets_the_first_answer(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        first, second = (
            results.record(
                tournament=tournament, actor=SCORER, match=serial, report=report(Side.LEFT, 2, 0), request_key="k"
            )
            for _ in range(2)
        )
        assert first == second
        assert tournament.journal.filter(kind="result").count() == 1

    def test_a_match_of_another_tournament_is_not_found(self, tournament: Tournament) -> None:
        other = make_tournament(slug="anderes")
        with pytest.raises(NotFound):
            results.record(
                tournament=other, actor=SCORER, match=open_matches(tournament)[0], report=report(Side.LEFT, 2, 0)
            )

    def test_a_bye_has_no_result(self) -> None:
        tournament = drawn_tournament(1, 1, 1, 1, 1)
        bye = tournament.matches.filter(outcome="bye").first()
        assert bye is not None
        with pytest.raises(Conflict):
            results.record(tournament=tournament, actor=SCORER, match=bye.serial, report=report(Side.LEFT, 2, 0))

    def test_the_final_may_be_on_three(self) -> None:
        tournament = played_tournament(*[1] * 8, bummerl_overrides={"2": 3})
        final = tournament.matches.get(stage="main", numbers=2)
        assert (final.bummerl_to_win, final.score_left) == (3, 3)
        assert tournament.matches.get(stage="place3").score_left == 2

    @pytest.mark.parametrize("size", [8, 256])
    def test_the_number_of_queries_does_not_grow(self, size: int, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
        tournament = drawn_tournament(*[1] * size)
        serial = open_matches(tournament)[0]
        with django_assert_num_queries(12):
            results.record(
                tournament=tournament,
                actor=SCORER,
                match=serial,
                report=report(Side.LEFT, 2, 0),
                version=1,
                request_key="k",
            )


class TestWhatFollowsByItself:
    def test_the_final_is_made_with_the_lower_card_left(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_on(tournament, until_numbers=4)
        play_round(tournament)
        final = tournament.matches.get(stage="main", numbers=2)
        assert final.draw is None
        assert final.left_card is not None
        assert final.right_card is not None
        assert final.left_card.number < final.right_card.number

    def test_a_final_of_one_person_against_himself_is_no_match(self) -> None:
        tournament = make_tournament()
        sell(tournament, 2)
        draws.begin_without_draw(tournament=close(tournament), actor=DIRECTOR)
        final = tournament.matches.get()
        assert (final.outcome, final.winner_side, final.numbers) == ("self", "left", 2)
        assert card_states(final) == (CardState.IN, CardState.OUT)

    def test_whoever_holds_everything_has_nothing_to_play(self) -> None:
        tournament = make_tournament()
        sell(tournament, 8)
        draws.begin_without_draw(tournament=close(tournament), actor=DIRECTOR)
        assert not tournament.matches.exists()
        assert [row.place for row in convert.ranking(tournament).rows] == [1, 2, 3, 4, 5, 6, 7, 8]


class TestCorrect:
    def test_before_the_next_draw_the_result_is_replaced_and_the_old_one_kept(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        play(tournament, serial)
        corrections.correct(
            tournament=tournament, actor=DIRECTOR, match=serial, report=report(Side.RIGHT, 1, 2), reason="verlesen"
        )
        match = tournament.matches.get(serial=serial)
        assert (match.winner_side, match.earlier[0]["score"]) == ("right", [2, 0])
        assert card_states(match) == (CardState.OUT, CardState.IN)
        assert tournament.journal.order_by("-number")[0].kind == "correction"

    def test_a_double_walkover_can_become_a_result(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        results.record(tournament=tournament, actor=SCORER, match=serial, report=Report(Outcome.DOUBLE_WALKOVER))
        corrections.correct(
            tournament=tournament, actor=DIRECTOR, match=serial, report=report(Side.LEFT, 2, 1), reason="waren doch da"
        )
        assert card_states(tournament.matches.get(serial=serial)) == (CardState.IN, CardState.OUT)

    def test_only_the_director_corrects_and_says_why(self, tournament: Tournament) -> None:
        serial = open_matches(tournament)[0]
        play(tournament, serial)
        with pytest.raises(Forbidden):
            corrections.correct(
                tournament=tournament, actor=SCORER, match=serial, report=report(Side.RIGHT, 1, 2), reason="x"
            )
        with pytest.raises(Refused):
            corrections.correct(
                tournament=tournament, actor=DIRECTOR, match=serial, report=report(Side.RIGHT, 1, 2), reason=" "
            )

    def test_after_the_next_draw_it_is_refused(self, tournament: Tournament) -> None:
        play_round(tournament)
        draw(tournament)
        with pytest.raises(Refused) as refused:
            corrections.correct(
                tournament=tournament, actor=DIRECTOR, match=1, report=report(Side.RIGHT, 0, 2), reason="x"
            )
        assert refused.value.codes == ("drawn",)

    def test_final_and_match_for_place_three_follow_a_corrected_semi_final(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_on(tournament, until_numbers=4)
        semi = open_matches(tournament)[0]
        for serial in open_matches(tournament):
            if tournament.matches.get(serial=serial).stage == "main":
                play(tournament, serial)
        before = {
            m.stage: m.serial
            for m in tournament.matches.filter(stage__in=["main", "place3"], round=3)
            | tournament.matches.filter(stage="place3")
        }
        corrections.correct(
            tournament=tournament, actor=DIRECTOR, match=semi, report=report(Side.RIGHT, 0, 2), reason="vertauscht"
        )
        match = tournament.matches.get(serial=semi)
        final = tournament.matches.get(stage="main", numbers=2)
        third = tournament.matches.get(stage="place3")
        assert match.right_card_id in {final.left_card_id, final.right_card_id}
        assert match.left_card_id in {third.left_card_id, third.right_card_id}
        assert third.serial == before["place3"]
        assert not tournament.matches.exclude(annulled_with=None).exists()

    def test_a_decided_follower_stops_the_correction(self) -> None:
        tournament = played_tournament(*[1] * 8)
        semi = tournament.matches.filter(stage="main", numbers=4)[0]
        with pytest.raises(Refused) as refused:
            corrections.correct(
                tournament=fresh(tournament),
                actor=DIRECTOR,
                match=semi.serial,
                report=report(Side.RIGHT, 0, 2),
                reason="x",
            )
        assert refused.value.codes == ("follower_decided",)
        assert not tournament.matches.exclude(annulled_with=None).exists()
