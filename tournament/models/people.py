"""People of a tournament; pairs and teams are one participant with members."""

from django.db import models

from tournament.domain import names


class Person(models.Model):
    """A participant. The start number never changes and is never reused; the same name twice is normal."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="people")
    start_number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=80, blank=True)
    club = models.CharField(max_length=80, blank=True)
    categories = models.JSONField(default=list)
    members = models.JSONField(default=list)
    note = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    public = models.BooleanField(default=True)
    withdrawn = models.BooleanField(default=False)
    sort_key = models.CharField(max_length=500, db_index=True)
    search_text = models.CharField(max_length=1500)
    name_keys = models.CharField(max_length=1500)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["start_number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "start_number"], name="start_number_once"),
            models.CheckConstraint(condition=models.Q(start_number__gte=1), name="start_number_positive"),
            models.CheckConstraint(condition=~models.Q(name=""), name="person_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def refresh_keys(self) -> None:
        """Recompute what sorting, searching and asking for namesakes use; call before saving a changed name, place or club."""
        # Digits come before letters in every collation; PostgreSQL's would ignore a space.
        self.sort_key = names.person_sort_key(self.name).replace(" ", "0")[:500]
        self.search_text = names.search_key(self.name, self.place, self.club)[:1500]
        self.name_keys = "|".join(["", *sorted(names.name_keys(self.name)), ""])[:1500]
