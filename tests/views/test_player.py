"""The player's page: whom, where, when; by the code on the entry card, or by start number without a name that is not public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.factories import (
    DIRECTOR,
    SCORER,
    close,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    sell,
)
from tournament import clock, links
from tournament.models import Side, Tournament
from tournament.queries.players import PlayerPage, player_page
from tournament.services import boards, calling

pytestmark = pytest.mark.django_db
NAMES = (
    "Huber Johann",
    "Moar Sepp",
    "Öllinger Ägidius",
    "Kővári Ödön",
    "Resch Maria",
    "Nguyễn Thị Ánh",
    "Zwettler Karl",
    "Bauer Anna",
)


def earlier() -> datetime:
    return datetime.now(UTC) - timedelta(minutes=30)


@pytest.fixture
def evening() -> Tournament:
    """Huber has three cards, the others one; drawn half an hour ago."""
    tournament = make_tournament(published=True)
    sell(tournament, 3, 1, 1, 1, 1, 1, names=NAMES)
    close(tournament)
    with clock.use(earlier):
        draw(tournament)
    return fresh(tournament)


def path(tournament: Tournament, number: int = 1) -> str:
    return links.path(tournament, links.Opens.PLAYER, number)


def html(tournament: Tournament, number: int = 1) -> str:
    return Client().get(path(tournament, number)).content.decode()


def page(tournament: Tournament, number: int = 1) -> PlayerPage:
    return player_page(fresh(tournament), tournament.people.get(start_number=number), own=True)


class TestLink:
    def test_the_code_on_the_card_opens_it_without_an_account(self, evening) -> None:
        assert "Huber Johann" in html(evening)

    def test_it_opens_nobody_elses(self, evening) -> None:
        token = links.token(evening, links.Opens.PLAYER, 1)
        assert Client().get(f"/t/feuerwehr/spieler/2/{token}").status_code == 404

    def test_it_works_before_anything_is_published(self, evening) -> None:
        Tournament.objects.update(published=False)
        assert Client().get(path(evening)).status_code == 200

    def test_unchanged_is_one_query_and_304(self, evening, django_assert_num_queries) -> None:
        client = Client()
        etag = client.get(path(evening))["ETag"]
        with django_assert_num_queries(1):
            answer = client.get(path(evening), headers={"If-None-Match": etag})
        assert answer.status_code == 304

    @pytest.mark.parametrize("size", [16, 256])
    def test_it_costs_the_same_at_every_size(self, size, django_assert_num_queries) -> None:
        with clock.use(earlier):
            evening = drawn_tournament(*[2] * (size // 2))
        calling.call(tournament=evening, actor=SCORER, match=open_matches(evening)[0], table=1)
        with django_assert_num_queries(
            11
        ):  # version, person with tournament, names, screen and draw, own matches, hall, cards
            Client().get(path(evening))

    def test_it_is_small(self, evening) -> None:
        assert len(Client().get(path(evening)).content) < 8_000


class TestNext:
    def test_whom_and_whether_he_is_free(self, evening) -> None:
        first = page(evening).next
        assert first.free
        assert "ist frei, ihr könnt beginnen" in html(evening)

    def test_where_when_called(self, evening) -> None:
        serial = evening.matches.filter(left_card__owner__start_number=1).first().serial
        calling.call(tournament=evening, actor=SCORER, match=serial, table=3)
        assert page(evening).next.table == 3
        assert "Tisch 3" in html(evening)

    def test_what_comes_after_it(self, evening) -> None:
        serial = evening.matches.filter(left_card__owner__start_number=1).first().serial
        calling.call(tournament=evening, actor=SCORER, match=serial, table=3)
        assert [one.state for one in page(evening).due[1:]] == ["nach deiner jetzigen Begegnung"] * 2

    def test_an_opponent_who_plays_elsewhere_is_not_free(self, evening) -> None:
        mine = evening.matches.filter(left_card__owner__start_number=1).first()
        serial = mine.serial
        calling.call(tournament=evening, actor=SCORER, match=serial, table=4)
        other = mine.right_card.owner
        assert page(evening, other.start_number).next.table == 4

    def test_my_cards_and_the_way_so_far(self, evening) -> None:
        for serial in open_matches(evening):
            play(evening, serial)
        found = page(evening)
        assert len(found.cards) == 3
        assert {one.won for one in found.past} <= {True, False}
        assert len(found.past) == 3
        assert found.past[0].score in {"2 : 0", "0 : 2"}

    def test_who_won_and_who_lost_is_told_by_sign_and_word(self, evening) -> None:
        mine = evening.matches.filter(left_card__owner__start_number=1) | evening.matches.filter(
            right_card__owner__start_number=1
        )
        first, second = [row for row in mine.order_by("serial") if row.outcome == "open"][:2]
        for row, wins in ((first, True), (second, False)):
            left = row.left_card.owner.start_number == 1
            play(evening, row.serial, Side.LEFT if left == wins else Side.RIGHT)
        shown = html(evening)
        assert '<span class="outcome"><span aria-hidden="true">✓</span> gewonnen</span>' in shown
        assert '<span class="outcome"><span aria-hidden="true">✗</span> verloren</span>' in shown

    def test_a_namesake_one_has_met_comes_with_his_place(self, evening) -> None:
        evening.people.exclude(start_number=1).update(name="Moar Franz", name_keys="|moar franz|")
        for person in evening.people.exclude(start_number=1):
            evening.people.filter(pk=person.pk).update(place=f"Ort {person.start_number}")
        for serial in open_matches(evening):
            play(evening, serial)
        for one in page(evening).past:
            assert one.opponent.where == f"Ort {one.opponent.start_number}"
            assert f'<bdi>Moar Franz</bdi> <span class="soft"><bdi>{one.opponent.where}</bdi></span><br>' in html(
                evening
            )

    def test_before_the_draw_and_after_the_end_there_is_a_sentence(self) -> None:
        tournament = make_tournament()
        sell(tournament, *[1] * 8, names=NAMES)
        assert "Noch ist nicht gelost" in html(tournament)
        close(tournament)
        with clock.use(earlier):
            draw(tournament)
            play_on(tournament)
        assert page(tournament).due == ()

    def test_while_the_draw_is_shown_it_tells_nothing(self) -> None:
        tournament = make_tournament()
        sell(tournament, *[1] * 8, names=NAMES)
        close(tournament)
        draw(tournament)
        assert "Im Saal wird gerade gelost" in html(tournament)
        assert page(tournament).due == ()
        boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=1, position=999)
        assert len(page(tournament).due) == 1


class TestPrivacy:
    def test_an_opponent_who_is_not_public_is_a_number(self, evening) -> None:
        evening.people.exclude(start_number=1).update(public=False, phone="0664 1234567")
        shown = html(evening)
        assert not any(name in shown for name in NAMES[1:])
        assert "Nr. " in shown

    def test_his_own_name_stands_on_his_own_page_only(self, evening) -> None:
        evening.people.filter(start_number=1).update(public=False)
        assert "Huber Johann" in html(evening)
        assert "Huber Johann" not in Client().get("/t/feuerwehr/gast/nr/1/").content.decode()

    def test_never_a_phone_number(self, evening) -> None:
        evening.people.update(phone="0664 1234567", note="zahlt später")
        for address in (path(evening), "/t/feuerwehr/gast/nr/1/"):
            shown = Client().get(address).content.decode()
            assert "0664" not in shown
            assert "zahlt" not in shown


def test_it_looks_again_without_a_script_too(evening) -> None:
    assert '<noscript><meta http-equiv="refresh"' in html(evening)
