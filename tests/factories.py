"""Bulk and small things for tests, made through the services so that every rule holds for them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import factory
from django.contrib.auth.hashers import make_password

from tournament import convert
from tournament.domain import knockout
from tournament.domain.psd1 import hex_of
from tournament.models import DrawStage, Membership, Outcome, Role, Side, Tournament, User
from tournament.services import cards, draws, results, tournaments
from tournament.services.base import Actor
from tournament.services.people import PersonData
from tournament.services.results import Report

from .kept_rows import kept

DIRECTOR = Actor(name="anna", role=Role.DIRECTOR)
CASHIER = Actor(name="karl", role=Role.CASHIER)
SCORER = Actor(name="susi", role=Role.SCORER)
#: The start of every test's secret chain: fixed, so that draws are the same each time.
S0 = hex_of("the secret of the tests")
PASSWORD = "Zehn-Bummerl-hintereinander"
_HASH = make_password(PASSWORD)


class UserFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    """An account with the password PASSWORD."""

    class Meta:
        model = User
        django_get_or_create = ("username",)

    username = "anna"
    password = _HASH


def make_tournament(*, slug: str = "feuerwehr", director: User | None = None, **settings: Any) -> Tournament:
    """A tournament in sale: 8 cards at 5 euro, up to 8 each, several prizes, unless said otherwise."""
    given: dict[str, Any] = {
        "name": "Preisschnapsen der FF Großsölk",
        "cards_offered": 8,
        "max_cards_per_person": 8,
        "card_price": Decimal("5.00"),
        "prize_policy": "several",
    }
    table_count = settings.pop("table_count", 4)
    tournaments.create(
        actor=DIRECTOR, slug=slug, settings=given | settings, table_count=table_count, s0=S0, created_by=director
    )
    return Tournament.objects.get(slug=slug)


def member(tournament: Tournament, role: Role = Role.DIRECTOR, username: str = "anna") -> User:
    """An account with this role in the tournament."""
    user: User = UserFactory(username=username)
    Membership.objects.get_or_create(user=user, tournament=tournament, role=role)
    return user


def sell(tournament: Tournament, *holdings: int, names: tuple[str, ...] = ()) -> list[int]:
    """Sell so many cards to one person after the other; returns their start numbers."""
    made = []
    for index, count in enumerate(holdings):
        name = names[index] if index < len(names) else f"Spieler {tournament.people.count() + 1}"
        made.append(
            cards.sell(tournament=tournament, actor=CASHIER, cards=count, new_person=PersonData(name)).start_number
        )
    return made


def close(tournament: Tournament) -> Tournament:
    """Close the sale at the only size that fits."""
    numbers = knockout.numbers_for(cards.sold_count(tournament))
    tournaments.close_sale(tournament=tournament, actor=DIRECTOR, numbers=numbers)
    return fresh(tournament)


def draw(tournament: Tournament, stage: DrawStage = DrawStage.MAIN, **given: Any) -> draws.CarriedOut:
    """Prepare and carry out the draw that is due, with 4711 from the hall."""
    draws.prepare(tournament=tournament, actor=DIRECTOR, stage=stage, **given)
    return draws.carry_out(tournament=tournament, actor=DIRECTOR, public=["4711"])


def drawn_tournament(*holdings: int, **settings: Any) -> Tournament:
    """A tournament whose first round is drawn; the field offered is the one that fits, unless said otherwise."""
    settings.setdefault("cards_offered", max(8, knockout.numbers_for(sum(holdings))))
    settings.setdefault("max_cards_per_person", max(holdings))

    def make() -> Tournament:
        tournament = make_tournament(**settings)
        sell(tournament, *holdings)
        close(tournament)
        draw(tournament)
        return fresh(tournament)

    return make() if "director" in settings else kept(("drawn", holdings, sorted(settings.items())), make)


def play(tournament: Tournament, serial: int, winner: Side = Side.LEFT) -> results.Recorded:
    """Record 2:0 (in a match to two) for one side."""
    to_win = tournament.matches.get(serial=serial).bummerl_to_win
    score = (to_win, 0) if winner == Side.LEFT else (0, to_win)
    return results.record(
        tournament=tournament, actor=SCORER, match=serial, report=Report(Outcome.PLAYED, winner, score)
    )


def open_matches(tournament: Tournament) -> list[int]:
    """Serials of the matches that are open now."""
    return list(
        tournament.matches.filter(annulled_with=None, outcome="open")
        .order_by("serial")
        .values_list("serial", flat=True)
    )


def play_round(tournament: Tournament) -> None:
    """Decide all that is open now: left wins."""
    for serial in open_matches(tournament):
        play(tournament, serial)


def play_on(tournament: Tournament, until_numbers: int = 0) -> None:
    """Play and draw on until every match is decided, or until a main round of this size is drawn and open."""
    while True:
        play_round(tournament)
        due = knockout.due(convert.situation(fresh(tournament)))
        stage = next(
            (
                DrawStage.MAIN if isinstance(s, knockout.DrawRound) else DrawStage.PLACES
                for s in due.steps
                if not isinstance(s, knockout.MakeMatches)
            ),
            None,
        )
        if stage is None:
            if not open_matches(tournament):
                return
            continue
        made = draw(tournament, stage)
        if (
            until_numbers
            and tournament.draws.get(number=made.number).numbers <= until_numbers
            and stage == DrawStage.MAIN
        ):
            return


def played_tournament(*holdings: int, **settings: Any) -> Tournament:
    """A tournament whose matches are all decided: left wins."""

    def make() -> Tournament:
        tournament = drawn_tournament(*holdings, **settings)
        play_on(tournament)
        return fresh(tournament)

    return make() if "director" in settings else kept(("played", holdings, sorted(settings.items())), make)


def fresh(tournament: Tournament) -> Tournament:
    """The tournament as it is stored now, without cached relations."""
    return Tournament.objects.get(pk=tournament.pk)
