"""A real Chromium for the browser tests. A missing browser is a failure, not a skip."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

# The synchronous Playwright runs an event loop in this thread; Django would refuse the database because of it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    """The one Playwright of this process: a second one would not start beside it."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(driver: Playwright) -> Iterator[Browser]:
    path = (
        os.environ.get("PREISSCHNAPSEN_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or "/usr/bin/chromium"
    )
    browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()
