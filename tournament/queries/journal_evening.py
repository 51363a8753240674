"""Entries about the tournament as a whole, as German sentences."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from tournament.domain.journal_kinds import JournalKind as K

from .journal_fields import setting_label, setting_value
from .journal_words import Entry, Names, Sentences, short
from .sheet_titles import sheet_title

SENTENCES = Sentences()


SENTENCES.plain(K.IMPORT, noop("Turnier aus einem Archiv eingelesen."))
SENTENCES.plain(K.REOPEN, noop("Turnier nach dem Abschluss wieder geöffnet."))


@SENTENCES.says(K.CREATE)
def _created(entry: Entry, names: Names) -> str:
    return _("Turnier ausgeschrieben, Siegel %(seal)s.") % {"seal": short(entry.now("seal"))}


@SENTENCES.says(K.SETTINGS)
def _settings(entry: Entry, names: Names) -> str:
    changed = sorted(entry.after) if isinstance(entry.after, dict) else []
    shown = "; ".join(
        f"{setting_label(name)}: {setting_value(name, entry.was(name))} → {setting_value(name, entry.now(name))}"
        for name in changed
    )
    return _("Ausschreibung geändert: %(what)s.") % {"what": shown or "–"}


@SENTENCES.says(K.PRINTED)
def _printed(entry: Entry, names: Names) -> str:
    return _("Ausdruck %(number)s: %(sheet)s, %(copy)s. Mal.") % {
        "number": entry.number, "sheet": sheet_title(entry.now("sheet")), "copy": entry.now("copy"),
    }  # fmt: skip


@SENTENCES.says(K.FINISH)
def _finish(entry: Entry, names: Names) -> str:
    return _("Turnier abgeschlossen: %(count)s Karten gereiht.") % {"count": entry.now("ranked")}
