"""The seal of the draws on paper: its digits in groups, and as a code."""

from django.utils.translation import gettext as _

from .sheet import SOFT, Sheet
from .typeface import Face

_CODE = 24.0


def seal_block(sheet: Sheet, seal: str) -> None:
    """The seal with its code at the left; kept together."""
    sheet.need(_CODE + 4)
    top = sheet.y
    sheet.code(seal, sheet.left - 2, top, _CODE, label=_("Siegel: %(seal)s") % {"seal": seal})
    x = sheet.left + _CODE + 2
    sheet.y = top + 3
    sheet.paragraph(_("Siegel der Auslosungen"), x=x, w=sheet.inner - _CODE - 2, face=Face.SEMIBOLD, size=10.5, gap=0.6)
    groups = " ".join(seal[at : at + 8] for at in range(0, len(seal), 8))
    sheet.paragraph(groups, x=x, w=sheet.inner - _CODE - 2, size=9.5, gap=0.6)
    text = _("Vor dem ersten Verkauf gemacht. Fotografieren: nach jeder Auslosung kann damit jeder nachrechnen.")
    sheet.paragraph(text, x=x, w=sheet.inner - _CODE - 2, size=9, grey=SOFT)
    sheet.y = max(sheet.y, top + _CODE + 2)
