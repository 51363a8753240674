"""A short pause in which nobody else is served: for putting another database in the place of the one in use.

In this process only; `serve` is one process, and only one of them may use a data folder.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class StillBusy(RuntimeError):
    """Others did not come to an end in time, or somebody else pauses already; nothing was paused."""


class Gate:
    """Requests go in and out of it; closed, it lets nobody in and waits until everybody else is out."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._inside: set[int] = set()
        self._closed = False

    def enter(self) -> bool:
        """Whether this thread may begin; then it must `leave`."""
        with self._changed:
            if self._closed:
                return False
            self._inside.add(threading.get_ident())
            return True

    def leave(self) -> None:
        """This thread is through."""
        with self._changed:
            self._inside.discard(threading.get_ident())
            self._changed.notify_all()

    @contextmanager
    def closed(self, *, patience: float) -> Iterator[None]:
        """Alone within this block, after at most `patience` seconds; StillBusy if it takes longer."""
        me = {threading.get_ident()}
        with self._changed:
            if self._closed:
                raise StillBusy
            self._closed = True
            if not self._changed.wait_for(lambda: self._inside <= me, timeout=patience):
                self._closed = False
                raise StillBusy
        try:
            yield
        finally:
            with self._changed:
                self._closed = False


#: The one of this process.
gate = Gate()
