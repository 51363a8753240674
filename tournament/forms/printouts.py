"""What is to be printed."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournament.domain.result_line import LineError, parse_code
from tournament.domain.sheets import Options, SheetName
from tournament.models import Tournament
from tournament.queries.rounds import by_code, rounds_of
from tournament.translated import translated

_MOST = 999_999_999


class PrintForm(forms.Form):
    """A sheet and its choices; a match is named by its serial (`match`) or as it is called in its round (`code`)."""

    sheet = forms.ChoiceField(choices=[(name.value, name.value) for name in SheetName])
    round = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    draw = forms.IntegerField(required=False, min_value=1, max_value=256)
    match = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    code = forms.CharField(required=False, max_length=12)
    person = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    paper = forms.ChoiceField(required=False, choices=[("", ""), ("a4", "A4"), ("a3", "A3")])
    changed = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        super().__init__(data)
        self._tournament = tournament

    def clean(self) -> dict[str, Any]:
        """Find the match that is called like this."""
        cleaned: dict[str, Any] = super().clean() or {}
        code = cleaned.get("code", "").strip()
        if code and not self.errors:
            try:
                parsed = parse_code(code)
            except LineError as error:
                self.add_error("code", translated(error.message))
                return cleaned
            last = rounds_of(self._tournament).last
            row = by_code(self._tournament, cleaned.get("round") or (last.number if last else 0), parsed)
            if row is None:
                self.add_error("code", _("Begegnung %(code)s gibt es in dieser Runde nicht.") % {"code": code})
            else:
                cleaned["match"] = row.serial
        return cleaned

    def options(self) -> Options:
        """The choices; call only when valid."""
        given = self.cleaned_data
        return Options(
            round=given["round"], draw=given["draw"], match=given["match"], person=given["person"],
            paper=given["paper"] or None, changed=given["changed"],
        )  # fmt: skip
