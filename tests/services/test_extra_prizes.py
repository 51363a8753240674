"""Prizes of extra rankings, handing out, taking back after a correction, the end; what comes out verifies."""

import pytest

from tests.factories import (
    CASHIER,
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    play_on,
    play_round,
    played_tournament,
)
from tests.services.test_late_corrections import assert_proved
from tournament import convert
from tournament.domain.extra_rankings import CLUBS
from tournament.domain.sheets import Options
from tournament.models import Outcome, Side, State, Tournament
from tournament.queries.printed_prize_list import printed_prize_list
from tournament.queries.printed_prizes import won_prizes
from tournament.queries.prizes import ranking_title
from tournament.services import cards, corrections, draws, late_corrections, people, prizes, results, withdrawals
from tournament.services.errors import Refused
from tournament.services.people import PersonData
from tournament.services.prizes import ExtraPrizeData, PrizeData
from tournament.services.results import Report

pytestmark = pytest.mark.django_db


def mixed(*labels: tuple[tuple[str, ...], str], extra: tuple[str, ...], **settings: object) -> Tournament:
    """People with categories and clubs, a card each, everything played; one prize in each extra ranking."""
    tournament = make_tournament(cards_offered=max(8, len(labels)), **settings)
    for number, (categories, club) in enumerate(labels, start=1):
        data = PersonData(f"Spieler {number}", categories=categories, club=club)
        cards.sell(tournament=tournament, actor=CASHIER, cards=1, new_person=data)
    prizes.set_extra_prizes(tournament=tournament, actor=DIRECTOR, prizes=[ExtraPrizeData(name) for name in extra])
    close(fresh(tournament))
    draw(fresh(tournament))
    play_on(tournament)
    return fresh(tournament)


EIGHT = [(("Damen",) if number % 2 else (), "FF Rassach" if number < 4 else "SV Stainz") for number in range(8)]


class TestFinish:
    def test_winners_are_written_down_and_proved(self) -> None:
        tournament = mixed(*EIGHT, extra=("Damen", CLUBS))
        prizes.finish(tournament=tournament, actor=DIRECTOR)
        rows = {prize.ranking: prize for prize in tournament.prizes.exclude(ranking=None).select_related("winner")}
        assert rows["Damen"].winner is not None
        assert "Damen" in rows["Damen"].winner.categories
        assert (rows[CLUBS].winner, rows[CLUBS].shared_with) == (None, [1, 2, 3, 4, 5, 6, 7, 8])
        assert_proved(tournament)

    def test_a_forged_winner_is_found(self) -> None:
        tournament = mixed(*EIGHT, extra=("Damen",))
        prizes.finish(tournament=tournament, actor=DIRECTOR)
        prize = tournament.prizes.get(ranking="Damen")
        other = next(p for p in tournament.people.all() if "Damen" in p.categories and p != prize.winner)
        prize.winner = other
        prize.save()
        with pytest.raises(AssertionError, match="Dieser Preis gehört"):
            assert_proved(tournament)

    def test_a_tie_of_a_category_is_drawn_over_the_whole_group(self) -> None:
        labels = [(("Jugend",), "") for _ in range(16)]
        tournament = mixed(*labels, extra=("Jugend",) * 9)
        tie = convert.all_awards(tournament, convert.ranking(tournament)).open_ties[0]
        assert (tie.first, tie.last) == (9, 16)
        with pytest.raises(Refused, match="ein Preis hängt davon ab"):
            prizes.finish(tournament=tournament, actor=DIRECTOR)
        prizes.record_play_off(tournament=tournament, actor=DIRECTOR, place=9, order=tie.cards[::-1])
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert tournament.prizes.get(ranking="Jugend", place=9).reason_card is not None
        assert_proved(tournament)

    def test_category_and_club_stand_fixed_after_the_end(self) -> None:
        tournament = mixed(*EIGHT, extra=("Damen",))
        prizes.finish(tournament=tournament, actor=DIRECTOR)
        with pytest.raises(Refused, match="Sonderpreis"):
            people.change(
                tournament=fresh(tournament), actor=CASHIER, start_number=1, data=PersonData("Spieler 1", club="Neu")
            )


