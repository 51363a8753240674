#!/usr/bin/env python
"""Entry point of all commands: `python manage.py demo`, `serve`, `verify FILE` ..."""

import os
import sys


def main() -> None:
    """Run the command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django fehlt. Bitte den Befehl aus dem README verwenden: er richtet alles ein.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
