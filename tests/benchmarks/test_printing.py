"""How long paper takes, and how much memory. Figures, no limits. Run with `pytest tests/benchmarks/test_printing.py -s`."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.utils import translation

from tests.printing.contents import CASES


def figure(what: str, value: float, unit: str) -> None:
    print(f"\n{what:<68} {value:>10.2f} {unit}")  # noqa: T201


@pytest.mark.parametrize(
    ("sheet", "count"), [("slips", 32), ("slips", 512), ("cards", 1024), ("start-list", 512), ("certificates", 8)]
)
def test_a_sheet(sheet: str, count: int) -> None:
    with translation.override("de"):
        start = time.perf_counter()
        pdf = CASES[sheet].pdf(count)
        seconds = time.perf_counter() - start
    figure(f"{count} x {sheet}", seconds, "s")
    figure(f"{count} x {sheet}", len(pdf) / 1024, "kB")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells")
def test_memory_for_512_slips() -> None:
    """In a process of its own: the highest the whole program ever needed, as Linux tells."""
    code = (
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'tournament.settings'; import django; django.setup();"
        "peak = lambda: next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM'));"
        "from tests.printing.contents import IMPRINT, printed_slips; from tournament.printing import slips; before = peak();"
        "slips.render(IMPRINT, printed_slips(512), lambda done, total: None); print(before, peak())"
    )
    before, peak = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    figure("memory of the program before 512 slips", int(before) / 1024, "MB")
    figure("memory of the program at most", int(peak) / 1024, "MB")
