"""The tree with names: who is shown how, what a large one shows, what everything costs."""

from __future__ import annotations

import pytest

from tests.factories import (
    DIRECTOR,
    SCORER,
    draw,
    drawn_tournament,
    fresh,
    make_tournament,
    open_matches,
    play,
    play_on,
    played_tournament,
)
from tournament.domain.tree import Standing
from tournament.models import Match, Outcome, Side, Tournament
from tournament.queries.tree import COLOURS, MARKS, USUAL_ROWS, Line, TreePage, View, tree_page
from tournament.services import draws, results, withdrawals
from tournament.services.results import Report

pytestmark = pytest.mark.django_db


def page_of(tournament: Tournament, *, member: bool = True, **view: int) -> TreePage:
    found = tree_page(fresh(tournament), View(**view), member=member)
    assert found is not None
    return found


def first_column(page: TreePage) -> list[Line]:
    return [line for line in page.lines if line.slot.column == 0]


def report(
    tournament: Tournament, match: Match, outcome: Outcome, winner: Side | None, score: tuple[int, int] | None = None
) -> None:
    results.record(tournament=tournament, actor=SCORER, match=match.serial, report=Report(outcome, winner, score))


def test_there_is_no_tree_before_the_first_draw_and_none_of_other_formats() -> None:
    assert tree_page(make_tournament(), View(), member=True) is None
    other = drawn_tournament(2, 2, 2, 2, slug="leben")
    Tournament.objects.filter(pk=other.pk).update(format="lives")
    assert tree_page(fresh(other), View(), member=True) is None


def test_columns_are_called_by_their_rounds() -> None:
    tournament = drawn_tournament(*[2] * 8)
    assert page_of(tournament).columns == ("Runde 1", "weiter")
    play_on(tournament)
    page = page_of(tournament)
    assert page.columns == ("Runde 1", "Viertelfinale", "Halbfinale", "Finale", "Sieger")
    assert page.is_over
    assert page.winner.name == next(line for line in page.lines if line.slot.column == 4).player.name


def test_a_line_shows_the_bummerl_of_its_own_side() -> None:
    tournament = drawn_tournament(*[1] * 8)
    match = tournament.matches.get(number=1)
    report(tournament, match, Outcome.PLAYED, Side.RIGHT, (1, 2))
    lines = {line.slot.card: line for line in page_of(tournament).lines if line.slot.match == match.serial}
    left, right = lines[match.left_card.number], lines[match.right_card.number]
    assert (left.figure, left.slot.standing, right.figure, right.slot.standing) == (
        "1",
        Standing.LOST,
        "2",
        Standing.WON,
    )
    assert right.told == (
        f"{match.right_card.owner.name} · Karte {match.right_card.number} · Viertelfinale · gewonnen · gegen {match.left_card.owner.name}"
    )


@pytest.mark.parametrize(
    ("outcome", "word"),
    [(Outcome.WALKOVER, "kampfl."), (Outcome.RETIRED, "Aufg."), (Outcome.DOUBLE_WALKOVER, "fehlte")],
)
def test_without_a_played_result_the_line_of_the_beaten_says_why(outcome: Outcome, word: str) -> None:
    tournament = drawn_tournament(*[1] * 8)
    match = tournament.matches.get(number=1)
    report(tournament, match, outcome, None if outcome == Outcome.DOUBLE_WALKOVER else Side.LEFT)
    figures = [line.figure for line in page_of(tournament).lines if line.slot.match == match.serial]
    assert word in figures
    assert figures.count("") == (0 if outcome == Outcome.DOUBLE_WALKOVER else 1)


def test_byes_and_own_cards_are_named() -> None:
    tournament = drawn_tournament(5, 1)
    page = page_of(tournament)
    assert "Freilos" in {line.figure for line in page.lines}
    assert "eigene" in {line.figure for line in page.lines}


def test_who_withdrew_between_rounds_ends_there_with_the_word() -> None:
    tournament = drawn_tournament(*[1] * 8)
    for serial in open_matches(tournament):
        play(tournament, serial)
    card = tournament.matches.get(number=1).left_card
    withdrawals.withdraw(tournament=tournament, actor=DIRECTOR, cards=[card.number], reason="musste heim")
    (line,) = [line for line in page_of(tournament).lines if line.slot.card == card.number and line.slot.match is None]
    assert line.figure == "zurückgezogen"


def test_namesakes_are_shown_with_their_place() -> None:
    tournament = drawn_tournament(*[1] * 8)
    tournament.people.filter(start_number__in=[1, 2]).update(name="Huber Johann", name_keys="|huber|")
    tournament.people.filter(start_number=1).update(place="Rassach")
    tournament.people.filter(start_number=2).update(place="Graz")
    labels = {line.player.start_number: line.player.label for line in page_of(tournament).lines}
    assert (labels[1], labels[2], labels[3]) == ("Huber Johann, Rassach", "Huber Johann, Graz", "Spieler 3")


