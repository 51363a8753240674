"""The protocol of a draw: everything somebody needs to recompute it, and every number that was drawn."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.queries.draw_shown import StepLine
from tournament.queries.printed_draw import PrintedProtocol
from tournament.queries.printing import Imprint

from . import words
from .boxes import Box, Valign
from .draw_sheet import annulled_note, cards_and_people, code_beside, who
from .fitting import fit, height_of
from .flow import Entry, flow
from .hashes import hash_line, last_hashes
from .sheet import Progress, Sheet
from .typeface import Face

_LABEL = 38.0


def render(imprint: Imprint, content: PrintedProtocol, progress: Progress) -> bytes:
    """The facts, how to recompute them, then the long lists."""
    head = content.head
    sheet = Sheet(imprint, _("Protokoll der Auslosung %(number)s") % {"number": head.number})
    sheet.add_page()
    sheet.heading(under=words.joined(head.title, head.method, cards_and_people(head)))
    annulled_note(sheet, head)
    _facts(sheet, content)
    last_hashes(sheet, content.last)
    if content.proof.field:
        _recompute(sheet, content)
    _order(sheet, content)
    _steps(sheet, content.steps, progress)
    if content.proof.field:
        _lines(sheet, "FIELD", content.proof.field, 5)
        _lines(sheet, "RESULT", content.proof.result, 4)
    if content.annulled:
        _annulled(sheet, content)
    return sheet.finish()


def _facts(sheet: Sheet, content: PrintedProtocol) -> None:
    head, proof = content.head, content.proof
    _fact(sheet, _("Wer, wann"), words.joined(head.by, words.short_moment(head.at)))
    if head.kind != "lot":
        _fact(sheet, _("Umfang"), _extent(content))
    if not proof.field:
        _fact(sheet, _("Siegel"), _("Mit der Hand gelost: es wurde kein Geheimnis aufgedeckt."))
        return
    public = _("keine: versiegelt, aber nicht öffentlich (PUBLIC = 0)")
    if head.public != "0":
        public = f"{', '.join(head.public.split('.'))}  (PUBLIC = {head.public})"
    _fact(sheet, _("Zahlen aus dem Saal"), public, strong=True)
    _hash(sheet, _("Siegel"), proof.seal)
    _hash(sheet, "HEX(FIELD)", proof.field_hash)
    _hash(sheet, _("Geheimnis"), proof.secret)
    _hash(sheet, _("Schlüssel"), proof.key)
    _hash(sheet, _("Prüfzahl (CHECK)"), proof.check)


def _extent(content: PrintedProtocol) -> str:
    """Pots, byes, meetings with oneself, redraws, in words."""
    head = content.head
    pots = _("zwei Töpfe mit je 1 bis %(half)s") % {"half": head.numbers // 2} if head.kind == "pots" else ""
    byes = ngettext("%(count)s Freilos", "%(count)s Freilose", content.byes) % {"count": content.byes}
    own = ngettext(
        "%(count)s Begegnung mit sich selbst", "%(count)s Begegnungen mit sich selbst", content.self_meetings
    )
    back = _("%(count)s mal zurückgelegt") % {"count": content.redraws} if head.kind == "pots" else ""
    return words.joined(pots, byes, own % {"count": content.self_meetings}, back)


def _fact(sheet: Sheet, label: str, text: str, *, strong: bool = False) -> None:
    face = Face.SEMIBOLD if strong else Face.REGULAR
    fitted = fit(text, sheet.inner - _LABEL, 60, face, 10.5)
    sheet.need(fitted.height + 1.2)
    row = Box(sheet.left, sheet.y, sheet.inner, fitted.height)
    with sheet.tag("P"):
        sheet.cell(label, Box(row.x, row.y, _LABEL - 3, height_of(1, 10.5)), face=Face.SEMIBOLD, size=10, most_lines=1)
        sheet.place(fitted, row.beside(_LABEL), face, valign=Valign.TOP)
    sheet.y += fitted.height + 1.2


def _hash(sheet: Sheet, label: str, digits: str) -> None:
    step = height_of(1, 10.5)
    sheet.need(step + 1.2)
    row = Box(sheet.left, sheet.y, sheet.inner, step)
    with sheet.tag("P"):
        sheet.cell(label, row.left(_LABEL - 3), face=Face.SEMIBOLD, size=10, most_lines=1)
        hash_line(sheet, digits, row.beside(_LABEL), size=10)
    sheet.y += step + 1.2


def _recompute(sheet: Sheet, content: PrintedProtocol) -> None:
    """The code that fills in the guest's page, beside the ways to the same result."""
    proof = content.proof
    label = _("Auslosung nachrechnen: %(address)s") % {"address": proof.address}
    code_beside(sheet, proof.link or proof.address, label, _ways(content))


