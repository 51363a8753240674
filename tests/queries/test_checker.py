"""The guest's page as one file, and the link that fills it in."""

import re

import pytest
from django.template.loader import render_to_string

from tests.factories import drawn_tournament
from tournament.queries.checker import link_of, link_part, single_file
from tournament.queries.draw_shown import shown


def test_the_file_asks_for_nothing_else() -> None:
    text = single_file(render_to_string("public/checker.html", {"single_file": True}))
    assert re.findall(r"<link|<script\s|\ssrc=|url\(", text) == []
    assert text.count("<script>") == 7
    assert "default-src 'none'" in text


def test_a_file_that_does_not_exist_is_no_empty_script() -> None:
    with pytest.raises(FileNotFoundError):
        single_file('<script src="/static/tournament/nothing.js"></script>')


def test_nothing_a_link_may_not_hold_is_in_it() -> None:
    assert link_part(field="PSD1 field\nid=a&b#c\n", public="1.2") == "field=PSD1+field/id=a%26b%23c/&public=1.2"


@pytest.mark.django_db
def test_the_link_of_a_draw_carries_all_a_guest_would_type(django_assert_num_queries) -> None:
    draw = shown(drawn_tournament(3, 3, 2), 1)
    with django_assert_num_queries(0):
        text = draw.checker_link
    assert text == link_part(
        field=draw.row.field, secret=draw.row.secret, public="4711", seal=draw.chain.seal, check=draw.row.check_sum[:8]
    )


@pytest.mark.django_db
def test_a_draw_by_hand_has_no_link() -> None:
    draw = shown(drawn_tournament(3, 3, 2), 1)
    draw.row.field = draw.row.secret = None
    assert link_of(draw.row, draw.chain) == ""
