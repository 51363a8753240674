"""What a request asks for: small readings every view needs, none of which trusts what it gets."""

import hashlib
import re

from django.http import HttpRequest

from tournament.models import Role, Tournament
from tournament.services.base import Actor

_KEY = re.compile(r"[0-9A-Za-z-]{8,64}")


class GuardedRequest(HttpRequest):
    """A request that has passed the access rule of its file of URLs; `tournament` is missing where there is none yet."""

    tournament: Tournament
    roles: frozenset[Role]
    actor: Actor
    shown_round: int | None
    page: str


def number_or_none(text: object) -> int | None:
    """A whole number from 0 to a thousand million, or None for everything else."""
    plain = str(text or "").strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 9 else None


def numbers(text: object, *, most: int = 4096) -> tuple[int, ...]:
    """The whole numbers of "31,32 33" in their order, at most so many; nothing else is an error, only left out."""
    found = (number_or_none(piece) for piece in re.split(r"[\s,;·]+", str(text or ""))[:most])
    return tuple(dict.fromkeys(n for n in found if n))


def request_key(request: HttpRequest, *asked: object) -> str | None:
    """The key that makes a repeated request the same one, None without a usable one.

    With `asked` the key holds for exactly this entry: a page from the browser's history that is filled in anew is a
    new request, the same entry sent twice is not.
    """
    key = request.POST.get("request_key", "")
    if not _KEY.fullmatch(key):
        return None
    if not asked:
        return key
    return hashlib.sha256("\x1f".join([key, *map(repr, asked)]).encode()).hexdigest()
