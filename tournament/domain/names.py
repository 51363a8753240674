"""Names of people and places: cleaning, sorting, searching, recognising namesakes.

A name is any Unicode text in which a person can be recognised. Nothing is reordered and no letter is replaced; what is
removed is only what nobody can see (direction marks, zero-width characters). Text that looks like HTML or like a
formula stays as it is: the pages escape it, and written CSV files go through `csv_text.csv_safe`.
"""

from __future__ import annotations

import re
import unicodedata

from tournament.domain.messages import Message, gettext_noop

ANONYMOUS = "Startnummer"
MAX_NAME = 120
MAX_NOTE = 500
# Longer input is refused before it is normalised: that keeps hostile input cheap.
MAX_RAW = 4_000
MAX_STACKED_MARKS = 4

# Letters that have a stroke or a ligature instead of an accent: Unicode does not take them apart.
_PLAIN_LETTERS = str.maketrans(
    {
        "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŀ": "l", "ŋ": "n", "ø": "o", "ŧ": "t",
        "æ": "ae", "œ": "oe", "þ": "th", "ĸ": "k", "ſ": "s",
    }
)  # fmt: skip
_APOSTROPHES = "'’‘‛ʼʻʹ′´`"
_NO_APOSTROPHE = str.maketrans("", "", _APOSTROPHES)
_SPLIT_APOSTROPHE = str.maketrans(dict.fromkeys(_APOSTROPHES, " "))
_DIGRAPHS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
# Letters and marks without any ink: fillers of Hangul and Khmer, blank Braille, joiners and variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


class InvalidText(ValueError):
    """A text that cannot be taken; `message` says in German why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def clean_text(text: str, *, limit: int = MAX_NAME) -> str:
    """Return `text` in Unicode form NFC, one space between words, without invisible characters; may be empty.

    Raises `InvalidText` for control characters, broken or private characters, towers of accents, and for more than
    `limit` characters.
    """
    if len(text) > MAX_RAW:
        raise _too_long(len(text), limit)
    kept = "".join(_visible(char) for char in text)
    clean = unicodedata.normalize("NFC", " ".join(_BLANK.sub("", kept).split()))
    if len(clean) > limit:
        raise _too_long(len(clean), limit)
    _refuse_towers(clean)
    return clean


def anonymous_name(start_number: int) -> str:
    """What stands in place of a name that was taken out after the event."""
    return f"{ANONYMOUS} {start_number}"


def clean_name(text: str) -> str:
    """Return the cleaned name of a person, a pair or a team: 1 to 120 characters with at least one letter or digit.

    Raises `InvalidText` with a German sentence that says what to do.
    """
    name = clean_text(text, limit=MAX_NAME)
    if not name:
        raise InvalidText(Message(gettext_noop("Der Name fehlt. Bitte einen Namen eingeben.")))
    if not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise InvalidText(
            Message(gettext_noop("„%(name)s“ enthält keinen Buchstaben. Bitte einen Namen eingeben."), name=name)
        )
    return name


def fold(text: str) -> str:
    """Return `text` as it is compared and searched: small plain letters and digits, single spaces.

    Accents and strokes are dropped (ä, á -> a; Đ -> d; Ł -> l), ß becomes ss, apostrophes vanish, every other sign
    separates words.

    >>> fold("O'Śliwa Łukasz"), fold("Groß-Öllinger"), fold("Nguyễn")
    ('osliwa lukasz', 'gross ollinger', 'nguyen')
    """
    return _plain(text.translate(_NO_APOSTROPHE))


def person_sort_key(name: str) -> str:
    """Return the key by which names are sorted as in an Austrian list of members.

    ä sorts with a, ö with o, ü with u, ß as ss; accents, case and apostrophes do not count; "Huber Johann" comes before
    "Huberty". Names with equal keys keep the order they had (sorting is stable). The key is plain text compared by
    code points, fit for a database column with collation "C".
    """
    return fold(name)


def search_key(*texts: str) -> str:
    """Return the text to keep for searching: every way to begin a word of `texts`, each preceded by one space.

    "O'Śliwa" can be found from "osl" and "sli", "Müller" from "mul" and "mue". A query is found if each of its
    `search_terms` is contained in the key.
    """
    words: dict[str, None] = {}
    for text in texts:
        for form in (fold(text), _plain(text.translate(_SPLIT_APOSTROPHE)), _spelled_out(text)):
            words.update(dict.fromkeys(form.split()))
    return "".join(f" {word}" for word in words)


def search_terms(query: str) -> tuple[str, ...]:
    """Return the pieces that a `search_key` must all contain, each a space and the beginning of a word."""
    return tuple(f" {word}" for word in fold(query).split())


def matches(query: str, *texts: str) -> bool:
    """Tell whether every word of `query` begins a word of `texts`; an empty query matches everything."""
    key = search_key(*texts)
    return all(term in key for term in search_terms(query))


def name_keys(name: str) -> frozenset[str]:
    """Return the keys of a name that ignore the order of its words; namesakes share at least one of them.

    There are two: with ö as o and with ö as oe, because "Müller" is also written "Muller" and "Mueller". The set is
    empty for a text without letters or digits.
    """
    return frozenset(" ".join(sorted(form.split())) for form in (fold(name), _spelled_out(name)) if form)


def same_name(a: str, b: str) -> bool:
    """Tell whether two people may be namesakes: the same words in any order, spelling of umlauts and accents aside."""
    return not name_keys(a).isdisjoint(name_keys(b))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    # NFKD may bring new capitals and apostrophes (™, ŉ): fold once more, so that folding twice changes nothing.
    lower = decomposed.translate(_NO_APOSTROPHE).casefold().translate(_PLAIN_LETTERS)
    decomposed = unicodedata.normalize("NFKD", lower)
    kept = (char if unicodedata.category(char)[0] in "LN" else " " for char in decomposed if not _is_mark(char))
    return " ".join("".join(kept).split())


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _spelled_out(text: str) -> str:
    composed = unicodedata.normalize("NFC", text).casefold()
    return fold(composed.translate(_DIGRAPHS))


def _visible(char: str) -> str:
    """Return the character, a space for any white space, nothing for an invisible one; refuse what is no text."""
    category = unicodedata.category(char)
    if category == "Cf":
        return ""
    if category[0] == "Z" or char in "\t\n\v\f\r\x85":
        return " "
    number = ord(char)
    noncharacter = 0xFDD0 <= number <= 0xFDEF or number & 0xFFFE == 0xFFFE
    if category == "Cc":
        raise InvalidText(
            Message(
                gettext_noop("Der Text enthält ein Steuerzeichen (U+%(code)s). Bitte neu eintippen statt einfügen."),
                code=f"{number:04X}",
            )
        )
    if category in {"Cs", "Co"} or noncharacter or char == "\ufffd":
        raise InvalidText(
            Message(
                gettext_noop("Der Text enthält ein beschädigtes Zeichen (U+%(code)s). Bitte neu eintippen."),
                code=f"{number:04X}",
            )
        )
    return char


def _refuse_towers(text: str) -> None:
    height = 0
    for char in text:
        height = height + 1 if _is_mark(char) else 0
        if height > MAX_STACKED_MARKS:
            raise InvalidText(
                Message(gettext_noop("Der Text enthält zu viele übereinander gesetzte Zeichen. Bitte neu eintippen."))
            )


def _too_long(length: int, limit: int) -> InvalidText:
    return InvalidText(
        Message(
            gettext_noop("Der Text ist zu lang: %(length)s Zeichen, höchstens %(limit)s. Bitte kürzen."),
            length=length,
            limit=limit,
        )
    )
