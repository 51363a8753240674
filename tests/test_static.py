"""What must hold for every template and every style sheet: nothing inline, nothing from elsewhere, colours that can be read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STATIC = ROOT / "tournament" / "static" / "tournament"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html")) + sorted(
    (ROOT / "tests" / "e2e" / "templates").rglob("*.html")
)
OWN_FILES = [path for path in sorted(STATIC.rglob("*")) if path.suffix in {".css", ".js", ".svg"}]
INLINE = {
    "style attribute": re.compile(r"""<[^>]*\sstyle\s*=""", re.I),
    "style element": re.compile(r"<style\b", re.I),
    "event attribute": re.compile(r"""<[^>]*\son[a-z]+\s*=""", re.I),
    "htmx event attribute": re.compile(r"""\b(?:data-)?hx-on[:\-=]""", re.I),
    "javascript address": re.compile(r"javascript:", re.I),
    "script without a file": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
}
#: Names of XML vocabularies are no addresses: nothing is fetched from there.
NAMESPACE = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xlink)")
#: Picture (foreground, ground, least contrast): 4.5 for text, 3 for large figures, borders of fields, focus and icons (WCAG 2.2, 1.4.3, 1.4.11).
TEXT, SHAPE = 4.5, 3.0
GROUNDS = ("paper", "sheet", "felt-soft", "gold-soft", "red-soft")
PAIRS = [
    *[(ink, ground, TEXT) for ink in ("ink", "soft", "felt", "gold-ink", "red") for ground in GROUNDS],
    *[("edge", ground, SHAPE) for ground in ("paper", "sheet", "felt-soft", "gold-soft", "red-soft")],
    ("on-fill", "fill", TEXT),
    ("on-fill", "fill-hover", TEXT),
    ("on-head", "head", TEXT),
    ("on-head-soft", "head", TEXT),
    ("on-head", "head-spot", TEXT),
    ("sheet", "gold-ink", TEXT),
    ("fill", "sheet", SHAPE),
    ("fill", "track", SHAPE),
    ("gold", "sheet", SHAPE),
    ("focus", "paper", SHAPE),
    ("focus", "sheet", SHAPE),
    *[(f"person-{letter}", ground, SHAPE) for letter in "abcdefghijkl" for ground in ("paper", "sheet", "gold-soft")],
    ("board-text", "board", TEXT),
    ("board-score", "board", TEXT),
    ("board-card-ink", "board-card", TEXT),
    ("board-card-soft", "board-card", TEXT),
    ("board-card-ink", "board-free", TEXT),
    ("board-card-ink", "board-missing", TEXT),
    ("board-missing-ink", "board-missing", TEXT),
    ("board-lost-ink", "board-lost", TEXT),
]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_inline_style_or_script_in_a_template(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [what for what, pattern in INLINE.items() if pattern.search(text)] == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("style attribute", '<p style="color: red">'),
        ("style element", "<style>p {}</style>"),
        ("event attribute", "<button onclick='x()'>"),
        ("htmx event attribute", '<div hx-on:click="x()">'),
        ("javascript address", '<a href="javascript:x()">'),
        ("script without a file", "<script>x()</script>"),
    ],
)
def test_the_inline_check_finds_what_it_should(what: str, text: str) -> None:
    assert INLINE[what].search(text)


@pytest.mark.parametrize("path", TEMPLATES + OWN_FILES, ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    text = NAMESPACE.sub("", path.read_text(encoding="utf-8"))
    without_comments = re.sub(r"/\*.*?\*/", "", text, flags=re.S) if path.suffix == ".css" else text
    assert re.findall(r"https?://[^\s\"')]+|[\"'(]//[a-z][^\s\"')]*", without_comments) == []


def test_every_file_a_style_sheet_names_exists() -> None:
    for sheet in STATIC.glob("*.css"):
        for name in re.findall(r"""url\("([^"]+)"\)""", sheet.read_text(encoding="utf-8")):
            assert (sheet.parent / name).is_file(), f"{sheet.name}: {name}"


def test_vendored_files_keep_their_licences() -> None:
    assert "MIT License" in (STATIC / "pico" / "LICENSE.md").read_text(encoding="utf-8")
    assert "SIL Open Font License" in (STATIC / "fonts" / "LICENSE").read_text(encoding="utf-8")


def test_every_icon_a_template_asks_for_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([a-z]+)"', (STATIC / "icons.svg").read_text(encoding="utf-8")))
    asked = {name for path in TEMPLATES for name in re.findall(r'{% icon "([^"]+)"', path.read_text(encoding="utf-8"))}
    assert asked
    assert asked <= drawn


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes, and the dark ones as the device's choice brings them."""
    text = (STATIC / "tokens.css").read_text(encoding="utf-8")
    light = colours(re.search(r"^:root \{(.*?)\}", text, re.S | re.M).group(1))
    by_device = colours(re.search(r":root:not\(\[data-theme\]\) \{(.*?)\}", text, re.S).group(1))
    by_hand = colours(re.search(r':root\[data-theme="dark"\] \{(.*?)\}', text, re.S).group(1))
    return {"light": light, "dark": light | by_hand, "dark by device": light | by_device}


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_contrast_is_computed_as_wcag_says() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the well-known grey that just fails


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS, ids=str)
def test_colours_that_meet_can_be_told_apart(theme: str, front: str, ground: str, least: float) -> None:
    colour = themes()[theme]
    assert contrast(colour[front], colour[ground]) >= least


def test_dark_is_the_same_by_hand_and_by_device() -> None:
    found = themes()
    assert found["dark"] == found["dark by device"]
    assert found["dark"] != found["light"]


def test_the_tokens_are_those_of_the_house() -> None:
    expected = {
        "paper": "#faf6ee", "sheet": "#fffdf8", "ink": "#23201b", "soft": "#6d665a", "line": "#e2d9c8",
        "felt": "#1f5040", "felt-soft": "#e6efe9", "gold": "#a9741f", "gold-soft": "#f6ead2",
        "red": "#97332c", "red-soft": "#f8e5e1",
        "board": "#16241e", "board-text": "#f5efe2", "board-score": "#f0c669",
    }  # fmt: skip
    assert {name: themes()["light"][name] for name in expected} == expected


@pytest.mark.parametrize("path", sorted(STATIC.glob("*.css")), ids=lambda path: path.name)
def test_colours_are_named_in_one_place(path: Path) -> None:
    if path.name in {"tokens.css", "print.css"}:
        return
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=\s*[;,)])", path.read_text(encoding="utf-8")) == []
