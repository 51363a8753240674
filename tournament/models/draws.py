"""Draws: prepared, carried out, drawn by hand, annulled; nothing is ever removed."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DrawMethod(models.TextChoices):
    """How numbers are drawn."""

    TWO_POT = "two-pot", _("Zwei Töpfe")
    FAIR = "fair", _("Gleiche Chance")
    BY_HAND = "by-hand", _("Mit der Hand")
    LIVES = "lives", _("Leben")
    LOT = "lot", _("Los")


class DrawStage(models.TextChoices):
    """What is drawn."""

    MAIN = "main", _("Runde")
    PLACES = "place5-8", _("Plätze 5 bis 8")
    LOT = "lot", _("Reihung durch Los")


class Draw(models.Model):
    """A draw that happened. field ... check are null for draws by hand; `steps` is what the hall saw."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    numbers = models.PositiveIntegerField()
    stage = models.CharField(max_length=10, choices=DrawStage.choices)
    method = models.CharField(max_length=10, choices=DrawMethod.choices)
    place = models.PositiveIntegerField(null=True)
    field = models.TextField(null=True)
    secret = models.CharField(max_length=64, null=True)
    public = models.TextField(null=True)
    result = models.TextField(null=True)
    check_sum = models.CharField(max_length=64, null=True)
    steps = models.JSONField(default=list)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()
    annulled_reason = models.CharField(max_length=200, blank=True)
    annulled_by = models.CharField(max_length=60, blank=True)
    annulled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "round", "stage"],
                condition=models.Q(annulled_at=None) & ~models.Q(stage="lot"),
                name="one_valid_draw_per_round",
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1, number__lte=256), name="draw_number_1_to_256"),
            models.CheckConstraint(condition=models.Q(stage__in=DrawStage.values), name="draw_stage_known"),
            models.CheckConstraint(condition=models.Q(method__in=DrawMethod.values), name="draw_method_known"),
        ]

    def __str__(self) -> str:
        return f"Auslosung {self.number}"


class PreparedDraw(models.Model):
    """The FIELD shown to the hall before the public numbers are named; while it stands nothing may change it."""

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE, related_name="prepared_draw")
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    numbers = models.PositiveIntegerField()
    stage = models.CharField(max_length=10, choices=DrawStage.choices)
    method = models.CharField(max_length=10, choices=DrawMethod.choices)
    place = models.PositiveIntegerField(null=True)
    field = models.TextField()
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Auslosung {self.number}, vorbereitet"


class HandDraw(models.Model):
    """A draw by hand that is being typed in; it survives a restart. `slips` as in `domain.by_hand`."""

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE, related_name="hand_draw")
    round = models.PositiveIntegerField()
    numbers = models.PositiveIntegerField()
    slips = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Handauslosung Runde {self.round}"