class TestPaper:
    def test_receipts_and_the_list_name_category_and_club(self) -> None:
        tournament = mixed(*[(("Damen",), "FF Rassach")] * 5, *[((), "")] * 3, extra=("Damen", CLUBS))
        won = {(prize.ranking, prize.name) for prize in won_prizes(tournament, Options()).pieces if prize.ranking}
        title = ranking_title(CLUBS)
        assert (title, "FF Rassach") in won
        assert {ranking for ranking, _name in won} == {"Damen", title}
        listed = {ranking.name: ranking for ranking in printed_prize_list(tournament, Options()).rankings}
        assert [winner.name for prize in listed[title].prizes for winner in prize.winners] == ["FF Rassach"]


class TestHandingOut:
    def test_a_clubs_prize_is_taken_by_one_of_its_people(self) -> None:
        tournament = mixed(*[((), "FF Rassach")] * 5, *[((), "SV Stainz")] * 3, extra=(CLUBS,))
        with pytest.raises(Refused, match="wer den Preis für den Verein"):
            prizes.hand_out(tournament=tournament, actor=CASHIER, place=1, ranking=CLUBS, to=8)
        prizes.hand_out(tournament=tournament, actor=CASHIER, place=1, ranking=CLUBS, to=2)
        assert_proved(tournament)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        prize = tournament.prizes.select_related("winner").get(ranking=CLUBS)
        assert prize.winner is not None
        assert (prize.winner.start_number, prize.shared_with) == (2, [1, 2, 3, 4, 5])
        assert_proved(tournament)

    def test_a_category_prize_goes_out_and_comes_back(self) -> None:
        tournament = mixed(*EIGHT, extra=("Damen",))
        prizes.hand_out(tournament=tournament, actor=CASHIER, place=1, ranking="Damen")
        assert_proved(tournament)
        prizes.take_back(tournament=tournament, actor=DIRECTOR, place=1, ranking="Damen", reason="verwechselt")
        assert tournament.prizes.get(ranking="Damen").winner is None
        assert_proved(tournament)

    def test_one_that_is_out_cannot_be_struck_off_the_list(self) -> None:
        tournament = mixed(*EIGHT, extra=("Damen",))
        prizes.hand_out(tournament=tournament, actor=CASHIER, place=1, ranking="Damen")
        with pytest.raises(Refused, match="kann nicht wegfallen"):
            prizes.set_extra_prizes(tournament=fresh(tournament), actor=DIRECTOR, prizes=[])


def corrected_after_handing_out() -> tuple[Tournament, int, int]:
    """The first prize went to the wrong winner of the final: the start numbers of who has it, and whose it is."""
    tournament = played_tournament(*[1] * 8)
    prizes.set_prizes(tournament=fresh(tournament), actor=DIRECTOR, prizes=[PrizeData(1), PrizeData(2)])
    out = prizes.hand_out(tournament=fresh(tournament), actor=CASHIER, place=1)
    final = tournament.matches.select_related("left_card__owner", "right_card__owner").get(stage="main", numbers=2)
    other = final.right_card if final.winner_side == "left" else final.left_card
    assert other is not None
    side = Side.RIGHT if final.winner_side == "left" else Side.LEFT
    report = Report(Outcome.PLAYED, side, (0, 2) if side == Side.RIGHT else (2, 0))
    corrections.correct(
        tournament=fresh(tournament), actor=DIRECTOR, match=final.serial, report=report, reason="verlesen"
    )
    return fresh(tournament), out.start_number, other.owner.start_number


