"""The journal: newest first, in sentences with names, filtered, linked; and its chain checked."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client

from tests.factories import (
    DIRECTOR,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    member,
    play,
    played_tournament,
    sell,
)
from tournament.models import JournalEntry, Role, Tournament, append_only
from tournament.queries.journal import check_chain, journal_page
from tournament.services import draws

pytestmark = pytest.mark.django_db
URL = "/t/feuerwehr/protokoll/"


def client_of(tournament: Tournament, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(member(tournament, role, f"user-{role}"))
    return client


def text_of(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def texts(tournament: Tournament, **asked: str) -> list[str]:
    return [line.text for line in journal_page(tournament, **asked).lines]


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    sell(tournament, 2, 2, 2, 1, names=("Öllinger Alois", "Huber Johann", "Šnjarić Đurđa", "Moar Sepp"))
    draw(close(tournament))
    return fresh(tournament)


def test_newest_first_with_names_looked_up(tournament: Tournament) -> None:
    said = texts(tournament)
    assert said[-1].startswith("Turnier ausgeschrieben, Siegel ")
    assert "Öllinger Alois kauft Karten 1 und 2 für € 10,00." in said
    assert "Verkauf geschlossen: 7 Karten, 8 Nummern, 1 Freilos." in said
    check = tournament.draws.get().check_sum[:8]
    assert f"Auslosung 1: gelost mit den Zahlen 4711, Prüfzahl {check}." in said
    numbers = [line.number for line in journal_page(tournament).lines]
    assert numbers == sorted(numbers, reverse=True)


def test_result_names_match_score_and_winner(tournament: Tournament) -> None:
    match = tournament.matches.filter(outcome="open").select_related("left_card__owner").first()
    play(tournament, match.serial)
    owner, card = match.left_card.owner.name, match.left_card.number
    assert texts(tournament)[0] == f"Begegnung {match.number} der Runde 1: 2:0 für {owner} (Karte {card})."


def test_reason_is_shown(tournament: Tournament) -> None:
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Topf <umgefallen>")
    page = client_of(tournament).get(URL)
    assert "Auslosung 1 aufgehoben." in text_of(page)
    assert "Topf &lt;umgefallen&gt;" in page.content.decode()


def test_filter_by_kind(tournament: Tournament) -> None:
    assert {line.kind for line in journal_page(tournament, group="auslosung").lines} == {"draw_prepared", "draw"}


def test_filter_by_thing(tournament: Tournament) -> None:
    assert texts(tournament, subject="Startnummer 2") == texts(tournament, subject="person 2")
    assert len(texts(tournament, subject="person 2")) >= 1
    match = tournament.matches.filter(outcome="open").first()
    play(tournament, match.serial)
    assert texts(tournament, subject=f"Begegnung {match.number}")[0].startswith(
        f"Begegnung {match.number} der Runde 1: 2:0"
    )


def test_filter_by_name_finds_sales_and_matches_of_the_person(tournament: Tournament) -> None:
    match = tournament.matches.filter(outcome="open").select_related("left_card__owner").first()
    play(tournament, match.serial)
    name = match.left_card.owner.name
    said = texts(tournament, text=name[:4].lower())
    assert any("kauft" in text and name in text for text in said)
    assert any("2:0 für" in text for text in said)
    assert not any("kauft" in text and name not in text for text in said)


def test_filter_by_word_finds_reasons_and_clerks(tournament: Tournament) -> None:
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Topf umgefallen")
    assert texts(tournament, text="umgefallen") == ["Auslosung 1 aufgehoben."]
    assert {line.by for line in journal_page(tournament, text="karl").lines} == {"karl"}


def test_nothing_found_says_so(tournament: Tournament) -> None:
    assert "Dazu steht nichts im Protokoll." in text_of(client_of(tournament).get(URL, {"text": "gibtesnicht"}))


@pytest.mark.parametrize(
    "asked", [{"was": "unsinn"}, {"page": "99999"}, {"page": "x"}, {"zu": "'; drop table"}, {"text": "%"}]
)
def test_any_filter_is_answered(tournament: Tournament, asked: dict[str, str]) -> None:
    assert client_of(tournament).get(URL, asked).status_code == 200


def test_pages_of_fifty() -> None:
    tournament = drawn_tournament(*[1] * 64)
    first, second = journal_page(tournament), journal_page(tournament, page=2)
    assert len(first.lines) == 50
    assert first.lines[-1].number == second.lines[0].number + 1
    page = client_of(tournament).get(URL, {"page": 2, "was": "verkauf"})
    assert "was=verkauf" in page.content.decode()


def test_entries_link_to_the_draw(tournament: Tournament) -> None:
    assert 'href="/t/feuerwehr/auslosung/1/"' in client_of(tournament).get(URL).content.decode()


def test_whole_chain_is_said_to_be_whole(tournament: Tournament) -> None:
    answer = client_of(tournament).post(f"{URL}pruefen/")
    assert "Kette unversehrt" in text_of(answer)
    assert check_chain(tournament).entries == JournalEntry.objects.count()


@pytest.mark.parametrize(
    "change", [{"by": "niemand"}, {"reason": "anders"}, {"after": {"x": 1}}, {"hash": "0" * 64}, {"prev": "0" * 64}]
)
def test_a_changed_entry_breaks_the_chain_there(tournament: Tournament, change: dict[str, object]) -> None:
    with connection.cursor() as cursor:
        cursor.connection = connection  # drop_triggers asks its editor which database this is
        append_only.drop_triggers(cursor)
        JournalEntry.objects.filter(number=3).update(**change)
        append_only.create_triggers(cursor)
    assert check_chain(tournament).broken_at == 3
    assert "bei Eintrag 3 unterbrochen" in text_of(client_of(tournament).post(f"{URL}pruefen/"))


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
def test_only_the_director_reads_the_journal(tournament: Tournament, role: Role) -> None:
    assert client_of(tournament, role).get(URL).status_code == 403


@pytest.mark.parametrize("people", [8, 64])
def test_the_page_needs_the_same_queries_at_any_length(people: int, django_assert_num_queries) -> None:
    tournament = played_tournament(*[1] * people)
    client = client_of(tournament)
    with django_assert_num_queries(10):
        assert client.get(URL).status_code == 200
    with django_assert_num_queries(13):
        assert client.get(URL, {"text": "Spieler 3"}).status_code == 200
