"""What was printed: every printout stays as it is."""

from django.db import models


class Printout(models.Model):
    """A sheet as it was printed. `key` names sheet and choices (`domain.sheets.key`); copies are counted per key.

    `parts`: what was printed of it, key of the piece -> the first digits of its fingerprint; `fingerprint`: of the whole content.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="printouts")
    number = models.PositiveIntegerField()
    sheet = models.CharField(max_length=20)
    key = models.CharField(max_length=120)
    options = models.JSONField(default=dict)
    copy_number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    by = models.CharField(max_length=60)
    pdf = models.BinaryField()
    pages = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    fingerprint = models.CharField(max_length=64)
    parts = models.JSONField(default=dict)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="printout_number_once"),
            models.UniqueConstraint(fields=["tournament", "key", "copy_number"], name="printout_copy_once"),
            models.CheckConstraint(condition=models.Q(copy_number__gte=1), name="printout_copy_positive"),
        ]

    def __str__(self) -> str:
        return f"Ausdruck {self.number}: {self.key}"
