"""What the big screen in the hall shows: one row for each tournament, written by the desk. No part of the record of the evening."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class BoardScene(models.TextChoices):
    """What can be shown; `auto` turns by itself through whatever there is to see."""

    AUTO = "auto", _("von selbst weiter")
    START_LIST = "start_list", _("Startliste")
    DRAW = "draw", _("Siegel und Auslosung")
    CALLS = "calls", _("Aufrufe und Tische")
    SCORES = "scores", _("Zwischenstände")
    ROUND = "round", _("Begegnungen der Runde")
    BRACKET = "bracket", _("Bisheriger Verlauf")
    PRIZES = "prizes", _("Preise")
    SPONSORS = "sponsors", _("Sponsoren")


class BoardState(models.Model):
    """Scene, whether the picture stands still or is black, and how far a draw has been shown to the hall.

    `draw` is the number of the draw that was shown last, `position` how many of its steps were, `moved_at` since when.
    """

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE, related_name="board")
    scene = models.CharField(max_length=12, choices=BoardScene.choices, default=BoardScene.AUTO)
    frozen = models.BooleanField(default=False)
    blackout = models.BooleanField(default=False)
    draw = models.PositiveIntegerField(null=True)
    position = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(scene__in=BoardScene.values), name="board_scene_known")
        ]

    def __str__(self) -> str:
        return self.scene
