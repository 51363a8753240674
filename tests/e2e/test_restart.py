"""The server dies in the middle of the evening and comes back: phone, board and desk find it again by themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.commands.running import manage
from tests.hall.servers import Waitress, make_evening

from .pictures import picture

TWICE = 750  # milliseconds: sooner, a second tap is a nervous finger
AGAIN = 20_000  # milliseconds until every page has asked again at the latest


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Waitress]:
    server = Waitress(tmp_path)
    yield server
    server.end()


def tap(page: Page, side: str, points: int) -> None:
    page.wait_for_timeout(TWICE)
    page.locator(f'.phone-side[data-side="{side}"] [data-tap="{points}"]').tap()


def test_phone_board_and_desk_go_on_after_the_server_was_killed(
    hall: Browser, server: Waitress, tmp_path: Path
) -> None:
    evening = make_evening(server.environment, 16)
    server.start()
    inn = f"http://inn.test:{server.port}"

    phone = hall.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="de-AT").new_page()
    phone.goto(inn + evening["matches"]["1"])
    tap(phone, "left", 3)
    expect(phone.locator("#saved")).to_have_text("✓ gespeichert")

    board = hall.new_context(viewport={"width": 1920, "height": 1080}, locale="de-AT").new_page()
    board.goto(inn + evening["board"])

    desk = hall.new_context(viewport={"width": 1366, "height": 768}, locale="de-AT").new_page()
    desk.goto(f"{inn}/anmelden/")
    name, password = evening["logins"][0]
    desk.locator("[name=username]").fill(name)
    desk.locator("[name=password]").fill(password)
    desk.keyboard.press("Enter")
    expect(desk).to_have_url(f"{inn}/")
    desk.goto(f"{inn}/t/{evening['slug']}/runde/")

    desk.locator("#id_number").fill("3")
    desk.locator("#id_winner").fill("l")
    desk.locator("#id_score").fill("31")

    server.kill()
    server.buried()
    tap(phone, "right", 2)
    tap(phone, "left", 1)
    expect(phone.locator("#saved")).to_have_text("2 Striche warten auf Verbindung")
    expect(board.locator("#lost")).to_be_visible(timeout=AGAIN)
    picture(phone, "restart-phone-waits")
    picture(board, "restart-board-without-connection")
    picture(desk, "restart-desk-without-connection")

    server.start()
    expect(phone.locator("#saved")).to_have_text("✓ gespeichert", timeout=AGAIN)
    expect(board.locator("#lost")).to_be_hidden(timeout=AGAIN)
    tap(phone, "right", 3)
    expect(phone.locator("#saved")).to_have_text("✓ gespeichert")
    assert phone.locator(".phone-number").all_inner_texts() == ["3", "2"]
    desk.locator("#id_score").press("Enter")  # what was typed before still stands there
    expect(desk.locator("#recent")).to_contain_text("3 : 1", timeout=AGAIN)
    picture(desk, "restart-desk-again")

    manage(tmp_path, "export", evening["slug"], tmp_path / "evening.json")
    journal = json.loads((tmp_path / "evening.json").read_text(encoding="utf-8"))["journal"]
    taps = [(each["after"]["side"], each["after"]["points"]) for each in journal if each["kind"] == "tap"]
    assert taps == [("left", 3), ("right", 2), ("left", 1), ("right", 3)]
    assert [each["subject"] for each in journal if each["kind"] == "result"] == ["match 3"]
    for page in (phone, board, desk):
        page.context.close()
