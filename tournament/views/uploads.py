"""An uploaded list between its preview and its confirmation: kept for an hour, for the one who uploaded it.

It lies in a session of its own in the database, so that any worker process finds it and old ones go with old sessions.
"""

import base64
import binascii
import re
import zlib
from dataclasses import dataclass

from django.contrib.sessions.backends.db import SessionStore

from tournament.services.list_limits import MAX_BYTES

KEPT_SECONDS = 60 * 60
_TOKEN = re.compile(r"[0-9a-z]{32}")


@dataclass(frozen=True, slots=True)
class Upload:
    """A kept file: the token it is found by, the name it had, its bytes."""

    token: str
    name: str
    data: bytes


def keep(data: bytes, *, name: str, owner: int, slug: str) -> str:
    """Keep a file; the token finds it again. Files nobody came back for are cleared away."""
    SessionStore.clear_expired()
    store = SessionStore()
    store["list"] = {
        "owner": owner, "slug": slug, "name": name[:200],
        "data": base64.b85encode(zlib.compress(data, 6)).decode("ascii"),
    }  # fmt: skip
    store.set_expiry(KEPT_SECONDS)
    store.create()
    return store.session_key or ""


def find(token: str, *, owner: int, slug: str) -> Upload | None:
    """The file of this token, if this account uploaded it for this tournament and it is not too old. One query."""
    if not _TOKEN.fullmatch(token):
        return None
    kept = SessionStore(token).get("list")
    if not isinstance(kept, dict) or kept.get("owner") != owner or kept.get("slug") != slug:
        return None
    try:
        data = zlib.decompressobj().decompress(base64.b85decode(kept["data"]), MAX_BYTES + 1)
    except (ValueError, zlib.error, binascii.Error):
        return None
    return Upload(token, str(kept["name"]), data)


def forget(token: str, *, owner: int, slug: str) -> None:
    """The file is taken in, or not wanted any more."""
    if find(token, owner=owner, slug=slug) is not None:
        SessionStore(token).delete()
