"""Whatever takes something back is offered only where it works: every offer on every page is carried out, in every state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from html import unescape

import pytest
from django.db import transaction
from django.test import Client

from tests.factories import (
    CASHIER,
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    member,
    play,
    play_on,
    play_round,
    sell,
)
from tournament.models import CashKind, Outcome, Role, Side, Tournament
from tournament.services import (
    card_moves,
    cards,
    cash,
    corrections,
    draws,
    hand_draws,
    people,
    prizes,
    results,
    sellers,
    tournaments,
    withdrawals,
)
from tournament.services.base import Actor
from tournament.services.people import PersonData
from tournament.services.prizes import PrizeData

pytestmark = pytest.mark.django_db
BASE = "/t/feuerwehr/"
#: Everything on a page that takes something back: forms that do it at once, links to a page that does.
FORM = re.compile(r'<form[^>]*action="([^"]*/(?:rueckgaengig|frei|oeffnen|zurueck)/)"[^>]*>(.*?)</form>', re.S)
LINK = re.compile(r'href="([^"]*/(?:zurueck|storno|oeffnen)/(?:\?[^"]*)?)"')
FIELD = re.compile(r'<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"')
BOX = re.compile(r'type="checkbox" name="cards" value="(\d+)"')


def in_sale() -> Tournament:
    tournament = make_tournament(cards_offered=8, max_cards_per_person=3)
    sell(tournament, 3, 2)
    return tournament


def sold(then: Callable[[Tournament], object] = lambda t: None) -> Callable[[], Tournament]:
    def prepare() -> Tournament:
        tournament = in_sale()
        then(fresh(tournament))
        return fresh(tournament)

    return prepare


def played(*steps: Callable[[Tournament], object], holdings: tuple[int, ...] = (1,) * 8) -> Callable[[], Tournament]:
    def prepare() -> Tournament:
        tournament = drawn_tournament(*holdings)
        for step in steps:
            step(fresh(tournament))
        return fresh(tournament)

    return prepare


def both(*steps: Callable[[Tournament], object]) -> Callable[[Tournament], None]:
    def act(tournament: Tournament) -> None:
        for step in steps:
            step(fresh(tournament))

    return act


def refund(tournament: Tournament) -> None:
    cards.refund(tournament=tournament, actor=CASHIER, cards=[4, 5])


def reserve(tournament: Tournament) -> None:
    cards.reserve(tournament=tournament, actor=CASHIER, cards=1, new_person=PersonData("Moar Sepp"))


def pay(tournament: Tournament) -> None:
    cards.pay_reservation(tournament=tournament, actor=CASHIER, number=1)


def release(tournament: Tournament) -> None:
    cards.release_reservation(tournament=tournament, actor=CASHIER, number=1)


def book(tournament: Tournament) -> None:
    cash.book(tournament=tournament, actor=CASHIER, kind=CashKind.INCOME, amount=Decimal(9), text="Spende")


def void_by_the_director(tournament: Tournament) -> None:
    entry = tournament.cash.filter(kind=CashKind.INCOME).get()
    cash.void(tournament=tournament, actor=DIRECTOR, number=entry.number, reason="doppelt")


def move(tournament: Tournament) -> None:
    card_moves.move(tournament=tournament, actor=DIRECTOR, moves=[(1, 2)], reason="falscher Name")


def others_buy_the_rest(tournament: Tournament) -> None:
    cards.sell(tournament=tournament, actor=DIRECTOR, cards=3, new_person=PersonData("Kern"))
    cards.sell(tournament=tournament, actor=DIRECTOR, cards=2, new_person=PersonData("Lang"))


def dearer(tournament: Tournament) -> None:
    tournaments.change_settings(tournament=tournament, actor=DIRECTOR, settings={"card_price": Decimal(7)})


def begin_by_hand(tournament: Tournament) -> None:
    hand_draws.start(tournament=tournament, actor=DIRECTOR)


def a_slip(tournament: Tournament) -> None:
    hand_draws.add_slip(tournament=tournament, actor=DIRECTOR, pot="left", number=1, card=1)


def withdraw(tournament: Tournament) -> None:
    withdrawals.withdraw(tournament=tournament, actor=SCORER, cards=[1], reason="krank")


def prepare(tournament: Tournament) -> None:
    draws.prepare(tournament=tournament, actor=DIRECTOR)


def finish(tournament: Tournament) -> None:
    prizes.finish(tournament=tournament, actor=DIRECTOR)


def hand_out(tournament: Tournament) -> None:
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=[PrizeData(1, "Ein Fass Bier")])
    prizes.hand_out(tournament=fresh(tournament), actor=CASHIER, place=1)


def correct(tournament: Tournament) -> None:
    report = results.Report(Outcome.PLAYED, Side.RIGHT, (1, 2))
    corrections.correct(tournament=tournament, actor=DIRECTOR, match=1, report=report, reason="verschrieben")


def settle(tournament: Tournament) -> None:
    sellers.add(tournament=tournament, actor=CASHIER, name="Maria", cards=2)
    seller = Actor(name="karl", role=Role.CASHIER, desk=sellers.desk_of(1))
    cards.sell(tournament=tournament, actor=seller, cards=2, new_person=PersonData("Moar Sepp"))
    sellers.settle(tournament=fresh(tournament), actor=CASHIER, number=1, amount=Decimal(10))


def add_person(tournament: Tournament) -> None:
    people.add(tournament=tournament, actor=CASHIER, data=PersonData("Nur so"))


STATES: dict[str, Callable[[], Tournament]] = {
    "sold": sold(),
    "sold, then a person added": sold(add_person),
    "sold, then moved to somebody else": sold(move),
    "sold, then taken back by the director": sold(
        lambda t: cards.refund(tournament=t, actor=DIRECTOR, cards=[4, 5])
    ),
    "sold, closed": sold(close),
    "sold, closed, opened again": sold(both(close, lambda t: tournaments.reopen_sale(tournament=t, actor=DIRECTOR))),
    "sold, slips drawn": sold(both(begin_by_hand, a_slip)),
    "sold, closed, slips drawn": sold(both(close, begin_by_hand, a_slip)),
    "sold, closed, draw prepared": sold(both(close, prepare)),
    "sold, closed, one has left": sold(both(close, withdraw)),
    "taken back": sold(refund),
    "taken back, sold out": sold(both(refund, others_buy_the_rest)),
    "taken back, dearer": sold(both(refund, dearer)),
    "taken back, closed": sold(both(refund, close)),
    "reserved": sold(reserve),
    "reserved, closed": sold(both(reserve, close)),
    "reserved, released by the director": sold(
        both(reserve, lambda t: cards.release_reservation(tournament=t, actor=DIRECTOR, number=1))
    ),
    "reserved and paid": sold(both(reserve, pay)),
    "reserved and paid, closed": sold(both(reserve, pay, close)),
    "released": sold(both(reserve, release)),
    "released, closed": sold(both(reserve, release, close)),
    "booked": sold(book),
    "booked, cancelled by the director": sold(both(book, void_by_the_director)),
    "booked, closed": sold(both(book, close)),
    "settled": sold(settle),
    "a result": played(lambda t: play(t, 1)),
    "a result, corrected": played(lambda t: play(t, 1), correct),
    "the last result of the round": played(play_round),
    "a result, then one has left": played(lambda t: play(t, 1), withdraw),
    "a round, next draw prepared": played(play_round, prepare),
    "a round, next round drawn": played(play_round, draw),
    "a round, slips drawn": played(play_round, begin_by_hand, a_slip),
    "semi-finals": played(lambda t: play_on(t, 4), play_round),
    "all played": played(play_on),
    "a prize handed out": played(play_on, hand_out),
    "finished": played(play_on, hand_out, finish),
    "reserved long ago, finished": played(
        lambda t: t.reservations.create(number=1, person=t.people.first(), cards=1, made_at=t.created_at), play_on, finish
    ),
}  # fmt: skip


def pages(tournament: Tournament) -> Iterator[str]:
    yield from ("kassa/", "kassabuch/", "runde/", "preise/", "handauslosung/", "vorverkauf/")
    yield from (f"teilnehmer/{number}/" for number in tournament.people.values_list("start_number", flat=True))
    yield from (f"runde/{number}/" for number in tournament.draws.filter(stage="main").values_list("round", flat=True))


def offers(client: Client, tournament: Tournament) -> Iterator[tuple[str, dict[str, object]]]:
    """Addresses that take something back, with what their form sends."""
    for path in pages(tournament):
        answer = client.get(BASE + path)
        if answer.status_code != 200:
            continue
        html = answer.content.decode()
        for address, inside in FORM.findall(html):
            yield address, dict(FIELD.findall(inside))
        for address in LINK.findall(html):
            form = client.get(unescape(address))
            assert form.status_code == 200, (path, address)
            inside = form.content.decode().split("<main", 1)[1]
            yield unescape(address), dict(FIELD.findall(inside)) | {"cards": BOX.findall(inside), "reason": "x"}


ROLES = {Role.CASHIER: "karl", Role.SCORER: "susi", Role.DIRECTOR: "anna"}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("state", STATES)
def test_every_offer_to_take_something_back_can_be_carried_out(state: str, role: Role) -> None:
    tournament = STATES[state]()
    client = Client()
    client.force_login(member(tournament, role, ROLES[role]))
    before = tournament.journal.count()
    for address, given in offers(client, tournament):
        with transaction.atomic():
            answer = client.post(address, given, follow=True)
            said = " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode().split("<main", 1)[-1]).split())
            assert answer.status_code == 200, (address, said)
            assert tournament.journal.count() > before, (address, said)
            transaction.set_rollback(True)


def test_the_states_are_not_without_offers() -> None:
    """The test above would pass on pages without any offer: each kind of it is met somewhere."""
    met = set()
    for state in (
        "sold",
        "sold, closed",
        "sold, slips drawn",
        "reserved",
        "booked",
        "a result",
        "a prize handed out",
        "finished",
    ):
        tournament = STATES[state]()
        client = Client()
        client.force_login(
            member(tournament, Role.DIRECTOR, "karl" if state in {"sold", "reserved", "booked"} else "susi")
        )
        met |= {
            re.sub(r"\d+", "1", address).split("?")[0].removeprefix(BASE)
            for address, _given in offers(client, tournament)
        }
        tournament.slug = f"alt-{tournament.pk}"
        tournament.save(update_fields=["slug"])
    assert met == {
        "kassa/rueckgaengig/", "runde/rueckgaengig/", "kassa/oeffnen/", "teilnehmer/1/zurueck/",
        "kassa/reservierung/1/frei/", "kassabuch/1/storno/", "handauslosung/zurueck/",
        "preise/oeffnen/", "preise/1/zurueck/",
    }  # fmt: skip
