"""The page of the draw: what is due, the field fixed and shown, numbers from the hall, drawn once, annulled with a reason."""

from __future__ import annotations

import re

import pytest
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
    play_on,
    play_round,
    played_tournament,
    sell,
)
from tournament.domain.psd1 import hex_of
from tournament.models import Draw, DrawMethod, JournalEntry, Role, Tournament
from tournament.services import draws, hand_draws

pytestmark = pytest.mark.django_db


def login(tournament: Tournament, role: Role = Role.DIRECTOR, name: str = "anna") -> Client:
    client = Client()
    client.force_login(member(tournament, role, name))
    return client


def closed(*holdings: int, **settings: object) -> Tournament:
    settings.setdefault("cards_offered", max(8, 1 << (sum(holdings) - 1).bit_length()))
    tournament = make_tournament(**settings)
    sell(tournament, *holdings)
    return close(tournament)


def text_of(answer: object) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


URL = "/t/feuerwehr/auslosung/"


def prepare(client: Client, **given: str) -> object:
    return client.post(
        f"{URL}vorbereiten/", {"stage": "main", "method": "two-pot", "request_key": "prepare-once-1"} | given
    )


def carry_out(
    client: Client, tournament: Tournament, *public: str, key: str = "draw-only-once", field_hash: str | None = None
) -> object:
    field = fresh(tournament).prepared_draw.field if hasattr(fresh(tournament), "prepared_draw") else ""
    return client.post(
        f"{URL}losen/", {"public": public, "field_hash": field_hash or hex_of(field), "request_key": key}
    )


# --- what is due ------------------------------------------------------------------------------------------------


def test_next_round_is_shown_with_cards_people_numbers_and_byes() -> None:
    client = login(closed(3, 2, 1))
    page = client.get(URL)
    due = page.context["page"].due[0]
    assert (due.title, due.cards, due.people, due.numbers, due.byes) == ("Runde 1", 6, 3, 8, 2)
    assert "Feld festlegen" in text_of(page)


def test_during_the_sale_the_page_says_where_to_go() -> None:
    tournament = make_tournament()
    sell(tournament, 2)
    page = login(tournament).get(URL)
    assert "Der Verkauf läuft noch" in text_of(page)
    assert "Feld festlegen" not in text_of(page)


def test_open_matches_are_named_instead_of_a_draw() -> None:
    page = login(drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)).get(URL)
    assert page.context["page"].waiting == ("4 Begegnungen der Runde 1",)


def test_places_5_to_8_are_due_after_the_next_round_was_drawn() -> None:
    tournament = drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)
    play_round(tournament)
    client = login(tournament)
    assert [due.title for due in client.get(URL).context["page"].due] == ["Runde 2 (Halbfinale)"]
    draw(tournament)
    places = client.get(URL).context["page"].due
    assert [(due.title, due.cards, len(due.names)) for due in places] == [("Plätze 5 bis 8", 4, 4)]
    assert prepare(client, stage="place5-8").status_code == 302
    assert carry_out(client, tournament, "7").status_code == 302
    assert Draw.objects.get(number=3).stage == "place5-8"


def test_a_lot_over_a_tie_group_is_due_where_a_prize_depends_on_it() -> None:
    tournament = drawn_tournament(*[1] * 16, prize_policy="several")
    from tournament.services import prizes

    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[prizes.PrizeData(n) for n in range(1, 11)])
    play_on(tournament)
    client = login(tournament)
    due = client.get(URL).context["page"].due
    assert [(each.title, each.place, each.cards) for each in due] == [("Los ab Platz 9", 9, 8)]
    assert prepare(client, stage="lot", place="9", method="").status_code == 302
    answer = carry_out(client, tournament, "12")
    shown = client.get(answer["Location"])
    assert len(shown.context["draw"].order) == 8
    assert shown.context["data"]["steps"][0][:2] == ["place", 1]


