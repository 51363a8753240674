"""What a file holds beyond the agreed minimum has its shape too, and the journal tells the same as the rest."""

import copy
import json

import pytest

from tests.domain.forgeries import finished
from tests.domain.tampering import forged
from tournament.domain.archive import ArchiveError, dump, hex_of, load
from tournament.domain.verification import Code, verify

MOMENT = "2026-01-10T18:38:40+00:00"
RESERVATION = {
    "number": 1, "start_number": 1, "cards": 2, "until": None, "state": "open", "made_at": MOMENT, "ended_at": None,
}  # fmt: skip
COUNT = {
    "number": 1,
    "desk": "Kassa 1",
    "coins": {"200": 3},
    "counted": "6.00",
    "expected": "6.00",
    "by": "Karl",
    "at": MOMENT,
}
HAND = {"round": 1, "numbers": 8, "slips": [["left", 3, 7], ["void"]], "version": 2, "by": "Karl", "at": MOMENT}
MATCH = {
    "findings": [], "override_reason": "", "created_at": MOMENT, "called_at": None, "started_at": MOMENT, "version": 3,
    "table": 2, "missing": "left",
}  # fmt: skip


def evening():
    """A finished evening with everything of our own in it."""
    archive = copy.deepcopy(finished())
    archive |= {
        "reservations": [RESERVATION], "cash_counts": [COUNT], "hand_draw": HAND,
        "tables": [{"number": 1, "out_of_order": False}, {"number": 2, "out_of_order": True}],
    }  # fmt: skip
    archive["people"][0] |= {"members": [], "note": "", "phone": "0664 1", "created_at": MOMENT}
    archive["matches"][3] |= MATCH
    return copy.deepcopy(archive)


def codes(archive):
    return {each.code for each in verify(forged(archive, chains=True))}


def test_the_evening_with_everything_is_whole():
    assert codes(evening()) == set()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *[(("matches", 3, key), value) for key, value in [
            ("called_at", 1), ("started_at", "gestern"), ("created_at", "x"), ("version", -1), ("version", None),
            ("table", "x"), ("missing", "oben"), ("findings", 5), ("override_reason", 5),
        ]],
        *[(("people", 0, key), value) for key, value in [
            ("members", 5), ("phone", 5), ("created_at", 5), ("name", ""), ("name", " "), ("name", "\ud800"), ("note", "a\x00"),
        ]],
        *[(("reservations", 0, key), value) for key, value in [
            ("state", "weg"), ("cards", 0), ("until", "x"), ("made_at", 5), ("number", 0),
        ]],
        *[(("cash_counts", 0, key), value) for key, value in [("coins", []), ("coins", {"1": "x"}), ("counted", 6), ("desk", None)]],
        *[(("hand_draw", key), value) for key, value in [("slips", 5), ("slips", [5]), ("slips", [[None]]), ("numbers", "8")]],
        (("hand_draw",), 1), (("hand_draw",), "x"), (("hand_draw",), {"round": 1}), (("cash_counts",), [5]),
        (("tables", 0), 5), (("tables", 0, "out_of_order"), None), (("reservations",), {}),
    ],
)  # fmt: skip
def test_what_an_import_could_not_read_is_named(path, value) -> None:
    archive = evening()
    inner = archive
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert codes(archive) & {Code.WRONG_VALUE, Code.MISSING_KEY}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda a: a["reservations"][0].update(start_number=99), Code.UNKNOWN_PERSON),
        (lambda a: a["tables"][0].update(number=2), Code.TABLE),
        (lambda a: a["matches"][3].update(table=77), Code.TABLE),
    ],
)
def test_people_and_tables_that_are_named_are_there(change, code) -> None:
    archive = evening()
    change(archive)
    assert codes(archive) == {code}


# --- the journal of a program that tells more than it must --------------------------------------


def told(archive):
    """The same evening with a journal as this program writes it: sales with amounts, fields, prizes handed out."""
    entries = []
    for card in archive["cards"]:
        after = {"cards": [card["number"]], "amount": card["price"]}
        entries.append(("cards_sold", f"person {card['start_number']}", None, after))
    for draw in archive["draws"]:
        if draw["field"] is not None:
            entries.append(("draw_prepared", f"draw {draw['number']}", None, {"field_hash": hex_of(draw["field"])}))
    for prize in archive["prizes"][:3]:
        prize["handed_out_at"] = MOMENT
        entries.append(("prize_handed_out", f"prize {prize['place']}", None, {"start_number": prize["winner"]}))
    kept = [entry for entry in archive["journal"] if entry["kind"] != "cards_sold"]
    kept[-1:-1] = [
        {"number": 0, "at": MOMENT, "by": "Karl", "kind": kind, "subject": subject, "before": before, "after": after,
         "reason": None, "prev": None, "hash": "0" * 64}
        for kind, subject, before, after in entries
    ]  # fmt: skip
    for number, entry in enumerate(kept, start=1):
        entry["number"] = number
    archive["journal"] = kept
    return archive


def entry(archive, kind):
    return next(each for each in archive["journal"] if each["kind"] == kind)


def taken_back(archive):
    given = entry(archive, "prize_handed_out")
    given.update(kind="prize_taken_back", before=given["after"], after=None)


def test_a_journal_that_tells_the_same_is_whole() -> None:
    assert codes(told(evening())) == set()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda a: entry(a, "cards_sold")["after"].update(amount="10.00"), Code.JOURNAL_SALE),
        (lambda a: entry(a, "cards_sold")["after"].update(cards=[99]), Code.JOURNAL_SALE),
        (lambda a: entry(a, "cards_sold")["after"].update(cards=[2]), Code.JOURNAL_SALE),
        (lambda a: entry(a, "cards_sold")["after"].update(cards=[1, 1]), Code.JOURNAL_SALE),
        (lambda a: entry(a, "cards_sold")["after"].update(cards=["1"]), Code.JOURNAL_SALE),
        (lambda a: entry(a, "draw_prepared")["after"].update(field_hash="0" * 64), Code.JOURNAL_DRAW),
        (lambda a: entry(a, "prize_handed_out")["after"].update(start_number=99), Code.JOURNAL_PRIZE),
        (lambda a: a["prizes"][1].update(handed_out_at=None), Code.JOURNAL_PRIZE),
        (lambda a: a["prizes"][5].update(handed_out_at=MOMENT), Code.JOURNAL_PRIZE),
        (taken_back, Code.JOURNAL_PRIZE),
    ],
)  # fmt: skip
def test_a_sale_a_field_and_a_prize_are_as_the_journal_tells(change, code) -> None:
    archive = told(evening())
    change(archive)
    assert codes(archive) == {code}


# --- reading ------------------------------------------------------------------------------------


def test_a_key_twice_in_an_object_is_no_archive() -> None:
    text = dump(finished())
    twice = text.replace('"version": 1', '"version": 2,\n  "version": 1', 1)
    assert json.loads(twice) == json.loads(text)
    with pytest.raises(ArchiveError, match="„version“ steht zweimal"):
        load(twice.encode())


def test_a_file_nested_too_deep_is_told_in_plain_words() -> None:
    with pytest.raises(ArchiveError, match="viel zu tief verschachtelt"):
        load(b"[" * 200_000)
