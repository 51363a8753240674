"""The referee's help: a disputed deal by its situation, and card by card; nothing is stored, nothing typed is lost."""

import json
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.counting import queries
from tests.factories import make_tournament
from tests.factories import member as make_member
from tournament.models import JournalEntry, Role, Tournament

pytestmark = pytest.mark.django_db
CASES = Path(__file__).parents[1] / "scoring" / "cases" / "deals.jsonl"
TYPED = {
    "forehand": "A", "hand_a": "HD CD DA SK HB", "hand_b": "D10 DK SB DD SD", "talon": "CK HK HA S10 DB SA C10 CA CB H10",
    "moves": "DA SB\n20 C tausch CK D10\nH10 SD\nzu SK S10\n20 D DK HD\n66",
}  # fmt: skip
CLAIM = {
    "ending": "claim",
    "closed_by": "nobody",
    "points_one": "60",
    "tricks_one": "5",
    "points_other": "40",
    "tricks_other": "3",
}


def scorer(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(make_member(tournament, Role.SCORER, username="susi"))
    return client


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return scorer(tournament)


def address(tournament: Tournament, name: str = "referee-deal") -> str:
    return reverse(name, kwargs={"slug": tournament.slug})


class TestSituation:
    def ask(self, client: Client, tournament: Tournament, **query: str):
        return client.get(address(tournament, "referee"), query)

    def test_the_points_with_the_sentence_of_the_rule(self, client: Client, tournament: Tournament) -> None:
        text = self.ask(client, tournament, **CLAIM).content.decode()
        assert '<span class="number">1</span>' in text
        assert "für den Gegner" in text
        assert "verliert so viele Siegpunkte, wie er sonst gewonnen hätte" in text

    def test_the_rules_of_this_tournament_decide(self) -> None:
        tournament = make_tournament(rules_preset="66-b")
        answer = self.ask(scorer(tournament), tournament, **CLAIM)
        assert (answer.context["verdict"].winner, answer.context["verdict"].points) == (1, 2)

    def test_only_what_matters_is_asked(self, client: Client, tournament: Tournament) -> None:
        assert list(self.ask(client, tournament, ending="revoke").context["form"].fields) == ["ending"]
        played_out = self.ask(client, tournament, ending="played_out", closed_by="one").context["form"]
        assert list(played_out.fields) == ["ending", "closed_by", "tricks_at_close"]

    def test_an_empty_page_asks_and_blames_nobody(self, client: Client, tournament: Tournament) -> None:
        answer = self.ask(client, tournament)
        assert answer.context["verdict"] is None
        assert not answer.context["form"].errors

    @pytest.mark.parametrize("wrong", ["-1", "231", "viele", "1.5"])
    def test_a_wrong_number_is_named_at_its_field_and_stays(
        self, client: Client, tournament: Tournament, wrong: str
    ) -> None:
        answer = self.ask(client, tournament, **CLAIM | {"points_one": wrong})
        assert list(answer.context["form"].errors) == ["points_one"]
        assert answer.context["form"]["points_one"].value() == wrong

    def test_what_cannot_be_is_said_beside_the_points(self, client: Client, tournament: Tournament) -> None:
        text = self.ask(client, tournament, **CLAIM | {"points_one": "70", "tricks_one": "1"}).content.decode()
        assert "70 Augen mit 1 Stichen sind nicht möglich." in text

    @pytest.mark.parametrize("junk", [{"ending": "x"}, {"closed_by": "x"}, {"ending": "revoke", "closed_by": "one"}])
    def test_a_made_up_case_is_the_usual_one(
        self, client: Client, tournament: Tournament, junk: dict[str, str]
    ) -> None:
        assert self.ask(client, tournament, **junk).status_code == 200

    def test_where_it_is_not_regulated_the_director_decides(self) -> None:
        tournament = make_tournament(rules_preset="66-b")
        text = self.ask(scorer(tournament), tournament, ending="revoke").content.decode()
        assert "das entscheidet die Turnierleitung" in text

    @pytest.mark.parametrize(("target", "whole"), [("verdict", False), ("situation", False), ("", True)])
    def test_while_typing_only_the_part_comes(
        self, client: Client, tournament: Tournament, target: str, whole: bool
    ) -> None:
        headers = {"HX-Request": "true", "HX-Target": target} if target else {}
        answer = client.get(address(tournament, "referee"), CLAIM, headers=headers)
        assert ("<html" in answer.content.decode()) is whole
        assert 'class="number">1<' in answer.content.decode()


class TestDeal:
    def replay(self, client: Client, tournament: Tournament, **given: str):
        return client.post(address(tournament), TYPED | given)

    def test_the_first_illegal_card_is_named_with_the_reason(self, client: Client, tournament: Tournament) -> None:
        answer = self.replay(client, tournament)
        assert answer.status_code == 200
        text = answer.content.decode()
        assert "<strong>Zug 14</strong>: Renonce: A gibt ♥D auf ♦K, müsste aber ♦B geben." in text
        assert answer.context["drawn"].first_wrong == 14

    def test_the_position_at_that_point_is_drawn(self, client: Client, tournament: Tournament) -> None:
        answer = self.replay(client, tournament)
        position = answer.context["drawn"].position
        assert position.move == 14
        assert [card.words for card in position.hands[0]] == ["Herz Ass", "Herz Dame", "Treff Dame", "Karo Bube"]
        assert (position.led.words, position.closed_by, position.on_turn) == ("Karo König", "A", "A")
        assert (position.card_points, position.tricks) == ((60, 34), (3, 1))
        assert position.trump.suit == "H"
        assert 'aria-label="Karo König"' in answer.content.decode()

    def test_every_other_position_can_be_looked_at(self, client: Client, tournament: Tournament) -> None:
        first = self.replay(client, tournament, at="1").context["drawn"]
        assert first.position.card_points == (0, 0)
        assert len(first.position.hands[0]) == 5
        assert first.first_wrong == 14
        for at, move in (("0", 1), ("999", 16), ("x", 14)):
            assert self.replay(client, tournament, at=at).context["drawn"].position.move == move

    def test_a_right_deal_has_a_verdict_and_no_fault(self, client: Client, tournament: Tournament) -> None:
        answer = self.replay(
            client, tournament, moves="DA SB\n20 C tausch CK D10\nH10 SD\nzu SK S10\n20 D DK DB\nDD HD\n66"
        )
        verdict = answer.context["drawn"].verdict
        assert (verdict.winner, verdict.points, verdict.findings) == ("A", 1, ())
        assert "Alle Züge waren erlaubt." in answer.content.decode()

    def test_a_warning_is_no_illegal_move(self, client: Client, tournament: Tournament) -> None:
        drawn = self.replay(client, tournament, moves="DA SB 66").context["drawn"]
        assert drawn.first_wrong is None
        assert [found.code for found in drawn.findings] == ["false_claim"]

    def test_a_deal_not_played_to_its_end_shows_its_end(self, client: Client, tournament: Tournament) -> None:
        drawn = self.replay(client, tournament, moves="DA SB").context["drawn"]
        assert [found.code for found in drawn.findings] == ["unfinished"]
        assert (drawn.first_wrong, drawn.position.move) == (None, 3)
        assert not any(move.wrong for trick in drawn.tricks for move in trick.moves)

    def test_what_cannot_be_read_is_named_and_everything_typed_stays(
        self, client: Client, tournament: Tournament
    ) -> None:
        answer = self.replay(client, tournament, moves="DA SB aus", hand_b="D10 DK SB DD 8X")
        assert answer.status_code == 422
        assert set(answer.context["form"].errors) == {"moves", "hand_b"}
        text = answer.content.decode()
        assert "DA SB aus" in text
        assert "D10 DK SB DD 8X" in text

    def test_wrong_cards_are_named(self, client: Client, tournament: Tournament) -> None:
        answer = self.replay(client, tournament, hand_a="HD CD DA SK SK")
        assert answer.status_code == 422
        said = " ".join(found.text for found in answer.context["findings"])
        assert "♠K" in said
        assert "♥B" in said

    def test_an_empty_form_is_no_crash(self, client: Client, tournament: Tournament) -> None:
        assert client.post(address(tournament), {"forehand": "A"}).status_code == 422
        assert client.post(address(tournament), {}).status_code == 422

    @pytest.mark.parametrize("preset", ["turnier-scharf", "schnapsen-weich", "66-b"])
    @pytest.mark.parametrize("key", ["richtig", "renonce", "angesagt", "zu-frueh"])
    def test_the_examples_can_be_tried(self, preset: str, key: str) -> None:
        tournament = make_tournament(rules_preset=preset)
        answer = scorer(tournament).get(address(tournament), {"beispiel": key})
        assert answer.status_code == 200
        assert (answer.context["drawn"].first_wrong is not None) == (key == "renonce")

    def test_an_unknown_example_is_an_empty_form(self, client: Client, tournament: Tournament) -> None:
        assert client.get(address(tournament), {"beispiel": "<x>"}).context["drawn"] is None

    def test_script_is_text(self, client: Client, tournament: Tournament) -> None:
        text = self.replay(client, tournament, moves="<script>alert(1)</script>").content.decode()
        assert "<script>alert" not in text


class TestRecord:
    def test_a_pasted_record_is_judged_by_the_rules_it_names(self, client: Client, tournament: Tournament) -> None:
        record = next(line for line in CASES.read_text(encoding="utf-8").splitlines() if '"schnapsen-weich"' in line)
        answer = client.post(address(tournament), {"forehand": "A", "record_text": record})
        assert answer.status_code == 200
        verdict, recorded = answer.context["drawn"].verdict, json.loads(record)["result"]
        assert (verdict.winner, verdict.points) == (recorded["winner"], recorded["points"])
        assert "Schnapsen weich" in answer.content.decode()

    @pytest.mark.parametrize(
        "case", CASES.read_text(encoding="utf-8").splitlines()[:60], ids=lambda line: json.loads(line).get("note")
    )
    def test_every_recorded_deal_can_be_looked_at(self, client: Client, tournament: Tournament, case: str) -> None:
        answer = client.post(address(tournament), {"forehand": "A", "record_text": case})
        assert answer.status_code in (200, 422)
        assert answer.context["drawn"] or answer.context["findings"] or answer.context["form"].errors

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("{]", "kein JSON"), ("[" * 15000, "kein JSON"), ("NaN", "kein JSON"), ('"x"', "fehlen die Züge"), ("{}", "fehlen die Züge"),
            ('{"bummerl": []}', "Aufzeichnung einer Begegnung"), ('{"moves": 3, "forehand": "A"}', "nicht lesbar"),
            ('{"moves": [], "forehand": "C"}', "nicht lesbar"),
        ],
    )  # fmt: skip
    def test_what_is_no_record_is_said_and_stays(
        self, client: Client, tournament: Tournament, text: str, said: str
    ) -> None:
        answer = client.post(address(tournament), {"forehand": "A", "record_text": text})
        assert answer.status_code == 422
        assert said in " ".join(answer.context["form"].errors["record_text"])
        assert answer.context["form"]["record_text"].value() == text


