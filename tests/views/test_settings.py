"""The Ausschreibung: written down with its seal, changed, fixed where something depends on it."""

import re
from decimal import Decimal
from html import unescape

import pytest

from tests import factories
from tournament.models import JournalEntry, Role, Tournament
from tournament.queries.settings import proposed_slug
from tournament.services import announcement, draws

NEW = {
    "name": "Preisschnapsen der FF Großsölk", "slug": "", "starts_on": "2026-11-28", "starts_time": "18:00",
    "venue": "Gasthof Post", "organiser": "FF Großsölk", "purpose": "Neues Löschfahrzeug", "notes": "",
    "format": "cards", "card_word": "los", "cards_offered": "64", "card_price": "5,50", "max_cards_per_person": "4",
    "table_count": "6", "bummerl_to_win": "2", "bummerl_2": "3", "rules_preset": "turnier-scharf", "method": "two-pot",
    "play_place3": "on", "play_place5": "on", "play_place7": "on", "prize_policy": "one_prize_per_person",
    "tie_policy": "lot", "extra_rankings_exempt": "on", "no_show_minutes": "10", "paper_language": "de",
    "prize-TOTAL_FORMS": "3", "prize-INITIAL_FORMS": "0", "prize-0-description": "Ein halbes Schwein",
    "prize-0-value": "250", "prize-0-sponsor": "Fleischerei Moser", "request_key": "a" * 32,
}  # fmt: skip


@pytest.fixture
def director(client_as):
    return client_as(superuser=True, name="anna")


def test_a_tournament_is_written_down_with_its_prizes_tables_and_seal(director) -> None:
    answer = director.post("/neu/", NEW)
    made = Tournament.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/t/{made.slug}/ausschreibung/"
    assert made.slug == "preisschnapsen-der-ff-grosssoelk"
    assert (made.card_price, made.card_word, made.bummerl_overrides) == (Decimal("5.50"), "los", {"2": 3})
    assert made.starts_at is not None
    assert made.starts_at.isoformat() == "2026-11-28T17:00:00+00:00"
    assert made.prize_policy == "one_prize_per_person"
    assert made.tables.count() == 6
    assert [(p.place, p.description, p.value) for p in made.prizes.all()] == [
        (1, "Ein halbes Schwein", Decimal(250)), (2, "", None), (3, "", None),
    ]  # fmt: skip
    page = director.get(answer["Location"]).content.decode()
    assert "Siegel der Auslosung" in page
    assert made.chains.get().seal in page


def test_the_prize_policy_is_asked_and_nothing_is_preselected(director) -> None:
    page = director.get("/neu/").content.decode()
    radios = [part.split(">")[0] for part in page.split("<input") if 'name="prize_policy"' in part.split(">")[0]]
    assert len(radios) == 2
    assert not any("checked" in radio for radio in radios)
    answer = director.post("/neu/", {key: value for key, value in NEW.items() if key != "prize_policy"})
    assert answer.status_code == 422
    assert "Bitte wählen" in answer.content.decode()
    assert not Tournament.objects.exists()


def test_every_bad_input_is_named_at_its_field_at_once(director) -> None:
    bad = NEW | {
        "name": " ", "card_price": "-1", "starts_time": "", "slug": "groß & klein", "bummerl_to_win": "7",
        "prize-0-value": "-5", "fixed_bracket": "on",
    }  # fmt: skip
    answer = director.post("/neu/", bad)
    assert answer.status_code == 422
    form, rows = answer.context["form"], answer.context["rows"]
    assert {"name", "starts_time", "slug", "bummerl_to_win", "card_price"} <= set(form.errors)
    assert "value" in rows.forms[0].errors
    answer = director.post("/neu/", NEW | {"card_price": "-1", "fixed_bracket": "on", "method": "fair"})
    assert set(answer.context["form"].errors) == {"card_price", "method"}
    assert not Tournament.objects.exists()