def _ways(content: PrintedProtocol) -> Sequence[str]:
    proof, head = content.proof, content.head
    first = "" if proof.first_draw == 1 else f" --first-draw {proof.first_draw}"
    filled = _(
        "Mit dem Handy: der Code öffnet die Prüfseite und füllt alles aus. Gerechnet wird auf dem Handy, auch ohne Netz."
    )
    empty = _(
        "Mit dem Handy: der Code öffnet die Prüfseite %(address)s; dort FIELD, Geheimnis und Zahlen eingeben. Gerechnet wird auf dem Handy."
    )
    chain = _(
        "Das Geheimnis, %(times)s mal gehasht, ergibt das Siegel, das vor der Auslosung ausgehängt war: s → SHA-256(„PSD1 chain“ LF s LF)."
    )
    command = (
        f"python manage.py replay_draw {content.slug}-field-{head.number}.txt --secret {proof.secret}"
        f" --public {head.public} --seal {proof.seal}{first}"
    )
    led = _(
        "Mit dem Handy: der Code öffnet die Seite dieser Auslosung, dort „nachrechnen“. Gerechnet wird auf dem Handy."
    )
    return (
        (filled if "#" in proof.link else led) if proof.link else empty % {"address": proof.address},
        chain % {"times": proof.hashes},
        _("Mit diesem Programm (FIELD steht unten, Zeile für Zeile, mit einem Zeilenende auch nach der letzten):"),
        command,
        _("Stimmt die Auslosung, so kommt RESULT heraus, und SHA-256 darüber ist die Prüfzahl."),
    )


def _order(sheet: Sheet, content: PrintedProtocol) -> None:
    if not content.order:
        return
    lot = content.head.kind == "lot"
    sheet.subheading(_("Gezogen") if lot else _("Reihenfolge, in der gezogen wurde"))
    first = content.head.place if lot else 1
    entries = [
        Entry(f"{place}.", f"{who(person)} ({person.start_number})")
        for place, person in enumerate(content.order, first)
    ]
    flow(sheet, entries, columns=3, mark=9, size=9)


def _steps(sheet: Sheet, steps: Sequence[StepLine], progress: Progress) -> None:
    if not steps:
        return
    sheet.subheading(_("Jeder Zug"))
    entries = [_step(index, step) for index, step in enumerate(steps, 1)]
    flow(sheet, entries, columns=2, mark=10, size=9, progress=progress)


def _step(index: int, step: StepLine) -> Entry:
    mark = f"{index}."
    if step.kind == "void" or step.who is None:
        return Entry(mark, step.remark, strong=True)
    holder = _("%(name)s, Karte %(card)s") % {"name": who(step.who), "card": step.who.card}
    if step.kind == "redraw":
        text = _("rechts %(number)s: %(who)s – %(remark)s") % {
            "number": step.number,
            "who": holder,
            "remark": step.remark,
        }
        return Entry(mark, text, strong=True)
    if step.kind == "bye":
        return Entry(mark, _("Freilos: %(who)s") % {"who": holder})
    if step.kind == "match" and step.other is not None:
        other = _("%(name)s, Karte %(card)s") % {"name": who(step.other), "card": step.other.card}
        return Entry(mark, _("%(who)s gegen %(other)s") % {"who": holder, "other": other})
    side = _("links %(number)s: %(who)s") if step.kind == "left" else _("rechts %(number)s: %(who)s")
    return Entry(mark, side % {"number": step.number, "who": holder})


def _lines(sheet: Sheet, title: str, text: str, columns: int) -> None:
    sheet.subheading(title)
    flow(sheet, [Entry("", line) for line in text.splitlines()], columns=columns, mark=0, size=9)


def _annulled(sheet: Sheet, content: PrintedProtocol) -> None:
    sheet.subheading(_("Aufgehobene Auslosungen dieses Turniers"))
    for row in content.annulled:
        text = _("%(number)s. %(title)s, aufgehoben %(moment)s von %(by)s: %(reason)s") % {
            "number": row.number, "title": row.title, "moment": words.short_moment(row.at), "by": row.by, "reason": row.reason,
        }  # fmt: skip
        sheet.paragraph(text, size=10)
