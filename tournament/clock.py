"""The one place that knows what time it is; tests and simulations set it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

_source: ContextVar[Callable[[], datetime] | None] = ContextVar("clock", default=None)


def now() -> datetime:
    """The present moment, UTC; inside `use(...)` what that source says."""
    source = _source.get()
    return source() if source else datetime.now(UTC)


def is_set() -> bool:
    """Whether somebody else than the device tells the time just now."""
    return _source.get() is not None


@contextmanager
def use(source: Callable[[], datetime]) -> Iterator[None]:
    """Let `source` tell the time within this block (this thread only)."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