def as_shown(page: str) -> dict[str, str]:
    """What a browser would send of the form as it stands, with nothing typed and nothing chosen."""
    form = page.split('id="announcement"')[1].split("</form>", maxsplit=1)[0]
    sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
        ticked = given.get("type") not in {"checkbox", "radio"} or re.search(r"\bchecked\b", tag)
        if "name" in given and ticked and "disabled" not in tag:
            sent[given["name"]] = unescape(given.get("value", "on" if given.get("type") == "checkbox" else ""))
    for name, inside in re.findall(r'<select[^>]*name="([^"]*)"[^>]*>(.*?)</select>', form, re.S):
        options = re.findall(r'<option value="([^"]*)"( selected)?', inside)
        sent[name] = next((value for value, chosen in options if chosen), options[0][0])
    return sent


def test_what_the_empty_form_proposes_makes_nothing_compulsory(director) -> None:
    """Name and prize policy are asked; everything else may stay as it is shown, the day empty among it."""
    sent = as_shown(director.get("/neu/").content.decode())
    assert (sent["starts_on"], sent["starts_time"]) == ("", "18:00")
    answer = director.post("/neu/", sent | {"name": "Preisschnapsen", "prize_policy": "several"})
    assert answer.status_code == 302, answer.context["form"].errors
    made = Tournament.objects.get()
    assert made.starts_at is None
    # And what is stored now can be saved again as it is shown.
    again = as_shown(director.get(answer["Location"]).content.decode())
    assert director.post(answer["Location"], again).status_code == 302


def test_a_time_that_somebody_typed_asks_for_its_day(director) -> None:
    answer = director.post("/neu/", NEW | {"starts_on": "", "starts_time": "19:30"})
    assert "Bitte auch den Tag eingeben." in answer.content.decode()
    assert not Tournament.objects.exists()


def test_the_day_can_be_taken_out_again(director) -> None:
    address = director.post("/neu/", NEW)["Location"]
    answer = director.post(
        address, NEW | {"starts_on": "", "version": Tournament.objects.get().version, "request_key": "b" * 32}
    )
    assert answer.status_code == 302
    assert Tournament.objects.get().starts_at is None


def test_lives_and_danish_are_named_as_not_yet_available(director) -> None:
    page = director.get("/neu/").content.decode()
    assert page.count("noch nicht verfügbar") == 2
    assert director.post("/neu/", NEW | {"format": "lives"}).status_code == 422


def test_the_same_entry_twice_makes_one_tournament(director) -> None:
    first, second = director.post("/neu/", NEW), director.post("/neu/", NEW)
    assert first["Location"] == second["Location"]
    assert Tournament.objects.count() == 1


def test_a_second_tournament_of_the_same_name_gets_a_slug_of_its_own(director) -> None:
    director.post("/neu/", NEW)
    director.post("/neu/", NEW | {"request_key": "b" * 32})
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == [
        "preisschnapsen-der-ff-grosssoelk", "preisschnapsen-der-ff-grosssoelk-2",
    ]  # fmt: skip


def test_a_slug_that_is_taken_is_refused_at_its_field(director) -> None:
    factories.make_tournament(slug="ff")
    answer = director.post("/neu/", NEW | {"slug": "ff"})
    assert answer.status_code == 422
    assert "slug" in answer.context["form"].errors


def test_a_proposed_slug_is_never_empty(db) -> None:
    assert proposed_slug("مرحبا") == "turnier"
    assert proposed_slug("Öffnung" * 30).startswith("oeffnung")
    assert len(proposed_slug("Öffnung" * 30)) <= 64


def test_only_who_runs_the_installation_makes_tournaments(client_as) -> None:
    assert client_as(name="karl").get("/neu/").status_code == 403


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
def test_only_the_director_opens_the_ausschreibung(client_as, role: Role) -> None:
    tournament = factories.make_tournament()
    assert client_as(tournament, role).get("/t/feuerwehr/ausschreibung/").status_code == 403


