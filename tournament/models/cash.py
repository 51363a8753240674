"""The cash book: append-only and hash-chained; counts of the drawer."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CashKind(models.TextChoices):
    """What an entry was for."""

    FLOAT_IN = "float_in", _("Wechselgeld")
    SALE = "sale", _("Verkauf")
    REFUND = "refund", _("Rücknahme")
    REBUY = "rebuy", _("Nachkauf")
    ADVANCE = "advance", _("Vorverkauf")
    PRIZE = "prize", _("Preise")
    INCOME = "income", _("Sonstige Einnahme")
    EXPENSE = "expense", _("Sonstige Ausgabe")
    VOID = "void", _("Storno")


class CashEntry(models.Model):
    """A movement of money, outgoing negative. Triggers forbid changing or deleting it."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="cash")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=10, choices=CashKind.choices)
    amount = models.DecimalField(max_digits=10, decimal_places=2)
    desk = models.CharField(max_length=40)
    text = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=60)
    voids = models.PositiveIntegerField(null=True)
    prev = models.CharField(max_length=64, null=True)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="cash_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "voids"], condition=models.Q(voids__isnull=False), name="voided_once"
            ),
            models.CheckConstraint(condition=models.Q(kind__in=CashKind.values), name="cash_kind_known"),
            models.CheckConstraint(
                condition=models.Q(kind="void", voids__isnull=False) | (~models.Q(kind="void") & models.Q(voids=None)),
                name="void_names_its_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.amount}"


class CashCount(models.Model):
    """A count of the drawer by denomination (Kassasturz). `coins`: denomination in cents as text -> pieces."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="cash_counts")
    number = models.PositiveIntegerField()
    desk = models.CharField(max_length=40)
    coins = models.JSONField(default=dict)
    counted = models.DecimalField(max_digits=10, decimal_places=2)
    expected = models.DecimalField(max_digits=10, decimal_places=2)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="cash_count_number_once")]

    def __str__(self) -> str:
        return f"Kassasturz {self.number}"


class Seller(models.Model):
    """Somebody who sells cards before the evening. `cards`: how many he took along, less those brought back.

    What he sold is entered at a desk of his own; cash book and journal know his number only.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="sellers")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    cards = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="seller_number_once"),
            models.CheckConstraint(condition=~models.Q(name=""), name="seller_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
