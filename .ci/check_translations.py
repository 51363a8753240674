"""The English catalogue is complete, and its compiled file belongs to it. Exits 1 with what is missing."""

import gettext
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "tournament" / "locale" / "en" / "LC_MESSAGES"


def main() -> int:
    """Compare the German texts of the sources with the catalogue, and the catalogue with its compiled file."""
    sys.path.insert(0, str(ROOT))
    from tests.translations import catalogue, compiled_problems, missing  # noqa: PLC0415

    problems = [f"missing in English: {text!r}" for text in missing(ROOT, catalogue(LOCALE / "django.po"))]
    problems += compiled_problems(LOCALE)
    for problem in problems:
        sys.stderr.write(problem + "\n")
    return 1 if problems else 0


_ = gettext, re

if __name__ == "__main__":
    sys.exit(main())
