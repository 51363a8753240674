"""The draw by hand: one line per slip, every rule checked at once, nothing lost by a restart, two tabs that do not fight."""

from __future__ import annotations

import re
from itertools import count

import pytest
from django.test import Client

from tests.factories import DIRECTOR, close, fresh, make_tournament, member, sell
from tournament.models import Draw, DrawMethod, HandDraw, JournalEntry, Role, Tournament
from tournament.services import hand_draws

pytestmark = pytest.mark.django_db

URL = "/t/feuerwehr/handauslosung/"
_keys = count()
HTMX = {"HX-Request": "true"}


@pytest.fixture
def tournament() -> Tournament:
    """Alois has cards 1-3, Berta 4-5, Cilli 6: eight numbers, two byes."""
    tournament = make_tournament(max_cards_per_person=8)
    sell(tournament, 3, 2, 1, names=("Alois", "Berta", "Cilli"))
    return close(tournament)


def client_of(tournament: Tournament, role: Role = Role.DIRECTOR) -> Client:
    client = Client()
    client.force_login(member(tournament, role, f"user-{role}"))
    return client


@pytest.fixture
def client(tournament: Tournament) -> Client:
    client = client_of(tournament)
    assert client.post(f"{URL}beginnen/", {"request_key": "begin-by-hand"}).status_code == 302
    return client


def slip(
    client: Client, line: str, *, version: int | None = None, key: str | None = None, htmx: bool = True, **given: str
):
    data = {"line": line, "request_key": key or f"slip-number-{next(_keys)}"} | given
    data["version"] = str(version if version is not None else HandDraw.objects.get().version)
    return client.post(f"{URL}zettel/", data, headers=HTMX if htmx else {})


def slips(client: Client, *lines: str) -> None:
    for line in lines:
        answer = slip(client, line)
        assert answer.status_code == 200, answer.content.decode()


def text_of(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


LEFT = ("L 1 1", "L 2 2", "L 3 3", "L 4 4")  # Alois 1, 2, 3; Berta 4


def test_pots_are_shown_and_the_cursor_is_in_the_line(client: Client) -> None:
    page = client.get(URL)
    assert (page.context["page"].half, page.context["page"].cards) == (4, 6)
    assert re.search(r'<input id="slip-line"[^>]*autofocus', page.content.decode())


def test_one_line_takes_a_slip_and_answers_with_the_part_only(client: Client) -> None:
    answer = slip(client, "l1 1")
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()
    assert HandDraw.objects.get().slips == [["left", 1, 1]]
    assert "Alois" in text_of(answer)


def test_without_script_the_page_is_shown_again(client: Client) -> None:
    assert slip(client, "L 1 1", htmx=False)["Location"] == URL


def test_whose_turn_it_is_and_the_short_line(client: Client) -> None:
    slips(client, "L 1 alo", "L 2")
    page = client.get(URL).context["page"]
    assert (page.turn.named.name, page.turn.waiting) == ("Alois", (3,))
    slips(client, "L 3")
    assert client.get(URL).context["page"].turn is None


def test_taken_number_is_greyed_with_its_holder(client: Client) -> None:
    slips(client, "L 2 1")
    cells = client.get(URL).context["page"].left
    assert [(cell.number, cell.card, cell.holder) for cell in cells][:2] == [(1, None, ""), (2, 1, "Alois")]


def test_all_problems_are_named_at_once_and_the_line_stays(client: Client) -> None:
    slips(client, "L 1 1")
    answer = slip(client, "R 9 1")
    assert answer.status_code == 422
    for said in ("Nummer 9 gibt es nicht", "Karte 1 hat schon gezogen", "Der linke Topf ist noch nicht leer"):
        assert said in text_of(answer)
    assert 'value="R 9 1"' in answer.content.decode()
    assert len(HandDraw.objects.get().slips) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [("nix", "Nicht verstanden"), ("L 1", "Für wen?"), ("L 1 Moar", "nicht dabei"), ("", "Nicht verstanden")],
)
def test_a_line_that_says_nothing_certain_is_asked_about(client: Client, line: str, said: str) -> None:
    answer = slip(client, line)
    assert answer.status_code == 422
    assert said in text_of(answer)
    assert HandDraw.objects.get().slips == []


