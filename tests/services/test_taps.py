"""Taps of the phones: exactly once, in order, one pencil, only for the match of the link; results at once or confirmed."""

from __future__ import annotations

import pytest

from tests.counting import queries
from tests.factories import CASHIER, DIRECTOR, SCORER, drawn_tournament, fresh, make_tournament, open_matches, play
from tournament.domain.archive import load
from tournament.domain.tap_fold import read
from tournament.domain.verification import verify
from tournament.models import PhoneReport, PhoneTally, Side, Tap, Tournament
from tournament.queries.phones import find_seen, running_scores, waiting_reports
from tournament.services import draws, phone_reports, results, taps, tournaments
from tournament.services.archives import export_archive, import_archive
from tournament.services.errors import Conflict, Forbidden, NotFound, Refused
from tournament.services.taps import Delivered, GivenTap

pytestmark = pytest.mark.django_db

ONE, OTHER = "a1" * 16, "b2" * 16
TWO_TO_ONE = "L3 L3 L1 R3 R3 R1 L2 L2 L3"


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(*[1] * 16)


def deliver(tournament: Tournament, text: str, *, device=ONE, first=1, term=1, match=1) -> Delivered:
    given = [GivenTap(first + index, read(word)) for index, word in enumerate(text.split())]
    return taps.deliver(tournament=tournament, match=match, device=device, term=term, taps=given)


def entries(match: int = 1) -> str:
    return " ".join(PhoneTally.objects.get(match__serial=match).entries)


def report(tournament: Tournament, winner=Side.LEFT, score=(2, 1), device=ONE, match=1) -> phone_reports.Reported:
    return phone_reports.report(tournament=tournament, match=match, device=device, winner=winner, score=score)


class TestExactlyOnceAndInOrder:
    def test_a_delivery_that_comes_again_changes_nothing(self, tournament) -> None:
        first = deliver(tournament, "L3 R2")
        assert deliver(tournament, "L3 R2") == first == Delivered(term=1, last=2)
        assert entries() == "L3 R2"
        assert [tap.number for tap in Tap.objects.all()] == [1, 2]

    def test_of_an_overlapping_delivery_only_the_rest_is_taken(self, tournament) -> None:
        deliver(tournament, "L3 R2")
        assert deliver(tournament, "L3 R2 L1").last == 3
        assert entries() == "L3 R2 L1"

    def test_what_comes_in_the_wrong_order_is_put_right(self, tournament) -> None:
        given = [GivenTap(2, read("R2")), GivenTap(1, read("L3"))]
        taps.deliver(tournament=tournament, match=1, device=ONE, term=0, taps=given)
        assert entries() == "L3 R2"

    def test_a_gap_is_not_taken_and_heals_when_everything_comes(self, tournament) -> None:
        with pytest.raises(Refused) as refused:
            deliver(tournament, "R2 L1", first=2)
        assert refused.value.codes == ("gap",)
        assert not Tap.objects.exists()
        deliver(tournament, "L3 R2 L1")
        assert entries() == "L3 R2 L1"

    def test_after_a_gap_inside_a_delivery_the_rest_waits(self, tournament) -> None:
        given = [GivenTap(1, read("L3")), GivenTap(3, read("L1"))]
        assert taps.deliver(tournament=tournament, match=1, device=ONE, term=0, taps=given).last == 1
        assert entries() == "L3"

    def test_each_tap_is_in_the_journal_once_and_the_file_proves_itself(self, tournament) -> None:
        deliver(tournament, "dL L3 R2 U")
        deliver(tournament, "dL L3 R2 U")
        told = list(tournament.journal.filter(kind="tap").values_list("subject", "after__tap", "after__sequence"))
        assert told == [
            ("match 1", "dealer", 1),
            ("match 1", "deal", 2),
            ("match 1", "deal", 3),
            ("match 1", "undo", 4),
        ]
        assert verify(load(export_archive(tournament.slug).encode())) == ()

    def test_an_undo_takes_the_last_tap_back_and_both_are_kept(self, tournament) -> None:
        deliver(tournament, "L3 R2 U")
        assert entries() == "L3"
        assert Tap.objects.count() == 3

    def test_the_number_of_queries_does_not_depend_on_how_many_taps_came(self, tournament) -> None:
        deliver(tournament, "L1")
        with queries(11):
            deliver(tournament, "R1", first=2)
        with queries(11):
            deliver(tournament, "L1 R1 L1 R1 L1", first=3)


