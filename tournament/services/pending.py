"""What is under way while a draw is shown to the hall or typed in: its field stands fixed."""

from django.utils.translation import gettext as _

from tournament.models import Tournament

from .errors import refuse


def require_nothing_pending(tournament: Tournament) -> None:
    """Refuse while a FIELD is shown to the hall or slips are being typed in."""
    if hasattr(tournament, "prepared_draw"):
        raise refuse(
            "prepared",
            _(
                "Eine Auslosung ist vorbereitet und ihr Feld steht fest. Bitte zuerst losen oder die Vorbereitung verwerfen."
            ),
        )
    if hasattr(tournament, "hand_draw"):
        raise refuse(
            "hand_draw",
            _("Es wird gerade mit der Hand gelost. Bitte fertig eingeben oder die Handauslosung verwerfen."),
        )
