"""The archive file: its text form, its hashes, and reading it without trusting it."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from tournament.domain.messages import Message, gettext_noop, sentence

FORMAT = "preisschnapsen-archive"
VERSION = 1
#: 4,096 cards make about 8 MB; ten times that is no archive of ours.
MAX_BYTES = 100 * 1024 * 1024


class ArchiveError(ValueError):
    """The file is no archive that can be used; the message says in one line what and where."""


def canonical(value: object) -> str:
    """The one text of a JSON value that hashes are taken of; refuses NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def hex_of(text: str) -> str:
    """The 64 lower-case hex digits of SHA-256 over a text (UTF-8)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def hash_of(entry: Mapping[str, Any]) -> str:
    """The hash of a journal or cash entry: of its canonical form without `hash`."""
    return hex_of(canonical({key: value for key, value in entry.items() if key != "hash"}))


def digest_of(archive: Mapping[str, Any]) -> str:
    """The digest of a whole archive: of its canonical form with `digest` = ""."""
    return hex_of(canonical({**archive, "digest": ""}))


def dump(archive: Mapping[str, Any]) -> str:
    """The archive as it stands in its file."""
    return json.dumps(archive, indent=2, ensure_ascii=False) + "\n"


def time_text(moment: datetime) -> str:
    """A moment as the archive writes it: UTC, microseconds only if not zero."""
    return moment.astimezone(UTC).isoformat()


def money_text(amount: Decimal) -> str:
    """An amount with two decimals, outgoing negative.

    >>> money_text(Decimal("-5"))
    '-5.00'
    """
    return f"{amount:.2f}"


def load(data: bytes) -> dict[str, Any]:
    """Parse the bytes of a file; raises ArchiveError unless it is an object of our format and version."""
    if len(data) > MAX_BYTES:
        raise ArchiveError(Message(gettext_noop("Die Datei ist zu groß für ein Archiv (über 100 MB).")))
    try:
        value = json.loads(
            data.decode("utf-8"), parse_constant=_no_constant, parse_float=_no_float, object_pairs_hook=_once_each
        )
    except UnicodeDecodeError as error:
        raise ArchiveError(
            Message(gettext_noop("Das ist kein Archiv: Byte %(byte)s ist kein UTF-8-Text."), byte=error.start + 1)
        ) from error
    except json.JSONDecodeError as error:
        raise ArchiveError(
            Message(
                gettext_noop(
                    "Das Archiv ist beschädigt oder abgeschnitten: Zeile %(lineno)s, Spalte %(colno)s ist kein gültiges JSON."
                ),
                lineno=error.lineno,
                colno=error.colno,
            )
        ) from error
    except RecursionError as error:
        raise ArchiveError(Message(gettext_noop("Das ist kein Archiv: viel zu tief verschachtelt."))) from error
    except ValueError as error:
        raise ArchiveError(Message(gettext_noop("Das ist kein Archiv: %(error)s"), error=sentence(error))) from error
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise ArchiveError(
            Message(
                gettext_noop("Das ist kein Archiv von Preisschnapsen: „format“ ist nicht „%(format)s“."), format=FORMAT
            )
        )
    if value.get("version") != VERSION or isinstance(value.get("version"), bool):
        raise ArchiveError(
            Message(
                gettext_noop(
                    "Das Archiv hat die Version %(value)s, dieses Programm liest Version %(version)s. Bitte das Programm erneuern."
                ),
                value=repr(value.get("version")),
                version=VERSION,
            )
        )
    return value


def _no_constant(name: str) -> object:
    raise ValueError(Message(gettext_noop("„%(name)s“ ist keine Zahl"), name=name))


def _no_float(text: str) -> object:
    raise ValueError(Message(gettext_noop("„%(text)s“: nur ganze Zahlen"), text=text))


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that stands there twice would be read one way here and another way elsewhere."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _value in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(Message(gettext_noop("„%(key)s“ steht zweimal im selben Objekt"), key=twice))
    return made
