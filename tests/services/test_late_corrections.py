"""After the next draw: exchange where it can be done, roll back otherwise; every file that comes out of it verifies."""

import pytest
from django.db.models import Q

from tests.factories import (
    DIRECTOR,
    SCORER,
    draw,
    drawn_tournament,
    fresh,
    open_matches,
    play,
    play_on,
    play_round,
    played_tournament,
)
from tournament.domain import tap_fold
from tournament.domain.verification import verify
from tournament.models import LIVE, CardState, DrawStage, Match, Outcome, Side, Tournament
from tournament.queries.archives import archive
from tournament.services import late_corrections, prizes, results, roll_backs, taps, withdrawals
from tournament.services.errors import Forbidden, Refused
from tournament.services.results import Report

pytestmark = pytest.mark.django_db

RIGHT = Report(Outcome.PLAYED, Side.RIGHT, (1, 2))


def second_round(size: int = 8) -> Tournament:
    tournament = drawn_tournament(*[1] * size)
    play_round(tournament)
    draw(tournament)
    return fresh(tournament)


def assert_proved(tournament: Tournament) -> None:
    found = verify(archive(fresh(tournament), with_secret=True))
    assert not found, "\n".join(f"{each.code} {each.where}: {each.text}" for each in found)


def match_of(tournament: Tournament, card: int | None, round_: int) -> Match:
    live = tournament.matches.filter(annulled_with=None, stage="main", round=round_)
    return (live.filter(left_card=card) | live.filter(right_card=card)).get()


class TestExchange:
    def test_the_card_that_should_have_advanced_takes_the_place_of_the_one_that_did(self) -> None:
        tournament = second_round()
        first = tournament.matches.get(serial=1)
        after = match_of(tournament, first.left_card_id, 2)
        late_corrections.exchange(tournament=tournament, actor=DIRECTOR, match=1, report=RIGHT, reason="verlesen")
        changed = tournament.matches.get(pk=after.pk)
        assert first.right_card_id in {changed.left_card_id, changed.right_card_id}
        assert first.left_card_id not in {changed.left_card_id, changed.right_card_id}
        assert tournament.cards.get(pk=first.left_card_id).state == CardState.OUT
        assert tournament.cards.get(pk=first.right_card_id).state == CardState.IN
        assert tournament.draws.get(number=2).annulled_at is None
        assert_proved(tournament)

    def test_the_beaten_card_changes_places_in_the_matches_for_five_to_eight_too(self) -> None:
        tournament = second_round()
        draw(tournament, DrawStage.PLACES)
        first = tournament.matches.get(serial=1)
        late_corrections.exchange(tournament=tournament, actor=DIRECTOR, match=1, report=RIGHT, reason="verlesen")
        placed = tournament.matches.filter(stage="place5-8")
        cards = {pk for row in placed for pk in (row.left_card_id, row.right_card_id)}
        assert first.left_card_id in cards
        assert first.right_card_id not in cards
        assert_proved(tournament)
        play_on(tournament)
        assert_proved(tournament)

    def test_back_and_forth_is_what_it_was(self) -> None:
        tournament = second_round()
        before = list(tournament.matches.values_list("left_card", "right_card"))
        late_corrections.exchange(tournament=tournament, actor=DIRECTOR, match=1, report=RIGHT, reason="verlesen")
        late_corrections.exchange(
            tournament=fresh(tournament),
            actor=DIRECTOR,
            match=1,
            report=Report(Outcome.PLAYED, Side.LEFT, (2, 1)),
            reason="doch nicht",
        )
        assert list(tournament.matches.values_list("left_card", "right_card")) == before
        assert_proved(tournament)

    def test_not_when_the_next_match_is_decided(self) -> None:
        tournament = second_round()
        for serial in open_matches(tournament):
            play(tournament, serial)
        with pytest.raises(Refused) as refused:
            late_corrections.exchange(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=RIGHT, reason="x")
        assert "next_decided" in refused.value.codes

    def test_not_into_a_self_meeting_that_a_roll_back_can_avoid(self) -> None:
        tournament = drawn_tournament(*[2] * 8)
        play_round(tournament)
        draw(tournament)
        for row in tournament.matches.filter(stage="main", round=1).select_related("left_card", "right_card"):
            after = match_of(tournament, row.left_card_id, 2)
            opponent = tournament.cards.get(
                pk=after.right_card_id if after.left_card_id == row.left_card_id else after.left_card_id
            )
            assert row.right_card is not None
            if opponent.owner_id == row.right_card.owner_id:
                with pytest.raises(Refused) as refused:
                    late_corrections.exchange(
                        tournament=fresh(tournament), actor=DIRECTOR, match=row.serial, report=RIGHT, reason="x"
                    )
                assert "self_meeting" in refused.value.codes

    def test_not_for_a_card_that_has_left(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        first = tournament.matches.select_related("right_card").get(serial=1)
        assert first.right_card is not None
        withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[first.right_card.number], reason="krank")
        play_round(tournament)
        draw(tournament)
        with pytest.raises(Refused):
            late_corrections.exchange(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=RIGHT, reason="x")

    def test_the_director_alone_and_with_a_reason(self) -> None:
        tournament = second_round()
        with pytest.raises(Forbidden):
            late_corrections.exchange(tournament=tournament, actor=SCORER, match=1, report=RIGHT, reason="x")
        with pytest.raises(Refused):
            late_corrections.exchange(tournament=tournament, actor=DIRECTOR, match=1, report=RIGHT, reason="")


