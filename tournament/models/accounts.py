"""Who may log in, and what each may do in which tournament."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account of this installation. A superuser is director of every tournament."""


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
