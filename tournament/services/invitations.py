"""Invitations: a link or QR code that works once and gives an account a role here, or lets one set a new password."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.core.signing import Signer
from django.db.models import Max
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournament import clock
from tournament.domain.journal_kinds import JournalKind
from tournament.models import Invitation, Membership, Role, Tournament, User

from . import accounts
from .base import Actor, require_role, use_case
from .errors import Conflict, NotFound, Problem, refuse
from .journal import Note, log_afterwards

#: Long enough for somebody who is invited the evening before; a password link is used while one stands there.
VALID = timedelta(days=7)
PASSWORD_LINK_VALID = timedelta(hours=2)
_SIGNER = Signer(salt="preisschnapsen.einladung")
_DIGITS = 27  # of base64: 162 bits


@dataclass(frozen=True, slots=True)
class Invited:
    """The number of the invitation within its tournament."""

    number: int


@dataclass(frozen=True, slots=True)
class Joined:
    """The name of the account that has used the invitation."""

    username: str


def token(invitation: Invitation) -> str:
    """What stands in the link: the row's nonce, and its signature. Neither is of any use without the other."""
    signed = f"{invitation.nonce}/{invitation.tournament_id}/{invitation.number}"
    return f"{invitation.nonce}-{_SIGNER.signature(signed)[:_DIGITS]}"


def find(given: str) -> Invitation | None:
    """The invitation of a token, used or not; None for what nobody has signed. One query."""
    nonce, _dash, _signature = given[:100].partition("-")
    found = Invitation.objects.filter(nonce=nonce).select_related("tournament", "account").first()
    return found if found is not None and constant_time_compare(given, token(found)) else None


def is_open(invitation: Invitation) -> bool:
    """Whether it can still be used."""
    return invitation.used_at is None and invitation.withdrawn_at is None and invitation.expires_at > clock.now()


@use_case
def invite(*, tournament: Tournament, actor: Actor, role: Role, request_key: str | None = None) -> Invited:
    """Make an invitation for one person with one role. Only the director invites."""
    require_role(actor)
    made = _make(tournament, actor, VALID, role=role)
    after = {"role": role.value}
    log_afterwards(tournament, actor, Note(JournalKind.ACCOUNT_INVITED, f"invitation {made.number}", after=after))
    return Invited(made.number)


@use_case
def invite_to_new_password(
    *, tournament: Tournament, actor: Actor, account: int, request_key: str | None = None
) -> Invited:
    """A link by which somebody who has forgotten the password sets a new one.

    Whoever directs one tournament must not get into another by it: refused for accounts with a role in a tournament
    the actor does not direct, and for superusers unless the actor is one.
    """
    require_role(actor)
    member = find_account(tournament, account)
    if not _is_in_reach(actor, member):
        raise refuse(
            "elsewhere",
            _("Dieses Konto hat auch anderswo Rechte. Ein neues Passwort vergibt nur, wer alle Turniere leitet."),
        )
    Invitation.objects.filter(account=member, used_at=None, withdrawn_at=None).update(withdrawn_at=clock.now())
    made = _make(tournament, actor, PASSWORD_LINK_VALID, account=member)
    note = Note(
        JournalKind.ACCOUNT_PASSWORD_LINK, f"invitation {made.number}", after={"account": member.get_username()}
    )
    log_afterwards(tournament, actor, note)
    return Invited(made.number)


@use_case
def withdraw(*, tournament: Tournament, actor: Actor, number: int, request_key: str | None = None) -> Invited:
    """The link opens nothing any more. Raises NotFound; Conflict if it is used already."""
    require_role(actor)
    invitation = tournament.invitations.filter(number=number).first()
    if invitation is None:
        raise NotFound(Problem("invitation", _("Diese Einladung gibt es nicht.")))
    if invitation.used_at is not None:
        raise Conflict(Problem("used", _("Die Einladung ist schon verwendet. Rechte nimmt man beim Konto zurück.")))
    if invitation.withdrawn_at is None:
        invitation.withdrawn_at = clock.now()
        invitation.save(update_fields=["withdrawn_at"])
        log_afterwards(tournament, actor, Note(JournalKind.ACCOUNT_INVITATION_WITHDRAWN, f"invitation {number}"))
    return Invited(number)


