"""What a phone keeps of a match when its memory is full, forbidden, holds nonsense, or its clock is put right."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.factories import DIRECTOR
from tournament.models import PhoneTally, Tap
from tournament.services.other_players import begin_anew

from .test_phone import TWICE, address, entries, needs, phones, tap, tournament  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"
FULL_LATER = """const set = Storage.prototype.setItem; window.fill = () => {
  Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') } }"""


@pytest.mark.parametrize("script", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_a_phone_that_cannot_keep_anything_counts_as_long_as_the_page_is_open(phones, tournament, script) -> None:  # noqa: F811
    page = phones(memory=script)
    tap(page, "L3", "R2")
    assert needs(page) == ["4", "5"]
    page.context.set_offline(True)
    tap(page, "L1", "R1")
    assert needs(page) == ["3", "4"]
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_contain_text("merkt sich nichts", timeout=12_000)
    assert entries() == ["L3", "R2", "L1", "R1"]
    assert Tap.objects.values("device").distinct().count() == 1


def test_a_memory_that_is_full_in_the_middle_loses_no_tap(phones, tournament) -> None:  # noqa: F811
    page = phones(memory=FULL_LATER)
    tap(page, "L3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    page.evaluate("fill()")
    tap(page, "R2", "L1")
    assert needs(page) == ["3", "5"]
    page.wait_for_timeout(1500)
    assert entries() == ["L3", "R2", "L1"]


@pytest.mark.parametrize(
    "kept",
    [
        "nonsense", "null", "7", '"text"', "[]", '{"queue":{}}', '{"queue":[null]}', '{"queue":[7]}', '{"queue":[["x","L3"]]}',
        '{"queue":[[1,null]]}', '{"queue":[[1,"Z9"]]}', '{"queue":[],"last":"viel","term":{},"report":7,"lost":"x"}', '{"queue":[],"report":{"winner":"left"}}',
        '{"queue":[[5,"L3"],[3,"R1"]],"last":null}', '{"queue":[]}',
    ],
)  # fmt: skip
def test_nonsense_in_its_memory_does_not_stop_a_phone(phones, tournament, live_server, kept) -> None:  # noqa: F811
    where = address(live_server, tournament).partition("/t/")[2]
    page = phones(memory=f"localStorage.setItem('preisschnapsen match /t/{where}', {kept!r})")
    tap(page, "R2")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert", timeout=5000)
    assert entries()[-1] == "R2"
    page.said[:] = [text for text in page.said if "422" not in text]  # what is missing in between is asked for again


@pytest.mark.parametrize("jump", [-365, 365])
def test_a_clock_that_is_put_right_in_the_middle_stops_no_finger(phones, tournament, jump) -> None:  # noqa: F811
    page = phones()
    tap(page, "L3", "L3")
    jumps = f"(() => {{ const now = Date.now; Date.now = () => now() + {jump} * 86400000 }})()"
    page.evaluate(jumps)
    tap(page, "L1", "R2")
    assert needs(page) == ["7", "5"]
    page.locator("#only-score").tap()
    page.evaluate(jumps)
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Abbrechen").tap()
    expect(page.locator("#sheet")).to_be_hidden()


def test_a_server_that_went_back_to_a_backup_is_counted_on_from_where_it_stands(phones, tournament) -> None:  # noqa: F811
    page = phones()
    tap(page, "L3", "R2", "L1")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    Tap.objects.filter(number__gt=1).delete()
    PhoneTally.objects.update(
        entries=["L3"], count=1, version=1000
    )  # as a restore leaves it: the version is a newer one
    expect(page.locator(".phone-number").last).to_have_text("7", timeout=6000)
    tap(page, "R3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    assert entries() == ["L3", "R3"]
    page.said[:] = [text for text in page.said if "422" not in text]


def test_an_old_answer_to_another_tab_does_not_make_the_next_tap_a_known_one(phones, tournament) -> None:  # noqa: F811
    """Both tabs ask; one delivers while the other's answer is on its way."""
    page = phones()
    other = page.context.new_page()
    held = []

    def hold(route) -> None:
        held.append((route, route.fetch(url=route.request.url.replace("inn.test", "127.0.0.1"))))

    other.route("**/stand*", hold, times=1)
    other.goto(page.url)
    other.wait_for_timeout(800)
    tap(page, "L3", "L2")
    page.wait_for_timeout(800)
    assert entries() == ["L3", "L2"]
    route, answer = held[0]
    route.fulfill(response=answer)
    other.wait_for_timeout(500)
    tap(page, "R3")
    page.wait_for_timeout(1000)
    assert entries() == ["L3", "L2", "R3"]


def test_others_play_this_match_since_a_correction_and_the_phone_shows_them(phones, tournament) -> None:  # noqa: F811
    page = phones()
    tap(page, "L3")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    page.context.set_offline(True)
    tap(page, "R2")
    row = tournament.matches.get(serial=1)
    begin_anew(tournament, DIRECTOR, row)
    row.left_card, row.right_card = row.right_card, row.left_card
    row.save()
    page.context.set_offline(False)
    expect(page.locator(".phone-side h2").first).to_have_text("Kővári", timeout=12_000)
    expect(page.locator("#sheet")).to_contain_text("Ein Strich dieses Handys kam zu spät und zählt nicht.")
    page.wait_for_timeout(TWICE)
    page.get_by_role("button", name="Verstanden").tap()
    assert needs(page) == ["7", "7"]
    tap(page, "R1")
    expect(page.locator("#saved")).to_have_text("✓ gespeichert")
    assert entries() == ["R1"]
