"""The journal: every write, append-only and hash-chained; and imports, which happen outside any tournament."""

from django.db import models


class JournalEntry(models.Model):
    """Who did what, when, why. Start numbers, never names. Triggers forbid changing or deleting it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="journal")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    subject = models.CharField(max_length=60)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=200, null=True)
    prev = models.CharField(max_length=64, null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["tournament", "kind", "number"], name="journal_by_kind"),
            models.Index(fields=["tournament", "subject", "number"], name="journal_by_subject"),
        ]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="journal_number_once")]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.subject}"


class ImportRecord(models.Model):
    """An archive that was read in: when, by whom, and the digest of the file."""

    slug = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.slug}, {self.at:%Y-%m-%d}"
