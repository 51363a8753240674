"""A lock between processes on one machine: the operating system lets go of it when the holder ends, however it ends."""

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Self

if sys.platform == "win32":  # pragma: no cover - the other branch runs in CI
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


class AlreadyLocked(RuntimeError):
    """Another process holds the lock."""


class ProcessLock:
    """Held from `with` to its end, or until the process ends. Raises AlreadyLocked at once instead of waiting; OSError if the file cannot be made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[bytes] | None = None

    def take(self) -> None:
        """Take the lock, or raise AlreadyLocked."""
        # Never removed: whoever opened it a moment before would hold a lock on a file that nobody sees any more.
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            _take(file)
        except OSError as error:
            file.close()
            raise AlreadyLocked(str(self._path)) from error
        self._file = file

    def release(self) -> None:
        """Let go of it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
