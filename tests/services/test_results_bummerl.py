"""Results with their tally, deal by deal: errors refuse, unusual findings want a reason, and the archive proves it again."""

import copy
import json
from dataclasses import dataclass
from typing import Any

import pytest

from tests.counting import queries
from tests.factories import DIRECTOR, SCORER, drawn_tournament, fresh, open_matches
from tournament.domain import archive, verification
from tournament.models import Match, Outcome, Side, Tournament
from tournament.queries import archives
from tournament.services import corrections, results, tallies, tournaments
from tournament.services.errors import Refused
from tournament.services.results import Report

pytestmark = pytest.mark.django_db
TWO_NIL = ("A3 A3 A1", "A2 B1 A2 A3")
LATE = "A2(aus 112:4)"


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(*[1] * 8)


def tell(tournament: Tournament, *bummerl: str, **given: Any) -> Match:
    serial = open_matches(tournament)[0]
    outcome = given.pop("outcome", Outcome.PLAYED)
    results.record(tournament=tournament, actor=SCORER, match=serial, report=Report(outcome, bummerl=bummerl, **given))
    return tournament.matches.get(serial=serial)


def refused(tournament: Tournament, *bummerl: str, **given: Any) -> Refused:
    entries = tournament.journal.count()
    with pytest.raises(Refused) as caught:
        tell(tournament, *bummerl, **given)
    assert tournament.journal.count() == entries
    return caught.value


class TestTheScoreFollows:
    def test_score_and_winner_follow_from_the_deals(self, tournament: Tournament) -> None:
        match = tell(tournament, "A3 A3 A1", "B3 B3 B3", "B1 B1 B1 B1 B1 B1 B1")
        assert (match.score_left, match.score_right, match.winner_side) == (1, 2, "right")
        assert match.bummerl == ["A3 A3 A1", "B3 B3 B3", "B1 B1 B1 B1 B1 B1 B1"]

    def test_one_text_may_hold_all_bummerl(self, tournament: Tournament) -> None:
        assert tell(tournament, "a3 a3 a1 | l2 r1 a2 a3").bummerl == list(TWO_NIL)

    def test_a_countdown_is_stored_as_compact_text(self, tournament: Tournament) -> None:
        match = tell(tournament, "7 4 1 0\n7 7 7 7\n7 7 4 1 0\n7 6 6 6 6")
        assert match.bummerl == ["A3 A3 A1", "B1 A3 A3 A1"]
        assert (match.score_left, match.score_right) == (2, 0)

    def test_a_score_that_agrees_is_taken(self, tournament: Tournament) -> None:
        assert tell(tournament, *TWO_NIL, winner=Side.LEFT, score=(2, 0)).score_left == 2

    def test_without_a_tally_nothing_changes(self, tournament: Tournament) -> None:
        match = tell(tournament, "", "  ", winner=Side.LEFT, score=(2, 1))
        assert match.bummerl is None
        assert match.findings == []


