"""Who has which role in a tournament: changed, taken away, logged out. The journal names accounts, never participants."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.domain.journal_kinds import JournalKind
from tournament.models import Membership, Role, Tournament, User

from . import accounts
from .base import Actor, require_role, use_case
from .errors import refuse
from .invitations import find_account
from .journal import Note, log_afterwards


@dataclass(frozen=True, slots=True)
class Changed:
    """The account, and its roles now."""

    username: str
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoggedOut:
    """How many accounts were logged out."""

    count: int


@use_case
def set_roles(
    *, tournament: Tournament, actor: Actor, account: int, roles: Collection[Role], request_key: str | None = None
) -> Changed:
    """Give an account exactly these roles; none: it is out of this tournament. It holds from its next click on.

    Nobody takes the direction from himself: the tournament would stand without one. Raises NotFound, Refused.
    """
    require_role(actor)
    user = find_account(tournament, account)
    present = {Role(role) for role in _roles(tournament, user)}
    wanted = set(roles)
    if user.get_username() == actor.name and Role.DIRECTOR in present - wanted:
        raise refuse(
            "yourself", _("Die eigene Leitung kann man sich nicht nehmen. Das muss jemand anderer tun, der leitet.")
        )
    if present != wanted:
        mine = Membership.objects.filter(user=user, tournament=tournament)
        mine.exclude(role__in=wanted).delete()
        new = sorted(wanted - present)
        Membership.objects.bulk_create([Membership(user=user, tournament=tournament, role=role) for role in new])
        kind = JournalKind.ACCOUNT_ROLES if wanted else JournalKind.ACCOUNT_REMOVED
        before = {"account": user.get_username(), "roles": sorted(role.value for role in present)}
        after = {"account": user.get_username(), "roles": sorted(role.value for role in wanted)}
        log_afterwards(tournament, actor, Note(kind, "account", before=before, after=after))
    return Changed(user.get_username(), tuple(sorted(role.value for role in wanted)))


@use_case
def log_out(
    *, tournament: Tournament, actor: Actor, account: int | None = None, request_key: str | None = None
) -> LoggedOut:
    """End all logins of one account, or of everybody with a role here but oneself (a lost phone, the end of the evening)."""
    require_role(actor)
    if account is not None:
        chosen = User.objects.filter(pk=find_account(tournament, account).pk)
    else:
        with_role = Membership.objects.filter(tournament=tournament).values("user")
        chosen = User.objects.filter(pk__in=with_role).exclude(username=actor.name)
    names = sorted(chosen.values_list("username", flat=True))
    count = accounts.end_sessions(chosen)
    note = Note(JournalKind.ACCOUNT_LOGGED_OUT, "account", after={"accounts": names})
    log_afterwards(tournament, actor, note)
    return LoggedOut(count)


def _roles(tournament: Tournament, user: User) -> list[str]:
    return list(Membership.objects.filter(user=user, tournament=tournament).values_list("role", flat=True))