@use_case
def accept_new(
    *, tournament: Tournament, number: int, username: str, password: str, request_key: str | None = None
) -> Joined:
    """Make an account with the invited role. Raises Refused with all problems of name and password, Conflict if used up."""
    invitation = _still_open(tournament, number)
    if not invitation.role:
        raise refuse("password_link", _("Dieser Link ist für ein neues Passwort."))
    user = accounts.create_account(username, password)
    return _joined(tournament, invitation, user)


@use_case
def accept(*, tournament: Tournament, number: int, user: User, request_key: str | None = None) -> Joined:
    """An account that exists already gets the role. Raises Conflict if the invitation is used up, Refused if it has the role."""
    invitation = _still_open(tournament, number)
    if not invitation.role:
        raise refuse("password_link", _("Dieser Link ist für ein neues Passwort."))
    if user.is_superuser or Membership.objects.filter(user=user, tournament=tournament, role=invitation.role).exists():
        raise refuse(
            "has_role",
            _("Ihr Konto hat dieses Recht schon. Die Einladung bleibt gültig: bitte an jemand anderen geben."),
        )
    return _joined(tournament, invitation, user)


@use_case
def new_password(*, tournament: Tournament, number: int, password: str, request_key: str | None = None) -> Joined:
    """Set the password of the account the link was made for; its old logins end. Raises Refused, Conflict."""
    invitation = _still_open(tournament, number)
    user = invitation.account
    if user is None or not user.is_active:
        raise refuse("account", _("Dieses Konto gibt es nicht mehr."))
    accounts.set_password(user, password)
    _use_up(invitation, user)
    actor, after = Actor(user.get_username()), {"account": user.get_username()}
    log_afterwards(tournament, actor, Note(JournalKind.ACCOUNT_PASSWORD, f"invitation {number}", after=after))
    return Joined(user.get_username())


def find_account(tournament: Tournament, account: int) -> User:
    """The account with this key, if it has a role in the tournament; raises NotFound."""
    user = User.objects.filter(pk=account, memberships__tournament=tournament).distinct().first()
    if user is None:
        raise NotFound(Problem("account", _("Dieses Konto hat in diesem Turnier keine Rechte.")))
    return user


def _make(
    tournament: Tournament, actor: Actor, valid: timedelta, *, role: Role | None = None, account: User | None = None
) -> Invitation:
    last = tournament.invitations.aggregate(last=Max("number"))["last"] or 0
    now = clock.now()
    return Invitation.objects.create(
        tournament=tournament, number=last + 1, role=role.value if role else "", account=account,
        nonce=secrets.token_hex(12), made_by=actor.name, made_at=now, expires_at=now + valid,
    )  # fmt: skip


def _still_open(tournament: Tournament, number: int) -> Invitation:
    invitation = tournament.invitations.select_related("account").filter(number=number).first()
    if invitation is None or not is_open(invitation):
        raise Conflict(Problem("used_up", _("Diese Einladung gilt nicht mehr. Bitte eine neue verlangen.")))
    return invitation


def _joined(tournament: Tournament, invitation: Invitation, user: User) -> Joined:
    Membership.objects.create(user=user, tournament=tournament, role=invitation.role)
    _use_up(invitation, user)
    actor = Actor(user.get_username(), Role(invitation.role))
    after = {"account": user.get_username(), "role": invitation.role}
    log_afterwards(tournament, actor, Note(JournalKind.ACCOUNT_JOINED, f"invitation {invitation.number}", after=after))
    return Joined(user.get_username())


def _use_up(invitation: Invitation, user: User) -> None:
    invitation.used_at, invitation.used_by = clock.now(), user.get_username()
    invitation.save(update_fields=["used_at", "used_by"])


def _is_in_reach(actor: Actor, member: User) -> bool:
    """Whether everything this account may do is directed by the actor."""
    acting = User.objects.filter(username=actor.name).first()
    if acting is None or acting.is_superuser:
        return acting is not None
    directed = Membership.objects.filter(user=acting, role=Role.DIRECTOR).values("tournament")
    elsewhere = Membership.objects.filter(user=member).exclude(tournament__in=directed)
    return not member.is_superuser and not elsewhere.exists()
