"""What the page of the Ausschreibung shows besides the settings: what stands fixed and why, the seal, free slugs."""

import re
from dataclasses import dataclass

from django.db.models import Q
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.models import LIVE, State, Tournament

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "ae", "Ö": "oe", "Ü": "ue"})


@dataclass(frozen=True, slots=True)
class SettingsState:
    """For the page: fields that can no longer change with the reason, the seal of the draws, tables, cards sold."""

    fixed: dict[str, str]
    seal: str
    first_draw: int
    tables: int


def settings_state(tournament: Tournament) -> SettingsState:
    """Six queries at most, whatever the size."""
    chain = tournament.chains.order_by("-first_draw").first()
    return SettingsState(
        fixed=fixed_fields(tournament),
        seal=chain.seal if chain else "",
        first_draw=chain.first_draw if chain else 0,
        tables=tournament.tables.count(),
    )


def fixed_fields(tournament: Tournament) -> dict[str, str]:
    """Field -> why it can no longer change; the same rules as in `services.tournaments`."""
    if tournament.state == State.FINISHED:
        return dict.fromkeys(_ALL, _("Das Turnier ist beendet."))
    fixed: dict[str, str] = {}
    if tournament.state == State.CLOSED:
        fixed |= dict.fromkeys(
            ("cards_offered", "fixed_bracket"),
            _("Steht fest, seit der Verkauf geschlossen ist. Er kann wieder geöffnet werden."),
        )
    if hasattr(tournament, "prepared_draw") or hasattr(tournament, "hand_draw"):
        fixed |= dict.fromkeys(_BY_DRAW, _("Steht fest, weil eine Auslosung vorbereitet oder begonnen ist."))
    if tournament.state == State.RUNNING:
        fixed |= dict.fromkeys(_BY_DRAW, _("Steht fest, seit gelost ist."))
        if tournament.matches.filter(LIVE, Q(stage="main", numbers__lte=4)).exists():
            text = _("Steht fest, seit das Halbfinale gelost ist.")
            fixed |= dict.fromkeys(("play_place3", "play_place5", "play_place7"), text)
    if tournament.prizes.filter(handed_out_at__isnull=False).exists():
        fixed |= dict.fromkeys(
            ("prize_policy", "tie_policy", "extra_rankings_exempt"), _("Steht fest: es sind schon Preise ausgegeben.")
        )
    return fixed


_BY_DRAW = (
    "cards_offered", "max_cards_per_person", "card_price", "fixed_bracket", "bummerl_to_win", "rules_preset", "rebuy",
)  # fmt: skip
_ALL = (
    *_BY_DRAW, "name", "starts_on", "starts_time", "venue", "organiser", "purpose", "notes", "card_word", "table_count",
    "bummerl_word", "match_word", "method", "play_place3", "play_place5", "play_place7", "prize_policy", "tie_policy",
    "extra_rankings_exempt", "rebuy_limit", "no_show_minutes", "phone_results_count_at_once", "published", "paper_language",
    "sponsors_text", "public_address", *(f"bummerl_{2**k}" for k in range(1, 13)),
)  # fmt: skip


def proposed_slug(name: str) -> str:
    """A slug made of the name that no tournament has yet. One query.

    "Preisschnapsen der FF Großsölk" becomes preisschnapsen-der-ff-grosssoelk, a second one ends with -2.
    """
    base = slugify(name.translate(_UMLAUTS))[:56].strip("-_") or "turnier"
    taken = set(Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken:
        return base
    numbers = (int(found[1]) for slug in taken if (found := re.fullmatch(re.escape(base) + r"-([0-9]{1,5})", slug)))
    return f"{base}-{max(numbers, default=1) + 1}"
