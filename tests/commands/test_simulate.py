"""`simulate`: whole tournaments of every kind end, and the check of the archive accepts every one of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tournament.domain.verification import verify
from tournament.models import DrawMethod, PrizePolicy, TiePolicy
from tournament.services.simulation import Options, Simulated, SimulationError, play

from .running import manage, one_line

KEYS = ["people", "cards_sold", "numbers", "byes", "rounds", "matches_played", "self_meetings", "places", "seconds"]


def played(**options: Any) -> tuple[Simulated, dict[str, Any]]:
    """Play in the test database; the archive must be accepted by the check."""
    done = play(Options(**{"seed": 7} | options))
    archive = json.loads(done.archive_text)
    assert verify(archive) == ()
    return done, archive


def outcomes(archive: dict[str, Any]) -> set[str]:
    return {match["outcome"] for match in archive["matches"]}


@pytest.mark.django_db
@pytest.mark.parametrize("cards", [8, 16, 32, 64, 128])
@pytest.mark.parametrize("method", [DrawMethod.TWO_POT, DrawMethod.FAIR])
def test_every_size_ends_and_is_accepted(cards: int, method: DrawMethod) -> None:
    done, archive = played(cards=cards, method=method)
    assert done.summary.cards_sold == done.summary.numbers == cards
    assert done.summary.rounds == cards.bit_length() - 1
    assert archive["tournament"]["state"] == "finished"
    assert len(archive["places"]) == cards


@pytest.mark.django_db
@pytest.mark.parametrize("cards", [8, 32])
def test_by_hand_slips_come_from_the_seed(cards: int) -> None:
    _done, archive = played(cards=cards, method=DrawMethod.BY_HAND)
    main = [draw for draw in archive["draws"] if draw["stage"] == "main"]
    assert main
    assert all(draw["method"] == "by-hand" and draw["field"] is None for draw in main)


@pytest.mark.django_db
def test_seventeen_people_with_64_cards_and_one_prize_each() -> None:
    done, archive = played(people=17, policy=PrizePolicy.ONE)
    assert (done.summary.people, done.summary.cards_sold) == (17, 64)
    winners = [prize["winner"] for prize in archive["prizes"]]
    assert len(set(winners)) == len(winners) == 8


@pytest.mark.django_db(transaction=True)  # as in an evening: in one transaction PostgreSQL never tidies up
def test_a_large_club_evening_of_512_cards_and_120_people() -> None:
    done, _archive = played(cards=512, people=120, max_cards=10, withdrawals=6)
    assert (done.summary.people, done.summary.cards_sold) == (120, 512)


@pytest.mark.django_db(transaction=True)  # as in an evening: in one transaction PostgreSQL never tidies up
def test_a_historic_evening_of_1024_cards() -> None:
    done, _archive = played(cards=1024, people=256, method=DrawMethod.FAIR)
    assert (done.summary.rounds, done.summary.cards_sold) == (10, 1024)


@pytest.mark.django_db(transaction=True)  # as in an evening: in one transaction PostgreSQL never tidies up
def test_the_limit_of_4096_cards() -> None:
    done, archive = played(cards=4096, people=512, max_cards=8)
    assert done.summary.rounds == 12
    assert done.summary.matches_played + done.summary.self_meetings == 4095 + 5
    assert len(archive["places"]) == 4096


@pytest.mark.django_db
@pytest.mark.parametrize("method", [DrawMethod.TWO_POT, DrawMethod.FAIR, DrawMethod.BY_HAND])
def test_whoever_holds_more_than_half_meets_himself(method: DrawMethod) -> None:
    done, archive = played(holdings=(40, 5, 5), method=method)
    assert (done.summary.people, done.summary.cards_sold, done.summary.byes) == (3, 50, 14)
    assert done.summary.self_meetings >= 8
    assert "self" in outcomes(archive)


@pytest.mark.django_db
def test_two_pots_give_exactly_the_unavoidable_self_meetings() -> None:
    """c - N/2 of them: 40 of 64 cards in one hand."""
    _done, archive = played(holdings=(40, 12, 12))
    first = [match for match in archive["matches"] if match["round"] == 1 and match["stage"] == "main"]
    assert sum(match["outcome"] == "self" for match in first) == 40 - 32


@pytest.mark.django_db
def test_where_fair_could_take_minutes_two_pots_are_used() -> None:
    _done, archive = played(holdings=(20, 20, 20), method=DrawMethod.FAIR)
    assert archive["draws"][0]["method"] == "two-pot"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sold", "numbers", "rounds"), [(0, 0, 0), (1, 1, 0), (2, 2, 1), (3, 4, 2), (33, 64, 6), (63, 64, 6)]
)
def test_few_cards_sold(sold: int, numbers: int, rounds: int) -> None:
    done, archive = played(sold=sold, max_cards=1)
    assert (done.summary.cards_sold, done.summary.numbers, done.summary.rounds) == (sold, numbers, rounds)
    assert done.summary.byes == numbers - sold
    assert archive["tournament"]["state"] == ("finished" if sold else "sale")


@pytest.mark.django_db
def test_one_person_with_every_card_takes_every_place_by_card_number() -> None:
    done, archive = played(cards=16, holdings=(16,))
    assert archive["draws"] == []
    assert [row["card"] for row in archive["places"]] == list(range(1, 17))
    assert done.summary.places == (1,) * 16


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(6))
def test_people_leave_at_any_moment(seed: int) -> None:
    _done, archive = played(seed=seed, cards=32, people=9, withdrawals=8, exclusions=1)
    assert archive["withdrawals"]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_the_fixed_bracket_is_drawn_once(seed: int) -> None:
    _done, archive = played(seed=seed, cards=32, sold=21, bracket=True, withdrawals=4 * seed)
    assert [draw["round"] for draw in archive["draws"] if draw["stage"] == "main"] == [1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "blocks", [(False, True, True), (True, True, False), (True, False, False), (False, False, False)]
)
@pytest.mark.parametrize("tie_policy", list(TiePolicy))
def test_placement_blocks_that_are_off_leave_ties_to_settle(
    blocks: tuple[bool, bool, bool], tie_policy: TiePolicy
) -> None:
    _done, archive = played(cards=16, people=6, blocks=blocks, tie_policy=tie_policy)
    stages = {match["stage"] for match in archive["matches"]}
    assert stages - {"main", "place5-8"} == {
        stage for stage, on in zip(("place3", "place5", "place7"), blocks, strict=True) if on
    }
    settled = {row["settled_by"] for row in archive["places"]} - {"match", None}
    assert settled <= ({tie_policy.value} if tie_policy != TiePolicy.SHARED else set())
    if not any(blocks):
        assert settled or tie_policy == TiePolicy.SHARED, "eight prizes over shared places of six people"


@pytest.mark.django_db
def test_people_times_limit_below_the_field_lowers_what_is_sold() -> None:
    done, _archive = played(people=10, max_cards=3)
    assert (done.summary.people, done.summary.cards_sold) == (10, 30)


@pytest.mark.django_db
def test_times_are_whole_seconds_from_a_fixed_start_and_go_forward() -> None:
    _done, archive = played(cards=8)
    times = [entry["at"] for entry in archive["journal"]]
    assert times == sorted(times)
    assert times[0] == "2026-01-10T18:00:00+00:00"
    assert not any("." in at for at in times)


@pytest.mark.django_db
def test_the_secret_chain_begins_with_the_hash_of_the_seed() -> None:
    """printf 9 | sha256sum"""
    _done, archive = played(seed=9, cards=8)
    assert archive["tournament"]["psd1"]["chains"][0]["s0"] == (
        "19581e27de7ced00ff1ce50b2047e7a567c76b1cbaebabe5ef03f7c3017bb5b7"
    )


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 60}, {"cards": 4}, {"cards": 8192}, {"sold": 65}, {"sold": -1}, {"max_cards": 0}, {"holdings": (65,)},
        {"holdings": (0,)}, {"holdings": (9, 9), "sold": 17}, {"holdings": (1, 1), "people": 1}, {"withdrawals": -1},
        {"bracket": True, "method": DrawMethod.FAIR}, {"seed": 10**18}, {"people": -1},
    ],
)  # fmt: skip
def test_options_that_do_not_fit_are_refused_by_name(options: dict[str, Any]) -> None:
    with pytest.raises(SimulationError, match="--"):
        play(Options(**{"seed": 1} | options))


def test_the_command_writes_the_file_and_one_json_object(tmp_path: Any) -> None:
    out = tmp_path / "abend.json"
    done = manage(tmp_path / "data", "simulate", "--cards", 8, "--people", 3, "--seed", 5, "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    assert list(json.loads(done.stdout)) == KEYS
    assert set(json.loads(done.stdout)["seconds"]) == {"sale", "draws", "results", "prizes"}
    assert verify(json.loads(out.read_text(encoding="utf-8"))) == ()
    assert not (tmp_path / "data").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["abend.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--format", "lives", "--seed", "1"),
        ("--format", "danish", "--seed", "1"),
        ("--format", "poker", "--seed", "1"),
        ("--seed", "eins"),
        (),
        ("--seed", "1", "--holdings", "a,b"),
        ("--seed", "1", "--cards", "9"),
        ("--seed", "1", "--method", "lives"),
    ],
)
def test_unusable_options_are_one_line_and_exit_code_2(tmp_path: Any, arguments: tuple[str, ...]) -> None:
    done = manage(tmp_path, "simulate", "--out", tmp_path / "x.json", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert one_line(done.stderr)
    assert not (tmp_path / "x.json").exists()


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Any) -> None:
    done = manage(tmp_path, "simulate", "--cards", 8, "--sold", 1, "--seed", 1, "--out", tmp_path / "gibt" / "es.json")
    assert done.returncode == 2
    assert "gibt" in done.stderr
    assert one_line(done.stderr)
