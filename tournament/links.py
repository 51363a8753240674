"""Signed links without an account: the player's page, the match on a slip, the table's card; and where they lead.

A token is a keyed hash of what it opens, shortened to 96 bits: no table of tokens, nothing to expire, nobody can make one
up. It is bound to the tournament, so that a card of last year opens nothing this year.
"""

import socket
from contextlib import closing
from enum import StrEnum

from django.conf import settings
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from tournament.models import Tournament

#: Without a better guess: the port `serve` uses.
PORT = 8000
_DIGITS = 16
#: An address for documentation: a UDP socket "connected" to it sends nothing, but knows which way it would.
_ANYWHERE = ("192.0.2.1", 9)


class Opens(StrEnum):
    """What a signed link opens; the value is its word in the address."""

    PLAYER = "spieler"
    MATCH = "begegnung"
    TABLE = "tisch"
    BOARD = "tafel"


def token(tournament: Tournament, opens: Opens, number: int) -> str:
    """The token for the person with this start number, the match with this serial, the table with this number."""
    signer = Signer(salt=f"preisschnapsen.{opens.value}")
    return signer.signature(f"{tournament.psd1_id}/{tournament.pk}/{number}")[:_DIGITS]


def is_valid(tournament: Tournament, opens: Opens, number: int, given: str) -> bool:
    """Whether a token from an address opens this."""
    return constant_time_compare(given, token(tournament, opens, number))


def link(tournament: Tournament, opens: Opens, number: int, *, base: str | None = None) -> str:
    """The whole address for a QR code: `<base>/t/<slug>/spieler/<start number>/<token>`."""
    base = public_address(tournament) if base is None else base
    return f"{base}/{opens.value}/{number}/{token(tournament, opens, number)}"


def public_address(tournament: Tournament) -> str:
    """Where guests' phones find this tournament, without a slash at the end: the address that was set, else a guess by the network."""
    configured = str(getattr(settings, "PUBLIC_ADDRESS", "") or "").rstrip("/")
    return f"{configured or _guess()}/t/{tournament.slug}"


def _guess() -> str:
    """The address of this machine in its network; its name where there is no network."""
    try:
        with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
            probe.connect(_ANYWHERE)
            host = probe.getsockname()[0]
    except OSError:
        host = socket.gethostname() or "localhost"
    return f"http://{host}:{PORT}"
