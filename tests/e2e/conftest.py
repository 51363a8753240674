"""A real Chromium for the browser tests. A missing browser is a failure, not a skip."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Playwright, sync_playwright

from .visitor import Visitor

# The synchronous Playwright runs an event loop in this thread; Django would refuse the database because of it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The machine at the desk under a name that is not loopback: plain http in an inn is no secure context.
    "--host-resolver-rules=MAP inn.test 127.0.0.1",
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
        or shutil.which("chromium-headless-shell")  # the same without windows: much sooner through
        or shutil.which("chromium")
        or shutil.which("chromium-browser")
        or "/usr/bin/chromium"
    )
    browser = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def hall(chromium: Browser) -> Browser:
    """The browser of a guest, for whom `at_the_inn(...)` is the machine at the desk."""
    return chromium


@pytest.fixture
def visitor(hall: Browser, live_server, settings, tmp_path) -> Iterator[Visitor]:
    settings.DATA_DIR = tmp_path  # backups
    cache.clear()
    visitor = Visitor(hall, live_server.url, settings.SESSION_COOKIE_NAME)
    yield visitor
    visitor.close()