class TestWhatCannotBe:
    def test_an_impossible_tap_stops_the_delivery_and_what_was_before_is_kept(self, tournament) -> None:
        done = deliver(tournament, "L3 L4 R1")
        assert done.last == 1
        assert "zählen" in done.refused
        assert entries() == "L3"

    def test_after_the_end_only_an_undo_is_taken(self, tournament) -> None:
        assert deliver(tournament, f"{TWO_TO_ONE} R1").last == 9
        assert deliver(tournament, "U R3", first=10).refused == ""
        assert running_scores(tournament)[1].score == (1, 1)

    def test_a_match_that_is_decided_takes_no_tap_and_says_so_politely(self, tournament) -> None:
        play(tournament, 1)
        with pytest.raises(Conflict) as refused:
            deliver(tournament, "L3")
        assert refused.value.codes == ("ended",)
        assert "entschieden" in str(refused.value)

    def test_a_match_whose_draw_is_annulled_takes_no_tap(self, tournament) -> None:
        draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="falsches Feld")
        with pytest.raises(Conflict) as refused:
            deliver(tournament, "L3")
        assert "aufgehoben" in str(refused.value)

    def test_a_match_of_another_tournament_is_not_found(self, tournament) -> None:
        other = make_tournament(slug="andere")
        with pytest.raises(NotFound):
            deliver(other, "L3")

    def test_taps_change_their_own_match_only(self, tournament) -> None:
        deliver(tournament, "L3", match=1)
        deliver(tournament, "R2", match=2)
        assert (entries(1), entries(2)) == ("L3", "R2")


class TestTwoPhones:
    def test_the_first_to_tap_has_the_pencil_and_the_second_is_told(self, tournament) -> None:
        deliver(tournament, "L3")
        with pytest.raises(Conflict) as refused:
            deliver(tournament, "L3", device=OTHER)
        assert refused.value.codes == ("not_holder",)
        assert entries() == "L3"

    def test_the_second_takes_over_and_what_the_first_has_not_delivered_is_not_counted(self, tournament) -> None:
        deliver(tournament, "L3")
        turn = taps.take_over(tournament=tournament, match=1, device=OTHER)
        assert turn == Delivered(term=2, last=0)
        with pytest.raises(Conflict):
            deliver(tournament, "L3 R1", term=1)
        deliver(tournament, "R2", device=OTHER, term=2)
        assert entries() == "L3 R2"

    def test_late_taps_of_an_earlier_turn_do_not_count_when_the_phone_has_the_pencil_again(self, tournament) -> None:
        deliver(tournament, "L3")
        taps.take_over(tournament=tournament, match=1, device=OTHER)
        turn = taps.take_over(tournament=tournament, match=1, device=ONE)
        assert turn == Delivered(term=3, last=1)
        with pytest.raises(Conflict):
            deliver(tournament, "R3", first=2, term=1)
        deliver(tournament, "R1", first=2, term=3)
        assert entries() == "L3 R1"

    def test_what_was_acknowledged_is_still_known_after_the_pencil_changed_hands(self, tournament) -> None:
        deliver(tournament, "L3 R1")
        taps.take_over(tournament=tournament, match=1, device=OTHER)
        assert deliver(tournament, "L3 R1").last == 2

    def test_taking_over_from_oneself_changes_nothing(self, tournament) -> None:
        deliver(tournament, "L3")
        count = tournament.journal.count()
        assert taps.take_over(tournament=tournament, match=1, device=ONE) == Delivered(term=1, last=1)
        assert tournament.journal.count() == count