class TestWho:
    @pytest.mark.parametrize("name", ["referee", "referee-deal"])
    def test_the_scorer_and_the_director(self, tournament: Tournament, client: Client, name: str) -> None:
        assert client.get(address(tournament, name)).status_code == 200
        for role, status in ((Role.DIRECTOR, 200), (Role.CASHIER, 403)):
            other = Client()
            other.force_login(make_member(tournament, role, username=role.value))
            assert other.get(address(tournament, name)).status_code == status
        assert Client().get(address(tournament, name)).status_code == 302

    def test_where_only_games_are_counted_there_is_nothing_to_ask(self) -> None:
        tournament = make_tournament(rules_preset="none")
        for name in ("referee", "referee-deal"):
            assert "nur gewonnene Spiele gezählt" in scorer(tournament).get(address(tournament, name)).content.decode()

    def test_nothing_is_stored(self, client: Client, tournament: Tournament) -> None:
        entries = JournalEntry.objects.count()
        client.post(address(tournament), TYPED)
        assert JournalEntry.objects.count() == entries

    @pytest.mark.parametrize("moves", ["DA SB", TYPED["moves"]])
    def test_the_same_four_queries_for_any_deal(self, client: Client, tournament: Tournament, moves: str) -> None:
        client.post(address(tournament), TYPED)
        with queries(4):  # tournament, session, account, role
            client.post(address(tournament), TYPED | {"moves": moves})
