"""What every page has: where one is, where one can go, and how to leave."""

import re
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from django.http import HttpRequest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tournament.models import Draw, EntryCard, Match, Person, Role
from tournament.queries.way import Stage, way
from tournament.tables.base import PageTable
from tournament.templatetags.look import day, day_and_year, euro, money, pill

pytestmark = pytest.mark.urls("tests.views.pages")
NOW = datetime(2025, 11, 29, 18, tzinfo=UTC)


@pytest.fixture
def rounds(make_tournament):
    """A running tournament whose main rounds 1 ... n are there, each with one match of the given outcome."""

    def make(*outcomes: str, places: str = ""):
        tournament = make_tournament("r", state="running", numbers=8, cards_offered=8)
        people = [
            Person.objects.create(tournament=tournament, start_number=start, name=name, created_at=NOW)
            for start, name in enumerate(("Alois", "Berta"), 1)
        ]
        number = 0
        for round_number, (stage, outcome) in enumerate(
            [("main", o) for o in outcomes] + ([("place3", places)] if places else []), 1
        ):
            cards = []
            for person in people:
                number += 1
                cards.append(
                    EntryCard.objects.create(tournament=tournament, number=number, owner=person, sold_at=NOW, price=5)
                )
            Match.objects.create(
                tournament=tournament, serial=round_number, round=round_number, numbers=8, stage=stage, number=1, bummerl_to_win=2,
                left_card=cards[0], right_card=cards[1], outcome=outcome, created_at=NOW,
                winner_side=None if outcome == "open" else "left",
                score_left=None if outcome == "open" else 2, score_right=None if outcome == "open" else 0,
            )  # fmt: skip
        return tournament

    return make


def steps(tournament) -> list[str]:
    """The way as one reads it, the present step in stars."""
    return [f"*{step.text}*" if step.stage is Stage.NOW else step.text for step in way(tournament)]


@pytest.mark.django_db
def test_the_way_before_the_draw(make_tournament) -> None:
    assert steps(make_tournament()) == [
        "Ausschreibung",
        "*Verkauf*",
        "Auslosung",
        "Runde 1 … 6",
        "Platzierung",
        "Preise",
    ]
    closed = make_tournament("zu", state="closed", numbers=32)
    assert steps(closed) == ["Ausschreibung", "Verkauf", "*Auslosung*", "Runde 1 … 5", "Platzierung", "Preise"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("outcomes", "places", "expected"),
    [
        (["open"], "", ["*Runde 1*", "Runde 2 … 3", "Platzierung", "Preise"]),
        (["played"], "", ["*Runde 1*", "Runde 2 … 3", "Platzierung", "Preise"]),
        (["played", "open"], "", ["Runde 1", "*Runde 2*", "Runde 3", "Platzierung", "Preise"]),
        (["played", "played", "open"], "", ["Runde 1 … 2", "*Runde 3*", "Platzierung", "Preise"]),
        (["played", "played", "played"], "open", ["Runde 1 … 2", "Runde 3", "*Platzierung*", "Preise"]),
        (["played", "played", "played"], "played", ["Runde 1 … 2", "Runde 3", "Platzierung", "*Preise*"]),
    ],
)
def test_the_way_through_the_rounds(rounds, outcomes, places, expected) -> None:
    assert steps(rounds(*outcomes, places=places))[3:] == expected


@pytest.mark.django_db
def test_annulled_rounds_are_not_on_the_way(rounds) -> None:
    tournament = rounds("played", "open")
    draw = Draw.objects.create(
        tournament=tournament, number=1, round=2, numbers=8, stage="main", method="two-pot", by="x", at=NOW
    )
    Match.objects.filter(round=2).update(annulled_with=draw)
    assert steps(tournament)[3] == "*Runde 1*"


@pytest.mark.django_db
def test_no_placement_step_without_placement_matches(make_tournament) -> None:
    assert "Platzierung" not in steps(make_tournament(play_place3=False, play_place5=False, play_place7=False))


@pytest.mark.django_db
def test_the_way_costs_one_query_however_many_matches(rounds, django_assert_num_queries) -> None:
    tournament = rounds("played", "played", "open")
    with django_assert_num_queries(1):
        way(tournament)


def navigation(html: str) -> list[str]:
    found = re.search(r'<nav class="head-nav".*?</nav>', html, re.S)
    return re.findall(r">([^<]+)</a>", found.group(0)) if found else []


@pytest.mark.django_db
def test_the_navigation_shows_what_exists_and_what_the_role_may_open(client_as, tournament) -> None:
    assert navigation(client_as(tournament, Role.SCORER, name="s").get("/t/ff/runde/").content.decode()) == [
        "Runde",
        "Drucken",
    ]
    shown = navigation(client_as(tournament, Role.DIRECTOR, name="d").get("/t/ff/runde/").content.decode())
    assert shown == ["Kassa", "Auslosung", "Runde", "Preise", "Kassabuch", "Drucken", "Protokoll"]


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["/t/ff/runde/", "/t/ff/runde/neu/"])
def test_the_entry_one_is_in_is_marked(client_as, tournament, url) -> None:
    html = client_as(tournament, Role.DIRECTOR).get(url).content.decode()
    assert '<a href="/t/ff/runde/" aria-current="page">Runde</a>' in html