def test_own_number_on_the_right_is_recorded_as_a_redraw(client: Client) -> None:
    slips(client, *LEFT)
    answer = slip(client, "R 4 5")
    assert answer.status_code == 200
    assert HandDraw.objects.get().slips[-1] == ["redraw", 4, 5]
    assert "eigene Nummer" in text_of(answer)


def test_take_back_the_last_one(client: Client) -> None:
    slips(client, "L 1 1", "L 2 2")
    answer = client.post(
        f"{URL}zurueck/", {"version": HandDraw.objects.get().version, "request_key": "back-once-1"}, headers=HTMX
    )
    assert answer.status_code == 200
    assert HandDraw.objects.get().slips == [["left", 1, 1]]


def test_double_click_takes_the_slip_once(client: Client) -> None:
    version = HandDraw.objects.get().version
    for _ in range(2):
        assert slip(client, "L 1 1", version=version, key="pressed-twice").status_code == 200
    assert len(HandDraw.objects.get().slips) == 1
    assert JournalEntry.objects.filter(kind="hand_slip").count() == 1


@pytest.mark.parametrize("line", ["L 2 2", "L 2"])
def test_second_tab_gets_409_with_the_fresh_state(client: Client, line: str) -> None:
    old = HandDraw.objects.get().version
    slips(client, "L 1 1")
    answer = slip(client, line, version=old)
    assert answer.status_code == 409
    assert "Inzwischen" in text_of(answer)
    assert f'name="version" value="{old + 1}"' in answer.content.decode()
    assert len(HandDraw.objects.get().slips) == 1


def test_what_is_missing_is_listed_and_completing_is_refused(client: Client) -> None:
    slips(client, *LEFT)
    page = client.get(URL)
    assert page.context["missing"] == ["2 Karten haben noch nicht gezogen."]
    assert "Auslosung gilt" not in text_of(page)
    answer = client.post(f"{URL}gilt/", {"version": HandDraw.objects.get().version})
    assert answer.status_code == 422
    assert not Draw.objects.exists()


def test_complete_draw_counts_and_is_shown(client: Client) -> None:
    slips(client, *LEFT, "R 1 5", "R 4 cilli")
    page = client.get(URL)
    assert "Auslosung gilt" in text_of(page)
    answer = client.post(f"{URL}gilt/", {"version": HandDraw.objects.get().version, "request_key": "complete-it-1"})
    assert answer["Location"] == "/t/feuerwehr/auslosung/1/"
    row = Draw.objects.get()
    assert (row.method, row.secret, row.check_sum) == (DrawMethod.BY_HAND, None, None)
    shown = client.get(answer["Location"])
    assert [(m.number, m.left.card, m.right.card if m.right else None) for m in shown.context["draw"].meetings] == [
        (1, 1, 5), (2, 2, None), (3, 3, None), (4, 4, 6),
    ]  # fmt: skip
    assert client.get("/t/feuerwehr/auslosung/1/protokoll/").status_code == 200
    assert client.get("/t/feuerwehr/auslosung/1/blatt/").status_code == 200
    assert client.get("/t/feuerwehr/auslosung/1/field.txt").status_code == 404


def test_half_finished_entry_survives_a_restart(tournament: Tournament, client: Client) -> None:
    slips(client, *LEFT)
    again = client_of(fresh(tournament)).get(URL).context["page"]
    assert again.state.left == {1: 1, 2: 2, 3: 3, 4: 4}