class TestErrorsRefuse:
    def test_a_score_the_deals_do_not_give(self, tournament: Tournament) -> None:
        assert refused(tournament, *TWO_NIL, winner=Side.LEFT, score=(2, 1)).codes == ("score_differs",)

    def test_a_winner_the_deals_do_not_give(self, tournament: Tournament) -> None:
        assert "winner_differs" in refused(tournament, *TWO_NIL, winner=Side.RIGHT, score=(0, 2)).codes

    def test_everything_is_named_at_once_with_its_place(self, tournament: Tournament) -> None:
        problems = refused(tournament, "A4 A3 A3", "B3 B3 B1 A1").problems
        said = {problem.code: problem.text for problem in problems}
        assert set(said) == {"points_impossible", "deal_after_bummerl_end", "match_unfinished"}
        assert said["deal_after_bummerl_end"].startswith("Bummerl 2, Spiel 4: ")

    def test_the_house_word_for_a_bummerl_is_used(self) -> None:
        tournament = drawn_tournament(*[1] * 8, bummerl_word="Durchgang")
        assert refused(tournament, "A4 A3 A3", "A3 A3 A3").problems[0].text.startswith("Durchgang 1, Spiel 1: ")

    @pytest.mark.parametrize("text", ["A3 quatsch", "7 4 1 0", "A3(schief)"])
    def test_what_cannot_be_read(self, tournament: Tournament, text: str) -> None:
        assert refused(tournament, text, winner=Side.LEFT, score=(2, 0)).codes == ("unreadable",)

    def test_the_match_decides_how_many_bummerl_it_takes(self) -> None:
        tournament = drawn_tournament(*[1] * 8, bummerl_overrides={"8": 3})
        assert refused(tournament, *TWO_NIL).codes == ("match_unfinished",)

    def test_more_bummerl_than_a_match_can_have(self, tournament: Tournament) -> None:
        assert "bummerl_after_match_end" in refused(tournament, *TWO_NIL, "A3 A3 A3").codes

    @pytest.mark.parametrize("outcome", [Outcome.WALKOVER, Outcome.DOUBLE_WALKOVER])
    def test_who_has_not_played_has_no_tally(self, tournament: Tournament, outcome: Outcome) -> None:
        assert "bummerl" in refused(tournament, *TWO_NIL, outcome=outcome, winner=Side.LEFT).codes

    @pytest.mark.parametrize(
        ("preset", "changed", "bummerl", "code"),
        [
            ("turnier-scharf", {}, ("A1(gezählt)", "A3 A3 A3"), "points_impossible_for_reason"),
            ("turnier-scharf", {"bummerl_points": 5}, TWO_NIL, "deal_after_bummerl_end"),
            ("66-b", {"false_claim": "two"}, ("A3(falsch) A3 A3", "A3 A3 A3"), "points_impossible_for_reason"),
            ("none", {}, ("A2 A1 A1 A1 A1 A1 A1", "A1 A1 A1 A1 A1 A1 A1"), "points_impossible"),
        ],
    )  # fmt: skip
    def test_the_tournaments_own_rules_decide(
        self, preset: str, changed: dict[str, Any], bummerl: tuple[str, ...], code: str
    ) -> None:
        tournament = drawn_tournament(*[1] * 8, rules_preset=preset, rules_changed=changed)
        assert code in refused(tournament, *bummerl).codes


class TestSchneider:
    """7:0 counts as two Bummerl where the rules say so, and only there."""

    def test_doubled(self) -> None:
        tournament = drawn_tournament(*[1] * 8, rules_preset="schnapsen-scharf")
        match = tell(tournament, "A3 A3 A1")
        assert (match.score_left, match.score_right) == (2, 0)

    def test_a_doubled_one_may_carry_the_winner_one_beyond(self) -> None:
        tournament = drawn_tournament(*[1] * 8, rules_preset="schnapsen-scharf")
        match = tell(tournament, "A3 B1 A3 A3", "A3 A3 A1", winner=Side.LEFT, score=(3, 0))
        assert match.score_left == 3

    def test_typed_alone_a_score_one_beyond_is_possible_only_where_it_is_doubled(self) -> None:
        doubled = drawn_tournament(*[1] * 8, rules_preset="schnapsen-scharf", slug="zuhause")
        assert tell(doubled, winner=Side.LEFT, score=(3, 1)).score_left == 3
        assert refused(drawn_tournament(*[1] * 8), winner=Side.LEFT, score=(3, 1)).codes == ("too_many",)

    def test_not_doubled_says_so(self, tournament: Tournament) -> None:
        assert "schneider_doubled" in refused(tournament, "A3 A3 A1", winner=Side.LEFT, score=(2, 0)).codes