class TestTakingBack:
    def test_after_a_correction_the_end_waits_until_the_prize_is_back(self) -> None:
        tournament, has_it, _whose = corrected_after_handing_out()
        assert_proved(tournament)
        with pytest.raises(Refused, match=f"Startnummer {has_it} ausgegeben und gehört jetzt jemand anderem"):
            prizes.finish(tournament=tournament, actor=DIRECTOR)

    def test_taken_back_it_goes_to_whom_it_belongs(self) -> None:
        tournament, has_it, whose = corrected_after_handing_out()
        back = prizes.take_back(tournament=tournament, actor=DIRECTOR, place=1, reason="Finale falsch eingetragen")
        assert back.start_number == has_it
        assert prizes.hand_out(tournament=tournament, actor=CASHIER, place=1).start_number == whose
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        assert_proved(tournament)

    def test_only_with_a_reason_and_only_what_is_out(self) -> None:
        tournament, _has_it, _whose = corrected_after_handing_out()
        with pytest.raises(Refused, match="Grund"):
            prizes.take_back(tournament=tournament, actor=DIRECTOR, place=1, reason=" ")
        with pytest.raises(Refused, match="nicht ausgegeben"):
            prizes.take_back(tournament=tournament, actor=DIRECTOR, place=2, reason="x")

    def test_after_the_end_the_winner_stays_and_the_file_is_proved(self) -> None:
        tournament = played_tournament(*[1] * 8)
        prizes.hand_out(tournament=fresh(tournament), actor=CASHIER, place=1)
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
        prizes.take_back(tournament=fresh(tournament), actor=DIRECTOR, place=1, reason="noch nicht abgeholt")
        prize = tournament.prizes.get(ranking=None, place=1)
        assert prize.winner is not None
        assert prize.handed_out_at is None
        assert_proved(tournament)


class TestCorrectionOfTheScoreOnly:
    def test_with_the_same_winner_nothing_depends_on_it_also_after_the_next_draw(self) -> None:
        tournament = played_tournament(*[1] * 8)
        report = Report(Outcome.PLAYED, Side.LEFT, (2, 1))
        corrections.correct(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=report, reason="verlesen")
        assert tournament.matches.get(serial=1).score_right == 1
        assert_proved(tournament)

    def test_with_another_winner_it_is_refused_as_before(self) -> None:
        tournament = played_tournament(*[1] * 8)
        report = Report(Outcome.PLAYED, Side.RIGHT, (1, 2))
        with pytest.raises(Refused) as refused:
            corrections.correct(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=report, reason="verlesen")
        assert "drawn" in refused.value.codes
        assert late_corrections.dependents(fresh(tournament), results.find(tournament, 1)).draws
        assert fresh(tournament).state == State.RUNNING


class TestWhatIsUnderWay:
    def test_no_other_winner_while_the_field_of_the_next_draw_is_shown(self) -> None:
        tournament = drawn_tournament(*[1] * 8)
        play_round(tournament)
        draws.prepare(tournament=fresh(tournament), actor=DIRECTOR)
        right = Report(Outcome.PLAYED, Side.RIGHT, (1, 2))
        with pytest.raises(Refused, match="vorbereitet"):
            corrections.correct(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=right, reason="verlesen")
        score = Report(Outcome.PLAYED, Side.LEFT, (2, 1))
        corrections.correct(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=score, reason="verlesen")
        assert_proved(tournament)

    def test_who_has_his_place_by_lot_keeps_it_when_he_goes_home_and_excluded_the_lot_is_void(self) -> None:
        tournament = played_tournament(*[1] * 8, play_place3=False)
        prizes.set_prizes(tournament=fresh(tournament), actor=DIRECTOR, prizes=[PrizeData(n) for n in (1, 2, 3)])
        prizes.prepare_lot(tournament=fresh(tournament), actor=DIRECTOR, place=3)
        draws.carry_out(tournament=fresh(tournament), actor=DIRECTOR, public=["3"])
        standing = convert.ranking(fresh(tournament))
        third = next(row for row in standing.rows if row.place == 3)
        with pytest.raises(Refused, match="keine mehr im Spiel"):
            withdrawals.withdraw(tournament=fresh(tournament), actor=DIRECTOR, cards=[third.card], reason="heim")
        withdrawals.withdraw(
            tournament=fresh(tournament), actor=DIRECTOR, start_number=third.owner, reason="Streit", excluded=True
        )
        assert tournament.draws.get(stage="lot").annulled_at is not None
        assert_proved(tournament)
