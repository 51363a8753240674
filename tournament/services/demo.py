"""The evening that `demo` opens on: round 2 half played, and everything in it that such an evening brings."""

import json
import os
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

from django.conf import settings as django_settings
from django.db import transaction

from tournament import clock
from tournament.domain.psd1 import hex_of
from tournament.models import CardState, CashKind, Outcome, PrizePolicy, Side, Tournament, User

from . import accounts, backups, cards, cash, corrections, draws, results, withdrawals
from .base import Actor
from .results import Report
from .simulated_evening import Evening, first_secret
from .simulated_leavings import Leavings
from .simulated_luck import Luck, Time
from .simulated_options import Options, holdings_of

SLUG, LAST_YEAR = "demo", "demo-voriges-jahr"
ACTOR = Actor(name="turnierleitung")
NAME = "Preisschnapsen der FF Großsölk"
#: How long ago the sale began, and what everything up to now took.
BEGAN = timedelta(minutes=100)
LOGIN = "demo-login"


@dataclass(frozen=True, slots=True)
class Login:
    """The director's account; `password` None: somebody else made the account, and only he knows it."""

    username: str
    password: str | None


def seed_evenings(options: Options) -> bool:
    """Make last year's tournament and tonight's, unless they are here; True if anything was made. All or nothing."""
    if Tournament.objects.filter(slug=SLUG).exists():
        return False
    tonight = clock.now().replace(second=0, microsecond=0) - BEGAN
    with backups.paused(), transaction.atomic():
        if not Tournament.objects.filter(slug=LAST_YEAR).exists():
            _last_year(options, tonight - timedelta(days=364))
        _tonight(options, tonight)
    return True


def director() -> Login:
    """Make the director's account on the first run; the data folder remembers its password for the next ones."""
    path = Path(django_settings.DATA_DIR) / LOGIN
    if accounts.needs_first_login():
        password = "-".join("".join(secrets.choice(accounts.ALPHABET) for _sign in range(4)) for _part in range(3))
        user = accounts.create_director(ACTOR.name, password)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump({"username": user.username, "password": password}, file)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        user = User.objects.get(username=kept["username"])
    except (OSError, ValueError, KeyError, User.DoesNotExist):
        return Login(User.objects.filter(is_superuser=True, is_active=True).order_by("pk")[0].username, None)
    return Login(user.username, kept["password"] if user.check_password(kept["password"]) else None)


def _evening(options: Options, time: Time, slug: str, name: str, *, s0: str) -> Evening:
    settings = {
        "name": name, "starts_at": time.now() + timedelta(minutes=30), "venue": "Gasthof Zur Brücke, Großsölk",
        "organiser": "Freiwillige Feuerwehr Großsölk", "purpose": "Neues Tanklöschfahrzeug", "cards_offered": options.cards,
        "max_cards_per_person": options.limit, "card_price": Decimal("5.00"), "prize_policy": PrizePolicy.ONE.value,
        "bummerl_overrides": {"2": 3}, "published": True,
    }  # fmt: skip
    return Evening(options.seed, time, slug=slug, settings=settings, actor=ACTOR, s0=s0)


def _last_year(options: Options, start: datetime) -> None:
    """A finished tournament with the people who come tonight again."""
    time = Time(start)
    with clock.use(time.now):
        evening = _evening(options, time, LAST_YEAR, f"{NAME} {start.year}", s0=hex_of(f"last year {options.seed}"))
        evening.sell(holdings_of(options, Luck(options.seed, "last year")))
        evening.close()
        nobody = Leavings(Luck(options.seed, "last year"), sold=1, withdrawals=0, exclusions=0)
        evening.play_to_the_end(nobody)
        evening.award()


def _tonight(options: Options, start: datetime) -> None:
    time, luck = Time(start), Luck(options.seed, "demo")
    with clock.use(time.now):
        evening = _evening(options, time, SLUG, NAME, s0=first_secret(options.seed))
        _sale(evening, holdings_of(options, Luck(options.seed, "holdings")), luck)
        evening.close()
        _round_one(evening, luck)
        if evening.still_in() > 2:
            evening.draw()
        waiting = list(evening.open_matches().items())
        for serial, to_win in luck.shuffled(waiting)[: (len(waiting) + 1) // 2]:
            evening.play(serial, to_win)


def _sale(evening: Evening, holdings: list[int], luck: Luck) -> None:
    """With reservations paid and released, a card taken back, bread for the kitchen and a void."""
    actor, first = evening.actor, evening.reserve(max(holdings[0], 1))
    evening.sell(holdings[1:])
    cards.pay_reservation(tournament=evening.tournament, actor=actor, number=first.number)
    told = cards.reserve(tournament=evening.tournament, actor=actor, cards=1, start_number=first.start_number + 2)
    evening.time.tick(600)
    cards.release_reservation(tournament=evening.tournament, actor=actor, number=told.number)
    tournament = evening.tournament
    held = {
        number: tournament.cards.filter(owner__start_number=number).count() for number in range(2, len(holdings) + 1)
    }
    may_buy = [number for number, count in held.items() if count < tournament.max_cards_per_person]
    if may_buy and cards.sold_count(tournament) < tournament.cards_offered:
        start_number = luck.choice(may_buy)
        bought = cards.sell(tournament=tournament, actor=actor, cards=1, start_number=start_number)
        evening.time.tick(120)
        cards.refund(tournament=tournament, actor=actor, cards=bought.cards, reason="muss früher heim")
    mistyped = cash.book(
        tournament=tournament, actor=actor, kind=CashKind.EXPENSE, amount=Decimal("384.00"), text="Brot und Aufstrich"
    )
    cash.void(tournament=tournament, actor=actor, number=mistyped.number, reason="Komma vergessen")
    cash.book(
        tournament=tournament, actor=actor, kind=CashKind.EXPENSE, amount=Decimal("38.40"), text="Brot und Aufstrich"
    )
    evening.time.tick(300)


def _round_one(evening: Evening, luck: Luck) -> None:
    """A draw that is annulled, the one that counts, a walkover, a retirement, a correction, and somebody who goes home."""
    number = evening.draw()
    evening.time.tick(60)
    draws.annul(
        tournament=evening.tournament,
        actor=evening.actor,
        number=number,
        reason="Die Startliste war noch nicht ausgehängt",
    )
    evening.draw()
    order = luck.shuffled(list(evening.open_matches().items()))
    special = (Report(Outcome.WALKOVER, Side.RIGHT), Report(Outcome.RETIRED, Side.LEFT, (1, 0)))
    for position, (serial, to_win) in enumerate(order):
        if position < min(len(special), len(order) - 1):
            evening.time.tick(20)
            results.record(tournament=evening.tournament, actor=evening.actor, match=serial, report=special[position])
        else:
            evening.play(serial, to_win)
    _correct(evening, order[-1][0])
    gone = luck.choice(list(evening.tournament.cards.filter(state=CardState.IN).order_by("number")))
    evening.time.tick(60)
    withdrawals.withdraw(
        tournament=evening.tournament, actor=evening.actor, cards=[gone.number], reason="Die Kinder warten"
    )


def _correct(evening: Evening, serial: int) -> None:
    """The score was entered the wrong way round."""
    evening.time.tick(40)
    match = evening.tournament.matches.get(serial=serial)
    other = Side.RIGHT if match.winner_side == Side.LEFT else Side.LEFT
    report = Report(Outcome.PLAYED, other, (match.score_right or 0, match.score_left or 0))
    corrections.correct(
        tournament=evening.tournament,
        actor=evening.actor,
        match=serial,
        report=report,
        reason="Stand verkehrt eingetragen",
    )