class TestRetirement:
    def test_the_last_bummerl_may_be_unfinished(self, tournament: Tournament) -> None:
        match = tell(tournament, "A3 A3 A1", "B2 B1", outcome=Outcome.RETIRED, winner=Side.RIGHT)
        assert (match.score_left, match.score_right, match.winner_side) == (1, 0, "right")

    def test_one_before_it_may_not(self, tournament: Tournament) -> None:
        given = {"outcome": Outcome.RETIRED, "winner": Side.RIGHT}
        assert refused(tournament, "A3 A3", "B2 B1", **given).codes == ("bummerl_unfinished",)

    def test_somebody_must_have_won(self, tournament: Tournament) -> None:
        assert refused(tournament, "A3 A3 A1", outcome=Outcome.RETIRED).codes == ("winner",)

    def test_a_match_that_was_over_is_no_retirement(self, tournament: Tournament) -> None:
        assert "already_won" in refused(tournament, *TWO_NIL, outcome=Outcome.RETIRED, winner=Side.LEFT).codes


class TestUnusual:
    """Possible, but worth a look: taken with a reason, which is kept."""

    BUMMERL = (f"{LATE} A3 A3", "A3 A3 A3")

    def test_without_a_reason_it_is_listed_and_refused(self, tournament: Tournament) -> None:
        error = refused(tournament, *self.BUMMERL)
        assert error.codes == ("needs_reason",)
        assert "Bummerl 1, Spiel 1: Bei 112:4 Augen hat sich jemand zu spät ausgemeldet." in error.problems[0].text

    def test_with_a_reason_result_findings_and_reason_are_kept(self, tournament: Tournament) -> None:
        match = tell(tournament, *self.BUMMERL, override_reason=" beide bestätigen es ")
        assert match.override_reason == "beide bestätigen es"
        assert match.bummerl == ["A2 A3 A3", "A3 A3 A3"]
        assert [(found["code"], found["severity"], found["where"]) for found in match.findings] == [
            ("late_claim", "warning", "bummerl 1, deal 1")
        ]
        assert tournament.journal.order_by("number").last().reason == "beide bestätigen es"

    def test_a_reason_does_not_excuse_an_error(self, tournament: Tournament) -> None:
        assert "points_impossible" in refused(tournament, "A4 A3", "A3 A3 A3", override_reason="doch").codes

    def test_errors_and_unusual_findings_are_named_together(self, tournament: Tournament) -> None:
        assert refused(tournament, f"{LATE} A3 A3", "A4 A3").codes == ("points_impossible", "needs_reason")

    def test_a_reason_is_not_endless(self, tournament: Tournament) -> None:
        assert refused(tournament, *self.BUMMERL, override_reason="x" * 201).codes == ("override_reason",)


class TestCorrection:
    def test_the_old_tally_is_kept_with_the_old_result(self, tournament: Tournament) -> None:
        match = tell(tournament, *TWO_NIL)
        report = Report(Outcome.PLAYED, bummerl=("B3 B3 B1", "B3 B3 B1"))
        corrections.correct(
            tournament=tournament, actor=DIRECTOR, match=match.serial, report=report, reason="Seiten vertauscht"
        )
        match.refresh_from_db()
        assert (match.winner_side, match.score_right) == ("right", 2)
        assert match.earlier[0]["bummerl"] == list(TWO_NIL)

    def test_a_correction_by_score_alone_drops_the_tally(self, tournament: Tournament) -> None:
        match = tell(tournament, *TWO_NIL)
        report = Report(Outcome.PLAYED, Side.LEFT, (2, 1))
        corrections.correct(
            tournament=tournament, actor=DIRECTOR, match=match.serial, report=report, reason="eins vergessen"
        )
        match.refresh_from_db()
        assert match.bummerl is None


def test_a_tally_costs_no_query(tournament: Tournament) -> None:
    with queries(0):
        judged = tallies.judge(tournament, bummerl_to_win=2, texts="A3 A3 A1 | A3 A3 A1 | A3")
    assert [problem.code for problem in judged.problems] == ["bummerl_unfinished", "bummerl_after_match_end"]


