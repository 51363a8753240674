"""A PDF in the house's style: A4, black on white, margins an old printer keeps, a footer on every page.

Lengths are millimetres from the upper left corner, sizes of letters points. Every text goes through `Sheet.cell` (fitted
into a box) or `Sheet.paragraph` (flowing down the page), so that nothing is ever cut off and tests can ask where it stands.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _
from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from tournament.queries.printing import Imprint

from . import qr, words
from .boxes import Align, Box, Paper, Placed, Valign, recorded
from .fitting import LEADING, SMALLEST, Fitted, fit, height_of, shortened, wrap
from .typeface import ASCENT, DESCENT, PT, Face, printable, width

#: Called with (pages or pieces done, of how many).
Progress = Callable[[int, int], None]

MARGIN = 16.0
#: What even an old printer prints: nothing stands closer to the edge.
EDGE = 7.0
FOOT = 9.5
BLACK, SOFT, LINE, SHADE = 0, 90, 150, 238


class Sheet:
    """A document that is written from top to bottom, or into boxes. `y` is where the next thing goes."""

    def __init__(
        self, imprint: Imprint, title: str, *, paper: Paper = Paper.A4, landscape: bool = False, margin: float = MARGIN,
        running_head: bool = True, small_foot: bool = False,
    ) -> None:  # fmt: skip
        """`title` names the document; with `running_head` pages after the first repeat it at their top."""
        self.imprint, self.title = imprint, printable(title)
        self.running_head, self.small_foot = running_head, small_foot
        self.width, self.height = paper.value[::-1] if landscape else paper.value
        self.margin, self.y = margin, margin
        self._marks = 0
        self.pdf = FPDF(unit="mm", format=paper.value)
        self._orientation = "L" if landscape else "P"
        self._prepare()

    def _prepare(self) -> None:
        pdf = self.pdf
        for face in Face:
            pdf.add_font(face.value, "", face.path)
        pdf.set_auto_page_break(False)
        pdf.set_lang("de-AT" if self.imprint.language.startswith("de") else "en-GB")
        pdf.set_title(words.joined(self.title, printable(self.imprint.tournament), by=" – "))
        pdf.set_author(printable(self.imprint.organiser or self.imprint.tournament))
        pdf.set_creator("Preisschnapsen")
        pdf.set_creation_date(self.imprint.made_at)
        pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)

    # -- pages ---------------------------------------------------------------------------------------------------

    @property
    def left(self) -> float:
        """Left edge of what is printed."""
        return self.margin

    @property
    def right(self) -> float:
        """Right edge of what is printed."""
        return self.width - self.margin

    @property
    def bottom(self) -> float:
        """Lower edge of what is printed, above the footer."""
        return self.height - max(self.margin, FOOT + 6)

    @property
    def inner(self) -> float:
        """Width between the margins."""
        return self.width - 2 * self.margin

    @property
    def page(self) -> int:
        """Number of the present page, from 1."""
        return int(self.pdf.page)

    def add_page(self, *, head: bool = True) -> None:
        """A new page; all but the first begin with the running head, if there is one (and `head`: no heading follows)."""
        self.pdf.add_page(orientation=self._orientation)
        self._marks = 0
        self.y = self.margin
        if head and self.running_head and self.page > 1:
            with self.artifact():
                box = Box(self.left, self.y - 4, self.inner, 5)
                self.cell(words.joined(self.title, self.imprint.tournament), box, size=9, grey=SOFT, most_lines=1)
                self.line(self.left, self.y + 2.5, self.right, self.y + 2.5, weight=0.2, grey=LINE)
            self.y += 6

    def need(self, height: float) -> bool:
        """Begin a new page unless so much room is left on this one; whether one was begun."""
        if not self.page or self.y + height > self.bottom + 1e-6:
            self.add_page()
            return True
        return False

    def heading(self, text: str = "", under: str = "") -> None:
        """The head of a sheet: whose tournament, where and when, then the title large and a line under it."""
        self.need(70)
        place_and_day = words.joined(words.day(self.imprint.starts_at), self.imprint.venue)
        y = self.paragraph(self.imprint.tournament, face=Face.SEMIBOLD, size=11.5, gap=0.2)
        if place_and_day:
            y = self.paragraph(place_and_day, size=10, grey=SOFT, gap=0.2)
        self.line(self.left, y + 1.6, self.right, y + 1.6, weight=0.5)
        self.y = y + 4.6
        with self.tag("H1", title=text or self.title):
            self.paragraph(text or self.title, face=Face.BOLD, size=25, gap=1, tagged=False)
        if under:
            self.paragraph(under, size=11.5, grey=SOFT, gap=1)
        self.y += 3

    def subheading(self, text: str, *, keep: float = 18.0) -> None:
        """A heading within a sheet; stays with at least `keep` millimetres of what follows."""
        self.need(keep + 8)
        self.y += 2
        with self.tag("H2", title=text):
            self.paragraph(text, face=Face.BOLD, size=13.5, gap=1.4, tagged=False)

    # -- text ----------------------------------------------------------------------------------------------------

    def cell(
        self, text: str, box: Box, *, face: Face = Face.REGULAR, size: float = 10, align: Align = Align.LEFT,
        valign: Valign = Valign.MIDDLE, grey: int = BLACK, smallest: float = SMALLEST, most_lines: int | None = None,
    ) -> Fitted:  # fmt: skip
        """Set a text into a box: as large as it fits, `size` at most, never outside of it."""
        fitted = fit(text, box.w, box.h, face, size, smallest, most_lines)
        self.place(fitted, box, face, align, valign, grey)
        return fitted

    def paragraph(
        self, text: str, *, x: float | None = None, w: float | None = None, face: Face = Face.REGULAR, size: float = 10.5,
        align: Align = Align.LEFT, grey: int = BLACK, gap: float = 1.6, tagged: bool = True,
    ) -> float:  # fmt: skip
        """Set a text from `y` downwards, over pages where needed; `gap` millimetres are left under it. The new `y`."""
        x, w = self.left if x is None else x, self.inner if w is None else w
        lines = list(wrap(text, w, face, size))
        per_line = height_of(1, size)
        while lines:
            self.need(per_line)
            count = max(1, int((self.bottom - self.y + 1e-6) / per_line))
            some = Fitted(tuple(lines[:count]), size)
            with self.tag("P") if tagged else self._plain():
                self.place(some, Box(x, self.y, w, some.height), face, align, Valign.TOP, grey)
            self.y += some.height
            del lines[:count]
        self.y += gap
        return self.y

    def place(
        self, fitted: Fitted, box: Box, face: Face = Face.REGULAR, align: Align = Align.LEFT, valign: Valign = Valign.MIDDLE, grey: int = BLACK,
    ) -> None:  # fmt: skip
        """Set lines that were fitted before; they must fit into the box."""
        pdf, size = self.pdf, fitted.size
        pdf.set_font(face.value, size=size)
        pdf.set_text_color(grey)
        step = size * LEADING * PT
        top = box.y + (box.h - fitted.height) * valign.value
        # The letters stand in the middle of their line.
        baseline = top + (step - (ASCENT + DESCENT) * size * PT) / 2 + ASCENT * size * PT
        for index, line in enumerate(fitted.lines):
            if not line:
                continue
            wide = width(line, face, size)
            x = box.x + (box.w - wide) * align.value
            y = baseline + index * step
            pdf.text(x, y, line)
            if (found := recorded()) is not None:
                ink = Box(x, y - ASCENT * size * PT, wide, (ASCENT + DESCENT) * size * PT)
                found.append(Placed(self.page, line, ink, box, fitted.cut))

    def spaced(self, text: str, box: Box, *, face: Face = Face.REGULAR, size: float = 8.5, grey: int = BLACK) -> None:
        """Characters of one width (figures), each in the middle of its part of the box: a row of numbered squares in one go."""
        step, wide = box.w / len(text), width(text[0], face, size)
        self.pdf.set_char_spacing((step - wide) / PT)
        middle = Box(box.x + (step - wide) / 2, box.y, box.w - (step - wide), box.h)
        self.place(Fitted((text,), size), middle, face, grey=grey)
        self.pdf.set_char_spacing(0)

    # -- lines, tints, codes -------------------------------------------------------------------------------------

    def line(self, x1: float, y1: float, x2: float, y2: float, *, weight: float = 0.25, grey: int = BLACK) -> None:
        """A line, `weight` millimetres thick."""
        self.pdf.set_line_width(weight)
        self.pdf.set_draw_color(grey)
        self.pdf.line(x1, y1, x2, y2)

    def dashes(self, x1: float, y1: float, x2: float, y2: float, *, grey: int = LINE) -> None:
        """A thin dashed line: here scissors go."""
        self.pdf.set_dash_pattern(dash=1.2, gap=1.2)
        self.line(x1, y1, x2, y2, weight=0.15, grey=grey)
        self.pdf.set_dash_pattern()

    def frame(self, box: Box, *, weight: float = 0.25, grey: int = BLACK, tint: int | None = None) -> None:
        """The outline of a box (none with weight 0), filled with a grey where `tint` is given."""
        if tint is not None:
            self.pdf.set_fill_color(tint)
        if weight:
            self.pdf.set_line_width(weight)
            self.pdf.set_draw_color(grey)
        style = ("D" if weight else "") + ("F" if tint is not None else "")
        self.pdf.rect(box.x, box.y, box.w, box.h, style=style or "D")

    def dot(
        self, x: float, y: float, r: float, *, weight: float = 0.25, grey: int = BLACK, tint: int | None = None
    ) -> None:
        """A circle around (x, y)."""
        self.pdf.set_line_width(weight)
        self.pdf.set_draw_color(grey)
        if tint is not None:
            self.pdf.set_fill_color(tint)
        self.pdf.circle(x, y, r, style="D" if tint is None else "DF")

    def code(self, content: str, x: float, y: float, size: float, *, label: str = "") -> None:
        """A QR code of `size` millimetres, its light border included. `label` is read out instead of it."""
        count, runs = qr.modules(content)
        module = size * self.pdf.k / (count + 2 * qr.QUIET)
        left, top = x * self.pdf.k + qr.QUIET * module, (self.height - y) * self.pdf.k - qr.QUIET * module
        # A hair of overlap, or some viewers show white lines between the rows.
        high = module * 1.02
        parts = [
            f"{left + column * module:.2f} {top - row * module - high:.2f} {length * module:.2f} {high:.2f} re"
            for column, row, length in runs
        ]
        with self.tag("Figure", alt=label or content):
            self.raw("q 0 g", *parts, "f Q")

    def raw(self, *operators: str) -> None:
        """Drawing operators of PDF as they are: for what would be slow or large otherwise."""
        self.pdf._out("\n".join(operators))

    # -- structure -----------------------------------------------------------------------------------------------

    @contextmanager
    def tag(self, kind: str, *, title: str | None = None, alt: str | None = None) -> Iterator[None]:
        """What is set within is one element (`P`, `H1`, `Figure` ...) for whoever has the sheet read out. No nesting, no new page."""
        mark = self._marks
        self._marks += 1
        self.pdf._add_marked_content(struct_type=f"/{kind}", mcid=mark, title=title, alt_text=alt)
        self.raw(f"/{kind} <</MCID {mark}>> BDC")
        yield
        self.raw("EMC")

    @contextmanager
    def artifact(self) -> Iterator[None]:
        """What is set within is not content: footers, cut marks."""
        self.raw("/Artifact BMC")
        yield
        self.raw("EMC")

    @contextmanager
    def _plain(self) -> Iterator[None]:
        yield

    def bookmark(self, text: str) -> None:
        """An entry in the outline that leads to this page."""
        self.pdf.start_section(printable(text))

    # -- the end -------------------------------------------------------------------------------------------------

    def finish(self) -> bytes:
        """The footers, then the whole document; equal input gives equal bytes."""
        if not self.page:
            self.add_page()
        pages = self.page
        for number in range(1, pages + 1):
            self.pdf.page = number
            # What a page has set last does not hold for an earlier one.
            self.pdf.font_family = ""
            self.pdf.current_font_is_set_on_page = False
            with self.artifact():
                self._foot(number, pages)
        return bytes(self.pdf.output())

    def _foot(self, number: int, pages: int) -> None:
        imprint = self.imprint
        copy = _("%(number)s. Ausdruck") % {"number": imprint.copy_number} if imprint.copy_number > 1 else ""
        made = _("gedruckt %(moment)s") % {"moment": words.short_moment(imprint.made_at)}
        page = _("Seite %(page)s von %(pages)s") % {"page": number, "pages": pages}
        side = max(self.margin, EDGE + 3)
        size = 6.5 if self.small_foot else 8.0
        h = height_of(1, size)
        y = self.height - (EDGE + 0.6 if self.small_foot else FOOT) - h / 2
        box = Box(side, y, self.width - 2 * side, h)
        if not self.small_foot:
            self.line(box.x, y - 1.2, box.right, y - 1.2, weight=0.15, grey=LINE)
        ends = words.joined(made, copy, page)
        right = width(printable(ends), Face.REGULAR, size)
        grey = 70
        self.cell(
            ends, Box(box.right - right - 0.1, y, right + 0.1, h), size=size, align=Align.RIGHT, grey=grey, most_lines=1
        )
        # A very long name is shortened so that the day stays whole.
        date = words.date(imprint.starts_at)
        room = box.w - right - 6
        of_date = width(f" · {date}", Face.REGULAR, size) if date else 0
        name = shortened(imprint.tournament, room - of_date - 0.1, Face.REGULAR, size)
        self.cell(words.joined(name, date), Box(box.x, y, room, h), size=size, grey=grey, most_lines=1)
