"""Versions of what pages show, and the answers that repeated requests get again."""

from django.db import models


class Scope(models.TextChoices):
    """What a page shows: it polls the version of its scope only. `taps`: running scores, forty times a second."""

    SALE = "sale", "sale"
    DRAW = "draw", "draw"
    ROUND = "round", "round"
    PRIZES = "prizes", "prizes"
    CASH = "cash", "cash"
    BOARD = "board", "board"
    TAPS = "taps", "taps"


class ScopeVersion(models.Model):
    """A counter per tournament and scope."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="scope_versions")
    scope = models.CharField(max_length=10, choices=Scope.choices)
    version = models.PositiveBigIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "scope"], name="one_version_per_scope")]

    def __str__(self) -> str:
        return f"{self.scope} {self.version}"


class RequestRecord(models.Model):
    """A request that was carried out, by its idempotency key: sent again it gets the first answer again."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, null=True, related_name="requests"
    )
    key = models.CharField(max_length=64, unique=True)
    use_case = models.CharField(max_length=60)
    answer = models.JSONField(null=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.use_case} {self.key}"
