"""The tournament with every setting of its Ausschreibung, and the chains that seal its draws."""

from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

SLUG = RegexValidator(
    r"^[A-Za-z0-9._-]{1,64}$", _("Nur Buchstaben ohne Umlaut, Ziffern, Punkt, Strich und Unterstrich.")
)


class State(models.TextChoices):
    """Where the evening is."""

    SALE = "sale", _("Verkauf")
    CLOSED = "closed", _("Verkauf geschlossen")
    RUNNING = "running", _("läuft")
    FINISHED = "finished", _("beendet")


class Format(models.TextChoices):
    """How a winner is found. `cards` is the knock-out of cards."""

    CARDS = "cards", _("Karten-K.o.")
    LIVES = "lives", _("Leben")
    DANISH = "danish", _("Dänisches System")


class PrizePolicy(models.TextChoices):
    """Whether one person may win several prizes; asked in the Ausschreibung, never assumed."""

    SEVERAL = "several", _("Eine Person darf mehrere Preise gewinnen")
    ONE = "one_prize_per_person", _("Höchstens ein Preis je Person")


class TiePolicy(models.TextChoices):
    """How a tie is settled where a prize depends on it."""

    LOT = "lot", _("Los")
    PLAY_OFF = "play_off", _("Stechen")
    SHARED = "shared", _("Preis teilen")


class CardWord(models.TextChoices):
    """What the house calls an entry card."""

    TEILNAHMEKARTE = "teilnahmekarte", _("Teilnahmekarte")
    LOS = "los", _("Los")
    LEBEN = "leben", _("Leben")
    STANDKARTE = "standkarte", _("Standkarte")


class Tournament(models.Model):
    """One evening. `version` grows with every change of the settings."""

    slug = models.CharField(max_length=64, unique=True, validators=[SLUG])
    name = models.CharField(max_length=120)
    state = models.CharField(max_length=10, choices=State.choices, default=State.SALE)
    format = models.CharField(max_length=10, choices=Format.choices, default=Format.CARDS)
    starts_at = models.DateTimeField(null=True, blank=True)
    venue = models.CharField(max_length=120, blank=True)
    organiser = models.CharField(max_length=120, blank=True)
    purpose = models.CharField(max_length=200, blank=True)
    notes = models.TextField(blank=True)
    card_word = models.CharField(max_length=20, choices=CardWord.choices, default=CardWord.TEILNAHMEKARTE)
    bummerl_word = models.CharField(max_length=30, blank=True)
    match_word = models.CharField(max_length=30, blank=True)

    cards_offered = models.PositiveIntegerField(default=64)
    numbers = models.PositiveIntegerField(null=True, blank=True)
    max_cards_per_person = models.PositiveIntegerField(default=4, validators=[MinValueValidator(1)])
    card_price = models.DecimalField(max_digits=8, decimal_places=2, default=Decimal("5.00"))
    bummerl_to_win = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(3)]
    )
    bummerl_overrides = models.JSONField(default=dict, blank=True)
    rules_preset = models.CharField(max_length=30, default="turnier-scharf")
    rules_changed = models.JSONField(default=dict, blank=True)
    method = models.CharField(max_length=10, default="two-pot")
    fixed_bracket = models.BooleanField(default=False)
    play_place3 = models.BooleanField(default=True)
    play_place5 = models.BooleanField(default=True)
    play_place7 = models.BooleanField(default=True)
    prize_policy = models.CharField(max_length=24, choices=PrizePolicy.choices)
    extra_rankings_exempt = models.BooleanField(default=True)
    tie_policy = models.CharField(max_length=10, choices=TiePolicy.choices, default=TiePolicy.LOT)

    rebuy = models.BooleanField(default=False)
    rebuy_limit = models.PositiveSmallIntegerField(default=1)
    rebuy_until_round = models.PositiveSmallIntegerField(default=1)
    rebuy_open = models.BooleanField(default=False)
    lives = models.PositiveSmallIntegerField(default=3, validators=[MinValueValidator(1), MaxValueValidator(9)])
    three_way_final = models.BooleanField(default=False)
    rounds = models.PositiveSmallIntegerField(default=7)
    standings_criteria = models.JSONField(default=list, blank=True)

    phone_results_count_at_once = models.BooleanField(default=True)
    no_show_minutes = models.PositiveSmallIntegerField(default=10)
    sponsors_text = models.TextField(blank=True)
    published = models.BooleanField(default=False)
    paper_language = models.CharField(max_length=5, default="de")
    public_address = models.CharField(max_length=200, blank=True)

    psd1_id = models.CharField(max_length=64, validators=[SLUG])
    #: Grows when a backup takes back draws: slips of matches that are drawn anew must not open others (`links.token`).
    slip_series = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["-starts_at", "-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=State.values), name="tournament_state_known"),
            models.CheckConstraint(condition=models.Q(format__in=Format.values), name="tournament_format_known"),
            models.CheckConstraint(
                condition=models.Q(prize_policy__in=PrizePolicy.values), name="tournament_policy_chosen"
            ),
            models.CheckConstraint(
                condition=models.Q(cards_offered__gte=8, cards_offered__lte=4096), name="tournament_cards_8_to_4096"
            ),
            models.CheckConstraint(condition=models.Q(card_price__gte=0), name="tournament_price_not_negative"),
            models.CheckConstraint(
                condition=models.Q(bummerl_to_win__gte=1, bummerl_to_win__lte=3), name="tournament_bummerl_1_to_3"
            ),
            models.CheckConstraint(condition=models.Q(max_cards_per_person__gte=1), name="tournament_limit_positive"),
        ]

    def __str__(self) -> str:
        return self.name


class SealChain(models.Model):
    """A chain of secrets: draw r reveals element length - (r - first_draw + 1). `s0` stays secret until the end."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="chains")
    first_draw = models.PositiveIntegerField()
    seal = models.CharField(max_length=64)
    length = models.PositiveIntegerField(default=256)
    s0 = models.CharField(max_length=64, null=True, blank=True)

    class Meta:
        ordering = ["first_draw", "id"]
        constraints = [models.UniqueConstraint(fields=["tournament", "first_draw"], name="chain_once_per_draw")]

    def __str__(self) -> str:
        return self.seal
