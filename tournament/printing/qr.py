"""QR codes as black rectangles: sharp on any printer, small in the file."""

import functools

import segno

#: One mask for all: trying out all eight and taking the best takes twice as long, and phones read every one.
MASK = 2
#: Light modules around the code, without which phones do not find it.
QUIET = 4


@functools.lru_cache(maxsize=1024)
def modules(content: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """Modules per side, and the dark runs as (column, row, length), the quiet zone left out. Error level M."""
    code = segno.make(content, error="m", micro=False, mask=MASK, boost_error=False)
    runs = []
    for row, cells in enumerate(code.matrix):
        line = bytes(cells)
        column = line.find(1)
        while column != -1:
            end = line.find(0, column)
            end = len(line) if end == -1 else end
            runs.append((column, row, end - column))
            column = line.find(1, end)
    return len(code.matrix), tuple(runs)
