"""Pictures that the browser tests leave behind, to be looked at; and the name under which the inn is found."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Page


def folder() -> Path | None:
    """Where they go: PREISSCHNAPSEN_PICTURES, in the gate the folder `pictures` of its artefacts; None: nobody wants them."""
    if chosen := os.environ.get("PREISSCHNAPSEN_PICTURES"):
        return Path(chosen)
    if artefacts := os.environ.get("CI_ARTEFACTS"):
        return Path(artefacts) / "pictures"
    return None


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """Keep what the page shows now as `name`; `whole`: not only what fits the screen, but the page down to its end."""
    if (place := folder()) is not None:
        path = place / f"{name}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=path, full_page=whole, type="jpeg", quality=85)


def picture_here(page: Page, what: str, *, whole: bool = False) -> None:
    """The same, named after the test that runs: `board/the_late_rounds_and_the_prizes-of_8-bracket`."""
    file, _colons, test = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")
    named = re.sub(r"[^A-Za-z0-9]+", "_", test.partition(" (")[0].rpartition("test_")[2]).strip("_")
    picture(page, f"{Path(file).stem.removeprefix('test_')}/{named}-{what}", whole=whole)


def at_the_inn(url: str) -> str:
    """The same address under a name that is not loopback, as phones in an inn know it: no secure context."""
    return url.replace("localhost", "inn.test").replace("127.0.0.1", "inn.test")
