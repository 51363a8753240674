"""What is asked of every page: every finding, not the first, each in words that lead to its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any

import axe_playwright_python
from django.conf import settings
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
#: WCAG 2.2 AA, and the checker's own good practice.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN_AXE = """
async (only) => {
  const found = await axe.run(document, {runOnly: only, resultTypes: ["violations"], preload: false});
  return found.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id}: ${node.target.join(" ")} (${node.failureSummary.split("\\n").slice(1).map(line => line.trim()).join("; ")})`));
}
"""
#: Before anything else on a page: what moves by itself, with the element and how far.
WATCH_SHIFTS = """
window.moved = [];
const told = ({node, previousRect, currentRect}) => node && node.nodeType === 1
  ? `${node.tagName.toLowerCase()}.${node.className} ${Math.round(previousRect.y)}→${Math.round(currentRect.y)}` : "text";
new PerformanceObserver(list => list.getEntries().filter(entry => !entry.hadRecentInput).forEach(
  entry => window.moved.push({value: entry.value, what: entry.sources.map(told).join(", ")})
)).observe({type: "layout-shift", buffered: true});
"""
#: The most that a page may move while it loads; a score that nobody sees.
STILL = 0.01
#: Reaches beyond the right edge, though no box around it scrolls.
TOO_WIDE = """
() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) { return []; }
  const scrolls = e => e && e !== document.body && (getComputedStyle(e).overflowX !== "visible" || scrolls(e.parentElement));
  const wide = [...document.querySelectorAll("body *")].filter(
    e => e.getBoundingClientRect().right > innerWidth + 0.5 && e.checkVisibility() && !scrolls(e.parentElement));
  return [`${over} px too wide: ` + wide.slice(0, 4).map(e => `${e.tagName.toLowerCase()}.${e.className}`).join(", ")];
}
"""
#: What can be pressed and is lower than 44 px, the size of a fingertip; links inside a sentence are not meant (WCAG 2.2, 2.5.8).
LOW = """
() => [...document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")]
  .filter(e => e.checkVisibility() && !e.matches(".skip, [type=checkbox], [type=radio], [type=range], [tabindex='-1']")
    && !e.closest("p, td, .recent, svg, .visually-hidden, [data-screen]"))
  .map(e => [`${e.tagName.toLowerCase()}.${e.className} „${e.textContent.trim().slice(0, 20)}“`, Math.round(e.getBoundingClientRect().height * 10) / 10])
  .filter(([, height]) => height > 1 && height < 43.9).map(([what, height]) => `low: ${what} ${height} px`)
"""
TEXTS = """
() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.closest("script, style, [lang=de]")) { texts.push(walker.currentNode.data); }
  }
  for (const name of ["placeholder", "title", "aria-label", "alt"]) {
    document.querySelectorAll(`[${name}]`).forEach(e => texts.push(e.getAttribute(name)));
  }
  return texts.map(text => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}
"""


def accessibility(page: Page, *rules: str) -> list[str]:
    """Every violation axe-core knows of, or only of these rules. Put in from outside, so that the page keeps its policy."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
    return page.evaluate(RUN_AXE, only)


def moved(page: Page) -> list[str]:
    """What moved by itself since the page began to load, if anybody can have seen it."""
    entries: list[dict[str, Any]] = page.evaluate("window.moved")
    if sum(entry["value"] for entry in entries) < STILL:
        return []
    return [f"moved {entry['value']:.3f}: {entry['what']}" for entry in entries]


def german_left(page: Page) -> list[str]:
    """Texts of an English page that stand in the catalogue as German."""
    return sorted({f"German: {text}" for text in page.evaluate(TEXTS) if _is_german(text)})


#: A language is called by its own name, so that whoever looks for it finds it.
OWN_NAME = "Deutsch"


def _is_german(text: str) -> bool:
    if text == OWN_NAME:
        return False
    whole, patterns = _german()
    return text in whole or any(pattern.fullmatch(text) for pattern in patterns)


@cache
def _german() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    whole, patterns = set(), []
    for text in _untranslated():
        clean = re.sub(r"\s+", " ", text).strip()
        fixed = re.sub(r"%\(\w+\)[sd]|%[sd]", "", clean)
        if fixed == clean:
            whole.add(clean)
        elif len(re.findall(r"[^\W\d_]", fixed)) >= 8:  # shorter ones fit anything
            parts = re.split(r"%\(\w+\)[sd]|%[sd]", clean)
            patterns.append(re.compile(".+".join(map(re.escape, parts))))
    return frozenset(whole), tuple(patterns)


def _untranslated() -> Iterator[str]:
    """German texts whose English is another one."""
    for path in (Path(settings.BASE_DIR) / "tournament" / "locale").glob("en/LC_MESSAGES/*.mo"):
        with path.open("rb") as file:
            catalogue: dict[Any, str] = GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        for key, english in catalogue.items():
            german = key[0] if isinstance(key, tuple) else key
            german = german.rpartition("\x04")[2]
            if german and german != english:
                yield german
