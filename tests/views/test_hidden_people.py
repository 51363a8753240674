"""Whoever is not public has no name for guests: nothing they see, not even the order, depends on what he is called."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from django.core.cache import cache
from django.test import Client

from tests.factories import DIRECTOR, SCORER, close, draw, fresh, make_tournament, play_on, play_round, sell
from tournament import clock, links
from tournament.models import Person, Tournament
from tournament.services import boards, calling

pytestmark = pytest.mark.django_db

NAMES = ("Huber Hans", "Moar Sepp", "Öllinger Max", "Huber Franz", "Wieser Eva", "Zach Toni", "Adam Kurt", "Moar Anna")
HIDDEN = 4
#: The same person as a namesake of somebody who is public, as the first and as the last of every list, or sharing a beginning.
CALLED = (
    ("Huber Hans", "Rassach"),
    ("Huber Hans", "Wien"),
    ("Hans Huber", ""),
    ("Aaron Abel", ""),
    ("Zzz Zyprian", "Wien"),
    ("Moar Zita", "Moar Sepp"),
)


def evening() -> Tournament:
    tournament = make_tournament(cards_offered=16, published=True)
    sell(tournament, *[2] * 8, names=NAMES)
    tournament.people.filter(start_number=1).update(place="Rassach")
    tournament.people.filter(start_number=HIDDEN).update(public=False)
    tournament.prizes.update(description="Speck")
    return tournament


def rename(tournament: Tournament, name: str, place: str) -> None:
    found = Person.objects.filter(tournament=tournament, start_number=HIDDEN)
    found.update(name=name, place=place, club=place)
    for person in found:
        person.refresh_keys()
        person.save()


def pages(tournament: Tournament) -> dict[str, str]:
    """Everything that is open without an account, as it stands."""
    cache.clear()
    slug = tournament.slug
    addresses = [f"/t/{slug}/gast/", f"/t/{slug}/baum/", f"/t/{slug}/baum/?nr={HIDDEN}", f"/t/{slug}/regeln/"]
    addresses += [f"/t/{slug}/gast/nr/{number}/" for number in range(1, 9) if number != HIDDEN]
    addresses += [f"/t/{slug}/gast/nr/{HIDDEN}/"]
    addresses += [f"/t/{slug}/gast/auslosung/{number}/" for number in tournament.draws.values_list("number", flat=True)]
    addresses += [links.path(tournament, links.Opens.PLAYER, number) for number in range(1, 9) if number != HIDDEN]
    board = links.path(tournament, links.Opens.BOARD, 1)
    addresses += [board, f"{board}/inhalt", f"{board}/stand"]
    addresses += [links.path(tournament, links.Opens.TABLE, number) for number in range(1, 5)]
    for serial in tournament.matches.values_list("serial", flat=True):
        match = links.path(tournament, links.Opens.MATCH, serial)
        addresses += [match, f"{match}/melden", f"{match}/stand?handy={'a1' * 16}"]
    return {address: _plain(Client().get(address).content.decode()) for address in addresses}


def _plain(text: str) -> str:
    text = re.sub(r'[A-Za-z0-9]{64}|W/\\"[0-9a-f]{32}', "", text)  # tokens and ETags
    return re.sub(r"\d+:\d\d(:\d\d)?", "", re.sub(r'data-(since|clock)="[^"]*"', "", text))  # clocks


def drawn(tournament: Tournament) -> None:
    close(tournament)
    draw(fresh(tournament))


def shown(tournament: Tournament) -> None:
    boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=9999)


def called(tournament: Tournament) -> None:
    serials = tournament.matches.filter(outcome="open").order_by("serial").values_list("serial", flat=True)
    calling.call(tournament=tournament, actor=SCORER, match=serials[0], table=1)


STEPS = {
    "in sale": lambda _tournament: None,
    "drawn": drawn,
    "half shown": lambda tournament: boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=9),
    "shown": shown,
    "called": called,
    "second round": lambda tournament: (play_round(tournament), draw(fresh(tournament))),
    "over": play_on,
}


def test_nothing_guests_see_depends_on_the_name_of_somebody_who_is_not_public() -> None:
    began = datetime.now(UTC)
    with clock.use(lambda: began):  # what is told after a while must not depend on how fast this test is
        tournament = evening()
        for moment, go_on in STEPS.items():
            go_on(fresh(tournament))
            _compare(tournament, moment)


def _compare(tournament: Tournament, moment: str) -> None:
    seen = []
    for name, place in CALLED:
        rename(tournament, name, place)
        seen.append(pages(fresh(tournament)))
    for (name, _place), other in zip(CALLED[1:], seen[1:], strict=True):
        told = [address for address, text in seen[0].items() if other[address] != text]
        assert told == [], f"{moment}: {name}"
    assert not any("Zyprian" in text for each in seen for text in each.values())
