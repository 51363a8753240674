"""Matches of every format and stage, and the tables they are played on."""

from django.db import models
from django.utils.translation import gettext_lazy as _

#: Matches whose draw still stands.
LIVE = models.Q(annulled_with=None)


class MatchStage(models.TextChoices):
    """What a match decides."""

    MAIN = "main", _("Runde")
    PLACES = "place5-8", _("Plätze 5 bis 8")
    PLACE3 = "place3", _("Platz 3")
    PLACE5 = "place5", _("Platz 5")
    PLACE7 = "place7", _("Platz 7")
    THREE = "three", _("Dreierfinale")


class Outcome(models.TextChoices):
    """How a match ended. A walkover is no 2:0 with a remark."""

    OPEN = "open", _("offen")
    PLAYED = "played", _("gespielt")
    BYE = "bye", _("Freilos")
    SELF = "self", _("eigene Karte")
    WALKOVER = "walkover", _("kampflos")
    RETIRED = "retired", _("Aufgabe")
    EXCLUDED = "excluded", _("Ausschluss")
    DOUBLE_WALKOVER = "double_walkover", _("beide nicht angetreten")


class Side(models.TextChoices):
    """The left holder's side, and the right one's."""

    LEFT = "left", _("links")
    RIGHT = "right", _("rechts")


class GameTable(models.Model):
    """A table in the hall."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField()
    out_of_order = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return f"Tisch {self.number}"


class Match(models.Model):
    """Two cards (`cards`) or two persons (`lives`, `danish`) playing for n won Bummerl.

    `serial` counts all matches of the tournament in order of creation without gaps; `number` is the pot number.
    A match of an annulled draw keeps everything and carries that draw in `annulled_with`. `missing_side`: who has not
    come although he was called.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="matches")
    serial = models.PositiveIntegerField()
    draw = models.ForeignKey("tournament.Draw", on_delete=models.PROTECT, null=True, related_name="matches")
    round = models.PositiveIntegerField()
    numbers = models.PositiveIntegerField()
    stage = models.CharField(max_length=10, choices=MatchStage.choices)
    number = models.PositiveIntegerField()
    left_card = models.ForeignKey("tournament.EntryCard", on_delete=models.PROTECT, null=True, related_name="+")
    right_card = models.ForeignKey("tournament.EntryCard", on_delete=models.PROTECT, null=True, related_name="+")
    left_person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, null=True, related_name="+")
    right_person = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, null=True, related_name="+")
    bummerl_to_win = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=16, choices=Outcome.choices, default=Outcome.OPEN)
    winner_side = models.CharField(max_length=5, choices=Side.choices, null=True)
    score_left = models.PositiveSmallIntegerField(null=True)
    score_right = models.PositiveSmallIntegerField(null=True)
    bummerl = models.JSONField(null=True)
    findings = models.JSONField(default=list)
    override_reason = models.CharField(max_length=200, blank=True)
    earlier = models.JSONField(default=list)
    reported_by = models.CharField(max_length=60, blank=True)
    decided_at = models.DateTimeField(null=True)
    table = models.ForeignKey(GameTable, on_delete=models.SET_NULL, null=True, related_name="matches")
    called_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    missing_side = models.CharField(max_length=5, choices=Side.choices, null=True)
    annulled_with = models.ForeignKey(
        "tournament.Draw", on_delete=models.PROTECT, null=True, related_name="annulled_matches"
    )
    created_at = models.DateTimeField()
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["serial"]
        indexes = [
            models.Index(fields=["tournament", "round", "stage", "outcome"], name="match_by_round"),
            models.Index(fields=["left_card"], name="match_by_left_card"),
            models.Index(fields=["right_card"], name="match_by_right_card"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "serial"], name="match_serial_once"),
            models.UniqueConstraint(
                fields=["tournament", "round", "stage", "number"], condition=LIVE, name="match_number_once_per_round"
            ),
            models.UniqueConstraint(
                fields=["tournament", "round", "stage", "left_card"], condition=LIVE, name="left_card_once_per_round"
            ),
            models.UniqueConstraint(
                fields=["tournament", "round", "stage", "right_card"], condition=LIVE, name="right_card_once_per_round"
            ),
            models.CheckConstraint(condition=models.Q(stage__in=MatchStage.values), name="match_stage_known"),
            models.CheckConstraint(condition=models.Q(outcome__in=Outcome.values), name="match_outcome_known"),
            models.CheckConstraint(
                condition=models.Q(outcome__in=["open", "double_walkover"], winner_side=None)
                | (~models.Q(outcome__in=["open", "double_walkover"]) & models.Q(winner_side__in=Side.values)),
                name="match_winner_follows_outcome",
            ),
            models.CheckConstraint(
                condition=~models.Q(outcome="played") | models.Q(score_left__isnull=False, score_right__isnull=False),
                name="played_match_has_a_score",
            ),
        ]

    def __str__(self) -> str:
        return f"Begegnung {self.number}, Runde {self.round}"
