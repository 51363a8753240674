"""PSD1: the bytes, the chain, the words, the worked examples, and what is refused."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.domain import naive_psd1
from tests.domain.psd1_cases import (
    EXAMPLES,
    VEC_A,
    VEC_A_FIELD_HEX,
    VEC_A_S0,
    VEC_A_SEAL,
    VEC_C,
    VEC_N,
    Example,
    card_fields,
    lives_fields,
    lot_fields,
    publics,
    secrets_,
)
from tournament.domain import psd1
from tournament.domain.psd1 import DrawError, Field, FieldError, Mode, Stream

every_example = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
any_field = st.one_of(
    card_fields(Mode.UNIFORM, Mode.TWOPOT, Mode.TWOPOT_MULTIFIRST, most_numbers=16), lives_fields(), lot_fields()
)


# --- the worked examples --------------------------------------------------------------------


@every_example
def test_example_gives_its_key_result_and_check(example: Example) -> None:
    field = Field.parse(example.field)
    drawn = psd1.carry_out(field, example.secret, example.public)
    assert psd1.key(example.secret, example.public, field) == example.key
    assert drawn.result == example.result
    assert drawn.check == example.check


@every_example
def test_example_is_the_same_in_the_literal_implementation(example: Example) -> None:
    assert naive_psd1.replay(example.field, example.secret, example.public) == example.result


@every_example
def test_field_text_survives_reading_and_writing(example: Example) -> None:
    assert Field.parse(example.field).text() == example.field
    assert Field.parse(example.field.encode()) == Field.parse(example.field)


def test_hash_of_the_field_of_the_first_example() -> None:
    assert psd1.hex_of(VEC_A.field) == VEC_A_FIELD_HEX


def test_words_of_the_first_example() -> None:
    words = Stream(VEC_A.key)
    drawn = [words.uint(n) for n in (5, 4, 3, 1, 5, 4, 3)]
    assert drawn == [1, 0, 2, 0, 4, 1, 2]
    assert words.used == 6  # n = 1 used none


def words_of(key: str) -> list[int]:
    return [int(psd1.hex_of(f"{key},{i}")[:8], 16) for i in range(1, 10)]


def test_first_example_discards_an_attempt_and_goes_on_with_the_next_words() -> None:
    drawn = psd1.carry_out(Field.parse(VEC_A.field), VEC_A.secret, VEC_A.public)
    shown = [" ".join(str(part) for part in step) for step in drawn.steps]
    assert shown == [
        "match 1.1 2.2", "match 1.2 2.1", "match 1.3 4.1", "match 3.1 3.2", "void",
        "match 1.1 4.1", "match 1.2 2.2", "match 1.3 3.2", "match 2.1 3.1",
    ]  # fmt: skip


def test_second_example_shows_order_slips_and_redraws() -> None:
    drawn = psd1.carry_out(Field.parse(VEC_C.field), VEC_C.secret, VEC_C.public)
    assert drawn.order == (3, 4, 2, 5, 1)
    shown = [" ".join(str(part) for part in step) for step in drawn.steps]
    assert shown == [
        "order 3 4 2 5 1",
        "left 8 3.1", "left 5 4.1", "left 6 4.2", "left 3 2.1", "left 7 2.2", "left 4 2.3", "left 2 5.1", "left 1 5.2",
        "redraw 2 5.3", "redraw 1 5.3", "right 8 5.3", "right 1 1.1", "right 5 1.2",
    ]  # fmt: skip
    assert [(pairing.number, str(pairing.left)) for pairing in drawn.matches] == [(1, "5.2"), (5, "4.1"), (8, "3.1")]
    assert [bye.number for bye in drawn.byes] == [2, 3, 4, 6, 7]


def test_second_example_uses_sixteen_words() -> None:
    words = Stream(VEC_C.key)
    psd1.draw(Field.parse(VEC_C.field), words)
    assert words.used == 16


# --- chain and seal -------------------------------------------------------------------------


def test_draw_1_reveals_the_last_element_before_the_seal() -> None:
    assert psd1.secret_for(VEC_A_S0, 1) == VEC_A.secret == psd1.make_chain_element(VEC_A_S0, 255)
    assert psd1.seal_of(VEC_A_S0) == VEC_A_SEAL


def test_element_is_hashed_with_its_label_as_text() -> None:
    assert psd1.make_chain_element(VEC_A_S0, 1) == psd1.hex_of("PSD1 chain\n" + VEC_A_S0 + "\n")
    assert psd1.make_chain_element(VEC_A_S0, 0) == VEC_A_S0


@pytest.mark.parametrize("index", [-1, 257])
def test_chain_has_the_elements_0_to_256(index: int) -> None:
    with pytest.raises(DrawError, match="0 bis 256"):
        psd1.make_chain_element(VEC_A_S0, index)


@pytest.mark.parametrize("draw", [1, 2, 100, 256])
def test_secret_of_draw_r_hashed_r_times_gives_the_seal(draw: int) -> None:
    secret = psd1.secret_for(VEC_A_S0, draw)
    assert psd1.leads_to(secret, VEC_A_SEAL, draw)
    assert not psd1.leads_to(secret, VEC_A_SEAL, draw - 1)
    assert not psd1.leads_to(secret, VEC_A_SEAL, draw + 1)


def test_draw_256_reveals_the_beginning_and_a_257th_is_refused() -> None:
    assert psd1.secret_for(VEC_A_S0, 256) == VEC_A_S0
    with pytest.raises(DrawError, match="256"):
        psd1.secret_for(VEC_A_S0, 257)
    with pytest.raises(DrawError, match="256"):
        psd1.secret_for(VEC_A_S0, 257, first_draw=10)


def test_new_chain_counts_from_its_first_draw() -> None:
    assert psd1.secret_for(VEC_A_S0, 7, first_draw=7) == VEC_A.secret
    assert psd1.leads_to(psd1.secret_for(VEC_A_S0, 9, first_draw=7), VEC_A_SEAL, 3)
    with pytest.raises(DrawError, match="erste"):
        psd1.secret_for(VEC_A_S0, 6, first_draw=7)


@pytest.mark.parametrize("bad", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "0" * 64 + "\n", "٠" * 64])
def test_secret_and_seal_are_64_lower_case_hex_digits(bad: str) -> None:
    with pytest.raises(DrawError, match="64"):
        psd1.make_chain_element(bad, 1)
    with pytest.raises(DrawError, match="Siegel"):
        psd1.leads_to(VEC_A.secret, bad, 1)
    with pytest.raises(DrawError, match="Geheimnis"):
        psd1.carry_out(Field.parse(VEC_A.field), bad, "1")


# --- public numbers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "public"),
    [
        ("0", "0"), ("4711", "4711"), ("33.12", "33.12"), ("0033.0012", "33.12"), ("000", "0"), ("0.0", "0.0"),
        ("1.2.3.4.5.6.7.8.9", "1.2.3.4.5.6.7.8.9"), ("9" * 80, "9" * 80), ("0" * 79 + "7", "7"),
    ],
)  # fmt: skip
def test_public_numbers_lose_leading_zeros_and_keep_their_order(text: str, public: str) -> None:
    assert psd1.parse_public(text) == public


@pytest.mark.parametrize(
    "text", ["", ".", "1.", ".1", "1..2", "1 2", "-1", "+1", "1,2", "x", "1.2.3.4.5.6.7.8.9.10", "9" * 81, "1\n", "²"]
)
def test_public_that_is_not_one_to_nine_numbers_is_refused(text: str) -> None:
    with pytest.raises(DrawError, match="öffentliche"):
        psd1.parse_public(text)


def test_no_public_number_is_zero() -> None:
    assert psd1.public_text([]) == "0"
    assert psd1.public_text(["007", 12]) == "7.12"


def test_leading_zeros_do_not_change_the_draw() -> None:
    field = Field.parse(VEC_A.field)
    assert psd1.key(VEC_A.secret, "004711", field) == VEC_A.key


# --- words ----------------------------------------------------------------------------------


class FixedWords(Stream):
    """A stream with given words."""

    def __init__(self, *words: int) -> None:
        super().__init__("0" * 64)
        self.waiting = list(words)

    def word(self) -> int:
        self.used += 1
        return self.waiting.pop(0)


def test_uint_of_one_uses_no_word() -> None:
    words = FixedWords()
    assert [words.uint(1), words.uint(1)] == [0, 0]


def test_uint_rejects_words_that_would_prefer_small_numbers() -> None:
    limit = 2**32 - 2**32 % 3
    words = FixedWords(limit, 2**32 - 1, limit - 1)
    assert words.uint(3) == (limit - 1) % 3
    assert words.used == 3


def test_uint_rejects_nothing_for_powers_of_two_up_to_two_to_the_31() -> None:
    assert FixedWords(2**32 - 1).uint(8) == 7
    assert FixedWords(2**32 - 1).uint(2**31) == 2**31 - 1


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1])
def test_uint_knows_no_other_numbers(n: int) -> None:
    with pytest.raises(ValueError, match=str(n)):
        Stream("0" * 64).uint(n)


def test_word_is_the_first_eight_hex_digits() -> None:
    words = Stream(VEC_C.key)
    assert [words.word() for _ in range(9)] == words_of(VEC_C.key)


def test_draw_ends_with_an_error_when_one_word_more_than_the_limit_is_needed() -> None:
    field = Field.parse(VEC_C.field)
    psd1.draw(field, Stream(VEC_C.key, limit=16))
    with pytest.raises(DrawError, match="abgebrochen"):
        psd1.draw(field, Stream(VEC_C.key, limit=15))
    assert psd1.WORD_LIMIT == 10**7


# --- every mode against the literal implementation --------------------------------------------


@settings(max_examples=400, deadline=None)
@given(field=any_field, secret=secrets_, public=publics)
def test_same_result_as_the_literal_implementation(field: Field, secret: str, public: str) -> None:
    assert psd1.carry_out(field, secret, public).result == naive_psd1.replay(field.text(), secret, public)


@settings(max_examples=200, deadline=None)
@given(field=any_field)
def test_field_reads_back_what_it_wrote(field: Field) -> None:
    assert Field.parse(field.text()) == field


@settings(max_examples=200, deadline=None)
@given(field=any_field, data=st.data())
def test_field_with_one_byte_changed_is_refused_or_another_field(field: Field, data: st.DataObject) -> None:
    text = field.text().encode()
    position = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != text[position]))
    changed = text[:position] + bytes([other]) + text[position + 1 :]
    fault = fault_of(changed)
    if fault is None:
        assert Field.parse(changed) != field
        assert Field.parse(changed).text().encode() == changed
    else:
        assert fault
        assert len(fault.splitlines()) == 1


def fault_of(text: bytes) -> str | None:
    try:
        Field.parse(text)
    except FieldError as error:
        return str(error)
    return None


# --- what a draw depends on -------------------------------------------------------------------


def test_draw_depends_on_secret_public_numbers_and_every_part_of_the_field() -> None:
    people = tuple((start, 2) for start in range(1, 33))
    field = Field("a", 1, 64, Mode.TWOPOT, people)
    draws = {
        psd1.carry_out(field, VEC_A.secret, "1").check,
        psd1.carry_out(field, VEC_C.secret, "1").check,
        psd1.carry_out(field, VEC_A.secret, "2").check,
        psd1.carry_out(field, VEC_A.secret, "1.1").check,
        psd1.carry_out(Field("b", 1, 64, Mode.TWOPOT, people), VEC_A.secret, "1").check,
        psd1.carry_out(Field("a", 2, 64, Mode.TWOPOT, people), VEC_A.secret, "1").check,
    }
    assert len(draws) == 6


def test_successive_draws_of_a_chain_are_independent() -> None:
    """Two cards a person, four cards: who is whose opponent in draw r says nothing about draw r + 1."""
    together: Counter[tuple[bool, bool]] = Counter()
    for i in range(20):
        s0 = psd1.hex_of(f"independence {i}")
        chain = [s0]
        for _ in range(255):
            chain.append(psd1.hex_of(f"PSD1 chain\n{chain[-1]}\n"))
        outcomes = [first_meets_first(chain[256 - r], r) for r in range(1, 257)]
        together.update(zip(outcomes[::2], outcomes[1::2], strict=True))
    expected = 20 * 128 / 4
    chi_square = sum((together[a, b] - expected) ** 2 / expected for a in (True, False) for b in (True, False))
    assert chi_square < 35.4  # 3 degrees of freedom, 1e-7


def first_meets_first(secret: str, number: int) -> bool:
    field = Field("independence", number, 4, Mode.UNIFORM, ((1, 2), (2, 2)))
    return (1, 1) in {pairing.left for pairing in psd1.carry_out(field, secret, "0").matches if pairing.right == (2, 1)}


def test_draw_is_the_same_in_a_process_with_another_hash_seed() -> None:
    code = (
        "from tournament.domain import psd1\n"
        f"print(psd1.replay({VEC_N.field.encode()!r}, secret={VEC_N.secret!r}, public={VEC_N.public!r}).check)"
    )
    checks = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert checks == {VEC_N.check}


def test_steps_of_the_archive_name_card_numbers() -> None:
    drawn = psd1.carry_out(Field.parse(VEC_C.field), VEC_C.secret, VEC_C.public)
    numbers = {(start, k): 100 * start + k for start in range(1, 6) for k in range(1, 4)}
    steps = psd1.map_steps(drawn, numbers)
    assert steps[:2] == [["order", 3, 4, 2, 5, 1], ["left", 8, 301]]
    assert steps[9] == ["redraw", 2, 503]
    assert all(type(part) in (str, int) for step in steps for part in step)


def test_steps_of_persons_need_no_card_numbers() -> None:
    drawn = psd1.carry_out(Field.parse(VEC_N.field), VEC_N.secret, VEC_N.public)
    assert psd1.map_steps(drawn, {}) == [["bye", 12], ["match", 1, 5], ["match", 2, 7], ["match", 4, 9]]
