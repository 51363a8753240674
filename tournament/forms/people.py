"""A person corrected; cards or persons leaving."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Person
from tournament.services.people import PersonData


def _text(label: Any, *, required: bool = False, help_text: Any = "") -> forms.CharField:
    # The services know how long each text may be, and say it.
    return forms.CharField(label=label, required=required, max_length=4000, help_text=help_text)


class PersonForm(forms.Form):
    """What is known about a person."""

    name = _text(_("Name"))
    place = _text(_("Ort"))
    club = _text(_("Verein"))
    categories = _text(_("Kategorien"), help_text=_("Mit Beistrich getrennt, zum Beispiel: Damen, Jugend"))
    members = _text(_("Mitspieler"), help_text=_("Nur bei Paaren und Mannschaften, mit Beistrich getrennt"))
    note = _text(_("Anmerkung"))
    phone = _text(_("Telefon"), help_text=_("Wird nie öffentlich gezeigt"))
    private = forms.BooleanField(
        label=_("Nicht öffentlich"), required=False, help_text=_("Öffentliche Seiten zeigen dann nur die Startnummer."),
    )  # fmt: skip
    stamp = forms.CharField(required=False, widget=forms.HiddenInput)

    def person(self) -> PersonData:
        """The data as the service takes them."""
        typed = self.cleaned_data
        return PersonData(
            typed["name"], typed["place"], typed["club"], _list(typed["categories"]), _list(typed["members"]),
            typed["note"], typed["phone"], not typed["private"],
        )  # fmt: skip


def _list(text: str) -> tuple[str, ...]:
    return tuple(piece for piece in (part.strip() for part in text.split(",")) if piece)


def initial_of(person: Person, stamp: str) -> dict[str, Any]:
    """The stored person as the form shows him."""
    return {
        "name": person.name, "place": person.place, "club": person.club, "categories": ", ".join(person.categories),
        "members": ", ".join(person.members), "note": person.note, "phone": person.phone,
        "private": not person.public, "stamp": stamp,
    }  # fmt: skip


class LeaveForm(forms.Form):
    """Who or which cards leave, and why."""

    cards = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple,
    )  # fmt: skip
    reason = forms.CharField(
        label=_("Grund (steht im Protokoll)"), max_length=200,
        error_messages={"required": _("Bitte den Grund eingeben.")},
    )  # fmt: skip

    def __init__(self, *args: Any, numbers: tuple[int, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cards"].choices = [(n, str(n)) for n in numbers]  # type: ignore[attr-defined]
