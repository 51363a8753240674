"""What is typed at the desk: who, how many cards, what was given."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.domain import names
from tournament.models import Person, Tournament
from tournament.services.people import PersonData
from tournament.translated import stored_amount, translated

from .fields import MoneyField, count_field


def _hidden() -> forms.IntegerField:
    return forms.IntegerField(required=False, min_value=1, max_value=10**9, widget=forms.HiddenInput)


def _typed(**attributes: str) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", **attributes})


class SaleForm(forms.Form):
    """A sale or a reservation: somebody of the list (`start_number`), or a new person with name, place and club."""

    who = forms.CharField(
        label=_("Wer spielt?"), required=False, max_length=4000, widget=_typed(autofocus="autofocus"),
    )  # fmt: skip
    start_number = _hidden()
    known = _hidden()
    reservation = _hidden()
    place = forms.CharField(label=_("Ort"), required=False, max_length=4000, widget=_typed(list="places"))
    club = forms.CharField(label=_("Verein"), required=False, max_length=4000, widget=_typed(list="clubs"))
    cards = count_field(_("Karten"), initial=1)
    given = MoneyField(label=_("Gegeben"), required=False)
    until = forms.TimeField(
        label=_("reserviert bis"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    another = forms.BooleanField(required=False, widget=forms.HiddenInput)
    #: Chosen in the list of names: a new person, or somebody of an earlier tournament.
    meant_as_new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        self.tournament = tournament
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    @property
    def reserves(self) -> bool:
        """Whether the cards are only to be reserved."""
        return "reserve" in self.data

    def clean(self) -> dict[str, Any]:
        """Somebody is named, somebody else of the same name can be told apart, and the money given is enough."""
        cleaned = super().clean() or {}
        if not cleaned.get("start_number") and not cleaned.get("who", "").strip():
            self.add_error("who", _("Bitte einen Namen eingeben."))
        if cleaned.get("another") and not (cleaned.get("place", "").strip() or cleaned.get("club", "").strip()):
            self.add_error("place", _("Bitte Ort oder Verein dazuschreiben, damit man die beiden auseinanderhält."))
        given, cards = cleaned.get("given"), cleaned.get("cards")
        if given is not None and cards and not self.reserves and given < cards * self.tournament.card_price:
            missing = stored_amount(f"{cards * self.tournament.card_price - given:.2f}")
            self.add_error("given", _now("Das ist zu wenig: es fehlen € %(missing)s.") % {"missing": missing})
        return cleaned

    def person(self, known: Person | None) -> PersonData | None:
        """The new person; one known from an earlier tournament brings what was typed there. None for one of the list."""
        if self.cleaned_data["start_number"]:
            return None
        typed = self.cleaned_data
        if known is not None and names.same_name(known.name, typed["who"]):
            return PersonData(
                known.name, typed["place"] or known.place, typed["club"] or known.club, tuple(known.categories),
                tuple(known.members), phone=known.phone, public=known.public,
            )  # fmt: skip
        return PersonData(typed["who"], typed["place"], typed["club"])

    def until_moment(self, now: datetime) -> datetime | None:
        """The moment until when the cards are reserved: on the day of the tournament, or else today or tomorrow."""
        time = self.cleaned_data["until"]
        if time is None:
            return None
        starts = self.tournament.starts_at
        day = timezone.localtime(max(now, starts) if starts else now).date()
        moment = timezone.make_aware(datetime.combine(day, time))
        return moment if moment > now else moment + timedelta(days=1)

    def asked(self) -> tuple[object, ...]:
        """What makes this entry this entry: the same one sent again is the same sale."""
        names_of_fields = (
            "start_number",
            "who",
            "known",
            "reservation",
            "place",
            "club",
            "cards",
            "another",
            "meant_as_new",
        )
        return (self.reserves, *(self.cleaned_data[name] for name in names_of_fields))


class RefundForm(forms.Form):
    """Cards of one person that are taken back, and why."""

    cards = forms.TypedMultipleChoiceField(
        label=_("Karten"), coerce=int, widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Bitte mindestens eine Karte ankreuzen.")},
    )  # fmt: skip
    reason = forms.CharField(label=_("Grund (kann leer bleiben)"), required=False, max_length=200, widget=_typed())

    def __init__(self, *args: Any, numbers: tuple[int, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cards"].choices = [(n, str(n)) for n in numbers]  # type: ignore[attr-defined]


class DeskForm(forms.Form):
    """Which cash desk this device is."""

    desk = forms.CharField(label=_("Diese Kassa heißt"), max_length=40, widget=_typed(list="desks"))

    def clean_desk(self) -> str:
        """A name that can stand in the cash book."""
        try:
            desk = names.clean_text(self.cleaned_data["desk"], limit=40)
        except names.InvalidText as error:
            raise forms.ValidationError(translated(error.message)) from error
        if not desk:
            raise forms.ValidationError(_now("Bitte einen Namen eingeben, zum Beispiel Kassa 1."))
        return desk
