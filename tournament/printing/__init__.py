"""Paper: query dataclasses in, bytes out.

How a new sheet is made:

1. Its name in `domain.sheets.SheetName`, its title in `queries.sheet_titles`, who may print it in `services.printouts.ROLES`.
2. What it shows: `queries/printed_<word>.py`, a frozen dataclass and a function `<word>(tournament, options)` that reads it in a
   fixed number of queries and raises `NothingToPrint` with a sentence when it is too early. Only plain values and tuples: the
   dataclass's `repr` is its fingerprint ("changed since it was printed?"). A tuple `pieces` of dataclasses with a `key` lets pieces
   be printed alone (slips, certificates).
3. How it looks: `printing/<word>.py` with `render(imprint, content, progress) -> bytes`: make a `Sheet`, call `heading`, `paragraph`,
   `table`, `cell`, `code`, end with `return sheet.finish()`. Texts in gettext; the paper's language is active already.
4. One line in `catalogue.KINDS`. The print page and `manage.py print` know it from there.

`Sheet.cell` fits a text into a box (one line, then several, then smaller, at last an ellipsis); with `boxes.recording()` a test gets
every text with its box. Everything is black and grey; equal input gives equal bytes.
"""
