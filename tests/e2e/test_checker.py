"""The guest's own calculation against the program's: two implementations of PSD1 that share no line, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.domain.psd1_cases import EXAMPLES, VEC_A, VEC_A_SEAL, VEC_C, VEC_N, Example
from tournament.domain import psd1
from tournament.domain.psd1 import Field, Mode
from tournament.queries.checker import link_part

from .pictures import picture_here

SIZES = [(390, 844), (1366, 768)]
PALE = (Path(__file__).parent / "pale.js").read_text(encoding="utf-8")
RUN = """
cases => cases.map(given => {
  try { const done = PSD1Draw.run(given); return {result: done.result, check: done.check, key: done.key, words: done.words}; }
  catch (fault) { if (!(fault instanceof PSD1Field.Fault)) throw fault; return {fault: fault.code}; }
})
"""


@dataclass
class Opened:
    page: Page
    said: list[str]
    asked: list[str]

    def run(self, *cases: dict[str, object]) -> list[dict[str, str]]:
        return self.page.evaluate(RUN, list(cases))


@pytest.fixture
def open_file(chromium: Browser, tmp_path: Path, client: Client) -> Iterator[object]:
    """The saved page, opened from a folder with the network switched off."""
    path = tmp_path / "auslosung-pruefen.html"
    answer = client.get("/pruefen/datei/")
    assert "auslosung-pruefen.html" in answer["Content-Disposition"]
    path.write_bytes(answer.content)
    yield from _opener(chromium, path.as_uri(), offline=True)


@pytest.fixture
def open_served(chromium: Browser, live_server) -> Iterator[object]:
    yield from _opener(chromium, f"{live_server.url}/pruefen/", offline=False)


def _opener(chromium: Browser, address: str, *, offline: bool) -> Iterator[object]:
    contexts = []

    def make(
        link: str = "", size: tuple[int, int] = (390, 844), locale: str = "de-AT", scheme: str = "light"
    ) -> Opened:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=locale, color_scheme=scheme, offline=offline
        )
        contexts.append(context)
        page = context.new_page()
        opened = Opened(page, [], [])
        page.on("console", lambda message: opened.said.append(message.text))
        page.on("pageerror", lambda error: opened.said.append(str(error)))
        page.on("request", lambda request: opened.asked.append(request.url))
        page.goto(f"{address}#{link}" if link else address)
        return opened

    yield make
    for context in contexts:
        context.close()


def given(example: Example, **changed: object) -> dict[str, object]:
    return {"field": example.field, "secret": example.secret, "publicNumbers": example.public} | changed


def random_text(random: Random, digits: int) -> str:
    return "".join(random.choice("0123456789abcdef") for _ in range(digits))


def random_holdings(random: Random, total: int) -> tuple[tuple[int, int], ...]:
    most = random.choice([1, 2, 3, 6, total])
    start, held = 0, []
    while (left := total - sum(count for _, count in held)) > 0:
        start += random.randint(1, 3)
        held.append((start, random.randint(1, min(most, left))))
    return tuple(held)


def random_field(random: Random, mode: Mode) -> Field:
    number = random.randint(1, 256)
    if mode is Mode.LIVES:
        starts = sorted(random.sample(range(1, 60), random.randint(1, 14)))
        pairs = [(a, b) for a in starts for b in starts if a < b]
        met = tuple(sorted(random.sample(pairs, random.randint(0, len(pairs)))))
        return Field("zufall", number, len(starts), mode, tuple((s, random.randint(0, 2)) for s in starts), met)
    if mode is Mode.LOT:
        held = random_holdings(random, random.randint(1, 30))
        return Field("zufall", number, sum(count for _, count in held), mode, held)
    while True:
        numbers = random.choice([2, 4, 8, 16, 32, 64])
        held = random_holdings(random, random.randint(numbers // 2 + 1, numbers))
        # A field that is refused for the fair method takes minutes in any implementation.
        if mode is not Mode.UNIFORM or sum(c * (c - 1) for c in sorted(c for _, c in held)[:-1]) < 8 * numbers:
            return Field("Zufall.1_a-b", number, numbers, mode, held)


def random_case(random: Random, mode: Mode) -> dict[str, str]:
    public = ".".join(str(random.randint(0, 10**20)) for _ in range(random.randint(1, 9)))
    return {"field": random_field(random, mode).text(), "secret": random_text(random, 64), "publicNumbers": public}


def expected(case: dict[str, str]) -> psd1.Drawn:
    return psd1.replay(case["field"].encode("latin-1"), secret=case["secret"], public=case["publicNumbers"])


# --- the calculation ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "abc", "x" * 55, "x" * 56, "x" * 63, "x" * 64, "x" * 119, "x" * 120, "PSD1\n" * 999]
)
def test_own_sha256_is_sha256(open_file, text: str) -> None:
    assert open_file().page.evaluate("text => Sha256.hex(text)", text) == psd1.hex_of(text)


def test_the_worked_examples_come_out(open_file) -> None:
    done = open_file().run(*(given(example) for example in EXAMPLES.values()))
    assert [(one["key"], one["result"], one["check"]) for one in done] == [
        (example.key, example.result, example.check) for example in EXAMPLES.values()
    ]


def test_two_hundred_random_fields_of_all_modes_come_out_the_same(open_file) -> None:
    random = Random(20260110)  # noqa: S311
    cases = [random_case(random, mode) for mode in Mode for _ in range(40)]
    done = open_file().run(*cases)
    assert [one.get("result") for one in done] == [expected(case).result for case in cases]
    assert [one.get("check") for one in done] == [expected(case).check for case in cases]


def test_large_fields_come_out_the_same(open_file) -> None:
    held = tuple((start, 4 if start % 2 else 3) for start in range(1, 1025))
    cases = [
        {"field": Field("gross", 1, 4096, mode, held).text(), "secret": "0" * 64, "publicNumbers": "1"}
        for mode in (Mode.TWOPOT, Mode.TWOPOT_MULTIFIRST, Mode.UNIFORM)
    ]
    assert [one["check"] for one in open_file().run(*cases)] == [expected(case).check for case in cases]


def test_numbers_with_eighty_digits_are_not_rounded(open_file) -> None:
    big = "9" * 79
    lines = [
        "PSD1 field",
        "id=a",
        "round=1",
        "numbers=3",
        "mode=lives",
        f"{big}7:{big}1",
        f"{big}8:{big}0",
        f"{big}9:{big}1",
    ]
    case = {"field": "".join(f"{line}\n" for line in lines), "secret": "1" * 64, "publicNumbers": "7"}
    (done,) = open_file().run(case)
    assert done["result"] == expected(case).result
    assert f"{big}8 frei" in done["result"]


def test_a_draw_that_needs_too_many_words_has_no_result(open_file) -> None:
    assert open_file().run(given(VEC_C, limit=16), given(VEC_C, limit=15)) == [
        {"result": VEC_C.result, "check": VEC_C.check, "key": VEC_C.key, "words": 16},
        {"fault": "words"},
    ]


# --- refusals -------------------------------------------------------------------------------------

FIELD_FAULTS = {
    "field-empty": "",
    "field-end": VEC_A.field[:-1],
    "field-cr": VEC_A.field.replace("\n", "\r\n"),
    "field-ascii": "\xef\xbb\xbf" + VEC_A.field,
    "field-blank": VEC_A.field + "\n",
    "field-short": "PSD1 field\nid=a\n",
    "field-header": VEC_A.field.replace("PSD1 field", "PSD2 field"),
    "field-name": VEC_A.field.replace("round=", "Round="),
    "field-integer": VEC_A.field.replace("numbers=8", "numbers=08"),
    "field-id": VEC_A.field.replace("vec-a", "vec a"),
    "field-round": VEC_A.field.replace("round=1", "round=257"),
    "field-numbers": VEC_A.field.replace("numbers=8", "numbers=131072"),
    "field-mode": VEC_A.field.replace("uniform", "fair"),
    "field-line": VEC_A.field.replace("2:2", "2: 2"),
    "field-people-first": VEC_N.field + "13:0\n",
    "field-nobody": VEC_A.field[: VEC_A.field.index("1:3")],
    "field-start-zero": VEC_A.field.replace("1:3", "0:3"),
    "field-no-card": VEC_A.field.replace("4:1", "4:0"),
    "field-twice": VEC_A.field.replace("3:2", "2:2"),
    "field-order": VEC_A.field.replace("1:3\n2:2", "2:2\n1:3"),
    "field-met-mode": VEC_A.field + "met 1-2\n",
    "field-met-larger": VEC_N.field.replace("met 2-4", "met 4-2"),
    "field-met-unknown": VEC_N.field.replace("met 7-9", "met 7-8"),
    "field-met-order": VEC_N.field.replace("met 1-2\nmet 1-12", "met 1-12\nmet 1-2"),
    "field-total": VEC_N.field.replace("numbers=7", "numbers=8"),
    "field-power": VEC_A.field.replace("numbers=8", "numbers=9"),
    "field-range": VEC_A.field.replace("numbers=8", "numbers=16"),
}


def test_every_fault_of_a_field_is_named_and_is_one_for_the_program_too(open_file) -> None:
    done = open_file().run(*(given(VEC_A, field=field) for field in FIELD_FAULTS.values()))
    assert [one.get("fault") for one in done] == list(FIELD_FAULTS)
    for field in FIELD_FAULTS.values():
        with pytest.raises(psd1.DrawError):
            Field.parse(field.encode("latin-1"))


def test_both_refuse_the_same_of_two_thousand_damaged_fields(open_file) -> None:
    random = Random(7)  # noqa: S311
    cases = []
    for _ in range(2000):
        text = random.choice(list(EXAMPLES.values())).field
        for _ in range(random.randint(1, 2)):
            at = random.randrange(len(text) + 1)
            put = random.choice(["", "", "\n", "0", "1", "9", ":", "-", " ", "\r", "ä", "met 1-2\n", "5:1\n"])
            text = text[:at] + put + text[at + random.randrange(2) :]
        cases.append({"field": text, "secret": VEC_A.secret, "publicNumbers": "1"})
    done = open_file().run(*cases)

    def of_program(case: dict[str, str]) -> str | None:
        try:
            return expected(case).check
        except psd1.DrawError:
            return None

    assert [one.get("check") for one in done] == [of_program(case) for case in cases]
    assert 20 < sum("check" in one for one in done) < 1900


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"secret": VEC_A.secret[:-1]}, "secret"),
        ({"secret": VEC_A.secret.upper()}, "secret"),
        ({"secret": VEC_A.secret + "\n"}, "secret"),
        ({"publicNumbers": ""}, "public-number"),
        ({"publicNumbers": "1..2"}, "public-number"),
        ({"publicNumbers": "1 2"}, "public-number"),
        ({"publicNumbers": "9" * 81}, "public-number"),
        ({"publicNumbers": "1.2.3.4.5.6.7.8.9.10"}, "public-many"),
        ({"seal": VEC_A_SEAL.upper()}, "seal"),
        ({"seal": VEC_C.secret}, "leads"),
        ({"seal": VEC_A_SEAL, "firstDraw": 2}, "leads"),
        ({"seal": VEC_A_SEAL, "field": VEC_A.field.replace("round=1", "round=2")}, "leads"),
    ],
)
def test_secret_numbers_and_seal_are_checked(open_file, changed, fault) -> None:
    assert open_file().run(given(VEC_A, **changed)) == [{"fault": fault}]


def test_seal_is_reached_and_leading_zeros_do_not_matter(open_file) -> None:
    later = {"seal": VEC_A_SEAL, "field": VEC_A.field.replace("round=1", "round=2"), "firstDraw": 2}
    first, zeros, new_chain = open_file().run(
        given(VEC_A, seal=VEC_A_SEAL), given(VEC_A, publicNumbers="004711"), given(VEC_A, **later)
    )
    assert first["check"] == zeros["check"] == VEC_A.check
    assert "check" in new_chain


# --- the page -------------------------------------------------------------------------------------


def link(example: Example, **changed: str) -> str:
    return link_part(**{"field": example.field, "secret": example.secret, "public": example.public} | changed)


def test_typed_in_it_shows_check_result_and_every_step(open_file) -> None:
    opened = open_file()
    page = opened.page
    page.fill("#field", VEC_A.field)
    page.fill("#secret", VEC_A.secret)
    page.fill("#public", VEC_A.public)
    page.fill("#seal", VEC_A_SEAL)
    page.get_by_role("button", name="Nachrechnen").click()
    page.wait_for_selector("#outcome:not([hidden])")
    assert page.text_content("#result") == VEC_A.result
    assert page.text_content("#check strong") == VEC_A.check[:8]
    assert page.text_content("#check .rest") == VEC_A.check[8:]
    rows = [
        [cell.strip() for cell in row.locator("td").all_text_contents()] for row in page.locator("#way tbody tr").all()
    ]
    told = [(row[0], row[2], row[3], row[4]) for row in rows if row[4].startswith(("1.", "2.", "3."))]
    assert told == [  # as it stands in the worked example
        ("1", "5", "1", "1.1 gegen 2.2"),
        ("2", "4", "0", "1.2 gegen 2.1"),
        ("3", "3", "2", "1.3 gegen 4.1"),
        ("–", "1", "0", "3.1 gegen 3.2: eigene Karten, alle Begegnungen noch einmal"),
        ("4", "5", "4", "1.1 gegen 4.1"),
        ("5", "4", "1", "1.2 gegen 2.2"),
        ("6", "3", "2", "1.3 gegen 3.2"),
        ("–", "1", "0", "2.1 gegen 3.1"),
    ]
    way = page.text_content("#way")
    assert VEC_A.key in way
    assert VEC_A_SEAL in way
    assert "führt zum Siegel" in page.text_content("#verdict")
    assert opened.said == []
    assert [url for url in opened.asked if not url.startswith("file:")] == []


def test_matches_stand_under_the_numbers_they_have_in_the_hall(open_file) -> None:
    """Those of two pots keep the places of byes, which RESULT puts behind."""
    opened = open_file()
    for mode in (Mode.TWOPOT, Mode.UNIFORM, Mode.LIVES):
        case = given(VEC_C, field=_with_byes(mode))
        drawn = expected(case)
        opened.page.goto(
            f"{opened.page.url.partition('#')[0]}#{link_part(field=str(case['field']), secret=VEC_C.secret, public=VEC_C.public)}"
        )
        opened.page.wait_for_selector("#outcome:not([hidden])")
        expect(opened.page.locator("#result")).to_have_text(drawn.result)
        hall = [(one.number, f"{one.left} – {one.right}") for one in drawn.matches]
        hall += [(one.number, f"{one.card}  Freilos") for one in drawn.byes]
        assert opened.page.text_content("#hall") == "".join(f"{number}:  {text}\n" for number, text in sorted(hall)), (
            mode
        )
        explained = "Startnummern" if mode is Mode.LIVES else "3.4 heißt: Startnummer 3"
        assert explained in opened.page.text_content("#result-names")


def _with_byes(mode: Mode) -> str:
    if mode is Mode.LIVES:
        return Field("leben", 1, 5, mode, tuple((start, 0) for start in range(1, 6)), ()).text()
    return Field("freilose", 1, 16, mode, tuple((start, 2) for start in range(1, 7))).text()


def test_a_lot_has_no_matches_to_number(open_file) -> None:
    field = Field("los", 1, 3, Mode.LOT, ((1, 1), (2, 1), (5, 1))).text()
    page = open_file(link_part(field=field, secret="5" * 64, public="1")).page
    page.wait_for_selector("#outcome:not([hidden])")
    assert page.is_hidden("#hall-part")


def test_a_link_fills_in_everything_and_computes(open_served) -> None:
    opened = open_served(link(VEC_N, check=VEC_N.check[:8]))
    opened.page.wait_for_selector("#outcome:not([hidden])")
    assert opened.page.text_content("#result") == VEC_N.result
    assert "gleich der vorgelesenen" in opened.page.text_content("#verdict")
    assert opened.said == []  # nothing was refused by the policy of the server
    assert all("PSD1" not in url.partition("#")[0] for url in opened.asked)


def test_the_link_may_be_pasted_instead_of_the_field(open_file) -> None:
    page = open_file().page
    page.fill("#field", f"http://192.168.0.10:8000/pruefen/#{link(VEC_C)}")
    page.wait_for_selector("#outcome:not([hidden])")
    assert page.text_content("#result") == VEC_C.result
    assert page.input_value("#field") == VEC_C.field


def test_a_result_is_gone_as_soon_as_something_else_is_typed(open_file) -> None:
    page = open_file(link(VEC_C)).page
    page.wait_for_selector("#outcome:not([hidden])")
    page.fill("#public", "33.13")
    assert page.is_hidden("#outcome")


def test_another_check_number_is_told_loudly(open_file) -> None:
    page = open_file(link(VEC_C, check="00000000")).page
    page.wait_for_selector("#outcome:not([hidden])")
    assert "eine andere (00000000)" in page.text_content("#verdict .bad")


def test_all_faults_are_named_at_once_and_lead_to_their_fields(open_file) -> None:
    page = open_file().page
    page.fill("#field", VEC_A.field.replace("2:2", "2:x"))
    page.fill("#secret", "abc")
    page.fill("#public", "vier")
    page.get_by_role("button", name="Nachrechnen").click()
    named = page.locator("#faults li").all_text_contents()
    assert [text[:20] for text in named] == ["FIELD: Zeile 7: „Sta", "Geheimnis: 64 Zeiche", "Öffentliche Zahl 1: "]
    assert page.locator("[aria-invalid=true]").count() == 3
    page.locator("#faults a").nth(1).click()
    assert page.evaluate("document.activeElement.id") == "secret"
    assert page.is_hidden("#outcome")


def test_a_missing_last_line_end_is_named_and_can_be_added(open_file) -> None:
    page = open_file(link(VEC_A, field=VEC_A.field[:-1])).page
    page.get_by_role("button", name="Zeilenumbruch am Ende ergänzen").click()
    page.wait_for_selector("#outcome:not([hidden])")
    assert page.text_content("#result") == VEC_A.result


@pytest.mark.parametrize(("before", "fault"), [("\r\n", "Wagenrücklauf"), ("\n", None)])
def test_a_file_is_read_byte_by_byte(open_file, tmp_path: Path, before: str, fault: str | None) -> None:
    path = tmp_path / "field.txt"
    path.write_bytes(VEC_A.field.replace("\n", before).encode())
    page = open_file().page
    page.set_input_files("#file", path)
    page.wait_for_function("document.getElementById('field').value !== ''")
    page.fill("#secret", VEC_A.secret)
    page.fill("#public", VEC_A.public)
    page.get_by_role("button", name="Nachrechnen").click()
    if fault:
        assert fault in page.text_content("#faults")
    else:
        page.wait_for_selector("#outcome:not([hidden])")
        assert page.text_content("#result") == VEC_A.result


def test_a_long_draw_shows_the_first_steps_and_all_on_request(open_file) -> None:
    held = tuple((start, 3) for start in range(1, 301))
    field = Field("lang", 1, 1024, Mode.TWOPOT, held).text()
    page = open_file(link_part(field=field, secret="5" * 64, public="1")).page
    page.wait_for_selector("#outcome:not([hidden])")
    few = page.locator("#way tbody tr").count()
    page.get_by_role("button", name="Schritte zeigen").click()
    assert few < 400
    assert page.locator("#way tbody tr").count() >= 300 + 900  # people draw their turn, cards their number


def test_both_languages_say_everything(open_file) -> None:
    opened = open_file(locale="en-GB")
    page = opened.page
    assert page.get_by_role("heading", name="Recompute a draw").is_visible()
    words = page.evaluate("CHECKER_WORDS")
    assert words["de"].keys() == words["en"].keys()
    for key, german in words["de"].items():
        assert sorted(_places(german)) == sorted(_places(words["en"][key])), key
    page.get_by_role("button", name="Fill in an example").click()
    page.wait_for_selector("#outcome:not([hidden])")
    page.get_by_role("button", name="Deutsch").click()
    assert "Prüfzahl" in page.text_content("#verdict")
    assert page.evaluate("document.documentElement.lang") == "de"


def _places(text: str) -> list[str]:
    return [part.partition("}")[0] for part in text.split("{")[1:]]


def test_every_fault_and_every_step_has_words(open_file) -> None:
    page = open_file().page
    static = Path(__file__).resolve().parents[2] / "tournament" / "static" / "tournament" / "checker"
    source = (static / "field.js").read_text() + (static / "modes.js").read_text()
    words = page.evaluate("CHECKER_WORDS.de")
    named = {f"fault-{code}" for code in FIELD_FAULTS}
    asked = {f"step-{kind}" for kind in source.split('tell("')[1:] for kind in [kind.partition('"')[0]]}
    assert named | asked <= words.keys()
    assert len(asked) >= 10


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
def test_it_fits_can_be_pressed_and_read(open_served, size, scheme) -> None:
    opened = open_served(link(VEC_A, seal=VEC_A_SEAL, check=VEC_A.check), size=size, scheme=scheme)
    page = opened.page
    page.wait_for_selector("#outcome:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    picture_here(page, "whole", whole=True)
    low = "[...document.querySelectorAll('a, button, input, textarea')].filter(e => e.offsetParent && e.offsetHeight < 44).map(e => e.outerHTML)"
    assert page.evaluate(low) == []
    assert page.evaluate(PALE) == []
    unlabelled = "[...document.querySelectorAll('input, textarea')].filter(e => !e.labels.length).map(e => e.id)"
    assert page.evaluate(unlabelled) == []
    assert opened.said == []


def test_a_link_of_a_club_evening_fits_a_qr_code() -> None:
    held = tuple((start, 4 if start <= 13 else 3) for start in range(1, 18))
    field = Field("preisschnapsen-ff-grosssoelk-2026", 12, 64, Mode.TWOPOT, held).text()
    text = link_part(field=field, secret="a" * 64, public="33.12.1999", seal="b" * 64, check="c" * 8)
    # Version 25 at error correction M holds 997 bytes; larger ones old phones do not read from paper.
    assert len(f"http://192.168.178.123:8000/pruefen/#{text}") < 500


def test_javascript_is_as_old_as_the_phones() -> None:
    static = Path(__file__).resolve().parents[2] / "tournament" / "static" / "tournament" / "checker"
    for path in static.glob("*.js"):
        source = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for young in ("=>", "const ", "let ", "`", "async ", "crypto", "fetch(", "XMLHttpRequest"):
            assert young not in source, f"{path.name}: {young}"
