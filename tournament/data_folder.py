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
    """Whether this process keeps data: every server, and every command but those that only read and write files."""
    if "pytest" in Path(sys.argv[0]).name or "pytest" in sys.modules:
        return False
    if Path(sys.argv[0]).name in {"manage.py", "django-admin"}:
        return len(sys.argv) > 1 and sys.argv[1] not in FILE_COMMANDS and not {"-h", "--help"} & set(sys.argv)
    return any(name in Path(sys.argv[0]).name for name in ("gunicorn", "waitress"))


def secret_key(folder: Path) -> str:
    """The key that signs sessions and links; written once with owner-only rights, random and forgotten where no folder is needed.

    Raises SystemExit with a German sentence when the folder cannot be written.
    """
    if not is_needed():
        return secrets.token_urlsafe(50)
    path = folder / "key"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(50))
        except FileExistsError:
            pass
        return path.read_text(encoding="ascii")
    except OSError as error:
        sys.stderr.write(
            f"Der Datenordner {folder} kann nicht verwendet werden ({error.strerror}). "
            "Bitte Schreibrechte geben oder mit PREISSCHNAPSEN_DATA einen anderen Ordner nennen.\n"
        )
        raise SystemExit(2) from error