@pytest.mark.django_db
def test_a_page_has_header_skip_link_messages_and_a_way_out(client_as, tournament) -> None:
    html = client_as(tournament, Role.DIRECTOR).get("/t/ff/runde/").content.decode()
    assert "Samstag, 29. November · Gasthof Post" in html
    assert '<a class="skip" href="#main">' in html
    assert 'id="main"' in html
    assert "Verkauft: 2 Karten." in html
    assert 'action="/abmelden/"' in html
    assert '<html lang="de">' in html


@pytest.mark.django_db
def test_htmx_is_told_to_add_nothing_inline(client_as, tournament) -> None:
    html = client_as(tournament, Role.DIRECTOR).get("/t/ff/runde/").content.decode()
    assert '"includeIndicatorStyles": false' in html
    assert '"allowEval": false' in html
    assert not re.search(r"\sstyle=|<script(?![^>]*\ssrc=)", html)


@pytest.mark.django_db
def test_the_language_can_be_switched(client_as, tournament) -> None:
    client = client_as(tournament, Role.DIRECTOR)
    answer = client.post("/sprache/", {"language": "en", "next": "/t/ff/runde/"})
    assert answer["Location"] == "/t/ff/runde/"
    assert '<html lang="en">' in client.get("/t/ff/runde/").content.decode()


@pytest.mark.parametrize(
    ("amount", "text"),
    [(Decimal("335"), "€\N{NO-BREAK SPACE}335,00"), (Decimal("-5.5"), "€\N{NO-BREAK SPACE}−5,50"), (None, "")],
)
def test_money_is_written_as_in_austria(amount, text) -> None:
    assert euro(amount) == text


def test_large_amounts_are_grouped() -> None:
    assert money(Decimal("12345.6")) == "12.345,60"
    with translation.override("en"):
        assert money(Decimal("12345.6")) == "12,345.60"


def test_january_is_jaenner_and_days_are_those_of_vienna() -> None:
    late = datetime(2026, 1, 16, 23, 30, tzinfo=UTC)  # half past midnight in Vienna
    assert day(late) == "Samstag, 17. Jänner"
    assert day_and_year(late) == "Samstag, 17. Jänner 2026"
    with translation.override("en"):
        assert day(late) == "Saturday, 17 January"


def test_a_pill_has_a_word_and_a_known_colour() -> None:
    assert pill("<frei>", "wait") == '<span class="pill wait">&lt;frei&gt;</span>'
    with pytest.raises(ValueError, match="unknown"):
        pill("frei", "purple")


def test_each_rendered_form_has_its_own_request_key() -> None:
    template = Template("{% load look %}{% request_state 3 %}")
    first, second = template.render(Context()), template.render(Context())
    assert 'name="version" value="3"' in first
    assert re.search(r'name="request_key" value="[0-9a-f]{32}"', first)
    assert first != second


def test_a_table_says_how_it_is_sorted_and_labels_its_cells() -> None:
    import django_tables2

    class People(PageTable):
        number = django_tables2.Column(verbose_name="Nr.")
        name = django_tables2.Column(verbose_name="Name")

    request = HttpRequest()
    html = People([{"number": 1, "name": "Ö"}, {"number": 2, "name": None}], order_by="-number").as_html(request)
    assert re.search(r'<th scope="col" aria-sort="descending"', html)
    assert 'data-label="Name"' in html
    assert ">—<" not in html


def test_errors_of_a_field_are_linked_to_it() -> None:
    from tournament.forms.accounts import FirstLoginForm

    html = str(FirstLoginForm({"code": ""}))
    assert 'aria-describedby="id_code_helptext id_code_error"' in html
    assert 'id="id_code_error"' in html
    assert 'id="id_code_helptext"' in html
    assert 'aria-invalid="true"' in html


def test_a_typed_confirmation_lists_what_it_discards() -> None:
    template = Template(
        '{% include "components/confirm.html" with url="/x/" title="T" consequences=c word="Runde 2" reason=True button="Weg" version=7 %}'
    )
    html = template.render(Context({"c": ["5 Ergebnisse"]}))
    assert "<li>5 Ergebnisse</li>" in html
    assert 'name="confirm" required' in html
    assert 'name="reason" required' in html
    assert 'name="version" value="7"' in html


@pytest.mark.django_db
def test_the_page_without_a_tournament_has_no_way() -> None:
    html = Client().get("/anmelden/").content.decode()
    assert 'class="way"' not in html
    assert "Preisschnapsen" in html
