"""Places, how ties were settled, and prizes."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SettledBy(models.TextChoices):
    """What decided a place."""

    MATCH = "match", _("gespielt")
    PLAY_OFF = "play_off", _("Stechen")
    LOT = "lot", _("Los")


class Place(models.Model):
    """A card's place, written when the tournament is finished. `shared_until`: last place of a shared group."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="places")
    place = models.PositiveIntegerField()
    shared_until = models.PositiveIntegerField(null=True)
    card = models.ForeignKey("tournament.EntryCard", on_delete=models.PROTECT, null=True, related_name="+")
    person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="places")
    settled_by = models.CharField(max_length=10, choices=SettledBy.choices, null=True)

    class Meta:
        ordering = ["place", "card__number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "card"], name="one_place_per_card")]

    def __str__(self) -> str:
        return f"{self.place}. {self.person}"


class PlayOff(models.Model):
    """A tie group settled by a play-off (Stechen): its cards in the order they finished."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="play_offs")
    place = models.PositiveIntegerField()
    card_numbers = models.JSONField()
    note = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["place"]
        constraints = [models.UniqueConstraint(fields=["tournament", "place"], name="one_play_off_per_group")]

    def __str__(self) -> str:
        return f"Stechen um Platz {self.place}"


class Prize(models.Model):
    """A prize of the main ranking (`ranking` null) or of an extra one, and whom it went to."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="prizes")
    ranking = models.CharField(max_length=60, null=True)
    place = models.PositiveIntegerField()
    description = models.CharField(max_length=200, blank=True)
    value = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    sponsor = models.CharField(max_length=120, blank=True)
    winner = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, null=True, related_name="prizes")
    reason_place = models.PositiveIntegerField(null=True)
    reason_card = models.ForeignKey("tournament.EntryCard", on_delete=models.PROTECT, null=True, related_name="+")
    handed_out_at = models.DateTimeField(null=True)
    handed_out_by = models.CharField(max_length=60, blank=True)
    shared_with = models.JSONField(default=list)

    class Meta:
        ordering = [models.F("ranking").asc(nulls_first=True), "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "place"], condition=models.Q(ranking=None), name="main_prize_once"
            ),
            models.UniqueConstraint(fields=["tournament", "ranking", "place"], name="extra_prize_once"),
            models.CheckConstraint(
                condition=models.Q(value=None) | models.Q(value__gte=0), name="prize_value_not_negative"
            ),
            models.CheckConstraint(
                condition=models.Q(handed_out_at=None) | models.Q(winner__isnull=False), name="handed_out_to_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}. Preis"
