"""The page of the tournament tree: whoever may see it, what it says, the drawing and its list."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.factories import drawn_tournament, fresh, make_tournament, member, play, played_tournament
from tournament import clock
from tournament.models import Role, Tournament
from tournament.views.svg_text import fit_name, text_width

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"


def earlier() -> datetime:
    """Long enough ago that the hall has seen the draw."""
    return datetime.now(UTC) - timedelta(minutes=30)


@pytest.fixture
def published() -> Tournament:
    with clock.use(earlier):
        tournament = drawn_tournament(*[2] * 8, slug="baum")
    Tournament.objects.filter(pk=tournament.pk).update(published=True)
    return fresh(tournament)


def get(query: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/t/baum/baum/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def drawing(text: str) -> ET.Element:
    return ET.fromstring(re.search(r"<svg class=\"tree\".*?</svg>", text, re.S).group())  # noqa: S314


def names(text: str) -> list[str]:
    return [element.text for element in drawing(text).iter(f"{SVG}text") if element.get("class") == "name"]


def logged_in(tournament: Tournament, role: Role = Role.SCORER) -> Client:
    client = Client()
    client.force_login(member(tournament, role))
    return client


# --- whoever may see it ---------------------------------------------------------------------------


def test_everybody_sees_the_tree_of_a_published_tournament_and_nobody_that_of_another(published: Tournament) -> None:
    assert "Turnierbaum" in get()
    Tournament.objects.update(published=False)
    assert Client().get("/t/baum/baum/").status_code == 404
    assert "Turnierbaum" in get(client=logged_in(published))


def test_a_name_that_is_not_public_is_shown_to_those_with_a_role_only(published: Tournament) -> None:
    published.people.filter(start_number=3).update(public=False)
    assert "Spieler 3" not in get()
    assert "Nr. 3" in names(get())
    assert "Spieler 3" in names(get(client=logged_in(published)))


def test_the_page_only_reads(published: Tournament) -> None:
    assert Client().post("/t/baum/baum/").status_code in {403, 405}


# --- the drawing ----------------------------------------------------------------------------------


def test_the_drawing_has_title_description_role_and_a_list_beside_it(published: Tournament) -> None:
    text = get()
    svg = drawing(text)
    labelled = svg.get("aria-labelledby").split()
    assert svg.get("role") == "img"
    assert [element.get("id") for element in svg if element.tag in {f"{SVG}title", f"{SVG}desc"}] == labelled
    assert text.count('class="match-number"') == 8


def test_whoever_is_asked_for_is_marked_everywhere(published: Tournament) -> None:
    svg = drawing(get("?nr=2"))
    own = [group for group in svg.iter(f"{SVG}g") if "own" in (group.get("class") or "").split()]
    assert len(own) == 2
    assert all(group.find(f"{SVG}rect") is not None for group in own)
    assert {number.text for group in own for number in group.iter(f"{SVG}text") if number.get("class") == "number"} == {
        "2"
    }


def test_a_hostile_name_stays_text(published: Tournament) -> None:
    published.people.filter(start_number=1).update(name='<script>alert("&")</script>')
    text = get()
    assert "<script>alert" not in text
    assert any(name.startswith('<script>alert("&")') for name in names(text))


@pytest.mark.parametrize(
    "query", ["?nr=x", "?nr=-1", "?ab=99", "?teil=999999999", "?seite=0", "?seite=9999999999999", "?ab=²", "?nr="]
)
def test_nonsense_in_the_address_gives_the_usual_page(published: Tournament, query: str) -> None:
    assert len(names(get(query))) == len(names(get()))


def test_numbers_are_whole_in_every_language(published: Tournament) -> None:
    for match in published.matches.filter(number__in=[1, 2, 3]):
        play(published, match.serial)
    for place in drawing(get()).iter(f"{SVG}path"):
        assert re.fullmatch(r"M\d+ \d+[HV]\d+|M2 2l8 8M10 2l-8 8|M6 .5 11.5 11H.5z", place.get("d"))


def test_there_is_a_word_where_there_is_no_tree_yet() -> None:
    Tournament.objects.filter(pk=make_tournament(slug="baum").pk).update(published=True)
    assert "Noch kein Baum" in get()
    Tournament.objects.update(format="lives")
    assert "hat keinen Baum" in get()


def test_links_lead_to_the_part_before_a_line_and_keep_who_is_marked() -> None:
    played_tournament(*[1] * 128, slug="baum")
    Tournament.objects.update(published=True)
    text = get("?nr=5")
    svg = drawing(text)
    links = [link.get("href") for link in svg.iter(f"{SVG}a")]
    assert len(links) == 64
    assert svg.get("role") == "figure"  # a picture as such may hold no links
    assert all(link.endswith("&nr=5") for link in links)
    assert "Runde 1, Begegnung" in get(links[0])


def test_1024_cards_are_drawn_in_parts_and_quickly() -> None:
    with clock.use(earlier):
        tournament = drawn_tournament(*[4] * 256, slug="baum")
    Tournament.objects.filter(pk=tournament.pk).update(published=True)
    get()
    start = time.perf_counter()
    text = get("?seite=3")
    print(f"\n1,024 cards in round 1, page 3: {(time.perf_counter() - start) * 1000:.0f} ms, {len(text) // 1024} KiB")  # noqa: T201
    assert len(names(text)) == 64
    assert "Seite 3 von 16" in text


@pytest.mark.parametrize("people", [8, 64])
def test_the_page_costs_the_same_queries_whatever_the_size(people: int, django_assert_num_queries) -> None:
    tournament = drawn_tournament(*[1] * people, slug="baum")
    client = logged_in(tournament)
    with django_assert_num_queries(9):  # session, account, tournament, roles, the tree's four, the way
        get(client=client)


# --- names in the room there is -------------------------------------------------------------------


ROOM, SIZE = 175, 15


@pytest.mark.parametrize(("name", "where"), [("Huber Johann", ""), ("Huber Johann", "Graz"), ("Šnjarić Đurđa", "Graz")])
def test_what_has_room_is_shown_whole(name: str, where: str) -> None:
    assert fit_name(name, where, ROOM, SIZE) == (f"{name}, {where}" if where else name)


@pytest.mark.parametrize(
    "name", ["Maximiliane Unterberger-Oberhuber", "W" * 120, "\u6f22" * 120, "i" * 120, "\U0001f389" * 60]
)
def test_a_long_name_is_cut_and_the_place_of_a_namesake_stays(name: str) -> None:
    found = fit_name(name, "Graz", ROOM, SIZE)
    kept, place = found.split("…")
    assert place == ", Graz"
    assert kept
    assert name.startswith(kept)
    assert text_width(found, SIZE) <= ROOM


def test_of_a_long_place_the_beginning_stays() -> None:
    found = fit_name("Huber Johann", "St. Stefan ob Leoben im Murtal", ROOM, SIZE)
    assert re.fullmatch(r"Huber Johann, St\. Ste.*…", found)
    assert text_width(found, SIZE) <= ROOM


@pytest.mark.parametrize("room", range(20, 160, 3))
def test_nothing_is_cut_in_the_middle_of_a_sign(room: int) -> None:
    text = "abc \U0001f468\u200d\U0001f469\u200d\U0001f467 e\u0301x\u0323 \U0001f44d\U0001f3fd e\u0301" + "z" * 40
    kept = fit_name(text, "", room, SIZE).removesuffix("…")
    rest = text.removeprefix(kept)
    assert rest != text or kept == ""
    assert not kept.endswith("\u200d")
    assert not rest.startswith(("\u200d", "\u0301", "\u0323", "\U0001f3fd"))


# --- found from where people are ------------------------------------------------------------------


@pytest.mark.parametrize(
    "page", ["", "runde/", "preise/", "auslosung/", "auslosung/alle/", "tafel/", "gast/", "gast/nr/1/"]
)
def test_the_tree_of_a_tournament_in_progress_is_found_from(published: Tournament, page: str) -> None:
    play(published, 1)
    shown = logged_in(published, Role.DIRECTOR).get(f"/t/baum/{page}").content.decode()
    assert 'href="/t/baum/baum/' in shown
    assert "Das Turnier läuft; der Baum wächst mit." in get()


def test_a_format_without_a_tree_links_to_none(published: Tournament) -> None:
    Tournament.objects.update(format="lives")
    for page in ("preise/", "tafel/", "auslosung/alle/"):
        assert "/baum/baum/" not in logged_in(published, Role.DIRECTOR).get(f"/t/baum/{page}").content.decode()
