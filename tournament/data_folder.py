"""The data folder: database, key and backups of this installation, made on first use."""

import os
import secrets
import sys
from pathlib import Path

#: Commands that read and write only files: they must run where no folder can be made.
FILE_COMMANDS = frozenset(
    {"verify", "replay_draw", "simulate", "makemigrations", "makemessages", "compilemessages", "help", "test", "check"}
)


def location() -> Path:
    """Where the data lies: `PREISSCHNAPSEN_DATA`, else `data/` beside manage.py."""
    configured = os.environ.get("PREISSCHNAPSEN_DATA")
    return Path(configured).expanduser().resolve() if configured else Path(__file__).resolve().parent.parent / "data"


def is_needed() -> bool:
    """Whether this process keeps data: whatever serves, and every command but those that only read and write files.

    A server may be started in ways nobody here thinks of: only tests, the type checker and the file commands are none.
    """
    if not {"pytest", "mypy"}.isdisjoint(sys.modules):
        return False
    if Path(sys.argv[0]).name in {"manage.py", "django-admin"}:
        return len(sys.argv) > 1 and sys.argv[1] not in FILE_COMMANDS and not {"-h", "--help"} & set(sys.argv)
    return True


def secret_key(folder: Path) -> str:
    """The key that signs sessions and links; written once with owner-only rights, random and forgotten where no folder is needed.

    Raises SystemExit with a German sentence when the folder cannot be written.
    """
    if not is_needed():
        return secrets.token_urlsafe(50)
    path = folder / "key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _kept(path) or _made(path)
    except OSError as error:
        sys.stderr.write(
            f"Der Datenordner {folder} kann nicht verwendet werden ({error.strerror}). "
            "Bitte Schreibrechte geben oder mit PREISSCHNAPSEN_DATA einen anderen Ordner nennen.\n"
        )
        raise SystemExit(2) from error


def _made(path: Path) -> str:
    """A new key, whole on the disk before anybody can read it; of two processes that start at once both get the same."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
            file.flush()
            os.fsync(file.fileno())
        if path.exists() and not _kept(path):  # a power cut
            draft.replace(path)
        else:
            _put_in_place(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return _kept(path)


def _put_in_place(draft: Path, path: Path) -> None:
    """Unless somebody was faster; a file system without hard links (a stick) has to trust that nobody was."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:
        draft.replace(path)


def _kept(path: Path) -> str:
    """The key that lies there, "" if none does."""
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return ""