class TestSettings:
    @pytest.mark.parametrize(
        ("preset", "changed", "said"),
        [
            ("66-b", {"exchange_before_first_lead": True}, "widersprechen einander"),
            ("turnier-scharf", {"deck": 23}, "deck kann nicht 23 sein"),
            ("turnier-scharf", {"kiebitz": True}, "kiebitz"),
            ("hinterzimmer", {}, "hinterzimmer"),
        ],
    )
    def test_rules_that_cannot_be_are_refused_with_the_reason(
        self, preset: str, changed: dict[str, Any], said: str
    ) -> None:
        with pytest.raises(Refused) as caught:
            drawn_tournament(*[1] * 8, rules_preset=preset, rules_changed=changed)
        assert caught.value.codes == ("rules_changed",)
        assert said in caught.value.problems[0].text

    def test_all_contradictions_are_named(self) -> None:
        changed = {
            "exchange_needs_trick": True,
            "exchange_before_first_lead": True,
            "close": "never",
            "close_by": "either",
        }
        with pytest.raises(Refused) as caught:
            drawn_tournament(*[1] * 8, rules_changed=changed)
        text = caught.value.problems[0].text
        assert "Austauschen nur nach eigenem Stich: ja" in text
        assert "Wer zudrehen darf: beide" in text

    def test_after_the_draw_rules_stay(self, tournament: Tournament) -> None:
        with pytest.raises(Refused) as caught:
            tournaments.change_settings(
                tournament=tournament, actor=DIRECTOR, settings={"rules_changed": {"schneider_double": True}}
            )
        assert caught.value.codes == ("rules_changed",)
        assert fresh(tournament).rules_changed == {}


@dataclass
class Told:
    """An archive in which the first match has a tally."""

    archive: dict[str, Any]

    def deviations(self, **changes: Any) -> list[tuple[str, str]]:
        """What is found when these keys of the match are others."""
        changed = copy.deepcopy(self.archive)
        changed["matches"][0].update(changes)
        changed["digest"] = archive.digest_of(changed)
        return [(str(found.code), found.text) for found in verification.verify(changed)]


@pytest.fixture
def told(tournament: Tournament) -> Told:
    tell(tournament, *TWO_NIL)
    return Told(json.loads(archive.dump(archives.archive(fresh(tournament)))))


class TestTheArchiveProvesIt:
    def test_what_was_recorded_stands_the_test(self, told: Told) -> None:
        assert told.archive["matches"][0]["bummerl"] == list(TWO_NIL)
        assert told.deviations() == []

    @pytest.mark.parametrize(
        ("bummerl", "said"),
        [
            (["A3 A3 A1"], "Die Partie ist nicht zu Ende gespielt."),
            (["A3 A3 A1", "A2 B1 A2"], "Bummerl 2: Das Bummerl ist nicht zu Ende gespielt."),
            (["A3 B1 A3 A1", "B2 A1 B2 B3"], "Ergebnis: Eingetragen ist 2:0, richtig ist 1:1."),
            (["A3 A3 A1", "A2 B1 A2 A4"], "Bummerl 2, Spiel 4: 4 Siegpunkte kann ein Spiel nicht zählen."),
            (["A3 A3 A1 A1", "A2 B1 A2 A3"], "Bummerl 1, Spiel 4: Das Bummerl war schon zu Ende."),
            (["A3 A3 A1", "A2 B1 A2 A3", "B3 B3 B3"], "Bummerl 3: Die Partie war schon zu Ende."),
            (["A3 A3 Q1", "A2 B1 A2 A3"], "Bummerl 1, Spiel 3: "),
            (["A3 A3 A1 | A2 B1 A2 A3"], "das ist mehr als eines"),
            ([], "Die Partie ist nicht zu Ende gespielt."),
        ],
    )  # fmt: skip
    def test_a_tally_that_was_tampered_with_is_named(self, told: Told, bummerl: list[str], said: str) -> None:
        found = told.deviations(bummerl=bummerl)
        assert any(code == "bummerl" and said in text for code, text in found), found

    def test_a_score_that_was_tampered_with_is_named_by_the_tally(self, told: Told) -> None:
        assert ("bummerl", "Ergebnis: Eingetragen ist 2:1, richtig ist 2:0.") in told.deviations(score=[2, 1])
