"""German sentences of the domain that a page can still translate.

The domain knows no gettext. A `Message` reads as the finished German sentence and remembers its pattern and its
parameters, so that a page may say ``gettext(message.msgid) % message.params``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self


def gettext_noop(text: str) -> str:
    """Mark a German pattern for the collection of translatable texts; changes nothing."""
    return text


class Message(str):
    """A German sentence made of a pattern with ``%(name)s`` and its parameters; these may be messages themselves."""

    __slots__ = ("msgid", "params")

    msgid: str
    params: dict[str, object]

    def __new__(cls, msgid: str, **params: object) -> Self:
        """Fill the pattern; a pattern without parameters is taken as it stands."""
        message = super().__new__(cls, msgid % params if params else msgid)
        message.msgid = msgid
        message.params = params
        return message


def sentence(error: Exception) -> str:
    """What an error says: the message it was raised with, still to be translated, or its text."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def joined(separator: str, messages: Iterable[Message]) -> Message:
    """Several messages in a row as one, for the parameter of another.

    >>> joined(" / ", [Message("Ort"), Message("Karte %(card)s", card=7)])
    'Ort / Karte 7'
    """
    parts = {f"part{number}": message for number, message in enumerate(messages)}
    return Message(separator.join(f"%({name})s" for name in parts), **parts)
