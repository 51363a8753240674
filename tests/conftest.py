"""What all tests share: triggers that step aside while a test database is emptied."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase

from tournament.models import append_only

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


@pytest.fixture(autouse=True)
def _nothing_kept_from_other_tests() -> None:
    """What a process keeps about tournaments (rendered parts, counted logins) is of another database in the next test."""
    cache.clear()


@pytest.fixture
def no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change shows at once, also on pages that rest after they were made."""
    monkeypatch.setattr("tournament.live.REST", 0)


def pytest_configure() -> None:
    """Passwords of tests are hashed quickly: how slow the real hash is, is Django's business."""
    from django.conf import settings

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