def form_of(client, **changed: object) -> dict[str, object]:
    """What the page would send, with some fields changed."""
    shown = client.get("/t/feuerwehr/ausschreibung/")
    form, rows = shown.context["form"], shown.context["rows"]
    data: dict[str, object] = {"version": Tournament.objects.get().version, "request_key": "c" * 32}
    for field in form:
        value = field.value()
        if not field.field.disabled and value not in (None, "", False):
            data[field.name] = "on" if value is True else field.field.prepare_value(value)
    for name in ("starts_on", "starts_time"):
        data.pop(name, None)
    data |= {"prize-TOTAL_FORMS": rows.total_form_count(), "prize-INITIAL_FORMS": 0}
    return data | changed


def test_a_change_is_saved_and_is_in_the_journal(client_as) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    answer = client.post("/t/feuerwehr/ausschreibung/", form_of(client, venue="Kultursaal", table_count=9))
    assert answer.status_code == 302
    tournament.refresh_from_db()
    assert tournament.venue == "Kultursaal"
    assert tournament.tables.count() == 9
    assert JournalEntry.objects.filter(kind="settings", after__venue="Kultursaal").exists()


def test_saving_without_a_change_writes_nothing(client_as) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    entries = JournalEntry.objects.count()
    assert client.post("/t/feuerwehr/ausschreibung/", form_of(client)).status_code == 302
    assert JournalEntry.objects.count() == entries


def test_a_page_older_than_the_last_change_is_refused(client_as) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    stale = form_of(client, venue="Saal A")
    announcement.change(tournament=tournament, actor=factories.DIRECTOR, settings={"venue": "Saal B"})
    answer = client.post("/t/feuerwehr/ausschreibung/", stale)
    assert answer.status_code == 409
    assert "Inzwischen" in answer.content.decode()
    assert Tournament.objects.get().venue == "Saal B"


def test_what_is_fixed_is_shown_with_its_reason_and_stays(client_as) -> None:
    tournament = factories.drawn_tournament(3, 3, 2)
    client = client_as(tournament, Role.DIRECTOR)
    page = client.get("/t/feuerwehr/ausschreibung/")
    fixed = page.context["form"].fixed
    assert {"cards_offered", "card_price", "max_cards_per_person", "fixed_bracket", "rules_preset"} <= set(fixed)
    assert "Steht fest, seit gelost ist." in page.content.decode()
    data = form_of(client, card_price="9", cards_offered="128", venue="Saal")
    assert client.post("/t/feuerwehr/ausschreibung/", data).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.card_price, tournament.cards_offered, tournament.venue) == (Decimal("5.00"), 8, "Saal")


def test_a_prepared_draw_fixes_the_field(client_as) -> None:
    tournament = factories.make_tournament()
    factories.sell(tournament, 3, 2)
    tournament = factories.close(tournament)
    draws.prepare(tournament=tournament, actor=factories.DIRECTOR, stage="main")
    client = client_as(tournament, Role.DIRECTOR)
    assert "card_price" in client.get("/t/feuerwehr/ausschreibung/").context["form"].fixed


def test_the_desk_can_propose_a_larger_field(client_as) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    page = client.get("/t/feuerwehr/ausschreibung/?cards_offered=16")
    assert page.context["form"]["cards_offered"].value() == 16
    assert Tournament.objects.get().cards_offered == 8


def test_more_rows_of_prizes_without_a_script(client_as) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    answer = client.post("/t/feuerwehr/ausschreibung/", form_of(client, rows="1", **{"prize-TOTAL_FORMS": "12"}))
    assert len(answer.context["rows"].forms) == 12
    assert tournament.prizes.count() == 8


@pytest.mark.parametrize("wished", ["1001", "zwölf", "-1"])
def test_an_impossible_number_of_prizes_is_refused(client_as, wished: str) -> None:
    tournament = factories.make_tournament()
    client = client_as(tournament, Role.DIRECTOR)
    data = form_of(client, **{"prize-TOTAL_FORMS": wished})
    assert client.post("/t/feuerwehr/ausschreibung/", data).status_code == 422
    assert tournament.prizes.count() == 8


