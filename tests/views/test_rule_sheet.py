"""The rule sheet: what the chosen rules say, in two languages, for everybody once the tournament is published."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rules import PRESETS
from scoring.sentences import rule_sheet
from tests.counting import queries
from tests.factories import make_tournament
from tests.factories import member as make_member
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


def read(tournament: Tournament, client: Client | None = None, **query: str):
    return (client or Client()).get(reverse("rules", kwargs={"slug": tournament.slug}), query)


@pytest.mark.parametrize("preset", ["turnier-scharf", "66-c", "none"])
def test_every_sentence_of_the_rules_stands_on_it(preset: str) -> None:
    tournament = make_tournament(published=True, rules_preset=preset)
    text = read(tournament).content.decode()
    for paragraph in rule_sheet(PRESETS[preset]):
        assert paragraph.heading in text
        assert all(sentence in text for sentence in paragraph.sentences)


def test_how_many_bummerl_win_a_match_with_the_houses_word() -> None:
    tournament = make_tournament(published=True, bummerl_overrides={"2": 3}, bummerl_word="Durchgänge")
    text = read(tournament).content.decode()
    assert "wer zuerst 2 Durchgänge gewonnen hat" in text
    assert "Finale: 3 Durchgänge." in text


def test_in_the_language_that_is_asked_for() -> None:
    tournament = make_tournament(published=True)
    english = read(tournament, lang="en").content.decode()
    assert "A called revoke ends the deal and costs three game points." in english
    assert "eine Renonce" not in english
    assert "Eine angesagte Renonce beendet das Spiel" in read(tournament, lang="de").content.decode()
    assert read(tournament, lang="xx").status_code == 200


def test_before_it_is_published_only_for_the_house() -> None:
    tournament = make_tournament()
    assert read(tournament).status_code == 404
    client = Client()
    client.force_login(make_member(tournament, Role.CASHIER, username="karl"))
    answer = read(tournament, client)
    assert answer.status_code == 200
    assert "regeln/bearbeiten" not in answer.content.decode()


def test_what_somebody_wrote_into_the_rules_is_text() -> None:
    tournament = make_tournament(published=True, rules_changed={"cutting": "<script>alert(1)</script>"})
    assert "&lt;script&gt;alert(1)" in read(tournament).content.decode()


def test_one_query_for_a_guest() -> None:
    tournament = make_tournament(published=True)
    read(tournament)
    with queries(1):
        read(tournament)
