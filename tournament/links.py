"""Signed links without an account: the player's page, the match on a slip, the table's card; and where they lead.

A token is a keyed hash of what it opens, shortened to 96 bits: no table of tokens, nothing to expire, nobody can make one
up. It is bound to the tournament, so that a card of last year opens nothing this year.
"""

import errno
import socket
from contextlib import closing
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournament.models import Tournament

#: Without a better guess: the port `serve` uses unless told otherwise.
PORT = 8000
_DIGITS = 16
#: An address for documentation: a UDP socket "connected" to it sends nothing, but knows which way it would.
_ANYWHERE = ("192.0.2.1", 9)
_WINDOWS_NOT_AVAILABLE = 10049


class _Served:
    """What this process serves on; set once, before the first request."""

    port = PORT


class Opens(StrEnum):
    """What a signed link opens; the value is its word in the address."""

    PLAYER = "spieler"
    MATCH = "begegnung"
    TABLE = "tisch"
    BOARD = "tafel"


def token(tournament: Tournament, opens: Opens, number: int) -> str:
    """The token for the person with this start number, the match with this serial, the table with this number."""
    signer = Signer(salt=f"preisschnapsen.{opens.value}")
    # Serials come again when a backup takes back draws; the match on a slip from before does not.
    series = f"/{tournament.slip_series}" if opens is Opens.MATCH and tournament.slip_series else ""
    return signer.signature(f"{tournament.psd1_id}/{tournament.pk}/{number}{series}")[:_DIGITS]


def is_valid(tournament: Tournament, opens: Opens, number: int, given: str) -> bool:
    """Whether a token from an address opens this."""
    return constant_time_compare(given, token(tournament, opens, number))


def link(tournament: Tournament, opens: Opens, number: int, *, base: str | None = None) -> str:
    """The whole address for a QR code: `<base>/t/<slug>/spieler/<start number>/<token>`."""
    base = public_address(tournament) if base is None else base
    return f"{base}/{opens.value}/{number}/{token(tournament, opens, number)}"


def path(tournament: Tournament, opens: Opens, number: int) -> str:
    """The same link without scheme and host, for a page that leads on."""
    return link(tournament, opens, number, base=f"/t/{tournament.slug}")


def public_address(tournament: Tournament) -> str:
    """Where guests' phones find this tournament, without a slash at the end: the address that was set, else a guess by the network."""
    configured = tournament.public_address or str(getattr(settings, "PUBLIC_ADDRESS", "") or "")
    return f"{configured.rstrip('/') or guess()}/t/{tournament.slug}"


def served_on(port: int) -> None:
    """`serve` says which port this process really listens on: without a better guess the codes lead there."""
    _Served.port = port


def guess(asked: str = "", scheme: str = "http") -> str:
    """What guests could type to get here: `http://192.168.1.20:8000`.

    `asked`, `scheme`: host and port by which somebody got here just now. If others can use it, it is the best guess; else only its
    port is taken, and the address of this machine in its network, or its name where there is no network.
    """
    parts = urlsplit(f"//{asked}")
    try:
        name, port = parts.hostname or "", parts.port
    except ValueError:
        name, port = "", None
    if name and not _only_here(name):
        return f"{scheme}://{asked}"
    shown = f":{port or _Served.port}" if (port or not name) else ""
    return f"http://{_own_address() or socket.gethostname() or 'localhost'}{shown}"


def is_lost(address: str) -> bool:
    """Whether this machine certainly no longer has the address: codes that were printed with it lead nowhere.

    Only numbers of a local network can be judged; a name, or the address of a router in front, may well lead here.
    """
    try:
        wanted = ip_address(urlsplit(address).hostname or "")
    except ValueError:
        return False
    if not wanted.is_private or wanted.is_loopback or wanted.is_unspecified:
        return False
    family = socket.AF_INET if wanted.version == 4 else socket.AF_INET6
    try:
        # Nobody but its owner may bind to an address: this asks the system without sending anything.
        with closing(socket.socket(family, socket.SOCK_DGRAM)) as probe:
            probe.bind((str(wanted), 0))
    except OSError as error:
        return error.errno in {errno.EADDRNOTAVAIL, _WINDOWS_NOT_AVAILABLE}
    return False


def _only_here(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost") or "." not in name


def _own_address() -> str:
    """The address of this machine in its network, "" where there is none."""
    try:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            probe.connect(_ANYWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return ""
