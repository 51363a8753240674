"""A FIELD that is not exactly of the form agreed is refused with one line that names the fault."""

from collections.abc import Callable

import pytest

from tests.domain.psd1_cases import VEC_A, VEC_N, VEC_R
from tournament.domain.psd1 import Field, FieldError, Mode

GOOD = "PSD1 field\nid=x\nround=1\nnumbers=8\nmode=twopot\n1:3\n2:2\n4:1\n"


def swap(old: str, new: str) -> Callable[[str], str]:
    """A change that must find its place."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


FAULTS = {
    "nothing": (lambda _: "", "leer"),
    "only a newline": (lambda _: "\n", "Zeile 1 ist leer"),
    "too short": (lambda _: "PSD1 field\nid=x\n", "unvollständig"),
    "other first line": (swap("PSD1", "PSD2"), "Zeile 1"),
    "missing last newline": (lambda text: text[:-1], "Zeilenumbruch am Ende"),
    "empty line at the end": (lambda text: text + "\n", "Zeile 9 ist leer"),
    "empty line between": (swap("2:2\n", "\n2:2\n"), "Zeile 7 ist leer"),
    "CR": (lambda text: text.replace("\n", "\r\n"), "Zeile 1: Wagenrücklauf"),
    "BOM": (lambda text: "\ufeff" + text, "Zeile 1: nur ASCII"),
    "not ASCII": (swap("2:2", "2:²"), "Zeile 7: nur ASCII"),
    "space": (swap("2:2", "2: 2"), "Zeile 7"),
    "space at the end of a line": (swap("2:2", "2:2 "), "Zeile 7"),
    "NUL": (swap("2:2", "2:2\0"), "Zeile 7"),
    "vertical tab": (swap("2:2", "2:2\x0b"), "Zeile 7"),
    "lines of the head exchanged": (swap("id=x\nround=1\n", "round=1\nid=x\n"), "Zeile 2: 'id='"),
    "line of the head missing": (swap("round=1\n", ""), "Zeile 3: 'round='"),
    "line of the head twice": (swap("round=1\n", "round=1\nround=1\n"), "Zeile 4: 'numbers='"),
    "id empty": (swap("id=x", "id="), "id: 1 bis 64"),
    "id of 65 letters": (swap("id=x", "id=" + "x" * 65), "id: 1 bis 64"),
    "id with a slash": (swap("id=x", "id=x/y"), "id: 1 bis 64"),
    "round 0": (swap("round=1", "round=0"), "round: 1 bis 256"),
    "round 257": (swap("round=1", "round=257"), "round: 1 bis 256"),
    "round not a number": (swap("round=1", "round=one"), "Zeile 3"),
    "round with a leading zero": (swap("round=1", "round=01"), "Zeile 3"),
    "numbers with a sign": (swap("numbers=8", "numbers=+8"), "Zeile 4"),
    "numbers with a leading zero": (swap("numbers=8", "numbers=08"), "Zeile 4"),
    "numbers not a power of two": (swap("numbers=8", "numbers=6"), "Zweierpotenz"),
    "numbers 0": (swap("numbers=8", "numbers=0"), "numbers: 1 bis"),
    "numbers 1": (swap("numbers=8", "numbers=1"), "Zweierpotenz"),
    "numbers beyond all measure": (swap("numbers=8", f"numbers={2**40}"), "numbers: 1 bis"),
    "numbers of a thousand digits": (swap("numbers=8", "numbers=" + "9" * 1000), "Zeile 4"),
    "too few cards": (swap("numbers=8", "numbers=16"), "6 Karten"),
    "too many cards": (swap("numbers=8", "numbers=4"), "6 Karten"),
    "exactly half of the numbers": (swap("1:3\n2:2\n", "1:1\n2:2\n"), "4 Karten"),
    "unknown mode": (swap("mode=twopot", "mode=fair"), "mode"),
    "mode in capitals": (swap("mode=twopot", "mode=TWOPOT"), "mode"),
    "nobody": (lambda text: text[: text.index("1:3")], "keine einzige Person"),
    "people not ascending": (swap("1:3\n2:2\n", "2:2\n1:3\n"), "aufsteigend"),
    "ascending as text only": (swap("2:2\n4:1\n", "10:2\n4:1\n"), "aufsteigend"),
    "somebody twice": (swap("2:2", "1:2"), "zweimal"),
    "start number 0": (swap("1:3", "0:3"), "Startnummer 0"),
    "nobody's card": (swap("4:1", "4:0"), "mindestens eine Karte"),
    "start number with a leading zero": (swap("4:1", "04:1"), "Zeile 8"),
    "cards with a leading zero": (swap("4:1", "4:01"), "Zeile 8"),
    "foreign line": (swap("4:1\n", "4:1\nhello\n"), "Zeile 9"),
    "meetings where there are none": (swap("4:1\n", "4:1\nmet 1-2\n"), "met"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_field_is_refused_and_the_fault_named(name: str) -> None:
    change, fault = FAULTS[name]
    with pytest.raises(FieldError, match=fault) as refusal:
        Field.parse(change(GOOD).encode())
    assert len(str(refusal.value).splitlines()) == 1
    assert len(str(refusal.value)) < 200


def test_the_field_behind_these_faults_is_good() -> None:
    assert Field.parse(GOOD) == Field("x", 1, 8, Mode.TWOPOT, ((1, 3), (2, 2), (4, 1)))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("met 1-2\n", "met 2-1\n", "kleinere"),
        ("met 1-2\n", "met 1-1\n", "kleinere"),
        ("met 1-2\n", "met 1-3\n", "nicht dabei"),
        ("met 1-2\n", "met 1-2\nmet 1-2\n", "zweimal"),
        ("met 1-2\nmet 1-12\n", "met 1-12\nmet 1-2\n", "Reihenfolge"),
        ("met 1-12\nmet 2-4\n", "met 2-4\nmet 1-12\n", "Reihenfolge"),
        ("met 1-2\n", "met 01-2\n", "Zeile 13"),
        ("12:0\nmet 1-2\n", "met 1-2\n12:0\n", "vor den met-Zeilen"),
        ("numbers=7", "numbers=8", "numbers=8"),
        ("1:0", "1:00", "Zeile 6"),
        ("1:0", "1:-1", "Zeile 6"),
    ],
)
def test_lives_field_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(FieldError, match=fault):
        Field.parse(swap(old, new)(VEC_N.field))


def test_lives_may_have_an_odd_number_and_byes_of_zero() -> None:
    field = Field.parse(VEC_N.field)
    assert field.people[0] == (1, 0)
    assert field.met == ((1, 2), (1, 12), (2, 4), (4, 5), (7, 9))


@pytest.mark.parametrize(("old", "new"), [("4:1", "4:2"), ("numbers=6", "numbers=5"), ("42:1\n", "")])
def test_lot_must_add_up(old: str, new: str) -> None:
    with pytest.raises(FieldError, match="ergeben"):
        Field.parse(swap(old, new)(VEC_R.field))


def test_field_cannot_be_made_against_the_rules() -> None:
    with pytest.raises(FieldError):
        Field("x", 1, 8, Mode.UNIFORM, ((2, 3), (1, 2)))


def test_total_counts_cards_or_people() -> None:
    assert Field.parse(VEC_A.field).total == 8
    assert Field.parse(VEC_N.field).total == 7
