"""The one app of the project."""

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """Tournaments of cards, from the announcement to the last prize."""

    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"
    verbose_name = "Preisschnapsen"
