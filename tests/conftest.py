"""What all tests share: triggers that step aside while a test database is emptied, things found once, no stop watch."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from hypothesis import HealthCheck, settings
from whitenoise.middleware import WhiteNoiseMiddleware

from tournament.models import append_only

# How long an example takes says how slow the machine is, not whether the rule holds.
settings.register_profile("on any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("on any machine")

_empty_the_database = TransactionTestCase._fixture_teardown


def _teardown_without_triggers(self: Any) -> None:
    """Emptying a test database deletes rows, which the triggers rightly forbid: off and on again around it."""
    with connection.schema_editor() as editor:
        append_only.drop_triggers(editor)
    _empty_the_database(self)
    with connection.schema_editor() as editor:
        append_only.create_triggers(editor)


@pytest.fixture(autouse=True, scope="session")
def _append_only_triggers_step_aside() -> Iterator[None]:
    TransactionTestCase._fixture_teardown = _teardown_without_triggers  # type: ignore[method-assign]
    yield
    TransactionTestCase._fixture_teardown = _empty_the_database  # type: ignore[method-assign]


_look_for_static_files = WhiteNoiseMiddleware.add_files_from_finders
_static_files: dict[str, Any] = {}


def _static_files_found_once(self: Any) -> None:
    """Every new client is a new server that looks through all static files; in a test run they stay the same."""
    if not _static_files:
        _look_for_static_files(self)
        _static_files.update(self.files)
    self.files.update(_static_files)


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_looked_for_once() -> Iterator[None]:
    WhiteNoiseMiddleware.add_files_from_finders = _static_files_found_once  # type: ignore[method-assign]
    yield
    WhiteNoiseMiddleware.add_files_from_finders = _look_for_static_files  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _nothing_kept_from_other_tests() -> None:
    """What a process keeps about tournaments (rendered parts, counted logins) is of another database in the next test."""
    cache.clear()


@pytest.fixture
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change shows at once, also on pages that rest after they were made."""
    monkeypatch.setattr("tournament.live.REST", 0)


#: Whoever asks for one of these, or is marked so, asks the configured database or has a program ask one beside it.
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
DATABASE_MARKS = ("django_db", "own_database")


def pytest_addoption(parser: pytest.Parser) -> None:
    """For the run on a second kind of database."""
    parser.addoption(
        "--only-with-database",
        action="store_true",
        help="leave out tests that never ask the configured database: they are the same on every one",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only tests with a database, where that is what was asked for."""
    if config.getoption("only_with_database"):
        asking, others = [], []
        for item in items:
            (asking if asks_the_database(item) else others).append(item)
        items[:] = asking
        config.hook.pytest_deselected(items=others)


def asks_the_database(item: pytest.Item) -> bool:
    """Whether a test says that it needs the configured database; without saying so it is refused it."""
    marked = any(item.get_closest_marker(name) is not None for name in DATABASE_MARKS)
    return marked or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """What was read in until now stays to the end: the collector need not look through all of it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_configure() -> None:
    """Passwords of tests are hashed quickly: how slow the real hash is, is Django's business."""
    from django.conf import settings as product

    product.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