@pytest.mark.parametrize("holdings", [(1,), (1, 1), (5,)])
def test_one_or_two_cards_or_a_single_owner_begin_without_a_draw(holdings: tuple[int, ...]) -> None:
    tournament = closed(*holdings)
    client = login(tournament)
    assert "Ohne Auslosung beginnen" in text_of(client.get(URL))
    assert client.post(f"{URL}beginnen/", {"request_key": "begin-it-once"}).status_code == 302
    assert fresh(tournament).state == "running"
    assert not Draw.objects.exists()


def test_begin_is_refused_where_a_round_must_be_drawn() -> None:
    client = login(closed(2, 2))
    answer = client.post(f"{URL}beginnen/", {})
    assert answer.status_code == 422
    assert "Diese Runde muss gelost werden." in text_of(answer)


def test_when_all_is_played_the_page_leads_to_the_prizes() -> None:
    tournament = played_tournament(1, 1, 1, 1)
    assert "Alles ist gelost" in text_of(login(tournament).get(URL))


# --- the method of this round -------------------------------------------------------------------------------------


def test_fair_is_refused_with_a_word_and_two_pots_are_offered_where_it_would_take_minutes() -> None:
    tournament = closed(20, 20, 20, 20, max_cards_per_person=64, method="fair", cards_offered=128)
    client = login(tournament)
    page = client.get(URL)
    assert page.context["chosen"] == DrawMethod.TWO_POT
    assert "Bitte mit zwei Töpfen losen." in text_of(page)
    answer = prepare(client, method="fair")
    assert answer.status_code == 422
    assert "könnte diese Auslosung Minuten dauern" in text_of(answer)
    assert not hasattr(fresh(tournament), "prepared_draw")


def test_fair_is_refused_for_a_fixed_bracket() -> None:
    client = login(closed(2, 2, 2, fixed_bracket=True))
    assert client.get(URL).context["page"].due[0].fair_refused
    assert prepare(client, method="fair").status_code == 422


def test_by_hand_leads_to_its_own_page() -> None:
    assert prepare(login(closed(2, 2)), method="by-hand")["Location"] == "/t/feuerwehr/handauslosung/"


# --- the field is fixed and shown -----------------------------------------------------------------------------------


def test_seal_and_the_whole_field_are_shown_before_any_number() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    assert prepare(client)["Location"] == URL
    page = client.get(URL)
    shown = page.context["page"].prepared
    assert shown.seal == tournament.chains.get().seal
    assert shown.field == "PSD1 field\nid=feuerwehr\nround=1\nnumbers=8\nmode=twopot\n1:3\n2:2\n3:1\n"
    text = page.content.decode()
    assert shown.field in text
    for start in range(0, 64, 8):
        assert shown.field_hash[start : start + 8] in text
        assert shown.seal[start : start + 8] in text
    assert f"{URL}1/siegel.svg" in text


def test_the_secret_is_nowhere_on_the_page_before_the_draw() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    prepared = client.get(URL, {"zahlen": "1", "number1": "4711"}).content.decode()
    carry_out(client, tournament, "4711")
    assert Draw.objects.get().secret not in prepared


