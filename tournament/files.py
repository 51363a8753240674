"""Writing files whole or not at all."""

import contextlib
import errno
import os
import tempfile
from pathlib import Path


def try_to_write(path: Path) -> None:
    """Raise OSError where `write_whole` would: a folder, a folder that is not there, or one that takes no file. Leaves nothing behind."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        return  # a device or pipe
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    os.close(handle)
    Path(name).unlink()


def write_whole(path: Path, data: bytes) -> None:
    """Write beside the file, let it reach the disk, then put it in place: whoever reads sees the old one or the new one.

    Raises OSError and leaves nothing behind when that fails. A device or pipe is simply written to.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.name == "posix":
            beside.chmod(0o666 & ~_umask())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _umask() -> int:
    """What this process withholds from new files; reading it means setting it for a moment."""
    present = os.umask(0o077)
    os.umask(present)
    return present
