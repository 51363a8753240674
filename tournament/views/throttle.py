"""Attempts to log in are counted per address and name.

The count lives in Django's cache, by default the memory of this process: `serve` is one process, so that is the whole
truth. Whoever runs several workers sets a shared cache, else each worker counts for itself.
"""

import hashlib

from django.core.cache import cache
from django.http import HttpRequest

LIMIT = 10
#: From one address under any names: a whole club may sit behind one router.
LIMIT_PER_ADDRESS = 60
WINDOW = 15 * 60


def is_exhausted(request: HttpRequest, username: str) -> bool:
    """Whether this address has failed too often within the window, with this name or altogether."""
    by_name, by_address = _keys(request, username)
    return int(cache.get(by_name, 0)) >= LIMIT or int(cache.get(by_address, 0)) >= LIMIT_PER_ADDRESS


def count_failure(request: HttpRequest, username: str) -> None:
    """Remember a failure; the window begins with the first one."""
    for key in _keys(request, username):
        cache.add(key, 0, WINDOW)
        try:
            cache.incr(key)
        except ValueError:  # ran out between the two lines
            cache.set(key, 1, WINDOW)


def forget(request: HttpRequest, username: str) -> None:
    """A success clears the count of this name."""
    cache.delete(_keys(request, username)[0])


def _keys(request: HttpRequest, username: str) -> tuple[str, str]:
    address = request.META.get("REMOTE_ADDR", "")
    name = username.strip().casefold()
    return _hashed(f"{address}\0{name}"), _hashed(address)


def _hashed(text: str) -> str:
    return f"login:{hashlib.sha256(text.encode()).hexdigest()}"
