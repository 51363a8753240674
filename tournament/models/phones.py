"""What phones at the tables send: every tap, where each match stands by them, and results that wait for the desk."""

from django.db import models

from tournament.domain.tap_fold import TapKind

from .matches import Side


class Tap(models.Model):
    """One tap as a phone delivered it; rows are only added.

    `sequence` counts the taps of one phone in one match: sent again it is the same tap. `number` is the order in which
    the taps of the match were taken, whichever phone they came from.
    """

    match = models.ForeignKey("tournament.Match", on_delete=models.CASCADE, related_name="taps")
    number = models.PositiveIntegerField()
    device = models.CharField(max_length=32)
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=6, choices=[(kind.value, kind.value) for kind in TapKind])
    side = models.CharField(max_length=5, choices=Side.choices, null=True)
    points = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "device", "sequence"], name="tap_once_per_phone"),
            models.UniqueConstraint(fields=["match", "number"], name="tap_number_once"),
            models.CheckConstraint(
                condition=models.Q(kind__in=[kind.value for kind in TapKind]), name="tap_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind}"


class PhoneTally(models.Model):
    """Where a match stands by its taps, and which phone counts it.

    `device` holds the pencil; `term` grows whenever it changes hands: taps of an earlier term come too late. `entries`,
    the score, the remaining points and `count` follow from the taps.
    """

    match = models.OneToOneField("tournament.Match", on_delete=models.CASCADE, related_name="tally")
    device = models.CharField(max_length=32, blank=True)
    term = models.PositiveIntegerField(default=0)
    entries = models.JSONField(default=list)
    count = models.PositiveIntegerField(default=0)
    score_left = models.PositiveSmallIntegerField(default=0)
    score_right = models.PositiveSmallIntegerField(default=0)
    needs_left = models.PositiveSmallIntegerField(default=7)
    needs_right = models.PositiveSmallIntegerField(default=7)
    changed_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.score_left}:{self.score_right}"


class PhoneReport(models.Model):
    """A result reported by a phone where the tournament wants the desk to confirm it."""

    class State(models.TextChoices):
        """What became of it."""

        WAITING = "waiting", "waiting"
        CONFIRMED = "confirmed", "confirmed"
        REJECTED = "rejected", "rejected"

    match = models.ForeignKey("tournament.Match", on_delete=models.CASCADE, related_name="phone_reports")
    device = models.CharField(max_length=32, blank=True)
    winner_side = models.CharField(max_length=5, choices=Side.choices)
    score_left = models.PositiveSmallIntegerField()
    score_right = models.PositiveSmallIntegerField()
    bummerl = models.JSONField(null=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    at = models.DateTimeField()
    settled_by = models.CharField(max_length=60, blank=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state="waiting"), name="one_waiting_report_per_match"
            ),
            models.CheckConstraint(condition=models.Q(winner_side__in=Side.values), name="phone_report_has_a_winner"),
        ]

    def __str__(self) -> str:
        return f"{self.score_left}:{self.score_right}"
