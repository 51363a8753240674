"""Sentences that are kept in German, said in the reader's language: the domain's messages, and what the program itself wrote down."""

import re

from django.utils import formats
from django.utils.translation import gettext as _

from tournament.domain.messages import Message, gettext_noop, sentence

#: The reason of an entry that undoes another one.
UNDONE = gettext_noop("rückgängig gemacht")
_PHONE = re.compile(r"Handy(?:, Tisch (?P<number>[0-9]+))?")
_CARDS = re.compile(r"Startnummer (?P<number>[0-9]+): (?P<cards>[0-9, -]+)")


def translated(text: str) -> str:
    """A sentence of the domain; parameters that are messages themselves are translated too."""
    if not isinstance(text, Message):
        return _(text) if text else ""
    params = {name: translated(value) if isinstance(value, Message) else value for name, value in text.params.items()}
    return _(text.msgid) % params if params else _(text.msgid)


def said(error: Exception) -> str:
    """The sentence of an error of the domain."""
    return translated(sentence(error))


def stored_amount(text: str) -> str:
    """An amount as it is stored ("15.00") with the decimal sign of the reader's language."""
    return text.replace(".", str(formats.get_format("DECIMAL_SEPARATOR")))


def recorded_by(name: str) -> str:
    """Who an entry names: an account as it is called, a phone in the reader's words."""
    phone = _PHONE.fullmatch(name)
    if phone is None:
        return name
    return _("Handy, Tisch %(number)s") % {"number": phone["number"]} if phone["number"] else _("Handy")


def recorded_reason(reason: str) -> str:
    """The reason of an entry: as it was typed, or what the program wrote."""
    return _(UNDONE) if reason == UNDONE else reason


def recorded_cards(text: str) -> str:
    """The text of a cash entry: as it was typed, or the cards that the program wrote."""
    cards = _CARDS.fullmatch(text)
    if cards is None:
        return text
    return _("Startnummer %(number)s: %(cards)s") % {"number": cards["number"], "cards": cards["cards"]}
