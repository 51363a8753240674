"""Login, and the first one of all."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from tournament.services.accounts import NAME_LENGTH


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": _("Name oder Passwort stimmt nicht. Groß- und Kleinschreibung zählt."),
        "inactive": _("Dieses Konto ist gesperrt. Bitte an die Turnierleitung wenden."),
    }

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["username"].label = _("Name")
        self.fields["password"].label = _("Passwort")


class FirstLoginForm(forms.Form):
    """The one-time code, and the account of the director."""

    code = forms.CharField(
        label=_("Code aus dem Terminal"),
        help_text=_("Acht Zeichen; er steht im Fenster, in dem das Programm gestartet wurde."),
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autofocus": True, "spellcheck": "false"}),
    )
    username = forms.CharField(
        label=_("Ihr Name zum Anmelden"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label=_("Passwort"),
        help_text=_("Mindestens acht Zeichen, nicht nur Ziffern."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Passwort noch einmal"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean(self) -> dict[str, object]:
        """Both passwords are the same."""
        cleaned = super().clean() or {}
        if cleaned.get("password") and cleaned.get("again") and cleaned["password"] != cleaned["again"]:
            self.add_error("again", _("Die beiden Passwörter sind nicht gleich."))
        return cleaned


class _NewPassword(forms.Form):
    """A password, typed twice; the services say what is wrong with it."""

    password = forms.CharField(
        label=_("Neues Passwort"),
        help_text=_("Mindestens acht Zeichen, keines von denen, die alle nehmen."),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Passwort noch einmal"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, object]:
        """Both passwords are the same."""
        cleaned = super().clean() or {}
        if cleaned.get("password") and cleaned.get("again") and cleaned["password"] != cleaned["again"]:
            self.add_error("again", _("Die beiden Passwörter sind nicht gleich."))
        return cleaned


class LinkPasswordForm(_NewPassword):
    """A new password for an account that came with a link."""


class JoinForm(_NewPassword):
    """The account of somebody who was invited."""

    username = forms.CharField(
        label=_("Ihr Name zum Anmelden"),
        help_text=_("Ohne Leerzeichen; er steht im Protokoll des Turniers."),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True, "spellcheck": "false"}),
    )
    field_order = ["username", "password", "again"]


class OwnPasswordForm(_NewPassword):
    """A new password of one's own."""

    present = forms.CharField(
        label=_("Bisheriges Passwort"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )
    field_order = ["present", "password", "again"]
