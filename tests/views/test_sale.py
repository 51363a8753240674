"""The desk: sold, reserved, paid, taken back; namesakes asked about; once, whatever is pressed twice."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from time import perf_counter

import pytest

from tests import factories
from tournament import clock
from tournament.models import CashEntry, EntryCard, Membership, Person, Reservation, Role, Tournament
from tournament.queries.offers import offers
from tournament.services import cards
from tournament.services.people import PersonData

DESK = "/t/feuerwehr/kassa/"
HOSTILE = ["<script>alert(1)</script>", "مرحبا بالعالم", "🃏 Đurđa 👩‍👩‍👧", "x" * 120]


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament(cards_offered=16, max_cards_per_person=4)


@pytest.fixture
def cashier(client_as, tournament):
    return client_as(tournament, Role.CASHIER, name="karl")


def sale(**typed: object) -> dict[str, object]:
    return {"who": "Moar Sepp", "cards": "2", "sell": "1", "request_key": "a" * 32} | typed


def test_a_new_person_buys_cards_and_the_change_is_shown_large(cashier, tournament) -> None:
    answer = cashier.post(DESK, sale(place="Hinterhör", given="20"), follow=True)
    page = answer.content.decode()
    person = Person.objects.get()
    assert (person.name, person.place) == ("Moar Sepp", "Hinterhör")
    assert list(person.cards.values_list("number", flat=True)) == [1, 2]
    assert answer.redirect_chain == [(f"{DESK}?sold=1%2C2&given=20.00", 302)]
    done = answer.context["done"]
    assert (done.amount, done.given, done.change) == (Decimal(10), Decimal(20), Decimal(10))
    assert "data-change>€\xa010,00<" in page
    assert CashEntry.objects.get().amount == 10


def test_the_cursor_is_back_in_the_name_after_a_sale(cashier) -> None:
    page = cashier.post(DESK, sale(), follow=True).content.decode()
    field = page.split('id="id_who"')[0].rsplit("<input", 1)[1] + page.split('id="id_who"')[1].split(">")[0]
    assert "autofocus" in field
    assert 'value="Moar' not in field


def test_change_on_the_usual_notes_is_offered_when_nothing_was_typed(cashier) -> None:
    done = cashier.post(DESK, sale(), follow=True).context["done"]
    assert done.changes == ((20, Decimal(10)), (50, Decimal(40)), (100, Decimal(90)))


def test_too_little_given_sells_nothing(cashier) -> None:
    answer = cashier.post(DESK, sale(given="5"))
    assert answer.status_code == 422
    assert "es fehlen € 5,00" in answer.content.decode()
    assert not EntryCard.objects.exists()


def test_somebody_of_the_list_buys_more(cashier, tournament) -> None:
    (number,) = factories.sell(tournament, 1)
    cashier.post(DESK, sale(who="Spieler 1", start_number=number))
    assert Person.objects.get().cards.count() == 3


def test_the_same_entry_twice_sells_once_and_shows_the_same(cashier) -> None:
    first, second = cashier.post(DESK, sale()), cashier.post(DESK, sale())
    assert first["Location"] == second["Location"]
    assert EntryCard.objects.count() == 2
    assert CashEntry.objects.count() == 1


def test_a_page_from_the_history_filled_in_anew_is_a_new_sale(cashier) -> None:
    cashier.post(DESK, sale())
    cashier.post(DESK, sale(who="Kern Franz", cards="1"))
    assert sorted(Person.objects.values_list("name", flat=True)) == ["Kern Franz", "Moar Sepp"]


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ({"cards": "5"}, "Höchstens 4 Karten je Person"),
        ({"cards": "0"}, "Mindestens eine Karte"),
        ({"cards": "zwei"}, "ganze Zahl"),
        ({"cards": "-1"}, "größer oder gleich 0"),
        ({"who": "  "}, "Bitte einen Namen eingeben"),
        ({"who": "!!!"}, "Buchstaben"),
        ({"who": "x" * 121}, "zu lang"),
        ({"given": "viel"}, "Betrag"),
        ({"start_number": "99"}, "Startnummer 99"),
    ],
)
def test_bad_input_is_named_and_nothing_is_sold(cashier, typed: dict[str, str], word: str) -> None:
    answer = cashier.post(DESK, sale(**typed))
    assert answer.status_code in {404, 422}
    assert word in answer.content.decode()
    assert not EntryCard.objects.exists()
    assert not Person.objects.exists()


def test_one_card_more_than_there_are_offers_the_director_a_larger_field(client_as, cashier, tournament) -> None:
    factories.sell(tournament, 4, 4, 4, 4)
    answer = cashier.post(DESK, sale(cards="1"))
    assert answer.status_code == 422
    assert "Alle 16 Karten sind verkauft" in answer.content.decode()
    assert "?cards_offered=32" not in answer.content.decode()
    director = client_as(tournament, Role.DIRECTOR, name="anna")
    assert "?cards_offered=32" in director.post(DESK, sale(cards="1", request_key="b" * 32)).content.decode()


def test_namesakes_are_asked_about_with_place_and_cards(cashier, tournament) -> None:
    cards.sell(
        tournament=tournament, actor=factories.CASHIER, cards=2, new_person=PersonData("Huber Johann", "St. Stefan")
    )
    answer = cashier.post(DESK, sale(who="Johann Huber", cards="1"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert [person.place for person in answer.context["namesakes"]] == ["St. Stefan"]
    assert "hat 2 Karten, noch 2 möglich" in page
    assert EntryCard.objects.count() == 2


def test_another_person_with_the_same_name_needs_a_place(cashier, tournament) -> None:
    cards.sell(
        tournament=tournament, actor=factories.CASHIER, cards=2, new_person=PersonData("Huber Johann", "St. Stefan")
    )
    refused = cashier.post(DESK, sale(who="Huber Johann", another="1"))
    assert refused.status_code == 422
    assert "Ort oder Verein" in refused.content.decode()
    assert refused.context["asks_who"]
    cashier.post(DESK, sale(who="Huber Johann", another="1", place="Rassach"))
    assert sorted(Person.objects.values_list("place", flat=True)) == ["Rassach", "St. Stefan"]


@pytest.mark.parametrize("name", HOSTILE)
def test_any_name_is_sold_and_shown_as_it_is(cashier, tournament, name: str) -> None:
    page = cashier.post(DESK, sale(who=name), follow=True).content.decode()
    assert "<script>alert" not in page
    found = cashier.get(f"{DESK}namen/", {"q": name[:5]}).content.decode()
    assert "<script>alert" not in found
    assert Person.objects.count() == 1


def test_cards_are_reserved_until_a_time_and_paid_with_one_key(cashier, tournament) -> None:
    with clock.use(lambda: datetime(2026, 11, 28, 17, 0, tzinfo=UTC)):
        answer = cashier.post(
            DESK, {"who": "Moar Sepp", "cards": "2", "until": "18:45", "reserve": "1", "request_key": "a" * 32}
        )
    made = Reservation.objects.get()
    assert answer["Location"] == f"{DESK}?reserved={made.number}"
    assert made.until == datetime(2026, 11, 28, 17, 45, tzinfo=UTC)
    assert not EntryCard.objects.exists()
    page = cashier.get(DESK)
    assert page.context["counter"].reserved_amount == 10
    for _again in range(2):
        paid = cashier.post(f"{DESK}reservierung/{made.number}/bezahlt/", {"request_key": "b" * 32})
        assert paid["Location"] == f"{DESK}?sold=1%2C2"
    assert EntryCard.objects.count() == 2


def test_until_is_tomorrow_when_the_time_is_over_today(cashier, tournament) -> None:
    with clock.use(lambda: datetime(2026, 11, 28, 22, 30, tzinfo=UTC)):
        cashier.post(DESK, {"who": "Moar Sepp", "cards": "1", "until": "18:00", "reserve": "1"})
    assert Reservation.objects.get().until == datetime(2026, 11, 29, 17, 0, tzinfo=UTC)


def test_a_reservation_is_paid_from_the_entry_with_more_cards(cashier, tournament) -> None:
    made = cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=2, new_person=PersonData("Moar Sepp"))
    found = cashier.get(f"{DESK}namen/", {"q": "moar"}).content.decode()
    assert f'data-reservation="{made.number}"' in found
    assert "2 Karten reserviert" in found
    cashier.post(DESK, sale(start_number=made.start_number, reservation=made.number, cards="3"))
    assert EntryCard.objects.count() == 3
    assert Reservation.objects.get().state == "paid"


def test_a_reservation_is_released(cashier, tournament) -> None:
    made = cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=2, new_person=PersonData("Moar Sepp"))
    cashier.post(f"{DESK}reservierung/{made.number}/frei/", {"request_key": "b" * 32})
    assert Reservation.objects.get().state == "released"
    assert not cashier.get(DESK).context["reserved"].lines


def test_cards_are_taken_back_and_paid_out_once(cashier, tournament) -> None:
    (number,) = factories.sell(tournament, 3)
    typed = {"cards": ["2", "3"], "reason": "verhindert", "request_key": "c" * 32}
    for _again in range(2):
        answer = cashier.post(f"/t/feuerwehr/teilnehmer/{number}/zurueck/", typed)
        assert answer["Location"] == f"{DESK}?refunded=2%2C3"
    assert CashEntry.objects.filter(kind="refund").get().amount == -10
    assert cashier.get(answer["Location"]).context["done"].amount == 10


def test_without_a_card_nothing_is_taken_back(cashier, tournament) -> None:
    (number,) = factories.sell(tournament, 3)
    answer = cashier.post(f"/t/feuerwehr/teilnehmer/{number}/zurueck/", {"reason": ""})
    assert answer.status_code == 422
    assert "mindestens eine Karte" in answer.content.decode()


def test_the_counter_says_what_closing_now_would_mean(cashier, tournament) -> None:
    factories.sell(tournament, 4, 4, 3)
    counter = cashier.get(DESK).context["counter"]
    assert (counter.sold, counter.offered, counter.byes, counter.matches) == (11, 16, 5, 3)
    part = cashier.get(f"{DESK}stand/?desk=Kassa+1").content.decode()
    assert "5 Freilose" in part
    assert "€\xa055,00" in part


def test_the_live_parts_are_unchanged_until_something_is_sold(cashier, tournament) -> None:
    for part in ("stand/?desk=Kassa+1", "zuletzt/"):
        first = cashier.get(DESK + part)
        again = cashier.get(DESK + part, headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 304
    factories.sell(tournament, 1)
    assert cashier.get(f"{DESK}zuletzt/", headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_every_device_is_its_own_desk(cashier, tournament) -> None:
    cashier.post(f"{DESK}wahl/", {"desk": "Kassa 2"})
    cashier.post(DESK, sale())
    assert CashEntry.objects.get().desk == "Kassa 2"
    assert cashier.get(DESK).context["counter"].in_desk == 10
    cashier.post(f"{DESK}wahl/", {"desk": "   "})
    assert cashier.get(DESK).context["desk"] == "Kassa 2"


def test_known_people_of_earlier_tournaments_are_offered_with_the_year(client_as, tournament) -> None:
    old = factories.make_tournament(slug="alt", starts_at=datetime(2024, 11, 30, 18, tzinfo=UTC))
    who = PersonData("Huberty Éloïse", "Straß", "FF", categories=("Damen",), public=False)
    cards.sell(tournament=old, actor=factories.CASHIER, cards=1, new_person=who)
    cashier = client_as(tournament, Role.CASHIER, name="karl")
    assert "2024 dabei" not in cashier.get(f"{DESK}namen/", {"q": "hub"}).content.decode()
    Membership.objects.create(user=cashier.get(DESK).wsgi_request.user, tournament=old, role=Role.CASHIER)
    assert "2024 dabei" in cashier.get(f"{DESK}namen/", {"q": "hub"}).content.decode()
    known = Person.objects.get()
    cashier.post(DESK, sale(who="Huberty Éloïse", known=known.pk))
    made = tournament.people.get()
    assert (made.place, made.club, made.categories, made.public) == ("Straß", "FF", ["Damen"], False)
    assert "2024 dabei" not in cashier.get(f"{DESK}namen/", {"q": "hub"}).content.decode()


def test_a_person_of_somebody_elses_tournament_cannot_be_fetched(cashier, tournament) -> None:
    other = factories.make_tournament(slug="fremd")
    factories.sell(other, 1, names=("Geheim Gustav",))
    cashier.post(DESK, sale(who="Geheim Gustav", known=Person.objects.get().pk))
    assert tournament.people.get().place == ""


def test_a_closed_sale_says_so_and_sells_nothing(cashier, tournament) -> None:
    factories.sell(tournament, 3, 2)
    factories.close(tournament)
    assert "Der Verkauf ist geschlossen" in cashier.get(DESK).content.decode()
    assert cashier.post(DESK, sale()).status_code == 422
    assert EntryCard.objects.count() == 5


@pytest.mark.parametrize(("role", "status"), [(Role.SCORER, 403), (Role.CASHIER, 200), (Role.DIRECTOR, 200)])
def test_who_may_open_the_desk(client_as, tournament, role: Role, status: int) -> None:
    assert client_as(tournament, role).get(DESK).status_code == status


@pytest.mark.parametrize("text", ["", "   ", "!", "%", "_", "'", '"', "1" * 30, "\x00"])
def test_strange_searches_find_nobody_and_break_nothing(cashier, tournament, text: str) -> None:
    factories.sell(tournament, 1)
    answer = cashier.get(f"{DESK}namen/", {"q": text})
    assert answer.status_code == 200
    assert "data-start-number" not in answer.content.decode()


def test_a_number_finds_the_start_number(cashier, tournament) -> None:
    factories.sell(tournament, 1, 1, names=("Moar Sepp", "Kern Franz"))
    found = cashier.get(f"{DESK}namen/", {"q": "2"}).content.decode()
    assert "Kern Franz" in found
    assert "Moar Sepp" not in found


@pytest.mark.parametrize("size", [2, 14])
def test_queries_of_the_desk_do_not_grow(cashier, tournament, django_assert_num_queries, size: int) -> None:
    factories.sell(tournament, *[1] * size)
    for n in range(size):
        cards.reserve(tournament=tournament, actor=factories.CASHIER, cards=1, new_person=PersonData(f"Wunsch {n}"))
    with django_assert_num_queries(17):
        cashier.get(DESK)
    with django_assert_num_queries(6):
        cashier.get(f"{DESK}namen/", {"q": "sp"})


def test_names_are_offered_at_once_among_4096_people(tournament, db) -> None:
    people = [
        Person(tournament=tournament, start_number=n, name=f"Huber{n % 97} Johann{n}", place=f"Ort {n % 50}", created_at=datetime.now(UTC))
        for n in range(1, 4097)
    ]  # fmt: skip
    for person in people:
        person.refresh_keys()
    Person.objects.bulk_create(people, batch_size=500)
    user = factories.UserFactory(username="eva", is_superuser=True)
    best = min(_seconds(lambda: offers(tournament, "hub joh", user=user)) for _n in range(5))
    found = offers(tournament, "hub joh", user=user)
    print(f"names among 4,096 people: {best * 1000:.1f} ms")  # noqa: T201
    assert len(found.here) == 8


def _seconds(what) -> float:
    start = perf_counter()
    what()
    return perf_counter() - start


def test_overdue_reservations_come_first(cashier, tournament) -> None:
    now = clock.now()
    for name, minutes in (("Später", 60), ("Vorbei", -10)):
        cards.reserve(
            tournament=tournament, actor=factories.CASHIER, cards=1, new_person=PersonData(name),
            until=now + timedelta(minutes=minutes),
        )  # fmt: skip
    lines = cashier.get(DESK).context["reserved"].lines
    assert [(line.person.name, line.overdue) for line in lines] == [("Vorbei", True), ("Später", False)]


@pytest.mark.parametrize(
    ("holdings", "asked", "ticked"),
    [(1, "", [1]), (3, "", []), (3, "?cards=2,3", []), (3, "?cards=1,2,3", []), (3, "?cards=2", [2])],
)
def test_more_than_one_card_is_never_ticked_in_advance(cashier, tournament, holdings, asked, ticked) -> None:
    """A tap in the pocket pays out nothing: whoever takes back several cards says which."""
    (number,) = factories.sell(tournament, holdings)
    address = f"/t/feuerwehr/teilnehmer/{number}/zurueck/"
    page = cashier.get(address + asked).content.decode()
    assert [int(n) for n in re.findall(r'name="cards" value="(\d+)" checked', page)] == ticked
    # Pressing the button as the page stands takes back what is ticked, and nothing else.
    cashier.post(address + asked, {"cards": ticked, "reason": "", "request_key": "c" * 32})
    assert list(EntryCard.objects.filter(state="refunded").values_list("number", flat=True)) == ticked


def test_the_ticks_stay_when_a_refund_is_refused(cashier, tournament) -> None:
    (number,) = factories.sell(tournament, 3)
    answer = cashier.post(f"/t/feuerwehr/teilnehmer/{number}/zurueck/", {"cards": ["1", "3", "99"]})
    assert answer.status_code == 422
    assert re.findall(r'name="cards" value="(\d+)" checked', answer.content.decode()) == ["1", "3"]