class TestResults:
    def test_a_tapped_result_counts_at_once_with_its_tally(self, tournament) -> None:
        deliver(tournament, TWO_TO_ONE)
        assert report(tournament).counts
        row = results.find(tournament, 1)
        assert (row.outcome, row.winner_side, row.score_left, row.score_right) == ("played", "left", 2, 1)
        assert row.bummerl == ["A3 A3 A1", "B3 B3 B1", "A2 A2 A3"]
        assert row.reported_by == "Handy"
        assert verify(load(export_archive(tournament.slug).encode())) == ()

    def test_a_result_can_be_reported_without_a_tally(self, tournament) -> None:
        deliver(tournament, "L3")
        report(tournament, Side.RIGHT, (0, 2))
        assert results.find(tournament, 1).bummerl is None

    def test_a_result_that_contradicts_the_tally_is_refused(self, tournament) -> None:
        deliver(tournament, TWO_TO_ONE)
        with pytest.raises(Refused) as refused:
            report(tournament, Side.RIGHT, (1, 2))
        assert refused.value.codes == ("differs",)

    @pytest.mark.parametrize(("device", "said"), [(ONE, "Nach den Strichen"), ("", "Ein anderes Handy")])
    @pytest.mark.parametrize(
        ("tapped", "winner", "score", "taken"),
        [
            ("L3 L3 L1", Side.RIGHT, (0, 2), False), ("L3 L3 L1", Side.RIGHT, (1, 2), True),
            ("L3 L3 L1", Side.LEFT, (2, 0), True), ("L3 L3 L1 R3 R3 R1 L1", Side.LEFT, (2, 0), False),
            ("L3 L3 L1 R3 R3 R1 L1", Side.LEFT, (2, 1), True), ("L3 L3 R3", Side.RIGHT, (0, 2), True),
        ],
    )  # fmt: skip
    def test_nobody_has_fewer_bummerl_in_a_report_than_were_tapped(
        self, tournament, tapped, winner, score, taken, device, said
    ) -> None:
        deliver(tournament, tapped)
        if taken:
            assert report(tournament, winner, score, device=device).counts
            return
        with pytest.raises(Refused) as refused:
            report(tournament, winner, score, device=device)
        assert refused.value.codes == ("differs",)
        assert str(refused.value).startswith(said)
        assert "schon 1:" in str(refused.value)
        play(tournament, 1, winner)  # the desk decides
        assert results.find(tournament, 1).winner_side == winner

    def test_an_impossible_score_is_refused_as_at_the_desk(self, tournament) -> None:
        with pytest.raises(Refused):
            report(tournament, Side.LEFT, (3, 1))

    def test_a_phone_without_the_pencil_reports_nothing(self, tournament) -> None:
        deliver(tournament, "L3")
        with pytest.raises(Conflict) as refused:
            report(tournament, device=OTHER)
        assert refused.value.codes == ("not_holder",)

    def test_a_reported_result_cannot_be_changed_by_the_phone(self, tournament) -> None:
        report(tournament)
        with pytest.raises(Conflict) as refused:
            report(tournament, Side.RIGHT, (1, 2))
        assert refused.value.codes == ("ended",)

    def test_while_a_match_is_tapped_its_score_can_be_read(self, tournament) -> None:
        deliver(tournament, "L3 L3 L1 R2")
        found = running_scores(tournament)
        assert list(found) == [1]
        assert (found[1].score, found[1].needs) == ((1, 0), (7, 5))
        play(tournament, 1)
        assert running_scores(tournament) == {}

    def test_the_first_tap_starts_the_clock_of_the_match(self, tournament) -> None:
        deliver(tournament, "L3")
        started = results.find(tournament, 1).started_at
        assert started is not None
        deliver(tournament, "R1", first=2)
        assert results.find(tournament, 1).started_at == started


@pytest.fixture
def confirming(tournament) -> Tournament:
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"phone_results_count_at_once": False})
    return fresh(tournament)


