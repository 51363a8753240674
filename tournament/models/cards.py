"""Entry cards: sold, handed in, withdrawn, moved; and what is only reserved."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CardState(models.TextChoices):
    """Where a card is: in the hand of its owner, handed in, gone."""

    IN = "in", _("im Spiel")
    OUT = "out", _("abgegeben")
    WITHDRAWN = "withdrawn", _("zurückgezogen")
    EXCLUDED = "excluded", _("ausgeschlossen")
    REFUNDED = "refunded", _("zurückgenommen")


class EntryCard(models.Model):
    """One place in the draw. Numbers count sales; a refunded number is not used again."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveIntegerField()
    owner = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="cards")
    state = models.CharField(max_length=10, choices=CardState.choices, default=CardState.IN)
    sold_at = models.DateTimeField()
    price = models.DecimalField(max_digits=8, decimal_places=2)

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["tournament", "state"], name="card_by_state"),
            models.Index(fields=["owner", "state"], name="card_by_owner"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="card_number_once"),
            models.CheckConstraint(condition=models.Q(state__in=CardState.values), name="card_state_known"),
            models.CheckConstraint(condition=models.Q(price__gte=0), name="card_price_not_negative"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="card_number_positive"),
        ]

    def __str__(self) -> str:
        return f"Karte {self.number}"


class Reservation(models.Model):
    """Cards spoken for; they count only when paid."""

    class State(models.TextChoices):
        """What became of it."""

        OPEN = "open", _("offen")
        PAID = "paid", _("bezahlt")
        RELEASED = "released", _("freigegeben")

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="reservations")
    number = models.PositiveIntegerField()
    person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="reservations")
    cards = models.PositiveIntegerField()
    until = models.DateTimeField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="reservation_number_once"),
            models.CheckConstraint(condition=models.Q(cards__gte=1), name="reservation_of_a_card"),
        ]

    def __str__(self) -> str:
        return f"{self.cards} für {self.person}"


class Withdrawal(models.Model):
    """Cards that left together, with a reason. `card_numbers` and `people` are plain numbers."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="withdrawals")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=[("withdrawn", _("Rückzug")), ("excluded", _("Ausschluss"))])
    card_numbers = models.JSONField(default=list)
    person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, null=True, related_name="withdrawals")
    before_round = models.PositiveIntegerField(null=True)
    after_draw = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="withdrawal_number_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.card_numbers}"


class CardMove(models.Model):
    """A change of the owner of a card that was sold to the wrong person."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="card_moves")
    number = models.PositiveIntegerField()
    card = models.ForeignKey(EntryCard, on_delete=models.PROTECT, related_name="moves")
    from_person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="+")
    to_person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="+")
    after_draw = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="card_move_number_once")]

    def __str__(self) -> str:
        return f"{self.card}: {self.from_person} -> {self.to_person}"


class Exchange(models.Model):
    """After a late correction: the card that should have advanced takes the place of the one that did."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="exchanges")
    number = models.PositiveIntegerField()
    match = models.ForeignKey("tournament.Match", on_delete=models.PROTECT, related_name="exchanges")
    from_card = models.ForeignKey(EntryCard, on_delete=models.PROTECT, related_name="+")
    to_card = models.ForeignKey(EntryCard, on_delete=models.PROTECT, related_name="+")
    before_round = models.PositiveIntegerField(null=True)
    after_draw = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="exchange_number_once")]

    def __str__(self) -> str:
        return f"{self.from_card} -> {self.to_card}"


class Rebuy(models.Model):
    """A card (or life) bought after the draw, into an open bye of round 1."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="rebuys")
    number = models.PositiveIntegerField()
    card = models.ForeignKey(EntryCard, on_delete=models.PROTECT, null=True, related_name="rebuys")
    person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="rebuys")
    match = models.ForeignKey("tournament.Match", on_delete=models.PROTECT, null=True, related_name="rebuys")
    before_round = models.PositiveIntegerField(null=True)
    after_draw = models.PositiveIntegerField()
    by = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="rebuy_number_once")]

    def __str__(self) -> str:
        return f"Nachkauf {self.number}"
