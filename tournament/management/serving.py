"""Serving this installation by waitress: one program per data folder, addresses and QR in the terminal."""

from __future__ import annotations

import errno
import io
import select
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import segno
from django.conf import settings
from django.db import connections
from waitress.server import create_server

from tournament import links
from tournament.models import Tournament
from tournament.process_lock import AlreadyLocked, ProcessLock
from tournament.queries.archives import journal_tail_is_whole
from tournament.security import MAX_BODY_ANYWHERE
from tournament.services.accounts import make_first_code, needs_first_login
from tournament.services.installation import bring_up_to_date

from .base import refuse
from .database import database_errors_in_one_line

Say = Callable[[str], object]

#: A hall of phones that ask every few seconds; each answer takes milliseconds.
THREADS = 8
CONNECTIONS = 1000 if hasattr(select, "poll") else 400  # Windows: select() takes 512 sockets
SILENT_SECONDS = 60
HIGHEST_PORT = 65535
LITTLE_SPACE = 200 * 1024 * 1024
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - the hall's phones must get in
#: Reserved for documentation: a UDP socket "connected" there names our own address, and nothing is ever sent.
NOWHERE = ("192.0.2.1", 9)


@contextmanager
def one_program_per_folder() -> Iterator[None]:
    """Hold this data folder; ends the command with one line if another program serves it."""
    folder = Path(settings.DATA_DIR)
    lock = ProcessLock(folder / "serve.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.take()
    except AlreadyLocked:
        refuse(
            f"Mit dem Datenordner {folder} läuft schon ein Programm. Bitte jenes verwenden oder zuerst beenden, "
            "oder mit PREISSCHNAPSEN_DATA einen anderen Ordner nennen."
        )
    except OSError as error:
        refuse(f"Der Datenordner {folder} kann nicht verwendet werden ({error.strerror}). Bitte Schreibrechte geben.")
    try:
        yield
    finally:
        lock.release()


def prepare(say: Say) -> None:
    """Bring the database up to date and say what is wrong or missing in this installation."""
    with database_errors_in_one_line():
        bring_up_to_date(say=say)
        for tournament in Tournament.objects.order_by("slug"):
            if not journal_tail_is_whole(tournament):
                say(f"Achtung: der letzte Eintrag im Protokoll von „{tournament.slug}“ ist verändert worden.")
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < LITTLE_SPACE:
        say(f"Achtung: auf der Platte sind nur noch {free // 1024 // 1024} MB frei. Bitte Platz schaffen.")


def serve(say: Say, host: str, port: int) -> None:
    """Serve until Ctrl-C or a request to end. Ends the command with one line where the port cannot be used."""
    from tournament.wsgi import application  # noqa: PLC0415 - only who serves needs the whole site

    if not 0 <= port <= HIGHEST_PORT:
        refuse(f"--port {port}: von 0 (irgendeiner) bis {HIGHEST_PORT}")
    try:
        server = create_server(
            application,
            host=host,
            port=port,
            **server_options(),
        )
    except (OSError, ValueError, OverflowError) as error:
        refuse(_why_not(error, host, port))
    links.served_on(server.effective_port)
    _announce(say, host, server.effective_port)
    with database_errors_in_one_line():
        if needs_first_login():
            say(f"Erste Anmeldung: auf der Startseite diesen Code eingeben: {make_first_code()}")
    say("Beenden mit Strg+C.")
    connections.close_all()
    signal.signal(signal.SIGTERM, _end)
    server.run()


def server_options() -> dict[str, Any]:
    """How waitress serves. Whoever sends nothing for a minute is cut off: a slow phone holds no thread, only a connection."""
    options: dict[str, Any] = {
        "threads": THREADS,
        "connection_limit": CONNECTIONS,
        "asyncore_use_poll": hasattr(select, "poll"),
        "ident": "Preisschnapsen",
        "channel_timeout": SILENT_SECONDS,
        "cleanup_interval": max(1, SILENT_SECONDS // 4),
        "max_request_header_size": 32 * 1024,
        "max_request_body_size": MAX_BODY_ANYWHERE,
    }
    if settings.TRUSTED_PROXY:
        options |= {
            "trusted_proxy": settings.TRUSTED_PROXY,
            "trusted_proxy_count": 1,
            "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"},
            "clear_untrusted_proxy_headers": True,
        }
    return options


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)


def _why_not(error: Exception, host: str, port: int) -> str:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        return f"Port {port} ist schon belegt. Läuft das Programm schon? Sonst mit --port einen anderen nennen: --port {port + 1}"
    if code == errno.EACCES:
        return f"Port {port} darf nicht verwendet werden. Bitte einen über 1023 nennen: --port 8000"
    return f"{host}:{port}: hier kann nicht gelauscht werden ({getattr(error, 'strerror', None) or error})"


def _announce(say: Say, host: str, port: int) -> None:
    local = f"http://{'localhost' if host in EVERYWHERE else host}:{port}/"
    say(f"Auf diesem Gerät:  {local}")
    lan = lan_address() if host in EVERYWHERE else None
    if lan is None:
        return
    url = f"http://{lan}:{port}/"
    say(f"Im Saal (WLAN):    {url}")
    picture = io.StringIO()
    segno.make(url, error="l").terminal(out=picture, compact=True)
    try:
        say(picture.getvalue())
    except UnicodeEncodeError:
        say("(Dieses Terminal kann keinen QR-Code zeigen.)")


def lan_address() -> str | None:
    """The address of this device in its network, or None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(NOWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address
