"""The rule sheet: what holds this evening, to be hung up beside the tables."""

from django.utils.translation import gettext as _

from tournament.queries.printed_announcement import PrintedRules
from tournament.queries.printing import Imprint

from .fitting import height_of, wrap
from .play_words import match_sentence, match_word
from .sheet import Progress, Sheet
from .typeface import Face

_SIZE, _INDENT = 11.5, 5.0


def render(imprint: Imprint, content: PrintedRules, progress: Progress) -> bytes:
    """One page, two at most."""
    sheet = Sheet(imprint, _("Regelblatt"))
    sheet.add_page()
    sheet.heading(_("Regelblatt"), content.name)
    sheet.subheading(match_word(content.play))
    _sentence(sheet, _("Gespielt wird %(match)s.") % {"match": match_sentence(content.play)})
    absent = _("Wer %(minutes)s Minuten nach dem Aufruf nicht am Tisch ist, verliert kampflos.")
    _sentence(sheet, absent % {"minutes": content.play.no_show_minutes})
    for paragraph in content.paragraphs:
        lines = sum(len(wrap(text, sheet.inner - _INDENT, Face.REGULAR, _SIZE)) for text in paragraph.sentences)
        sheet.subheading(paragraph.heading, keep=min(60, height_of(lines, _SIZE) + 2 * len(paragraph.sentences)))
        for text in paragraph.sentences:
            _sentence(sheet, text)
    sheet.y += 3
    sheet.paragraph(_("Im Streitfall entscheidet die Turnierleitung."), face=Face.SEMIBOLD, size=_SIZE)
    progress(1, 1)
    return sheet.finish()


def _sentence(sheet: Sheet, text: str) -> None:
    """A sentence with a dot before it."""
    lines = wrap(text, sheet.inner - _INDENT, Face.REGULAR, _SIZE)
    sheet.need(height_of(len(lines), _SIZE))
    with sheet.artifact():
        sheet.dot(sheet.left + 1.6, sheet.y + height_of(1, _SIZE) / 2, 0.55, weight=0.1, tint=0)
    sheet.paragraph(text, x=sheet.left + _INDENT, w=sheet.inner - _INDENT, size=_SIZE, gap=0.9)