def test_all_of_a_change_or_nothing(db) -> None:
    tournament = factories.make_tournament()
    with pytest.raises(announcement.Refused) as refusal:
        announcement.change(
            tournament=tournament, actor=factories.DIRECTOR, settings={"venue": "Saal", "card_price": Decimal(-1)},
            table_count=0,
        )  # fmt: skip
    assert set(refusal.value.codes) == {"card_price", "table_count"}
    assert Tournament.objects.get().venue == ""


@pytest.mark.parametrize("people", [2, 40])
def test_queries_of_the_page_do_not_grow(client_as, django_assert_num_queries, people: int) -> None:
    tournament = factories.make_tournament(cards_offered=64)
    factories.sell(tournament, *[1] * people)
    client = client_as(tournament, Role.DIRECTOR)
    with django_assert_num_queries(12):
        client.get("/t/feuerwehr/ausschreibung/")


class TestExtraPrizes:
    """Prizes of extra rankings in a list of their own; the clubs' ranking by its name on the page."""

    CLUBS_TITLE = "Verein mit den meisten Teilnehmern"

    def given(self, *rows: tuple[str, str], **more: object) -> dict[str, object]:
        typed: dict[str, object] = {"extra-TOTAL_FORMS": str(len(rows)), "extra-INITIAL_FORMS": "0"}
        for number, (ranking, description) in enumerate(rows):
            typed |= {f"extra-{number}-ranking": ranking, f"extra-{number}-description": description}
        return typed | more

    def test_they_are_saved_counted_within_their_ranking_and_shown_again(self, client_as) -> None:
        tournament = factories.make_tournament()
        client = client_as(tournament, Role.DIRECTOR)
        rows = self.given(("Damen", "Torte"), (self.CLUBS_TITLE, "Fass Bier"), ("damen", "Blumen"))
        assert client.post("/t/feuerwehr/ausschreibung/", form_of(client) | rows).status_code == 302
        stored = tournament.prizes.exclude(ranking=None).order_by("ranking", "place")
        assert [(p.ranking, p.place, p.description) for p in stored] == [
            ("Damen", 1, "Torte"), ("Damen", 2, "Blumen"), ("club", 1, "Fass Bier"),
        ]  # fmt: skip
        html = client.get("/t/feuerwehr/ausschreibung/").content.decode()
        assert f'value="{self.CLUBS_TITLE}"' in html
        assert 'value="Fass Bier"' in html

    def test_one_without_a_ranking_is_refused_at_its_field(self, client_as) -> None:
        tournament = factories.make_tournament()
        client = client_as(tournament, Role.DIRECTOR)
        answer = client.post("/t/feuerwehr/ausschreibung/", form_of(client) | self.given(("", "Torte")))
        assert answer.status_code == 422
        assert "Bitte die Wertung eingeben" in answer.content.decode()
        assert tournament.prizes.exclude(ranking=None).count() == 0

    def test_a_form_without_the_list_leaves_it_as_it_is(self, client_as) -> None:
        tournament = factories.make_tournament()
        client = client_as(tournament, Role.DIRECTOR)
        client.post("/t/feuerwehr/ausschreibung/", form_of(client) | self.given(("Damen", "Torte")))
        without = {
            key: value
            for key, value in form_of(client, purpose="Löschfahrzeug").items()
            if not key.startswith("extra-")
        }
        assert client.post("/t/feuerwehr/ausschreibung/", without).status_code == 302
        assert tournament.prizes.exclude(ranking=None).count() == 1

    def test_the_rebuy_can_be_switched_on_until_the_draw(self, client_as) -> None:
        tournament = factories.make_tournament()
        client = client_as(tournament, Role.DIRECTOR)
        client.post("/t/feuerwehr/ausschreibung/", form_of(client, rebuy="on") | {"rebuy_limit": "2"})
        tournament.refresh_from_db()
        assert (tournament.rebuy, tournament.rebuy_limit) == (True, 2)