class TestRollBack:
    def test_later_draws_are_annulled_with_their_results_and_the_result_corrected(self) -> None:
        tournament = second_round()
        draw(tournament, DrawStage.PLACES)
        for serial in open_matches(tournament)[:2]:
            play(tournament, serial)
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=1, report=RIGHT, typed="runde 1", reason="verlesen"
        )
        assert tournament.draws.filter(annulled_at=None).count() == 1
        assert tournament.matches.filter(annulled_with=None).count() == 4
        assert tournament.matches.get(serial=1).winner_side == "right"
        assert_proved(tournament)
        draw(tournament)
        assert_proved(tournament)
        play_on(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)

    def test_the_name_of_the_round_must_be_typed(self) -> None:
        tournament = second_round()
        with pytest.raises(Refused) as refused:
            roll_backs.roll_back(tournament=tournament, actor=DIRECTOR, match=1, report=RIGHT, typed="ja", reason="x")
        assert refused.value.codes == ("typed",)
        assert "Runde 1" in str(refused.value)

    def test_what_depends_on_it_is_listed(self) -> None:
        tournament = second_round()
        draw(tournament, DrawStage.PLACES)
        play_on(tournament)
        found = late_corrections.dependents(fresh(tournament), results.find(tournament, 1))
        assert [each.number for each in found.draws] == [2, 3]
        assert len(found.matches) == 2 + 1 + 5
        assert len(found.decided) == 8
        assert found.against_exchange

    def test_a_played_final_is_opened_again_when_a_semi_final_was_wrong(self) -> None:
        tournament = played_tournament(*[1] * 8)
        semi = tournament.matches.filter(stage="main", numbers=4).order_by("serial")[0]
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=semi.serial, report=RIGHT, typed="Runde 2", reason="x"
        )
        final = tournament.matches.get(stage="main", numbers=2)
        assert (final.outcome, len(final.earlier)) == ("open", 1)
        assert semi.right_card_id in {final.left_card_id, final.right_card_id}
        assert_proved(tournament)
        play_on(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)

    def test_a_placement_match_is_rolled_back_too(self) -> None:
        tournament = played_tournament(*[1] * 8)
        first = tournament.matches.get(stage="place5-8", number=1)
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=first.serial, report=RIGHT, typed="P1", reason="x"
        )
        assert set(tournament.matches.filter(outcome="open").values_list("stage", flat=True)) == {"place5", "place7"}
        assert_proved(tournament)

    def test_who_left_in_an_annulled_round_has_still_left(self) -> None:
        tournament = second_round()
        after = tournament.matches.select_related("left_card").filter(round=2)[0]
        assert after.left_card is not None
        withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[after.left_card.number], reason="krank")
        other = next(
            m for m in tournament.matches.filter(stage="main", round=1) if m.left_card_id != after.left_card_id
        )
        roll_backs.roll_back(
            tournament=fresh(tournament), actor=DIRECTOR, match=other.serial, report=RIGHT, typed="Runde 1", reason="x"
        )
        assert tournament.cards.get(pk=after.left_card_id).state == CardState.WITHDRAWN
        assert_proved(tournament)
        draw(tournament)
        play_on(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)


@pytest.mark.parametrize("places", [True, False])
@pytest.mark.parametrize("until", ["semi-finals", "end"])
def test_with_a_fixed_bracket_a_first_round_can_be_corrected_at_any_time(until: str, places: bool) -> None:
    """There is no later draw to annul: what followed waits until the matches before it are decided again."""
    tournament = drawn_tournament(*[1] * 8, fixed_bracket=True, play_place5=places, play_place7=places)
    for _round in range(2):
        play_round(tournament)
    tap = taps.GivenTap(1, tap_fold.read("L3"))
    taps.deliver(tournament=tournament, match=7, device="a" * 16, term=0, taps=[tap])
    if until == "end":
        play_on(tournament)
    wrong = tournament.matches.get(serial=4)
    loser = wrong.right_card
    roll_backs.roll_back(
        tournament=fresh(tournament), actor=DIRECTOR, match=4, report=RIGHT, typed="Runde 1", reason="vertauscht"
    )
    live = tournament.matches.filter(LIVE)
    assert set(live.filter(outcome="open").values_list("stage", "round")) == {("main", 2)}
    assert live.filter(Q(left_card=loser) | Q(right_card=loser), round=2).exists()
    assert_proved(fresh(tournament))
    play_on(fresh(tournament))
    assert not open_matches(tournament)
    assert live.filter(stage="main").count() == 7
    assert_proved(fresh(tournament))
