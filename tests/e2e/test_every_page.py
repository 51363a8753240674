"""Every page of the product in a real browser, in every state of an evening: phone and large screen, German and English."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.views.every_page import addresses, ask
from tournament.views.permission_matrix import every_pattern

from .evenings import EVENINGS, Evening, main_account, playing
from .looking import LOW, TOO_WIDE, accessibility, german_left, moved
from .pictures import picture
from .visitor import PHONE, SCREEN, Visitor, Way
from .visits import NO_PAGE, VISITS, Visit, path_of

#: Pages made for the hall's screen, or for paper.
NOT_FOR_FINGERS = {"board"}


#: In English each page is loaded on the large screen, then as narrow as the phone: texts are longer, all else is the same.
WAYS = (Way(PHONE, "de"), Way(SCREEN, "de"), Way(SCREEN, "en"))


def findings(visitor: Visitor, evening: Evening, visit: Visit, way: Way, name: str) -> list[str]:
    """All that is wrong with a page, looked at in one way."""
    page = visitor.open(way, path_of(visit, evening), visit.who, visit.status)
    found = [*moved(page), *page.evaluate(TOO_WIDE)]
    if (language := page.evaluate("document.documentElement.lang")) != way.language:
        found.append(f"lang={language}")
    if way.language == "en":
        found += german_left(page)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        found += [f"on a phone {each}" for each in page.evaluate(TOO_WIDE)]
        page.set_viewport_size({"width": SCREEN[0], "height": SCREEN[1]})
    else:
        picture(page, f"pages/{way.size[0]}/{name}-{visit.title}", whole=visit.name != "board")
        if way.size == PHONE and visit.name not in NOT_FOR_FINGERS:
            found += page.evaluate(LOW)
        if way.size == SCREEN:
            page.emulate_media(color_scheme="dark")  # light on the phone, dark on the screen: the same colours
        found += accessibility(page)
    expected = "error: Failed to load resource: the server responded with a status of 40"
    found += [text for text in visitor.said if visit.status == 200 or not text.startswith(expected)]
    return found


@pytest.mark.parametrize("name", VISITS)
def test_every_page_of_an_evening_is_fit_to_be_used(visitor: Visitor, name: str) -> None:
    evening = EVENINGS[name]()
    faults = {}
    for way in WAYS:
        for visit in VISITS[name]:
            if found := findings(visitor, evening, visit, way, name):
                faults[f"{visit.title} {way}"] = found
    told = [f"{where}: {what}" for where, found in faults.items() for what in found]
    assert faults == {}, "\n".join(["", *told])


def test_every_address_is_looked_at_or_shows_no_page() -> None:
    names = {pattern.name for _path, pattern in every_pattern()}
    looked_at = {visit.name for visits in VISITS.values() for visit in visits}
    assert names - looked_at - set(NO_PAGE) == set()
    assert looked_at & set(NO_PAGE) == set()
    assert (looked_at | set(NO_PAGE)) - names == set()


def test_every_visit_has_its_own_picture() -> None:
    assert list(VISITS) == list(EVENINGS)
    for visits in VISITS.values():
        titles = [visit.title for visit in visits]
        assert sorted(set(titles)) == sorted(titles)


@pytest.mark.django_db
def test_what_is_said_to_be_no_page_answers_with_none() -> None:
    evening = playing()
    assert evening.tournament is not None
    client = Client()
    client.force_login(main_account())
    cookie = client.cookies["sessionid"].value
    pages = []
    for address in addresses(evening.tournament):
        answer = ask(cookie, "get", address.path)
        html = answer.get("Content-Type", "").startswith("text/html") and not answer.get("Content-Disposition")
        if address.name in NO_PAGE and answer.status_code == 200 and html and b"<html" in answer.content[:500]:
            pages.append(address.name)
    assert pages == []


def test_the_checks_find_what_they_look_for(visitor: Visitor) -> None:
    page = visitor.open(Way(PHONE, "en"), path_of(VISITS["0-installed"][0], EVENINGS["0-installed"]()), "", 200)
    assert [*moved(page), *page.evaluate(TOO_WIDE), *page.evaluate(LOW), *german_left(page), *accessibility(page)] == []
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('afterbegin', '<a href=\"/\">Neues Turnier</a><img>')"
    )
    page.evaluate("requestAnimationFrame(() => { document.querySelector('main').style.marginTop = '200px' })")
    page.wait_for_timeout(200)
    assert moved(page)
    assert german_left(page) == ["German: Neues Turnier"]
    assert [each for each in page.evaluate(LOW) if "Neues Turnier" in each]
    assert [each for each in accessibility(page) if each.startswith("image-alt")]
    page.evaluate("document.querySelector('main').style.minWidth = '500px'")
    assert page.evaluate(TOO_WIDE)
    page.evaluate("import('https://elsewhere.test/x.js').catch(() => {})")
    assert any("elsewhere.test" in text for text in visitor.said)
