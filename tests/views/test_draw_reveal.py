"""A draw on screen and on paper: worked out from its steps alone, so that nothing that happened later changes it."""

from __future__ import annotations

import io
import json
import re

import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories import DIRECTOR, close, draw, drawn_tournament, fresh, make_tournament, member, play_round, sell
from tournament.domain.psd1 import Field, carry_out, hex_of, leads_to
from tournament.models import BoardState, CardMove, DrawMethod, DrawStage, Tournament
from tournament.queries.draw_reveal import reveal_data
from tournament.queries.draw_shown import ShownDraw, by_name, shown, step_lines
from tournament.services import draws

pytestmark = pytest.mark.django_db

# Alois 3 cards (1-3), Berta 2 (4-5), Cilli 1 (6): eight numbers, two byes.
ALOIS, BERTA, CILLI = 1, 2, 3


def drawn(*holdings: int, method: DrawMethod | None = None, **settings: object) -> Tournament:
    tournament = make_tournament(
        cards_offered=max(8, 1 << (sum(holdings) - 1).bit_length()), max_cards_per_person=64, **settings
    )
    sell(tournament, *holdings, names=("Alois", "Berta", "Cilli"))
    draw(close(tournament), method=method)
    return fresh(tournament)


def of(tournament: Tournament, number: int = 1) -> ShownDraw:
    found = shown(tournament, number)
    assert found is not None
    return found


def client_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(member(tournament))
    return client


@pytest.mark.parametrize("method", [DrawMethod.TWO_POT, DrawMethod.FAIR])
@pytest.mark.parametrize("holdings", [(3, 2, 1), (4, 4, 4, 4), (7, 1), (2, 2, 2, 1)])
def test_meetings_and_byes_shown_are_those_stored(method: DrawMethod, holdings: tuple[int, ...]) -> None:
    tournament = drawn(*holdings, method=method)
    stored = {
        (m.number, m.left_card.number, m.right_card.number if m.right_card else None)
        for m in tournament.matches.select_related("left_card", "right_card").filter(round=1)
    }
    found = {(m.number, m.left.card, m.right.card if m.right else None) for m in of(tournament).meetings}
    assert found == stored
    assert len(of(tournament).self_meetings) == tournament.matches.filter(round=1, outcome="self").count()


def test_sheet_by_name_has_every_card_once_and_both_sides_agree() -> None:
    draw_ = of(drawn(4, 4, 4, 3))
    lines = by_name(draw_)
    assert sorted(line.holder.card for line in lines) == list(range(1, 16))
    opponents = {line.holder.card: line.opponent.card if line.opponent else None for line in lines}
    for card, opponent in opponents.items():
        assert opponent is None or opponents[opponent] == card


def test_what_happens_later_does_not_change_the_draw() -> None:
    tournament = drawn(3, 2, 1)
    before = of(tournament).meetings
    card = tournament.cards.get(number=6)
    people = {person.start_number: person for person in tournament.people.all()}
    card.owner = people[BERTA]
    card.save()
    CardMove.objects.create(
        tournament=tournament,
        number=1,
        card=card,
        from_person=people[CILLI],
        to_person=people[BERTA],
        after_draw=1,
        reason="verwechselt",
        by="anna",
        at=tournament.created_at,
    )
    assert of(tournament).meetings == before


def test_annulled_draw_still_shows_what_was_drawn() -> None:
    tournament = drawn(3, 2, 1)
    before = of(tournament).meetings
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Topf umgefallen")
    assert of(fresh(tournament)).meetings == before


def test_every_number_of_the_left_pot_comes_before_the_right_one() -> None:
    kinds = [step[0] for step in of(drawn(4, 4, 4, 3)).steps]
    assert kinds[0] == "order"
    first_right = kinds.index("right") if "redraw" not in kinds else min(kinds.index("right"), kinds.index("redraw"))
    assert set(kinds[1:first_right]) == {"left"}
    assert "left" not in kinds[first_right:]