def test_seal_is_a_qr_code_of_its_own() -> None:
    answer = login(closed(2, 2)).get(f"{URL}1/siegel.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert b"style=" not in answer.content
    assert answer.content.startswith(b"<?xml")


def test_preparing_twice_is_refused_but_the_same_request_is_the_same_answer() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    assert prepare(client).status_code == 302
    assert prepare(client).status_code == 302
    assert prepare(client, request_key="another-key-1").status_code == 422
    assert JournalEntry.objects.filter(kind="draw_prepared").count() == 1


def test_discarding_needs_a_reason_and_frees_the_number() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    assert client.post(f"{URL}verwerfen/", {"reason": " "}).status_code == 422
    assert hasattr(fresh(tournament), "prepared_draw")
    assert client.post(f"{URL}verwerfen/", {"reason": "Huber ist doch da"}).status_code == 302
    assert not hasattr(fresh(tournament), "prepared_draw")
    assert JournalEntry.objects.get(kind="draw_discarded").reason == "Huber ist doch da"


# --- numbers from the hall, and the draw ------------------------------------------------------------------------------


def test_numbers_are_shown_large_before_anything_is_drawn() -> None:
    client = login(closed(3, 2, 1))
    prepare(client)
    page = client.get(URL, {"zahlen": "1", "number1": "4711", "number2": "0033", "number3": ""})
    assert page.context["numbers"] == ["4711", "0033"]
    assert page.context["public"] == "4711.33"
    assert "Jetzt losen" in text_of(page)
    assert not Draw.objects.exists()


def test_without_numbers_the_page_says_sealed_but_not_public() -> None:
    client = login(closed(3, 2, 1))
    prepare(client)
    assert "versiegelt, aber nicht öffentlich" in text_of(client.get(URL, {"zahlen": "1"}))


@pytest.mark.parametrize("typed", ["12a", "-3", "4,5", "9" * 81])
def test_what_is_no_number_is_refused_and_stays_typed(typed: str) -> None:
    client = login(closed(3, 2, 1))
    prepare(client)
    page = client.get(URL, {"zahlen": "1", "number1": typed})
    assert page.status_code == 422
    assert typed in page.content.decode()
    assert "Bitte nur Ziffern" in text_of(page)


def test_the_draw_is_stored_and_then_shown() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    answer = carry_out(client, tournament, "4711", "33", "12")
    assert answer["Location"] == f"{URL}1/"
    assert Draw.objects.get().public == "4711.33.12"


def test_double_click_draws_once() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    field_hash = hex_of(fresh(tournament).prepared_draw.field)
    first = carry_out(client, tournament, "4711", field_hash=field_hash)
    second = carry_out(client, tournament, "4711", field_hash=field_hash)
    assert first["Location"] == second["Location"]
    assert Draw.objects.count() == 1


def test_a_second_page_gets_409_and_the_fresh_state() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    field_hash = hex_of(fresh(tournament).prepared_draw.field)
    carry_out(client, tournament, "4711", field_hash=field_hash)
    late = carry_out(client, tournament, "99", key="another-page", field_hash=field_hash)
    assert late.status_code == 409
    assert "sie ist schon geschehen" in text_of(late)
    assert Draw.objects.count() == 1


def test_another_field_than_the_one_shown_is_never_drawn() -> None:
    tournament = closed(3, 2, 1)
    client = login(tournament)
    prepare(client)
    assert carry_out(client, tournament, "4711", field_hash="0" * 64).status_code == 409
    assert not Draw.objects.exists()


def test_looking_never_draws() -> None:
    tournament = drawn_tournament(3, 2, 1)
    client = login(tournament)
    before = (Draw.objects.values().get(), JournalEntry.objects.count())
    for _ in range(2):
        for page in ("", "blatt/", "protokoll/", "field.txt", "aufheben/"):
            assert client.get(f"{URL}1/{page}").status_code == 200
        assert client.get(f"{URL}alle/").status_code == 200
    assert (Draw.objects.values().get(), JournalEntry.objects.count()) == before


# --- annulled -------------------------------------------------------------------------------------------------------------


def test_annulling_needs_a_typed_reason() -> None:
    tournament = drawn_tournament(3, 2, 1)
    client = login(tournament)
    assert "aufheben" in text_of(client.get(f"{URL}1/"))
    answer = client.post(f"{URL}1/aufheben/", {"reason": "  "})
    assert answer.status_code == 422
    assert "Bitte den Grund eingeben" in text_of(answer)
    assert client.post(f"{URL}1/aufheben/", {"reason": "Topf umgefallen"})["Location"] == URL
    row = Draw.objects.get()
    assert (row.annulled_reason, row.annulled_by) == ("Topf umgefallen", "anna")
    assert "Topf umgefallen" in text_of(client.get(f"{URL}alle/"))
    assert "Diese Auslosung gilt nicht" in text_of(client.get(f"{URL}1/"))


def test_after_the_first_result_the_page_says_why_it_can_not_be_annulled() -> None:
    tournament = drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)
    play(tournament, 1)
    client = login(tournament)
    why = "Es ist schon ein Ergebnis eingetragen: die Auslosung gilt."
    assert why in text_of(client.get(f"{URL}1/"))
    page = client.get(f"{URL}1/aufheben/")
    assert why in text_of(page)
    assert "<form" not in text_of(page).partition("<main")[2].partition("</main>")[0]
    assert client.post(f"{URL}1/aufheben/", {"reason": "trotzdem"}).status_code == 422


