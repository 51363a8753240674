"""The draw between persons: the bye, repeat meetings, two hundred attempts."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain.psd1_cases import lives_fields
from tournament.domain import lives, psd1
from tournament.domain.drawing import Draw
from tournament.domain.psd1 import Field, Stream

keys = st.integers(0, 10**9).map(lambda i: psd1.hex_of(f"lives {i}"))


class Given:
    """The numbers named, then zeros; counts how often it is asked."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = list(numbers)
        self.asked: list[int] = []

    def uint(self, n: int) -> int:
        self.asked.append(n)
        return self.numbers.pop(0) if self.numbers else 0


def pairs(draw: Draw) -> list[tuple[int, int]]:
    return [(pairing.left.start_number, pairing.right.start_number) for pairing in draw.matches]


def repeats(draw: Draw, met: tuple[tuple[int, int], ...]) -> int:
    return sum(tuple(sorted(pair)) in met for pair in pairs(draw))


@settings(max_examples=200, deadline=None)
@given(field=lives_fields(), key=keys)
def test_everybody_once_and_one_bye_for_an_odd_number(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    drawn = [start for pair in pairs(draw) for start in pair] + [bye.card.start_number for bye in draw.byes]
    assert Counter(drawn) == Counter(start for start, _ in field.people)
    assert len(draw.byes) == len(field.people) % 2


@settings(max_examples=200, deadline=None)
@given(field=lives_fields(), key=keys)
def test_bye_goes_to_one_of_those_with_the_fewest(field: Field, key: str) -> None:
    byes = dict(field.people)
    for bye in psd1.draw(field, Stream(key)).byes:
        assert byes[bye.card.start_number] == min(byes.values())


@settings(max_examples=100, deadline=None)
@given(field=lives_fields(), key=keys)
def test_no_repeat_while_a_draw_of_these_people_without_one_exists(field: Field, key: str) -> None:
    draw = psd1.draw(field, Stream(key))
    rest = [start for start, _ in field.people if start not in {bye.card.start_number for bye in draw.byes}]
    # At most 8 people: 105 draws. 200 attempts miss 8 good ones once in ten million times.
    if good_draws(rest, field.met) >= 8:
        assert repeats(draw, field.met) == 0


def good_draws(people: list[int], met: tuple[tuple[int, int], ...]) -> int:
    if not people:
        return 1
    first, *others = people
    return sum(good_draws([p for p in others if p != other], met) for other in others if (first, other) not in met)


def test_first_attempt_without_a_repeat_counts() -> None:
    words = Given(0, 0, 1, 0)
    draw = lives.draw(((1, 0), (2, 0), (3, 0), (4, 0)), met=((1, 2),), words=words)
    # 1-2 have met, but the attempt is carried through to the end; the numbers go on with the second.
    assert words.asked == [3, 1, 3, 1]
    assert pairs(draw) == [(1, 3), (2, 4)]


def test_only_possible_meeting_takes_place_though_it_is_a_repeat() -> None:
    draw = lives.draw(((1, 0), (2, 0)), met=((1, 2),), words=Given())
    assert pairs(draw) == [(1, 2)]


def test_after_two_hundred_attempts_the_earliest_with_the_fewest_repeats_counts() -> None:
    everybody = (1, 2, 3, 4)
    met = tuple(combinations(everybody, 2))
    words = Given(0, 0, 1)
    draw = lives.draw(tuple((start, 0) for start in everybody), met=met, words=words)
    assert pairs(draw) == [(1, 2), (3, 4)]  # all attempts have two repeats: the first
    assert len(words.asked) == 2 * 200


def test_earliest_of_several_best_attempts() -> None:
    # 1-2 and 3-4 met: two repeats. 1-3 met, 2-4 not: one. 1-4 met, 2-3 not: one.
    met = ((1, 2), (1, 3), (1, 4), (3, 4))
    for second, expected in ((1, [(1, 3), (2, 4)]), (2, [(1, 4), (2, 3)])):
        draw = lives.draw(((1, 0), (2, 0), (3, 0), (4, 0)), met=met, words=Given(0, 0, second, 0, 3 - second, 0))
        assert pairs(draw) == expected


def test_bye_is_drawn_once_and_never_at_the_price_of_a_second() -> None:
    words = Given(1)
    draw = lives.draw(((1, 1), (2, 0), (3, 0)), met=((1, 2),), words=words)
    assert words.asked[0] == 2  # among 2 and 3
    assert [bye.card.start_number for bye in draw.byes] == [3]
    assert pairs(draw) == [(1, 2)]  # met, but there is no other
    assert draw.byes[0].number == 2


def test_one_alive_has_the_bye() -> None:
    draw = lives.draw(((7, 2),), met=(), words=Given())
    assert draw.matches == ()
    assert draw.steps == (("bye", (7, 0)),)
