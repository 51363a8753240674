"""Evenings in every state, made through the services, with the names that forms and tables have to live with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import factories
from tests.factories import CASHIER, DIRECTOR, SCORER, fresh, member, open_matches, play
from tournament import clock
from tournament.domain import tap_fold
from tournament.models import CashKind, DrawStage, Role, Side, Tournament, User
from tournament.queries.calling import hall_of
from tournament.services import (
    backups,
    boards,
    calling,
    cards,
    cash,
    draws,
    hand_draws,
    invitations,
    phone_reports,
    prizes,
    sellers,
    taps,
)  # fmt: skip
from tournament.services.people import PersonData
from tournament.services.prizes import ExtraPrizeData, PrizeData

#: Namesakes, the longest, right to left, four scripts, house names, what looks like markup, and a short one.
PEOPLE = (
    ("Huber Johann", "St. Stefan ob Leoben"), ("Huber Johann", "Rassach"),
    ("Wolfeschlegelsteinhausenbergerdorff Hubert Blaine", "Großpertholz bei Gmünd im hintersten Waldviertel"),
    ("محمد الخطيب", "Graz"), ("Moar vulgo Stöckl Sepp", "Hinterhör"), ("Šnjarić Đurđa", "Völkermarkt"),
    ("d’Amato Éloïse", ""), ("Nguyễn Thị Ánh", "Leibnitz"), ("Kővári Ödön", "Neusiedl am See"),
    ("Müller-Lüdenscheid Jörg-Maximilian", "Frauental an der Laßnitz"), ("O’Śliwa Łukasz", ""),
    ("Öllinger Ägidius", "Großsölk"), ("<b>Kern & Söhne</b>", "A&B"), ("Li", ""), ("漢字太郎", "Wien"), ("Zöhrer Resi", "Gössenberg"),
)  # fmt: skip
SETTINGS: dict[str, object] = {
    "name": "Preisschnapsen der Freiwilligen Feuerwehr Großsölk", "starts_at": datetime(2026, 11, 28, 18, tzinfo=UTC),
    "venue": "Gasthof Zur Brücke", "organiser": "FF Großsölk", "purpose": "Neues Tanklöschfahrzeug",
    "sponsors_text": "Fleischerei Moar\nWeingut Jöbstl", "published": True, "max_cards_per_person": 4,
    "cards_offered": 32,
}  # fmt: skip
PRIZES = (
    ("Eine halbe Sau vom Bauern Moar, zerlegt und verpackt", "250.00", "Fleischerei Moar"), ("Geschenkkorb", "120.00", ""),
    ("Tausch gegen Brennholz, 2 Raummeter", "100.00", "Familie Loibnegger"), ("Kiste Bier", "40.00", "Gasthof Zur Brücke"),
    ("Speckseite", "35.00", ""), ("Gutschein", "30.00", "Salon Rösi"), ("Selbstgebrannter", "25.00", ""), ("Wurstkranz", "15.00", ""),
)  # fmt: skip
LIST = "Name;Ort;Karten;bezahlt\nHuber Johann;Rassach;2;ja\nKern Eva;;1;nein\nSchlecht;;viele;\nGruber Poldi;Öblarn;;\n"


@dataclass(frozen=True)
class Evening:
    """A tournament (None: there is none yet) and what only it knows: numbers and tokens for addresses, by name."""

    tournament: Tournament | None
    found: dict[str, object] = field(default_factory=dict)


def earlier(minutes: int):
    """Everything in this block happened so long ago."""
    return clock.use(lambda: datetime.now(UTC) - timedelta(minutes=minutes))


def main_account() -> User:
    """The account of the first start."""
    return User.objects.filter(username="chef").first() or User.objects.create_superuser("chef", password=None)


def announced(**settings: object) -> Tournament:
    """The tournament as it is announced, its prizes described."""
    tournament = factories.make_tournament(director=main_account(), **(SETTINGS | settings))
    described = [PrizeData(n, what, Decimal(value), sponsor) for n, (what, value, sponsor) in enumerate(PRIZES, 1)]
    prizes.set_prizes(tournament=tournament, actor=DIRECTOR, prizes=described)
    prizes.set_extra_prizes(
        tournament=fresh(tournament), actor=DIRECTOR, prizes=[ExtraPrizeData("Damen", "Blumenstock", Decimal(12))]
    )
    return fresh(tournament)


def sell(tournament: Tournament, *, each: int = 2, to: int = len(PEOPLE)) -> None:
    """So many cards to each of the first people."""
    for name, place in PEOPLE[:to]:
        data = PersonData(name, place, categories=("Damen",) if "Resi" in name else (), phone="0664 1234567")
        cards.sell(tournament=tournament, actor=CASHIER, cards=each, new_person=data, another_with_this_name=True)


def nobody_yet() -> Evening:
    """As it was installed: no account, no tournament."""
    return Evening(None)


def nothing_yet() -> Evening:
    """The main account is there, with a backup, but no tournament."""
    main_account()
    return Evening(None, {"backup": backups.backup().path.name})


def just_announced() -> Evening:
    """Nobody has bought yet, and the address in the QR codes is one that this machine does not have."""
    return Evening(announced(public_address="http://192.168.1.20:8000"))


def selling() -> Evening:
    """In the middle of the sale: reserved, taken back, sold in advance, booked, a list looked at."""
    tournament = announced(cards_offered=64)
    cash.book(
        tournament=tournament, actor=CASHIER, kind=CashKind.FLOAT_IN, amount=Decimal(200), text="Rollen von der Bank"
    )
    sell(tournament, each=2)
    for name, count in (("Grabner Fritz", 2), ("Unterweissenbacher-Hochkofler Anneliese", 4)):
        cards.reserve(tournament=tournament, actor=CASHIER, cards=count, new_person=PersonData(name, "Öblarn"))
    cards.refund(tournament=tournament, actor=CASHIER, cards=[6], reason="muss früher heim")
    sellers.add(tournament=tournament, actor=CASHIER, name="Trafik Neuhold", cards=12)
    booked = cash.book(
        tournament=tournament, actor=CASHIER, kind=CashKind.EXPENSE, amount=Decimal("38.40"), text="Brot und Aufstrich"
    )
    client = Client()
    client.force_login(main_account())
    answer = client.post(f"/t/{tournament.slug}/liste/", {"file": SimpleUploadedFile("liste.csv", LIST.encode())})
    return Evening(fresh(tournament), {"list": answer["Location"].split("/")[-2], "booked": booked.number})


def ready_to_draw() -> Evening:
    """The sale is closed and the first draw is prepared: the hall may name its numbers."""
    tournament = announced()
    sell(tournament)
    tournament = factories.close(tournament)
    draws.prepare(tournament=tournament, actor=DIRECTOR, stage=DrawStage.MAIN)
    return Evening(fresh(tournament))


def sale_closed() -> Evening:
    """Closed, with byes to come; nothing is prepared yet."""
    tournament = announced()
    sell(tournament, to=12)
    return Evening(factories.close(tournament))


def being_drawn() -> Evening:
    """Drawn, and shown to the hall as far as the middle of the left pot; one draw before it was annulled."""
    tournament = announced()
    sell(tournament, to=14)
    tournament = factories.close(tournament)
    first = factories.draw(tournament)
    draws.annul(tournament=tournament, actor=DIRECTOR, number=first.number, reason="Die Liste war nicht ausgehängt")
    factories.draw(fresh(tournament))
    boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=2, position=7)
    return Evening(fresh(tournament))


def drawn_by_hand() -> Evening:
    """Slips out of real pots, half typed in."""
    tournament = announced(method="by-hand")
    sell(tournament, to=7)
    tournament = factories.close(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    for number in (1, 2, 3):
        card = tournament.cards.filter(owner__start_number=number).order_by("number")[0].number
        hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot="left", number=number, card=card)
    return Evening(fresh(tournament))


def playing() -> Evening:
    """Round 1: some decided, some counted on phones, some called, somebody missing, two results told by phones."""
    with earlier(40):
        tournament = announced(phone_results_count_at_once=False, table_count=8)
        sell(tournament, to=14)
        tournament = factories.close(tournament)
        factories.draw(tournament)
    for serial in open_matches(tournament)[:4]:
        play(tournament, serial)
    with earlier(25):
        counted = _call(tournament, 3)
    given = [taps.GivenTap(n, tap_fold.read(tap)) for n, tap in enumerate(("dL", "L3", "R2", "L3", "L1", "R3"), 1)]
    for serial in counted:
        taps.deliver(tournament=tournament, match=serial, device="a" * 16, term=0, taps=given)
    told = [serial for serial in open_matches(tournament) if serial not in counted][-2:]
    for serial in told:
        phone_reports.report(tournament=tournament, match=serial, device="", winner=Side.LEFT, score=(2, 1))
    with earlier(4):
        called = _call(tournament, 2)
    calling.set_missing(tournament=tournament, actor=SCORER, match=called[0], side=Side.LEFT)
    calling.set_table_state(tournament=tournament, actor=SCORER, number=8, out_of_order=True)
    client = Client()
    client.force_login(main_account())
    for sheet in ("slips", "start-list"):
        client.post(f"/t/{tournament.slug}/drucken/machen/", {"sheet": sheet, "request_key": sheet.ljust(32, "x")})
    waiting = [s for s in open_matches(tournament) if s not in {*counted, *called, *told}]
    decided = tournament.matches.filter(outcome="played").first()
    assert decided is not None
    row = tournament.matches.get(serial=counted[0])
    found = {
        "counted": counted[0], "open": waiting[0], "told": told[0], "decided": decided.serial, "table": row.table.number,
        "player": row.left_card.owner.start_number,
    }  # fmt: skip
    return Evening(fresh(tournament), found)


def _call(tournament: Tournament, count: int) -> list[int]:
    serials = []
    for proposal in [each for each in hall_of(tournament, staff=True).proposals if each.table][:count]:
        calling.call(tournament=tournament, actor=SCORER, match=proposal.match.serial, table=proposal.table)
        serials.append(proposal.match.serial)
    return serials


def bought_again() -> Evening:
    """Byes that can still be bought."""
    with earlier(30):
        tournament = announced(rebuy=True)
        sell(tournament, to=12)
        tournament = factories.close(tournament)
        factories.draw(tournament)
    return Evening(fresh(tournament))


def late() -> Evening:
    """The last four, the places below drawn and open."""
    with earlier(90):
        tournament = announced()
        sell(tournament)
        tournament = factories.close(tournament)
        factories.draw(tournament)
        factories.play_on(tournament, until_numbers=4)
        factories.draw(fresh(tournament), DrawStage.PLACES)
    return Evening(fresh(tournament))


def prizes_to_give() -> Evening:
    """All is played; places 5 to 8 were not: ties to settle; the first prize is with its winner."""
    with earlier(60):
        tournament = announced(
            play_place5=False, play_place7=False, prize_policy="one_prize_per_person", tie_policy="play_off"
        )
        sell(tournament)
        tournament = factories.close(tournament)
        factories.draw(tournament)
        factories.play_on(tournament)
    prizes.hand_out(tournament=tournament, actor=CASHIER, place=1)
    return Evening(fresh(tournament))


def finished() -> Evening:
    """Over: all prizes handed out, the drawer counted."""
    with earlier(120):
        tournament = announced(play_place5=True, play_place7=True)
        sell(tournament)
        cash.book(
            tournament=tournament,
            actor=CASHIER,
            kind=CashKind.FLOAT_IN,
            amount=Decimal(200),
            text="Rollen von der Bank",
        )
        tournament = factories.close(tournament)
        factories.draw(tournament)
        factories.play_on(tournament)
        for place in range(1, 9):
            prizes.hand_out(tournament=tournament, actor=CASHIER, place=place)
        cash.count(tournament=tournament, actor=CASHIER, coins={5000: 7, 1000: 2})
        prizes.finish(tournament=fresh(tournament), actor=DIRECTOR)
    return Evening(fresh(tournament))


def with_accounts() -> Evening:
    """A cashier and a scorer beside the director, and invitations that wait."""
    tournament = announced()
    sell(tournament, to=9)
    for role, name in ((Role.DIRECTOR, "anna"), (Role.CASHIER, "karl"), (Role.SCORER, "susi")):
        member(tournament, role, name)
    made = invitations.invite(tournament=tournament, actor=DIRECTOR, role=Role.SCORER)
    row = tournament.invitations.get(number=made.number)
    account = User.objects.get(username="karl").pk
    return Evening(fresh(tournament), {"invitation": row.number, "token": invitations.token(row), "account": account})


#: By the name in the pictures.
EVENINGS: dict[str, Callable[[], Evening]] = {
    "0-installed": nobody_yet, "1-nothing": nothing_yet, "2-announced": just_announced, "3-sale": selling,
    "4-closed": sale_closed, "4-ready": ready_to_draw, "5-draw": being_drawn, "5-by-hand": drawn_by_hand, "6-round": playing,
    "6-rebuy": bought_again, "7-late": late, "8-prizes": prizes_to_give, "9-finished": finished, "a-roles": with_accounts,
}  # fmt: skip
