"""Namesakes at the desk: asked about where it is not clear who is meant, and the cursor waits where the answer is likely."""

import re

import pytest

from tests import factories
from tests.views.test_sale import DESK, sale
from tournament.models import Person, Role, Tournament
from tournament.services import cards
from tournament.services.people import PersonData


@pytest.fixture
def tournament(db) -> Tournament:
    return factories.make_tournament(cards_offered=16, max_cards_per_person=4)


@pytest.fixture
def cashier(client_as, tournament):
    return client_as(tournament, Role.CASHIER, name="karl")


def namesakes(tournament: Tournament, *here: tuple[int, str, str]) -> None:
    """People called Huber Johann: so many cards, place, club."""
    for count, place, club in here:
        who = PersonData("Huber Johann", place, club)
        cards.sell(
            tournament=tournament, actor=factories.CASHIER, cards=count, new_person=who, another_with_this_name=True
        )


@pytest.mark.parametrize(
    ("place", "club", "asked"),
    [
        ("Rassach", "", False),
        ("", "Musik", False),
        ("St. Stefan", "Musik", False),
        ("", "", True),
        ("st. stefan", "", True),
        ("St.  Stefan", "FF", True),
        ("", "ff", True),
    ],
)
@pytest.mark.parametrize("reserve", [{}, {"reserve": "1"}], ids=["sold", "reserved"])
def test_a_new_person_from_elsewhere_is_not_asked_about_again(
    cashier, tournament, place: str, club: str, asked: bool, reserve: dict[str, str]
) -> None:
    """F2 says "somebody else", the place says who: asked about only where neither place nor club is another."""
    namesakes(tournament, (1, "St. Stefan", "FF"))
    answer = cashier.post(DESK, sale(who="Johann Huber", place=place, club=club, meant_as_new="1", **reserve))
    assert (answer.status_code == 422) is asked
    assert Person.objects.count() == (1 if asked else 2)


def test_a_new_person_is_asked_about_while_one_of_several_namesakes_fits(cashier, tournament) -> None:
    namesakes(tournament, (1, "St. Stefan", ""), (1, "Rassach", ""))
    assert cashier.post(DESK, sale(who="Huber Johann", place="Rassach", meant_as_new="1")).status_code == 422
    assert cashier.post(DESK, sale(who="Huber Johann", place="Weiz", meant_as_new="1")).status_code == 302


def test_a_place_alone_without_the_choice_of_a_new_person_is_asked_about(cashier, tournament) -> None:
    namesakes(tournament, (1, "St. Stefan", ""))
    assert cashier.post(DESK, sale(who="Huber Johann", place="Rassach")).status_code == 422


@pytest.mark.parametrize(
    ("here", "wanted", "reserve", "cursor"),
    [
        ((4, 1), 2, {}, "2"),
        ((1, 2), 2, {}, "1"),
        ((4, 4), 1, {}, "place"),
        ((3, 3), 2, {}, "place"),
        ((4, 4), 1, {"reserve": "1"}, "1"),
    ],
)
def test_the_cursor_waits_at_the_namesake_who_can_take_the_cards(
    cashier, tournament, here: tuple[int, ...], wanted: int, reserve: dict[str, str], cursor: str
) -> None:
    namesakes(tournament, *((count, f"Ort {n}", "") for n, count in enumerate(here)))
    page = cashier.post(DESK, sale(who="Huber Johann", cards=wanted, **reserve)).content.decode()
    (tag,) = re.findall(r"<(?:input|button)[^>]*\bautofocus\b[^>]*>", page)
    assert ('name="place"' in tag) if cursor == "place" else f'value="{cursor}"' in tag
