"""A result deal by deal: typed from the slip, judged while typing, recorded once, looked at, corrected by the director."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.counting import queries
from tests.factories import drawn_tournament
from tests.factories import member as make_member
from tournament.models import Match, Role, Tournament

pytestmark = pytest.mark.django_db
TWO_NIL = "A3 A3 A1\n7 7 5 2 0\n7 6 6 6 6"


@pytest.fixture
def tournament() -> Tournament:
    return drawn_tournament(*[1] * 8)


def client_for(tournament: Tournament, role: Role = Role.SCORER) -> Client:
    client = Client()
    client.force_login(make_member(tournament, role, username=role.value))
    return client


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return client_for(tournament)


def address(tournament: Tournament, serial: int = 1, name: str = "match-tally") -> str:
    return reverse(name, kwargs={"slug": tournament.slug, "serial": serial})


def sent(text: str, **other: str) -> dict[str, str]:
    return {"bummerl_text": text, "outcome": "played", "version": "1", "request_key": uuid4().hex} | other


def first(tournament: Tournament) -> Match:
    return tournament.matches.get(serial=1)


def test_score_and_winner_follow_and_the_countdowns_are_shown(client: Client, tournament: Tournament) -> None:
    answer = client.post(address(tournament), sent(TWO_NIL), follow=True)
    match = first(tournament)
    assert (match.score_left, match.score_right, match.winner_side) == (2, 0, "left")
    assert match.bummerl == ["A3 A3 A1", "B1 A2 A3 A2"]
    text = answer.content.decode()
    assert "Eingetragen: 2:0 für" in text
    assert '<td class="fell">5</td>' in text


def test_errors_are_named_and_what_was_typed_stays(client: Client, tournament: Tournament) -> None:
    answer = client.post(address(tournament), sent("A3 A3 A1\nB4 B3"))
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "Bummerl 2, Spiel 1: 4 Siegpunkte kann ein Spiel nicht zählen." in text
    assert "A3 A3 A1\nB4 B3" in text.replace("\r\n", "\n")
    assert first(tournament).outcome == "open"


def test_unusual_findings_want_a_reason_which_is_shown_afterwards(client: Client, tournament: Tournament) -> None:
    text = "A2(aus 112:4) A3 A3\nA3 A3 A3"
    refused = client.post(address(tournament), sent(text))
    assert refused.status_code == 422
    assert 'data-code="needs_reason"' in refused.content.decode()
    taken = client.post(address(tournament), sent(text, override_reason="beide sagen es"), follow=True).content.decode()
    assert "beide sagen es" in taken
    assert "zu spät ausgemeldet" in taken


def test_sent_twice_it_is_recorded_once(client: Client, tournament: Tournament) -> None:
    given = sent(TWO_NIL)
    assert [client.post(address(tournament), given).status_code for _ in range(2)] == [302, 302]
    assert tournament.journal.filter(kind="result").count() == 1


def test_whoever_is_second_sees_what_the_first_one_entered(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), sent(TWO_NIL))
    answer = client.post(address(tournament), sent("B3 B3 B1 | B3 B3 B3"))
    assert answer.status_code == 409
    assert "schon entschieden: 2:0 für" in answer.content.decode()
    assert first(tournament).winner_side == "left"


def test_a_match_that_was_given_up(client: Client, tournament: Tournament) -> None:
    assert client.post(address(tournament), sent("A3 A3 A1 | B3", outcome="retired")).status_code == 422
    client.post(address(tournament), sent("A3 A3 A1 | B3", outcome="retired", winner="right"))
    match = first(tournament)
    assert (match.outcome, match.winner_side, match.score_left, match.score_right) == ("retired", "right", 1, 0)


def test_only_the_director_corrects(client: Client, tournament: Tournament) -> None:
    client.post(address(tournament), sent(TWO_NIL))
    other = sent("B3 B3 B1 | B3 B3 B3", action="correct", version="2", reason="Seiten vertauscht")
    assert client.post(address(tournament), other).status_code == 403
    assert "tally-form" not in client.get(address(tournament)).content.decode()
    director = client_for(tournament, Role.DIRECTOR)
    assert "A3 A3 A1" in director.get(address(tournament)).content.decode()
    assert director.post(address(tournament), other | {"reason": ""}).status_code == 422
    assert director.post(address(tournament), other).status_code == 302
    assert first(tournament).winner_side == "right"


class TestCheck:
    """The live check: what is said beside the form; nothing is stored."""

    def check(self, client: Client, tournament: Tournament, text: str, **other: str) -> str:
        answer = client.post(address(tournament, name="tally-check"), {"bummerl_text": text} | other)
        assert answer.status_code == 200
        assert first(tournament).outcome == "open"
        return answer.content.decode()

    def test_score_and_winner(self, client: Client, tournament: Tournament) -> None:
        text = self.check(client, tournament, TWO_NIL)
        assert '<span class="number">2:0</span>' in text
        assert first(tournament).left_card.owner.name in text
        assert "Das stimmt so." in text

    def test_errors_and_warnings(self, client: Client, tournament: Tournament) -> None:
        text = self.check(client, tournament, "A2(aus 112:4) A3 A3 | A4")
        assert 'data-code="points_impossible"' in text
        assert 'data-code="late_claim"' in text
        assert "So wird es nicht übernommen." in text

    @pytest.mark.parametrize("text", ["", "  ", "A3", "A3 q", "7 4", "<script>", "A" * 5000])
    def test_half_typed_is_no_crash(self, client: Client, tournament: Tournament, text: str) -> None:
        assert "<script>" not in self.check(client, tournament, text)

    def test_it_may_be_asked_by_address(self, client: Client, tournament: Tournament) -> None:
        answer = client.get(address(tournament, name="tally-check"), {"bummerl_text": "A3 A3 A1"})
        assert "1:0" in answer.content.decode()

    def test_a_match_of_another_tournament_is_not_found(self, client: Client, tournament: Tournament) -> None:
        assert client.post(address(tournament, 99, "tally-check"), {"bummerl_text": "A3"}).status_code == 404


def test_where_only_games_count_a_letter_is_a_game() -> None:
    tournament = drawn_tournament(*[1] * 8, rules_preset="none", rules_changed={"bummerl_points": 5}, bummerl_to_win=1)
    client = client_for(tournament)
    assert client.post(address(tournament), sent("A B A A A A")).status_code == 302
    assert first(tournament).bummerl == ["A1 B1 A1 A1 A1 A1"]


@pytest.mark.parametrize("text", ["", TWO_NIL])
def test_the_check_takes_the_same_queries_whatever_is_typed(client: Client, tournament: Tournament, text: str) -> None:
    client.get(address(tournament))
    with queries(5):  # tournament, session, account, role, match
        client.post(address(tournament, name="tally-check"), {"bummerl_text": text})


@pytest.mark.parametrize("people", [8, 16])
def test_the_page_takes_the_same_queries_at_any_size(people: int) -> None:
    tournament = drawn_tournament(*[1] * people)
    client = client_for(tournament)
    client.get(address(tournament))
    with queries(7):  # tournament, session, account, role, match, namesakes, the way
        client.get(address(tournament))
