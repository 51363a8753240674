"""Short names for lists and the big screen: one person each, however the list is written."""

from __future__ import annotations

import pytest

from tournament.queries.labels import shortened

FAMILY = ("Huber", "Moar", "Öllinger", "Ó Súilleabháin", "van Dyck", "Šnjarić", "Nguyễn", "Paul")
GIVEN = ("Johann", "Sepp", "Ágidius", "Áine", "Jan", "Ivana", "Thị Ánh", "Johann")


def short(*names: str) -> list[str]:
    return list(shortened({number: (name, "") for number, name in enumerate(names, 1)}).values())


@pytest.mark.parametrize("order", ["{family} {given}", "{given} {family}"])
def test_everybody_has_a_short_name_of_his_own_whichever_way_the_list_is_written(order: str) -> None:
    names = [order.format(family=family, given=given) for family, given in zip(FAMILY, GIVEN, strict=True)]
    found = short(*names)
    assert len(set(found)) == len(names)
    assert all(name.startswith(each.rstrip(".").split(" ")[0]) for name, each in zip(names, found, strict=True))
    assert max(map(len, found)) <= 14


def test_a_beginning_that_is_a_part_of_another_name_gets_its_initial() -> None:
    assert short("Paul Johann", "Huber Paul") == ["Paul J.", "Huber"]
    assert short("Franz Huber", "Moar Franz", "Franz Eder") == ["Franz H.", "Moar", "Franz E."]


def test_a_list_written_both_ways_still_tells_everybody_apart() -> None:
    assert short("Innerhofer Norbert", "Norbert Huber", "Norbert Innerhofer") == [
        "Innerhofer N.", "Norbert H.", "Norbert I.",
    ]  # fmt: skip


def test_names_of_one_word_and_of_nothing_are_left_as_they_are() -> None:
    assert short("Moar", "", "Huber Hans") == ["Moar", "", "Huber"]
