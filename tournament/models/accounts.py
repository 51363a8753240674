"""Who may log in, and what each may do in which tournament."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account of this installation. A superuser is director of every tournament.

    `sessions_ended` grows when all its sessions are ended: cookies made before open nothing any more, on any device.
    """

    sessions_ended = models.PositiveIntegerField(default=0)

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """What a session must still match: the password, and how often all sessions were ended."""
        text = f"{self.password}\0{self.sessions_ended}"
        return str(salted_hmac("tournament.models.User.session", text, secret=secret, algorithm="sha256").hexdigest())


class Role(models.TextChoices):
    """What an account may do; the fourth and fifth, table and board, have links instead of accounts."""

    DIRECTOR = "director", _("Turnierleitung")
    CASHIER = "cashier", _("Kassa")
    SCORER = "scorer", _("Schreiber")


class Membership(models.Model):
    """An account's role in one tournament."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "tournament", "role"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A link that works once: it makes or joins an account with a role here, or lets an account set a new password.

    The link is signed over `nonce`: whoever reads the database without the key can make none. `role` is "" where
    `account` is to get a new password. Rows stay, so that the page can say what became of each.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="invitations")
    number = models.PositiveIntegerField()
    role = models.CharField(max_length=10, choices=Role.choices, blank=True)
    account = models.ForeignKey(User, null=True, blank=True, on_delete=models.CASCADE, related_name="password_links")
    nonce = models.CharField(max_length=32, unique=True)
    made_by = models.CharField(max_length=150)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.CharField(max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="invitation_number_once"),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values, account=None) | models.Q(role="", account__isnull=False),
                name="invitation_for_a_role_or_a_password",
            ),
            models.CheckConstraint(
                condition=models.Q(used_at=None) | models.Q(withdrawn_at=None), name="invitation_used_or_withdrawn"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} ({self.role or 'password'})"
