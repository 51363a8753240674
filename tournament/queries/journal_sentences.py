"""Entries of the journal as German sentences: one for every kind."""

from . import (
    journal_accounts,
    journal_draws,
    journal_evening,
    journal_matches,
    journal_money,
    journal_phones,
    journal_sale,
)
from .journal_words import Entry, Names, Sentence

_ABOUT = (
    journal_sale,
    journal_draws,
    journal_matches,
    journal_phones,
    journal_money,
    journal_evening,
    journal_accounts,
)
_SENTENCES: dict[str, Sentence] = {kind: say for about in _ABOUT for kind, say in about.SENTENCES.items()}


def sentence(entry: Entry, names: Names) -> str:
    """The entry in words; an unknown kind (of a later version's archive) is shown as it stands."""
    say = _SENTENCES.get(entry.kind)
    return say(entry, names) if say else f"{entry.kind}: {entry.subject}"
