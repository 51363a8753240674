"""The Ausschreibung as a form: every setting of the `cards` format, in the order people decide about them."""

from collections.abc import Mapping
from datetime import datetime, time
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.rule_texts import PRESET_LABELS
from scoring.rules import DEFAULT_PRESET
from tournament.models import CardWord, Format, PrizePolicy, TiePolicy, Tournament
from tournament.models.tournaments import SLUG
from tournament.services.errors import Problem
from tournament.services.tournaments import SETTINGS, settings_problems

from .fields import MoneyField, count_field

SIZES = tuple(2**k for k in range(3, 13))
ROUNDS = {2: _("Finale"), 4: _("Halbfinale"), 8: _("Viertelfinale"), 16: _("Achtelfinale")}
OVERRIDES = tuple(2**k for k in range(1, 13))
METHODS = (
    ("two-pot", _("Zwei Töpfe: alle ziehen der Reihe nach aus zwei Töpfen, wie im Saal; die Reihenfolge wird gelost.")),
    ("fair", _("Gleiche Chance: zuerst die Freilose, für jede Karte gleich wahrscheinlich, dann die Paarungen.")),
    ("by-hand", _("Mit der Hand: die Leute ziehen Zettel aus echten Töpfen, die Nummern werden eingetippt.")),
)
BUMMERL = (
    (1, _("1 Bummerl entscheidet")),
    (2, _("2 gewonnene Bummerl (höchstens 3)")),
    (3, _("3 gewonnene Bummerl (höchstens 5)")),
)
POLICIES = (
    (PrizePolicy.SEVERAL.value, _("Mehrere Preise je Person: jede Karte gewinnt, was ihr Platz bringt (so ist es Brauch).")),
    (PrizePolicy.ONE.value, _("Höchstens ein Preis je Person: wer schon einen hat, wird bei den Preisen übersprungen.")),
)  # fmt: skip
TIES = (
    (TiePolicy.LOT.value, _("Los: die Plätze werden gelost, prüfbar wie die Auslosung.")),
    (TiePolicy.PLAY_OFF.value, _("Stechen: es wird darum gespielt und das Ergebnis eingetragen.")),
    (TiePolicy.SHARED.value, _("Teilen: die Preise werden unter ihnen aufgeteilt.")),
)
#: Problems of the services that belong to a field of another name.
PLACES_OF_PROBLEMS = {
    "rules_changed": "rules_preset", "bummerl_overrides": "bummerl_to_win", "starts_at": "starts_on",
}  # fmt: skip


def round_name(numbers: int) -> str:
    """What the round of this many cards is called."""
    return str(ROUNDS.get(numbers) or _("Runde mit %(numbers)s Karten") % {"numbers": numbers})


def preset_choices() -> list[tuple[str, str]]:
    """The card rules one can choose, in the language of the page."""
    index = 0 if (get_language() or "de").startswith("de") else 1
    return [(name, words[index]) for name, words in PRESET_LABELS.items()]


def _text(label: Any, limit: int, *, required: bool = False, help_text: Any = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=limit, required=required, help_text=help_text)


def _lines(label: Any, *, help_text: Any = "") -> forms.CharField:
    area = forms.Textarea(attrs={"rows": 3})
    return forms.CharField(label=label, required=False, max_length=4000, widget=area, help_text=help_text)


def _switch(label: Any, *, help_text: Any = "", **given: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, help_text=help_text, **given)


def _radio(label: Any, choices: Any, *, help_text: Any = "", required: Any = None) -> forms.ChoiceField:
    errors = {"required": required} if required else {}
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect, help_text=help_text, error_messages=errors
    )  # fmt: skip


