"""What the journal calls the fields that were changed, and how it says what stands in them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.rule_texts import PRESET_LABELS
from scoring.rules import FIELDS
from scoring.sentences import field_label, value_label
from tournament.models import CardWord, DrawMethod, PrizePolicy, TiePolicy
from tournament.translated import stored_amount

from .rounds import late_name

#: The settings, in the words of the Ausschreibung.
SETTINGS: Final[Mapping[str, Any]] = {
    "name": gettext_lazy("Name des Turniers"),
    "starts_at": gettext_lazy("Beginn"),
    "venue": gettext_lazy("Ort"),
    "organiser": gettext_lazy("Veranstalter"),
    "purpose": gettext_lazy("Wofür der Reinerlös ist"),
    "notes": gettext_lazy("Was sonst auf der Ausschreibung steht"),
    "card_word": gettext_lazy("So heißt eine Karte"),
    "bummerl_word": gettext_lazy("Anderes Wort für Bummerl"),
    "match_word": gettext_lazy("Anderes Wort für Partie"),
    "cards_offered": gettext_lazy("Karten"),
    "max_cards_per_person": gettext_lazy("Karten je Person, höchstens"),
    "card_price": gettext_lazy("Preis einer Karte in Euro"),
    "bummerl_to_win": gettext_lazy("Gewonnene Bummerl"),
    "bummerl_overrides": gettext_lazy("Gewonnene Bummerl in einzelnen Runden"),
    "rules_preset": gettext_lazy("Kartenregeln"),
    "rules_changed": gettext_lazy("Geänderte Kartenregeln"),
    "method": gettext_lazy("Art der Auslosung"),
    "fixed_bracket": gettext_lazy("Einmal auslosen, dann fester Turnierbaum"),
    "play_place3": gettext_lazy("Um Platz 3 wird gespielt"),
    "play_place5": gettext_lazy("Um die Plätze 5 bis 8 wird gespielt"),
    "play_place7": gettext_lazy("Auch um Platz 7 wird gespielt"),
    "prize_policy": gettext_lazy("Mehr als ein Preis für eine Person?"),
    "extra_rankings_exempt": gettext_lazy("Sonderwertungen zählen nicht mit"),
    "tie_policy": gettext_lazy("Gleichstand, wenn ein Preis davon abhängt"),
    "rebuy": gettext_lazy("Nachkauf"),
    "rebuy_limit": gettext_lazy("Nachkäufe je Person, höchstens"),
    "no_show_minutes": gettext_lazy("Minuten bis kampflos nach dem Aufruf"),
    "phone_results_count_at_once": gettext_lazy("Ergebnisse vom Handy am Tisch gelten sofort"),
    "sponsors_text": gettext_lazy("Text für Sponsoren auf der Tafel"),
    "published": gettext_lazy("Öffentliche Seiten zeigen"),
    "paper_language": gettext_lazy("Sprache der Drucksachen"),
    "public_address": gettext_lazy("Adresse in den QR-Codes"),
    "seal": gettext_lazy("Siegel"),
}
#: What is known about a person, in the words of the form.
PERSON: Final[Mapping[str, Any]] = {
    "name": gettext_lazy("Name"),
    "place": gettext_lazy("Ort"),
    "club": gettext_lazy("Verein"),
    "categories": gettext_lazy("Kategorien"),
    "members": gettext_lazy("Mitspieler"),
    "note": gettext_lazy("Anmerkung"),
    "phone": gettext_lazy("Telefon"),
    "public": gettext_lazy("Nicht öffentlich"),
}
_CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "card_word": dict(CardWord.choices),
    "method": dict(DrawMethod.choices),
    "prize_policy": dict(PrizePolicy.choices),
    "tie_policy": dict(TiePolicy.choices),
    "paper_language": {"de": "Deutsch", "en": "English"},
}
#: Digits of the largest field, 4096.
LONGEST_SIZE: Final = 4


def setting_label(name: str) -> str:
    """What the Ausschreibung calls a setting; one of a later version is called as it is stored."""
    return str(SETTINGS.get(name, name))


def person_label(name: object) -> str:
    """What the form calls a field of a person."""
    return str(PERSON.get(str(name), name))


def setting_value(name: str, value: Any) -> str:
    """What stands in a setting, as people say it: "€ 5,00", "ja", "Halbfinale: 3"."""
    say = _SAY.get(name)
    if say is not None and value not in (None, "", {}):
        return say(value)
    if isinstance(value, str) and value in _CHOICES.get(name, {}):
        return str(_CHOICES[name][value])
    return _plain(value)


def _plain(value: Any) -> str:
    if value is None or value in ("", {}, []):
        return "–"
    if isinstance(value, bool):
        return _("ja") if value else _("nein")
    if isinstance(value, dict):
        if set(value) == {"sha256"}:  # long texts stand in the tournament itself; the journal only proves which
            return _("ein langer Text")
        return ", ".join(f"{name}: {_plain(each)}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _moment(value: Any) -> str:
    try:
        return date_format(timezone.localtime(datetime.fromisoformat(str(value))), "SHORT_DATETIME_FORMAT")
    except (ValueError, OverflowError):
        return str(value)


def _amount(value: Any) -> str:
    return f"€ {stored_amount(str(value))}"


def _rounds(value: Any) -> str:
    if not isinstance(value, dict):
        return _plain(value)
    sizes = sorted(value.items(), key=lambda item: (len(item[0]), item[0]), reverse=True)
    return ", ".join(f"{_round(size)}: {to_win}" for size, to_win in sizes)


def _round(size: str) -> str:
    late = late_name(int(size)) if size.isascii() and size.isdigit() and len(size) <= LONGEST_SIZE else ""
    return late or _("Runde mit %(numbers)s Karten") % {"numbers": size}


def _preset(value: Any) -> str:
    words = PRESET_LABELS.get(str(value))
    return str(value) if words is None else words[0 if _german() else 1]


def _rules(value: Any) -> str:
    if not isinstance(value, dict):
        return _plain(value)
    language = "de" if _german() else "en"
    return ", ".join(
        f"{field_label(name, language)}: {value_label(name, each, language)}"
        if name in FIELDS and not isinstance(each, list | dict)
        else f"{name}: {_plain(each)}"
        for name, each in value.items()
    )


def _german() -> bool:
    return (get_language() or "de").startswith("de")


_SAY: Final[Mapping[str, Callable[[Any], str]]] = {
    "starts_at": _moment,
    "card_price": _amount,
    "bummerl_overrides": _rounds,
    "rules_preset": _preset,
    "rules_changed": _rules,
    "seal": lambda value: str(value)[:8],
}
