"""Participant lists: looked at first, taken in when confirmed."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tournament.models import Person, Reservation, Role, Tournament
from tournament.services import cards
from tournament.services.people import PersonData
from tournament.views import uploads

CASES = Path(__file__).parent.parent / "cases"
PAGE = "/t/feuerwehr/liste/"
SMALL = "Name;Ort;Karten;bezahlt\nHuber Johann;Rassach;2;ja\nMoar Sepp;;1;nein\nKern Eva;;;\nSchlecht;;viele;\n"


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament(cards_offered=64, max_cards_per_person=4)


@pytest.fixture
def cashier(client_as, tournament):
    return client_as(tournament, Role.CASHIER, name="karl")


def upload(client, data: str | bytes, name: str = "liste.csv"):
    raw = data.encode() if isinstance(data, str) else data
    return client.post(PAGE, {"file": SimpleUploadedFile(name, raw)})


def test_the_preview_shows_what_would_happen_and_takes_nothing_in(cashier) -> None:
    page = cashier.get(upload(cashier, SMALL)["Location"])
    shown = page.context["shown"]
    assert (shown.people, shown.sold, shown.reserved, shown.amount, shown.left) == (3, 2, 1, 10, 64)
    assert [(line.line, line.text) for line in shown.bad] == [(5, "Schlecht |  | viele")]
    assert "keine Kartenzahl" in page.content.decode()
    assert not Person.objects.exists()


def test_confirmed_everything_is_taken_in_once(cashier, tournament) -> None:
    address = upload(cashier, SMALL)["Location"]
    answer = cashier.post(address, {"request_key": "a" * 32}, follow=True)
    assert "3 neue Personen, 2 Karten verkauft (€\xa010,00), 1 reserviert" in answer.content.decode()
    assert (tournament.cards.count(), Reservation.objects.count()) == (2, 1)
    again = cashier.post(address, {"request_key": "a" * 32})
    assert again.status_code == 404
    assert "schon übernommen" in again.content.decode()
    assert Person.objects.count() == 3


@pytest.mark.parametrize("name", ["teilnehmer-excel-cp1252.csv", "teilnehmer-utf8-bom.csv", "namen.txt"])
def test_the_lists_of_the_clubs_are_read(cashier, name: str) -> None:
    page = cashier.get(upload(cashier, (CASES / name).read_bytes(), name)["Location"])
    assert page.status_code == 200
    assert len(page.context["shown"].lines) >= 6
    assert cashier.post(page.wsgi_request.path, {"request_key": "a" * 32}).status_code == 302


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"%PDF-1.7\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "Bild"),
        (b"", "leer"),
        (b"x;y\n" * 6000, "5000 Zeilen"),
        (b"a" * 2_000_001, "zu groß"),
    ],
)
def test_what_is_no_list_is_refused_with_what_it_is(cashier, data: bytes, word: str) -> None:
    answer = upload(cashier, data)
    assert answer.status_code == 422
    assert word in answer.content.decode()
    assert not Person.objects.exists()


def test_without_a_file_one_is_asked_for(cashier) -> None:
    answer = cashier.post(PAGE, {})
    assert answer.status_code == 422
    assert "Bitte eine Datei wählen" in answer.content.decode()


def test_the_same_file_twice_is_noticed_and_taken_only_when_said_so(cashier) -> None:
    cashier.post(upload(cashier, "Moar Sepp\nKern Eva\n")["Location"], {"request_key": "a" * 32})
    address = upload(cashier, "Moar Sepp\nKern Eva\n")["Location"]
    page = cashier.get(address)
    assert page.context["shown"].seen_before
    others = {"line-1": "new", "line-2": "new", "request_key": "b" * 32}
    refused = cashier.post(address, others)
    assert refused.status_code == 422
    assert "schon übernommen" in refused.content.decode()
    cashier.post(address, others | {"again": "1"})
    assert Person.objects.count() == 4


def test_namesakes_already_here_are_asked_about_unless_the_places_say_it(cashier, tournament) -> None:
    for place in ("St. Stefan", "Rassach"):
        cards.sell(
            tournament=tournament, actor=factories.CASHIER, cards=1, new_person=PersonData("Huber Johann", place),
            another_with_this_name=True,
        )  # fmt: skip
    address = upload(
        cashier, "Name;Ort;Karten;bezahlt\nHuber Johann;Rassach;1;ja\nJohann Huber;Graz;1;ja\nHuber Johann;;1;ja\n"
    )["Location"]
    lines = cashier.get(address).context["shown"].lines
    assert [line.choice for line in lines] == ["2", "new", ""]
    refused = cashier.post(address, {"request_key": "a" * 32})
    assert refused.status_code == 422
    assert "wer es ist" in refused.content.decode()
    cashier.post(address, {"line-4": "1", "request_key": "a" * 32})
    held = {p.start_number: p.cards.count() for p in Person.objects.all()}
    assert held == {1: 2, 2: 2, 3: 1}


def test_a_line_can_be_left_out(cashier) -> None:
    factories.sell(Tournament.objects.get(), 1, names=("Moar Sepp",))
    address = upload(cashier, "Moar Sepp\nKern Eva\n")["Location"]
    cashier.post(address, {"line-1": "skip", "request_key": "a" * 32})
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Kern Eva", "Moar Sepp"]


@pytest.mark.parametrize("choice", ["0", "99", "x", "-1", "1e3"])
def test_a_choice_that_was_not_offered_takes_nothing_in(cashier, choice: str) -> None:
    factories.sell(Tournament.objects.get(), 1, names=("Moar Sepp",))
    address = upload(cashier, "Moar Sepp\n")["Location"]
    assert cashier.post(address, {"line-1": choice, "request_key": "a" * 32}).status_code == 422
    assert Person.objects.count() == 1


def test_columns_can_be_named_anew(cashier) -> None:
    address = upload(cashier, "Johann;Huber\nEva;Kern\n")["Location"]
    assert cashier.get(address).context["shown"].lines[0].entry.name == "Johann Huber"
    page = cashier.get(f"{address}?c=FIRST_NAME&c=FAMILY_NAME")
    assert page.context["shown"].lines[0].entry.name == "Huber Johann"
    assert page.content.decode().count('<input type="hidden" name="c"') == 2
    cashier.post(address, {"c": ["FIRST_NAME", "FAMILY_NAME"], "request_key": "a" * 32})
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Huber Johann", "Kern Eva"]


def test_more_paid_cards_than_are_left_are_told_before_and_refused(cashier, tournament) -> None:
    Tournament.objects.update(cards_offered=8)
    factories.sell(Tournament.objects.get(), 4, 3)
    address = upload(cashier, SMALL)["Location"]
    page = cashier.get(address)
    assert page.context["shown"].too_many
    assert cashier.post(address, {"request_key": "a" * 32}).status_code == 422
    assert Person.objects.count() == 2


def test_a_text_longer_than_is_kept_is_a_bad_line(cashier) -> None:
    shown = cashier.get(upload(cashier, f"Name;Ort\nMoar Sepp;{'x' * 90}\nKern Eva;Weiz\n")["Location"]).context[
        "shown"
    ]
    assert [line.line for line in shown.bad] == [2]
    assert len(shown.lines) == 1


def test_hostile_names_are_shown_as_text(cashier) -> None:
    page = cashier.get(
        upload(cashier, "Name\n<script>alert(1)</script>\n", "<b>x</b>.csv")["Location"]
    ).content.decode()
    assert "<script>alert" not in page
    assert "<b>x</b>" not in page


def test_a_list_is_found_only_by_who_uploaded_it_and_in_its_tournament(client_as, cashier, tournament) -> None:
    address = upload(cashier, SMALL)["Location"]
    token = address.rstrip("/").rpartition("/")[2]
    assert client_as(tournament, Role.CASHIER, name="eva").get(address).status_code == 404
    other = factories.make_tournament(slug="anderes")
    stranger = client_as(other, Role.CASHIER, name="max")
    assert stranger.get(f"/t/anderes/liste/{token}/").status_code == 404
    assert uploads.find(token, owner=0, slug="feuerwehr") is None
    cashier.cookies["sessionid"] = token
    assert cashier.get(PAGE).status_code == 302


@pytest.mark.parametrize("token", ["x", "a" * 32, "../../etc/passwd", "%00"])
def test_an_unknown_token_finds_nothing(cashier, token: str) -> None:
    assert cashier.get(f"{PAGE}{token}/").status_code == 404


def test_a_scorer_reads_no_lists(client_as, tournament) -> None:
    assert client_as(tournament, Role.SCORER).get(PAGE).status_code == 403


@pytest.mark.parametrize("size", [2, 200])
def test_queries_of_the_preview_do_not_grow(cashier, tournament, django_assert_num_queries, size: int) -> None:
    factories.sell(tournament, *[1] * min(size, 40))
    address = upload(cashier, "".join(f"Spieler {n}\n" for n in range(1, size + 1)))["Location"]
    with django_assert_num_queries(8):
        cashier.get(address)
