"""Extra rankings: categories by everybody's best card, their ties, their own switch; clubs by participants."""

from tournament.domain.awards import Awards
from tournament.domain.extra_rankings import CLUBS, ExtraAwards, Participant, award_clubs, award_extra, owners_of
from tournament.domain.placements import PlaceRow
from tournament.domain.terms import TiePolicy

WOMEN = ("Damen",)


def row(place: int, card: int, owner: int, shared_until: int | None = None) -> PlaceRow:
    return PlaceRow(place=place, shared_until=shared_until, card=card, owner=owner, settled_by=None)


def person(number: int, categories: tuple[str, ...] = (), club: str = "", cards: int = 1) -> Participant:
    return Participant(number, categories, club, cards)


ROWS = (row(1, 1, 1), row(2, 2, 2), row(3, 3, 3), row(4, 4, 2), row(5, 5, 4, 6), row(5, 6, 5, 6))


def given(
    ranks: dict[str, list[int]],
    people: list[Participant],
    *,
    bound_by: set[int] | None = None,
    tie_policy: TiePolicy = TiePolicy.LOT,
    complete: bool = True,
    main_open: bool = False,
    rows: tuple[PlaceRow, ...] = ROWS,
) -> ExtraAwards:
    return award_extra(
        ranks, rows, people, tie_policy, complete=complete, field_fixed=True, bound_by=bound_by, main_open=main_open
    )


def winners(awards: Awards) -> list[tuple[int, int | None, int | None]]:
    return [(award.rank, award.owner, award.card) for award in awards.awarded]


class TestCategories:
    def test_the_best_of_the_category_win_each_once_with_the_best_card(self) -> None:
        people = [person(1), person(2, WOMEN), person(3), person(4, WOMEN), person(5)]
        made = given({"Damen": [1, 2]}, people)
        assert winners(made.categories["Damen"]) == [(1, 2, 2), (2, 4, 5)]

    def test_spelling_of_the_label_does_not_matter(self) -> None:
        made = given({"Damen": [1]}, [person(3, (" damen",))])
        assert winners(made.categories["Damen"]) == [(1, 3, 3)]

    def test_a_tie_inside_the_category_names_the_whole_group_of_the_main_ranking(self) -> None:
        rows = (row(1, 1, 1), row(2, 5, 4, 4), row(2, 6, 5, 4), row(2, 7, 6, 4))
        made = given({"Damen": [1]}, [person(4, WOMEN), person(5, WOMEN), person(6)], rows=rows)
        assert [(tie.first, tie.last, tie.cards) for tie in made.open_ties] == [(2, 4, (5, 6, 7))]
        assert made.categories["Damen"].awarded == ()

    def test_a_group_with_one_of_the_category_is_no_tie(self) -> None:
        rows = (row(1, 1, 1), row(2, 5, 4, 4), row(2, 6, 5, 4), row(2, 7, 6, 4))
        made = given({"Damen": [1]}, [person(5, WOMEN)], rows=rows)
        assert winners(made.categories["Damen"]) == [(1, 5, 6)]
        assert made.open_ties == ()

    def test_a_shared_prize_belongs_to_those_of_the_category_only(self) -> None:
        rows = (row(1, 1, 1), row(2, 5, 4, 4), row(2, 6, 5, 4), row(2, 7, 6, 4))
        people = [person(4, WOMEN), person(5, WOMEN), person(6)]
        made = given({"Damen": [1]}, people, rows=rows, tie_policy=TiePolicy.SHARED)
        assert [award.shared_with for award in made.categories["Damen"].awarded] == [(4, 5)]

    def test_nobody_of_the_category_wins_nothing(self) -> None:
        assert given({"Jugend": [1]}, [person(1)]).categories["Jugend"] == Awards((), ())

    def test_while_cards_are_in_play_only_certain_places_count(self) -> None:
        made = given({"Damen": [1]}, [person(3, WOMEN)], rows=ROWS[2:], complete=False)
        assert made.categories["Damen"].awarded == ()


class TestOwnSwitch:
    def test_exempt_a_winner_of_the_main_ranking_wins_here_too(self) -> None:
        assert winners(given({"Damen": [1]}, [person(2, WOMEN), person(4, WOMEN)]).categories["Damen"]) == [(1, 2, 2)]

    def test_not_exempt_who_has_a_prize_is_passed_by_and_named(self) -> None:
        made = given({"Damen": [1]}, [person(2, WOMEN), person(4, WOMEN)], bound_by={1, 2}).categories["Damen"]
        assert winners(made) == [(1, 4, 5)]
        assert {skipped.owner for skipped in made.awarded[0].skipped} == {2}

    def test_not_exempt_one_extra_prize_per_person_too(self) -> None:
        both = [person(2, ("Damen", "Jugend")), person(4, ("Jugend",))]
        made = given({"Damen": [1], "Jugend": [1]}, both, bound_by=set())
        assert winners(made.categories["Damen"]) == [(1, 2, 2)]
        assert winners(made.categories["Jugend"]) == [(1, 4, 5)]

    def test_not_exempt_it_waits_for_the_main_ranking(self) -> None:
        made = given({"Damen": [1]}, [person(2, WOMEN)], bound_by=set(), main_open=True)
        assert made.categories["Damen"].awarded == ()

    def test_owners_of_counts_shared_prizes(self) -> None:
        rows = (row(1, 5, 4, 2), row(1, 6, 5, 2))
        made = given({"Damen": [1]}, [person(4, WOMEN), person(5, WOMEN)], rows=rows, tie_policy=TiePolicy.SHARED)
        assert owners_of(made.categories["Damen"]) == {4, 5}


class TestClubs:
    def test_most_participants_win_whatever_their_places(self) -> None:
        people = [person(1, club="FF Rassach"), person(2, club="SV Stainz"), person(3, club="ff  rassach")]
        (made,) = award_clubs([1], people)
        assert (made.clubs, made.people, made.members) == (("FF Rassach",), 2, (1, 3))

    def test_of_equal_clubs_the_one_with_more_cards(self) -> None:
        people = [person(1, club="FF Rassach"), person(2, club="SV Stainz", cards=3)]
        assert [(made.rank, made.clubs) for made in award_clubs([1, 2], people)] == [
            (1, ("SV Stainz",)), (2, ("FF Rassach",)),
        ]  # fmt: skip

    def test_clubs_equal_in_both_share(self) -> None:
        people = [person(1, club="FF Rassach"), person(2, club="SV Stainz"), person(3, club="TC Wald", cards=2)]
        first, second = award_clubs([1, 2], people)
        assert first.clubs == ("TC Wald",)
        assert (second.clubs, second.members) == (("FF Rassach", "SV Stainz"), (1, 2))

    def test_who_has_no_card_or_no_club_does_not_count(self) -> None:
        assert award_clubs([1], [person(1, club="FF Rassach", cards=0), person(2)]) == ()

    def test_certain_only_when_nobody_can_join_any_more(self) -> None:
        people = [person(1, club="FF Rassach")]
        made = award_extra({CLUBS: [1]}, ROWS, people, TiePolicy.LOT, complete=True, field_fixed=False)
        assert made.clubs == ()