def test_a_redraw_is_a_step_of_its_own_with_a_remark() -> None:
    tournament = drawn(3, 2, 1)
    row = tournament.draws.get()
    row.steps = [
        ["order", 1, 2, 3],
        *(["left", n, n] for n in (1, 2, 3, 4)),
        ["redraw", 4, 5],
        ["right", 1, 5],
        ["right", 4, 6],
    ]
    row.save()
    draw_ = of(tournament)
    assert draw_.redraws == 1
    redraw = next(line for line in step_lines(draw_) if line.kind == "redraw")
    assert (redraw.number, redraw.who.name, redraw.remark) == (4, "Berta", "eigene Nummer: zurückgelegt, neu gezogen")
    assert [(m.number, m.right.card if m.right else None) for m in draw_.meetings] == [
        (1, 5),
        (2, None),
        (3, None),
        (4, 6),
    ]


def test_a_void_says_what_it_voids() -> None:
    tournament = drawn(3, 2, 1)
    row = tournament.draws.get()
    row.method = DrawMethod.FAIR
    row.steps = [
        ["bye", 4],
        ["bye", 5],
        ["void"],
        ["bye", 6],
        ["bye", 1],
        ["match", 2, 3],
        ["void"],
        ["match", 2, 4],
        ["match", 3, 5],
    ]
    row.save()
    draw_ = of(tournament)
    assert [step[1] for step in draw_.steps if step[0] == "void"] == ["byes", "matches"]
    assert [(m.number, m.left.card, m.right.card if m.right else None) for m in draw_.meetings] == [
        (1, 2, 4), (2, 3, 5), (3, 6, None), (4, 1, None),
    ]  # fmt: skip


def test_data_of_the_page_is_json_and_harmless_whatever_people_are_called() -> None:
    tournament = make_tournament()
    sell(tournament, 2, 2, 1, names=("</script><script>alert(1)</script>", "Šnjarić Đurđa", "x" * 120))
    draw(close(tournament))
    page = client_of(tournament).get("/t/feuerwehr/auslosung/1/").content.decode()
    source = re.search(r'<script id="reveal-data" type="application/json">(.*?)</script>', page, re.S)
    assert source is not None
    data = json.loads(source[1])
    assert data["people"]["1"][0] == "</script><script>alert(1)</script>"
    assert "<script>alert(1)" not in page


def test_the_browser_remembers_a_draw_by_its_check() -> None:
    tournament = drawn(3, 2, 1)
    key = reveal_data(of(tournament))["key"]
    assert key.endswith(tournament.draws.get().check_sum[:8])


def test_everything_is_on_the_page_without_a_script() -> None:
    tournament = drawn(3, 2, 1)
    page = client_of(tournament).get("/t/feuerwehr/auslosung/1/").content.decode()
    assert page.count("Freilos") >= 4
    assert tournament.draws.get().check_sum[:8] in page
    for kind in ("links", "rechts"):
        assert re.search(rf"{kind} \d", page)


def test_protocol_has_all_that_is_needed_to_recompute_the_draw() -> None:
    tournament = drawn(3, 2, 1)
    row = tournament.draws.get()
    page = client_of(tournament).get("/t/feuerwehr/auslosung/1/protokoll/").content.decode()
    chain = tournament.chains.get()
    for text in (
        chain.seal,
        hex_of(row.field),
        row.secret,
        row.check_sum,
        row.field,
        row.result,
        "4711",
        of(tournament).key,
    ):
        assert text in page
    assert (
        f"manage.py replay_draw feuerwehr-field-1.txt --secret {row.secret} --public 4711 --seal {chain.seal}" in page
    )
    assert leads_to(row.secret, chain.seal, 1)
    assert carry_out(Field.parse(row.field), row.secret, row.public).check == row.check_sum


def test_the_file_of_the_page_replays_to_the_same_check(tmp_path) -> None:
    tournament = drawn(3, 2, 1)
    row = tournament.draws.get()
    file = tmp_path / "field.txt"
    file.write_bytes(client_of(tournament).get("/t/feuerwehr/auslosung/1/field.txt").content)
    said = io.StringIO()
    call_command(
        "replay_draw", str(file), secret=row.secret, public=row.public, seal=tournament.chains.get().seal, stdout=said
    )
    assert said.getvalue().strip().endswith(f"check {row.check_sum}")


def test_second_draw_of_a_chain_is_hashed_twice_to_the_seal() -> None:
    tournament = drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)
    play_round(tournament)
    draw(tournament)
    second = of(tournament, 2)
    assert second.hashes_to_seal == 2
    assert leads_to(second.row.secret, second.chain.seal, 2)


