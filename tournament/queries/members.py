"""Accounts of a tournament with their roles, and its invitations."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from tournament import clock
from tournament.models import Invitation, Membership, Role, Tournament, User

#: Older ones are of no interest any more.
MOST_INVITATIONS = 50


class Fate(StrEnum):
    """What became of an invitation."""

    OPEN = "open"
    USED = "used"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Member:
    """An account: `everywhere` directs every tournament and cannot be changed here; `me` is whoever looks at the page."""

    pk: int
    username: str
    roles: tuple[Role, ...]
    last_login: datetime | None
    everywhere: bool
    me: bool
    active: bool


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An invitation in the list. `role` is None where it is a link to a new password for `account`."""

    number: int
    role: Role | None
    account: str
    made_by: str
    made_at: datetime
    expires_at: datetime
    used_by: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class MembersPage:
    """All that the page shows."""

    members: tuple[Member, ...]
    invitations: tuple[InvitationLine, ...]


def members_page(tournament: Tournament, *, me: str) -> MembersPage:
    """Accounts by name, those of the whole installation first; the newest invitations. Three queries."""
    roles: dict[int, list[Role]] = defaultdict(list)
    for user, role in Membership.objects.filter(tournament=tournament).values_list("user_id", "role"):
        roles[user].append(Role(role))
    users = User.objects.filter(Q(pk__in=roles) | Q(is_superuser=True, is_active=True)).order_by(
        "-is_superuser", "username"
    )
    order = list(Role)
    members = tuple(
        Member(
            user.pk, user.get_username(), tuple(sorted(roles[user.pk], key=order.index)), user.last_login,
            user.is_superuser, user.get_username() == me, user.is_active,
        )
        for user in users
    )  # fmt: skip
    rows = tournament.invitations.select_related("account").order_by("-number")[:MOST_INVITATIONS]
    return MembersPage(members, tuple(_line(row) for row in rows))


def _line(row: Invitation) -> InvitationLine:
    return InvitationLine(
        row.number, Role(row.role) if row.role else None, row.account.get_username() if row.account else "", row.made_by,
        row.made_at, row.expires_at, row.used_by, _fate(row),
    )  # fmt: skip


def _fate(row: Invitation) -> Fate:
    if row.used_at is not None:
        return Fate.USED
    if row.withdrawn_at is not None:
        return Fate.WITHDRAWN
    return Fate.OPEN if row.expires_at > clock.now() else Fate.EXPIRED