def test_who_is_stuck_with_own_numbers_gets_the_right_slips_back() -> None:
    tournament = make_tournament(max_cards_per_person=8)
    sell(tournament, 2, 2, 2, 2, names=("Alois", "Berta", "Cilli", "Dora"))
    close(tournament)
    client = client_of(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    # Left: Alois 1, 2; Berta 3, 4. Right: Cilli takes 1 and 2... then Berta would be left with her own 3 and 4.
    slips(client, "L 1 1", "L 2 2", "L 3 3", "L 4 5", "R 1 6", "R 2 7", "R 4 8")
    page = client.get(URL)
    assert page.context["page"].may_void
    refused = slip(client, "R 3 4")
    assert refused.status_code == 422
    assert "alle rechten Zettel zurücklegen" in text_of(refused)
    assert "annehmen" not in text_of(refused)
    answer = client.post(f"{URL}rechts-neu/", {"version": HandDraw.objects.get().version}, headers=HTMX)
    assert answer.status_code == 200
    assert fresh(tournament).hand_draw.slips[-1] == ["void"]
    assert client.get(URL).context["page"].right_inside == 4


def test_unavoidable_self_meeting_is_offered_and_accepted() -> None:
    tournament = make_tournament(max_cards_per_person=8)
    sell(tournament, 5, 1, names=("Alois", "Berta"))
    close(tournament)
    client = client_of(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    slips(client, "L 1 1", "L 2 2", "L 3 3", "L 4 4", "R 1 6")
    answer = slip(client, "R 2 5")
    assert answer.status_code == 422
    assert "Begegnung mit sich selbst annehmen" in text_of(answer)
    assert slip(client, "R 2 5", accept="1").status_code == 200
    assert HandDraw.objects.get().slips[-1] == ["right", 2, 5]


def test_discarding_needs_a_reason(client: Client) -> None:
    slips(client, *LEFT)
    assert client.post(f"{URL}verwerfen/", {"reason": ""}).status_code == 422
    assert HandDraw.objects.exists()
    assert client.post(f"{URL}verwerfen/", {"reason": "Topf umgefallen"}).status_code == 302
    assert not HandDraw.objects.exists()
    assert JournalEntry.objects.get(kind="hand_draw_discarded").reason == "Topf umgefallen"


def test_begun_during_the_sale_it_warns_of_late_buyers_and_counts_only_afterwards() -> None:
    tournament = make_tournament()
    sell(tournament, 3, 2, 1, names=("Alois", "Berta", "Cilli"))
    client = client_of(tournament)
    assert "bekommt kein Freilos" in text_of(client.get(URL))
    client.post(f"{URL}beginnen/", {})
    assert "bekommt kein Freilos" in text_of(client.get(URL))
    slips(client, *LEFT, "R 1 5", "R 4 6")
    page = client.get(URL)
    assert "Auslosung gilt" not in text_of(page)
    assert client.post(f"{URL}gilt/", {"version": HandDraw.objects.get().version}).status_code == 422
    close(tournament)
    assert "Auslosung gilt" in text_of(client.get(URL))


def test_nothing_to_draw_by_hand_says_so() -> None:
    tournament = make_tournament()
    sell(tournament, 1, 1)
    close(tournament)
    page = client_of(tournament).get(URL)
    assert "Jetzt ist nichts mit der Hand zu losen" in text_of(page)
    assert client_of(tournament).post(f"{URL}beginnen/", {}).status_code == 422


@pytest.mark.parametrize("role", [Role.CASHIER, Role.SCORER])
def test_only_the_director_draws_by_hand(tournament: Tournament, client: Client, role: Role) -> None:
    other = client_of(tournament, role)
    assert other.get(URL).status_code == 403
    assert slip(other, "L 1 1").status_code == 403
    assert HandDraw.objects.get().slips == []


@pytest.mark.parametrize("people", [8, 256])
def test_page_and_slip_need_the_same_queries_at_any_size(people: int, django_assert_num_queries) -> None:
    tournament = make_tournament(cards_offered=people)
    sell(tournament, *[1] * people)
    close(tournament)
    hand_draws.start(tournament=tournament, actor=DIRECTOR)
    client = client_of(tournament)
    with django_assert_num_queries(7):
        assert client.get(URL).status_code == 200
    with django_assert_num_queries(19):
        assert slip(client, "L 1 5", version=1).status_code == 200