def test_sheet_and_protocol_print_the_last_hashes_of_journal_and_cash_book() -> None:
    tournament = drawn(3, 2, 1)
    journal = tournament.journal.order_by("-number").first()
    cash = tournament.cash.order_by("-number").first()
    for paper in ("blatt", "protokoll"):
        page = client_of(tournament).get(f"/t/feuerwehr/auslosung/1/{paper}/").content.decode()
        assert journal.hash in page
        assert cash.hash in page


def test_protocol_names_annulled_draws_with_their_reason() -> None:
    tournament = drawn(3, 2, 1)
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="Topf umgefallen")
    draw(fresh(tournament))
    page = client_of(tournament).get("/t/feuerwehr/auslosung/2/protokoll/").content.decode()
    assert "Topf umgefallen" in page


def test_places_5_to_8_are_shown_as_pairs() -> None:
    tournament = drawn_tournament(1, 1, 1, 1, 1, 1, 1, 1)
    play_round(tournament)
    draw(tournament)
    draw(tournament, DrawStage.PLACES)
    places = of(tournament, 3)
    assert (places.kind, len(places.matches), len(places.byes)) == ("pairs", 2, 0)
    assert client_of(tournament).get("/t/feuerwehr/auslosung/3/").status_code == 200


class TestTwoDesks:
    """Only what a person presses moves the screen, and only from where he believes it to be."""

    PAGE, SCREEN = "/t/feuerwehr/auslosung/1/", "/t/feuerwehr/tafel/auslosung/1/"

    @pytest.fixture
    def desk(self) -> Client:
        return client_of(drawn(3, 2, 1))

    def screen(self) -> tuple[int | None, int]:
        state = BoardState.objects.get()
        return state.draw, state.position

    def test_who_is_behind_learns_where_the_screen_is_and_moves_nothing(self, desk) -> None:
        desk.post(self.SCREEN, {"position": 3})
        for stale in ({"position": 1}, {"position": 1, "believed": 0}, {"position": 9, "believed": [0, 2]}):
            answer = desk.post(self.SCREEN, stale)
            assert (answer.status_code, answer.json(), self.screen()) == (200, {"position": 3}, (1, 3))

    @pytest.mark.parametrize("target", [0, 2, 4])
    def test_who_knows_where_it_is_goes_on_and_back(self, desk, target) -> None:
        desk.post(self.SCREEN, {"position": 3})
        assert desk.post(self.SCREEN, {"position": target, "believed": [1, 3]}).status_code == 204
        assert self.screen() == (1, target)

    def test_what_is_no_number_is_not_believed(self, desk) -> None:
        desk.post(self.SCREEN, {"position": 3})
        assert desk.post(self.SCREEN, {"position": 1, "believed": "x"}).json() == {"position": 3}

    def test_a_page_begins_where_the_screen_is(self, desk) -> None:
        assert "data-shown" not in desk.get(self.PAGE).content.decode()
        desk.post(self.SCREEN, {"position": 1234})
        desk.post(self.SCREEN, {"position": 3, "believed": self.screen()[1]})
        assert 'data-shown="3"' in desk.get(self.PAGE).content.decode()
        assert self.screen() == (1, 3)

    def test_a_page_that_is_looked_up_steers_only_what_the_hall_is_in_the_middle_of(self, desk) -> None:
        desk.post(self.SCREEN, {"position": 3})
        assert "data-publish" in desk.get(f"{self.PAGE}?alles").content.decode()
        desk.post(self.SCREEN, {"position": 1234})
        assert "data-publish" not in desk.get(f"{self.PAGE}?alles").content.decode()
        assert "data-publish" in desk.get(self.PAGE).content.decode()

    def test_the_hall_waits_for_the_first_step_as_soon_as_it_is_drawn_and_sending_that_again_winds_nothing_back(
        self,
    ) -> None:
        tournament = make_tournament()
        sell(tournament, 3, 2, 1)
        draws.prepare(tournament=close(tournament), actor=DIRECTOR)
        desk = client_of(tournament)
        ready = desk.get("/t/feuerwehr/auslosung/?zahlen=4711").content.decode()
        form = dict(re.findall(r'name="(public|field_hash|request_key)" value="([^"]*)"', ready))
        assert desk.post("/t/feuerwehr/auslosung/losen/", form).status_code == 302
        assert self.screen() == (1, 0)
        desk.post(self.SCREEN, {"position": 3})
        assert desk.post("/t/feuerwehr/auslosung/losen/", form).status_code == 302
        assert self.screen() == (1, 3)
