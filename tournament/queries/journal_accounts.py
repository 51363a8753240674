"""Entries about accounts and about names taken out, as German sentences. Accounts are named; participants never."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.domain.journal_kinds import JournalKind as K
from tournament.models import Role

from .journal_words import Entry, Names


def _invited(entry: Entry, _names: Names) -> str:
    return _("Einladung %(number)s gemacht: %(role)s.") % {"number": entry.number, "role": _role(entry.now("role"))}


def _invitation_withdrawn(entry: Entry, _names: Names) -> str:
    return _("Einladung %(number)s zurückgezogen.") % {"number": entry.number}


def _joined(entry: Entry, _names: Names) -> str:
    return _("%(account)s hat die Einladung %(number)s angenommen: %(role)s.") % {
        "account": _account(entry.now("account")), "number": entry.number, "role": _role(entry.now("role")),
    }  # fmt: skip


def _roles(entry: Entry, _names: Names) -> str:
    return _("Rechte von %(account)s geändert: %(before)s → %(after)s.") % {
        "account": _account(entry.now("account")), "before": _list(entry.was("roles")), "after": _list(entry.now("roles")),
    }  # fmt: skip


def _removed(entry: Entry, _names: Names) -> str:
    return _("%(account)s hat keine Rechte mehr (vorher: %(before)s).") % {
        "account": _account(entry.now("account")), "before": _list(entry.was("roles")),
    }  # fmt: skip


def _logged_out(entry: Entry, _names: Names) -> str:
    accounts = entry.now("accounts")
    shown = ", ".join(map(str, accounts)) if isinstance(accounts, list) else ""
    return _("Überall abgemeldet: %(accounts)s.") % {"accounts": shown or "–"}


def _password_link(entry: Entry, _names: Names) -> str:
    return _("Link für ein neues Passwort gemacht: %(account)s.") % {"account": _account(entry.now("account"))}


def _password(entry: Entry, _names: Names) -> str:
    return _("%(account)s hat mit einem Link ein neues Passwort gesetzt.") % {"account": _account(entry.now("account"))}


def _anonymised(entry: Entry, _names: Names) -> str:
    people = entry.now("people")
    count = people if isinstance(people, int) else 0
    return ngettext("Namen gelöscht: %(count)s Person.", "Namen gelöscht: %(count)s Personen.", count) % {
        "count": count
    }


def _restored(entry: Entry, _names: Names) -> str:
    lost = entry.now("lost")
    count = lost if isinstance(lost, int) else 0
    at = str(entry.now("backup") or "–")[:16].replace("T", " ")
    return ngettext(
        "Stand einer Sicherung zurückgespielt (%(at)s UTC): %(count)s Eintrag danach gilt nicht mehr.",
        "Stand einer Sicherung zurückgespielt (%(at)s UTC): %(count)s Einträge danach gelten nicht mehr.",
        count,
    ) % {"at": at, "count": count}


def _account(name: object) -> str:
    return _("Konto %(name)s") % {"name": name if name else "–"}


def _role(role: object) -> str:
    return str(Role(role).label) if role in Role.values else str(role or "–")


def _list(roles: object) -> str:
    return ", ".join(map(_role, roles)) if isinstance(roles, list) and roles else "–"


SENTENCES: Mapping[str, Callable[[Entry, Names], str]] = {
    K.ACCOUNT_INVITED.value: _invited,
    K.ACCOUNT_INVITATION_WITHDRAWN.value: _invitation_withdrawn,
    K.ACCOUNT_JOINED.value: _joined,
    K.ACCOUNT_ROLES.value: _roles,
    K.ACCOUNT_REMOVED.value: _removed,
    K.ACCOUNT_LOGGED_OUT.value: _logged_out,
    K.ACCOUNT_PASSWORD_LINK.value: _password_link,
    K.ACCOUNT_PASSWORD.value: _password,
    K.ANONYMISED.value: _anonymised,
    K.RESTORED.value: _restored,
}