class TestConfirmedAtTheDesk:
    def test_a_result_waits_and_then_counts_as_the_scorers(self, confirming) -> None:
        deliver(confirming, TWO_TO_ONE)
        assert not report(confirming).counts
        assert results.find(confirming, 1).outcome == "open"
        assert [(one.serial, one.score, one.tapped) for one in waiting_reports(confirming)] == [(1, "2 : 1", True)]
        phone_reports.confirm(tournament=confirming, actor=SCORER, match=1)
        row = results.find(confirming, 1)
        assert (row.outcome, row.reported_by, row.bummerl[0]) == ("played", "susi", "A3 A3 A1")
        assert waiting_reports(confirming) == ()
        assert verify(load(export_archive(confirming.slug).encode())) == ()

    def test_while_it_waits_the_phone_writes_nothing(self, confirming) -> None:
        report(confirming)
        for act in (lambda: deliver(confirming, "L3"), lambda: report(confirming)):
            with pytest.raises(Conflict) as refused:
                act()
            assert refused.value.codes == ("reported",)

    def test_rejected_the_phone_may_go_on(self, confirming) -> None:
        deliver(confirming, TWO_TO_ONE)
        report(confirming)
        phone_reports.reject(tournament=confirming, actor=SCORER, match=1)
        deliver(confirming, "U R3", first=10)
        assert PhoneReport.objects.get().state == "rejected"
        assert verify(load(export_archive(confirming.slug).encode())) == ()

    def test_whoever_is_second_is_told(self, confirming) -> None:
        report(confirming)
        phone_reports.confirm(tournament=confirming, actor=SCORER, match=1)
        for act in (phone_reports.confirm, phone_reports.reject):
            with pytest.raises(Conflict):
                act(tournament=confirming, actor=SCORER, match=1)

    def test_the_cashier_confirms_nothing(self, confirming) -> None:
        report(confirming)
        with pytest.raises(Forbidden):
            phone_reports.confirm(tournament=confirming, actor=CASHIER, match=1)

    def test_what_the_desk_entered_meanwhile_no_longer_waits(self, confirming) -> None:
        report(confirming)
        play(confirming, 1)
        assert waiting_reports(confirming) == ()


def test_taps_of_open_matches_and_waiting_results_survive_the_archive(confirming) -> None:
    deliver(confirming, "dR L3 L3 U R2")
    taps.take_over(tournament=confirming, match=1, device=OTHER)
    deliver(confirming, TWO_TO_ONE, match=2)
    report(confirming, match=2)
    deliver(confirming, "L3", match=3)
    play(confirming, 3)
    text = export_archive(confirming.slug, with_secret=True)
    assert [(one["match"], len(one["taps"])) for one in load(text.encode())["tallies"]] == [(1, 5), (2, 9)]
    Tournament.objects.filter(pk=confirming.pk).update(slug="vorher")
    import_archive(text.encode(), "anna")
    again = Tournament.objects.get(slug=confirming.slug)
    assert export_archive(again.slug, with_secret=True) == text
    assert running_scores(again)[2].score == (2, 1)
    assert taps.deliver(tournament=again, match=1, device=OTHER, term=2, taps=[GivenTap(1, read("R1"))]).last == 1
    phone_reports.confirm(tournament=again, actor=SCORER, match=2)
    assert sorted(open_matches(again)) == [1, 4, 5, 6, 7, 8]


def test_a_report_that_waits_is_seen_by_phones_that_hold_the_state_before(tournament) -> None:
    """The ETag of a poll asks for no reports: whatever happens to one must show in the tally's version or in the match."""
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"phone_results_count_at_once": False})
    seen = []
    for step in (
        lambda: phone_reports.report(tournament=tournament, match=1, device="", winner=Side.LEFT, score=(2, 0)),
        lambda: phone_reports.reject(tournament=tournament, actor=SCORER, match=1),
        lambda: phone_reports.report(tournament=tournament, match=1, device=ONE, winner=Side.LEFT, score=(2, 1)),
        lambda: phone_reports.confirm(tournament=tournament, actor=SCORER, match=1),
    ):
        seen.append(find_seen(tournament.slug, 1)[1])
        step()
    seen.append(find_seen(tournament.slug, 1)[1])
    assert len(set(seen)) == 5