def _again(tournament: Tournament) -> None:
    play_round(tournament)
    draw(tournament)


def _prepared_next(tournament: Tournament) -> None:
    play_round(tournament)
    draws.prepare(tournament=tournament, actor=DIRECTOR)


def _by_hand_next(tournament: Tournament) -> None:
    play_round(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)


def _annulled(tournament: Tournament) -> None:
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="weil")


def _places_too(tournament: Tournament) -> None:
    play_round(tournament)
    draw(tournament)
    from tournament.models import DrawStage

    draw(tournament, DrawStage.PLACES)


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(
    "happened", [lambda t: None, lambda t: play(t, 1), _again, _prepared_next, _by_hand_next, _annulled, _places_too]
)
def test_what_the_page_says_about_annulling_is_what_the_service_does(happened, number: int) -> None:
    from tournament.queries.draws import why_not_annul
    from tournament.services.errors import ServiceError

    tournament = drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)
    happened(tournament)
    row = tournament.draws.filter(number=number).first()
    if row is None:
        return
    said = why_not_annul(fresh(tournament), row)
    try:
        draws.annul(tournament=fresh(tournament), actor=DIRECTOR, number=number, reason="weil")
        refused = False
    except ServiceError:
        refused = True
    assert bool(said) == refused


# --- roles, and the number of queries ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
@pytest.mark.parametrize(
    "page", ["", "1/", "1/blatt/", "1/protokoll/", "1/field.txt", "1/aufheben/", "alle/", "startliste/"]
)
def test_only_the_director_sees_and_makes_draws(role: Role, page: str) -> None:
    client = login(drawn_tournament(3, 2, 1), role, "karl")
    assert client.get(f"{URL}{page}").status_code == 403


def test_who_is_not_logged_in_is_sent_to_the_login() -> None:
    drawn_tournament(3, 2, 1)
    assert Client().get(URL)["Location"].startswith("/anmelden/")
    assert Client().post(f"{URL}losen/", {}).status_code == 302
    assert Draw.objects.count() == 1


def test_another_tournaments_draw_is_not_found() -> None:
    tournament = drawn_tournament(3, 2, 1)
    make_tournament(slug="andere")
    client = login(Tournament.objects.get(slug="andere"))
    assert client.get("/t/andere/auslosung/1/").status_code == 404
    assert client.get("/t/andere/auslosung/1/field.txt").status_code == 404
    assert client.get(f"/t/{tournament.slug}/auslosung/1/").status_code == 403


@pytest.mark.parametrize("people", [8, 256])
def test_the_page_of_what_is_due_needs_the_same_queries_at_any_size(people: int, django_assert_num_queries) -> None:
    client = login(closed(*[1] * people))
    with django_assert_num_queries(13):
        assert client.get(URL).context["page"].due


@pytest.mark.parametrize("people", [8, 256])
def test_the_prepared_page_needs_the_same_queries_at_any_size(people: int, django_assert_num_queries) -> None:
    tournament = closed(*[1] * people)
    draws.prepare(tournament=tournament, actor=DIRECTOR)
    client = login(tournament)
    with django_assert_num_queries(7):
        assert client.get(URL).context["page"].prepared


@pytest.mark.parametrize("people", [8, 256])
@pytest.mark.parametrize(
    ("page", "queries"), [("1/", 14), ("1/blatt/", 11), ("1/protokoll/", 12), ("alle/", 6), ("startliste/", 7)]
)
def test_pages_of_a_draw_need_the_same_queries_at_any_size(
    people: int, page: str, queries: int, django_assert_num_queries
) -> None:
    client = login(drawn_tournament(*[1] * people))
    with django_assert_num_queries(queries):
        assert client.get(f"{URL}{page}").status_code == 200