def test_who_does_not_want_to_be_named_is_a_number_for_everybody_without_a_role() -> None:
    tournament = drawn_tournament(*[1] * 8)
    tournament.people.filter(start_number=3).update(public=False, place="Graz", name="Geheim", name_keys="|geheim|")
    tournament.people.filter(start_number=4).update(place="Wien", name="Geheim", name_keys="|geheim|")
    play_on(tournament)
    page = page_of(tournament, member=False)
    everything = repr(page)
    assert "Nr. 3" in {line.player.label for line in page.lines}
    assert "Graz" not in everything
    assert "Geheim" in {line.player.label for line in page.lines}
    assert "Wien" not in everything, "that he is told apart says what the other is called"
    assert "Geheim, Graz" in {line.player.label for line in page_of(tournament, member=True).lines}


def test_cards_of_one_person_share_colour_and_mark_and_no_two_people_do() -> None:
    tournament = drawn_tournament(*[1] * 60, *[2] * 2)
    page = page_of(tournament)
    looks = {line.player.start_number: (line.player.colour, line.player.mark) for line in page.lines}
    assert COLOURS * MARKS == 60
    assert len(set(looks.values())) == 60
    # Those with several cards come first: they are the ones to be found again.
    assert (looks[61], looks[62]) == ((0, 0), (1, 1))


def test_annulled_matches_are_no_part_of_it() -> None:
    tournament = drawn_tournament(*[1] * 8)
    draws.annul(tournament=tournament, actor=DIRECTOR, number=1, reason="falsche Liste")
    assert tree_page(fresh(tournament), View(), member=True) is None
    draw(tournament)
    assert len(first_column(page_of(tournament))) == 8


def test_the_list_holds_the_same_matches_and_those_for_places() -> None:
    tournament = played_tournament(*[1] * 8)
    page = page_of(tournament)
    assert [(entry.title, len(entry.matches)) for entry in page.listed] == [
        ("Spiele um die Plätze", 5), ("Finale", 1), ("Halbfinale", 2), ("Viertelfinale", 4),
    ]  # fmt: skip
    match = tournament.matches.get(stage="main", numbers=2)
    listed = page.listed[1].matches[0]
    winner = match.left_card if match.winner_side == "left" else match.right_card
    assert (listed.first.name, listed.decided, listed.score) == (winner.owner.name, True, "2 : 0")


def test_all_that_are_left_of_one_person_end_it_without_a_final() -> None:
    tournament = drawn_tournament(5, 1, 1, 1)
    for match in tournament.matches.filter(outcome="open"):
        play(tournament, match.serial, Side.LEFT if match.left_card.owner.start_number == 1 else Side.RIGHT)
    page = page_of(tournament)
    assert [line.slot.standing for line in page.lines if line.slot.column == 1] == [Standing.STANDS] * 4
    assert (page.is_over, page.winner.start_number, page.columns[-1]) == (True, 1, "Sieger")


# --- large ones -----------------------------------------------------------------------------------


@pytest.fixture
def large() -> Tournament:
    """128 cards, played to the end."""
    return played_tournament(*[1] * 128)


def test_a_large_tree_begins_later_and_leads_to_its_parts(large: Tournament) -> None:
    page = page_of(large)
    assert (page.first_round, len(first_column(page)), page.pages) == (2, USUAL_ROWS, 1)
    assert [number for number, _title in page.first_rounds] == [1, 2, 3, 4, 5, 6, 7]
    hidden = first_column(page)[0]
    assert hidden.slot.hidden
    part = page_of(large, part=hidden.slot.origin)
    assert [line.slot.column for line in part.lines] == [0, 0, 1]
    assert part.part.startswith("Runde 1, Begegnung ")
    assert hidden.slot.card in {line.slot.card for line in part.lines}


def test_whoever_asks_gets_all_of_128_cards(large: Tournament) -> None:
    page = page_of(large, first_round=1)
    assert (len(first_column(page)), page.pages) == (128, 1)


def test_rounds_and_parts_that_do_not_exist_give_the_usual_view(large: Tournament) -> None:
    usual = page_of(large)
    assert page_of(large, first_round=99).lines == usual.lines
    assert page_of(large, part=999_999).lines == usual.lines
    assert page_of(large, page=77).lines == usual.lines


def test_the_first_round_of_many_cards_is_spread_over_pages() -> None:
    tournament = drawn_tournament(*[8] * 32)
    first, second = page_of(tournament), page_of(tournament, page=2)
    assert (first.pages, len(first_column(first)), len(first_column(second))) == (4, 64, 64)
    assert not {line.slot.card for line in first.lines} & {line.slot.card for line in second.lines}


@pytest.mark.parametrize("people", [8, 64])
@pytest.mark.parametrize(("member", "queries"), [(True, 4), (False, 7)])
def test_the_same_queries_whatever_the_size(people: int, member: bool, queries: int, django_assert_num_queries) -> None:
    tournament = drawn_tournament(*[2] * people)
    with django_assert_num_queries(queries):  # guests: is a draw being shown, how far, has it begun
        tree_page(tournament, View(), member=member)


def test_the_fixed_bracket_stays_in_the_order_of_the_numbers() -> None:
    tournament = drawn_tournament(*[1] * 8, slug="fest", fixed_bracket=True)
    before = [line.slot.card for line in first_column(page_of(tournament))]
    play_on(tournament)
    assert [line.slot.card for line in first_column(page_of(tournament))] == before
