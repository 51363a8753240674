"""How large an uploaded list may be, and the error that says why one is refused."""

from __future__ import annotations

from tournament.domain.messages import Message

MAX_BYTES = 2_000_000
MAX_LINES = 5_000
MAX_COLUMNS = 50
MAX_CELL = 5_000


class ListFileError(ValueError):
    """A file that cannot be read as a list; `messages` say in German what it is and what to do."""

    def __init__(self, *messages: Message) -> None:
        super().__init__(" ".join(messages))
        self.messages = messages
