"""Counts with their word: 1 Karte, 64 Karten."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def cards(count: int) -> str:
    """1 Karte, 64 Karten."""
    return ngettext("%(count)s Karte", "%(count)s Karten", count) % {"count": count}


def people(count: int) -> str:
    """1 Person, 17 Personen."""
    return ngettext("%(count)s Person", "%(count)s Personen", count) % {"count": count}


def byes(count: int) -> str:
    """1 Freilos, 3 Freilose."""
    return ngettext("%(count)s Freilos", "%(count)s Freilose", count) % {"count": count}


def matches(count: int) -> str:
    """1 Begegnung, 32 Begegnungen."""
    return ngettext("%(count)s Begegnung", "%(count)s Begegnungen", count) % {"count": count}


def numbers(count: int) -> str:
    """64 Nummern: of a field there are two at least."""
    return _("%(count)s Nummern") % {"count": count}