class SettingsForm(forms.Form):
    """Everything but slug and prizes. `settings()` gives what the services take; fixed fields show their reason."""

    name = _text(_("Name des Turniers"), 120, required=True)
    starts_on = forms.DateField(
        label=_("Tag"), required=False, input_formats=["%Y-%m-%d", "%d.%m.%Y"],
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )  # fmt: skip
    starts_time = forms.TimeField(
        label=_("Beginn"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    venue = _text(_("Ort"), 120, help_text=_("Gasthaus, Saal, Gemeinde"))
    organiser = _text(_("Veranstalter"), 120)
    purpose = _text(_("Wofür der Reinerlös ist"), 200)
    notes = _lines(_("Was sonst auf der Ausschreibung steht"))

    format = forms.ChoiceField(
        label=_("Turnierform"), choices=[(Format.CARDS.value, Format.CARDS.label)], widget=forms.RadioSelect,
        initial=Format.CARDS.value,
    )  # fmt: skip
    card_word = forms.ChoiceField(label=_("So heißt eine Karte"), choices=CardWord.choices)
    cards_offered = forms.TypedChoiceField(
        label=_("Karten"), coerce=int, choices=[(size, str(size)) for size in SIZES],
        help_text=_("Eine Zweierpotenz. Werden weniger verkauft, schlägt das Programm beim Schließen das passende Feld vor."),
    )  # fmt: skip
    card_price = MoneyField(label=_("Preis einer Karte in Euro"))
    max_cards_per_person = count_field(_("Karten je Person, höchstens"))
    table_count = count_field(_("Tische"), most=200)

    bummerl_to_win = forms.TypedChoiceField(label=_("Eine Begegnung geht auf"), coerce=int, choices=BUMMERL)
    bummerl_word = _text(_("Anderes Wort für Bummerl"), 30)
    match_word = _text(_("Anderes Wort für Partie"), 30)
    rules_preset = forms.ChoiceField(label=_("Kartenregeln"), choices=preset_choices)

    method = _radio(_("Art der Auslosung"), METHODS)
    fixed_bracket = _switch(
        _("Einmal auslosen, dann fester Turnierbaum"),
        help_text=_("Sonst wird jede Runde neu gelost. Geht mit zwei Töpfen und mit der Hand."),
    )
    rebuy = _switch(
        _("Nachkauf"),
        help_text=_(
            "Freilose der ersten Runde bleiben nach der Auslosung offen: wer später kommt, kauft sich ein, bis die Turnierleitung den Nachkauf schließt."
        ),
    )
    rebuy_limit = count_field(_("Nachkäufe je Person, höchstens"), most=20, required=False)

    play_place3 = _switch(
        _("Um Platz 3 wird gespielt"), help_text=_("Sonst teilen sich die Verlierer der Halbfinale den dritten Platz.")
    )
    play_place5 = _switch(
        _("Um die Plätze 5 bis 8 wird gespielt"),
        help_text=_("Die Verlierer der Viertelfinale werden zu zwei Begegnungen gelost."),
    )
    play_place7 = _switch(_("Auch um Platz 7 wird gespielt"))
    prize_policy = _radio(
        _("Mehr als ein Preis für eine Person?"), POLICIES, required=_("Bitte wählen: das steht auf der Ausschreibung und entscheidet am Abend über Preise."),
    )  # fmt: skip
    tie_policy = _radio(_("Gleichstand, wenn ein Preis davon abhängt"), TIES)
    extra_rankings_exempt = _switch(
        _("Sonderwertungen zählen nicht mit"),
        help_text=_("Wer dort gewinnt (Damen, Jugend, Verein …), kann trotzdem einen Preis der Hauptwertung bekommen."),
    )

    no_show_minutes = count_field(_("Minuten bis kampflos nach dem Aufruf"), most=120)
    phone_results_count_at_once = _switch(_("Ergebnisse vom Handy am Tisch gelten sofort"))
    published = _switch(
        _("Öffentliche Seiten zeigen"), help_text=_("Teilnehmer, Runden und Preise ohne Anmeldung; Telefonnummern nie.")
    )
    paper_language = forms.ChoiceField(
        label=_("Sprache der Drucksachen"), choices=[("de", "Deutsch"), ("en", "English")]
    )
    sponsors_text = _lines(_("Text für Sponsoren auf der Tafel"))
    public_address = forms.RegexField(
        r"^https?://[^/\s?#@]+/?\Z", label=_("Adresse in den QR-Codes"), max_length=200, required=False,
        error_messages={"invalid": _("Bitte so eingeben: http://192.168.1.20:8000, ohne etwas dahinter.")},
        help_text=_("So finden die Handys im Saal dieses Programm. Leer: die Adresse, die der Rechner beim Drucken im Netz hat."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )  # fmt: skip

    def __init__(self, *args: Any, fixed: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        self.fixed = dict(fixed or {})
        super().__init__(*args, **kwargs)
        for size in OVERRIDES:
            self.fields[f"bummerl_{size}"] = forms.TypedChoiceField(
                label=round_name(size), coerce=int, empty_value=None, required=False,
                choices=[("", _("wie sonst")), (1, "1"), (2, "2"), (3, "3")],
            )  # fmt: skip
        for name, reason in self.fixed.items():
            if name in self.fields:
                self.fields[name].disabled = True
                self.fields[name].help_text = reason

    def clean_public_address(self) -> str:
        """Without the slash that people put behind an address."""
        return str(self.cleaned_data["public_address"]).rstrip("/")

    def clean(self) -> dict[str, Any]:
        """A time that somebody typed needs a day, and a day a time; the proposed time alone says nothing yet."""
        cleaned = super().clean() or {}
        day, hour = cleaned.get("starts_on"), cleaned.get("starts_time")
        if hour and not day and "starts_time" in self.changed_data and "starts_on" not in self.errors:
            self.add_error("starts_on", _("Bitte auch den Tag eingeben."))
        if day and not hour and "starts_time" not in self.errors:
            self.add_error("starts_time", _("Bitte auch die Uhrzeit eingeben."))
        self._judge(cleaned)
        return cleaned

    def clean_rebuy_limit(self) -> int:
        """Once each, unless somebody says otherwise."""
        limit = self.cleaned_data["rebuy_limit"]
        return 1 if limit is None else int(limit)

    def _judge(self, cleaned: Mapping[str, Any]) -> None:
        """What the services would refuse is said together with what was typed wrongly, not only after it."""
        fields = {field.name for field in Tournament._meta.fields}
        given = {name: cleaned[name] for name in SETTINGS if name in cleaned and name in fields}
        for problem in settings_problems(Tournament(**given)):
            name = PLACES_OF_PROBLEMS.get(problem.code, problem.code)
            if name in cleaned and name not in self.errors and name not in self.fixed:
                self.add_error(name, problem.text)

    def settings(self) -> dict[str, Any]:
        """The settings as the services take them; only of a valid form."""
        taken = {
            name: value for name, value in self.cleaned_data.items()
            if not name.startswith(("starts_", "bummerl_")) and name not in {"table_count", "format", "slug"}
        }  # fmt: skip
        day, hour = self.cleaned_data["starts_on"], self.cleaned_data["starts_time"]
        taken["starts_at"] = timezone.make_aware(datetime.combine(day, hour)) if day else None
        taken["bummerl_to_win"] = self.cleaned_data["bummerl_to_win"]
        taken["bummerl_word"] = self.cleaned_data["bummerl_word"]
        chosen = {size: self.cleaned_data.get(f"bummerl_{size}") for size in OVERRIDES}
        taken["bummerl_overrides"] = {str(size): to_win for size, to_win in chosen.items() if to_win}
        return taken

    def show(self, problems: tuple[Problem, ...]) -> None:
        """Put problems of the services at the fields they are about, the others on top."""
        for problem in problems:
            name = PLACES_OF_PROBLEMS.get(problem.code, problem.code)
            self.add_error(name if name in self.fields else None, problem.text)

    def overrides(self) -> list[forms.BoundField]:
        """The fields of Bummerl per round, final first."""
        return [self[f"bummerl_{size}"] for size in OVERRIDES]

    @property
    def has_overrides(self) -> bool:
        """Whether the rarely needed part is worth being open."""
        return any(field.value() for field in self.overrides())


class NewTournamentForm(SettingsForm):
    """The settings and the slug of a tournament that does not exist yet."""

    slug = forms.CharField(
        label=_("Kürzel in der Adresse"), max_length=64, required=False, validators=[SLUG],
        help_text=_("Wird aus dem Namen vorgeschlagen und bleibt dann, wie es ist."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
    )  # fmt: skip


#: What a new tournament has unless somebody decides otherwise. No prize policy: it is asked, never assumed.
DEFAULTS: dict[str, Any] = {
    "starts_time": time(18), "cards_offered": 64, "card_price": Decimal("5.00"), "max_cards_per_person": 4,
    "table_count": 8, "bummerl_to_win": 2, "rules_preset": DEFAULT_PRESET, "method": "two-pot",
    "card_word": CardWord.TEILNAHMEKARTE.value, "play_place3": True, "play_place5": True, "play_place7": True,
    "tie_policy": TiePolicy.LOT.value, "extra_rankings_exempt": True, "no_show_minutes": 10, "rebuy_limit": 1,
    "phone_results_count_at_once": True, "paper_language": "de",
}  # fmt: skip


def initial_of(tournament: Tournament, *, table_count: int) -> dict[str, Any]:
    """The stored settings as the form shows them."""
    starts = timezone.localtime(tournament.starts_at) if tournament.starts_at else None
    shown = {name: getattr(tournament, name) for name in SettingsForm.base_fields if hasattr(tournament, name)}
    shown |= {f"bummerl_{size}": to_win for size, to_win in tournament.bummerl_overrides.items()}
    return shown | {
        "table_count": table_count,
        "starts_on": starts.date() if starts else None, "starts_time": starts.time() if starts else None,
    }  # fmt: skip
