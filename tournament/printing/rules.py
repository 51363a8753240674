"""The rule sheet: what holds this evening, to be hung up beside the tables."""

from django.utils.translation import gettext as _

from tournament.queries.printed_announcement import PrintedRules
from tournament.queries.printing import Imprint

from .fitting import height_of, wrap
from .play_words import match_sentence, match_word
from .sheet import Progress, Sheet
from .typeface import Face

_SIZES = (11.5, 11.0, 10.5)
_INDENT = 5.0
#: Width between the margins; height below the heading of an A4 page.
_WIDTH, _ROOM = 178.0, 226.0


def render(imprint: Imprint, content: PrintedRules, progress: Progress) -> bytes:
    """One page where that is readable: the letters get smaller before a second one is begun."""
    fitting = (size for size in _SIZES if _height(content, size) <= _ROOM)
    return _set(imprint, content, next(fitting, _SIZES[0]), progress)


def _set(imprint: Imprint, content: PrintedRules, size: float, progress: Progress) -> bytes:
    sheet = Sheet(imprint, _("Regelblatt"))
    sheet.add_page()
    sheet.heading(_("Regelblatt"), content.name)
    sheet.subheading(match_word(content.play))
    _sentence(sheet, size, _("Gespielt wird %(match)s.") % {"match": match_sentence(content.play)})
    absent = _("Wer %(minutes)s Minuten nach dem Aufruf nicht am Tisch ist, verliert kampflos.")
    _sentence(sheet, size, absent % {"minutes": content.play.no_show_minutes})
    for paragraph in content.paragraphs:
        lines = sum(len(wrap(text, sheet.inner - _INDENT, Face.REGULAR, size)) for text in paragraph.sentences)
        sheet.subheading(paragraph.heading, keep=min(60, height_of(lines, size) + 2 * len(paragraph.sentences)))
        for text in paragraph.sentences:
            _sentence(sheet, size, text)
    sheet.y += 3
    sheet.paragraph(_("Im Streitfall entscheidet die Turnierleitung."), face=Face.SEMIBOLD, size=size)
    progress(1, 1)
    return sheet.finish()


def _height(content: PrintedRules, size: float) -> float:
    """About how high the sheet's text is below its heading."""
    lines = sum(
        height_of(len(wrap(text, _WIDTH - _INDENT, Face.REGULAR, size)), size) + 0.9
        for paragraph in content.paragraphs
        for text in paragraph.sentences
    )
    headings = (len(content.paragraphs) + 1) * (height_of(1, 13.5) + 3.4)
    return lines + headings + 3 * (height_of(1, size) + 0.9) + 5


def _sentence(sheet: Sheet, size: float, text: str) -> None:
    """A sentence with a dot before it."""
    lines = wrap(text, sheet.inner - _INDENT, Face.REGULAR, size)
    sheet.need(height_of(len(lines), size))
    with sheet.artifact():
        sheet.dot(sheet.left + 1.6, sheet.y + height_of(1, size) / 2, 0.55, weight=0.1, tint=0)
    sheet.paragraph(text, x=sheet.left + _INDENT, w=sheet.inner - _INDENT, size=size, gap=0.9)
