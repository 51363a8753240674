"""The big screen: a link that shows and never writes, its scenes, the draw step by step, and the desk's hand on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
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
    open_matches,
    play,
    play_on,
    sell,
)
from tournament import clock, links
from tournament.domain import tap_fold
from tournament.models import BoardScene, BoardState, DrawStage, Role, Scope, Side, Tournament
from tournament.queries.boards import board_of
from tournament.queries.draw_reveal import reveal_data
from tournament.queries.draw_shown import shown
from tournament.services import boards, calling, cards, draws, hand_draws, taps
from tournament.services.base import touch
from tournament.services.errors import Forbidden
from tournament.services.people import PersonData

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rest")]
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


@pytest.fixture
def evening() -> Tournament:
    """Eight people, eight cards, the first round drawn a while ago."""
    tournament = make_tournament(sponsors_text="Fleischerei Moar\nWeingut Jöbstl")
    sell(tournament, *[1] * 8, names=NAMES)
    close(tournament)
    with clock.use(lambda: clock_now() - timedelta(minutes=30)):
        draw(tournament)
    return fresh(tournament)


def clock_now():
    from datetime import UTC, datetime

    return datetime.now(UTC)


def path(tournament: Tournament) -> str:
    return links.path(tournament, links.Opens.BOARD, 1)


def html(tournament: Tournament) -> str:
    return Client().get(f"{path(tournament)}/inhalt").content.decode()


def scenes(tournament: Tournament) -> list[str]:
    """The scenes in order, each once."""
    return list(dict.fromkeys(page.scene.value for page in board_of(fresh(tournament)).pages))


class TestLink:
    def test_it_needs_no_account(self, evening) -> None:
        answer = Client().get(path(evening))
        assert answer.status_code == 200
        assert "Runde 1" in answer.content.decode()

    @pytest.mark.parametrize("wrong", ["x" * 16, ""])
    def test_no_other_token_opens_it(self, evening, wrong) -> None:
        assert Client().get(f"/t/feuerwehr/tafel/1/{wrong or 'y'}").status_code == 404

    def test_another_tournaments_link_does_not(self, evening) -> None:
        other = make_tournament(slug="andere")
        token = links.token(other, links.Opens.BOARD, 1)
        assert Client().get(f"/t/feuerwehr/tafel/1/{token}").status_code == 404

    @pytest.mark.parametrize("part", ["", "/inhalt", "/stand"])
    def test_it_writes_nothing(self, evening, part) -> None:
        assert Client().post(f"{path(evening)}{part}", {"scene": "prizes"}).status_code == 405

    @pytest.mark.parametrize("part", ["/inhalt", "/stand"])
    def test_unchanged_is_one_query_and_304(self, evening, part, django_assert_num_queries) -> None:
        client = Client()
        etag = client.get(path(evening) + part)["ETag"]
        with django_assert_num_queries(1):
            answer = client.get(path(evening) + part, headers={"If-None-Match": etag})
        assert (answer.status_code, answer.content) == (304, b"")

    def test_a_call_changes_it(self, evening) -> None:
        client = Client()
        etag = client.get(f"{path(evening)}/inhalt")["ETag"]
        calling.call(tournament=evening, actor=SCORER, match=1, table=3)
        answer = client.get(f"{path(evening)}/inhalt", headers={"If-None-Match": etag})
        assert answer.status_code == 200
        assert "Bitte zum Tisch" in answer.content.decode()

    @pytest.mark.parametrize("size", [16, 256])
    def test_it_costs_the_same_at_every_size(self, size, django_assert_num_queries) -> None:
        with clock.use(lambda: clock_now() - timedelta(minutes=30)):
            evening = drawn_tournament(*[2] * (size // 2))
        calling.call(tournament=evening, actor=SCORER, match=open_matches(evening)[0], table=1)
        play(evening, open_matches(evening)[-1])
        with django_assert_num_queries(20):
            Client().get(f"{path(evening)}/inhalt")


class TestScenes:
    def test_before_the_draw_start_list_seal_and_thanks(self) -> None:
        tournament = make_tournament(sponsors_text="Fleischerei Moar")
        sell(tournament, 2, 1, names=NAMES)
        assert scenes(tournament) == ["start_list", "draw", "sponsors"]
        shown = html(tournament)
        assert "Huber Johann" in shown
        assert tournament.chains.get().seal[:8] in shown

    def test_while_it_is_played(self, evening) -> None:
        assert scenes(evening) == ["calls", "round", "bracket", "draw", "sponsors"]

    def test_running_scores_as_the_phones_count(self, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=1)
        given = [taps.GivenTap(n, tap_fold.read("L3")) for n in (1, 2, 3)]
        taps.deliver(tournament=evening, match=1, device="a" * 16, term=0, taps=given)
        assert "scores" in scenes(evening)
        assert Client().get(f"{path(evening)}/stand").json()["scores"] == {"1": "1 : 0"}
        assert "1 : 0" in html(evening)

    def test_who_is_called_and_who_does_not_come(self, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=3)
        calling.set_missing(tournament=evening, actor=SCORER, match=1, side=Side.LEFT)
        match = evening.matches.get(serial=1)
        shown = html(evening)
        assert "vor <span data-since>0:00</span> min gerufen" in shown
        assert f"{match.right_card.owner.name} wartet" in shown

    def test_calls_come_back_between_the_other_pages(self, evening) -> None:
        calling.call(tournament=evening, actor=SCORER, match=1, table=3)
        order = [page.scene.value for page in board_of(evening).pages]
        assert order == ["calls", "round", "bracket", "calls", "draw", "sponsors"]

    def test_calls_are_not_lost_among_all_that_is_being_played(self) -> None:
        """Sixty tables play: beside the calls a few of them, all of them in their own scene."""
        with clock.use(lambda: clock_now() - timedelta(minutes=30)):
            evening = drawn_tournament(*[1] * 128, table_count=60)
        for table, match in enumerate(open_matches(evening)[:60], start=1):
            calling.call(tournament=evening, actor=SCORER, match=match, table=table)
            if table < 60:
                calling.start(tournament=evening, actor=SCORER, match=match)
        pages = board_of(fresh(evening)).pages
        calls = {page.key: page for page in pages if page.scene == BoardScene.CALLS}
        assert len(calls) == 4
        assert all(len(page.data["called"]) == 1 for page in calls.values())
        playing = [one.table for page in pages if page.scene == BoardScene.SCORES for one in page.data["items"]]
        assert playing == list(range(1, 60))

    def test_more_than_32_matches_turn_over(self) -> None:
        with clock.use(lambda: clock_now() - timedelta(minutes=30)):
            evening = drawn_tournament(*[1] * 128)
        pages = [page for page in board_of(evening).pages if page.scene == BoardScene.ROUND]
        assert [(page.page, page.pages, len(page.data["items"])) for page in pages] == [(1, 2, 32), (2, 2, 32)]

    def test_at_the_end_the_prizes_with_their_winners(self, evening) -> None:
        evening.prizes.filter(place=1).update(description="Halbe Sau")
        play_on(evening)
        assert "prizes" in scenes(evening)
        assert "Halbe Sau" in html(evening)
        assert "Der Weg ins Finale" in html(evening)

    def test_somebody_who_is_not_public_is_a_number_everywhere(self, evening) -> None:
        evening.people.filter(name="Moar Sepp").update(public=False)
        evening.prizes.update(description="Speck")
        for step in (
            lambda: None,
            lambda: calling.call(tournament=evening, actor=SCORER, match=1, table=1),
            lambda: play_on(evening),
        ):
            step()
            shown = html(fresh(evening))
            assert "Moar Sepp" not in shown
        assert "Nr. 2" in shown

    def test_a_long_name_and_one_that_looks_like_html(self, evening) -> None:
        evening.people.filter(name="Moar Sepp").update(name="<script>alert(1)</script>" + "Ü" * 90)
        assert "<script>alert" not in html(evening)


class TestDrawStepByStep:
    @pytest.fixture
    def just_drawn(self) -> Tournament:
        tournament = make_tournament(cards_offered=16)
        sell(tournament, *[2] * 8, names=NAMES)
        close(tournament)
        draw(tournament)
        return fresh(tournament)

    def publish(self, tournament: Tournament, position: int) -> boards.Shown:
        number = tournament.draws.order_by("-number").first().number
        return boards.show_draw(tournament=tournament, actor=DIRECTOR, draw=number, position=position)

    def test_before_the_desk_shows_it_the_screen_tells_nothing(self, just_drawn) -> None:
        assert scenes(just_drawn) == ["draw"]
        assert "Gleich wird gelost" in html(just_drawn)
        assert "4711" in html(just_drawn), "the hall sees its own numbers before the first slip"
        assert "gegen" not in html(just_drawn)

    def test_it_goes_as_far_as_the_desk_and_no_further(self, just_drawn) -> None:
        steps = just_drawn.draws.get().steps
        lefts = [step for step in steps if step[0] == "left"]
        self.publish(just_drawn, 3)  # the order, and two from the left pot
        shown = html(just_drawn)
        assert "Schritt 3 von" in shown
        assert shown.count('class="gone"') + shown.count('class="now"') == 2
        assert f'class="now">{lefts[1][1]}<' in shown

    def test_when_all_is_shown_the_round_appears(self, just_drawn) -> None:
        self.publish(just_drawn, 10_000)
        assert "round" in scenes(just_drawn)

    def test_the_last_step_and_the_check_number_stay_until_matches_begin(self, just_drawn) -> None:
        Tournament.objects.update(sponsors_text="Fleischerei Moar")
        self.publish(just_drawn, 10_000)
        drawn = just_drawn.draws.get()
        last = next(step for step in reversed(drawn.steps) if step[0] == "right")
        shown = html(just_drawn)
        assert [page.key for page in board_of(fresh(just_drawn)).pages][:3] == ["draw-1", "draw-2", "round-1"]
        assert f'class="now">{last[1]}<' in shown
        assert drawn.check_sum[:4] in shown
        assert "sponsors" not in scenes(just_drawn)
        calling.call(tournament=just_drawn, actor=SCORER, match=open_matches(just_drawn)[0], table=1)
        assert scenes(just_drawn)[0] == "calls"
        assert "sponsors" in scenes(just_drawn)

    def test_two_namesakes_do_not_look_like_somebody_who_meets_himself(self) -> None:
        tournament = make_tournament(cards_offered=8, max_cards_per_person=4)
        for place in ("Graz", "Wien"):
            data = PersonData("Wöhrer Hubert", place=place)
            cards.sell(tournament=tournament, actor=CASHIER, cards=4, new_person=data, another_with_this_name=True)
        close(tournament)
        draw(tournament)
        self.publish(tournament, 10_000)
        told = reveal_data(shown(fresh(tournament), 1))["people"]
        assert [each[3] for each in told.values()] == ["Wöhrer Hubert, Graz", "Wöhrer Hubert, Wien"]
        lines = re.findall(r"<li><strong>(?:links|rechts).*?</li>", html(tournament))
        assert lines
        assert all(re.search("Wöhrer Hubert, (Graz|Wien)", line) for line in lines)

    def test_where_nobody_shows_it_step_by_step_it_appears_by_itself(self, just_drawn) -> None:
        with clock.use(lambda: clock_now() + timedelta(seconds=30)):
            assert "round" in scenes(just_drawn)

    def test_a_match_that_begins_ends_the_show(self, just_drawn) -> None:
        self.publish(just_drawn, 3)
        play(just_drawn, open_matches(just_drawn)[0])
        assert "round" in scenes(just_drawn)

    def test_looking_at_an_old_draw_again_changes_nothing(self, evening) -> None:
        play_on(evening, 4)
        before = boards.show_draw(tournament=evening, actor=DIRECTOR, draw=1, position=2)
        assert before.draw is None

    def test_the_same_position_twice_is_no_change(self, just_drawn) -> None:
        self.publish(just_drawn, 3)
        before = just_drawn.scope_versions.get(scope=Scope.BOARD).version
        self.publish(just_drawn, 3)
        assert just_drawn.scope_versions.get(scope=Scope.BOARD).version == before

    def test_other_ways_of_drawing_are_shown_too(self, evening) -> None:
        play_on(evening, 2)
        if not evening.draws.filter(stage=DrawStage.PLACES).exists():
            pytest.fail("the placement was not drawn")
        number = evening.draws.get(stage=DrawStage.PLACES).number
        from tournament.queries.board_draw import revealed_at
        from tournament.queries.draw_shown import shown
        from tournament.queries.labels import labels_of

        drawn = shown(evening, number)
        at_last = revealed_at(drawn, 99, labels_of(evening))
        assert at_last.kind == "pairs"
        assert at_last.pots[0].inside == 0
        assert len([line for line in at_last.log if "gegen" in line.remark]) == 2

    def test_a_field_that_stands_is_shown_with_its_hash_until_it_is_drawn(self) -> None:
        tournament = make_tournament()
        sell(tournament, *[1] * 8, names=NAMES)
        close(tournament)
        draws.prepare(tournament=tournament, actor=DIRECTOR)
        shown = html(tournament)
        assert scenes(tournament) == ["draw"]
        assert "Jetzt nennt der Saal die Zahlen" in shown

    def test_the_desk_publishes_by_a_post_of_its_page(self, client_as, just_drawn) -> None:
        client = client_as(just_drawn, Role.DIRECTOR)
        page = client.get("/t/feuerwehr/auslosung/1/").content.decode()
        assert 'data-publish="/t/feuerwehr/tafel/auslosung/1/"' in page
        assert client.post("/t/feuerwehr/tafel/auslosung/1/", {"position": "4"}).status_code == 204
        assert BoardState.objects.get().position == 4

    def test_a_scorer_cannot(self, client_as, just_drawn) -> None:
        assert (
            client_as(just_drawn, Role.SCORER).post("/t/feuerwehr/tafel/auslosung/1/", {"position": "4"}).status_code
            == 403
        )


class TestDrawByHand:
    """Slips appear as they are typed; what is taken back disappears."""

    @pytest.fixture
    def drawing(self) -> Tournament:
        tournament = make_tournament(published=True)
        sell(tournament, 2, *[1] * 6, names=NAMES)
        close(tournament)
        hand_draws.start(tournament=tournament, actor=DIRECTOR)
        return fresh(tournament)

    def slip(self, tournament: Tournament, pot: str, number: int, card: int) -> None:
        hand_draws.add_slip(tournament=fresh(tournament), actor=DIRECTOR, pot=pot, number=number, card=card)

    def test_before_the_first_slip_both_pots_are_full(self, drawing) -> None:
        shown = html(drawing)
        assert scenes(drawing) == ["draw"]
        assert "Gleich wird gelost" in shown
        assert shown.count('class="in"') == 8

    def test_the_last_slip_is_large_and_its_number_is_gone(self, drawing) -> None:
        self.slip(drawing, "left", 3, 1)
        shown = html(drawing)
        assert '<p class="now-number">3</p>' in shown
        assert '<p class="now-who"><bdi>Huber Johann</bdi></p>' in shown
        assert 'class="now">3<' in shown
        assert "1 von 8 Karten haben gezogen" in shown

    def test_whoever_meets_is_told_on_the_right(self, drawing) -> None:
        for number, card in enumerate((1, 2, 3, 4), start=1):
            self.slip(drawing, "left", number, card)
        self.slip(drawing, "right", 3, 5)
        assert "gegen Moar Sepp" in html(drawing)

    def test_his_own_number_goes_back_into_the_pot(self, drawing) -> None:
        for number, card in enumerate((1, 3, 4, 5), start=1):
            self.slip(drawing, "left", number, card)
        self.slip(drawing, "right", 1, 2)
        shown = html(drawing)
        assert 'class="back">1<' in shown
        assert "4 von 8 Karten haben gezogen" in shown

    def test_a_slip_taken_back_is_in_the_pot_again(self, drawing) -> None:
        self.slip(drawing, "left", 3, 1)
        self.slip(drawing, "left", 4, 2)
        hand_draws.take_back(tournament=fresh(drawing), actor=DIRECTOR)
        shown = html(drawing)
        assert '<p class="now-number">3</p>' in shown
        assert 'class="in">4<' in shown

    def test_every_slip_is_news_for_the_screen(self, drawing) -> None:
        etag = Client().get(f"{path(drawing)}/inhalt")["ETag"]
        self.slip(drawing, "left", 3, 1)
        assert Client().get(f"{path(drawing)}/inhalt", headers={"If-None-Match": etag}).status_code == 200
        assert 'data-reveal="1"' in html(drawing)

    def test_a_still_or_black_picture_stays_so(self, drawing) -> None:
        boards.control(tournament=drawing, actor=SCORER, frozen=True, blackout=True)
        self.slip(drawing, "left", 3, 1)
        assert 'data-frozen="1" data-blackout="1"' in html(drawing)

    def test_somebody_who_is_not_public_draws_as_a_number(self, drawing) -> None:
        drawing.people.filter(start_number=1).update(public=False)
        self.slip(drawing, "left", 3, 1)
        assert "Huber Johann" not in html(drawing)

    def test_when_it_counts_the_round_is_there(self, drawing) -> None:
        for card in range(1, 9):
            self.slip(drawing, *(("left", card) if card <= 4 else ("right", card - 4)), card)
        hand_draws.complete(tournament=fresh(drawing), actor=DIRECTOR)
        assert "round" in scenes(drawing)

    def test_while_people_draw_as_they_buy_the_start_list_is_shown_too(self) -> None:
        tournament = make_tournament()
        sell(tournament, 1, 1, names=NAMES)
        hand_draws.start(tournament=tournament, actor=DIRECTOR)
        self.slip(tournament, "left", 2, 1)
        assert scenes(tournament) == ["draw", "start_list"]
        boards.control(tournament=tournament, actor=SCORER, scene=BoardScene.DRAW)
        assert "Huber Johann" in html(tournament)

    def test_it_costs_the_same_at_every_size(self, django_assert_num_queries) -> None:
        for people, slug in ((8, "klein"), (64, "gross")):
            tournament = make_tournament(slug=slug, cards_offered=people)
            sell(tournament, *[1] * people)
            close(tournament)
            hand_draws.start(tournament=tournament, actor=DIRECTOR)
            with django_assert_num_queries(10):
                board_of(fresh(tournament))


class TestControl:
    def test_the_page_has_the_link_as_text_and_code(self, client_as, evening) -> None:
        shown = client_as(evening, Role.SCORER).get("/t/feuerwehr/tafel/").content.decode()
        assert path(evening) in shown
        assert "qr-code" in shown

    def test_it_is_steered_from_the_desk(self, client_as, evening) -> None:
        client = client_as(evening, Role.SCORER)
        client.post("/t/feuerwehr/tafel/", {"scene": "bracket"})
        assert scenes(evening) == ["bracket"]
        client.post("/t/feuerwehr/tafel/", {"do": "freeze"})
        client.post("/t/feuerwehr/tafel/", {"do": "black"})
        assert Client().get(f"{path(evening)}/stand").json() == {"frozen": True, "blackout": True, "scores": {}}
        client.post("/t/feuerwehr/tafel/", {"do": "light"})
        client.post("/t/feuerwehr/tafel/", {"do": "move"})
        assert Client().get(f"{path(evening)}/stand").json() == {"frozen": False, "blackout": False, "scores": {}}

    def test_choosing_a_scene_lets_the_picture_move_again(self, evening) -> None:
        boards.control(tournament=evening, actor=SCORER, frozen=True)
        assert not boards.control(tournament=evening, actor=SCORER, scene=BoardScene.CALLS).frozen

    def test_a_scene_with_nothing_in_it_is_no_empty_screen(self, evening) -> None:
        boards.control(tournament=evening, actor=SCORER, scene=BoardScene.START_LIST)
        assert "calls" in scenes(evening)

    @pytest.mark.parametrize("given", [{"scene": "nonsense"}, {"do": "nonsense"}, {}])
    def test_nonsense_changes_nothing(self, client_as, evening, given) -> None:
        client_as(evening, Role.SCORER).post("/t/feuerwehr/tafel/", given)
        assert board_of(fresh(evening)).frozen is False

    def test_the_cashier_steers_nothing(self, client_as, evening) -> None:
        assert client_as(evening, Role.CASHIER).get("/t/feuerwehr/tafel/").status_code == 403
        with pytest.raises(Forbidden):
            boards.control(tournament=evening, actor=CASHIER, blackout=True)

    def test_a_change_anywhere_is_seen(self, evening) -> None:
        client: Callable[..., object] = Client()
        etag = client.get(f"{path(evening)}/stand")["ETag"]
        touch(evening, [Scope.TAPS])
        assert client.get(f"{path(evening)}/stand", headers={"If-None-Match": etag}).status_code == 200
