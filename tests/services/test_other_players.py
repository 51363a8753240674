"""A correction puts somebody else into a match: what was called, tapped and reported there before is not his."""

from __future__ import annotations

import pytest

from tests.factories import DIRECTOR, SCORER, draw, drawn_tournament, fresh, play, play_on, play_round
from tests.services.test_taps import ONE, TWO_TO_ONE, deliver, report
from tournament.domain.archive import load
from tournament.domain.verification import verify
from tournament.models import LIVE, Match, Outcome, PhoneReport, PhoneTally, Side, Tap, Tournament
from tournament.queries.phones import running_scores, seen, waiting_reports
from tournament.services import calling, corrections, late_corrections, phone_reports, taps
from tournament.services.archives import export_archive
from tournament.services.errors import Conflict
from tournament.services.results import Report

pytestmark = pytest.mark.django_db

RIGHT = Report(Outcome.PLAYED, Side.RIGHT, (0, 2))


def exchanged() -> tuple[Tournament, Match, Match]:
    """The winner of match 1 was read wrongly: the other one plays his match of the second round."""
    tournament = drawn_tournament(*[1] * 16, phone_results_count_at_once=False)
    play_round(tournament)
    draw(tournament)
    first = tournament.matches.get(serial=1)
    second = tournament.matches.filter(LIVE, round=2)
    after = second.filter(left_card=first.left_card).first() or second.get(right_card=first.left_card)
    begin(tournament, after)
    late_corrections.exchange(tournament=fresh(tournament), actor=DIRECTOR, match=1, report=RIGHT, reason="verlesen")
    return fresh(tournament), after, tournament.matches.get(pk=after.pk)


def followed() -> tuple[Tournament, Match, Match]:
    """The final follows from the semi-finals by itself, and one of these is corrected."""
    tournament = drawn_tournament(*[1] * 8, phone_results_count_at_once=False)
    play_on(tournament, until_numbers=4)
    semis = list(tournament.matches.filter(LIVE, stage="main", round=2).order_by("serial"))
    for semi in semis:
        play(tournament, semi.serial)
    final = tournament.matches.get(annulled_with=None, stage="main", round=3)
    begin(tournament, final)
    corrections.correct(
        tournament=fresh(tournament), actor=DIRECTOR, match=semis[0].serial, report=RIGHT, reason="verlesen"
    )
    return fresh(tournament), final, tournament.matches.get(pk=final.pk)


def begin(tournament: Tournament, row: Match) -> None:
    calling.call(tournament=tournament, actor=SCORER, match=row.serial, table=1)
    calling.set_missing(tournament=tournament, actor=SCORER, match=row.serial, side=Side.LEFT)
    deliver(tournament, TWO_TO_ONE, match=row.serial)
    report(tournament, match=row.serial)


@pytest.fixture(params=[exchanged, followed], ids=lambda made: made.__name__)
def changed(request) -> tuple[Tournament, Match, Match]:
    return request.param()


def test_he_begins_at_the_beginning(changed) -> None:
    tournament, before, now = changed
    assert seen(now).players != seen(before).players
    assert now.outcome == "open"
    assert waiting_reports(tournament) == ()
    with pytest.raises(Conflict):
        phone_reports.confirm(tournament=tournament, actor=SCORER, match=now.serial)
    assert [(one.score, one.needs) for one in running_scores(tournament).values()] == [((0, 0), (7, 7))]
    assert (now.table, now.called_at, now.started_at, now.missing_side) == (None, None, None, None)


def test_nothing_is_deleted_and_the_file_proves_itself(changed) -> None:
    tournament, _before, now = changed
    assert Tap.objects.filter(match=now).count() == 18
    assert tournament.journal.filter(kind="tap", subject=f"match {now.serial}").count() == 18
    assert PhoneReport.objects.get(match=now).state == "rejected"
    assert verify(load(export_archive(tournament.slug, with_secret=True).encode())) == ()


def test_a_phone_that_still_shows_the_former_players_counts_and_reports_nothing(changed) -> None:
    tournament, before, now = changed
    former = seen(before).players
    given = [taps.GivenTap(10, taps.tap_fold.read("L3"))]
    for act in (
        lambda: taps.deliver(tournament=tournament, match=now.serial, device=ONE, term=1, taps=given, players=former),
        lambda: taps.take_over(tournament=tournament, match=now.serial, device=ONE, players=former),
        lambda: phone_reports.report(
            tournament=tournament, match=now.serial, device="", winner=Side.LEFT, score=(2, 1), players=former
        ),
    ):
        with pytest.raises(Conflict) as refused:
            act()
        assert refused.value.codes == ("others",)
    present = seen(now).players
    taps.deliver(tournament=tournament, match=now.serial, device=ONE, term=2, taps=given, players=present)
    assert PhoneTally.objects.get(match=now).entries == ["L3"]


def test_a_correction_that_changes_no_players_leaves_the_tally_of_the_next_match() -> None:
    tournament = drawn_tournament(*[1] * 8)
    play_on(tournament, until_numbers=4)
    semis = list(tournament.matches.filter(LIVE, stage="main", round=2).order_by("serial"))
    for semi in semis:
        play(tournament, semi.serial)
    final = tournament.matches.get(annulled_with=None, stage="main", round=3)
    deliver(tournament, "L3", match=final.serial)
    closer = Report(Outcome.PLAYED, Side.LEFT, (2, 1))
    corrections.correct(tournament=tournament, actor=DIRECTOR, match=semis[0].serial, report=closer, reason="2:1")
    assert PhoneTally.objects.get(match=final).entries == ["L3"]
